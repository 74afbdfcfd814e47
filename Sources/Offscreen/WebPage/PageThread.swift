import Dispatch
import Synchronization

/// A page's own thread: jobs run on it one after the other, with what stays there. It starts with the
/// first job and ends when it is told to.
final class PageThread<Context>: Sendable {
  typealias Job = @Sendable (Context) -> Void

  private struct State {
    var jobs: [Job] = []
    var hasThread = false
    var isEnded = false
  }
  /// What the thread holds: not the page, which may go while a job runs.
  private final class Queue: Sendable {
    let state = Mutex(State())
    let signal = DispatchSemaphore(value: 0)
  }
  private let queue = Queue()
  private let makeContext: @Sendable () -> Context

  init(_ makeContext: @escaping @Sendable () -> Context) { self.makeContext = makeContext }

  deinit { end() }

  /// Whether the job will run; not after the end.
  func run(_ job: @escaping Job) -> Bool {
    let (isTaken, startsThread) = queue.state.withLock { state -> (Bool, Bool) in
      if state.isEnded { return (false, false) }
      state.jobs.append(job)
      defer { state.hasThread = true }
      return (true, !state.hasThread)
    }
    guard isTaken else { return false }
    queue.signal.signal()
    guard startsThread else { return true }
    do {
      try LargeStackThread.start { [queue, makeContext] in Self.work(queue, makeContext()) }
      return true
    } catch {
      queue.state.withLock { ($0.jobs, $0.isEnded) = ([], true) }
      return false
    }
  }

  /// No more jobs are taken; those that wait still run, since somebody may wait for them.
  func end() {
    queue.state.withLock { $0.isEnded = true }
    queue.signal.signal()
  }

  private static func work(_ queue: Queue, _ context: Context) {
    while true {
      queue.signal.wait()
      let (job, isLast) = queue.state.withLock { state in
        let job = state.jobs.isEmpty ? nil : state.jobs.removeFirst()
        return (job, state.isEnded && state.jobs.isEmpty)
      }
      if let job { job(context) }
      if isLast { return }
    }
  }
}
