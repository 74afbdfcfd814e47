/// A comparison of values in a question of style: `--a > 10px`, `1 <= --b < 3`.
/// https://drafts.csswg.org/css-conditional-5/#typedef-style-range
package struct StyleRange: Sendable {
  private enum Comparison: String, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case equal = "="
    case greaterOrEqual = ">="
    case greater = ">"

    func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .less: a < b
      case .lessOrEqual: a <= b
      case .equal: a == b
      case .greaterOrEqual: a >= b
      case .greater: a > b
      }
    }

    /// Whether one may follow the other.
    func goes(with other: Comparison) -> Bool {
      switch (self, other) {
      case (.less, .less), (.less, .lessOrEqual), (.lessOrEqual, .less), (.lessOrEqual, .lessOrEqual),
        (.greater, .greater), (.greater, .greaterOrEqual), (.greaterOrEqual, .greater),
        (.greaterOrEqual, .greaterOrEqual):
        true
      case _: false
      }
    }
  }

  private var operands: [CustomProperties.Value] = []
  private var comparisons: [Comparison] = []

  init?(_ contents: TokenCursor) {
    var cursor = contents
    while true {
      let start = cursor.position
      while !cursor.isAtEnd, !cursor.isDelim("<"), !cursor.isDelim(">"), !cursor.isDelim("=") { cursor.advanceValue() }
      let tokens = cursor.buffer.trimmed(start..<cursor.position)
      guard !tokens.isEmpty, operands.count < 3 else { return nil }
      operands.append(CustomProperties.Value(buffer: cursor.buffer, tokens: tokens))
      if cursor.isAtEnd { break }
      if cursor.consumeDelim("<") {
        comparisons.append(cursor.consumeDelim("=") ? .lessOrEqual : .less)
      } else if cursor.consumeDelim(">") {
        comparisons.append(cursor.consumeDelim("=") ? .greaterOrEqual : .greater)
      } else {
        cursor.advance()
        comparisons.append(.equal)
      }
    }
    guard operands.count > 1, comparisons.count < 2 || comparisons[0].goes(with: comparisons[1]) else { return nil }
  }

  /// With single spaces around the comparisons.
  var text: String {
    var text = ""
    for (index, operand) in operands.enumerated() {
      if index > 0 { text += " \(comparisons[index - 1].rawValue) " }
      text += String(decoding: operand.source, as: UTF8.self)
    }
    return text
  }

  func holds(
    variable: @escaping (String) -> CustomProperties.Value?, _ context: ParsingContext,
    in environment: ComputationEnvironment
  ) -> Bool {
    var values: [(kind: MathType, value: Double)] = []
    for operand in operands {
      guard let value = Self.number(operand, variable, context, environment) else { return false }
      values.append(value)
    }
    return comparisons.indices.allSatisfy { index in
      values[index].kind == values[index + 1].kind
        && comparisons[index].holds(values[index].value, values[index + 1].value)
    }
  }

  /// A custom property stands for its value.
  private static func number(
    _ operand: CustomProperties.Value, _ variable: @escaping (String) -> CustomProperties.Value?,
    _ context: ParsingContext, _ environment: ComputationEnvironment
  ) -> (kind: MathType, value: Double)? {
    var value = operand
    if operand.tokens.count == 1, let token = operand.tokens.first.map({ operand.buffer.tokens[$0] }),
      token.kind == .ident, operand.buffer.isCustomName(token)
    {
      guard let found = variable(operand.buffer.string(token)) else { return nil }
      value = found
    }
    var substitution = Substitution(context: context, environment: environment, variable: variable)
    guard let buffer = substitution.replaced(value.tokens, in: value.buffer) else { return nil }
    func read(_ kind: MathType, _ consume: (inout TokenCursor) -> Specified<Double>?) -> (MathType, Double)? {
      var cursor = TokenCursor(buffer)
      guard let found = consume(&cursor), cursor.isAtEnd else { return nil }
      return (kind, found.computed(in: environment))
    }
    return read(.number) { $0.consumeNumber(in: context) } ?? read(.length) { $0.consumeLength(in: context) }
      ?? read(.percentage) { $0.consumePercentage(in: context) } ?? read(.angle) { $0.consumeAngle(in: context) }
      ?? read(.time) { $0.consumeTime(in: context) } ?? read(.resolution) { $0.consumeResolution(in: context) }
  }
}
