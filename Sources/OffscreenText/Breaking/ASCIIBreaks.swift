/// Where Chromium breaks between two printable ASCII characters; measured, pair by pair. It differs
/// from Unicode's rules so that URLs, paths and code stay together.
enum ASCIIBreaks {
  /// A bit for each character that may start a line after the given one.
  private struct Followers {
    var low: UInt64 = 0
    var high: UInt64 = 0

    mutating func insert(_ byte: UInt8) {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
  }

  private static let followers: [Followers] = {
    var table = [Followers](repeating: Followers(), count: 128)
    for byte in "!\"#%&)*+,.:;=>\\]|}~".utf8 {
      for next in "(<[{".utf8 { table[Int(byte)].insert(next) }
    }
    for next in UInt8(0x21)...0x7E {
      let isLetter = (next | 0x20) >= 0x61 && (next | 0x20) <= 0x7A
      let isDigit = next >= 0x30 && next <= 0x39
      if isLetter || "\"#%&'(*+-<=>@[\\^_`{|~".utf8.contains(next) {
        table[0x2D].insert(next)  // -
      }
      if isLetter || isDigit || "#$%&(*+-<=>@[\\^_`{|~".utf8.contains(next) {
        table[0x3F].insert(next)  // ?
      }
    }
    return table
  }()

  /// Both are printable ASCII characters; `earlier` is the byte before them, or 0.
  @inline(__always)
  static func isAllowed(between last: UInt8, and next: UInt8, earlier: UInt8) -> Bool {
    // A hyphen before a digit may be a minus sign, unless it stands behind a letter or digit.
    if last == 0x2D && next >= 0x30 && next <= 0x39 {
      let letter = earlier | 0x20
      return (earlier >= 0x30 && earlier <= 0x39) || (letter >= 0x61 && letter <= 0x7A)
    }
    let set = followers[Int(last & 0x7F)]
    let bits = next < 64 ? set.low : set.high
    return bits >> UInt64(next & 63) & 1 != 0
  }
}
