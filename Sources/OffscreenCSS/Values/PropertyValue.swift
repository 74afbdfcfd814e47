/// A value that is read from tokens, and written from its computed form.
package protocol PropertyValue: ComputedValue {
  /// Takes nothing where it gives nil, or what it took does not matter.
  static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<Self>?
}

/// A value that depends on nothing: it is computed as it is read.
package protocol AbsoluteValue: PropertyValue {
  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> Self?
}

extension AbsoluteValue {
  package static func specified(
    _ cursor: inout TokenCursor, in context: ParsingContext
  ) -> Specified<Self>? {
    parse(&cursor, in: context).map { .computed($0) }
  }
}

extension KeywordValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> Self? {
    cursor.consumeKeyword(Self.self)
  }
}

extension TokenCursor {
  package mutating func consumeKeyword<Keyword: KeywordValue>(_ type: Keyword.Type = Keyword.self) -> Keyword? {
    let token = peek
    guard token.kind == .ident, let keyword = Keyword(rawValue: buffer.lowercased(token)) else { return nil }
    advance()
    return keyword
  }

  /// The next identifier in lower case, if there is one; it is not taken.
  var peekedName: String? {
    let token = peek
    return token.kind == .ident ? buffer.lowercased(token) : nil
  }

  /// An identifier that an author made up: none of the CSS-wide keywords.
  /// https://drafts.csswg.org/css-values-4/#custom-idents
  package mutating func consumeCustomIdent(except reserved: Set<String> = []) -> String? {
    let token = peek
    guard token.kind == .ident else { return nil }
    let name = buffer.lowercased(token)
    guard WideKeyword(rawValue: name) == nil, name != "default", !reserved.contains(name) else { return nil }
    advance()
    return buffer.string(token)
  }

  /// One of these keywords, by its meaning.
  mutating func consumeOne<Meaning>(of meanings: KeyValuePairs<StaticString, Meaning>) -> Meaning? {
    let token = peek
    guard token.kind == .ident else { return nil }
    for (name, meaning) in meanings where buffer.matches(token, name) {
      advance()
      return meaning
    }
    return nil
  }
}

/// https://drafts.csswg.org/css-cascade-5/#defaulting-keywords
package enum WideKeyword: String, Sendable {
  case initial, inherit, unset, revert
  case revertLayer = "revert-layer"
  case revertRule = "revert-rule"
}
