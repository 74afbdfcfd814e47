import Foundation

/// The superellipse that a corner follows: 1 is round, 0 a straight cut, below that the corner is carved.
/// https://drafts.csswg.org/css-borders-4/#corner-shape-value
package struct CornerShape: Hashable, Sendable {
  package var parameter: Double
  package static let round = CornerShape(parameter: 1)

  package init(parameter: Double) { self.parameter = parameter.isNaN ? 1 : parameter }

  private static let keywords: KeyValuePairs<StaticString, Double> = [
    "round": 1, "squircle": 2, "square": .infinity, "bevel": 0, "scoop": -1, "notch": -.infinity,
  ]

  /// Where the curve is half way round, as a part of the diagonal from the corner's centre to its tip.
  /// https://drafts.csswg.org/css-borders-4/#normalized-superellipse-half-corner
  package var halfCorner: Double {
    if parameter.isInfinite { return parameter > 0 ? 1 : 0 }
    let convex = pow(0.5, pow(0.5, parameter.magnitude))
    return parameter < 0 ? 1 - convex : convex
  }

  /// https://drafts.csswg.org/css-borders-4/#interpolation-value-to-superellipse-parameter
  init(halfCorner: Double) {
    if halfCorner <= 0 {
      parameter = -.infinity
    } else if halfCorner >= 1 {
      parameter = .infinity
    } else {
      let convex = max(halfCorner, 1 - halfCorner)
      let parameter = log2(log(0.5) / log(convex))
      self.parameter = halfCorner < 0.5 ? -parameter : parameter
    }
  }
}

extension CornerShape: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<CornerShape>? {
    if let parameter = cursor.consumeOne(of: keywords) { return .computed(CornerShape(parameter: parameter)) }
    guard cursor.kind == .function, cursor.buffer.matches(cursor.peek, "superellipse") else { return nil }
    var argument = cursor.contents()
    cursor.advance()
    argument.skipWhitespace()
    let value: Specified<CornerShape>?
    if let infinite = argument.consumeOne(of: ["infinity": Double.infinity, "-infinity": -Double.infinity]) {
      value = .computed(CornerShape(parameter: infinite))
    } else {
      value = argument.consumeNumber(in: context)?.map { CornerShape(parameter: $0) }
    }
    argument.skipWhitespace()
    return argument.isAtEnd ? value : nil
  }

  package func text(in computed: ComputedText) -> String {
    if parameter.isInfinite { return parameter > 0 ? "superellipse(infinity)" : "superellipse(-infinity)" }
    return "superellipse(\(computed.number(Float(parameter))))"
  }
}

extension CornerShape: InterpolableValue {
  func mixed(with other: CornerShape, at progress: Double) -> CornerShape? {
    CornerShape(halfCorner: halfCorner + (other.halfCorner - halfCorner) * progress)
  }
}
