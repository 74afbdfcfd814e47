/// The custom properties of an element: the parent's, and what was declared on the element itself.
package struct CustomProperties: Sendable {
  /// A value without `var()`: tokens of some buffer.
  package struct Value: Sendable {
    package let buffer: TokenBuffer
    package let tokens: Range<Int>

    package init(buffer: TokenBuffer, tokens: Range<Int>) { (self.buffer, self.tokens) = (buffer, tokens) }
    package var source: ArraySlice<UInt8> { buffer.source(of: tokens) }
  }

  private final class Layer: Sendable {
    /// nil is the guaranteed-invalid value.
    let own: [String: Value?]
    let parent: Layer?
    let depth: Int

    init(own: [String: Value?], parent: Layer?) {
      self.own = own
      self.parent = parent
      depth = (parent?.depth ?? 0) + 1
    }
  }

  private var top: Layer?
  private static let maximumDepth = 6

  package init() {}

  package subscript(name: String) -> Value? {
    var layer = top
    while let current = layer {
      if let value = current.own[name] { return value }
      layer = current.parent
    }
    return nil
  }

  /// Of all that have a value, sorted.
  package var names: [String] {
    var values: [String: Bool] = [:]
    var layer = top
    while let current = layer {
      for (name, value) in current.own where values[name] == nil { values[name] = value != nil }
      layer = current.parent
    }
    return values.filter(\.value).keys.sorted()
  }

  package func isIdentical(to other: CustomProperties) -> Bool { top === other.top }

  /// Whether they were made of the same declarations; those that were not may have the same values all the same.
  package func isSame(as other: CustomProperties) -> Bool {
    var (one, two) = (top, other.top)
    while one !== two {
      guard let first = one, let second = two, first.own.count == second.own.count else { return false }
      for (name, value) in first.own {
        guard let found = second.own[name] else { return false }
        // Optimization: mostly they are of the same declaration, whose text need not be compared.
        if let value, let found, value.buffer === found.buffer, value.tokens == found.tokens { continue }
        // What comes from attributes is no address.
        guard value?.source == found?.source, value?.buffer.taints == found?.buffer.taints else { return false }
      }
      (one, two) = (first.parent, second.parent)
    }
    return true
  }

  /// These with other values of some; nil is the guaranteed-invalid value.
  package func changed(_ changes: [String: Value?]) -> CustomProperties {
    guard !changes.isEmpty else { return self }
    var result = self
    guard let top, top.depth >= Self.maximumDepth else {
      result.top = Layer(own: changes, parent: top)
      return result
    }
    // Optimization: long chains are made flat, so that looking up stays quick.
    var all: [String: Value?] = [:]
    var layer = self.top
    while let current = layer {
      all.merge(current.own) { nearer, _ in nearer }
      layer = current.parent
    }
    all.merge(changes) { _, new in new }
    result.top = Layer(own: all, parent: nil)
    return result
  }
}
