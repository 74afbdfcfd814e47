/// The texts and numbers of one JSON object; what is nested in it is passed over. For lines of lists and indexes.
/// https://www.rfc-editor.org/rfc/rfc8259
struct FlatJSON {
  private(set) var values: [String: String] = [:]
  private let bytes: ArraySlice<UInt8>
  private var at: Int
  private static let mostValues = 100

  /// Nil where the bytes are no such object.
  init?(_ bytes: ArraySlice<UInt8>) {
    (self.bytes, at) = (bytes, bytes.startIndex)
    guard read() else { return nil }
  }

  subscript(name: String) -> String? { values[name] }

  private mutating func read() -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    if take(UInt8(ascii: "}")) { return true }
    while true {
      guard let name = string(), take(UInt8(ascii: ":")) else { return false }
      skipSpaces()
      guard at < bytes.endIndex else { return false }
      switch bytes[at] {
      case UInt8(ascii: "\""):
        guard let value = string() else { return false }
        if values.count < Self.mostValues { values[name] = value }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard skipNested() else { return false }
      case _:
        let word = bytes[at...].prefix { !", \t\r\n}".utf8.contains($0) }
        guard !word.isEmpty, word.count < 100 else { return false }
        if values.count < Self.mostValues { values[name] = String(decoding: word, as: UTF8.self) }
        at = word.endIndex
      }
      if take(UInt8(ascii: "}")) { return true }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }

  private mutating func skipSpaces() {
    while at < bytes.endIndex, [0x20, 0x09, 0x0D, 0x0A].contains(bytes[at]) { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpaces()
    guard at < bytes.endIndex, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipNested() -> Bool {
    var depth = 0
    while at < bytes.endIndex {
      switch bytes[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          at += 1
          return true
        }
      case UInt8(ascii: "\""):
        guard string() != nil else { return false }
        continue
      case _: break
      }
      at += 1
    }
    return false
  }

  private mutating func string() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    var output: [UInt8] = []
    var high: UInt32?
    while at < bytes.endIndex {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: output, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        continue
      }
      guard at < bytes.endIndex else { return nil }
      let escaped = bytes[at]
      at += 1
      switch escaped {
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "u"):
        let digits = bytes[at...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ PercentEncoding.hexDigit($0) != nil }) else { return nil }
        at += 4
        let unit = digits.reduce(UInt32(0)) { $0 << 4 | UInt32(PercentEncoding.hexDigit($1) ?? 0) }
        if (0xD800..<0xDC00).contains(unit) {
          high = unit
          continue
        }
        var scalar = unit
        if let first = high, (0xDC00..<0xE000).contains(unit) {
          scalar = 0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00)
        }
        output += Array(String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8)
      case _: output.append(escaped)
      }
      high = nil
    }
    return nil
  }
}
