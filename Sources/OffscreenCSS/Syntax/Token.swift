/// A token of a style sheet: plain numbers that point into its `TokenBuffer`.
/// https://drafts.csswg.org/css-syntax-3/#tokenization
package struct Token: Sendable {
  package enum Kind: UInt8, Sendable {
    case ident, function, atKeyword, hash, string, badString, url, badURL, delim
    case number, percentage, dimension, unicodeRange, whitespace, cdo, cdc
    case colon, semicolon, comma
    case openSquare, closeSquare, openParenthesis, closeParenthesis, openCurly, closeCurly
    /// What a cursor shows when nothing is left; never in a buffer.
    case endOfInput
  }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The type flag of numbers is "integer".
    package static let integer = Flags(rawValue: 1)
    /// The number was written with a sign.
    package static let signed = Flags(rawValue: 2)
    /// The type flag of a hash is "id".
    package static let id = Flags(rawValue: 4)
    /// The text was written with escapes.
    package static let escaped = Flags(rawValue: 8)
  }

  package let kind: Kind
  package let flags: Flags
  /// The ASCII character of a delim token.
  package let delim: UInt8
  /// The token's range in the source.
  package let start: Int32
  package let end: Int32
  /// Name of an ident, function, at-keyword or hash, content of a string or URL, unit of a
  /// dimension: a range of the buffer's bytes, escapes decoded.
  package let textStart: Int32
  package let textEnd: Int32
  /// The bits of the number; or the match of an opening token; or both ends of a Unicode range.
  var payload: UInt64

  init(
    _ kind: Kind, start: Int, end: Int, text: Range<Int> = 0..<0, flags: Flags = [], delim: UInt8 = 0,
    payload: UInt64 = 0
  ) {
    self.kind = kind
    self.flags = flags
    self.delim = delim
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
    textStart = Int32(truncatingIfNeeded: text.lowerBound)
    textEnd = Int32(truncatingIfNeeded: text.upperBound)
    self.payload = payload
  }

  static let endOfInput = Token(.endOfInput, start: 0, end: 0)

  /// The value of a number, percentage (100 for `100%`) or dimension; always finite.
  package var number: Double { Double(bitPattern: payload) }

  /// The value as an integer, clamped to 32 bits.
  package var integer: Int {
    Int(min(max(number, Double(Int32.min)), Double(Int32.max)))
  }

  /// Whether a number was written without a fraction and an exponent.
  package var isInteger: Bool { flags.contains(.integer) }

  /// Function or opening bracket: the index of the token that closes it; the number of tokens where
  /// the input ends before.
  package var match: Int { Int(truncatingIfNeeded: payload) }

  /// The code points of a `unicodeRange`; nil where it is empty or leaves Unicode.
  /// https://drafts.csswg.org/css-fonts-4/#unicode-range-desc
  package var codePoints: ClosedRange<UInt32>? {
    let first = UInt32(truncatingIfNeeded: payload >> 32)
    let last = UInt32(truncatingIfNeeded: payload)
    return first <= last && last <= 0x10FFFF ? first...last : nil
  }

  /// Whether it begins a function or a simple block.
  package var opensBlock: Bool {
    kind == .function || kind == .openCurly || kind == .openParenthesis || kind == .openSquare
  }

  package func isDelim(_ character: Unicode.Scalar) -> Bool {
    kind == .delim && UInt32(delim) == character.value
  }
}
