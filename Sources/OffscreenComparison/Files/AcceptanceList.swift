import OffscreenLoading

/// Names of approved pictures, as the HTML report lists them: a line each.
///
///     # pictures to take over: offscreen diff goldens new --accept --list approved.txt
///     9f86d081...  cards/wide.png
///     about.png
///
/// The number before a name is the SHA-256 of the picture that was looked at: another one is not taken over. A
/// character that a line cannot hold, `%` and a leading `#` are written as `%0A`, as in addresses.
package struct AcceptanceList: Sendable {
  private struct Entry: Sendable {
    var line: Int
    var name: String
    var hash: String?
  }

  private let source: String
  private let entries: [Entry]
  private let names: Set<String>

  /// `source`: what messages call it.
  package init(_ bytes: [UInt8], source: String) {
    self.source = source
    var entries: [Entry] = []
    let text = String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes, as: UTF8.self)
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = Self.trimmed(line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      var (name, hash): (Substring, String?) = (line, nil)
      let first = line.prefix { $0 != " " }
      if first.utf8.count == 64, first.allSatisfy(\.isHexDigit), line.utf8.count > 64 {
        (hash, name) = (first.lowercased(), Self.trimmed(line.dropFirst(64)))
      }
      entries.append(Entry(line: index + 1, name: Self.decoded(name), hash: hash))
    }
    self.entries = entries
    names = Set(entries.map(\.name))
  }

  package init(path: String) throws(ComparisonError) {
    self.init(try PictureFile.contents(of: path), source: path)
  }

  func contains(_ name: String) -> Bool { names.contains(name) }

  /// A line for each entry that cannot be taken over, or no more than that. A name is looked up among the pictures
  /// that were compared, and never becomes a path by itself.
  package func problems(with comparison: Comparison) -> [String] {
    let items = Dictionary(comparison.items.map { ($0.name, $0) }) { first, _ in first }
    return entries.compactMap { entry in
      let place = "\(source):\(entry.line): '\(shown(entry.name))'"
      guard let item = items[entry.name] else { return "\(place) is not among the pictures that are compared" }
      if item.isMatch { return nil }
      guard item.isAcceptable, let actual = item.actual else {
        return
          "\(place) cannot be accepted: \(item.difference == nil ? item.summary : "where its golden belongs is not known")"
      }
      if let hash = entry.hash, (try? actual.contents()).map(ContentHash.sha256) != hash {
        return "\(place) is another picture now than the one that was approved"
      }
      return nil
    }
  }

  /// A name as a line of the list.
  static func encoded(_ name: String) -> String {
    var out = ""
    for (index, scalar) in name.unicodeScalars.enumerated() {
      let isMark = scalar == "%" || scalar == "#" && index == 0
      if isMark || scalar.properties.generalCategory == .control || scalar.properties.isWhitespace && scalar != " " {
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 16, uppercase: true)
          out += "%" + (digits.count == 1 ? "0" : "") + digits
        }
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    // Spaces at the ends would not be seen.
    if out.hasPrefix(" ") { out = "%20" + out.dropFirst() }
    if out.hasSuffix(" ") { out = out.dropLast() + "%20" }
    return out
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count >= 2
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  private func shown(_ name: String) -> String {
    String(name.prefix(100).map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } ? "?" : $0 })
  }
}
