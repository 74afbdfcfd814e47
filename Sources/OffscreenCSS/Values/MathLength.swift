/// A length or a percentage as attributes of formulas have it: none that is calculated.
/// https://w3c.github.io/mathml-core/#types-for-mathml-attribute-values
package struct MathLength: Hashable, Sendable {
  private let text: String
  package let isPercentage: Bool

  /// Nil where it is none.
  package init?(_ text: String) {
    guard text.utf8.count < 100 else { return nil }
    var cursor = TokenCursor(text)
    switch cursor.kind {
    case .number, .dimension, .percentage: break
    default: return nil
    }
    isPercentage = cursor.kind == .percentage
    guard cursor.consumeLengthPercentage(in: ParsingContext()) != nil, cursor.isAtEnd else { return nil }
    self.text = text
  }

  /// Percentages are of `basis`; all in CSS pixels.
  package func pixels(basis: Double, in environment: ComputationEnvironment) -> Double {
    var cursor = TokenCursor(text)
    var context = ParsingContext()
    context.zoom = environment.zoom
    return cursor.consumeLengthPercentage(in: context)?.computed(in: environment).pixels(basis: basis) ?? 0
  }
}
