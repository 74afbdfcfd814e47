/// The classes of bytes for the tokenizer. A byte above 0x7F is part of a non-ASCII code
/// point.
///
/// Deviation: every non-ASCII code point may stand in a name, as in CSS 2 and in Chromium; the
/// standard's draft leaves some out.
/// https://drafts.csswg.org/css-syntax-3/#tokenizer-definitions
extension UInt8 {
  @inline(__always) private func isIn(low: UInt64, high: UInt64) -> Bool {
    (self < 64 ? low &>> UInt64(self) : high &>> UInt64(self & 63)) & 1 != 0
  }

  @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
  @inline(__always) var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
  /// Letters, `_` and beyond ASCII.
  @inline(__always) var isIdentStart: Bool {
    self >= 0x80 || isIn(low: 0, high: 0x07FF_FFFE_87FF_FFFE)
  }
  /// Those, digits and `-`.
  @inline(__always) var isIdent: Bool {
    self >= 0x80 || isIn(low: 0x03FF_2000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE)
  }
  /// Newline (after preprocessing only U+000A), tab and space.
  @inline(__always) var isCSSWhitespace: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
  @inline(__always) var isNonPrintable: Bool { self <= 0x08 || self == 0x0B || self &- 0x0E < 18 || self == 0x7F }
  @inline(__always) var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// The value of a hexadecimal digit.
  @inline(__always) var hexValue: UInt32 {
    isDigit ? UInt32(self &- 0x30) : UInt32((self | 0x20) &- 0x61 &+ 10)
  }
}

extension Array where Element == UInt8 {
  /// Appends a code point's UTF-8.
  mutating func append(codePoint: UInt32) {
    append(contentsOf: Unicode.UTF8.encode(Unicode.Scalar(codePoint) ?? "\u{FFFD}") ?? .init())
  }
}
