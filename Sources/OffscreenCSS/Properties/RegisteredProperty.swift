/// A custom property of which `@property` says what values it takes.
/// https://drafts.css-houdini.org/css-properties-values-api-1/#at-property-rule
package struct RegisteredProperty: Sendable {
  package let name: String
  package let syntax: PropertySyntax
  /// The initial value.
  package let initial: CustomProperties.Value?
  package let isInherited: Bool

  /// Nil where the rule is invalid.
  package init?(_ rule: ActiveRules.Descriptors) {
    let buffer = rule.sheet.buffer
    var initial: CustomProperties.Value?
    var isInherited: Bool?
    var syntax: PropertySyntax?
    for declaration in rule.declarations {
      var cursor = TokenCursor(buffer, declaration.value)
      switch buffer.lowercased(buffer.tokens[declaration.name]) {
      case "initial-value": initial = CustomProperties.Value(buffer: buffer, tokens: declaration.value)
      case "inherits": isInherited = cursor.isIdent("true") ? true : cursor.isIdent("false") ? false : nil
      case "syntax": syntax = cursor.consumeString().flatMap { PropertySyntax($0) }
      default: break
      }
    }
    guard let syntax, let isInherited else { return nil }
    if !syntax.isUniversal {
      // The initial value matches the syntax, and is computationally independent.
      guard let value = initial, !Substitution.isNeeded(in: value.tokens, buffer),
        let text = syntax.specified(TokenCursor(buffer, value.tokens), in: ParsingContext()),
        text.dependencies.isSubset(of: .viewport)
      else { return nil }
      let computed = TokenBuffer(text.computed(in: .initial))
      initial = CustomProperties.Value(buffer: computed, tokens: 0..<computed.tokens.count)
    }
    (name, self.syntax, self.initial, self.isInherited) = (rule.name, syntax, initial, isInherited)
  }
}
