extension Collection<UInt8> {
  /// Whether these bytes stand in it one after the other. The standard library's `contains` of a collection takes some
  /// hundred times as long.
  package func contains(bytes: some Collection<UInt8>) -> Bool {
    let wanted = Array(bytes)
    func isFound(in all: UnsafeBufferPointer<UInt8>) -> Bool {
      guard let base = all.baseAddress, !wanted.isEmpty else { return wanted.isEmpty }
      return memmem(base, all.count, wanted, wanted.count) != nil
    }
    return withContiguousStorageIfAvailable(isFound) ?? Array(self).withUnsafeBufferPointer(isFound)
  }
}
