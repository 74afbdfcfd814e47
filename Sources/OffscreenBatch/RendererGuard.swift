import Foundation
import Offscreen
import OffscreenPlatform
import Synchronization

/// Watches a renderer process while it works on a page, and kills it when it takes too long or too much
/// memory.
final class RendererGuard: Sendable {
  private struct State {
    var deadline: ContinuousClock.Instant?
    var verdict: RenderError?
    var resident = 0
  }

  private let process: pid_t
  private let limits: RendererLimits
  private let state = Mutex(State())

  init(process: pid_t, limits: RendererLimits) { (self.process, self.limits) = (process, limits) }

  /// A page begins.
  func begin(timeout: Duration) {
    state.withLock { $0.deadline = ContinuousClock.now + timeout }
  }

  /// Nobody wants the page any more: its process is killed.
  func cancel(_ name: String) {
    let isAtWork = state.withLock { state -> Bool in
      guard state.deadline != nil, state.verdict == nil else { return false }
      state.verdict = .cancelled(name)
      return true
    }
    if isAtWork { kill(process, SIGKILL) }
  }

  /// The page has ended, one way or the other. Why the process was killed, if it was.
  func end() -> RenderError? {
    state.withLock { state in
      state.deadline = nil
      return state.verdict
    }
  }

  /// Bytes that the process and its children hold now, each for itself.
  func residentMemory() -> Int {
    ProcessMemory.residentOfFamily(of: process)
  }

  /// Looks after the process until the task is cancelled.
  func watch(_ name: @Sendable () -> String) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(20))
      guard state.withLock({ $0.deadline != nil }) else { continue }
      let resident = residentMemory()
      let verdict = state.withLock { state -> RenderError? in
        guard let deadline = state.deadline, state.verdict == nil else { return nil }
        if resident > limits.memory {
          state.verdict = RenderError(
            .memory, "\(name()): needs more than \(limits.memory >> 20) MiB of memory (see --max-memory)")
        } else if ContinuousClock.now > deadline {
          state.verdict = RenderError(.timeout, "\(name()): not finished within the time limit (see --timeout)")
        }
        return state.verdict
      }
      if verdict != nil { kill(process, SIGKILL) }
    }
  }
}
