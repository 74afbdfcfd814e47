/// How much text a document's styles may substitute: each value is bounded, and elements may have any number, each
/// with values of its own.
package final class SubstitutionWork {
  private var left = SubstitutionWork.most
  /// Bytes of a usual page's values, ten times over.
  private static let most = 100_000_000
  /// What a value takes besides its text.
  private static let bytesOfAnyValue = 350
  /// Long values are long sums and lists, which are read again for each element.
  private static let long = 1_024
  private static let costOfLong = 8

  package init() {}

  package var isSpent: Bool { left <= 0 }
  package func restart() { left = Self.most }

  func allows(bytes: Int) -> Bool {
    guard left > 0 else { return false }
    left -= Self.bytesOfAnyValue + bytes * (bytes > Self.long ? Self.costOfLong : 1)
    return true
  }
}
