import Synchronization

/// Pages of two megabytes for large blocks: a process that writes four megabytes for the first time waits for the kernel
/// twice and not a thousand times, each of which costs a microsecond or two.
/// https://docs.kernel.org/admin-guide/mm/transhuge.html
package enum LargePages {
  /// Of such a page, and what it begins at a multiple of.
  package static let size = 2 << 20

  /// Says that large pages may stand where the block is, which begins at a multiple of `size`. Where the system has
  /// none, nothing changes.
  package static func use(at block: UnsafeMutableRawPointer, _ bytes: Int) {
    _ = madvise(block, covered(bytes), MADV_HUGEPAGE)
  }

  /// How far such pages reach: the last one is worth it where half of it is used.
  static func covered(_ bytes: Int) -> Int { (bytes + size / 2) / size * size }

  /// Zeros, to be given back with `free`.
  package static func zeros(_ bytes: Int) -> UnsafeMutableRawPointer? {
    guard covered(bytes) > 0 else { return calloc(bytes, 1) }
    let block = undefined(bytes)
    if let block { memset(block, 0, bytes) }
    return block
  }

  /// The same with whatever bytes, for what is written at once.
  package static func undefined(_ bytes: Int) -> UnsafeMutableRawPointer? {
    guard covered(bytes) > 0 else { return malloc(bytes) }
    // In a heap of such pages it shares them with other blocks. Elsewhere not even what the allocator notes behind a block
    // may be where one is to stand.
    if bytes < size, heapEnd.load(ordering: .relaxed) > 0, let block = malloc(bytes) {
      if isInHeap(block, bytes) { return block }
      let isBehind = UInt(bitPattern: block) >= heapEnd.load(ordering: .relaxed)
      free(block)
      // There is no more room: none is looked for again.
      if isBehind { noteHeap(from: 0, to: 0) }
    }
    var block: UnsafeMutableRawPointer?
    guard posix_memalign(&block, size, max(bytes, covered(bytes))) == 0, let block else { return nil }
    use(at: block, bytes)
    return block
  }

  private static let heapStart = Atomic<UInt>(0)
  private static let heapEnd = Atomic<UInt>(0)

  /// Such pages are what the heap consists of there, from now on. Both 0: nowhere.
  static func noteHeap(from start: UInt, to end: UInt) {
    heapStart.store(start, ordering: .relaxed)
    heapEnd.store(end, ordering: .relaxed)
  }

  private static func isInHeap(_ block: UnsafeMutableRawPointer, _ bytes: Int) -> Bool {
    let (start, end) = (heapStart.load(ordering: .relaxed), heapEnd.load(ordering: .relaxed))
    let address = UInt(bitPattern: block)
    return address >= start && address < end && UInt(bytes) <= end - address
  }
}
