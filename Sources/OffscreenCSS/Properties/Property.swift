/// A value in its computed form: a `Computed` of the property's own type.
package typealias ComputedObject = AnyObject & Sendable

final class Computed<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// A longhand's value as it was declared.
package enum DeclaredValue: Sendable {
  /// It depends on nothing: all elements share it.
  case computed(any ComputedObject)
  case relative(RelativeValue)

  init<Value: Sendable>(_ value: Specified<Value>) {
    switch value {
    case .computed(let value): self = .computed(Computed(value))
    case .relative(let dependencies, let compute):
      self = .relative(RelativeValue(dependencies: dependencies) { Computed(compute($0)) })
    }
  }
}

/// A value that is computed for each element.
package final class RelativeValue: Sendable {
  package let dependencies: Dependencies
  private let compute: @Sendable (ComputationEnvironment) -> any ComputedObject

  init(dependencies: Dependencies, _ compute: @escaping @Sendable (ComputationEnvironment) -> any ComputedObject) {
    (self.dependencies, self.compute) = (dependencies, compute)
  }

  package func computed(in environment: ComputationEnvironment) -> any ComputedObject { compute(environment) }
}

/// A row of the table of longhand properties.
package final class Property: Sendable {
  package typealias Quirks = ParsingContext.Quirks

  package let name: String
  package let isInherited: Bool
  let quirks: Quirks
  private let read: @Sendable (inout TokenCursor, ParsingContext) -> DeclaredValue?
  private let assign: @Sendable (any ComputedObject, inout StyleValues) -> Void
  private let copyField: @Sendable (borrowing StyleValues, inout StyleValues) -> Void
  private let mix:
    @Sendable (borrowing StyleValues, borrowing StyleValues, Double, Interpolation.Range) -> any ComputedObject
  private let sum:
    @Sendable (borrowing StyleValues, borrowing StyleValues, Bool, Interpolation.Range) -> any ComputedObject
  private let isSame: @Sendable (borrowing StyleValues, borrowing StyleValues) -> Bool
  private let isDiscrete: @Sendable (borrowing StyleValues, borrowing StyleValues) -> Bool
  private let write: @Sendable (borrowing StyleValues, ComputedText) -> String

  private init<Value: Sendable & Equatable>(
    _ name: String, isInherited: Bool, _ field: Field<Value>, quirks: Quirks,
    _ text: ValueText<Value>, _ parse: @escaping @Sendable (inout TokenCursor, ParsingContext) -> Specified<Value>?
  ) {
    self.name = name
    self.isInherited = isInherited
    self.quirks = quirks
    read = { cursor, context in parse(&cursor, context).map { DeclaredValue($0) } }
    assign = { value, values in
      field.set(unsafeDowncast(value, to: Computed<Value>.self).value, in: &values)
    }
    copyField = { source, target in field.set(field.get(from: source), in: &target) }
    write = { values, computed in text.write(field.get(from: values), computed) }
    mix = { a, b, progress, range in
      Computed(Interpolation.value(field.get(from: a), field.get(from: b), at: progress, in: range))
    }
    sum = { value, underlying, accumulates, range in
      Computed(
        Interpolation.sum(
          field.get(from: value), on: field.get(from: underlying), accumulates: accumulates, in: range))
    }
    isSame = { a, b in field.get(from: a) == field.get(from: b) }
    isDiscrete = { a, b in Interpolation.isDiscrete(field.get(from: a), field.get(from: b)) }
  }

  // MARK: Rows; `text` where the type does not say how values are written

  /// A property whose field's type knows its grammar.
  @inline(__always)
  static func inherited<Value: PropertyValue & Equatable>(
    _ name: String, _ path: WritableKeyPath<StyleValues, Value> & Sendable, quirks: Quirks = [],
    text: ValueText<Value> = .own
  ) -> Property {
    Property(name, isInherited: true, Field(path), quirks: quirks, text) { Value.specified(&$0, in: $1) }
  }
  @inline(__always)
  static func reset<Value: PropertyValue & Equatable>(
    _ name: String, _ path: WritableKeyPath<StyleValues, Value> & Sendable, quirks: Quirks = [],
    text: ValueText<Value> = .own
  ) -> Property {
    Property(name, isInherited: false, Field(path), quirks: quirks, text) { Value.specified(&$0, in: $1) }
  }

  /// A property with a grammar of its own.
  @inline(__always)
  static func inherited<Value: ComputedValue & Equatable>(
    _ name: String, _ path: WritableKeyPath<StyleValues, Value> & Sendable, quirks: Quirks = [],
    parse: @escaping @Sendable (inout TokenCursor, ParsingContext) -> Specified<Value>?
  ) -> Property {
    Property(name, isInherited: true, Field(path), quirks: quirks, .own, parse)
  }
  @inline(__always)
  static func inherited<Value: Sendable & Equatable>(
    _ name: String, _ path: WritableKeyPath<StyleValues, Value> & Sendable, quirks: Quirks = [],
    text: ValueText<Value>, parse: @escaping @Sendable (inout TokenCursor, ParsingContext) -> Specified<Value>?
  ) -> Property {
    Property(name, isInherited: true, Field(path), quirks: quirks, text, parse)
  }
  @inline(__always)
  static func reset<Value: ComputedValue & Equatable>(
    _ name: String, _ path: WritableKeyPath<StyleValues, Value> & Sendable, quirks: Quirks = [],
    parse: @escaping @Sendable (inout TokenCursor, ParsingContext) -> Specified<Value>?
  ) -> Property {
    Property(name, isInherited: false, Field(path), quirks: quirks, .own, parse)
  }
  @inline(__always)
  static func reset<Value: Sendable & Equatable>(
    _ name: String, _ path: WritableKeyPath<StyleValues, Value> & Sendable, quirks: Quirks = [],
    text: ValueText<Value>, parse: @escaping @Sendable (inout TokenCursor, ParsingContext) -> Specified<Value>?
  ) -> Property {
    Property(name, isInherited: false, Field(path), quirks: quirks, text, parse)
  }

  /// A property whose field is not stored as it is named.
  static func inherited<Value: PropertyValue & Equatable>(
    _ name: String, _ field: Field<Value>, quirks: Quirks = []
  ) -> Property {
    Property(name, isInherited: true, field, quirks: quirks, .own) { Value.specified(&$0, in: $1) }
  }
  static func reset<Value: PropertyValue & Equatable>(_ name: String, _ field: Field<Value>) -> Property {
    Property(name, isInherited: false, field, quirks: [], .own) { Value.specified(&$0, in: $1) }
  }
  static func inherited<Value: Sendable & Equatable>(
    _ name: String, _ field: Field<Value>, text: ValueText<Value>,
    parse: @escaping @Sendable (inout TokenCursor, ParsingContext) -> Specified<Value>?
  ) -> Property {
    Property(name, isInherited: true, field, quirks: [], text, parse)
  }
  static func reset<Value: Sendable & Equatable>(
    _ name: String, _ field: Field<Value>, text: ValueText<Value>,
    parse: @escaping @Sendable (inout TokenCursor, ParsingContext) -> Specified<Value>?
  ) -> Property {
    Property(name, isInherited: false, field, quirks: [], text, parse)
  }

  // MARK: Use

  /// The value at the cursor; what follows it is not looked at. `allowed`: the quirks of the property that stands
  /// in the declaration.
  func parse(
    _ cursor: inout TokenCursor, in context: ParsingContext, quirks allowed: Quirks
  ) -> DeclaredValue? {
    // Optimization: nearly all pages have no quirks, and their context is handed on as it is.
    guard context.isQuirky else { return read(&cursor, context) }
    return read(&cursor, context.allowing(quirks.intersection(allowed)))
  }

  /// `value` was computed of what this property's `parse` made.
  package func apply(_ value: any ComputedObject, to values: inout StyleValues) { assign(value, &values) }

  /// Takes the property's value from another style.
  package func copy(from source: borrowing StyleValues, to target: inout StyleValues) {
    copyField(source, &target)
  }

  // MARK: Animation

  /// The value of the property between those that two styles have: 0 is the first's, 1 the second's.
  package func value(
    between a: borrowing StyleValues, and b: borrowing StyleValues, at progress: Double
  ) -> any ComputedObject { mix(a, b, progress, animationRange) }

  /// The value that one style has, on top of another's.
  package func value(
    of a: borrowing StyleValues, addedTo b: borrowing StyleValues, accumulates: Bool = false
  ) -> any ComputedObject { sum(a, b, accumulates, animationRange) }

  /// Whether two styles have the same value.
  package func isSame(in a: borrowing StyleValues, and b: borrowing StyleValues) -> Bool { isSame(a, b) }

  /// Whether there is nothing between the values of two styles.
  package func isDiscrete(from a: borrowing StyleValues, to b: borrowing StyleValues) -> Bool { isDiscrete(a, b) }

  /// The value that `values` has, as `getComputedStyle()` spells it.
  func text(of values: borrowing StyleValues, in computed: ComputedText) -> String { write(values, computed) }
}

/// A longhand property: an index into the table.
package struct PropertyID: Hashable, Comparable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
