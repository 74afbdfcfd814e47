/// Which numbers a grammar allows. Literals outside are invalid; results of math functions are clamped.
/// https://drafts.csswg.org/css-values-4/#numeric-ranges
enum ValueRange {
  case all, nonNegative

  func allows(_ value: Double) -> Bool { self == .all || value >= 0 }
  func clamp(_ value: Double) -> Double { self == .all ? value : max(0, value) }
}

/// The largest length that layout is given, in CSS pixels.
private let largestLength = 33_554_428.0

extension Double {
  /// As a length: finite, within what layout can hold.
  var clampedLength: Float { Float(isNaN ? 0 : Swift.min(Swift.max(self, -largestLength), largestLength)) }
  /// As another number of a style.
  var clampedNumber: Float {
    let limit = Double(Float.greatestFiniteMagnitude)
    return Float(isNaN ? 0 : Swift.min(Swift.max(self, -limit), limit))
  }
  var clampedInteger: Int32 {
    isNaN
      ? 0 : Int32(Swift.min(Swift.max(self.rounded(.toNearestOrAwayFromZero), -2_147_483_648), 2_147_483_647))
  }
}

/// Numeric values, written as literals or as math functions.
extension TokenCursor {
  mutating func consumeNumber(in context: ParsingContext, _ range: ValueRange = .all) -> Specified<Double>? {
    let token = peek
    if token.kind == .number {
      guard range.allows(token.number) else { return nil }
      advance()
      return .computed(token.number)
    }
    return consumeMath(.number, in: context)?.map { range.clamp($0.constant) }
  }

  /// Results of math functions are rounded.
  mutating func consumeInteger(in context: ParsingContext, from low: Int32 = .min) -> Specified<Int32>? {
    let token = peek
    if token.kind == .number {
      guard token.isInteger, token.integer >= Int(low) else { return nil }
      advance()
      return .computed(Int32(clamping: token.integer))
    }
    // Halves go up.
    return consumeMath(.number, in: context)?.map { max(low, ($0.constant + 0.5).rounded(.down).clampedInteger) }
  }

  /// Of a descriptor, whose calculations are those of an element with initial values. A calculation, but no number, may
  /// come to less than `low`, and is that then.
  package mutating func consumeDescriptorInteger(from low: Int32 = .min) -> Int? {
    if let number = consumeInteger() { return number }
    return consumeInteger(in: ParsingContext(), from: low).map { Int($0.computed(in: .initial)) }
  }

  mutating func consumePercentage(in context: ParsingContext, _ range: ValueRange = .all) -> Specified<Double>? {
    let token = peek
    if token.kind == .percentage {
      guard range.allows(token.number) else { return nil }
      advance()
      return .computed(token.number)
    }
    return consumeMath(.percentage, in: context)?.map { range.clamp($0.constant) }
  }

  /// A percentage counts as a hundredth.
  mutating func consumeNumberOrPercentage(
    in context: ParsingContext, _ range: ValueRange = .all
  ) -> Specified<Double>? {
    if let number = consumeNumber(in: context, range) { return number }
    return consumePercentage(in: context, range)?.map { $0 / 100 }
  }

  /// In CSS pixels.
  mutating func consumeLength(in context: ParsingContext, _ range: ValueRange = .all) -> Specified<Double>? {
    let token = peek
    switch token.kind {
    case .dimension:
      guard range.allows(token.number) else { return nil }
      let number = token.number
      switch Dimension(token, in: buffer) {
      case .length(let length)?:
        advance()
        return .computed(Double((length * context.zoom).clampedLength))
      case .relative(let unit)?:
        advance()
        return .relative(unit.dependencies) { Double((number * unit.pixels(in: $0)).clampedLength) }
      default: return nil
      }
    case .number:
      guard token.number == 0 || (context.quirks.contains(.unitlessLength) && range.allows(token.number)) else {
        return nil
      }
      advance()
      return .computed(Double((token.number * context.zoom).clampedLength))
    case .function:
      return consumeMath(.length, in: context)?.map { Double(range.clamp($0.constant).clampedLength) }
    default: return nil
    }
  }

