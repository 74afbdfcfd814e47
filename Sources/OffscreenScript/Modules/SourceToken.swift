/// A token of a script's source. https://tc39.es/ecma262/#sec-ecmascript-language-lexical-grammar
struct SourceToken {
  enum Kind: UInt8 {
    case end, name, privateName, number, string, regularExpression, mark
    /// The grave accent that a template begins with.
    case template
  }

  /// What parsing has to tell apart: all operators that stand between two operands are one.
  enum Mark: UInt8 {
    case none
    case openParenthesis, closeParenthesis, openBracket, closeBracket, openBrace, closeBrace
    case semicolon, comma, dot, ellipsis, question, optionalChain, colon, arrow
    /// `=`, and all others that assign.
    case assign, assignOperator
    case increment, decrement
    /// `+` and `-`; `!` and `~`.
    case sign, negation
    case star
    /// `/` and `/=`, which begin a regular expression where an operand is to come.
    case slash, slashAssign
    case operation
  }

  var kind: Kind
  var mark = Mark.none
  var name: SourceNames.ID = -1
  var start: Int
  var end: Int
  var followsLineBreak = false
  /// Of names and strings: they are not spelled as they are.
  var hasEscape = false

  func isWord(_ word: SourceNames.Word) -> Bool { kind == .name && name == word.rawValue && !hasEscape }
}

/// Why a source cannot be read: what the language does not allow, or more than is read here.
package struct SourceError: Error, Equatable {
  package var message: String
  /// From 1.
  package var line: Int
}
