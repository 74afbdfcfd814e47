import Synchronization

/// Those that listen to events, each with a sequence of its own.
final class EventListeners<Event: Sendable>: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Event>.Continuation] = [:]
    var lastNumber = 0
  }
  private let state = Mutex(State())

  /// Events that a listener may leave lying; older ones are lost.
  private var keptEvents: Int { 4_096 }

  deinit { finish() }

  func emit(_ event: Event) {
    state.withLock { state in
      for continuation in state.continuations.values { continuation.yield(event) }
    }
  }

  /// What happens from now on.
  func events() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(keptEvents))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.continuations[state.lastNumber] = continuation
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  /// Nothing more happens.
  func finish() {
    let continuations = state.withLock { state in
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }
}
