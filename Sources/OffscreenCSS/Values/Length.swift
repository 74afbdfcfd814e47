import OffscreenGeometry

/// A computed `<length-percentage>`: lengths are absolute, in CSS pixels; percentages wait for layout.
package enum LengthPercentage: Hashable, Sendable {
  /// CSS pixels.
  case length(Float)
  /// 100 is the whole of the basis.
  case percentage(Float)
  /// A math function over lengths and percentages that is more than one of them.
  indirect case calculation(Calculation)

  package static let zero = LengthPercentage.length(0)

  package var hasPercentage: Bool {
    switch self {
    case .length: false
    case .percentage: true
    // Without a percentage it would be a length.
    case .calculation: true
    }
  }

  /// A default margin of the user agent's that quirks mode leaves out at the edges of some containers: a
  /// calculation without percentages, which no author's value comes out as.
  package var isQuirky: Bool {
    if case .calculation(.linear(_, percentage: 0)) = self { true } else { false }
  }

  package var isZero: Bool {
    switch self {
    case .length(let value), .percentage(let value): value == 0
    case .calculation: false
    }
  }

  /// The used value in CSS pixels.
  @inlinable package func pixels(basis: Double) -> Double {
    switch self {
    case .length(let value): Double(value)
    case .percentage(let value): Double(Float(basis) * value / 100)
    case .calculation(let calculation): calculation.resolved(basis: basis)
    }
  }

  /// The used value in layout units, cut off as in Chromium.
  @inlinable package func resolved(_ basis: LayoutUnit) -> LayoutUnit {
    switch self {
    case .length(let value): LayoutUnit(value)
    case .percentage(let value): LayoutUnit(Float(basis.pixels) * value / 100)
    case .calculation(let calculation): LayoutUnit(calculation.resolved(basis: basis.pixels))
    }
  }
}

/// A simplified calculation tree over computed lengths and percentages.
/// https://drafts.csswg.org/css-values-4/#calculation-tree
package indirect enum Calculation: Hashable, Sendable {
  /// `length` CSS pixels plus `percentage` of the basis.
  case linear(length: Double, percentage: Double)
  case sum([Calculation])
  case product(Calculation, Double)
  case minimum([Calculation])
  case maximum([Calculation])
  case clamp(low: Calculation, value: Calculation, high: Calculation)
  case round(RoundingStrategy, Calculation, step: Calculation)
  case modulo(Calculation, Calculation)
  case remainder(Calculation, Calculation)
  case absolute(Calculation)
  case sign(Calculation)
  case hypotenuse([Calculation])
  /// What `calc-size()` calculates on: nothing but there.
  case size
  /// A length that layout finds.
  case anchor(AnchorFunction)

  package enum RoundingStrategy: Hashable, Sendable { case nearest, up, down, toZero }

  package var hasPercentage: Bool {
    switch self {
    case .linear(_, let percentage): percentage != 0
    case .size: false
    // It may be of any size.
    case .anchor: true
    case .sum(let parts), .minimum(let parts), .maximum(let parts), .hypotenuse(let parts):
      parts.contains { $0.hasPercentage }
    case .product(let part, _), .absolute(let part), .sign(let part): part.hasPercentage
    case .clamp(let low, let value, let high):
      low.hasPercentage || value.hasPercentage || high.hasPercentage
    case .round(_, let a, let b), .modulo(let a, let b), .remainder(let a, let b):
      a.hasPercentage || b.hasPercentage
    }
  }

  /// Whether it waits for the size that `calc-size()` calculates on.
  package var hasSize: Bool {
    switch self {
    case .linear, .anchor: false
    case .size: true
    case .sum(let parts), .minimum(let parts), .maximum(let parts), .hypotenuse(let parts):
      parts.contains { $0.hasSize }
    case .product(let part, _), .absolute(let part), .sign(let part): part.hasSize
    case .clamp(let low, let value, let high): low.hasSize || value.hasSize || high.hasSize
    case .round(_, let a, let b), .modulo(let a, let b), .remainder(let a, let b): a.hasSize || b.hasSize
    }
  }

  /// The value in CSS pixels. Trees are as deep as the parser allows functions to nest (64).
  package func resolved(basis: Double) -> Double {
    switch self {
    case .size, .anchor: return 0
    // A zero keeps its sign.
    case .linear(let length, 0): return length
    case .linear(let length, let percentage): return length + percentage / 100 * basis
    case .sum(let parts):
      return parts.dropFirst().reduce(parts.first?.resolved(basis: basis) ?? 0) {
        $0 + $1.resolved(basis: basis)
      }
    case .product(let part, let factor): return part.resolved(basis: basis) * factor
    case .minimum(let parts):
      return parts.dropFirst().reduce(parts.first?.resolved(basis: basis) ?? 0) {
        Self.lesser($0, $1.resolved(basis: basis))
      }
    case .maximum(let parts):
      return parts.dropFirst().reduce(parts.first?.resolved(basis: basis) ?? 0) {
        Self.greater($0, $1.resolved(basis: basis))
      }
    case .clamp(let low, let value, let high):
      return Self.greater(
        low.resolved(basis: basis), Self.lesser(value.resolved(basis: basis), high.resolved(basis: basis)))
    case .round(let strategy, let value, let step):
      return Self.round(strategy, value.resolved(basis: basis), to: step.resolved(basis: basis).magnitude)
    case .modulo(let a, let b):
      let (a, b) = (a.resolved(basis: basis), b.resolved(basis: basis))
      if b.isInfinite, a.isFinite { return (a.sign == b.sign) ? a : .nan }
      let rest = a.truncatingRemainder(dividingBy: b)
      return rest == 0 ? Double(signOf: b, magnitudeOf: 0) : (rest < 0) == (b < 0) ? rest : rest + b
    case .remainder(let a, let b):
      return a.resolved(basis: basis).truncatingRemainder(dividingBy: b.resolved(basis: basis))
    case .sign(let part):
      let value = part.resolved(basis: basis)
      return value > 0 ? 1 : value < 0 ? -1 : value
    case .absolute(let part): return part.resolved(basis: basis).magnitude
    case .hypotenuse(let parts):
      return parts.reduce(0) { $0 + $1.resolved(basis: basis) * $1.resolved(basis: basis) }
        .squareRoot()
    }
  }

  /// Of zeros, the negative one is less. What is not a number makes all of it none.
  private static func lesser(_ a: Double, _ b: Double) -> Double {
    if a.isNaN || b.isNaN { return .nan }
    return a < b || a == b && a.sign == .minus ? a : b
  }

  private static func greater(_ a: Double, _ b: Double) -> Double {
    if a.isNaN || b.isNaN { return .nan }
    return a > b || a == b && a.sign == .plus ? a : b
  }

  /// https://drafts.csswg.org/css-values-4/#round-infinities
  private static func round(_ strategy: RoundingStrategy, _ value: Double, to step: Double) -> Double {
    guard step.isInfinite else {
      guard step != 0 else { return .nan }
      guard value.isFinite else { return value }
      let quotient = value / step
      let count =
        switch strategy {
        case .nearest: (quotient + 0.5).rounded(.down)
        case .up: quotient.rounded(.up)
        case .down: quotient.rounded(.down)
        case .toZero: quotient.rounded(.towardZero)
        }
      return count == 0 ? Double(signOf: value, magnitudeOf: 0) : count * step
    }
    guard value.isFinite else { return .nan }
    switch strategy {
    case .up where value > 0: return .infinity
    case .down where value < 0: return -.infinity
    case .nearest, .up, .down, .toZero: return Double(signOf: value, magnitudeOf: 0)
    }
  }
}

