import OffscreenDOM

/// What plain text may hold that could be a link.
public enum DataDetector: String, Sendable, Codable, CaseIterable {
  /// Addresses that begin with `http://`, `https://` or `www.`, and those of mail.
  case links
  /// Telephone numbers of 7 to 15 digits that begin with `+`, `00`, `(` or `0`, or are grouped as American
  /// ones are.
  case phoneNumbers
}

/// Makes links of what detectors find in a document's text.
struct DataDetection {
  private let detectors: Set<DataDetector>
  private static let mostLinks = 10_000

  init(_ detectors: Set<DataDetector>) { self.detectors = detectors }

  struct Match: Equatable {
    var range: Range<Int>
    var address: String
  }

  func makeLinks(in document: Document) {
    guard !detectors.isEmpty else { return }
    let root = document.documentElement
    var texts: [NodeID] = []
    var node = root
    while !node.isNone {
      if document.isElement(node), isLeftAlone(node, document) {
        node = document.nextSkippingChildren(node, within: root)
      } else {
        if document.kind(node) == .text { texts.append(node) }
        node = document.next(node, within: root)
      }
    }
    var count = 0
    for text in texts where count < Self.mostLinks { count += split(text, document) }
  }

  /// Whether an element's text is no prose, or is a link already.
  private func isLeftAlone(_ node: NodeID, _ document: Document) -> Bool {
    guard document.namespace(node) == .html else { return true }
    switch document.name(node).known {
    case .a, .script, .style, .textarea, .button, .select, .head, .iframe, .noscript, .template, .object: return true
    default: return false
    }
  }

  /// The number of links that were made.
  private func split(_ text: NodeID, _ document: Document) -> Int {
    let bytes = Array(document.text(text))
    let matches = matches(in: bytes)
    guard !matches.isEmpty else { return 0 }
    let parent = document.parent(text)
    var position = 0
    func insert(_ range: Range<Int>, into parent: NodeID, before next: NodeID = .none) {
      if !range.isEmpty { document.insert(document.makeText(Array(bytes[range])), into: parent, before: next) }
    }
    for match in matches {
      insert(position..<match.range.lowerBound, into: parent, before: text)
      let link = document.makeElement(
        document.names.intern("a"), attributes: [Attribute(name: document.names.intern("href"), value: match.address)])
      insert(match.range, into: link)
      document.insert(link, into: parent, before: text)
      position = match.range.upperBound
    }
    insert(position..<bytes.count, into: parent, before: text)
    document.remove(text)
    return matches.count
  }

  // MARK: Finding

  func matches(in text: [UInt8]) -> [Match] {
    var result: [Match] = []
    var position = 0
    while position < text.count {
      let isStart = position == 0 || !Self.isWord(text[position - 1])
      if isStart, let match = match(at: position, in: text) {
        result.append(match)
        position = match.range.upperBound
      } else {
        position += 1
      }
    }
    return result
  }

  private func match(at start: Int, in text: [UInt8]) -> Match? {
    let first = text[start]
    if detectors.contains(.links), Self.isWord(first) {
      if let match = Self.webAddress(at: start, text) ?? Self.mailAddress(at: start, text) { return match }
    }
    if detectors.contains(.phoneNumbers), Self.isDigit(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "(") {
      return Self.phoneNumber(at: start, text)
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x80 }
  private static func isWord(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "_") }

  private static func hasPrefix(_ prefix: String, at start: Int, _ text: [UInt8]) -> Bool {
    let prefix = prefix.utf8
    return text.count - start > prefix.count && zip(text[start...], prefix).allSatisfy { ($0 | 0x20) == ($1 | 0x20) }
  }

  private static func webAddress(at start: Int, _ text: [UInt8]) -> Match? {
    let prefixes = [("http://", ""), ("https://", ""), ("www.", "https://")]
    guard let (prefix, scheme) = prefixes.first(where: { hasPrefix($0.0, at: start, text) }) else { return nil }
    // 1. Up to what no address has, and without what a sentence ends with.
    var end = start + prefix.utf8.count
    guard isWord(text[end]) else { return nil }
    while end < text.count, end - start < 2_000, text[end] > 0x20, !"<>\"'`{}|\\^".utf8.contains(text[end]) { end += 1 }
    var open = text[start..<end].count { $0 == UInt8(ascii: "(") }
    var close = text[start..<end].count { $0 == UInt8(ascii: ")") }
    while end > start, let last = text[..<end].last {
      if last == UInt8(ascii: ")"), close > open { close -= 1 } else if !".,;:!?*]".utf8.contains(last) { break }
      if last == UInt8(ascii: "(") { open -= 1 }
      end -= 1
    }
    let address = String(decoding: text[start..<end], as: UTF8.self)
    // 2. A host with a dot, where it is only by its beginning that we know it.
    if !scheme.isEmpty, address.dropFirst(4).split(separator: "/").first?.contains(".") != true { return nil }
    return Match(range: start..<end, address: scheme + address)
  }

  private static func mailAddress(at start: Int, _ text: [UInt8]) -> Match? {
    var end = start
    while end < text.count, end - start < 64, isWord(text[end]) || ".+-%".utf8.contains(text[end]) { end += 1 }
    guard end > start, end < text.count, text[end] == UInt8(ascii: "@"), text[end - 1] != UInt8(ascii: ".") else { return nil }
    let host = end + 1
    end = host
    while end < text.count, end - host < 253, isWord(text[end]) || ".-".utf8.contains(text[end]) { end += 1 }
    while end > host, ".-".utf8.contains(text[end - 1]) { end -= 1 }
    let labels = text[host..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last, last.count >= 2,
      last.allSatisfy(isLetter)
    else { return nil }
    return Match(range: start..<end, address: "mailto:" + String(decoding: text[start..<end], as: UTF8.self))
  }

  private static func phoneNumber(at start: Int, _ text: [UInt8]) -> Match? {
    var end = start
    var digits: [UInt8] = []
    var groups = [0]
    var lastDigit = start
    // 1. Digits in groups; no more than one separator between two, but for brackets.
    while end < text.count, end - start < 40 {
      let byte = text[end]
      if isDigit(byte) {
        digits.append(byte)
        groups[groups.count - 1] += 1
        lastDigit = end
      } else if " -./()".utf8.contains(byte) || byte == UInt8(ascii: "+") && end == start {
        if end - lastDigit > 3 { break }
        if groups[groups.count - 1] > 0 { groups.append(0) }
      } else {
        break
      }
      end += 1
    }
    end = lastDigit + 1
    if groups.last == 0 { groups.removeLast() }
    guard (7...15).contains(digits.count), end == text.count || !isWord(text[end]) else { return nil }
    // 2. Dates, prices and plain numbers are none.
    let first = text[start]
    let isInternational = first == UInt8(ascii: "+") || digits.starts(with: [0x30, 0x30])
    let isAmerican = groups == [3, 3, 4] || groups == [1, 3, 3, 4]
    let isNational = (first == UInt8(ascii: "(") || first == UInt8(ascii: "0")) && groups.count > 1
      && (groups.first ?? 0) >= 3
    guard isInternational || isAmerican || isNational else { return nil }
    let number = String(decoding: digits, as: UTF8.self)
    return Match(range: start..<end, address: "tel:" + (first == UInt8(ascii: "+") ? "+" : "") + number)
  }
}
