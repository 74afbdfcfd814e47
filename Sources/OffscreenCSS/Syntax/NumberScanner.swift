/// SVG's numbers, which may follow each other without anything between: "1.5.5-2e1".
/// https://svgwg.org/svg2-draft/types.html#InterfaceSVGNumber
package enum NumberScanner {
  private static let powers: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }

  /// The number at a position, which moves behind it; nil where there is none.
  package static func number(_ bytes: [UInt8], _ position: inout Int) -> Double? {
    bytes.withUnsafeBufferPointer { number($0, &position) }
  }

  package static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Double? {
    let begin = position
    var at = position
    var isNegative = false
    if at < bytes.count, bytes[at] == 0x2B || bytes[at] == 0x2D {
      isNegative = bytes[at] == 0x2D
      at += 1
    }
    var mantissa: UInt64 = 0
    var (digits, significant, scale) = (0, 0, 0)
    func isDigit(_ at: Int) -> Bool { at < bytes.count && bytes[at] >= 0x30 && bytes[at] <= 0x39 }
    func take(_ byte: UInt8) {
      digits += 1
      if significant > 0 || byte != 0x30 { significant += 1 }
      if significant <= 18 { mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30) }
    }
    while isDigit(at) {
      take(bytes[at])
      at += 1
    }
    if at + 1 < bytes.count || digits > 0, at < bytes.count, bytes[at] == 0x2E, digits > 0 || isDigit(at + 1) {
      at += 1
      while isDigit(at) {
        take(bytes[at])
        scale += 1
        at += 1
      }
    }
    guard digits > 0 else { return nil }
    var exponent = 0
    if at < bytes.count, bytes[at] | 0x20 == 0x65 {
      var after = at + 1
      let hasSign = after < bytes.count && (bytes[after] == 0x2B || bytes[after] == 0x2D)
      let isSmall = hasSign && bytes[after] == 0x2D
      if hasSign { after += 1 }
      if isDigit(after) {
        while isDigit(after) {
          exponent = min(10_000, exponent * 10 + Int(bytes[after] &- 0x30))
          after += 1
        }
        if isSmall { exponent = -exponent }
        at = after
      }
    }
    position = at
    let shift = exponent - scale
    var value: Double
    if significant <= 15, shift.magnitude <= 22 {
      // Optimization: exact, both numbers being so.
      let power = powers[Int(shift.magnitude)]
      value = shift < 0 ? Double(mantissa) / power : Double(mantissa) * power
      if isNegative { value = -value }
    } else {
      value = Double(String(decoding: bytes[begin..<at], as: UTF8.self)) ?? 0
    }
    return max(-1e9, min(1e9, value.isNaN ? 0 : value))
  }

  /// The numbers of a list as far as they can be read; commas or spaces stand between.
  package static func list(_ text: String, most: Int) -> (numbers: [Double], isWhole: Bool) {
    let bytes = Array(text.utf8)
    var position = 0
    var numbers: [Double] = []
    var hasComma = false
    while true {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      if position < bytes.count, bytes[position] == 0x2C, !hasComma, !numbers.isEmpty {
        hasComma = true
        position += 1
        continue
      }
      guard position < bytes.count else { return (numbers, !hasComma) }
      guard numbers.count < most, let number = number(bytes, &position) else { return (numbers, false) }
      numbers.append(number)
      hasComma = false
    }
  }
}
