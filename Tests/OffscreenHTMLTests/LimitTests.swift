import OffscreenDOM
import Testing

@testable import OffscreenHTML

/// What no page may do: make the parser crash, hang or build a tree without bounds.
struct LimitTests {
  #if DEBUG
    private static let many = 6_000
  #else
    private static let many = 100_000
  #endif

  private func parse(_ markup: String) -> ParsedDocument {
    HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8")
  }

  private func depth(_ document: Document) -> Int {
    var deepest = 0
    var depth = 0
    var node = NodeID.document
    while true {
      let child = document.firstChild(node)
      if !child.isNone {
        node = child
        depth += 1
        deepest = max(deepest, depth)
        continue
      }
      while node != .document, document.nextSibling(node).isNone {
        node = document.parent(node)
        depth -= 1
      }
      if node == .document { return deepest }
      node = document.nextSibling(node)
    }
  }

  @Test(arguments: [
    "<div>", "<span>", "<b>", "<p><b>", "<a><div>", "<table><tr><td>", "<svg><g>", "<template>", "<ul><li>",
    "<button><div>", "<object><p>", "<font size=1><p>", "<nobr><div>", "<select><option>", "<math><mi>",
    "<svg><desc>", "<ruby><rt>", "<h1><div>", "<frameset>", "<dl><dd>",
  ])
  func deepNesting(_ tag: String) {
    let parsed = parse(String(repeating: tag, count: Self.many))
    #expect(depth(parsed.document) <= TreeBuilder.depthLimit * 2 + 2)
    #expect(parsed.document.elementCount <= TreeBuilder.elementLimit + 300)
  }

  @Test func deeperNodesBecomeSiblings() {
    let parsed = parse("<!DOCTYPE html><body>" + String(repeating: "<div>", count: 600) + "x")
    #expect(depth(parsed.document) <= TreeBuilder.depthLimit + 2)
    #expect(parsed.diagnostics.contains(.tooDeep))
    #expect(parsed.document.textContent(.document) == [0x78])
  }

  @Test func elementLimit() {
    let parsed = parse(String(repeating: "<br>", count: 200_000))
    #expect(parsed.diagnostics.contains(.elementLimitReached))
    #expect(parsed.document.elementCount <= TreeBuilder.elementLimit + 300)
  }

  @Test func attributeLimit() {
    let parsed = parse("<p " + (0..<3000).map { "a\($0)=\($0)" }.joined(separator: " ") + ">")
    let body = parsed.document.lastChild(parsed.document.documentElement)
    #expect(parsed.document.attributeCount(parsed.document.firstChild(body)) == Tokenizer.attributeLimit)
  }

  /// Formatting elements across many blocks deepen a tree through the adoption agency.
  @Test func adoptionsDoNotDeepenWithoutLimit() {
    let opening = (0..<200).map { "<b id=\($0)>" }.joined()
    let parsed = parse(
      opening + String(repeating: "<div>", count: 300) + String(repeating: "</b>", count: 4000) + "x")
    #expect(depth(parsed.document) <= TreeBuilder.depthLimit * 2 + 2)
  }

  @Test func manyEndTags() {
    let parsed = parse(
      String(repeating: "<div>", count: 2000) + String(repeating: "</x></p></b></li>", count: Self.many))
    #expect(parsed.document.nodeCount > Self.many)
  }

  /// Input made of pieces that matter to the parser, and of any bytes.
  @Test func arbitraryInput() {
    var random = SeededGenerator(seed: 42)
    let pieces = [
      "<", ">", "/", "!", "--", "<!--", "-->", "&", "&amp;", "&#", "&#x41", ";", "\"", "'", "=", " ", "\n", "\0",
      "<p>", "</p>", "<b>", "</b>", "<a href=x>", "</a>", "<table>", "</table>", "<tr>", "<td>", "</td>",
      "<caption>", "<col>", "<colgroup>", "<tbody>", "<select>", "</select>", "<option>", "<optgroup>", "<svg>",
      "</svg>", "<math>", "<mi>", "<annotation-xml encoding='text/html'>", "<foreignObject>", "<desc>",
      "<title>", "</title>", "<textarea>", "</textarea>", "<script>", "</script>", "<style>", "</style>",
      "<template>", "</template>", "<frameset>", "</frameset>", "<frame>", "<form>", "</form>", "<input>",
      "<button>", "</button>", "<li>", "<ul>", "</ul>", "<dd>", "<dl>", "<h1>", "</h2>", "<br>", "</br>", "<html>",
      "<head>", "</head>", "<body>", "</body>", "</html>", "<plaintext>", "<noscript>", "</noscript>",
      "<![CDATA[", "]]>", "<!DOCTYPE html>", "<!DOCTYPE", " PUBLIC \"", "<nobr>", "<object>", "</object>",
      "<applet>", "<marquee>", "<image>", "<ruby>", "<rt>", "<rtc>", "x", "é", "<selectedcontent>", "<div>",
      "</div>", "<iframe>", "<xmp>", "<hr>", "<pre>", "<?x", "</", "</ >", "<font color=red>",
    ].map { Array($0.utf8) }
    for round in 0..<4000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        if Int.random(in: 0..<12, using: &random) == 0 {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        } else {
          bytes.append(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &random)])
        }
      }
      let parsed = HTMLParser.parse(bytes: bytes, scripting: round % 2 == 0)
      expectSound(parsed.document, bytes)
      let document = Document()
      let contexts: [KnownName] = [
        .div, .table, .tr, .td, .select, .template, .html, .body, .frameset, .caption, .colgroup, .tbody, .head,
      ]
      let context = document.makeElement(Atom(contexts[round % contexts.count]))
      _ = HTMLParser.parseFragment(bytes, context: context, of: document)
      _ = XMLDocumentParser.parse(bytes: bytes)
    }
  }

  /// Links agree with each other, and there is one root element with a head and a body.
  private func expectSound(_ document: Document, _ bytes: [UInt8]) {
    var isSound = !document.documentElement.isNone
    var node = NodeID.document
    var visited = 0
    while !node.isNone, visited <= document.nodeCount {
      visited += 1
      let child = document.firstChild(node)
      if !child.isNone { isSound = isSound && document.parent(child) == node && document.previousSibling(child).isNone }
      let sibling = document.nextSibling(node)
      if !sibling.isNone {
        isSound =
          isSound && document.previousSibling(sibling) == node
          && document.parent(sibling) == document.parent(node)
      }
      node = document.next(node, within: .document)
    }
    #expect(isSound && visited <= document.nodeCount, "\(String(decoding: bytes, as: UTF8.self))")
  }
}
