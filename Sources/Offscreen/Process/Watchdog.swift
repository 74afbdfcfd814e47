import Foundation
import Synchronization

/// Calls back once when its time is up, from a thread of its own, unless it was stopped before.
public final class Watchdog: Sendable {
  private let isStopped = Mutex(false)
  private let signal = DispatchSemaphore(value: 0)

  public init(after limit: Duration, _ action: @escaping @Sendable () -> Void) {
    let (seconds, attoseconds) = limit.components
    let deadline = DispatchTime.now() + Double(seconds) + Double(attoseconds) * 1e-18
    Thread.detachNewThread { [self] in
      guard signal.wait(timeout: deadline) == .timedOut else { return }
      if !isStopped.withLock({ $0 }) { action() }
    }
  }

  public func stop() {
    isStopped.withLock { $0 = true }
    signal.signal()
  }
}
