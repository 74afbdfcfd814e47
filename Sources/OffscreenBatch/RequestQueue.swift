import Synchronization

/// A queue with one producer and many consumers.
package final class RequestQueue<Element: Sendable>: Sendable {
  private struct State {
    var ready: [Element] = []
    var waiting: [CheckedContinuation<Element?, Never>] = []
    var isEnded = false
  }
  private let state = Mutex(State())

  package init() {}

  package func add(_ element: Element) {
    let waiter = state.withLock { state -> CheckedContinuation<Element?, Never>? in
      if state.waiting.isEmpty {
        state.ready.append(element)
        return nil
      }
      return state.waiting.removeFirst()
    }
    waiter?.resume(returning: element)
  }

  /// Nothing more will be added.
  package func end() {
    let waiting = state.withLock { state in
      state.isEnded = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.resume(returning: nil) }
  }

  /// The next element, as soon as there is one; nil after the last.
  package func next() async -> Element? {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Element?? in
        if !state.ready.isEmpty { return state.ready.removeFirst() }
        if state.isEnded { return .some(nil) }
        state.waiting.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
