/// Reads component values from a range of a `TokenBuffer`. All grammars are written on it.
///
/// A cursor stands at a token that is not whitespace: every `consume` also skips the whitespace
/// after what it took, and takes nothing when it answers nil or false. One step is one component
/// value: a function or block is passed over as a whole, and its contents are read with a cursor of
/// their own. Cursors are values: to try something, try it on a copy.
///
///     guard let radius = cursor.consumeFunction("blur")?.consumeNumber() else { return nil }
///
/// Grammars in which whitespace counts (selectors) use `advanceToken` and `skipWhitespace`.
package struct TokenCursor: Sendable {
  package let buffer: TokenBuffer
  /// Index of the next token. May be set back to an earlier value of it.
  package var position: Int
  package let end: Int

  package init(_ buffer: TokenBuffer) { self.init(buffer, 0..<buffer.tokens.count) }

  package init(_ buffer: TokenBuffer, _ range: Range<Int>) {
    let range = range.clamped(to: 0..<buffer.tokens.count)
    self.buffer = buffer
    position = range.lowerBound
    end = range.upperBound
    skipWhitespace()
  }

  package init(_ source: String) { self.init(TokenBuffer(source)) }

  // MARK: Looking

  package var isAtEnd: Bool { position >= end }

  /// The next token; `.endOfInput` if nothing is left.
  package var peek: Token {
    @inline(__always) get { position < end ? buffer.tokens[position] : .endOfInput }
  }

  package var kind: Token.Kind {
    @inline(__always) get { position < end ? buffer.tokens[position].kind : .endOfInput }
  }

  /// Whether whitespace stands before the next token. At the start of a range that was trimmed,
  /// this may look at a token outside of it.
  package var followsWhitespace: Bool { position > 0 && buffer.tokens[position - 1].kind == .whitespace }

  package func isIdent(_ name: StaticString) -> Bool {
    let token = peek
    return token.kind == .ident && buffer.matches(token, name)
  }

  package func isFunction(_ name: StaticString) -> Bool {
    let token = peek
    return token.kind == .function && buffer.matches(token, name)
  }

  package func isDelim(_ character: Unicode.Scalar) -> Bool { peek.isDelim(character) }

  /// What is left, as a range of the buffer's tokens.
  package var range: Range<Int> { position..<max(position, end) }

  /// What is left, as it was written.
  package var source: ArraySlice<UInt8> { buffer.source(of: range) }

  package func string(_ token: Token) -> String { buffer.string(token) }
  package func matches(_ token: Token, _ name: StaticString) -> Bool { buffer.matches(token, name) }

  // MARK: Moving

  /// Passes over the next component value and the whitespace after it.
  @inline(__always)
  package mutating func advance() {
    advanceValue()
    skipWhitespace()
  }

  /// Passes over the next component value and nothing else.
  @inline(__always)
  package mutating func advanceValue() {
    guard position < end else { return }
    let token = buffer.tokens[position]
    position = token.opensBlock ? min(token.match &+ 1, end) : position &+ 1
  }

  /// Passes over one token: into a function or block.
  package mutating func advanceToken() { position = min(position &+ 1, end) }

  @inline(__always)
  package mutating func skipWhitespace() {
    while position < end, buffer.tokens[position].kind == .whitespace { position &+= 1 }
  }

  /// Takes whatever is next.
  @discardableResult
  package mutating func consume() -> Token {
    let token = peek
    advance()
    return token
  }

  @discardableResult
  package mutating func consume(_ kind: Token.Kind) -> Bool {
    guard self.kind == kind else { return false }
    advance()
    return true
  }

  /// The contents of the function or block that is next; it is not passed over.
  package func contents() -> TokenCursor {
    let token = peek
    guard token.opensBlock else { return TokenCursor(buffer, position..<position) }
    return TokenCursor(buffer, position + 1..<max(position + 1, min(token.match, end)))
  }

  // MARK: Single values

  package mutating func consumeIdent() -> Token? {
    let token = peek
    guard token.kind == .ident else { return nil }
    advance()
    return token
  }

  package mutating func consumeIdent(_ name: StaticString) -> Bool {
    guard isIdent(name) else { return false }
    advance()
    return true
  }

  @discardableResult
  package mutating func consumeDelim(_ character: Unicode.Scalar) -> Bool {
    guard isDelim(character) else { return false }
    advance()
    return true
  }

  @discardableResult
  package mutating func consumeComma() -> Bool { consume(.comma) }
  @discardableResult
  package mutating func consumeColon() -> Bool { consume(.colon) }
  @discardableResult
  package mutating func consumeSlash() -> Bool { consumeDelim("/") }

  package mutating func consumeNumber() -> Double? {
    let token = peek
    guard token.kind == .number else { return nil }
    advance()
    return token.number
  }

  /// A number that was written as an integer, clamped to 32 bits.
  package mutating func consumeInteger() -> Int? {
    let token = peek
    guard token.kind == .number, token.isInteger else { return nil }
    advance()
    return token.integer
  }

  /// 100 for `100%`.
  package mutating func consumePercentage() -> Double? {
    let token = peek
    guard token.kind == .percentage else { return nil }
    advance()
    return token.number
  }

  /// A number with a unit: the token's `number`, and its text is the unit.
  package mutating func consumeDimension() -> Token? {
    let token = peek
    guard token.kind == .dimension else { return nil }
    advance()
    return token
  }

  package mutating func consumeHash() -> Token? {
    let token = peek
    guard token.kind == .hash else { return nil }
    advance()
    return token
  }

  package mutating func consumeString() -> String? {
    let token = peek
    guard token.kind == .string else { return nil }
    advance()
    return buffer.string(token)
  }

  /// `url(...)` with or without quotes, or `src("...")`.
  /// https://drafts.csswg.org/css-values-4/#urls
  package mutating func consumeURL() -> String? {
    let token = peek
    switch token.kind {
    case .url:
      advance()
      return buffer.string(token)
    case .function where buffer.matches(token, "url") || buffer.matches(token, "src"):
      var arguments = contents()
      guard let url = arguments.consumeString() else { return nil }
      // Not implemented: URL modifiers have no effect.
      advance()
      return url
    default: return nil
    }
  }

  // MARK: Functions and blocks

  /// The contents of a function of this name.
  package mutating func consumeFunction(_ name: StaticString) -> TokenCursor? {
    guard isFunction(name) else { return nil }
    let contents = contents()
    advance()
    return contents
  }

  /// Any function: its token, whose text is the name, and its contents.
  package mutating func consumeFunction() -> (name: Token, contents: TokenCursor)? {
    let token = peek
    guard token.kind == .function else { return nil }
    let contents = contents()
    advance()
    return (token, contents)
  }

  /// The contents of a block that `opening` begins: `consumeBlock(.openParenthesis)`.
  package mutating func consumeBlock(_ opening: Token.Kind) -> TokenCursor? {
    guard kind == opening, peek.opensBlock else { return nil }
    let contents = contents()
    advance()
    return contents
  }

  // MARK: Lists

  /// What stands before the next comma on this level, which is passed over too; all that is left
  /// where there is none.
  /// https://drafts.csswg.org/css-syntax-3/#parse-comma-separated-list-of-component-values
  package mutating func consumeUpToComma() -> TokenCursor {
    let start = position
    while position < end, buffer.tokens[position].kind != .comma { advanceValue() }
    let part = TokenCursor(buffer, start..<position)
    advance()
    return part
  }

  /// `item` one or more times with commas between them; nil if one fails, or anything is left.
  package mutating func consumeList<Item>(_ item: (inout TokenCursor) -> Item?) -> [Item]? {
    var items: [Item] = []
    repeat {
      guard let next = item(&self) else { return nil }
      items.append(next)
    } while consumeComma()
    return isAtEnd ? items : nil
  }
}
