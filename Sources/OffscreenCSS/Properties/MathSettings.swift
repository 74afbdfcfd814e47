/// How formulas are set. Inherited.
/// https://w3c.github.io/mathml-core/#css-extensions-for-math-layout
package struct MathSettings: Hashable, Sendable {
  package var style: MathStyle = .normal
  package var shift: MathShift = .normal
  /// How deep a script is among scripts: `font-size: math` makes it as much smaller.
  package var depth: Int32 = 0
  package init() {}
}

/// Whether there is room, as on a line of its own, or as little as in a line of text.
package enum MathStyle: String, KeywordValue { case normal, compact }
/// Whether superscripts are raised as far as usual.
package enum MathShift: String, KeywordValue { case normal, compact }

extension MathSettings {
  static let properties: [Property] = [
    .inherited("math-style", \.inherited.math.style),
    .inherited("math-shift", \.inherited.math.shift),
    .inherited("math-depth", Field(get: { $0.inherited.math.depthValue }, set: { $1.inherited.math.depthValue = $0 })),
  ]

  /// What is set is relative to the depth and the style that are there: the inherited ones.
  fileprivate var depthValue: MathDepthValue {
    get { .depth(depth) }
    set {
      switch newValue {
      case .depth(let value): depth = value
      case .added(let value):
        let sum = depth.addingReportingOverflow(value)
        depth = sum.overflow ? (value < 0 ? .min : .max) : sum.partialValue
      case .automatic: if style == .compact, depth < .max { depth += 1 }
      }
    }
  }
}

/// What `math-depth` says.
/// https://w3c.github.io/mathml-core/#the-math-script-level-property
private enum MathDepthValue: PropertyValue, Hashable {
  case depth(Int32)
  case added(Int32)
  /// One more where the parent is set compactly.
  case automatic

  static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<MathDepthValue>? {
    if cursor.consumeIdent("auto-add") { return .computed(.automatic) }
    if var inner = cursor.consumeFunction("add") {
      guard let value = inner.consumeInteger(in: context), inner.isAtEnd else { return nil }
      return value.map { .added($0) }
    }
    return cursor.consumeInteger(in: context)?.map { .depth($0) }
  }

  func text(in computed: ComputedText) -> String {
    switch self {
    case .depth(let value): "\(value)"
    case .added(let value): "add(\(value))"
    case .automatic: "auto-add"
    }
  }
}

/// The factor between font sizes of two depths; `scales`: where the font of the parent says what it is.
/// https://w3c.github.io/mathml-core/#the-math-script-level-property
package func mathFontScale(from inherited: Int32, to depth: Int32, scales: MathScriptScales?) -> Double {
  guard inherited != depth else { return 1 }
  let (low, high) = (min(inherited, depth), max(inherited, depth))
  var exponent = Double(high) - Double(low)
  var scale = 1.0
  if let scales, scales.script > 0, scales.scriptOfScript > 0 {
    if low <= 0, high >= 2 {
      scale *= scales.scriptOfScript
      exponent -= 2
    } else if low == 1 {
      scale *= scales.scriptOfScript / scales.script
      exponent -= 1
    } else if high == 1 {
      scale *= scales.script
      exponent -= 1
    }
  }
  var power = 1.0
  // What is further apart than this has no size that could be shown.
  for _ in 0..<Int(min(exponent, 100)) { power *= 0.71 }
  scale *= power
  return depth > inherited ? scale : 1 / scale
}
