import OffscreenCSS

/// What an operator is like.
/// https://w3c.github.io/mathml-core/#dictionary-based-attributes
package struct MathOperator: Equatable, Sendable {
  package enum Form: String, Sendable, CaseIterable { case infix, prefix, postfix }

  /// Room before and after it, in eighteenths of an em, and what its attributes say instead.
  package var before = 5.0
  package var after = 5.0
  var givenBefore: MathLength?
  var givenAfter: MathLength?
  /// A sum or an integral, which is larger where there is room.
  package var isLarge = false
  /// Grows with what is beside it, or under and over it.
  var isStretchy = false
  /// Grows to both sides of the axis.
  var isSymmetric = false
  /// Along the line, as arrows and accents do.
  var stretchesInline = false
  /// What it grows to at least and at most.
  var minSize: MathLength?
  var maxSize: MathLength?
  /// The operator where it is one character.
  var character: UInt32?
  /// Limits move to its right where there is little room.
  package var movesLimits = false

  /// `form`: the one that is said. Where none is, it is by the place among its siblings, and an operator that has no
  /// such form in the dictionary is in another one.
  /// https://w3c.github.io/mathml-core/#dfn-algorithm-for-determining-the-properties-of-an-embellished-operator
  package init(_ text: String, said form: Form?, byPlace: Form) {
    let scalars = text.unicodeScalars
    if let first = scalars.first, scalars.count == 1 {
      character = first.value
      stretchesInline = MathOperatorDictionary.stretchesInline(first.value)
    }
    let forms = form.map { [$0] } ?? [byPlace] + Form.allCases.filter { $0 != byPlace }
    for case let category? in forms.lazy.map({ MathOperatorDictionary.category(text, $0) }) {
      use(category)
      break
    }
  }

  /// https://w3c.github.io/mathml-core/#operator-dictionary-categories-values
  private mutating func use(_ category: MathOperatorDictionary.Category) {
    switch category {
    case .usual: break
    case .a: isStretchy = true
    case .b: (before, after) = (4, 4)
    case .c: (before, after) = (3, 3)
    case .d, .e, .l: (before, after) = (0, 0)
    case .f, .g: (before, after, isStretchy, isSymmetric) = (0, 0, true, true)
    case .h: (before, after, isSymmetric, isLarge) = (3, 3, true, true)
    case .i: (before, after, isStretchy) = (0, 0, true)
    case .j: (before, after, isSymmetric, isLarge, movesLimits) = (3, 3, true, true, true)
    case .k: (before, after) = (3, 0)
    case .m: (before, after) = (0, 3)
    }
  }
}
