/// A computed value of which there are others in between.
/// https://drafts.csswg.org/css-values-4/#combining-values
protocol InterpolableValue: Sendable {
  /// The value at `progress` from this one (0) to the other (1), or beyond; nil where these two can only
  /// be exchanged.
  func mixed(with other: Self, at progress: Double) -> Self?
  /// This value on top of the other, as `animation-composition: add` wants it; nil where it replaces it.
  func added(to underlying: Self) -> Self?
  /// The same where parts that are alike add up instead, as `accumulate` wants it.
  func accumulated(onto underlying: Self) -> Self?
  /// The nearest value that a property takes which allows no negative numbers.
  var nonNegative: Self { get }

  /// Lists of such values: as many of both, each with its partner, unless a type says more.
  static func mixed(_ a: [Self], _ b: [Self], at progress: Double) -> [Self]?
  static func added(_ list: [Self], to underlying: [Self]) -> [Self]?
  static func accumulated(_ list: [Self], onto underlying: [Self]) -> [Self]?
}

extension InterpolableValue {
  func added(to underlying: Self) -> Self? { nil }
  func accumulated(onto underlying: Self) -> Self? { added(to: underlying) }
  var nonNegative: Self { self }

  static func mixed(_ a: [Self], _ b: [Self], at progress: Double) -> [Self]? {
    guard a.count == b.count else { return nil }
    return pairwise(a, b, progress)
  }

  static func added(_ list: [Self], to underlying: [Self]) -> [Self]? { nil }
  static func accumulated(_ list: [Self], onto underlying: [Self]) -> [Self]? { added(list, to: underlying) }

  /// The sum of two lists whose parts are counted from `neutral` ones: twice as far from those as what is half way
  /// between the lists.
  static func sum(_ list: [Self], _ underlying: [Self], from neutral: (Self) -> Self?) -> [Self]? {
    guard let middle = mixed(underlying, list, at: 0.5) else { return nil }
    let start = middle.compactMap(neutral)
    return start.count == middle.count ? pairwise(start, middle, 2) : nil
  }

  static func pairwise(_ a: [Self], _ b: [Self], _ progress: Double) -> [Self]? {
    var result: [Self] = []
    for (from, to) in zip(a, b) {
      guard let value = from.mixed(with: to, at: progress) else { return nil }
      result.append(value)
    }
    return result
  }

  static func appended(_ list: [Self], to underlying: [Self]) -> [Self]? {
    underlying.count + list.count <= Interpolation.mostParts ? underlying + list : nil
  }

  /// Both lists repeated to a common length.
  /// https://drafts.csswg.org/web-animations-1/#repeatable-list
  static func repeated(_ a: [Self], _ b: [Self], _ progress: Double) -> [Self]? {
    guard !a.isEmpty, !b.isEmpty else { return nil }
    var count = a.count
    while count % b.count != 0, count < 1_000 { count += a.count }
    return pairwise(
      (0..<count).map { a[$0 % a.count] }, (0..<count).map { b[$0 % b.count] }, progress)
  }
}

extension Array: InterpolableValue where Element: InterpolableValue {
  func mixed(with other: [Element], at progress: Double) -> [Element]? { Element.mixed(self, other, at: progress) }
  func added(to underlying: [Element]) -> [Element]? { Element.added(self, to: underlying) }
  func accumulated(onto underlying: [Element]) -> [Element]? { Element.accumulated(self, onto: underlying) }
  var nonNegative: [Element] { map(\.nonNegative) }
}

/// Interpolation and addition of the values of one property.
enum Interpolation {
  /// How many parts a combined value may have. Values of a parent and of other animations are combined
  /// again: without a bound they would double with each element inside another.
  static let mostParts = 256

  /// Which values a property takes; computed ones beyond are brought back.
  enum Range { case all, nonNegative, unit, positiveInteger, borderWidth }

  /// The value at `progress` between two; values of which there are none in between change half way.
  static func value<Value>(_ a: Value, _ b: Value, at progress: Double, in range: Range) -> Value {
    let (a, b) = completed(a, b)
    if let a = a as? any InterpolableValue, let mixed = mix(a, b, progress, range) as? Value { return mixed }
    return progress < 0.5 ? a : b
  }

  /// `none` of a transform's own properties is the other's function that does nothing.
  /// https://drafts.csswg.org/css-transforms-2/#individual-transforms
  private static func completed<Value>(_ a: Value, _ b: Value) -> (Value, Value) {
    guard Value.self == TransformFunction?.self, let from = a as? TransformFunction?, let to = b as? TransformFunction?
    else { return (a, b) }
    return ((from ?? to?.neutral) as? Value ?? a, (to ?? from?.neutral) as? Value ?? b)
  }

