/// A field of `PageOptions`, as the table of options names it.
///
/// Optimization: to make the key paths of all rows takes a fortieth of a small page's start. So the compiler puts a
/// field's place where its path is written, and what is not stored as it is named has closures.
struct OptionField<Value: Sendable>: Sendable {
  let get: @Sendable (PageOptions) -> Value
  private let assign: @Sendable (Value, inout PageOptions) -> Void

  init(
    get: @escaping @Sendable (PageOptions) -> Value, set: @escaping @Sendable (Value, inout PageOptions) -> Void
  ) {
    (self.get, assign) = (get, set)
  }

  @inline(__always)
  init(_ path: WritableKeyPath<PageOptions, Value> & Sendable) {
    if let offset = MemoryLayout<PageOptions>.offset(of: path) {
      self.init(offset: offset)
    } else {
      self.init(get: { $0[keyPath: path] }, set: { $1[keyPath: path] = $0 })
    }
  }

  private init(offset: Int) {
    self.init(
      get: { options in
        withUnsafePointer(to: options) {
          (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee
        }
      },
      set: { value, options in
        withUnsafeMutablePointer(to: &options) {
          (UnsafeMutableRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee = value
        }
      })
  }

  func set(_ value: Value, in options: inout PageOptions) { assign(value, &options) }
}
