import Dispatch
import Synchronization

/// Gives answers out in the order of their questions, however they come in, and holds the reader of the
/// questions back while too many are open. Without an order, each is given out as it comes in.
package final class OrderedAnswers: Sendable {
  private struct State {
    var next = 0
    var early: [Int: String] = [:]
  }
  private let state = Mutex(State())
  private let room: DispatchSemaphore
  private let isOrdered: Bool
  private let write: @Sendable (String) -> Void

  /// `limit`: questions that may be open at a time.
  package init(limit: Int, isOrdered: Bool = true, write: @escaping @Sendable (String) -> Void) {
    // A semaphore must not be let go of with less than it began with.
    room = DispatchSemaphore(value: 0)
    for _ in 0..<max(1, limit) { room.signal() }
    (self.isOrdered, self.write) = (isOrdered, write)
  }

  /// Waits until one more request may be sent. Not to be called from a task.
  package func waitForRoom() { room.wait() }

  package func add(_ answer: String, number: Int) {
    state.withLock { state in
      if !isOrdered {
        write(answer)
        room.signal()
        return
      }
      state.early[number] = answer
      while let answer = state.early.removeValue(forKey: state.next) {
        state.next += 1
        write(answer)
        room.signal()
      }
    }
  }
}
