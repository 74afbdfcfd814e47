/// A copy of this process, in which the calling thread alone goes on. It ends with the thread that made it.
package struct ForkedProcess {
  package let identifier: pid_t
  /// Readable once the process is gone.
  package let ending: Int32

  /// What runs in which of the two after a fork.
  package enum Fork {
    case parent(ForkedProcess)
    case child
    case failed
  }

  package static func fork() -> Fork {
    var ends: [Int32] = [-1, -1]
    guard offscreen_pipe(&ends) != 0 else { return .failed }
    let identifier = offscreen_fork()
    switch identifier {
    case 0:
      // The other end stays open as long as this process lives.
      close(ends[0])
      return .child
    case ..<0:
      close(ends[0])
      close(ends[1])
      return .failed
    default:
      close(ends[1])
      return .parent(ForkedProcess(identifier: identifier, ending: ends[0]))
    }
  }

  /// Waits for its end; to be called once.
  package func wait() -> ChildProcess.Ending {
    let status = offscreen_wait(identifier)
    close(ending)
    return status < 0 ? .signaled(-status) : .exited(status)
  }
}

extension ChildProcess.Ending {
  /// Ends this process as the other one ended.
  package func repeatHere() -> Never {
    switch self {
    case .exited(let code): _exit(code)
    case .signaled(let number):
      // A shell is to see the same signal.
      signal(number, SIG_DFL)
      raise(number)
      _exit(128 + number)
    }
  }
}
