/// What the computation of a value depends on.
@usableFromInline package struct Dependencies: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt16
  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }
  @inlinable package static var font: Self { Self(rawValue: 1) }
  @inlinable package static var rootFont: Self { Self(rawValue: 2) }
  @inlinable package static var viewport: Self { Self(rawValue: 4) }
  /// The size of a query container.
  @inlinable package static var container: Self { Self(rawValue: 8) }
  @inlinable package static var writingMode: Self { Self(rawValue: 16) }
  @inlinable package static var color: Self { Self(rawValue: 32) }
  @inlinable package static var colorScheme: Self { Self(rawValue: 64) }
  @inlinable package static var attribute: Self { Self(rawValue: 128) }
  @inlinable package static var customProperties: Self { Self(rawValue: 256) }
  /// The place of an element among its siblings.
  @inlinable package static var siblings: Self { Self(rawValue: 1024) }
  /// Which element it is.
  @inlinable package static var element: Self { Self(rawValue: 2048) }
  /// The channels of the colour that a relative colour is made of.
  static let channels = Dependencies(rawValue: 512)
}

/// A value as it was declared: typed, its grammar read, relative to an environment that it is computed in.
/// https://drafts.csswg.org/css-cascade-5/#specified
///
/// What depends on nothing is computed when it is read, and shared by all elements.
package enum Specified<Value: Sendable>: Sendable {
  case computed(Value)
  case relative(Dependencies, @Sendable (ComputationEnvironment) -> Value)
}

extension Specified {
  /// `compute` reads nothing of the environment but the dependencies.
  init(_ dependencies: Dependencies, _ compute: @escaping @Sendable (ComputationEnvironment) -> Value) {
    self = dependencies.isEmpty ? .computed(compute(.initial)) : .relative(dependencies, compute)
  }

  package var dependencies: Dependencies {
    switch self {
    case .computed: []
    case .relative(let dependencies, _): dependencies
    }
  }

  /// The value if it depends on nothing.
  package var constant: Value? {
    switch self {
    case .computed(let value): value
    case .relative: nil
    }
  }

  package func computed(in environment: ComputationEnvironment) -> Value {
    switch self {
    case .computed(let value): value
    case .relative(_, let compute): compute(environment)
    }
  }

  @inline(__always)
  func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> Specified<Other> {
    switch self {
    case .computed(let value): .computed(transform(value))
    case .relative(let dependencies, let compute): .relative(dependencies) { transform(compute($0)) }
    }
  }

  /// Of two values one.
  @inline(__always)
  func with<Other: Sendable, Whole: Sendable>(
    _ other: Specified<Other>, _ combine: @escaping @Sendable (Value, Other) -> Whole
  ) -> Specified<Whole> {
    if case .computed(let value) = self, case .computed(let other) = other { return .computed(combine(value, other)) }
    return .relative(dependencies.union(other.dependencies)) {
      combine(computed(in: $0), other.computed(in: $0))
    }
  }

  /// A value that the grammar found or did not find.
  static func constant(_ value: Value?) -> Specified? { value.map { .computed($0) } }
}

extension Array {
  /// The list of values as the value of a list.
  func joined<Item: Sendable>() -> Specified<[Item]> where Element == Specified<Item> {
    let constants = compactMap(\.constant)
    if constants.count == count { return .computed(constants) }
    return Specified(reduce(into: []) { $0.formUnion($1.dependencies) }) { environment in
      map { $0.computed(in: environment) }
    }
  }
}

extension Optional {
  /// What is missing depends on nothing.
  func lifted<Item: Sendable>() -> Specified<Item?> where Wrapped == Specified<Item> {
    self?.map { $0 } ?? .computed(nil)
  }
}
