import Dispatch
import OffscreenPlatform
import Synchronization

/// Where a page's jobs run, one after the other, with what they share. There is a thread for them only while there is
/// something to do and for a moment after; the next job starts another one. What the jobs share goes from thread to
/// thread with them: it belongs to no thread in particular, and is only ever touched by the one that runs.
final class PageThread<Context>: Sendable {
  /// Something to do.
  struct Job: Sendable {
    var run: @Sendable (Context) -> Void
    /// Called in place of it where it will never run.
    var giveUp: @Sendable () -> Void
  }

  private let queue: JobQueue<Context>

  /// `idleTime`: how long a thread waits for another job.
  init(idleTime: Duration = .milliseconds(500), _ makeContext: @escaping @Sendable () -> Context) {
    queue = JobQueue(idleTime: idleTime, makeContext)
  }

  deinit { end() }

  /// Does it after all that came before; not after the end.
  func run(_ job: @escaping @Sendable (Context) -> Void, orGiveUp giveUp: @escaping @Sendable () -> Void) {
    queue.add(Job(run: job, giveUp: giveUp))
  }

  /// No more jobs are taken; those that wait still run: a task may await them. Then what they share is
  /// given back.
  func end() { queue.end() }
}

/// What the threads hold: not the page, which may go while a job runs.
private final class JobQueue<Context>: Sendable {
  private struct State {
    var jobs: [PageThread<Context>.Job] = []
    var hasThread = false
    /// Whether there ever was one, which made what the jobs share.
    var hasContext = false
    var isEnded = false
  }

  /// The next step of a thread.
  private enum Step {
    case run(PageThread<Context>.Job)
    case wait
    case end
  }

  /// Only the running thread touches it; `hasThread` passes it on.
  private final class Slot: @unchecked Sendable {
    var context: Context?
  }

  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)
  private let slot = Slot()
  private let idleTime: Duration
  private let makeContext: @Sendable () -> Context

  init(idleTime: Duration, _ makeContext: @escaping @Sendable () -> Context) {
    (self.idleTime, self.makeContext) = (idleTime, makeContext)
  }

  func add(_ job: PageThread<Context>.Job) {
    let (isTaken, needsThread) = state.withLock { state -> (Bool, Bool) in
      if state.isEnded { return (false, false) }
      state.jobs.append(job)
      defer { (state.hasThread, state.hasContext) = (true, true) }
      return (true, !state.hasThread)
    }
    guard isTaken else { return job.giveUp() }
    if needsThread { startThread() } else { signal.signal() }
  }

  func end() {
    let (hasThread, needsThread) = state.withLock { state -> (Bool, Bool) in
      if state.isEnded { return (false, false) }
      state.isEnded = true
      let needsThread = !state.hasThread && state.hasContext
      if needsThread { state.hasThread = true }
      return (state.hasThread && !needsThread, needsThread)
    }
    // Deallocating a large page takes time, which its last owner need not wait for.
    if needsThread { startThread() } else if hasThread { signal.signal() }
  }

  private func startThread() {
    do {
      try LargeStackThread.start { [self] in work() }
    } catch {
      let left = state.withLock { state in
        defer { (state.jobs, state.hasThread) = ([], false) }
        return state.jobs
      }
      for job in left { job.giveUp() }
    }
  }

  private func work() {
    while true {
      let step = state.withLock { state -> Step in
        if !state.jobs.isEmpty { return .run(state.jobs.removeFirst()) }
        return state.isEnded ? .end : .wait
      }
      switch step {
      case .run(let job):
        let context = slot.context ?? makeContext()
        slot.context = context
        job.run(context)
      case .wait:
        let limit = DispatchTime.now() + .milliseconds(Int(idleTime.milliseconds))
        if signal.wait(timeout: limit) == .timedOut, leave() { return }
      case .end:
        slot.context = nil
        ProcessMemory.releaseFreed()
        return
      }
    }
  }

  /// Whether the thread may go: nothing came meanwhile.
  private func leave() -> Bool {
    state.withLock { state in
      guard state.jobs.isEmpty, !state.isEnded else { return false }
      state.hasThread = false
      return true
    }
  }
}
