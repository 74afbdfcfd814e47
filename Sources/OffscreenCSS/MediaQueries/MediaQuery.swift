/// https://drafts.csswg.org/mediaqueries-4/#media
package struct MediaQuery: Sendable {
  package var isNegated = false
  /// In lower case; nil is every type.
  package var type: String?
  package var condition: Condition<MediaFeature>?
  /// An invalid query is `not all`.
  package var isInvalid = false

  package func matches(_ context: MediaContext) -> Bool {
    guard !isInvalid else { return false }
    var result: Bool? = type == nil || type == "all" || type == context.type.rawValue
    if result == true, let condition { result = condition.evaluate { $0.evaluate(context) } }
    return (isNegated ? result.map { !$0 } : result) ?? false
  }
}

package struct MediaQueryList: Sendable {
  package var queries: [MediaQuery]

  /// Matches everywhere.
  package static let all = MediaQueryList(queries: [])

  package init(queries: [MediaQuery]) { self.queries = queries }

  /// https://drafts.csswg.org/mediaqueries-4/#typedef-media-query-list
  package init(_ cursor: TokenCursor) {
    var cursor = cursor
    queries = []
    guard !cursor.isAtEnd else { return }
    while true {
      let start = cursor.position
      while !cursor.isAtEnd, cursor.kind != .comma { cursor.advanceValue() }
      queries.append(Self.query(TokenCursor(cursor.buffer, start..<cursor.position)))
      guard cursor.consumeComma() else { return }
    }
  }

  /// The value of a `media` attribute.
  package init(_ text: String) { self.init(TokenCursor(text)) }

  package func matches(_ context: MediaContext) -> Bool {
    queries.isEmpty || queries.contains { $0.matches(context) }
  }

  private static func query(_ cursor: TokenCursor) -> MediaQuery {
    let parser = ConditionParser<MediaFeature>(inParentheses: { MediaFeature($0) })
    var query = MediaQuery()
    // 1. A condition alone.
    var attempt = cursor
    if let condition = parser.parse(&attempt), attempt.isAtEnd {
      query.condition = condition
      return query
    }
    // 2. A type, perhaps with a condition.
    var cursor = cursor
    let invalid = MediaQuery(isInvalid: true)
    if cursor.consumeIdent("not") {
      query.isNegated = true
    } else {
      _ = cursor.consumeIdent("only")
    }
    guard let type = cursor.consumeIdent() else { return invalid }
    let name = cursor.buffer.lowercased(type)
    guard !["not", "only", "and", "or", "layer"].contains(name) else { return invalid }
    query.type = name
    if cursor.consumeIdent("and") {
      guard let condition = parser.parse(&cursor, allowsOr: false) else { return invalid }
      query.condition = condition
    }
    return cursor.isAtEnd ? query : invalid
  }
}
