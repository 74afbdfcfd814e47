import OffscreenDOM
import Testing

@testable import OffscreenHTML

/// What the html5lib data does not ask; the trees are Chromium's.
struct HTMLParserTests {
  private func tree(_ markup: String) -> String {
    dump(
      HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8").document,
      childrenOf: .document)
  }

  /// A comment in foreign content stays there, though the body's end tag was read.
  @Test func commentInForeignContentAfterTheBody() {
    #expect(
      tree("<svg><g></body><!--c-->") == """
        | <html>
        |   <head>
        |   <body>
        |     <svg svg>
        |       <svg g>
        |         <!-- c -->
        """)
  }

  /// In a template's column group other characters are left out, white space is not.
  @Test func spaceInATemplatesColumnGroup() {
    #expect(tree("<template><col>! <col>").contains("\" \""))
  }

  @Test func quirks() {
    func mode(_ markup: String) -> QuirksMode {
      HTMLParser.parse(bytes: Array(markup.utf8)).document.quirksMode
    }
    #expect(mode("<!DOCTYPE html>x") == .noQuirks)
    #expect(mode("x") == .quirks)
    #expect(mode("<!DOCTYPE htm>x") == .quirks)
    #expect(mode(#"<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">"#) == .quirks)
    #expect(
      mode(#"<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">"#)
        == .limitedQuirks)
    #expect(mode(#"<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">"#) == .quirks)
    #expect(mode(#"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">"#) == .noQuirks)
    #expect(mode(#"<!DOCTYPE html SYSTEM "about:legacy-compat">"#) == .noQuirks)
  }

  @Test func fragmentsBelongToTheirDocument() {
    let document = HTMLParser.parse(bytes: Array("<table><tbody id=t></table>".utf8)).document
    var node = NodeID.document
    while !node.isNone, !document.isHTML(node, .tbody) { node = document.next(node, within: .document) }
    let (fragment, _) = HTMLParser.parseFragment(Array("<tr><td>x".utf8), context: node, of: document)
    document.moveChildren(of: fragment, to: node)
    #expect(HTMLSerializer.innerHTML(of: node, in: document) == "<tr><td>x</td></tr>")
  }

  @Test func stopsForScripts() {
    let parser = HTMLParser(decoded: Array("<p>a<script>1</script>b<script>2</script>".utf8), scripting: true)
    var scripts: [String] = []
    while case .script(let element) = parser.run() {
      scripts.append(String(decoding: parser.document.childText(element), as: UTF8.self))
      if scripts.count == 1 {
        parser.write(Array("<i>w".utf8))
        parser.write(Array("x</i>".utf8))
      }
    }
    #expect(scripts == ["1", "2"])
    #expect(
      HTMLSerializer.innerHTML(of: parser.document.lastChild(parser.document.documentElement), in: parser.document)
        == "<p>a<script>1</script><i>wx</i>b<script>2</script></p>")
    #expect(parser.run() == .finished)
  }

  /// Where markup that is written in pieces is cut makes no difference.
  @Test(arguments: [
    "<!doctype html><p title='a>b'>x&lang;y</p><!-- a > b -- c --><pre>\nA</pre>",
    "<title>a</tit&amp;<b></title><div<div>", "<svg><![CDATA[a]]b]]></svg><textarea>&gt</textarea>",
    "<script>a<!--<script></script>b--></script>c", "&ampx; &notin; &#x41; <", "a\r\nb\r\n",
  ])
  func writtenInPieces(_ markup: String) {
    func written(_ size: Int) -> String {
      let parser = HTMLParser.open(Document())
      let bytes = Array(markup.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        parser.write(Array(bytes[start..<min(start + size, bytes.count)])) { _ in true }
      }
      parser.close { _ in true }
      return HTMLSerializer.innerHTML(of: .document, in: parser.document)
    }
    let whole = written(1_000)
    for size in 1...4 { #expect(written(size) == whole) }
    #expect(
      whole
        == HTMLSerializer.innerHTML(
          of: .document,
          in: HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8", scripting: true).document))
  }
}
