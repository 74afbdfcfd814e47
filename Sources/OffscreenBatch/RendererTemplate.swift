import OffscreenLoading
import OffscreenPlatform

/// A process that touches no page, but forks the processes that do: one for each trust domain, sealed for what its
/// pages need. So pages of different origins share nothing but what was there before any of them.
///
/// A message of the supervisor on standard input begins a trust domain: a mark, what is to be made ready (`Preparation`),
/// the rights of its process (`RendererSeal.message`), and with them the process's connection to who loads for it. One
/// of a single byte ends its process. What the process says on its standard output is passed on to this one's, behind
/// the mark, which no process of an earlier domain could foresee.
package struct RendererTemplate {
  /// What a child does with its rights and its connection, after which it ends.
  private let render: (_ rights: [UInt8], _ connection: Int32) -> Void
  /// Makes what all children can use; before there is a second one, since most batches have one domain.
  private let warmUp: () -> Void
  /// The same for pages with scripts, once there was one.
  private let warmUpScripts: () -> Void
  /// Lets the engine learn what scripts have in common; whether it makes machine code.
  private let prepareScripts: (_ compiles: Bool) -> Void
  /// What draws PDF documents for the children. See `HelperServer`.
  private let help: (_ channel: Int32) -> Void
  /// Where a child finds its end of the channel to that.
  private let useHelp: (_ channel: Int32) -> Void

  package init(
    render: @escaping ([UInt8], Int32) -> Void, warmUp: @escaping () -> Void, warmUpScripts: @escaping () -> Void,
    prepareScripts: @escaping (Bool) -> Void, help: @escaping (Int32) -> Void, useHelp: @escaping (Int32) -> Void
  ) {
    (self.render, self.help, self.useHelp) = (render, help, useHelp)
    (self.warmUp, self.warmUpScripts, self.prepareScripts) = (warmUp, warmUpScripts, prepareScripts)
  }

  /// What is made ready before a domain's process is forked, for it and those after it. An engine that compiles does so in
  /// all of them, so there is no way back from the last two but another template.
  enum Preparation: UInt8 {
    case nothing = 0x2d
    /// There was a page with scripts.
    case scripts = 0x73
    /// This page's scripts are compiled, as those of the last page with scripts were.
    case compiledScripts = 0x63
    case interpretedScripts = 0x69
  }

  /// Bytes of a message.
  private static let longestRights = 128 << 10

  /// The exit status where no process could be forked.
  static let cannotFork: Int32 = 71

  /// The exit status where a page's scripts must not be compiled, but would be: another template is to serve it.
  package static let cannotServe: Int32 = 72

  private static let markLength = 32

  /// A line that nobody can guess.
  static func newMark() -> String {
    let digits = Array("0123456789abcdef")
    return String((0..<markLength).map { _ in digits[Int.random(in: 0..<16)] })
  }

  /// A supervisor's message. Whether it could be sent; a template that is gone already shows when answers are read.
  static func begin(
    _ rights: [UInt8], mark: String, _ preparation: Preparation, connection: Int32, over descriptor: Int32
  ) -> Bool {
    let bytes = Array(mark.utf8) + [preparation.rawValue] + rights
    guard bytes.count <= longestRights else { return false }
    return offscreen_send_descriptor(descriptor, bytes, bytes.count, connection) != 0
      || [EPIPE, ECONNRESET, ECONNREFUSED, ENOTCONN].contains(errno)
  }

  /// Ends the process of the last domain, of which nothing more is asked: its memory goes back at once.
  static func end(over descriptor: Int32) {
    var byte: UInt8 = 0
    _ = SocketPair.write(descriptor, &byte, 1)
  }

  private struct Child {
    var process: ForkedProcess
    var answers: Int32
    var helpers: HelperServer

    /// How it has ended, if it was over before.
    @discardableResult
    func end() -> ChildProcess.Ending {
      close(answers)
      kill(process.identifier, SIGKILL)
      return process.wait()
    }
  }

  /// Serves until standard input ends.
  package func run() {
    let control = SocketPair.takeStandardInput()
    let message = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.longestRights, alignment: 16)
    let answer = UnsafeMutableRawBufferPointer.allocate(byteCount: DescriptorStream.longestPiece, alignment: 16)
    defer {
      message.deallocate()
      answer.deallocate()
    }
    var child: Child?
    var childCount = 0
    var isReady: (forScripts: Bool, forAll: Bool) = (false, false)
    while true {
      switch wait(control, child, answer) {
      case .answer: break
      case .ended(let child):
        // The supervisor sees what ended it, and starts another. One that has only closed its output is not waited for.
        child.end().repeatHere()
      case .message:
        var count = 0
        let connection = offscreen_receive_descriptor(control, message.baseAddress, message.count, &count)
        child?.end()
        child = nil
        if count == 1, connection < 0 { continue }
        guard count > Self.markLength, connection >= 0 else { return }
        if childCount == 1 { warmUp() }
        childCount += 1
        prepare(Preparation(rawValue: message[Self.markLength]) ?? .nothing, &isReady)
        let mark = UnsafeRawBufferPointer(rebasing: message[..<Self.markLength])
        guard (Array(mark) + [UInt8(ascii: "\n")]).withUnsafeBytes({ DescriptorStream.write($0, to: STDOUT_FILENO) })
        else { return }
        child = start(
          UnsafeRawBufferPointer(rebasing: message[(Self.markLength + 1)..<count]), connection, control)
        close(connection)
        // What one child may is none of the next one's business.
        message.initializeMemory(as: UInt8.self, repeating: 0)
        if child == nil { _exit(Self.cannotFork) }
      }
    }
  }

  private func prepare(_ preparation: Preparation, _ isReady: inout (forScripts: Bool, forAll: Bool)) {
    if preparation == .nothing { return }
    if !isReady.forScripts { warmUpScripts() }
    isReady.forScripts = true
    if preparation == .scripts || isReady.forAll { return }
    isReady.forAll = true
    prepareScripts(preparation == .compiledScripts)
  }

  private enum Event {
    case message
    case answer
    case ended(Child)
  }

  /// Waits for the supervisor or the child; passes on what the child says, of which nothing is left here: what it says of
  /// its page is in no process that is forked later.
  private func wait(_ control: Int32, _ child: Child?, _ answer: UnsafeMutableRawBufferPointer) -> Event {
    guard let child else { return .message }
    child.helpers.serve(until: [control, child.answers, child.process.ending])
    var waited = [control, child.answers].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&waited, 2, -1) < 0, errno == EINTR {}
    // The supervisor goes on to another domain once it has all answers: then the child may have seen the end already.
    if waited[0].revents != 0 { return .message }
    let piece = UnsafeMutableRawBufferPointer(
      rebasing: answer[..<DescriptorStream.read(from: child.answers, into: answer)])
    defer { piece.initializeMemory(as: UInt8.self, repeating: 0) }
    let isPassedOn = !piece.isEmpty && DescriptorStream.write(UnsafeRawBufferPointer(piece), to: STDOUT_FILENO)
    return isPassedOn ? .answer : .ended(child)
  }

  private func start(_ rights: UnsafeRawBufferPointer, _ connection: Int32, _ control: Int32) -> Child? {
    var answers: [Int32] = [-1, -1]
    guard offscreen_pipe(&answers) != 0, let channel = SocketPair.makeForMessages() else { return nil }
    switch ForkedProcess.fork() {
    case .failed: return nil
    case .parent(let process):
      close(answers[1])
      close(channel.other)
      let helpers = HelperServer(channel: channel.own) { [help] channel in
        // Messages and answers are none of a helper's business.
        for descriptor in [answers[0], control] { close(descriptor) }
        dup2(STDIN_FILENO, STDOUT_FILENO)
        help(channel)
      }
      return Child(process: process, answers: answers[0], helpers: helpers)
    case .child:
      dup2(answers[1], STDOUT_FILENO)
      for descriptor in answers + [channel.own, control] { close(descriptor) }
      useHelp(channel.other)
      render(Array(rights), connection)
      _exit(0)
    }
  }
}
