import Synchronization

/// How many decoded pixels the pictures of one page may still take together, and how many elements its SVG files.
package final class PixelBudget: Sendable {
  private let remaining: Atomic<Int>
  private let exceeded = Atomic(false)
  private let remainingElements = Atomic(150_000)
  private let tooManyElements = Atomic(false)

  package init(pixels: Int) { remaining = Atomic(max(0, pixels)) }

  /// Takes pixels out of the budget, or none if there are not enough.
  package func take(_ pixels: Int) -> Bool { Self.take(pixels, from: remaining, exceeded) }

  /// The same for the elements of a drawing.
  package func take(elements: Int) -> Bool { Self.take(elements, from: remainingElements, tooManyElements) }

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

  private let remainingFrames = Atomic(500_000_000)
  private let tooManyFrames = Atomic(false)

  /// The same for the pixels of frames that are laid on each other; without them, animations stand still.
  package func take(frames: Int) -> Bool { Self.take(frames, from: remainingFrames, tooManyFrames) }

  /// A part of a drawing is left out.
  package func leaveOutElements() { tooManyElements.store(true, ordering: .relaxed) }

  /// Whether drawings were left out, or parts of them.
  package var hadTooManyElements: Bool { tooManyElements.load(ordering: .relaxed) }

  /// Whether more was asked for than there was.
  package var wasExceeded: Bool { exceeded.load(ordering: .relaxed) }
}
