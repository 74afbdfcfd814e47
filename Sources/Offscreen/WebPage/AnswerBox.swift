import Dispatch
import Synchronization

/// An answer that one thread waits for.
final class AnswerBox<Answer: Sendable>: Sendable {
  private let answer = Mutex<Answer??>(nil)
  private let signal = DispatchSemaphore(value: 0)

  /// The first answer counts; nil is none.
  func give(_ value: Answer?) {
    let isFirst = answer.withLock { answer in
      if answer != nil { return false }
      answer = .some(value)
      return true
    }
    if isFirst { signal.signal() }
  }

  func wait() -> Answer? {
    signal.wait()
    return answer.withLock { $0 ?? nil }
  }

  /// Nil too where there is none in time.
  func wait(within limit: Duration) -> Answer? {
    _ = signal.wait(timeout: .now() + limit.milliseconds / 1000)
    return answer.withLock { $0 ?? nil }
  }
}
