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
  static func begin(
    _ input: String, _ options: PageOptions, fonts: String?, outputs: [String], quiet: Bool
  ) -> BrokerClient? {
    ProcessEnd.isNear = true
    func seal(isBrokered: Bool) {
      SandboxArguments.sealProcess(for: options, fonts: fonts, outputs: outputs, isBrokered: isBrokered, quiet: quiet)
    }
    Sandbox.prepareFontCache(fonts: fonts)
    // The helpers' process comes first: it is to hold nothing of the others.
    let helpers = Sandbox.isSwitchedOff ? nil : startHelpers()
    guard !Sandbox.isSwitchedOff, let ends = SocketPair.make() else {
      if let helpers { DocumentHelper.ask(over: helpers) }
      seal(isBrokered: false)
      return nil
    }
    switch ForkedProcess.fork() {
    case .child:
      close(ends.own)
      if let helpers { DocumentHelper.ask(over: helpers) }
      seal(isBrokered: true)
      let broker = BrokerClient(descriptor: ends.other)
      _ = broker.nextPage()
      return broker
    case .parent(let child):
      close(ends.other)
      if let helpers { close(helpers) }
      if options.runsScripts { watchMemory(of: child.identifier, input) }
      for note in load(input, options, for: ends.own) where !quiet { StandardError.print("warning: \(note)") }
      child.wait().repeatHere()
    case .failed:
      close(ends.own)
      close(ends.other)
      if let helpers { DocumentHelper.ask(over: helpers) }
      seal(isBrokered: false)
      return nil
    }
  }

  /// Ends the child when it holds more than a page needs: a script engine reserves so much that the system's own limit
  /// bounds nothing.
  private static func watchMemory(of child: Int32, _ input: String) {
    Thread.detachNewThread {
      while true {
        usleep(20_000)
        let resident = ProcessMemory.resident(of: child)
        if resident == 0 { return }
        if resident > mostMemory {
          StandardError.print("error: \(PageSource.address(input)): needs more than \(mostMemory >> 20) MiB of memory")
          kill(child, SIGKILL)
          _exit(1)
        }
      }
    }
  }

  private static let mostMemory = 2 << 30

  /// Seals this process, which loads by itself: a command of several pages and pictures.
  static func beginAlone(_ options: PageOptions, fonts: String?, outputs: [String]) {
    Sandbox.prepareFontCache(fonts: fonts)
    if !Sandbox.isSwitchedOff, let helpers = startHelpers() { DocumentHelper.ask(over: helpers) }
    SandboxArguments.sealProcess(for: options, fonts: fonts, outputs: outputs)
  }

  /// A process that starts what reads documents for the one that renders, which may start nothing: it touches neither pages
  /// nor the network. The end of the channel to it.
  private static func startHelpers() -> Int32? {
    guard let channel = SocketPair.makeForMessages() else { return nil }
    switch ForkedProcess.fork() {
    case .child:
      close(channel.other)
      HelperServer(channel: channel.own, help: DocumentHelper.serve).serve(until: [])
      _exit(0)
    case .parent, .failed:
      close(channel.own)
      return channel.other
    }
  }

  /// Loads until the child ends. Notes for the user.
  private static func load(_ input: String, _ options: PageOptions, for connection: Int32) -> [String] {
    // What reads answers of the network has few rights, too. The child says what its kernel lacks.
    ResourceLimits().apply()
    signal(SIGPIPE, SIG_IGN)
    _ = Sandbox(page: options, outputs: []).seal()
    guard let broker = BrokerService(descriptor: connection, session: NetworkSession()) else { return [] }
    // An archive is gone over here, with few rights.
    broker.begin(rights(input, options), request: [])
    broker.serve()
    return broker.end()
  }

  private static func rights(_ input: String, _ options: PageOptions) -> Result<LoadRights, PageProblem> {
    guard let page = PageInput(input) else {
      return .failure(
        PageProblem(cause: .input, message: "\(PageURL.displayed(input).onOneLine()): not a valid address"))
    }
    return Result { () throws(RenderError) in
      try options.rights(of: page.baseURL, allowsStreams: true, name: PageURL.displayed(input).onOneLine())
    }
    .mapError { PageProblem($0) }
  }
}
