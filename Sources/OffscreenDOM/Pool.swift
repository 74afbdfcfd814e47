/// A growing run of plain records. It owns its memory only through `Document`, which frees it.
@usableFromInline struct Pool<Element: BitwiseCopyable> {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var count = 0
  @usableFromInline var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    base = .allocate(capacity: self.capacity)
  }

  func deallocate() { base.deallocate() }

  @inlinable subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "beyond the pool")
      return base[index]
    }
    @inline(__always) nonmutating _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "beyond the pool")
      yield &base[index]
    }
  }

  /// Makes room for `more` elements beyond those in use.
  mutating func reserve(_ more: Int) {
    guard capacity - count < more else { return }
    capacity = max(capacity * 2, count + more)
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    grown.moveInitialize(from: base, count: count)
    base.deallocate()
    base = grown
  }

  mutating func append(_ element: Element) {
    if count == capacity { reserve(1) }
    (base + count).initialize(to: element)
    count += 1
  }

  mutating func append(repeating element: Element, count added: Int) {
    reserve(added)
    (base + count).initialize(repeating: element, count: added)
    count += added
  }

  /// Appends a copy of elements that are not this pool's own.
  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let source = elements.baseAddress, !elements.isEmpty else { return }
    reserve(elements.count)
    (base + count).initialize(from: source, count: elements.count)
    count += elements.count
  }

  /// Appends a copy of a range of this pool's own, and `spare` elements of undefined content after it.
  mutating func appendCopy(from start: Int, count copied: Int, spare: Element, times: Int) {
    precondition(start >= 0 && copied >= 0 && start + copied <= count, "beyond the pool")
    reserve(copied + times)
    (base + count).initialize(from: base + start, count: copied)
    (base + count + copied).initialize(repeating: spare, count: times)
    count += copied + times
  }

  @inlinable func span(_ start: UInt32, _ length: UInt32) -> UnsafeBufferPointer<Element> {
    precondition(Int(start) + Int(length) <= count, "beyond the pool")
    return UnsafeBufferPointer(start: base + Int(start), count: Int(length))
  }
}
