import Foundation

/// A calculation as it was declared.
/// https://drafts.csswg.org/css-values-4/#calculation-tree
indirect enum CalculationTree: Sendable {
  /// A number, or a dimension in its canonical unit.
  case constant(Double, MathType)
  case percentage(Double)
  /// In a unit that depends on an element.
  case length(Double, LengthUnit)
  /// A channel of the colour that a relative colour is made of.
  case channel(String)
  /// What `calc-size()` calculates on.
  case size
  case sibling(SiblingFunction)
  case random(RandomTerm)
  case anchor(AnchorTerm)
  /// A value that is written with the function that it is: the fallback of an anchor function.
  case mathFunction(CalculationTree)
  case sum(CalculationTree, [Term])
  case product(CalculationTree, [Term])
  case clamp(low: CalculationTree?, value: CalculationTree, high: CalculationTree?)
  case round(Calculation.RoundingStrategy, [CalculationTree])
  case function(Function, [CalculationTree])

  /// What is added or multiplied, or else subtracted or divided by.
  struct Term: Sendable {
    var isInverse: Bool
    var tree: CalculationTree
  }

  /// Those whose arguments are a list of calculations.
  enum Function: String, Sendable {
    case min, max, mod, rem, abs, sign, hypot, sin, cos, tan, asin, acos, atan, atan2, pow, sqrt, exp, log
    case progress
  }

  /// https://drafts.csswg.org/css-values-5/#tree-counting
  enum SiblingFunction: String, Sendable {
    case index = "sibling-index"
    case count = "sibling-count"
  }

  /// The value where the type is what the place wants.
  func result(for target: MathTarget, in environment: ComputationEnvironment) -> MathResult? {
    let percentageIsLength = target == .lengthPercentage
    let simplification = Simplification(environment: environment, percentageIsLength: percentageIsLength)
    guard var result = simplification.result(self), result.type == target.type else { return nil }
    result.sawPercentage = percentageIsLength && hasPercentage
    return result
  }

  /// Of a function of constants, its value.
  var ofConstants: MathResult? {
    Simplification(environment: .initial, percentageIsLength: false).result(self)
  }

  private var hasPercentage: Bool {
    switch self {
    case .constant, .length, .channel, .size, .sibling: false
    case .anchor: true
    case .mathFunction(let tree): tree.hasPercentage
    case .percentage: true
    case .sum(let first, let terms), .product(let first, let terms):
      first.hasPercentage || terms.contains { $0.tree.hasPercentage }
    case .clamp(let low, let value, let high):
      value.hasPercentage || low?.hasPercentage ?? false || high?.hasPercentage ?? false
    case .round(_, let list), .function(_, let list): list.contains { $0.hasPercentage }
    case .random(let term): term.bounds.contains { $0.hasPercentage }
    }
  }
}

/// Computes a calculation as far as percentages allow. Trees are as deep as the parser allows functions to nest.
/// https://drafts.csswg.org/css-values-4/#simplify-a-calculation-tree
private struct Simplification {
  let environment: ComputationEnvironment
  let percentageIsLength: Bool

  func result(_ tree: CalculationTree) -> MathResult? {
    switch tree {
    case .constant(let value, let type): return .constant(value, type)
    case .percentage(let value):
      return percentageIsLength
        ? MathResult(type: .length, node: .linear(length: 0, percentage: value)) : .constant(value, .percentage)
    case .length(let value, let unit): return .constant(value * unit.pixels(in: environment), .length)
    case .channel(let name): return .constant(environment.channels[name] ?? 0, .number)
    case .size: return MathResult(type: .length, node: .size)
    case .sibling(let function):
      // Of a style for no element, the value is not known.
      let place = environment.siblings?() ?? (index: 1, count: 1)
      return .constant(Double(function == .index ? place.index : place.count), .number)
    case .random(let term): return random(term)
    case .anchor(let term): return anchor(term)
    case .mathFunction(let tree): return result(tree)
    case .sum(let first, let terms):
      guard var total = result(first) else { return nil }
      for term in terms {
        guard let value = result(term.tree), let sum = add(total, term.isInverse ? scaled(value, by: -1) : value)
        else { return nil }
        total = sum
      }
      return total
    case .product(let first, let terms):
      guard var total = result(first) else { return nil }
      for term in terms {
        guard let value = result(term.tree),
          let product = term.isInverse ? divide(total, value) : multiply(total, value)
        else { return nil }
        total = product
      }
      return total
    case .clamp(let low, let value, let high): return clamp(low, value, high)
    case .round(let strategy, let list): return round(strategy, list)
    case .function(let function, let list): return results(list).flatMap { value(of: function, $0) }
    }
  }

