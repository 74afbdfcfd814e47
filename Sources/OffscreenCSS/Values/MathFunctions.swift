import Foundation

/// The type of a calculation: the exponent of each base type.
/// https://drafts.csswg.org/css-values-4/#determine-the-type-of-a-calculation
struct MathType: Equatable, Sendable {
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
struct MathResult: Sendable {
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
  mutating func consumeMath(_ target: MathTarget, in context: ParsingContext) -> Specified<MathResult>? {
    guard kind == .function else { return nil }
    return consumeMath(target, in: context) { $0.function(&$1, depth: 0) }
  }

  /// The same without the function: a sum as it stands in one.
  mutating func consumeCalculation(_ target: MathTarget, in context: ParsingContext) -> Specified<MathResult>? {
    consumeMath(target, in: context) { $0.sum(&$1, depth: 0) }
  }

  private mutating func consumeMath(
    _ target: MathTarget, in context: ParsingContext,
    _ read: (inout MathParser, inout TokenCursor) -> CalculationTree?
  ) -> Specified<MathResult>? {
    var parser = MathParser(context: context)
    var attempt = self
    guard let tree = read(&parser, &attempt),
      // Whether the types fit is the same for all elements.
      let checked = tree.result(for: target, in: .initial)
    else { return nil }
    self = attempt
    if parser.dependencies.isEmpty { return .computed(checked) }
    return .relative(parser.dependencies) { tree.result(for: target, in: $0) ?? checked }
  }
}

/// Reads calculations.
struct MathParser {
  let context: ParsingContext
  /// Bounds what one value may cost.
  private var budget = 10_000
  private static let maximumDepth = 64
  private(set) var dependencies: Dependencies = []

  init(context: ParsingContext) { self.context = context }

  mutating func depend(on dependency: Dependencies) { dependencies.insert(dependency) }

  // MARK: Sums and products

  /// https://drafts.csswg.org/css-values-4/#typedef-calc-sum
  mutating func sum(_ cursor: inout TokenCursor, depth: Int) -> CalculationTree? {
    guard let first = product(&cursor, depth: depth) else { return nil }
    var terms: [CalculationTree.Term] = []
    while true {
      let token = cursor.peek
      let isPlus = token.isDelim("+")
      guard isPlus || token.isDelim("-") else { return terms.isEmpty ? first : .sum(first, terms) }
      // White space is required on both sides.
      guard cursor.followsWhitespace else { return nil }
      cursor.advance()
      guard cursor.followsWhitespace, let term = product(&cursor, depth: depth) else { return nil }
      terms.append(CalculationTree.Term(isInverse: !isPlus, tree: term))
    }
  }

  private mutating func product(_ cursor: inout TokenCursor, depth: Int) -> CalculationTree? {
    guard let first = operand(&cursor, depth: depth) else { return nil }
    var terms: [CalculationTree.Term] = []
    while true {
      let token = cursor.peek
      let isTimes = token.isDelim("*")
      guard isTimes || token.isDelim("/") else { return terms.isEmpty ? first : .product(first, terms) }
      cursor.advance()
      guard let term = operand(&cursor, depth: depth) else { return nil }
      terms.append(CalculationTree.Term(isInverse: !isTimes, tree: term))
    }
  }

  // MARK: Operands