  mutating func consumeLengthPercentage(
    in context: ParsingContext, _ range: ValueRange = .all
  ) -> Specified<LengthPercentage>? {
    let token = peek
    switch token.kind {
    case .percentage:
      guard range.allows(token.number) else { return nil }
      advance()
      return .computed(.percentage(token.number.clampedNumber))
    case .dimension, .number:
      return consumeLength(in: context, range)?.map { .length(Float($0)) }
    case .function:
      if context.isUserAgentSheet, let length = consumeQuirkyLength(in: context) { return length }
      return consumeMath(.lengthPercentage, in: context)?.map { $0.lengthPercentage(range) }
    default: return nil
    }
  }

  /// `-internal-quirky(1em)`: see `LengthPercentage.isQuirky`.
  private mutating func consumeQuirkyLength(in context: ParsingContext) -> Specified<LengthPercentage>? {
    var attempt = self
    guard let (token, contents) = attempt.consumeFunction(), buffer.lowercased(token) == "-internal-quirky"
    else { return nil }
    var inner = contents
    guard let length = inner.consumeLength(in: context, .all), inner.isAtEnd else { return nil }
    self = attempt
    return length.map { .calculation(.linear(length: $0, percentage: 0)) }
  }

  /// In degrees. `unitlessZero`: a plain `0` counts.
  mutating func consumeAngle(in context: ParsingContext, unitlessZero: Bool = false) -> Specified<Double>? {
    let token = peek
    switch token.kind {
    case .dimension:
      guard case .angle(let degrees)? = Dimension(token, in: buffer) else { return nil }
      advance()
      return .computed(degrees)
    case .number:
      guard unitlessZero, token.number == 0 else { return nil }
      advance()
      return .computed(0)
    case .function: return consumeMath(.angle, in: context)?.map(\.constant)
    default: return nil
    }
  }

  /// In seconds.
  mutating func consumeTime(in context: ParsingContext, _ range: ValueRange = .all) -> Specified<Double>? {
    let token = peek
    if token.kind == .dimension {
      guard case .time(let seconds)? = Dimension(token, in: buffer), range.allows(seconds) else { return nil }
      advance()
      return .computed(seconds)
    }
    return consumeMath(.time, in: context)?.map { range.clamp($0.constant) }
  }

  /// In device pixels per CSS pixel.
  mutating func consumeResolution(in context: ParsingContext) -> Specified<Double>? {
    let token = peek
    if token.kind == .dimension {
      guard case .resolution(let resolution)? = Dimension(token, in: buffer) else { return nil }
      advance()
      return .computed(resolution)
    }
    return consumeMath(.resolution, in: context)?.map(\.constant)
  }

  /// `<ratio>`
  mutating func consumeRatio(in context: ParsingContext) -> Specified<RatioTerms>? {
    guard let first = consumeNumber(in: context, .nonNegative) else { return nil }
    var second = Specified.computed(1.0)
    if consumeSlash() {
      guard let number = consumeNumber(in: context, .nonNegative) else { return nil }
      second = number
    }
    return first.with(second) { RatioTerms(width: $0.clampedNumber, height: $1.clampedNumber) }
  }
}

extension LengthPercentage {
  /// `length` CSS pixels and `percentage` of the basis, in the simplest form.
  package static func linear(length: Double, percentage: Double) -> LengthPercentage {
    if percentage == 0 { return .length(length.clampedLength) }
    if length == 0 { return .percentage(percentage.clampedNumber) }
    return .calculation(.linear(length: Double(length.clampedLength), percentage: percentage))
  }

  /// The value as a node of a calculation.
  var node: Calculation {
    switch self {
    case .length(let length): .linear(length: Double(length), percentage: 0)
    case .percentage(let percentage): .linear(length: 0, percentage: Double(percentage))
    case .calculation(let calculation): calculation
    }
  }

  /// From the other end: `100% - self`.
  package var fromEnd: LengthPercentage {
    switch self {
    case .length(let length): .linear(length: -Double(length), percentage: 100)
    case .percentage(let percentage): .percentage(100 - percentage)
    case .calculation(.linear(let length, let percentage)):
      .linear(length: -length, percentage: 100 - percentage)
    case .calculation(let other):
      .calculation(.sum([.linear(length: 0, percentage: 100), .product(other, -1)]))
    }
  }
}
