import OffscreenDOM

/// Makes links of what detectors find in a document's text, with the attributes that web views give them, which
/// style sheets of mails know: `x-apple-data-detectors="true"`, `x-apple-data-detectors-type` and
/// `x-apple-data-detectors-result`. Dates and addresses lead to `x-apple-data-detectors://N` and are underlined in
/// a paler tone of the text's own colour, as there.
package struct DataDetection {
  private let detectors: Set<DataDetector>
  private static let mostLinks = 10_000

  package init(_ detectors: Set<DataDetector>) { self.detectors = detectors }

  package func makeLinks(in document: Document) {
    guard !detectors.isEmpty else { return }
    let scanner = DataScanner(detectors: detectors.subtracting(Self.refused(by: document)))
    guard !scanner.detectors.isEmpty else { return }
    var writer = LinkWriter(document: document)
    for line in lines(of: document) where writer.count < Self.mostLinks {
      writer.write(scanner.matches(in: line.bytes, most: Self.mostLinks - writer.count), in: line)
    }
  }

  /// What the page says that it does not hold: `<meta name="format-detection" content="telephone=no, date=no">`.
  private static func refused(by document: Document) -> Set<DataDetector> {
    var result: Set<DataDetector> = []
    let root = document.documentElement
    var node = root
    while !node.isNone {
      if document.isHTML(node, .meta), document.attribute(node, .name)?.lowercased() == "format-detection",
        let content = document.attribute(node, .content)
      {
        for part in content.prefix(1_000).lowercased().split(whereSeparator: { $0 == "," || $0 == ";" }) {
          switch part.filter({ !$0.isWhitespace }) {
          case "telephone=no": result.insert(.phoneNumbers)
          case "date=no": result.insert(.dates)
          case "address=no": result.insert(.addresses)
          case "url=no": result.insert(.links)
          default: break
          }
        }
      }
      node = document.next(node, within: root)
    }
    return result
  }

  // MARK: Texts

  /// Text that reads on, and the nodes that it comes from. White space is as in the nodes, but that only the end
  /// of a line is a line feed.
  struct Line {
    var bytes: [UInt8] = []
    var parts: [(node: NodeID, range: Range<Int>)] = []
  }

  /// The texts of blocks, from which links and what is no prose are left out.
  private func lines(of document: Document) -> [Line] {
    var lines: [Line] = []
    var line = Line()
    func finish() {
      if !line.bytes.isEmpty { lines.append(line) }
      line = Line()
    }
    let root = document.documentElement
    var node = root
    // The blocks that the last node stood in ended where one that is not beneath them begins.
    var block = NodeID.none
    while !node.isNone {
      if document.isElement(node) {
        if isLeftAlone(node, document) {
          finish()
          node = document.nextSkippingChildren(node, within: root)
          continue
        }
        if document.isHTML(node, .br) {
          line.bytes.append(0x0A)
        } else if !Self.isInline(node, document) {
          finish()
        }
      } else if document.kind(node) == .text {
        let own = self.block(of: node, document)
        if own != block { finish() }
        block = own
        let start = line.bytes.count
        line.bytes += document.text(node).map { $0 == 0x0A ? 0x20 : $0 }
        line.parts.append((node, start..<line.bytes.count))
      }
      node = document.next(node, within: root)
    }
    finish()
    return lines
  }

  private func block(of text: NodeID, _ document: Document) -> NodeID {
    var node = document.parent(text)
    while !node.isNone, document.isElement(node), Self.isInline(node, document) { node = document.parent(node) }
    return node
  }

  /// Whether an element's text is no prose, or is a link already.
  private func isLeftAlone(_ node: NodeID, _ document: Document) -> Bool {
    guard document.namespace(node) == .html else { return true }
    switch document.name(node).known {
    case .a, .script, .style, .textarea, .button, .select, .head, .iframe, .noscript, .template, .object: return true
    default: return false
    }
  }

  /// Whether text reads on across the element's edges.
  private static func isInline(_ node: NodeID, _ document: Document) -> Bool {
    switch document.name(node).known {
    case .span, .b, .i, .em, .strong, .u, .s, .small, .big, .font, .mark, .cite, .q, .dfn, .abbr, .acronym, .data,
      .time,
      .code, .samp, .kbd, .var, .bdi, .bdo, .ins, .del, .strike, .tt, .nobr, .wbr, .br, .label:
      true
    default: false
    }
  }
}

/// Puts links into a document's texts.
private struct LinkWriter {
  let document: Document
  private(set) var count = 0

  init(document: Document) { self.document = document }

  /// A match that reaches over several nodes becomes a link in each.
  mutating func write(_ matches: [DataScanner.Match], in line: DataDetection.Line) {
    var first = 0
    for part in line.parts {
      while first < matches.count, matches[first].range.upperBound <= part.range.lowerBound { first += 1 }
      var pieces: [(range: Range<Int>, match: Int)] = []
      var index = first
      while index < matches.count, matches[index].range.lowerBound < part.range.upperBound {
        // The indentation of sources stays outside.
        let piece = line.bytes[matches[index].range.clamped(to: part.range)]
        if let start = piece.firstIndex(where: { $0 > 0x20 }), let last = piece.lastIndex(where: { $0 > 0x20 }) {
          pieces.append((start..<last + 1, index))
        }
        index += 1
      }
      if !pieces.isEmpty { split(part.node, part.range, pieces, matches, line.bytes) }
    }
    count += matches.count
  }

  private func split(
    _ text: NodeID, _ whole: Range<Int>, _ pieces: [(range: Range<Int>, match: Int)], _ matches: [DataScanner.Match],
    _ bytes: [UInt8]
  ) {
    let own = document.text(text)
    let parent = document.parent(text)
    var position = whole.lowerBound
    func insert(_ range: Range<Int>, into parent: NodeID, before next: NodeID = .none) {
      guard !range.isEmpty else { return }
      let part = own[range.lowerBound - whole.lowerBound..<range.upperBound - whole.lowerBound]
      document.link(document.makeText(Array(part)), into: parent, before: next)
    }
    for (range, index) in pieces {
      insert(position..<range.lowerBound, into: parent, before: text)
      let link = element(for: matches[index], number: count + index)
      insert(range, into: link)
      document.link(link, into: parent, before: text)
      position = range.upperBound
    }
    insert(position..<whole.upperBound, into: parent, before: text)
    document.remove(text)
  }

  private func element(for match: DataScanner.Match, number: Int) -> NodeID {
    var attributes = [
      ("href", match.address ?? "x-apple-data-detectors://\(number)"), ("dir", "ltr"),
      ("x-apple-data-detectors", "true"),
      ("x-apple-data-detectors-type", match.kind.rawValue), ("x-apple-data-detectors-result", "\(number)"),
    ]
    switch match.kind {
    case .address, .calendarEvent:
      attributes.append(("style", "color: currentcolor; text-decoration-color: hsl(from currentcolor h s 50% / 38%)"))
    case .link, .telephone: break
    }
    return document.makeElement(
      document.names.intern("a"),
      attributes: attributes.map { Attribute(name: document.names.intern($0.0), value: $0.1) })
  }
}
