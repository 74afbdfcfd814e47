import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform

/// A command that renders one page is two processes: the first loads, and its child renders, which may open neither
/// sockets nor files of the page. A child that goes on from here costs little, and starts with what is there.
enum PageProcess {
  /// Goes on in the sealed child, which gets who loads for it. The first process does not come back: it ends as the
  /// child does. To be called before there are other threads. Nil where it goes on in one process: without a sandbox
  /// there is nothing to keep apart.
  static func begin(_ input: String, _ options: PageOptions, outputs: [String], quiet: Bool) -> BrokerClient? {
    guard !Sandbox.isSwitchedOff, let ends = SocketPair.make() else {
      SandboxArguments.sealProcess(for: options, outputs: outputs, quiet: quiet)
      return nil
    }
    let child = offscreen_fork()
    if child == 0 {
      close(ends.own)
      SandboxArguments.sealProcess(for: options, outputs: outputs, isBrokered: true, quiet: quiet)
      let broker = BrokerClient(descriptor: ends.other)
      _ = broker.nextPage()
      return broker
    }
    close(ends.other)
    guard child > 0 else {
      close(ends.own)
      SandboxArguments.sealProcess(for: options, outputs: outputs, quiet: quiet)
      return nil
    }
    for note in load(input, options, for: ends.own) where !quiet { StandardError.print("warning: \(note)") }
    end(as: child)
  }

  /// Loads until the child ends. Notes for the user.
  private static func load(_ input: String, _ options: PageOptions, for connection: Int32) -> [String] {
    let rights = rights(input, options)
    // What reads answers of the network has few rights, too. The child says what its kernel lacks.
    ResourceLimits().apply()
    signal(SIGPIPE, SIG_IGN)
    _ = Sandbox(page: options, outputs: []).seal()
    guard let broker = BrokerService(descriptor: connection, session: NetworkSession()) else { return [] }
    broker.begin(rights, request: [])
    broker.serve()
    return broker.end()
  }

  private static func rights(_ input: String, _ options: PageOptions) -> Result<LoadRights, PageProblem> {
    guard let page = PageInput(input) else {
      return .failure(
        PageProblem(cause: .input, message: "\(PageURL.displayed(input).onOneLine()): not a valid address"))
    }
    return Result { () throws(RenderError) in try options.rights(of: page.baseURL, allowsStreams: true) }
      .mapError { PageProblem($0) }
  }

  private static func end(as child: pid_t) -> Never {
    let status = offscreen_wait(child)
    if status < 0 {
      // A shell is to see the same signal.
      signal(-status, SIG_DFL)
      raise(-status)
    }
    _exit(status < 0 ? 128 - status : status)
  }
}
