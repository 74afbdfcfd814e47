import Foundation

/// The processor time that work takes on this thread, in seconds. Unlike a clock on the wall, it does not
/// count what the tests beside it take, so a limit on it holds on a busy machine too.
public func processorTime(of work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  try work()
  return now() - start
}