  private func anchor(_ term: AnchorTerm) -> MathResult? {
    var fallback: Calculation?
    if let tree = term.fallback {
      guard let value = result(tree), value.type == .length else { return nil }
      fallback = value.node
    }
    let function = AnchorFunction(
      name: term.name, query: term.side.map { .side($0.value) } ?? .size(term.dimension), fallback: fallback)
    return MathResult(type: .length, node: .anchor(function))
  }

  /// https://drafts.csswg.org/css-values-5/#random-evaluation
  private func random(_ term: RandomTerm) -> MathResult? {
    let share: Double
    switch term.source {
    case .key(let key): share = key.number(of: environment.element)
    case .fixed(let tree):
      guard let value = result(tree)?.number else { return nil }
      share = max(0, min(value.isNaN ? 0 : value, 1.0.nextDown))
    }
    guard let bounds = results(term.bounds), bounds.allSatisfy({ $0.type == bounds[0].type }) else { return nil }
    let (low, high) = (bounds[0].node, bounds[1].node)
    func linear(_ value: Double) -> Calculation { .linear(length: value, percentage: 0) }
    var distance = Calculation.product(.sum([high, .product(low, -1)]), share)
    if bounds.count == 3, bounds[2].constantIfKnown.map({ $0 > 0 }) ?? true {
      // One of the steps, the last one of which may be a little beyond the end.
      let step = bounds[2].node
      let room = Calculation.sum([high, .product(low, -1), .product(step, 0.001)])
      let count = Calculation.sum([.round(.down, room, step: step), step])
      distance = .round(.down, .product(count, share), step: step)
    }
    // Bounds in the wrong order are one.
    let end = Calculation.maximum([low, high])
    return folded(MathResult(type: bounds[0].type, node: .clamp(low: low, value: .sum([low, distance]), high: end)))
  }

  private func results(_ trees: [CalculationTree]) -> [MathResult]? {
    var results: [MathResult] = []
    for tree in trees {
      guard let result = result(tree) else { return nil }
      results.append(result)
    }
    return results
  }

  // MARK: Sums and products

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
    if case .product(let part, let before) = value.node {
      return MathResult(type: value.type, node: .product(part, before * factor))
    }
    return MathResult(type: value.type, node: .product(value.node, factor))
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

  // MARK: Functions

  private func value(of function: CalculationTree.Function, _ list: [MathResult]) -> MathResult? {
    guard let first = list.first else { return nil }
    switch function {
    case .min: return list.count == 1 ? first : extreme(list) { .minimum($0) }
    case .max: return list.count == 1 ? first : extreme(list) { .maximum($0) }
    case .hypot: return extreme(list) { .hypotenuse($0) }
    case .mod: return pair(list).map { folded(MathResult(type: $0.type, node: .modulo($0.node, $1.node))) }
    case .rem: return pair(list).map { folded(MathResult(type: $0.type, node: .remainder($0.node, $1.node))) }
    case .progress: return progress(list)
    case .atan2:
      return constants(list).map { .constant(Foundation.atan2($0.constant, $1.constant) * 180 / .pi, .angle) }
    case .pow:
      guard let (base, exponent) = constants(list), base.type == .number else { return nil }
      return .constant(Foundation.pow(base.constant, exponent.constant), .number)
    case .log:
      guard list.count <= 2, let value = first.number else { return nil }
      guard list.count == 2 else { return .constant(Foundation.log(value), .number) }
      return list[1].number.map { .constant(Foundation.log(value) / Foundation.log($0), .number) }
    case .abs, .sign, .sin, .cos, .tan, .asin, .acos, .atan, .sqrt, .exp:
      return list.count == 1 ? value(of: function, first) : nil
    }
  }

