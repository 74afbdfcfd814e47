/// The declarations of `@position-try` rules.
/// https://drafts.csswg.org/css-anchor-position-1/#fallback-rule
package enum PositionTryRule {
  /// The accepted properties; all others are left out, and so is what is important.
  package static func block(_ rule: ActiveRules.Descriptors, in context: ParsingContext) -> DeclarationBlock {
    let buffer = rule.sheet.buffer
    let declarations = rule.declarations.filter { accepts(buffer.lowercased(buffer.tokens[$0.name])) }
    return DeclarationBlock(
      buffer, declarations, in: context.reading(rule.sheet.baseURL), ignoringImportant: true)
  }

  package static func accepts(_ name: String) -> Bool { names.contains(name) }

  private static let names: Set<String> = {
    var names: Set = [
      "position-anchor", "position-area", "inset", "margin", "width", "height", "block-size", "inline-size",
      "align-self", "justify-self", "place-self", "top", "right", "bottom", "left",
    ]
    for size in ["width", "height", "block-size", "inline-size"] { names.formUnion(["min-" + size, "max-" + size]) }
    for side in ["top", "right", "bottom", "left"] { names.insert("margin-" + side) }
    for axis in ["block", "inline"] {
      for property in ["inset", "margin"] {
        names.formUnion(["", "-start", "-end"].map { "\(property)-\(axis)\($0)" })
      }
    }
    return names
  }()
}