  static func isDiscrete<Value>(_ a: Value, _ b: Value) -> Bool {
    let (a, b) = completed(a, b)
    guard let a = a as? any InterpolableValue else { return true }
    return mix(a, b, 0.5, .all) == nil
  }

  private static func mix<Value: InterpolableValue>(
    _ a: Value, _ b: Any, _ progress: Double, _ range: Range
  ) -> Any? {
    guard let b = b as? Value, let value = a.mixed(with: b, at: progress) else { return nil }
    return clamped(value, range)
  }

  static func sum<Value>(_ value: Value, on underlying: Value, accumulates: Bool, in range: Range) -> Value {
    if let value = value as? any InterpolableValue, let sum = add(value, underlying, accumulates, range) as? Value {
      return sum
    }
    return value
  }

  private static func add<Value: InterpolableValue>(
    _ value: Value, _ underlying: Any, _ accumulates: Bool, _ range: Range
  ) -> Any? {
    guard let underlying = underlying as? Value,
      let sum = accumulates ? value.accumulated(onto: underlying) : value.added(to: underlying)
    else { return nil }
    return clamped(sum, range)
  }

  private static func clamped<Value: InterpolableValue>(_ value: Value, _ range: Range) -> Value {
    switch range {
    case .all: return value
    case .nonNegative: return value.nonNegative
    case .unit:
      guard let number = value as? Float else { return value.nonNegative }
      return min(max(number, 0), 1) as? Value ?? value
    case .borderWidth:
      // https://drafts.csswg.org/css-values-4/#snap-a-length-as-a-border-width
      guard let width = value as? Float else { return value.nonNegative }
      // Progress is found by approximation: what misses a pixel by less than a thousandth is that pixel.
      let pixels = max(0, (width + 0.001).rounded(.down))
      return (pixels == 0 && width > 0.001 ? 1 : pixels) as? Value ?? value
    case .positiveInteger:
      guard let number = value as? Int32 else { return value.nonNegative }
      return max(number, 1) as? Value ?? value
    }
  }
}

// MARK: Numbers and lengths

extension Float: InterpolableValue {
  func mixed(with other: Float, at progress: Double) -> Float? {
    guard isFinite, other.isFinite else { return nil }
    return (Double(self) * (1 - progress) + Double(other) * progress).clampedNumber
  }
  func added(to underlying: Float) -> Float? { (Double(self) + Double(underlying)).clampedNumber }
  var nonNegative: Float { max(0, self) }
}

extension Int32: InterpolableValue {
  func mixed(with other: Int32, at progress: Double) -> Int32? {
    ((Double(self) * (1 - progress) + Double(other) * progress) + 0.5).rounded(.down).clampedInteger
  }
  func added(to underlying: Int32) -> Int32? { (Double(self) + Double(underlying)).clampedInteger }
  var nonNegative: Int32 { Swift.max(0, self) }
}

extension LengthPercentage: InterpolableValue {
  func mixed(with other: LengthPercentage, at progress: Double) -> LengthPercentage? {
    Self.combined(self, 1 - progress, other, progress)
  }
  func added(to underlying: LengthPercentage) -> LengthPercentage? { Self.combined(self, 1, underlying, 1) }

  private static func combined(
    _ a: LengthPercentage, _ first: Double, _ b: LengthPercentage, _ second: Double
  ) -> LengthPercentage? {
    if case .linear(let x, let u) = a.node, case .linear(let y, let v) = b.node {
      let hasPercentage = a.hasPercentage || b.hasPercentage
      let (length, percentage) = (x * first + y * second, u * first + v * second)
      // What comes out as zero percent is still no length.
      if hasPercentage, length == 0 { return .percentage(percentage.clampedNumber) }
      return .linear(length: length, percentage: percentage)
    }
    let (x, y) = (a.node, b.node)
    guard
      x.partCount(upTo: Interpolation.mostParts) + y.partCount(upTo: Interpolation.mostParts) < Interpolation.mostParts
    else { return nil }
    return .calculation(.sum([.product(x, first), .product(y, second)]))
  }

  var nonNegative: LengthPercentage {
    switch self {
    case .length(let value): .length(max(0, value))
    case .percentage(let value): .percentage(max(0, value))
    case .calculation(let value): .calculation(.maximum([.linear(length: 0, percentage: 0), value]))
    }
  }

