import OffscreenDOM

/// `if()`: the value of the first condition that holds.
/// https://drafts.csswg.org/css-values-5/#if-notation
extension Substitution {
  /// A question of style, of the media, or of what is supported.
  private enum Test: Sendable {
    case style(Condition<StyleFeature>)
    case media(MediaQueryList)
    case supports(SupportsCondition)
  }

  /// Appends the value whose condition holds; false where none does, as in Chromium.
  mutating func choose(_ branches: TokenCursor, to text: inout SubstitutedText, depth: Int) -> Bool {
    for (condition, value) in Self.branches(branches) ?? [] where holds(condition, depth: depth) {
      return append(value.range, of: value.buffer, to: &text, depth: depth + 1)
    }
    return false
  }

  /// Whether it is made of conditions and values. Conditions that are to be substituted may become any.
  static func isValidConditional(_ list: TokenCursor) -> Bool {
    guard let branches = branches(list), !branches.isEmpty else { return false }
    return branches.allSatisfy { condition, _ in
      if isNeeded(in: condition.range, condition.buffer) { return true }
      var cursor = condition
      return (cursor.consumeIdent("else") || parser.parse(&cursor) != nil) && cursor.isAtEnd
    }
  }

  /// Conditions and their values; nil where it is not so made.
  private static func branches(_ list: TokenCursor) -> [(condition: TokenCursor, value: TokenCursor)]? {
    var cursor = list
    var branches: [(TokenCursor, TokenCursor)] = []
    while !cursor.isAtEnd {
      let start = cursor.position
      while !cursor.isAtEnd, cursor.kind != .colon, cursor.kind != .semicolon { cursor.advanceValue() }
      let condition = TokenCursor(cursor.buffer, start..<cursor.position)
      guard !condition.isAtEnd, cursor.consumeColon() else { return nil }
      let valueStart = cursor.position
      while !cursor.isAtEnd, cursor.kind != .semicolon { cursor.advanceValue() }
      let value = TokenCursor(cursor.buffer, cursor.buffer.trimmed(valueStart..<cursor.position))
      branches.append((condition, value))
      _ = cursor.consume(.semicolon)
    }
    return branches
  }

  private mutating func holds(_ condition: TokenCursor, depth: Int) -> Bool {
    var cursor = condition
    if Self.isNeeded(in: cursor.range, cursor.buffer) {
      var text = SubstitutedText()
      guard append(cursor.range, of: cursor.buffer, to: &text, depth: depth + 1) else { return false }
      cursor = TokenCursor(text.buffer)
    }
    if cursor.consumeIdent("else") { return cursor.isAtEnd }
    guard let tests = Self.parser.parse(&cursor), cursor.isAtEnd else { return false }
    // Evaluated one after the other: a question of style may make a cycle.
    var asked = self
    let result = tests.evaluate { test in asked.answer(test) }
    dependencies.formUnion(asked.dependencies)
    return result ?? false
  }

  private mutating func answer(_ test: Test) -> Bool? {
    switch test {
    case .media(let queries): return queries.matches(environment.media)
    case .supports(let condition):
      let context = context
      return condition.evaluate { PropertyTable.supports($0, in: $1, context) }
    case .style(let condition):
      dependencies.insert(.customProperties)
      let (variable, context, environment) = (variable, context, environment)
      return condition.evaluate {
        $0.matches(
          variable: variable, registered: environment.rules?.registered ?? [:], context, in: environment)
      }
    }
  }

  private static var parser: ConditionParser<Test> {
    ConditionParser(inParentheses: { _ in nil }) { name, contents in
      switch name {
      case "style": ContainerTest.condition(contents) { StyleFeature($0) }.map { .style($0) }
      case "media": .media(media(contents))
      case "supports":
        SupportsCondition(contents, selectors: SelectorContext(names: NameTable()), allowsDeclaration: true)
          .map { .supports($0) }
      default: nil
      }
    }
  }

  /// A query, or a feature without its parentheses.
  private static func media(_ contents: TokenCursor) -> MediaQueryList {
    let isFeature =
      contents.kind == .ident
      && contents.range.contains { index in
        switch contents.buffer.tokens[index].kind {
        case .colon, .delim: true
        default: false
        }
      }
    let names: Set = ["all", "screen", "print", "not", "only"]
    guard isFeature || !names.contains(contents.peekedName ?? "all") else { return MediaQueryList(contents) }
    return MediaQueryList("(" + String(decoding: contents.source, as: UTF8.self) + ")")
  }
}
