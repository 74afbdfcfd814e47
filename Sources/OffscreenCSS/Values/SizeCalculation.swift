/// `calc-size()`: a calculation on what a size that depends on content or room comes to.
/// https://drafts.csswg.org/css-values-5/#calc-size
extension TokenCursor {
  mutating func consumeCalcSize(in context: ParsingContext, _ kind: SizeKind, depth: Int) -> Specified<SizeValue>? {
    guard depth < 16, var contents = consumeFunction("calc-size") else { return nil }
    let isAny = contents.consumeIdent("any")
    let basis = isAny ? .computed(SizeValue.auto) : contents.consumeSizeBasis(in: context, kind, depth: depth + 1)
    guard let basis, contents.consumeComma(),
      let result = contents.consumeCalculation(.lengthPercentage, in: isAny ? context : context.namingSize()),
      contents.isAtEnd
    else { return nil }
    let calculation = result.map { $0.lengthPercentage(.all).node }
    if isAny { return calculation.map { .value(.calculation($0).atLeastZero) } }
    let (inner, outer) = (basis.computed(in: .initial).substituted, calculation.computed(in: .initial))
    guard (inner?.partCount(upTo: Self.mostParts) ?? 1) * outer.partCount(upTo: Self.mostParts) < Self.mostParts
    else { return nil }
    return basis.with(calculation) { SizeValue.calculated(basis: $0, $1).simplified }
  }

  /// Bounds what calculations on calculations may grow to.
  private static let mostParts = 2000

  /// A size, or a calculation without the name of a function.
  private mutating func consumeSizeBasis(in context: ParsingContext, _ kind: SizeKind, depth: Int) -> Specified<
    SizeValue
  >? {
    var attempt = self
    // What `auto` is to a maximum is not said.
    if let size = attempt.consumeSize(in: context, kind == .maximum ? .minimum : kind, depth: depth),
      attempt.kind == .comma,
      !(kind == .maximum && size.constant?.isAuto == true)
    {
      self = attempt
      return size
    }
    return consumeCalculation(.lengthPercentage, in: context)?.map { .value($0.lengthPercentage(.nonNegative)) }
  }
}

extension SizeValue {
  /// A calculation on a keyword, or a value.
  fileprivate var simplified: SizeValue {
    guard case .calculated(let basis, let calculation) = self else { return self }
    switch basis {
    case .value(let value): return .value(.calculation(calculation.with(size: value.node)).atLeastZero)
    case .calculated(let inner, let first): return .calculated(basis: inner, calculation.with(size: first))
    case .auto, .minContent, .maxContent, .fitContent, .stretch, .content: return self
    }
  }

  /// What stands for `size` in a calculation on it; nil of keywords, which stay its basis.
  fileprivate var substituted: Calculation? {
    switch self {
    case .value(let value): value.node
    case .calculated(_, let calculation): calculation
    case .auto, .minContent, .maxContent, .fitContent, .stretch, .content: nil
    }
  }

  /// What the calculation starts from; of others the value itself.
  package var basis: SizeValue {
    if case .calculated(let basis, _) = self { basis } else { self }
  }

  package var calculation: Calculation? {
    if case .calculated(_, let calculation) = self { calculation } else { nil }
  }
}

extension LengthPercentage {
  /// The value in its simplest form, and not negative.
  fileprivate var atLeastZero: LengthPercentage { MathResult(type: .length, node: node).lengthPercentage(.nonNegative) }
}

extension Calculation {
  /// With a value for `size`. Trees are as deep as the parser allows functions to nest.
  package func with(size: Calculation) -> Calculation {
    switch self {
    case .linear, .anchor: return self
    case .size: return size
    case .sum(let parts): return .sum(parts.map { $0.with(size: size) })
    case .product(let part, let factor): return .product(part.with(size: size), factor)
    case .minimum(let parts): return .minimum(parts.map { $0.with(size: size) })
    case .maximum(let parts): return .maximum(parts.map { $0.with(size: size) })
    case .clamp(let low, let value, let high):
      return .clamp(low: low.with(size: size), value: value.with(size: size), high: high.with(size: size))
    case .round(let strategy, let value, let step):
      return .round(strategy, value.with(size: size), step: step.with(size: size))
    case .modulo(let a, let b): return .modulo(a.with(size: size), b.with(size: size))
    case .remainder(let a, let b): return .remainder(a.with(size: size), b.with(size: size))
    case .absolute(let part): return .absolute(part.with(size: size))
    case .sign(let part): return .sign(part.with(size: size))
    case .hypotenuse(let parts): return .hypotenuse(parts.map { $0.with(size: size) })
    }
  }
}
