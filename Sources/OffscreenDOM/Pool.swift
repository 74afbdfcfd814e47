import OffscreenPlatform

/// A growing run of plain records. It owns its memory only through `Document`, which frees it.
@usableFromInline struct Pool<Element: BitwiseCopyable> {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var count = 0
  @usableFromInline var capacity: Int
  /// Where the records lie, if they are not to move when the pool grows.
  private var reservation: ReservedMemory?

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    base = .allocate(capacity: self.capacity)
  }

  /// Up to `stableCount` records never move. Where there is no address space for them, they do.
  init(capacity: Int, stableCount: Int) {
    let stride = MemoryLayout<Element>.stride
    var reservation = ReservedMemory(bytes: stableCount * stride)
    if reservation?.give(min(max(capacity, 16), stableCount) * stride) == true, let reservation {
      base = reservation.base.bindMemory(to: Element.self, capacity: stableCount)
      self.capacity = reservation.given / stride
      self.reservation = reservation
    } else {
      reservation?.release()
      self.capacity = max(capacity, 16)
      base = .allocate(capacity: self.capacity)
    }
  }

  /// Whether nothing moves as long as the pool holds no more than it was made for.
  var isStable: Bool { reservation != nil }

  func deallocate() {
    if let reservation { reservation.release() } else { base.deallocate() }
  }

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
    if growInPlace(by: more) { return }
    capacity = max(capacity * 2, count + more)
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    grown.moveInitialize(from: base, count: count)
    deallocate()
    reservation = nil
    base = grown
  }

  private mutating func growInPlace(by more: Int) -> Bool {
    guard let reservation else { return false }
    let stride = MemoryLayout<Element>.stride
    let largest = reservation.reserved / stride
    guard count + more <= largest else { return false }
    var grown = reservation
    guard grown.give(min(max(capacity * 2, count + more), largest) * stride) else { return false }
    capacity = grown.given / stride
    self.reservation = grown
    return true
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
