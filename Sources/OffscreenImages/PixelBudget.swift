import Synchronization

/// How many decoded pixels the pictures of one page may still take together.
package final class PixelBudget: Sendable {
  private let remaining: Atomic<Int>
  private let exceeded = Atomic(false)

  package init(pixels: Int) { remaining = Atomic(max(0, pixels)) }

  /// Takes pixels out of the budget, or none if there are not enough.
  package func take(_ pixels: Int) -> Bool {
    var current = remaining.load(ordering: .relaxed)
    while pixels <= current {
      let (exchanged, original) = remaining.weakCompareExchange(
        expected: current, desired: current - pixels, ordering: .relaxed)
      if exchanged { return true }
      current = original
    }
    exceeded.store(true, ordering: .relaxed)
    return false
  }

  /// Whether more was asked for than there was.
  package var wasExceeded: Bool { exceeded.load(ordering: .relaxed) }
}
