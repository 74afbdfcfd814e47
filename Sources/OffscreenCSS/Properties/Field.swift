/// A field of `StyleValues`, as the tables of properties name it.
package struct Field<Value: Sendable>: Sendable {
  /// Where it is stored; nil for a computed one.
  ///
  /// Optimization: a key path costs a call for every component; the field's place costs an addition.
  private let offset: Int?
  private let path: WritableKeyPath<StyleValues, Value> & Sendable

  init(_ path: WritableKeyPath<StyleValues, Value> & Sendable) {
    offset = MemoryLayout<StyleValues>.offset(of: path)
    self.path = path
  }

  func set(_ value: Value, in values: inout StyleValues) {
    guard let offset else {
      values[keyPath: path] = value
      return
    }
    withUnsafeMutablePointer(to: &values) {
      (UnsafeMutableRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee = value
    }
  }

  func get(from values: borrowing StyleValues) -> Value {
    guard let offset else { return (copy values)[keyPath: path] }
    return withUnsafePointer(to: values) {
      (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee
    }
  }
}
