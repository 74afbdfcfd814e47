/// `anchor()` or `anchor-size()` in a computed value: a length that only layout knows, from the box of an anchor.
/// https://drafts.csswg.org/css-anchor-position-1/#anchor-pos
package struct AnchorFunction: Hashable, Sendable {
  package enum Query: Hashable, Sendable {
    case side(AnchorSide)
    /// Nil is the axis of the property.
    case size(AnchorDimension?)
  }
  /// Nil is the default anchor.
  package var name: String?
  package var query: Query
  /// What takes its place where there is no such anchor; without one the whole declaration is invalid.
  package var fallback: Calculation?
}

/// https://drafts.csswg.org/css-anchor-position-1/#typedef-anchor-side
package enum AnchorSide: Hashable, Sendable {
  case inside, outside, top, left, right, bottom, start, end, selfStart, selfEnd
  /// Of the way from `start` to `end`.
  case percentage(Double)

  static let keywords: KeyValuePairs<StaticString, AnchorSide> = [
    "inside": .inside, "outside": .outside, "top": .top, "left": .left, "right": .right, "bottom": .bottom,
    "start": .start, "end": .end, "self-start": .selfStart, "self-end": .selfEnd, "center": .percentage(50),
  ]
}

/// https://drafts.csswg.org/css-anchor-position-1/#typedef-anchor-size
package enum AnchorDimension: String, KeywordValue {
  case width, height, block, inline
  case selfBlock = "self-block"
  case selfInline = "self-inline"
}

/// Which of the functions a property takes.
struct AnchorFunctions: OptionSet, Sendable {
  let rawValue: UInt8
  static let sides = AnchorFunctions(rawValue: 1)
  static let sizes = AnchorFunctions(rawValue: 2)
}

/// One of the functions as it was declared.
struct AnchorTerm: Sendable {
  var name: String?
  var side: Side?
  var dimension: AnchorDimension?
  var fallback: CalculationTree?

  /// How a side was written.
  struct Side: Sendable {
    var value: AnchorSide
    var text: String
  }

  /// The name of the function, and what stands in it before the fallback.
  var head: (name: String, arguments: String) {
    let name = name.map { ComputedText(.initial).identifier($0) }
    if let side { return ("anchor", [name, side.text].compactMap { $0 }.joined(separator: " ")) }
    return ("anchor-size", [name, dimension?.rawValue].compactMap { $0 }.joined(separator: " "))
  }
}

extension MathParser {
  /// https://drafts.csswg.org/css-anchor-position-1/#anchor-valid
  mutating func anchorTerm(_ function: String, _ inner: inout TokenCursor, depth: Int) -> CalculationTree? {
    var term = AnchorTerm()
    if function == "anchor" {
      guard context.anchorFunctions.contains(.sides) else { return nil }
      for _ in 0..<2 {
        if term.name == nil { term.name = inner.consumeDashedName() }
        if term.side == nil { term.side = anchorSide(&inner) }
      }
      if term.side == nil { return nil }
    } else {
      guard context.anchorFunctions.contains(.sizes) else { return nil }
      for _ in 0..<2 {
        if term.name == nil { term.name = inner.consumeDashedName() }
        if term.dimension == nil { term.dimension = inner.consumeKeyword() }
      }
    }
    // A fallback alone needs no comma before it in `anchor-size()`.
    let isBare = term.name == nil && term.side == nil && term.dimension == nil
    if isBare ? !inner.isAtEnd : inner.consumeComma() {
      guard let fallback = anchorFallback(&inner, depth: depth) else { return nil }
      term.fallback = fallback
    }
    return .anchor(term)
  }

  private mutating func anchorSide(_ cursor: inout TokenCursor) -> AnchorTerm.Side? {
    let name = cursor.peekedName
    if let name, let side = cursor.consumeOne(of: AnchorSide.keywords) {
      return AnchorTerm.Side(value: side, text: name)
    }
    let isFunction = cursor.kind == .function
    guard let percentage = cursor.consumePercentage(in: context)?.constant else { return nil }
    let text = ComputedText(.initial).number(percentage) + "%"
    return AnchorTerm.Side(value: .percentage(percentage), text: isFunction ? "calc(\(text))" : text)
  }
}