  static func mixed(_ a: [Self], _ b: [Self], at progress: Double) -> [Self]? { repeated(a, b, progress) }
}

extension Calculation {
  /// The nodes of the tree, or the limit where there are more.
  func partCount(upTo limit: Int) -> Int {
    guard limit > 1 else { return 1 }
    var count = 1
    func add(_ part: Calculation) { if count < limit { count += part.partCount(upTo: limit - count) } }
    switch self {
    case .linear, .size, .anchor: break
    case .sum(let parts), .minimum(let parts), .maximum(let parts), .hypotenuse(let parts): parts.forEach(add)
    case .product(let part, _), .absolute(let part), .sign(let part): add(part)
    case .clamp(let low, let value, let high): [low, value, high].forEach(add)
    case .round(_, let a, let b), .modulo(let a, let b), .remainder(let a, let b): [a, b].forEach(add)
    }
    return count
  }
}

extension LengthOrAuto: InterpolableValue {
  func mixed(with other: LengthOrAuto, at progress: Double) -> LengthOrAuto? {
    guard case .value(let a) = self, case .value(let b) = other else { return nil }
    return a.mixed(with: b, at: progress).map { .value($0) }
  }
  func added(to underlying: LengthOrAuto) -> LengthOrAuto? {
    guard case .value(let a) = self, case .value(let b) = underlying else { return nil }
    return a.added(to: b).map { .value($0) }
  }
}

extension SizeValue: InterpolableValue {
  func mixed(with other: SizeValue, at progress: Double) -> SizeValue? {
    switch (self, other) {
    case (.value(let a), .value(let b)): a.mixed(with: b, at: progress).map { .value($0) }
    case (.fitContent(let a?), .fitContent(let b?)): a.mixed(with: b, at: progress).map { .fitContent($0) }
    case (.calculated(let basis, let a), .calculated(basis, let b)): Self.mixed(basis, a, b, at: progress)
    // https://drafts.csswg.org/css-values-5/#interp-calc-size
    case (.calculated(let basis, let a), .value(let b)): Self.mixed(basis, a, b.node, at: progress)
    case (.value(let a), .calculated(let basis, let b)): Self.mixed(basis, a.node, b, at: progress)
    case (_, _): nil
    }
  }
  private static func mixed(_ basis: SizeValue, _ a: Calculation, _ b: Calculation, at progress: Double) -> SizeValue? {
    LengthPercentage.calculation(a).mixed(with: .calculation(b), at: progress).map {
      .calculated(basis: basis, $0.node)
    }
  }
  func added(to underlying: SizeValue) -> SizeValue? {
    guard case .value(let a) = self, case .value(let b) = underlying else { return nil }
    return a.added(to: b).map { .value($0) }
  }
  var nonNegative: SizeValue { if case .value(let value) = self { .value(value.nonNegative) } else { self } }
}

extension LengthPair: InterpolableValue {
  func mixed(with other: LengthPair, at progress: Double) -> LengthPair? {
    guard let x = x.mixed(with: other.x, at: progress), let y = y.mixed(with: other.y, at: progress) else { return nil }
    return LengthPair(x: x, y: y)
  }
  func added(to underlying: LengthPair) -> LengthPair? {
    guard let x = x.added(to: underlying.x), let y = y.added(to: underlying.y) else { return nil }
    return LengthPair(x: x, y: y)
  }
  var nonNegative: LengthPair { LengthPair(x: x.nonNegative, y: y.nonNegative) }
}

extension Sides: InterpolableValue where Value: InterpolableValue {
  func mixed(with other: Sides, at progress: Double) -> Sides? {
    guard let top = top.mixed(with: other.top, at: progress), let right = right.mixed(with: other.right, at: progress),
      let bottom = bottom.mixed(with: other.bottom, at: progress), let left = left.mixed(with: other.left, at: progress)
    else { return nil }
    return Sides(top: top, right: right, bottom: bottom, left: left)
  }
  var nonNegative: Sides {
    Sides(top: top.nonNegative, right: right.nonNegative, bottom: bottom.nonNegative, left: left.nonNegative)
  }
}

extension Corners: InterpolableValue where Value: InterpolableValue {
  func mixed(with other: Corners, at progress: Double) -> Corners? {
    guard let a = topLeft.mixed(with: other.topLeft, at: progress),
      let b = topRight.mixed(with: other.topRight, at: progress),
      let c = bottomRight.mixed(with: other.bottomRight, at: progress),
      let d = bottomLeft.mixed(with: other.bottomLeft, at: progress)
    else { return nil }
    return Corners(topLeft: a, topRight: b, bottomRight: c, bottomLeft: d)
  }
  var nonNegative: Corners {
    Corners(
      topLeft: topLeft.nonNegative, topRight: topRight.nonNegative, bottomRight: bottomRight.nonNegative,
      bottomLeft: bottomLeft.nonNegative)
  }
}

