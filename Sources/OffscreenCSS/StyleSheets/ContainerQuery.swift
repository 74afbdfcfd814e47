/// https://drafts.csswg.org/css-conditional-5/#container-rule
package struct ContainerQuery: Sendable {
  package var name: String?
  package var condition: Condition<ContainerTest>?

  /// Whether only containers with a size of their own can answer.
  package var asksSize: Bool { condition?.contains { $0.isSize } ?? false }

  /// The prelude of `@container`.
  init?(_ prelude: TokenCursor) {
    var cursor = prelude
    if !cursor.isIdent("not"), let name = cursor.consumeIdent() { self.name = cursor.string(name) }
    if !cursor.isAtEnd {
      let parser = ConditionParser<ContainerTest>(inParentheses: { MediaFeature($0).map { .size($0) } }) {
        name, contents in
        name == "style" ? ContainerTest.style(contents) : nil
      }
      guard let condition = parser.parse(&cursor) else { return nil }
      self.condition = condition
    }
    guard cursor.isAtEnd, name != nil || condition != nil else { return nil }
  }
}

/// A feature of a container query: of size or of style.
package enum ContainerTest: Sendable {
  case size(MediaFeature)
  case style(Condition<StyleFeature>)

  var isSize: Bool {
    switch self {
    case .size: true
    case .style: false
    }
  }

  /// The contents of `style()`.
  fileprivate static func style(_ contents: TokenCursor) -> ContainerTest? {
    if let feature = StyleFeature(contents) { return .style(.test(feature)) }
    var cursor = contents
    let parser = ConditionParser<StyleFeature>(inParentheses: { StyleFeature($0) })
    guard let condition = parser.parse(&cursor), cursor.isAtEnd else { return nil }
    return .style(condition)
  }
}

/// `--name` or `--name: value`. Not implemented: other properties, which Chromium has not either.
/// https://drafts.csswg.org/css-conditional-5/#style-container
package struct StyleFeature: Sendable {
  package let name: String
  /// Nil asks whether the property has any value.
  package let value: CustomProperties.Value?

  init?(_ contents: TokenCursor) {
    var cursor = contents
    guard let token = cursor.consumeIdent(), cursor.buffer.isCustomName(token) else { return nil }
    name = cursor.string(token)
    if cursor.isAtEnd {
      value = nil
      return
    }
    guard cursor.consumeColon() else { return nil }
    var end = cursor.range.upperBound
    while end > cursor.position, cursor.buffer.tokens[end - 1].kind == .whitespace { end -= 1 }
    value = CustomProperties.Value(buffer: cursor.buffer, tokens: cursor.position..<end)
  }

  /// Whether the style of a container fits.
  package func matches(
    _ style: ComputedStyle, registered: [String: RegisteredProperty], _ context: ParsingContext,
    in environment: ComputationEnvironment
  ) -> Bool {
    let actual = style.variables[name]
    guard let value else { return actual != nil }
    var substitution = Substitution(context: context, environment: environment) { style.variables[$0] }
    guard let buffer = substitution.replaced(value.tokens, in: value.buffer) else { return false }
    var wanted = CustomProperties.Value(buffer: buffer, tokens: 0..<buffer.tokens.count)
    if let property = registered[name], let text = property.syntax.specified(TokenCursor(buffer), in: context) {
      let computed = TokenBuffer(text.computed(in: environment))
      wanted = CustomProperties.Value(buffer: computed, tokens: 0..<computed.tokens.count)
    }
    return actual.map { $0.source.elementsEqual(wanted.source) } ?? false
  }
}
