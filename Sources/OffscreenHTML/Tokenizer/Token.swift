import OffscreenDOM

/// A token's kind. The token's content is in the tokenizer until the next token.
enum Token: Sendable {
  /// A run of characters without U+0000.
  case characters
  /// One U+0000 where the standard lets tree construction decide.
  case null
  case startTag, endTag, comment, documentType, endOfFile
}

/// An attribute of a tag: its value is a range of the input or, decoded, of the scratch memory.
struct TokenAttribute: BitwiseCopyable {
  var name: Atom
  var start: Int
  var count: Int
  var isDecoded: Bool
}

struct DocumentTypeToken {
  var name: [UInt8]?
  var publicID: [UInt8]?
  var systemID: [UInt8]?
  var forceQuirks = false
}

extension UInt8 {
  /// White space of the markup; carriage returns are line feeds by now.
  @inline(__always) var isMarkupSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0C || self == 0x0D
  }
  @inline(__always) var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inline(__always) var isASCIIUpper: Bool { self &- 0x41 < 26 }
  @inline(__always) var isASCIIDigit: Bool { self &- 0x30 < 10 }
  @inline(__always) var asciiLowercased: UInt8 { isASCIIUpper ? self | 0x20 : self }
}