// MARK: Types of single properties

extension FontSizeValue: InterpolableValue {
  func mixed(with other: FontSizeValue, at progress: Double) -> FontSizeValue? {
    size.mixed(with: other.size, at: progress).map { FontSizeValue(size: max(0, $0), keyword: nil, isAbsolute: true) }
  }
  func added(to underlying: FontSizeValue) -> FontSizeValue? {
    FontSizeValue(size: size + underlying.size, keyword: nil, isAbsolute: true)
  }
}

extension LineHeight: InterpolableValue {
  func mixed(with other: LineHeight, at progress: Double) -> LineHeight? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.mixed(with: b, at: progress).map { .number(max(0, $0)) }
    case (.length(let a), .length(let b)): a.mixed(with: b, at: progress).map { .length(max(0, $0)) }
    case (_, _): nil
    }
  }
  func added(to underlying: LineHeight) -> LineHeight? {
    switch (self, underlying) {
    case (.number(let a), .number(let b)): a.added(to: b).map { .number($0) }
    case (.length(let a), .length(let b)): a.added(to: b).map { .length($0) }
    case (_, _): nil
    }
  }
}

extension VerticalAlign: InterpolableValue {
  func mixed(with other: VerticalAlign, at progress: Double) -> VerticalAlign? {
    guard case .raised(let a) = self, case .raised(let b) = other else { return nil }
    return a.mixed(with: b, at: progress).map { .raised($0) }
  }
  func added(to underlying: VerticalAlign) -> VerticalAlign? {
    guard case .raised(let a) = self, case .raised(let b) = underlying else { return nil }
    return a.added(to: b).map { .raised($0) }
  }
}

extension TabSize: InterpolableValue {
  func mixed(with other: TabSize, at progress: Double) -> TabSize? {
    switch (self, other) {
    case (.spaces(let a), .spaces(let b)): a.mixed(with: b, at: progress).map { .spaces(max(0, $0)) }
    case (.length(let a), .length(let b)): a.mixed(with: b, at: progress).map { .length(max(0, $0)) }
    case (_, _): nil
    }
  }
}

extension FontSlantValue: InterpolableValue {
  func mixed(with other: FontSlantValue, at progress: Double) -> FontSlantValue? {
    func angle(_ slant: FontSlantValue) -> Float? {
      switch slant {
      case .normal: 0
      case .oblique(let degrees): degrees
      case .italic: nil
      }
    }
    guard let a = angle(self), let b = angle(other), let mixed = a.mixed(with: b, at: progress) else { return nil }
    return mixed == 0 ? .normal : .oblique(min(max(mixed, -90), 90))
  }
}

extension FontSetting: InterpolableValue {
  func mixed(with other: FontSetting, at progress: Double) -> FontSetting? {
    guard tag == other.tag else { return nil }
    return value.mixed(with: other.value, at: progress).map { FontSetting(tag: tag, value: $0) }
  }
}

extension AspectRatio: InterpolableValue {
  /// https://drafts.csswg.org/css-values-4/#combine-ratio
  func mixed(with other: AspectRatio, at progress: Double) -> AspectRatio? {
    guard isAuto == other.isAuto, let a = ratio, let b = other.ratio else { return nil }
    let ratio = Exponential.power(a, b, progress).clampedNumber
    var result = self
    result.terms = RatioTerms(width: ratio, height: 1)
    result.ratio = ratio
    return result
  }
}

extension DecorationThickness: InterpolableValue {
  func mixed(with other: DecorationThickness, at progress: Double) -> DecorationThickness? {
    guard case .length(let a) = self, case .length(let b) = other else { return nil }
    return a.mixed(with: b, at: progress).map { .length($0) }
  }
  var nonNegative: DecorationThickness {
    if case .length(let length) = self { .length(length.nonNegative) } else { self }
  }
}

