import OffscreenCSS

/// `@property` rules. Not implemented: values are not checked against the syntax.
/// https://drafts.css-houdini.org/css-properties-values-api/#at-property-rule
enum RegisteredProperty {
  static func all(
    _ rules: [ActiveRules.Descriptors]
  ) -> [String: (initial: CustomProperties.Value?, isInherited: Bool)] {
    var result: [String: (initial: CustomProperties.Value?, isInherited: Bool)] = [:]
    for rule in rules {
      let buffer = rule.sheet.buffer
      var initial: CustomProperties.Value?
      var isInherited: Bool?
      var hasSyntax = false
      for declaration in rule.declarations {
        switch buffer.lowercased(buffer.tokens[declaration.name]) {
        case "initial-value":
          initial = CustomProperties.Value(buffer: buffer, tokens: declaration.value)
        case "inherits":
          let cursor = TokenCursor(buffer, declaration.value)
          isInherited = cursor.isIdent("true") ? true : cursor.isIdent("false") ? false : nil
        case "syntax": hasSyntax = true
        default: break
        }
      }
      guard hasSyntax, let isInherited else { continue }
      result[rule.name] = (initial, isInherited)
    }
    return result
  }
}
