import Foundation

/// The type of a calculation: the exponent of each base type.
/// https://drafts.csswg.org/css-values-4/#determine-the-type-of-a-calculation
struct MathType: Equatable {
  var length: Int8 = 0
  var angle: Int8 = 0
  var time: Int8 = 0
  var resolution: Int8 = 0
  var percentage: Int8 = 0

  static let number = MathType()
  static let length = MathType(length: 1)
  static let angle = MathType(angle: 1)
  static let time = MathType(time: 1)
  static let resolution = MathType(resolution: 1)
  static let percentage = MathType(percentage: 1)

  func combined(_ other: MathType, sign: Int8) -> MathType {
    MathType(
      length: length &+ sign &* other.length, angle: angle &+ sign &* other.angle,
      time: time &+ sign &* other.time, resolution: resolution &+ sign &* other.resolution,
      percentage: percentage &+ sign &* other.percentage)
  }
}

/// A typed result of a math function, in canonical units (px, deg, s, dppx), or a tree over lengths
/// and percentages of which the basis is not known yet.
struct MathResult {
  var type: MathType
  var node: Calculation
  /// Whether a percentage stood in it, though it may have come to nothing: `calc(1px + 0%)` is not
  /// definite where percentages are not.
  var sawPercentage = false

  static func constant(_ value: Double, _ type: MathType) -> MathResult {
    MathResult(type: type, node: .linear(length: value, percentage: 0))
  }

  /// The value if no percentage waits in it.
  var constantIfKnown: Double? {
    if case .linear(let value, 0) = node { return value }
    return nil
  }

  /// The value of a calculation in which percentages cannot wait. Not-a-number counts as zero.
  var constant: Double {
    let value = constantIfKnown ?? 0
    return value.isNaN ? 0 : value
  }

  func lengthPercentage(_ range: ValueRange) -> LengthPercentage {
    if case .linear(let length, let percentage) = node {
      if percentage == 0, !sawPercentage { return .length(range.clamp(length.isNaN ? 0 : length).clampedLength) }
      if length == 0 { return .percentage(range.clamp(percentage).clampedNumber) }
    }
    return .calculation(range == .all ? node : .maximum([node, .linear(length: 0, percentage: 0)]))
  }
}

/// The type of a math function that a place in a grammar allows.
enum MathTarget {
  case number, length, percentage, angle, time, resolution
  /// Percentages are of some length.
  case lengthPercentage

  var type: MathType {
    switch self {
    case .number: .number
    case .length, .lengthPercentage: .length
    case .percentage: .percentage
    case .angle: .angle
    case .time: .time
    case .resolution: .resolution
    }
  }
}

extension TokenCursor {
  /// A math function of the type that the place wants.
  /// https://drafts.csswg.org/css-values-4/#math
  mutating func consumeMath(_ target: MathTarget, in context: ValueContext) -> MathResult? {
    guard kind == .function else { return nil }
    var parser = MathParser(context: context, percentageIsLength: target == .lengthPercentage)
    var attempt = self
    guard var result = parser.function(&attempt, depth: 0), result.type == target.type else { return nil }
    result.sawPercentage = parser.sawPercentage
    self = attempt
    return result
  }
}

/// Reads and simplifies calculations.
struct MathParser {
  let context: ValueContext
  let percentageIsLength: Bool
  /// Bounds what one value may cost.
  private var budget = 10_000
  private static let maximumDepth = 64
  /// Whether there was a percentage of a length.
  private(set) var sawPercentage = false

  init(context: ValueContext, percentageIsLength: Bool) {
    (self.context, self.percentageIsLength) = (context, percentageIsLength)
  }

  // MARK: Sums and products

  /// https://drafts.csswg.org/css-values-4/#typedef-calc-sum
  private mutating func sum(_ cursor: inout TokenCursor, depth: Int) -> MathResult? {
    guard var left = product(&cursor, depth: depth) else { return nil }
    while true {
      let token = cursor.peek
      let isPlus = token.isDelim("+")
      guard isPlus || token.isDelim("-") else { return left }
      // White space is required on both sides.
      guard cursor.followsWhitespace else { return nil }
      cursor.advance()
      guard cursor.followsWhitespace, let right = product(&cursor, depth: depth),
        let total = add(left, isPlus ? right : scaled(right, by: -1))
      else { return nil }
      left = total
    }
  }

