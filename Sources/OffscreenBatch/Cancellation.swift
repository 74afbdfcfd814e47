import Offscreen
import Synchronization

/// Takes a request back whose answer nobody wants any more, wherever it is by then.
package final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    /// Ends the work that is under way.
    var stop: (@Sendable () -> Void)?
  }
  private let state = Mutex(State())

  package init() {}

  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  package func cancel() {
    // Under the lock, so that `end` waits for it: a moment later, the process may have the next page.
    state.withLock { state in
      state.isCancelled = true
      state.stop?()
    }
  }

  /// Work begins, which `stop` ends; at once, if the request was taken back before. `stop` must not come back here.
  func begin(_ stop: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.stop = stop
      return state.isCancelled
    }
    if isCancelled { stop() }
  }

  /// The work is done.
  func end() { state.withLock { $0.stop = nil } }
}

extension RenderError {
  /// Of a page that its client has taken back. `name`: the page's.
  static func cancelled(_ name: String) -> RenderError {
    RenderError(.cancelled, "\(name): the request was taken back")
  }
}
