/// A value that says how it is spelled when it is computed.
package protocol ComputedValue: Sendable {
  func text(in computed: ComputedText) -> String
}

/// How the values of one property are written, where their type does not say it.
struct ValueText<Value>: Sendable {
  let write: @Sendable (Value, ComputedText) -> String

  init(_ write: @escaping @Sendable (Value, ComputedText) -> String) { self.write = write }
}

extension ValueText where Value: ComputedValue {
  static var own: ValueText { ValueText { $0.text(in: $1) } }

  /// The used value where layout knows one.
  static func used(
    _ length: KeyPath<UsedValues, Float?> & Sendable, else text: ValueText = .own
  ) -> ValueText {
    ValueText { value, computed in
      if let length = computed.used?[keyPath: length] { return computed.pixels(length) }
      return text.write(value, computed)
    }
  }
}

extension ValueText {
  /// `name` for nil.
  static func or<Wrapped>(_ name: String, _ text: ValueText<Wrapped>) -> ValueText where Value == Wrapped? {
    ValueText { value, computed in value.map { text.write($0, computed) } ?? name }
  }

  /// `name` for an empty list.
  static func list<Item>(
    empty name: String, separator: String = ", ", _ text: ValueText<Item>
  ) -> ValueText where Value == [Item] {
    ValueText { list, computed in
      list.isEmpty ? name : list.map { text.write($0, computed) }.joined(separator: separator)
    }
  }

  /// The items of layers; `name` for those of which nothing was said.
  static func layers<Item: ComputedValue>(_ name: String) -> ValueText where Value == [Item]? {
    ValueText { list, computed in
      guard let list, !list.isEmpty else { return name }
      return list.map { $0.text(in: computed) }.joined(separator: ", ")
    }
  }
}

extension ValueText where Value == Float {
  static var pixels: ValueText { ValueText { $1.pixels($0) } }
  static var number: ValueText { ValueText { $1.number($0) } }
  static var percentage: ValueText { ValueText { $1.number($0) + "%" } }
}

extension ValueText where Value == Int32 {
  static var integer: ValueText { ValueText { value, _ in String(value) } }
}

extension ValueText where Value == String {
  static var quoted: ValueText { ValueText { $1.string($0) } }
  static var identifier: ValueText { ValueText { $1.identifier($0) } }
}

extension ValueText where Value == Bool {
  static func either(_ yes: String, _ no: String) -> ValueText { ValueText { value, _ in value ? yes : no } }
}

extension KeywordValue {
  package func text(in computed: ComputedText) -> String { rawValue }
}

/// One to four values, as few as say the same.
extension Sides: ComputedValue where Value: ComputedValue & Equatable {
  package func text(in computed: ComputedText) -> String {
    var values = [top, right, bottom, left]
    if left == right {
      values.removeLast()
      if bottom == top {
        values.removeLast()
        if right == top { values.removeLast() }
      }
    }
    return values.map { $0.text(in: computed) }.joined(separator: " ")
  }
}