  private func add(_ a: MathResult, _ b: MathResult) -> MathResult? {
    guard a.type == b.type else { return nil }
    switch (a.node, b.node) {
    case (.linear(let x, let p), .linear(let y, let q)):
      return MathResult(type: a.type, node: .linear(length: x + y, percentage: p + q))
    case (.sum(let parts), let other):
      return MathResult(type: a.type, node: .sum(parts + [other]))
    case (let one, let other):
      return MathResult(type: a.type, node: .sum([one, other]))
    }
  }

  private func scaled(_ value: MathResult, by factor: Double) -> MathResult {
    if case .linear(let length, let percentage) = value.node {
      return MathResult(
        type: value.type,  // What is not there stays away, times infinity too.
        node: .linear(length: length * factor, percentage: percentage == 0 ? 0 : percentage * factor))
    }
    return MathResult(type: value.type, node: .product(value.node, factor))
  }

  private mutating func product(_ cursor: inout TokenCursor, depth: Int) -> MathResult? {
    guard var left = operand(&cursor, depth: depth) else { return nil }
    while true {
      let token = cursor.peek
      let isTimes = token.isDelim("*")
      guard isTimes || token.isDelim("/") else { return left }
      cursor.advance()
      guard let right = operand(&cursor, depth: depth),
        let result = isTimes ? multiply(left, right) : divide(left, right)
      else { return nil }
      left = result
    }
  }

  private func multiply(_ a: MathResult, _ b: MathResult) -> MathResult? {
    let type = a.type.combined(b.type, sign: 1)
    if let factor = b.constantIfKnown {
      return MathResult(type: type, node: scaled(a, by: factor).node)
    }
    if let factor = a.constantIfKnown {
      return MathResult(type: type, node: scaled(b, by: factor).node)
    }
    return nil
  }

  private func divide(_ a: MathResult, _ b: MathResult) -> MathResult? {
    guard let divisor = b.constantIfKnown else { return nil }
    let type = a.type.combined(b.type, sign: -1)
    if let value = a.constantIfKnown { return .constant(value / divisor, type) }
    return MathResult(type: type, node: scaled(a, by: 1 / divisor).node)
  }

  // MARK: Operands

  private mutating func operand(_ cursor: inout TokenCursor, depth: Int) -> MathResult? {
    budget -= 1
    guard budget > 0, depth < Self.maximumDepth else { return nil }
    let token = cursor.peek
    switch token.kind {
    case .number:
      cursor.advance()
      return .constant(token.number, .number)
    case .percentage:
      cursor.advance()
      sawPercentage = sawPercentage || percentageIsLength
      return percentageIsLength
        ? MathResult(type: .length, node: .linear(length: 0, percentage: token.number))
        : .constant(token.number, .percentage)
    case .dimension:
      guard let dimension = Dimension(token, in: cursor.buffer, context) else { return nil }
      cursor.advance()
      switch dimension {
      case .length(let value): return .constant(value, .length)
      case .angle(let value): return .constant(value, .angle)
      case .time(let value): return .constant(value, .time)
      case .resolution(let value): return .constant(value, .resolution)
      case .flex: return nil
      }
    case .openParenthesis:
      guard var inner = cursor.consumeBlock(.openParenthesis), let result = sum(&inner, depth: depth + 1),
        inner.isAtEnd
      else { return nil }
      return result
    case .function: return function(&cursor, depth: depth)
    case .ident: return constant(&cursor)
    default: return nil
    }
  }

