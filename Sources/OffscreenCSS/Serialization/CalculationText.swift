/// https://drafts.csswg.org/css-values-4/#serialize-a-math-function
extension CalculationTree {
  func text(in computed: ComputedText) -> String {
    let sum = CalculationSum(self)
    guard sum.rest.count == 1, sum.terms.isEmpty, let only = sum.rest.first, only.factor == 1 else {
      return "calc(\(sum.text(in: computed)))"
    }
    return only.tree.functionText(in: computed) ?? "calc(\(sum.text(in: computed)))"
  }

  /// Of what is not a sum or a product. Trees are as deep as functions may nest.
  fileprivate func functionText(in computed: ComputedText) -> String? {
    func list(_ trees: [CalculationTree]) -> String {
      trees.map { CalculationSum($0).text(in: computed) }.joined(separator: ", ")
    }
    func limit(_ tree: CalculationTree?) -> String { tree.map { list([$0]) } ?? "none" }
    switch self {
    case .constant, .percentage, .length, .sum, .product: return nil
    case .channel(let name): return name
    case .size: return "size"
    case .clamp(let low, let value, let high): return "clamp(\(limit(low)), \(list([value])), \(limit(high)))"
    case .round(let strategy, let trees):
      let name =
        switch strategy {
        case .nearest: ""
        case .up: "up, "
        case .down: "down, "
        case .toZero: "to-zero, "
        }
      return "round(\(name)\(list(trees)))"
    case .function(let function, let trees): return "\(function.rawValue)(\(list(trees)))"
    }
  }
}

/// A calculation as a sum: of each unit one term, and what has no unit before it is computed.
/// https://drafts.csswg.org/css-values-4/#simplify-a-calculation-tree
private struct CalculationSum {
  /// By unit: "" is that of numbers.
  var terms: [String: Double] = [:]
  var rest: [(tree: CalculationTree, factor: Double)] = []

  init(_ tree: CalculationTree) {
    switch tree {
    case .constant(let value, let type): terms[Self.unit(type)] = value
    case .percentage(let value): terms["%"] = value
    case .length(let value, let unit): terms[unit.rawValue] = value
    case .sum(let first, let list):
      self = CalculationSum(first)
      for term in list { add(CalculationSum(term.tree), factor: term.isInverse ? -1 : 1) }
    case .product(let first, let list):
      self = CalculationSum(first)
      for term in list {
        let other = CalculationSum(term.tree)
        if let factor = other.number {
          scale(by: term.isInverse ? 1 / factor : factor)
        } else if !term.isInverse, let factor = number {
          self = other
          scale(by: factor)
        } else {
          // Not implemented: products of units.
          (terms, rest) = ([:], [(tree, 1)])
          return
        }
      }
    case .channel, .size, .clamp, .round, .function: rest = [(tree, 1)]
    }
  }

  private static func unit(_ type: MathType) -> String {
    switch type {
    case .length: "px"
    case .angle: "deg"
    case .time: "s"
    case .resolution: "dppx"
    default: ""
    }
  }

  /// The value where it is a plain number.
  private var number: Double? { rest.isEmpty && terms.count == 1 ? terms[""] : nil }

  private mutating func scale(by factor: Double) {
    terms = terms.mapValues { $0 * factor }
    for index in rest.indices { rest[index].factor *= factor }
  }

  private mutating func add(_ other: CalculationSum, factor: Double) {
    for (unit, value) in other.terms { terms[unit, default: 0] += value * factor }
    rest += other.rest.map { ($0.tree, $0.factor * factor) }
  }

  /// Numbers first, then percentages, then units by their names.
  func text(in computed: ComputedText) -> String {
    var text = ""
    func append(_ value: Double, _ write: (Double) -> String) {
      let isNegative = value < 0 && !text.isEmpty
      text += (text.isEmpty ? "" : isNegative ? " - " : " + ") + write(isNegative ? -value : value)
    }
    for (unit, value) in terms.sorted(by: { ($0.key == "%" ? "!" : $0.key) < ($1.key == "%" ? "!" : $1.key) }) {
      append(value) { value in
        value.isFinite || unit.isEmpty
          ? computed.number(value) + unit : "\(computed.number(value)) * 1\(unit)"
      }
    }
    for (tree, factor) in rest {
      let function = tree.functionText(in: computed) ?? "0"
      append(factor) { $0 == 1 ? function : "\(computed.number($0)) * \(function)" }
    }
    return text
  }
}