extension Calculation {
  /// Whether it waits for an anchor.
  package var usesAnchors: Bool {
    switch self {
    case .linear, .size: false
    case .anchor: true
    case .sum(let parts), .minimum(let parts), .maximum(let parts), .hypotenuse(let parts):
      parts.contains { $0.usesAnchors }
    case .product(let part, _), .absolute(let part), .sign(let part): part.usesAnchors
    case .clamp(let low, let value, let high): low.usesAnchors || value.usesAnchors || high.usesAnchors
    case .round(_, let a, let b), .modulo(let a, let b), .remainder(let a, let b): a.usesAnchors || b.usesAnchors
    }
  }

  /// With something in the place of each function; nil where there is nothing for one. Trees are as deep as the parser
  /// allows functions to nest.
  package func mapAnchors(_ transform: (AnchorFunction) -> Calculation?) -> Calculation? {
    func map(_ part: Calculation) -> Calculation? { part.mapAnchors(transform) }
    func all(_ parts: [Calculation]) -> [Calculation]? {
      let mapped = parts.compactMap(map)
      return mapped.count == parts.count ? mapped : nil
    }
    switch self {
    case .linear, .size: return self
    case .anchor(let function): return transform(function)
    case .sum(let parts): return all(parts).map { .sum($0) }
    case .minimum(let parts): return all(parts).map { .minimum($0) }
    case .maximum(let parts): return all(parts).map { .maximum($0) }
    case .hypotenuse(let parts): return all(parts).map { .hypotenuse($0) }
    case .product(let part, let factor): return map(part).map { .product($0, factor) }
    case .absolute(let part): return map(part).map { .absolute($0) }
    case .sign(let part): return map(part).map { .sign($0) }
    case .clamp(let low, let value, let high):
      return all([low, value, high]).map { .clamp(low: $0[0], value: $0[1], high: $0[2]) }
    case .round(let strategy, let value, let step):
      return all([value, step]).map { .round(strategy, $0[0], step: $0[1]) }
    case .modulo(let a, let b): return all([a, b]).map { .modulo($0[0], $0[1]) }
    case .remainder(let a, let b): return all([a, b]).map { .remainder($0[0], $0[1]) }
    }
  }
}

extension LengthPercentage {
  package var usesAnchors: Bool {
    if case .calculation(let calculation) = self { calculation.usesAnchors } else { false }
  }

  package func mapAnchors(_ transform: (AnchorFunction) -> Calculation?) -> LengthPercentage? {
    guard case .calculation(let calculation) = self, calculation.usesAnchors else { return self }
    return calculation.mapAnchors(transform).map { LengthPercentage($0.folded) }
  }

  /// In its simplest form.
  private init(_ calculation: Calculation) {
    if case .linear(let length, let percentage) = calculation {
      self = .linear(length: length, percentage: percentage)
    } else {
      self = .calculation(calculation)
    }
  }
}

extension Calculation {
  /// A length where there is no percentage in it.
  fileprivate var folded: Calculation {
    hasPercentage || hasSize ? self : .linear(length: resolved(basis: 0), percentage: 0)
  }
}

extension LengthOrAuto {
  package var usesAnchors: Bool { if case .value(let value) = self { value.usesAnchors } else { false } }

  package func mapAnchors(_ transform: (AnchorFunction) -> Calculation?) -> LengthOrAuto? {
    guard case .value(let value) = self else { return self }
    return value.mapAnchors(transform).map { .value($0) }
  }
}

extension SizeValue {
  package var usesAnchors: Bool {
    switch self {
    case .value(let value), .fitContent(let value?): value.usesAnchors
    case .calculated(let basis, let calculation): basis.usesAnchors || calculation.usesAnchors
    case .auto, .minContent, .maxContent, .fitContent(nil), .stretch, .content: false
    }
  }

  package func mapAnchors(_ transform: (AnchorFunction) -> Calculation?) -> SizeValue? {
    switch self {
    case .value(let value): return value.mapAnchors(transform).map { .value($0) }
    case .fitContent(let value?): return value.mapAnchors(transform).map { .fitContent($0) }
    case .calculated(let basis, let calculation):
      guard let basis = basis.mapAnchors(transform), let calculation = calculation.mapAnchors(transform) else {
        return nil
      }
      return .calculated(basis: basis, calculation)
    case .auto, .minContent, .maxContent, .fitContent(nil), .stretch, .content: return self
    }
  }
}
