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

  /// Nil where there is no address space of that size.
  package init?(bytes: Int) {
    guard bytes > 0, bytes <= 1 << 40 else { return nil }
    reserved = Self.wholePages(bytes)
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    // MAP_FAILED is the address -1.
    guard let base = mmap(nil, reserved, PROT_NONE, Int32(flags), -1, 0), Int(bitPattern: base) != -1 else {
      return nil
    }
    self.base = base
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
  package func release() { munmap(base, reserved) }

  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  private static func wholePages(_ bytes: Int) -> Int { (bytes + pageSize - 1) / pageSize * pageSize }
}