  private func value(of function: CalculationTree.Function, _ value: MathResult) -> MathResult? {
    switch function {
    case .abs: return folded(MathResult(type: value.type, node: .absolute(value.node)))
    case .sign: return folded(MathResult(type: .number, node: .sign(value.node)))
    case .sin: return ofAngle(value, Foundation.sin)
    case .cos: return ofAngle(value, Foundation.cos)
    case .tan: return ofAngle(value, Foundation.tan)
    case .asin: return value.number.map { .constant(Foundation.asin($0) * 180 / .pi, .angle) }
    case .acos: return value.number.map { .constant(Foundation.acos($0) * 180 / .pi, .angle) }
    case .atan: return value.number.map { .constant(Foundation.atan($0) * 180 / .pi, .angle) }
    case .sqrt: return value.number.map { .constant($0.squareRoot(), .number) }
    case .exp: return value.number.map { .constant(Foundation.exp($0), .number) }
    case .min, .max, .mod, .rem, .hypot, .atan2, .pow, .log, .progress: return nil
    }
  }

  /// Computes what has no percentage in it.
  private func folded(_ result: MathResult) -> MathResult {
    result.node.hasPercentage || result.node.hasSize ? result : .constant(result.node.resolved(basis: 0), result.type)
  }

  private func extreme(_ values: [MathResult], _ make: ([Calculation]) -> Calculation) -> MathResult? {
    guard let first = values.first, values.allSatisfy({ $0.type == first.type }) else { return nil }
    return folded(MathResult(type: first.type, node: make(values.map(\.node))))
  }

  private func pair(_ values: [MathResult]) -> (MathResult, MathResult)? {
    values.count == 2 && values[0].type == values[1].type ? (values[0], values[1]) : nil
  }

  private func constants(_ values: [MathResult]) -> (MathResult, MathResult)? {
    values.allSatisfy { $0.constantIfKnown != nil } ? pair(values) : nil
  }

  private func progress(_ values: [MathResult]) -> MathResult? {
    guard values.count == 3, values.allSatisfy({ $0.type == values[0].type }),
      let x = values[0].constantIfKnown, let low = values[1].constantIfKnown, let high = values[2].constantIfKnown
    else { return nil }
    return .constant(high == low ? 0 : min(max((x - low) / (high - low), 0), 1), .number)
  }

  /// A number counts as radians.
  private func ofAngle(_ value: MathResult, _ function: (Double) -> Double) -> MathResult? {
    guard let constant = value.constantIfKnown, value.type == .number || value.type == .angle else { return nil }
    let radians = value.type == .angle ? constant * .pi / 180 : constant
    // Right angles give exact results.
    let result = function(radians)
    return .constant(abs(result) < 1e-15 ? 0 : result, .number)
  }

  private func clamp(_ low: CalculationTree?, _ value: CalculationTree, _ high: CalculationTree?) -> MathResult? {
    guard let value = result(value) else { return nil }
    var limits: [Calculation?] = []
    for limit in [low, high] {
      guard let limit else {
        limits.append(nil)
        continue
      }
      guard let result = result(limit), result.type == value.type else { return nil }
      limits.append(result.node)
    }
    let node: Calculation =
      switch (limits[0], limits[1]) {
      case (let low?, let high?): .clamp(low: low, value: value.node, high: high)
      case (let low?, nil): .maximum([low, value.node])
      case (nil, let high?): .minimum([value.node, high])
      case (nil, nil): value.node
      }
    return folded(MathResult(type: value.type, node: node))
  }

  /// https://drafts.csswg.org/css-values-4/#funcdef-round
  private func round(_ strategy: Calculation.RoundingStrategy, _ list: [CalculationTree]) -> MathResult? {
    guard let values = results(list) else { return nil }
    if values.count == 1, values[0].type == .number {
      return folded(
        MathResult(
          type: .number, node: .round(strategy, values[0].node, step: .linear(length: 1, percentage: 0))))
    }
    return pair(values).map {
      folded(MathResult(type: $0.type, node: .round(strategy, $0.node, step: $1.node)))
    }
  }
}

extension MathResult {
  /// The value of a plain number.
  fileprivate var number: Double? { type == .number ? constantIfKnown : nil }
}