  private mutating func operand(_ cursor: inout TokenCursor, depth: Int) -> CalculationTree? {
    budget -= 1
    guard budget > 0, depth < Self.maximumDepth else { return nil }
    let token = cursor.peek
    switch token.kind {
    case .number:
      cursor.advance()
      return .constant(token.number, .number)
    case .percentage:
      cursor.advance()
      return .percentage(token.number)
    case .dimension:
      guard let dimension = Dimension(token, in: cursor.buffer) else { return nil }
      cursor.advance()
      switch dimension {
      case .length(let value): return .constant(value * context.zoom, .length)
      case .relative(let unit):
        dependencies.formUnion(unit.dependencies)
        return .length(token.number, unit)
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
  private mutating func constant(_ cursor: inout TokenCursor) -> CalculationTree? {
    guard let name = cursor.peekedName else { return nil }
    let value: Double
    switch name {
    case "e": value = M_E
    case "pi": value = .pi
    case "infinity": value = .infinity
    case "-infinity": value = -.infinity
    case "nan": value = .nan
    case "size" where context.allowsSize:
      cursor.advance()
      return .size
    default:
      guard context.channels.contains(name) else { return nil }
      cursor.advance()
      dependencies.insert(.channels)
      return .channel(name)
    }
    cursor.advance()
    return .constant(value, .number)
  }

  /// `<length-percentage>`, where an anchor is missing.
  mutating func anchorFallback(_ cursor: inout TokenCursor, depth: Int) -> CalculationTree? {
    let token = cursor.peek
    // A number is none, but zero.
    if token.kind == .number {
      guard token.number == 0 else { return nil }
      cursor.advance()
      return .constant(0, .length)
    }
    guard token.kind == .dimension || token.kind == .percentage || token.kind == .function else { return nil }
    let isFunction = token.kind == .function
    return operand(&cursor, depth: depth).map { isFunction ? .mathFunction($0) : $0 }
  }

  // MARK: Functions

  mutating func function(_ cursor: inout TokenCursor, depth: Int) -> CalculationTree? {
    guard depth < Self.maximumDepth, let (token, contents) = cursor.consumeFunction() else { return nil }
    var inner = contents
    let name = cursor.buffer.lowercased(token)
    // The function's token stands right before its arguments.
    let tree =
      name == "random"
      ? random(&inner, at: contents.range.lowerBound - 1, depth: depth + 1)
      : arguments(of: name, &inner, depth: depth + 1)
    guard let tree, inner.isAtEnd
    else { return nil }
    return tree
  }

  private mutating func arguments(
    of name: String, _ inner: inout TokenCursor, depth: Int
  ) -> CalculationTree? {
    switch name {
    case "calc", "-webkit-calc": return sum(&inner, depth: depth)
    case "clamp": return clamp(&inner, depth)
    case "round":
      var strategy = Calculation.RoundingStrategy.nearest
      if let named = inner.consumeOne(of: [
        "nearest": Calculation.RoundingStrategy.nearest, "up": .up, "down": .down, "to-zero": .toZero,
      ]) {
        strategy = named
        guard inner.consumeComma() else { return nil }
      }
      return list(&inner, depth).map { .round(strategy, $0) }
    case "anchor", "anchor-size": return anchorTerm(name, &inner, depth: depth)
    default:
      if let function = CalculationTree.SiblingFunction(rawValue: name), inner.isAtEnd {
        dependencies.insert(.siblings)
        return .sibling(function)
      }
      guard let function = CalculationTree.Function(rawValue: name) else { return nil }
      return list(&inner, depth).map { .function(function, $0) }
    }
  }

  mutating func list(_ inner: inout TokenCursor, _ depth: Int) -> [CalculationTree]? {
    var values: [CalculationTree] = []
    repeat {
      guard let value = sum(&inner, depth: depth) else { return nil }
      values.append(value)
    } while inner.consumeComma()
    return values
  }

  /// `none` is no limit.
  private mutating func clamp(_ inner: inout TokenCursor, _ depth: Int) -> CalculationTree? {
    func limit(_ cursor: inout TokenCursor, _ parser: inout MathParser) -> CalculationTree?? {
      if cursor.consumeIdent("none") { return .some(nil) }
      return parser.sum(&cursor, depth: depth).map { .some($0) }
    }
    guard let low = limit(&inner, &self), inner.consumeComma(), let value = sum(&inner, depth: depth),
      inner.consumeComma(), let high = limit(&inner, &self)
    else { return nil }
    return .clamp(low: low, value: value, high: high)
  }
}