/// `<length-percentage> | auto`, as margins and insets take it.
package enum LengthOrAuto: Hashable, Sendable {
  case auto
  case value(LengthPercentage)
  package static let zero = LengthOrAuto.value(.zero)
  package var isAuto: Bool { self == .auto }
}

/// The value of a sizing property. `auto` stands for `none` in the `max-*` properties.
/// https://drafts.csswg.org/css-sizing-4/#sizing-properties
package enum SizeValue: Hashable, Sendable {
  case auto
  case value(LengthPercentage)
  case minContent, maxContent
  /// `fit-content`, or `fit-content(limit)`.
  case fitContent(LengthPercentage?)
  case stretch
  /// Only for `flex-basis`.
  case content
  /// `calc-size()` on a keyword.
  indirect case calculated(basis: SizeValue, Calculation)

  package var isAuto: Bool { self == .auto }
}

/// https://drafts.csswg.org/css-values-4/#ratios
package struct RatioTerms: Hashable, Sendable {
  package var width: Float
  package var height: Float
  /// Nil for a degenerate ratio.
  package var quotient: Float? {
    let ratio = Double(width) / Double(height)
    return ratio > 0 && ratio.isFinite ? ratio.clampedNumber : nil
  }
}

/// A value for each corner or axis pair.
package struct LengthPair: Hashable, Sendable {
  package var x: LengthPercentage
  package var y: LengthPercentage
  package init(x: LengthPercentage, y: LengthPercentage) { (self.x, self.y) = (x, y) }
  package static let zero = LengthPair(x: .zero, y: .zero)
  static let center = LengthPair(x: .percentage(50), y: .percentage(50))
}

/// One value for each physical side.
package struct Sides<Value> {
  package var top: Value
  package var right: Value
  package var bottom: Value
  package var left: Value
  package init(top: Value, right: Value, bottom: Value, left: Value) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }
  package init(_ all: Value) { self.init(top: all, right: all, bottom: all, left: all) }
}
extension Sides: Equatable where Value: Equatable {}
extension Sides: Hashable where Value: Hashable {}
extension Sides: Sendable where Value: Sendable {}

/// One value for each physical corner.
package struct Corners<Value> {
  package var topLeft: Value
  package var topRight: Value
  package var bottomRight: Value
  package var bottomLeft: Value
  package init(topLeft: Value, topRight: Value, bottomRight: Value, bottomLeft: Value) {
    (self.topLeft, self.topRight) = (topLeft, topRight)
    (self.bottomRight, self.bottomLeft) = (bottomRight, bottomLeft)
  }
  package init(_ all: Value) {
    self.init(topLeft: all, topRight: all, bottomRight: all, bottomLeft: all)
  }
}
extension Corners: Equatable where Value: Equatable {}
extension Corners: Hashable where Value: Hashable {}
extension Corners: Sendable where Value: Sendable {}

extension Sides {
  /// The values of the sides as the value of all.
  func joined<Item: Sendable>() -> Specified<Sides<Item>> where Value == Specified<Item> {
    let (ends, sides) = (top.with(bottom) { ($0, $1) }, left.with(right) { ($0, $1) })
    return ends.with(sides) { Sides<Item>(top: $0.0, right: $1.1, bottom: $0.1, left: $1.0) }
  }
}

extension Corners {
  func joined<Item: Sendable>() -> Specified<Corners<Item>> where Value == Specified<Item> {
    let (tops, bottoms) = (topLeft.with(topRight) { ($0, $1) }, bottomLeft.with(bottomRight) { ($0, $1) })
    return tops.with(bottoms) {
      Corners<Item>(topLeft: $0.0, topRight: $0.1, bottomRight: $1.1, bottomLeft: $1.0)
    }
  }
}
