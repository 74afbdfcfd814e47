import OffscreenGeometry

extension LengthPercentage: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .length(let length): computed.pixels(length)
    case .percentage(let percentage): computed.number(percentage) + "%"
    case .calculation(let calculation): calculation.text(in: computed)
    }
  }
}

/// https://drafts.csswg.org/css-values-4/#serialize-a-math-function
extension Calculation: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    // A percentage of nothing only marks a margin as quirky.
    case .linear(let length, 0): computed.pixels(length)
    case .linear, .sum, .product: "calc(\(term(in: computed)))"
    // The least that a property allows is not shown.
    case .maximum(let parts) where parts.count == 2 && parts.contains(.nothing):
      (parts.first { $0 != .nothing } ?? .nothing).text(in: computed)
    case .size, .anchor, .minimum, .maximum, .clamp, .round, .modulo, .remainder, .absolute, .sign, .hypotenuse:
      term(in: computed)
    }
  }

  private static let nothing = Calculation.linear(length: 0, percentage: 0)

  /// The calculation as it stands inside a function. Trees are as deep as functions may nest.
  fileprivate func term(in computed: ComputedText) -> String {
    func list(_ parts: [Calculation]) -> String { parts.map { $0.term(in: computed) }.joined(separator: ", ") }
    switch self {
    case .size: return "size"
    case .anchor(let function): return function.text(in: computed)
    case .linear(let length, 0): return computed.pixels(length)
    case .linear(0, let percentage): return computed.number(percentage) + "%"
    case .linear(let length, let percentage):
      return "\(computed.number(percentage))% \(length < 0 ? "-" : "+") \(computed.pixels(abs(length)))"
    case .sum(let parts): return Self.sum(parts, in: computed)
    case .product(let part, let factor): return "\(computed.number(factor)) * \(part.factor(in: computed))"
    case .minimum(let parts): return "min(\(list(parts)))"
    case .maximum(let parts): return "max(\(list(parts)))"
    case .clamp(let low, let value, let high): return "clamp(\(list([low, value, high])))"
    case .round(let strategy, let value, let step):
      let name =
        switch strategy {
        case .nearest: ""
        case .up: "up, "
        case .down: "down, "
        case .toZero: "to-zero, "
        }
      return "round(\(name)\(list([value, step])))"
    case .modulo(let a, let b): return "mod(\(list([a, b])))"
    case .remainder(let a, let b): return "rem(\(list([a, b])))"
    case .absolute(let part): return "abs(\(part.term(in: computed)))"
    case .sign(let part): return "sign(\(part.term(in: computed)))"
    case .hypotenuse(let parts): return "hypot(\(list(parts)))"
    }
  }

  /// Numeric terms first.
  private static func sum(_ parts: [Calculation], in computed: ComputedText) -> String {
    func isNumeric(_ part: Calculation) -> Bool { if case .linear = part { true } else { false } }
    var out = ""
    for part in parts.filter(isNumeric) + parts.filter({ !isNumeric($0) }) {
      if case .product(let inner, -1) = part {
        out += (out.isEmpty ? "-1 * " : " - ") + inner.factor(in: computed)
      } else if case .product = part, parts.count > 1 {
        out += (out.isEmpty ? "" : " + ") + part.factor(in: computed)
      } else {
        out += (out.isEmpty ? "" : " + ") + part.term(in: computed)
      }
    }
    return out
  }

  /// The term with parentheses where it is a sum.
  private func factor(in computed: ComputedText) -> String {
    switch self {
    case .linear(_, 0), .linear(0, _): return term(in: computed)
    case .linear, .sum, .product: return "(\(term(in: computed)))"
    case .size, .anchor, .minimum, .maximum, .clamp, .round, .modulo, .remainder, .absolute, .sign, .hypotenuse:
      return term(in: computed)
    }
  }
}

extension AnchorFunction {
  fileprivate func text(in computed: ComputedText) -> String {
    var parts = name.map { [computed.identifier($0)] } ?? []
    switch query {
    case .side(.percentage(let value)): parts.append(value == 50 ? "center" : computed.number(value) + "%")
    case .side(let side):
      if let keyword = AnchorSide.keywords.first(where: { $0.value == side }) { parts.append("\(keyword.key)") }
    case .size(let dimension): if let dimension { parts.append(dimension.rawValue) }
    }
    let function = if case .side = query { "anchor" } else { "anchor-size" }
    let arguments = [parts.joined(separator: " "), fallback?.text(in: computed) ?? ""].filter { !$0.isEmpty }
    return "\(function)(\(arguments.joined(separator: ", ")))"
  }
}

extension LengthOrAuto: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .auto: "auto"
    case .value(let value): value.text(in: computed)
    }
  }
}

extension SizeValue: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .auto: "auto"
    case .value(let value): value.text(in: computed)
    case .minContent: "min-content"
    case .maxContent: "max-content"
    case .fitContent(nil): "fit-content"
    case .fitContent(let limit?): "fit-content(\(limit.text(in: computed)))"
    case .stretch: "stretch"
    case .content: "content"
    case .calculated(let basis, let calculation):
      "calc-size(\(basis.text(in: computed)), \(calculation.term(in: computed)))"
    }
  }
}

extension ValueText<SizeValue> {
  /// `auto` is zero but on the items of flex and grid containers.
  /// https://drafts.csswg.org/css-sizing-3/#valdef-min-width-auto
  static var minimum: ValueText {
    ValueText { value, computed in
      value.isAuto && computed.used?.isItem != true && !computed.isComputed ? "0px" : value.text(in: computed)
    }
  }
  static var maximum: ValueText {
    ValueText { value, computed in value.isAuto ? "none" : value.text(in: computed) }
  }
}

extension LengthPair {
  /// Both, as of a position.
  package func text(in computed: ComputedText) -> String {
    "\(x.text(in: computed)) \(y.text(in: computed))"
  }

  /// One where both are the same, as of a radius.
  func shortText(in computed: ComputedText) -> String {
    x == y ? x.text(in: computed) : text(in: computed)
  }

  /// The lengths where the border box is known.
  func usedText(in computed: ComputedText) -> String {
    guard let width = computed.used?.borderBoxWidth, let height = computed.used?.borderBoxHeight
    else { return text(in: computed) }
    return "\(computed.pixels(x.pixels(basis: Double(width)))) \(computed.pixels(y.pixels(basis: Double(height))))"
  }
}

extension ValueText<LengthPair> {
  static var radius: ValueText { ValueText { $0.shortText(in: $1) } }
  /// Of `perspective-origin`, which is in layout units, as in Chromium.
  static var origin: ValueText {
    ValueText { pair, computed in
      guard let width = computed.used?.borderBoxWidth, let height = computed.used?.borderBoxHeight
      else { return pair.text(in: computed) }
      let (x, y) = (pair.x.resolved(LayoutUnit(width)), pair.y.resolved(LayoutUnit(height)))
      return "\(computed.pixels(x.pixels)) \(computed.pixels(y.pixels))"
    }
  }
}
