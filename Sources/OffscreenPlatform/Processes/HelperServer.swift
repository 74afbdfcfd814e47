/// What a trusted process does for a child that renders: it starts helpers for it, since the child itself may start
/// nothing. What the child sends is read by the helper alone, which is sealed before.
package final class HelperServer {
  private let channel: Int32
  private let help: (_ channel: Int32) -> Void
  private var helper: ForkedProcess?

  /// `channel`: this process's end. `help`: runs in the helper, which then ends.
  package init(channel: Int32, help: @escaping (_ channel: Int32) -> Void) {
    (self.channel, self.help) = (channel, help)
  }

  /// The child is gone: nobody waits for what a helper still does, but one that has something to put in order may.
  deinit {
    close(channel)
    guard let helper else { return }
    kill(helper.identifier, SIGTERM)
    var waited = pollfd(fd: helper.ending, events: Int16(POLLIN), revents: 0)
    if poll(&waited, 1, Self.mostPatience) <= 0 { kill(helper.identifier, SIGKILL) }
    _ = helper.wait()
  }

  /// In milliseconds.
  private static let mostPatience: Int32 = 2_000

  /// Starts a helper where one is asked for, and looks whether it has ended, until one of these can be read.
  package func serve(until descriptors: [Int32]) {
    while true {
      var waited = (descriptors + [helper?.ending ?? channel]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      if poll(&waited, nfds_t(waited.count), -1) < 0, errno != EINTR { return }
      if waited.dropLast().contains(where: { $0.revents != 0 }) { return }
      guard let last = waited.last, last.revents != 0 else { continue }
      if let helper {
        _ = helper.wait()
        self.helper = nil
      } else if last.revents == Int16(POLLIN) {
        start()
      } else {
        // The child is gone.
        return
      }
    }
  }

  private func start() {
    switch ForkedProcess.fork() {
    case .parent(let process): helper = process
    case .child:
      help(channel)
      _exit(0)
    case .failed:
      // The child waits no longer: its message is taken, with the way to answer it.
      var (byte, count) = (UInt8(0), 0)
      let descriptor = offscreen_receive_descriptor(channel, &byte, 1, &count)
      if descriptor >= 0 { close(descriptor) }
    }
  }
}
