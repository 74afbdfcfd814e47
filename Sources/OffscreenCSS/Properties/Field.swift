/// A field of `StyleValues`, as the tables of properties name it.
package struct Field<Value: Sendable>: Sendable {
  private enum Place: Sendable {
    /// Optimization: a key path costs a call for every component; the field's place costs an addition.
    case stored(offset: Int)
    case computed(
      get: @Sendable (borrowing StyleValues) -> Value, set: @Sendable (Value, inout StyleValues) -> Void)
  }
  private let place: Place

  /// Optimization: inlined where the path is written, so that the compiler puts the number there. To make
  /// the key paths of all properties takes longer than to render a small page.
  @inline(__always)
  init(_ path: WritableKeyPath<StyleValues, Value> & Sendable) {
    if let offset = MemoryLayout<StyleValues>.offset(of: path) {
      place = .stored(offset: offset)
    } else {
      place = .computed(get: { (copy $0)[keyPath: path] }, set: { $1[keyPath: path] = $0 })
    }
  }

  /// For what is not stored as it is named. Optimization: a closure costs nothing to make.
  init(
    get: @escaping @Sendable (borrowing StyleValues) -> Value,
    set: @escaping @Sendable (Value, inout StyleValues) -> Void
  ) {
    place = .computed(get: get, set: set)
  }

  func set(_ value: Value, in values: inout StyleValues) {
    switch place {
    case .stored(let offset):
      withUnsafeMutablePointer(to: &values) {
        (UnsafeMutableRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee = value
      }
    case .computed(_, let set): set(value, &values)
    }
  }

  func get(from values: borrowing StyleValues) -> Value {
    switch place {
    case .stored(let offset):
      withUnsafePointer(to: values) {
        (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee
      }
    case .computed(let get, _): get(values)
    }
  }
}
