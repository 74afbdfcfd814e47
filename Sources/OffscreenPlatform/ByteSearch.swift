extension Collection<UInt8> {
  /// Whether these bytes stand in it one after the other. The standard library's `contains` of a collection takes some
  /// hundred times as long.
  package func contains(bytes: some Collection<UInt8>) -> Bool {
    let wanted = Array(bytes)
    guard let first = wanted.first else { return true }
    func isFound(in all: UnsafeBufferPointer<UInt8>) -> Bool {
      guard let base = all.baseAddress else { return false }
      var start = 0
      while start + wanted.count <= all.count,
        let place = memchr(base + start, Int32(first), all.count - wanted.count - start + 1)
      {
        if memcmp(place, wanted, wanted.count) == 0 { return true }
        start = UnsafeRawPointer(place) - UnsafeRawPointer(base) + 1
      }
      return false
    }
    return withContiguousStorageIfAvailable(isFound) ?? Array(self).withUnsafeBufferPointer(isFound)
  }
}
