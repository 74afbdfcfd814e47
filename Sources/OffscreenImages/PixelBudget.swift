import Synchronization

/// How many decoded pixels the pictures of one page may still take together, and how much work its SVG drawings.
package final class PixelBudget: Sendable {
  private let remaining: Atomic<Int>
  private let exceeded = Atomic(false)
  /// In nanoseconds, as `VectorWork` guesses them.
  private let remainingWork = Atomic(1_200_000_000)
  private let remainingElements = Atomic(150_000)
  private let tooMuchWork = Atomic(false)

  package init(pixels: Int) { remaining = Atomic(max(0, pixels)) }

  /// Takes pixels out of the budget, or none if there are not enough.
  package func take(_ pixels: Int) -> Bool { Self.take(pixels, from: remaining, exceeded) }

  /// The same for the work of a drawing.
  func take(work: Double) -> Bool {
    Self.take(work.isNaN ? 0 : Int(max(0, min(work, 1e15))), from: remainingWork, tooMuchWork)
  }

  /// The same for the elements of a drawing.
  package func take(elements: Int) -> Bool { Self.take(elements, from: remainingElements, tooMuchWork) }

  private static func take(_ amount: Int, from remaining: borrowing Atomic<Int>, _ exceeded: borrowing Atomic<Bool>)
    -> Bool
  {
    var current = remaining.load(ordering: .relaxed)
    while amount <= current {
      let (exchanged, original) = remaining.weakCompareExchange(
        expected: current, desired: current - amount, ordering: .relaxed)
      if exchanged { return true }
      current = original
    }
    exceeded.store(true, ordering: .relaxed)
    return false
  }

  /// Whether drawings, or their effects, were left out because of their work.
  package var hadTooMuchWork: Bool { tooMuchWork.load(ordering: .relaxed) }

  /// Whether more was asked for than there was.
  package var wasExceeded: Bool { exceeded.load(ordering: .relaxed) }
}
