/// Times as attributes of animations say them, in seconds.
/// https://svgwg.org/specs/animations/#ClockValueSyntax
enum ClockValue {
  /// "02:30:03", "02:33", "3.2h", "45min", "30s", "5ms", "12.467"; nil for what is none.
  static func read(_ text: some StringProtocol) -> Double? {
    let text = text.trimmed
    guard let first = text.utf8.first, isDigit(first) || first == UInt8(ascii: ".") else { return nil }
    if text.contains(":") { return colons(text) }
    for (unit, seconds) in [("ms", 0.001), ("min", 60), ("h", 3600), ("s", 1)] where text.hasSuffix(unit) {
      return number(text.dropLast(unit.count)).map { $0 * seconds }
    }
    return number(text[...])
  }

  /// The same with a sign, and a space behind that.
  static func readOffset(_ text: some StringProtocol) -> Double? {
    let text = text.trimmed
    if text.hasPrefix("+") { return read(text.dropFirst()) }
    if text.hasPrefix("-") { return read(text.dropFirst()).map { -$0 } }
    return read(text)
  }

  private static func colons(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let seconds = number(parts[parts.count - 1]) else { return nil }
    var total = 0.0
    for (index, part) in parts.dropLast().enumerated() {
      let isHours = parts.count == 3 && index == 0
      guard part.utf8.allSatisfy(isDigit), isHours ? !part.isEmpty : part.count == 2, let value = Double(part),
        isHours || value < 60
      else { return nil }
      total = total * 60 + value
    }
    guard seconds < 60, parts[parts.count - 1].prefix(2).utf8.allSatisfy(isDigit) else { return nil }
    return min(total * 60 + seconds, longest)
  }

  private static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }), let value = Double(text),
      value.isFinite
    else { return nil }
    return min(value, longest)
  }

  /// What is longer never ends for anybody.
  private static let longest = 1e9
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

extension StringProtocol {
  /// Without the white space around.
  var trimmed: String {
    var part = self[...]
    while part.first?.isWhitespace == true { part = part.dropFirst() }
    while part.last?.isWhitespace == true { part = part.dropLast() }
    return String(part)
  }
}
