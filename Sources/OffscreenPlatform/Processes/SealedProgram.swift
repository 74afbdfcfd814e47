/// A program of others that runs beside this one, sealed before it starts: it has a process group of its own, no open
/// file, and ends with this process.
package struct SealedProgram: Sendable {
  package let identifier: pid_t

  /// How it ends where it could not be sealed as this kernel can.
  package static let unsealedStatus: Int32 = 126

  /// To be called in a process of one thread. `environment`: all of it. `sandbox` names the program, nil: it is not
  /// sealed. What it says goes nowhere. Nil where no process could be made.
  package static func start(
    _ program: String, _ arguments: [String], environment: [String], sandbox: Sandbox?,
    limits: ResourceLimits
  ) -> SealedProgram? {
    // What is made after the fork may need memory that another thread had just locked: there is none, and little is.
    let arguments = ([program] + arguments).map { strdup($0) } + [nil]
    let environment = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    let support = KernelSupport.ofThisKernel()
    let child = offscreen_fork()
    guard child == 0 else { return child > 0 ? SealedProgram(identifier: child) : nil }
    let nothing = offscreen_open("/dev/null", O_RDWR, 0)
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(nothing, stream) }
    signal(SIGPIPE, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
    limits.apply()
    if let sandbox, sandbox.seal() != support { _exit(unsealedStatus) }
    offscreen_keep_streams_alone()
    execve(program, arguments, environment)
    _exit(127)
  }

  /// How it has ended; nil while it runs. To be asked no more once it has answered.
  package func ending() -> ChildProcess.Ending? {
    var status: Int32 = 0
    switch offscreen_has_ended(identifier, &status) {
    case 0: return nil
    case 1: return status < 0 ? .signaled(-status) : .exited(status)
    default: return .signaled(SIGKILL)
    }
  }

  /// Ends it, with all that is in its process group.
  package func end() {
    kill(-identifier, SIGKILL)
    kill(identifier, SIGKILL)
    _ = offscreen_wait(identifier)
  }

  /// From now on this process outlives the one that made it, which is to be noticed otherwise: there is something to be
  /// put in order.
  package static func outliveParent() {
    offscreen_set_death_signal(0)
    signal(SIGTERM, SIG_IGN)
  }
}
