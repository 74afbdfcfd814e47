/// A program that runs beside this one, with open files as its standard streams. Nothing but system calls: Foundation's
/// `Process` waits by way of sockets, which a sealed process may not use.
package struct ChildProcess: Sendable {
  package let identifier: pid_t

  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case signaled(Int32)
  }

  package enum Start: Sendable {
    case started(ChildProcess)
    /// By a number of the system (`errno`).
    case failed(Int32)
  }

  /// Starts a program. `streams`: its standard input, output and error. `environment`: what differs from this process's.
  package static func start(
    _ program: String, _ arguments: [String], streams: (Int32, Int32, Int32), environment changes: [String: String]
  ) -> Start {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, number) in [(streams.0, Int32(0)), (streams.1, 1), (streams.2, 2)] {
      posix_spawn_file_actions_adddup2(&actions, stream, number)
    }
    var identifier = pid_t()
    let code = withTexts([program] + arguments) { arguments in
      withTexts(environment(changes)) { environment in
        posix_spawn(&identifier, program, &actions, nil, arguments, environment)
      }
    }
    return code == 0 ? .started(ChildProcess(identifier: identifier)) : .failed(code)
  }

  /// Waits for its end; to be called once.
  package func wait() -> Ending {
    let status = offscreen_wait(identifier)
    return status < 0 ? .signaled(-status) : .exited(status)
  }

  private static func environment(_ changes: [String: String]) -> [String] {
    var all: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if !changes.keys.contains(where: { text.hasPrefix($0 + "=") }) { all.append(text) }
      next += 1
    }
    return all + changes.map { "\($0.key)=\($0.value)" }
  }

  private static func withTexts<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
