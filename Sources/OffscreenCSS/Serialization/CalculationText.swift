/// https://drafts.csswg.org/css-values-4/#serialize-a-math-function
extension CalculationTree {
  func text(in computed: ComputedText) -> String {
    let simplified = SimplifiedCalculation(self)
    if case .function = simplified { return simplified.text(in: computed) }
    return "calc(\(simplified.text(in: computed)))"
  }
}

/// A calculation in which all is computed that depends on nothing, and each unit has one term of a sum.
/// https://drafts.csswg.org/css-values-4/#simplify-a-calculation-tree
private indirect enum SimplifiedCalculation {
  /// The unit of a plain number is "".
  case numeric(Double, unit: String)
  case sum([SimplifiedCalculation])
  /// What is divided by stands as `inverse`. Plain numbers are one factor, the first.
  case product([SimplifiedCalculation])
  case inverse(SimplifiedCalculation)
  /// `head` stands before the arguments; nil is `none`.
  case function(name: String, head: String, [SimplifiedCalculation?])
  case name(String)

  /// Trees are as deep as functions may nest.
  init(_ tree: CalculationTree) {
    switch tree {
    case .constant(let value, let type): self = Self.numeric(value, type) ?? .numeric(value, unit: "")
    case .percentage(let value): self = .numeric(value, unit: "%")
    case .length(let value, let unit): self = .numeric(value, unit: unit.rawValue)
    case .channel(let name): self = .name(name)
    case .size: self = .name("size")
    case .sibling(let function): self = .function(name: function.rawValue, head: "", [])
    case .random(let term):
      let head: String
      switch term.source {
      case .key(let key): head = key.text
      case .fixed(let tree):
        head = "fixed " + SimplifiedCalculation(tree).text(in: ComputedText(ComputedStyle(StyleValues())))
      }
      self = .function(name: "random", head: head + ", ", term.bounds.map { SimplifiedCalculation($0) })
    case .anchor(let term):
      let (name, arguments) = term.head
      let fallback = term.fallback.map { SimplifiedCalculation($0) }
      let separator = arguments.isEmpty || fallback == nil ? "" : ", "
      self = .function(name: name, head: arguments + separator, fallback.map { [$0] } ?? [])
    case .mathFunction(let tree):
      let inner = SimplifiedCalculation(tree)
      if case .function = inner { self = inner } else { self = .function(name: "calc", head: "", [inner]) }
    case .sum(let first, let terms):
      self = Self.sum(
        of: [SimplifiedCalculation(first)]
          + terms.map { term in
            let value = SimplifiedCalculation(term.tree)
            return term.isInverse ? Self.product(of: [.numeric(-1, unit: ""), value]) : value
          })
    case .product(let first, let terms):
      self = Self.product(
        of: [SimplifiedCalculation(first)]
          + terms.map { term in
            let value = SimplifiedCalculation(term.tree)
            return term.isInverse ? .inverse(value) : value
          })
    case .clamp(let low, let value, let high):
      let parts = [low, value, high].map { $0.map(SimplifiedCalculation.init) }
      let constants = parts.map { $0.flatMap(\.constant) }
      let isConstant = zip(parts, constants).allSatisfy { ($0 == nil) == ($1 == nil) }
      let known =
        isConstant
        ? constants[1].flatMap { Self.known(.clamp(low: constants[0], value: $0, high: constants[2])) } : nil
      self = known ?? .function(name: "clamp", head: "", parts)
    case .round(let strategy, let list):
      let name =
        switch strategy {
        case .nearest: ""
        case .up: "up, "
        case .down: "down, "
        case .toZero: "to-zero, "
        }
      self = Self.function("round", head: name, list) { .round(strategy, $0) }
    case .function(let function, let list):
      if function == .min || function == .max, list.count == 1 {
        self.init(list[0])
      } else {
        self = Self.function(function.rawValue, list) { .function(function, $0) }
      }
    }
  }

  private static func function(
    _ name: String, head: String = "", _ list: [CalculationTree], _ make: ([CalculationTree]) -> CalculationTree
  ) -> SimplifiedCalculation {
    let parts = list.map { SimplifiedCalculation($0) }
    let constants = parts.compactMap(\.constant)
    if constants.count == parts.count, let known = known(make(constants)) { return known }
    return .function(name: name, head: head, parts)
  }

  // MARK: What is known

  private static let units: [(unit: String, type: MathType)] = [
    ("", .number), ("px", .length), ("deg", .angle), ("s", .time), ("dppx", .resolution), ("%", .percentage),
  ]

  private static func numeric(_ value: Double, _ type: MathType) -> SimplifiedCalculation? {
    units.first { $0.type == type }.map { .numeric(value, unit: $0.unit) }
  }

  /// As a tree, of a value that depends on nothing.
  private var constant: CalculationTree? {
    guard case .numeric(let value, let unit) = self else { return nil }
    return Self.units.first { $0.unit == unit }.map { .constant(value, $0.type) }
  }

  private static func known(_ tree: CalculationTree) -> SimplifiedCalculation? {
    tree.ofConstants.flatMap { result in result.constantIfKnown.flatMap { numeric($0, result.type) } }
  }

  // MARK: Sums and products

  private static func sum(of parts: [SimplifiedCalculation]) -> SimplifiedCalculation {
    var totals: [String: Double] = [:]
    var rest: [SimplifiedCalculation] = []
    func add(_ part: SimplifiedCalculation) {
      switch part {
      case .numeric(let value, let unit): totals[unit] = totals[unit].map { $0 + value } ?? value
      case .sum(let inner): for part in inner { add(part) }
      default: rest.append(part)
      }
    }
    for part in parts { add(part) }
    // Numbers first, then percentages, then units by their names.
    let order = totals.keys.sorted { ($0 == "%" ? "!" : $0) < ($1 == "%" ? "!" : $1) }
    let all = order.map { .numeric(totals[$0] ?? 0, unit: $0) } + rest
    return all.count == 1 ? all[0] : .sum(all)
  }

  private static func product(of parts: [SimplifiedCalculation]) -> SimplifiedCalculation {
    var factor = 1.0
    var exponents: [String: Int] = [:]
    var rest: [SimplifiedCalculation] = []
    func multiply(_ part: SimplifiedCalculation, isInverse: Bool) {
      switch part {
      case .numeric(let value, let unit):
        factor = isInverse ? factor / value : factor * value
        if !unit.isEmpty { exponents[unit, default: 0] += isInverse ? -1 : 1 }
      case .product(let inner): for part in inner { multiply(part, isInverse: isInverse) }
      case .inverse(let inner): multiply(inner, isInverse: !isInverse)
      default: rest.append(isInverse ? .inverse(part) : part)
      }
    }
    for part in parts { multiply(part, isInverse: false) }
    let units = exponents.filter { $0.value != 0 }.sorted { $0.key < $1.key }
    var numbers: [SimplifiedCalculation] = []
    if units.isEmpty {
      if rest.isEmpty { return .numeric(factor, unit: "") }
      if rest.count == 1, let scaled = rest[0].scaled(by: factor) { return scaled }
      if factor != 1 { numbers = [.numeric(factor, unit: "")] }
    } else if units.count == 1, units[0].value == 1 {
      numbers = [.numeric(factor, unit: units[0].key)]
    } else {
      numbers = [.numeric(factor, unit: "")]
      for (unit, exponent) in units {
        let one = SimplifiedCalculation.numeric(1, unit: unit)
        numbers += Array(repeating: exponent > 0 ? one : .inverse(one), count: abs(exponent))
      }
    }
    let all = numbers + rest
    return all.count == 1 ? all[0] : .product(all)
  }

  /// A sum of nothing but numbers takes a factor in.
  private func scaled(by factor: Double) -> SimplifiedCalculation? {
    guard case .sum(let parts) = self else { return nil }
    var scaled: [SimplifiedCalculation] = []
    for part in parts {
      guard case .numeric(let value, let unit) = part else { return nil }
      scaled.append(.numeric(value * factor, unit: unit))
    }
    return .sum(scaled)
  }

  // MARK: Text

  /// As it stands in a function.
  func text(in computed: ComputedText) -> String {
    switch self {
    case .numeric(let value, let unit):
      return value.isFinite || unit.isEmpty
        ? computed.number(value) + unit : "\(computed.number(value)) * 1\(unit)"
    case .name(let name): return name
    case .function(let name, let head, let parts):
      return "\(name)(\(head)\(parts.map { $0?.text(in: computed) ?? "none" }.joined(separator: ", ")))"
    case .inverse(let part): return "1 / \(part.factor(in: computed))"
    case .product(let parts):
      var text = ""
      for part in parts {
        if case .inverse(let divisor) = part {
          text += (text.isEmpty ? "1 / " : " / ") + divisor.factor(in: computed)
        } else {
          text += (text.isEmpty ? "" : " * ") + part.factor(in: computed)
        }
      }
      return text
    case .sum(let parts):
      var text = ""
      for part in parts {
        if !text.isEmpty, let opposite = part.opposite {
          text += " - " + opposite.factor(in: computed)
        } else {
          text += (text.isEmpty ? "" : " + ") + part.factor(in: computed)
        }
      }
      return text
    }
  }

  /// With parentheses where it is not one value.
  private func factor(in computed: ComputedText) -> String {
    switch self {
    case .sum, .product, .inverse: "(\(text(in: computed)))"
    case .numeric, .name, .function: text(in: computed)
    }
  }

  /// What is subtracted where this, which is negative, is added.
  private var opposite: SimplifiedCalculation? {
    switch self {
    case .numeric(let value, let unit): return value < 0 ? .numeric(-value, unit: unit) : nil
    case .product(let parts):
      guard case .numeric(let value, let unit)? = parts.first, value < 0 else { return nil }
      let rest = Array(parts.dropFirst())
      if value == -1, unit.isEmpty { return rest.count == 1 ? rest[0] : .product(rest) }
      return .product([.numeric(-value, unit: unit)] + rest)
    case .sum, .inverse, .function, .name: return nil
    }
  }
}
