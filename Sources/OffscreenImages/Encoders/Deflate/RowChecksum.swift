import CImageCodecs

/// Adler-32 over rows, many of which are like the one before: two sums, of the bytes, and of what the first sum comes to
/// with each of them. What a row adds depends on its bytes and on the first sum alone.
/// https://www.rfc-editor.org/rfc/rfc1950#section-8.2
struct RowChecksum {
  private var (bytes, sums): (UInt64, UInt64) = (1, 0)
  /// Both sums of the last row alone.
  private var (rowBytes, rowSums): (UInt64, UInt64) = (0, 0)

  private static let modulus: UInt64 = 65_521

  var value: UInt32 { UInt32(truncatingIfNeeded: sums << 16 | bytes) }

  mutating func add(_ row: UnsafePointer<UInt8>, _ count: Int) {
    let alone = libdeflate_adler32(0, row, count)
    (rowBytes, rowSums) = (UInt64(alone & 0xFFFF), UInt64(alone >> 16))
    addAgain(count)
  }

  /// Adds a row with the bytes of the last one.
  mutating func addAgain(_ count: Int) {
    sums = (sums + UInt64(truncatingIfNeeded: count) % Self.modulus * bytes + rowSums) % Self.modulus
    bytes = (bytes + rowBytes) % Self.modulus
  }
}
