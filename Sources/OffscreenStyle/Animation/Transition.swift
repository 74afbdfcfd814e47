import OffscreenCSS

/// A transition of one property of an element.
/// https://drafts.csswg.org/css-transitions-2/#starting
struct Transition {
  enum Key: Hashable {
    case longhand(PropertyID)
    case custom(String)

    var name: String {
      switch self {
      case .longhand(let id): PropertyTable.longhands[Int(id.rawValue)].name
      case .custom(let name): name
      }
    }

    var isInherited: Bool {
      switch self {
      case .longhand(let id): PropertyTable.longhands[Int(id.rawValue)].isInherited
      case .custom: true
      }
    }
  }

  let effect: AnimationTable.Effect
  let key: Key
  /// The styles that have its values.
  let from: Values
  let to: Values
  /// https://drafts.csswg.org/css-transitions-1/#reversing
  let reversingStart: Values
  let shortening: Double

  /// A style whose values are compared.
  struct Values {
    let style: ComputedStyle
    let values: StyleValues
    init(_ style: ComputedStyle) { (self.style, values) = (style, StyleValues(copying: style)) }
  }

  static func isSame(_ key: Key, _ one: Values, _ other: Values) -> Bool {
    switch key {
    case .longhand(let id): PropertyTable.longhands[Int(id.rawValue)].isSame(in: one.values, and: other.values)
    case .custom(let name): one.style.variables[name]?.source == other.style.variables[name]?.source
    }
  }

  static func isDiscrete(_ key: Key, _ one: Values, _ other: Values, _ sampler: AnimationSampler) -> Bool {
    switch key {
    case .longhand(let id):
      PropertyTable.longhands[Int(id.rawValue)].isDiscrete(from: one.values, to: other.values)
    case .custom(let name): !sampler.isMixed(name, one.style.variables[name], other.style.variables[name])
    }
  }

  /// A block with the property's value of a style.
  static func block(_ key: Key, _ values: Values) -> DeclarationBlock {
    switch key {
    case .longhand(let id):
      let value = PropertyTable.longhands[Int(id.rawValue)].value(between: values.values, and: values.values, at: 0)
      return DeclarationBlock(computed: [(id, value)], isImportant: false)
    case .custom(let name):
      guard let value = values.style.variables[name] else { return DeclarationBlock(computed: [], isImportant: false) }
      return DeclarationBlock(name, value, isImportant: false)
    }
  }

  /// Puts the value that it has come to on a style.
  func apply(to values: inout StyleValues, _ sampler: AnimationSampler) {
    guard let progress = effect.state.progress else { return }
    switch key {
    case .longhand(let id):
      let property = PropertyTable.longhands[Int(id.rawValue)]
      property.apply(property.value(between: from.values, and: to.values, at: progress), to: &values)
    case .custom(let name):
      let mixed = sampler.mixed(name, from.style.variables[name], to.style.variables[name], progress)
      values.variables = values.variables.changed([name: mixed])
    }
  }
}
