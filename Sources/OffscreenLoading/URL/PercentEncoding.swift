/// A set of bytes that are written as `%XX`.
/// https://url.spec.whatwg.org/#percent-encoded-bytes
package struct PercentEncoding: Sendable {
  /// One bit for each ASCII character. Bytes above are always encoded.
  private let low: UInt64
  private let high: UInt64

  private init(_ characters: String, and other: PercentEncoding? = nil) {
    var low = other?.low ?? 0xFFFF_FFFF  // the C0 controls
    var high = other?.high ?? 1 << 63  // DEL
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    (self.low, self.high) = (low, high)
  }

  static let control = PercentEncoding("")
  static let fragment = PercentEncoding(" \"<>`")
  static let query = PercentEncoding(" \"#<>")
  static let specialQuery = PercentEncoding("'", and: query)
  static let path = PercentEncoding("?^`{}", and: query)
  static let userinfo = PercentEncoding("/:;=@[\\]|", and: path)

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    if byte < 64 { return low >> UInt64(byte) & 1 != 0 }
    if byte < 128 { return high >> UInt64(byte - 64) & 1 != 0 }
    return true
  }

  @inline(__always)
  func append(_ byte: UInt8, to output: inout [UInt8]) {
    if contains(byte) { Self.append(byte, to: &output) } else { output.append(byte) }
  }

  func encoded(_ bytes: some Sequence<UInt8>) -> String {
    var output: [UInt8] = []
    for byte in bytes { append(byte, to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  /// Writes a byte as `%XX`.
  static func append(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "%"))
    for digit in [byte >> 4, byte & 15] {
      output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  /// https://url.spec.whatwg.org/#percent-decode
  package static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = hexDigit(bytes[index + 1]), let low = hexDigit(bytes[index + 2])
      {
        output.append(high << 4 | low)
        index += 3
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }

  package static func decodedText(_ text: String) -> String {
    String(decoding: decoded(Array(text.utf8)), as: UTF8.self)
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