extension BackgroundSize: InterpolableValue {
  func mixed(with other: BackgroundSize, at progress: Double) -> BackgroundSize? {
    guard case .size(let a, let b) = self, case .size(let c, let d) = other else { return nil }
    func side(_ a: LengthPercentage?, _ b: LengthPercentage?) -> LengthPercentage?? {
      if a == nil, b == nil { return .some(nil) }
      guard let a, let b else { return nil }
      return a.mixed(with: b, at: progress).map { .some($0.nonNegative) }
    }
    guard let width = side(a, c), let height = side(b, d) else { return nil }
    return .size(width: width, height: height)
  }
  static func mixed(_ a: [Self], _ b: [Self], at progress: Double) -> [Self]? { repeated(a, b, progress) }
}

extension BorderImageSlice: InterpolableValue {
  func mixed(with other: BorderImageSlice, at progress: Double) -> BorderImageSlice? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.mixed(with: b, at: progress).map { .number(max(0, $0)) }
    case (.percentage(let a), .percentage(let b)): a.mixed(with: b, at: progress).map { .percentage(max(0, $0)) }
    case (_, _): nil
    }
  }
}

extension BorderImageWidth: InterpolableValue {
  func mixed(with other: BorderImageWidth, at progress: Double) -> BorderImageWidth? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.mixed(with: b, at: progress).map { .number(max(0, $0)) }
    case (.length(let a), .length(let b)): a.mixed(with: b, at: progress).map { .length($0.nonNegative) }
    case (_, _): nil
    }
  }
}

extension BorderImageOutset: InterpolableValue {
  func mixed(with other: BorderImageOutset, at progress: Double) -> BorderImageOutset? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.mixed(with: b, at: progress).map { .number(max(0, $0)) }
    case (.length(let a), .length(let b)): a.mixed(with: b, at: progress).map { .length(max(0, $0)) }
    case (_, _): nil
    }
  }
}

/// https://drafts.csswg.org/css-display-4/#display-animation and its like: what is seen at either end is
/// seen all the while.
extension Visibility: InterpolableValue {
  func mixed(with other: Visibility, at progress: Double) -> Visibility? {
    guard self == .visible || other == .visible else { return nil }
    return progress <= 0 ? self : progress >= 1 ? other : .visible
  }
}

extension ContentVisibility: InterpolableValue {
  func mixed(with other: ContentVisibility, at progress: Double) -> ContentVisibility? {
    guard self == .hidden || other == .hidden else { return nil }
    return progress <= 0 ? self : progress >= 1 ? other : self == .hidden ? other : self
  }
}

extension Display: InterpolableValue {
  func mixed(with other: Display, at progress: Double) -> Display? {
    guard self == .none || other == .none else { return nil }
    return progress <= 0 ? self : progress >= 1 ? other : self == .none ? other : self
  }
}

extension TrackList: InterpolableValue {
  /// https://drafts.csswg.org/css-grid-2/#track-sizing : as many tracks, in the same order.
  func mixed(with other: TrackList, at progress: Double) -> TrackList? {
    guard isSubgrid == other.isSubgrid, !isSubgrid else { return nil }
    return [TrackListComponent].mixed([components], [other.components], at: progress).flatMap { $0.first }.map {
      var result = self
      result.components = $0
      return result
    }
  }
}

extension TrackListComponent: InterpolableValue {
  func mixed(with other: TrackListComponent, at progress: Double) -> TrackListComponent? {
    switch (self, other) {
    case (.lineNames, .lineNames): progress < 0.5 ? self : other
    case (.track(let a), .track(let b)): a.mixed(with: b, at: progress).map { .track($0) }
    case (.repetition(.count(let count), let a), .repetition(.count(let otherCount), let b)) where count == otherCount:
      a.mixed(with: b, at: progress).map { .repetition(.count(count), $0) }
    case (_, _): nil
    }
  }
}

extension TrackSize: InterpolableValue {
  func mixed(with other: TrackSize, at progress: Double) -> TrackSize? {
    switch (self, other) {
    case (.minmax(let a, let b), .minmax(let c, let d)):
      .minmax(a.mixed(with: c, at: progress), b.mixed(with: d, at: progress))
    case (.fitContent(let a), .fitContent(let b)): a.mixed(with: b, at: progress).map { .fitContent($0.nonNegative) }
    case (_, _): nil
    }
  }
}

extension TrackBreadth {
  fileprivate func mixed(with other: TrackBreadth, at progress: Double) -> TrackBreadth {
    switch (self, other) {
    case (.length(let a), .length(let b)): .length(a.mixed(with: b, at: progress)?.nonNegative ?? b)
    case (.flex(let a), .flex(let b)): .flex(max(0, a.mixed(with: b, at: progress) ?? b))
    case (_, _): progress < 0.5 ? self : other
    }
  }
}
