/// Collects bits, lowest first, into bytes.
struct BitWriter {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  private var pending: UInt64 = 0
  private var pendingCount: UInt64 = 0

  init() {
    capacity = 1 << 16
    bytes = .allocate(capacity: capacity)
  }

  func deallocate() { bytes.deallocate() }

  /// Makes sure that this many more bytes can be written. Nothing below checks again.
  mutating func reserve(_ more: Int) {
    let needed = count + more + 16
    if needed <= capacity { return }
    capacity = max(needed, capacity * 2)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = grown
  }

  /// Adds up to 56 bits, less those that wait: at most 7 do after every call.
  @inline(__always)
  mutating func write(_ bits: UInt64, _ width: UInt64) {
    pending |= bits &<< pendingCount
    pendingCount &+= width
    UnsafeMutableRawPointer(bytes + count).storeBytes(of: pending, as: UInt64.self)
    count &+= Int(truncatingIfNeeded: pendingCount &>> 3)
    pending = pending &>> (pendingCount & 0x38)
    pendingCount &= 7
  }

  /// Fills the last byte with zeros.
  mutating func alignToByte() {
    if pendingCount > 0 {
      bytes[count] = UInt8(truncatingIfNeeded: pending)
      count += 1
    }
    (pending, pendingCount) = (0, 0)
  }

  /// Forgets the finished bytes; bits that wait stay.
  mutating func removeAll() { count = 0 }
}