  /// https://drafts.csswg.org/css-values-4/#calc-constants
  private func constant(_ cursor: inout TokenCursor) -> MathResult? {
    guard let name = cursor.peekedName else { return nil }
    let value: Double
    switch name {
    case "e": value = M_E
    case "pi": value = .pi
    case "infinity": value = .infinity
    case "-infinity": value = -.infinity
    case "nan": value = .nan
    default:
      guard let channel = context.channels[name] else { return nil }
      value = channel
    }
    cursor.advance()
    return .constant(value, .number)
  }

  // MARK: Functions

  mutating func function(_ cursor: inout TokenCursor, depth: Int) -> MathResult? {
    guard depth < Self.maximumDepth, let (token, contents) = cursor.consumeFunction() else { return nil }
    var inner = contents
    guard let result = evaluate(cursor.buffer.lowercased(token), &inner, depth: depth + 1), inner.isAtEnd
    else { return nil }
    return result
  }

  private mutating func evaluate(_ name: String, _ inner: inout TokenCursor, depth: Int) -> MathResult? {
    switch name {
    case "calc", "-webkit-calc": return sum(&inner, depth: depth)
    case "min": return extreme(&inner, depth) { .minimum($0) }
    case "max": return extreme(&inner, depth) { .maximum($0) }
    case "clamp": return clamp(&inner, depth)
    case "round": return round(&inner, depth)
    case "mod": return ofTwo(&inner, depth) { .modulo($0, $1) }
    case "rem": return ofTwo(&inner, depth) { .remainder($0, $1) }
    case "abs":
      guard let value = sum(&inner, depth: depth) else { return nil }
      return folded(MathResult(type: value.type, node: .absolute(value.node)))
    case "sign":
      guard let value = sum(&inner, depth: depth)?.constantIfKnown else { return nil }
      return .constant(value > 0 ? 1 : value < 0 ? -1 : value, .number)
    case "hypot": return extreme(&inner, depth) { .hypotenuse($0) }
    case "sin": return ofAngle(&inner, depth, sin)
    case "cos": return ofAngle(&inner, depth, cos)
    case "tan": return ofAngle(&inner, depth, tan)
    case "asin": return ofNumber(&inner, depth, .angle) { asin($0) * 180 / .pi }
    case "acos": return ofNumber(&inner, depth, .angle) { acos($0) * 180 / .pi }
    case "atan": return ofNumber(&inner, depth, .angle) { atan($0) * 180 / .pi }
    case "atan2":
      guard let (y, x) = constants(&inner, depth) else { return nil }
      return .constant(atan2(y.constant, x.constant) * 180 / .pi, .angle)
    case "pow":
      guard let (base, exponent) = constants(&inner, depth), base.type == .number else { return nil }
      return .constant(pow(base.constant, exponent.constant), .number)
    case "sqrt": return ofNumber(&inner, depth, .number) { $0.squareRoot() }
    case "exp": return ofNumber(&inner, depth, .number, exp)
    case "log":
      guard let value = sum(&inner, depth: depth)?.number else { return nil }
      guard inner.consumeComma() else { return .constant(log(value), .number) }
      guard let base = sum(&inner, depth: depth)?.number else { return nil }
      return .constant(log(value) / log(base), .number)
    case "progress":
      guard let value = sum(&inner, depth: depth), inner.consumeComma(),
        let start = sum(&inner, depth: depth), inner.consumeComma(),
        let end = sum(&inner, depth: depth), value.type == start.type, value.type == end.type,
        let x = value.constantIfKnown, let low = start.constantIfKnown, let high = end.constantIfKnown
      else { return nil }
      return .constant(high == low ? 0 : min(max((x - low) / (high - low), 0), 1), .number)
    default: return nil
    }
  }

  /// Computes what has no percentage in it.
  private func folded(_ result: MathResult) -> MathResult {
    result.node.hasPercentage ? result : .constant(result.node.resolved(basis: 0), result.type)
  }

  private mutating func list(_ inner: inout TokenCursor, _ depth: Int) -> [MathResult]? {
    var values: [MathResult] = []
    repeat {
      guard let value = sum(&inner, depth: depth), value.type == values.first?.type ?? value.type
      else { return nil }
      values.append(value)
    } while inner.consumeComma()
    return values
  }

