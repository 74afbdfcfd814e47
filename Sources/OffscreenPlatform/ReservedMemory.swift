/// Address space that is reserved once and given memory as it fills: what lies in it never moves.
///
/// Reserved address space costs no memory and counts against no limit on memory.
/// https://man7.org/linux/man-pages/man2/mmap.2.html
package struct ReservedMemory {
  package let base: UnsafeMutableRawPointer
  /// Bytes.
  package let reserved: Int
  /// Bytes from `base` on that may be read and written. They are zero at first.
  package private(set) var given = 0

  /// What is reserved, with the room before `base` that aligns it.
  private let whole: UnsafeMutableRawBufferPointer

  /// `usesLargePages`: for what is filled at once. Nil where there is no address space of that size.
  package init?(bytes: Int, usesLargePages: Bool = false) {
    guard bytes > 0, bytes <= 1 << 40 else { return nil }
    reserved = usesLargePages ? max(Self.wholePages(bytes), LargePages.covered(bytes)) : Self.wholePages(bytes)
    let length = reserved + (usesLargePages ? LargePages.size : 0)
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    // MAP_FAILED is the address -1.
    guard let start = mmap(nil, length, PROT_NONE, Int32(flags), -1, 0), Int(bitPattern: start) != -1 else {
      return nil
    }
    whole = UnsafeMutableRawBufferPointer(start: start, count: length)
    base = usesLargePages ? start.alignedUp(toMultipleOf: LargePages.size) : start
    if usesLargePages { LargePages.use(at: base, bytes) }
  }

  /// Gives memory to at least the first `bytes`. False where they are more than is reserved, or the process may
  /// have no more memory: what was given stays as it is.
  package mutating func give(_ bytes: Int) -> Bool {
    guard bytes > given else { return true }
    guard bytes <= reserved else { return false }
    let needed = Self.wholePages(bytes)
    guard mprotect(base + given, needed - given, PROT_READ | PROT_WRITE) == 0 else { return false }
    given = needed
    return true
  }

  /// Ends it: nothing of it may be used any more.
  package func release() { munmap(whole.baseAddress, whole.count) }

  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  private static func wholePages(_ bytes: Int) -> Int { (bytes + pageSize - 1) / pageSize * pageSize }
}
