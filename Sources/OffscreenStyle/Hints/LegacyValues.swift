/// How attributes of old write values.
enum LegacyValues {
  /// A number with a fraction, perhaps a percentage, as CSS; what follows it is ignored.
  /// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-dimension-values
  static func dimension(_ text: String, nonZero: Bool = false) -> String? {
    var bytes = Array(text.utf8)[...].drop { isSpace($0) }
    let whole = bytes.prefix { isDigit($0) }
    guard !whole.isEmpty else { return nil }
    bytes = bytes.dropFirst(whole.count)
    var number = String(decoding: whole.drop { $0 == 0x30 }.prefix(9), as: UTF8.self)
    if number.isEmpty { number = "0" }
    if bytes.first == 0x2E {
      let fraction = bytes.dropFirst().prefix { isDigit($0) }
      if !fraction.isEmpty { number += "." + String(decoding: fraction.prefix(9), as: UTF8.self) }
      bytes = bytes.dropFirst(1 + fraction.count)
    }
    if nonZero, Double(number) == 0 { return nil }
    return number + (bytes.first == 0x25 ? "%" : "px")
  }

  /// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-integers
  static func integer(_ text: String) -> Int? {
    var bytes = Array(text.utf8)[...].drop { isSpace($0) }
    var isNegative = false
    if let sign = bytes.first, sign == 0x2B || sign == 0x2D {
      isNegative = sign == 0x2D
      bytes = bytes.dropFirst()
    }
    let digits = bytes.prefix { isDigit($0) }
    guard !digits.isEmpty else { return nil }
    let value = Int(String(decoding: digits.drop { $0 == 0x30 }.prefix(10), as: UTF8.self)) ?? 0
    return min(isNegative ? -value : value, Int(Int32.max))
  }

  static func nonNegative(_ text: String) -> Int? { integer(text).flatMap { $0 < 0 ? nil : $0 } }

  /// A colour as CSS.
  /// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-legacy-colour-value
  static func color(_ text: String, isNamed: (String) -> Bool) -> String? {
    // 1. to 4.
    let trimmed = text.trimmingASCIIWhitespace.lowercased()
    if trimmed.isEmpty || trimmed == "transparent" { return nil }
    // 5.
    if isNamed(trimmed) { return trimmed }
    // 6.
    let ascii = Array(trimmed.utf8)
    if ascii.count == 4, ascii[0] == 0x23, ascii.dropFirst().allSatisfy({ isHex($0) }) { return trimmed }
    // 7. and 8. Characters beyond the basic plane count twice, and no more than 128 count.
    var digits: [UInt8] = []
    for scalar in trimmed.unicodeScalars {
      let value: UInt8 = scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : 0x30
      digits.append(value)
      if scalar.value > 0xFFFF { digits.append(0x30) }
      if digits.count >= 128 { break }
    }
    // 9. to 11.
    if digits.first == 0x23 { digits.removeFirst() }
    digits = digits.map { isHex($0) ? $0 : 0x30 }
    while digits.isEmpty || digits.count % 3 != 0 { digits.append(0x30) }
    // 12. to 15.
    var length = digits.count / 3
    var parts = (0..<3).map { Array(digits[$0 * length..<($0 + 1) * length]) }
    if length > 8 {
      parts = parts.map { Array($0.suffix(8)) }
      length = 8
    }
    while length > 2, parts.allSatisfy({ $0.first == 0x30 }) {
      parts = parts.map { Array($0.dropFirst()) }
      length -= 1
    }
    // 16. to 20.
    return "#"
      + parts.map { part in
        let two = part.prefix(2)
        return (two.count == 1 ? "0" : "") + String(decoding: two, as: UTF8.self)
      }.joined()
  }

  /// A string in CSS.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\a "
      case "\r", "\u{0C}", "\0": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }
}
