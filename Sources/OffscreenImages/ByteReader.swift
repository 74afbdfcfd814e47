/// Reads numbers out of untrusted bytes: beyond the end they are nil.
struct ByteReader {
  let bytes: [UInt8]
  var position: Int
  let end: Int

  init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
    self.bytes = bytes
    self.end = min(bytes.count, max(0, end ?? bytes.count))
    position = max(0, start)
  }

  var remaining: Int { max(0, end - position) }

  mutating func byte() -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func little16() -> Int? {
    guard remaining >= 2 else { return nil }
    defer { position += 2 }
    return Int(bytes[position]) | Int(bytes[position + 1]) << 8
  }

  mutating func little32() -> UInt32? {
    guard let low = little16(), let high = little16() else { return nil }
    return UInt32(low) | UInt32(high) << 16
  }

  mutating func big16() -> Int? { little16().map { Int(UInt16($0).byteSwapped) } }
  mutating func big32() -> UInt32? { little32()?.byteSwapped }

  /// Moves on; a distance that leads outside moves to the end.
  mutating func skip(_ count: Int) { position = count > remaining ? end : position + max(0, count) }
}
