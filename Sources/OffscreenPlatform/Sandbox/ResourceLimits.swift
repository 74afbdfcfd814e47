/// What a process that renders may use up (`setrlimit`): a last resort behind the limits that are answered
/// with a message.
///
/// There is none on processes (`RLIMIT_NPROC`), which counts all of the user's and would fail for reasons
/// that lie elsewhere, and none on address space (`RLIMIT_AS`): stacks and a script engine reserve much
/// that they never use. Memory that is written to is counted instead (`RLIMIT_DATA`).
package struct ResourceLimits: Sendable {
  /// Bytes of private memory that can be written, reserved stacks included: what is asked for beyond is not
  /// there, and the process crashes.
  package var memory: Int?
  /// Bytes of a file.
  package var fileSize = 1 << 30
  package var openFiles = 512

  /// Of the renderers' own stacks and what libraries reserve (measured: 540 MB, of which 512 are a stack).
  package static let reserved = 640 << 20

  /// What a script engine reserves besides and never uses (measured: 143 GB, most of it one piece). Where scripts may
  /// run, the limit is no bound of what is used: who watches the process is.
  package static let reservedByScripts = 160 << 30

  package init(memory: Int? = nil) { self.memory = memory }

  /// From here on; no way back. Of what is stricter already, nothing changes.
  package func apply() {
    // What outgrows the limit is answered with an error, which has a message; not with a signal.
    signal(SIGXFSZ, SIG_IGN)
    offscreen_limit(Int32(OFFSCREEN_RLIMIT_CORE), 0, 1)
    offscreen_limit(Int32(OFFSCREEN_RLIMIT_FSIZE), UInt64(max(0, fileSize)), 1)
    offscreen_limit(Int32(OFFSCREEN_RLIMIT_NOFILE), UInt64(max(0, openFiles)), 1)
    if let memory { offscreen_limit(Int32(OFFSCREEN_RLIMIT_DATA), UInt64(max(0, memory)), 1) }
  }

  /// For a page that may take so long on the wall clock, on all processors.
  package static func limitProcessorTime(ofPage time: Duration, isFinal: Bool = false) {
    limitProcessorTime(time * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), isFinal: isFinal)
  }

  /// Of a process of many pages, together: finite, and more than they use.
  package static func limitProcessorTimeOfAllPages() { limitProcessorTime(.seconds(12 * 3_600), isFinal: true) }

  /// The signal of a process that has used up its processor time.
  package static let signalAtProcessorTime = SIGXCPU

  /// Ends the process with that signal once it has used so much more of all processors together. May be called
  /// again for the next piece of work.
  /// `isFinal`: whether it cannot be raised any more.
  package static func limitProcessorTime(_ time: Duration, isFinal: Bool = false) {
    let seconds = max(0, min(time.components.seconds, 1 << 32))
    // Both are cut to whole seconds: two more, so that never less than `time` is left.
    offscreen_limit(Int32(OFFSCREEN_RLIMIT_CPU), offscreen_processor_seconds() + UInt64(seconds) + 2, isFinal ? 1 : 0)
  }

  /// The limits of this process, as a line.
  package static var current: String {
    func value(_ resource: Int) -> UInt64 { offscreen_limit_value(Int32(resource)) }
    return "core \(value(OFFSCREEN_RLIMIT_CORE)), files \(value(OFFSCREEN_RLIMIT_NOFILE)), "
      + "file size \(value(OFFSCREEN_RLIMIT_FSIZE)), processor \(value(OFFSCREEN_RLIMIT_CPU)), "
      + "memory \(value(OFFSCREEN_RLIMIT_DATA) >> 20)"
  }
}
