import CFuzzer
import FuzzTargets
import Offscreen
import OffscreenPlatform

/// libFuzzer's loop over one target.
enum FuzzRun {
  /// What libFuzzer calls is a C function, which cannot capture them.
  nonisolated(unsafe) private static var door: FuzzTarget.Door = { _ in }
  nonisolated(unsafe) private static var patience = itimerval()

  /// Runs on a thread with the stack that the renderer has.
  static func run(_ target: FuzzTarget) throws -> Int32 {
    // The alarms must reach the thread that hangs.
    setAlarms(SIG_BLOCK)
    return try LargeStackThread.run {
      setAlarms(SIG_UNBLOCK)
      door = try target.open()
      patience.it_value.tv_sec = target.patience
      signal(SIGPROF) { _ in
        let message: StaticString = "the input takes more processor time than the target's patience\n"
        write(2, message.utf8Start, message.utf8CodeUnitCount)
        abort()
      }
      // The target's name is not for libFuzzer.
      var arguments = CommandLine.arguments.map { strdup($0) }
      arguments.remove(at: 1)
      var count = Int32(clamping: arguments.count)
      arguments.append(nil)
      return arguments.withUnsafeMutableBufferPointer { buffer in
        var pointers = buffer.baseAddress
        return LLVMFuzzerRunDriver(&count, &pointers) { data, size in
          setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &FuzzRun.patience, nil)
          FuzzRun.door([UInt8](UnsafeBufferPointer(start: data, count: size)))
          return 0
        }
      }
    }
  }

  /// libFuzzer's own alarm, and that of the processor time.
  private static func setAlarms(_ how: Int32) {
    var alarms = sigset_t()
    sigemptyset(&alarms)
    sigaddset(&alarms, SIGALRM)
    sigaddset(&alarms, SIGPROF)
    pthread_sigmask(how, &alarms, nil)
  }
}