  private mutating func extreme(
    _ inner: inout TokenCursor, _ depth: Int, _ make: ([Calculation]) -> Calculation
  ) -> MathResult? {
    guard let values = list(&inner, depth), let first = values.first else { return nil }
    let constants = values.compactMap(\.constantIfKnown)
    if constants.count == values.count, constants.contains(where: \.isNaN) {
      return .constant(.nan, first.type)
    }
    return folded(MathResult(type: first.type, node: make(values.map(\.node))))
  }

  private mutating func ofTwo(
    _ inner: inout TokenCursor, _ depth: Int, _ make: (Calculation, Calculation) -> Calculation
  ) -> MathResult? {
    guard let values = list(&inner, depth), values.count == 2 else { return nil }
    return folded(MathResult(type: values[0].type, node: make(values[0].node, values[1].node)))
  }

  private mutating func constants(
    _ inner: inout TokenCursor, _ depth: Int
  ) -> (MathResult, MathResult)? {
    guard let values = list(&inner, depth), values.count == 2,
      values.allSatisfy({ $0.constantIfKnown != nil })
    else { return nil }
    return (values[0], values[1])
  }

  private mutating func ofNumber(
    _ inner: inout TokenCursor, _ depth: Int, _ type: MathType, _ function: (Double) -> Double
  ) -> MathResult? {
    guard let value = sum(&inner, depth: depth)?.number else { return nil }
    return .constant(function(value), type)
  }

  /// A number counts as radians.
  private mutating func ofAngle(
    _ inner: inout TokenCursor, _ depth: Int, _ function: (Double) -> Double
  ) -> MathResult? {
    guard let value = sum(&inner, depth: depth), let constant = value.constantIfKnown,
      value.type == .number || value.type == .angle
    else { return nil }
    let radians = value.type == .angle ? constant * .pi / 180 : constant
    // Right angles give exact results.
    let result = function(radians)
    return .constant(abs(result) < 1e-15 ? 0 : result, .number)
  }

  /// `none` is no limit.
  private mutating func clamp(_ inner: inout TokenCursor, _ depth: Int) -> MathResult? {
    var parts: [MathResult?] = []
    for index in 0..<3 {
      if index > 0, !inner.consumeComma() { return nil }
      if index != 1, inner.consumeIdent("none") {
        parts.append(nil)
      } else if let value = sum(&inner, depth: depth) {
        parts.append(value)
      } else {
        return nil
      }
    }
    guard let value = parts[1],
      parts.allSatisfy({ $0 == nil || $0?.type == value.type })
    else { return nil }
    let node: Calculation =
      switch (parts[0]?.node, parts[2]?.node) {
      case (let low?, let high?): .clamp(low: low, value: value.node, high: high)
      case (let low?, nil): .maximum([low, value.node])
      case (nil, let high?): .minimum([value.node, high])
      case (nil, nil): value.node
      }
    return folded(MathResult(type: value.type, node: node))
  }

  /// https://drafts.csswg.org/css-values-4/#funcdef-round
  private mutating func round(_ inner: inout TokenCursor, _ depth: Int) -> MathResult? {
    var strategy = Calculation.RoundingStrategy.nearest
    if let named = inner.consumeOne(of: [
      "nearest": Calculation.RoundingStrategy.nearest, "up": .up, "down": .down, "to-zero": .toZero,
    ]) {
      strategy = named
      guard inner.consumeComma() else { return nil }
    }
    guard let values = list(&inner, depth) else { return nil }
    if values.count == 1, values[0].type == .number {
      return folded(
        MathResult(
          type: .number,
          node: .round(strategy, values[0].node, step: .linear(length: 1, percentage: 0))))
    }
    guard values.count == 2 else { return nil }
    return folded(
      MathResult(type: values[0].type, node: .round(strategy, values[0].node, step: values[1].node)))
  }
}

extension MathResult {
  /// The value of a plain number.
  fileprivate var number: Double? { type == .number ? constantIfKnown : nil }
}
