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
    self.init(name: rule.name, syntax: syntax, initial: initial, isInherited: isInherited)
  }

  /// Nil where the initial value is not one.
  private init?(
    name: String, syntax: PropertySyntax, initial: CustomProperties.Value?, isInherited: Bool,
    _ context: ParsingContext = ParsingContext()
  ) {
    var initial = initial
    if !syntax.isUniversal {
      // The initial value matches the syntax, and is computationally independent.
      guard let value = initial, !Substitution.isNeeded(in: value.tokens, value.buffer),
        TokenCursor(value.buffer, value.tokens).wideKeyword == nil,
        let text = syntax.specified(TokenCursor(value.buffer, value.tokens), in: context),
        text.dependencies.isSubset(of: .viewport)
      else { return nil }
      let computed = TokenBuffer(text.computed(in: .initial))
      initial = CustomProperties.Value(buffer: computed, tokens: 0..<computed.tokens.count)
    }
    (self.name, self.syntax, self.initial, self.isInherited) = (name, syntax, initial, isInherited)
  }

  /// What a script registers.
  /// https://drafts.css-houdini.org/css-properties-values-api-1/#register-a-custom-property
  package init?(name: String, syntax: String, initial: String?, isInherited: Bool, _ context: ParsingContext) {
    guard name.hasPrefix("--"), name != "--", let syntax = PropertySyntax(syntax) else { return nil }
    let buffer = initial.map { TokenBuffer($0) }
    if let buffer {
      let cursor = TokenCursor(buffer, 0..<buffer.tokens.count)
      // A universal one takes what a declaration would.
      if Substitution.isNeeded(in: cursor.range, buffer)
        || DeclarationText.longhands(of: name, value: initial ?? "") == nil
      {
        return nil
      }
    }
    let value = buffer.map { CustomProperties.Value(buffer: $0, tokens: 0..<$0.tokens.count) }
    self.init(name: name, syntax: syntax, initial: value, isInherited: isInherited, context)
  }
}
