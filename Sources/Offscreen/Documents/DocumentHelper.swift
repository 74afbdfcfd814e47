import Foundation
import OffscreenLoading
import OffscreenPlatform
import Synchronization

/// The processes that documents are given to: what breaks there breaks nothing here. One draws PDF, another converts what
/// is not PDF, by LibreOffice.
///
/// A process that renders may start nothing. It has a channel to a `HelperServer`, which starts a helper that takes its
/// orders; a program that uses the library starts `offscreen document-helper`.
public enum DocumentHelper {
  /// The hidden command that such a process runs.
  public static let command = "document-helper"

  /// This process's end of the channel. -1: it starts programs itself.
  private static let channel = Mutex<Int32>(-1)

  /// From now on, `serve` at the other end of the channel works.
  package static func ask(over descriptor: Int32) { channel.withLock { $0 = descriptor } }

  /// Whether a file holds a document that has pages, by its name.
  package static func hasPages(file path: String) -> Bool {
    MIMEType(fileName: Array(path.utf8)).map(DocumentPages.hasPages) ?? path.hasSuffix(".key")
  }

  /// The bytes that are made of a document.
  static func work(_ order: HelperOrder, on bytes: [UInt8]) throws(RenderError) -> [UInt8] {
    let channel = channel.withLock { $0 }
    let answer = channel < 0 ? try askProgram(order, bytes) : try askHelper(channel, order, bytes)
    switch answer.first {
    case HelperAnswer.good: return Array(answer.dropFirst())
    case HelperAnswer.input, HelperAnswer.late:
      let reason = String(decoding: answer.dropFirst().prefix(1_000), as: UTF8.self).onOneLine(300)
      throw RenderError(answer.first == HelperAnswer.late ? .timeout : .input, reason)
    default: throw RenderError(.crash, "the process that reads it ended, out of time or memory")
    }
  }

  private static func askHelper(
    _ channel: Int32, _ order: HelperOrder, _ bytes: [UInt8]
  ) throws(RenderError) -> [UInt8] {
    let failure = RenderError(.crash, "the process that reads it ended, out of time or memory")
    guard let ends = SocketPair.make() else { throw failure }
    defer { close(ends.own) }
    var order = order
    let isSent = offscreen_send_descriptor(channel, &order, MemoryLayout<HelperOrder>.size, ends.other) != 0
    close(ends.other)
    // Who reads no more has an answer already.
    guard isSent else { throw failure }
    _ = bytes.withUnsafeBytes { DescriptorStream.write($0, to: ends.own) }
    shutdown(ends.own, Int32(SHUT_WR))
    var answer: [UInt8] = []
    let deadline = ContinuousClock.now + order.limit + grace
    while answer.count <= mostOutput, DescriptorStream.read(from: ends.own, into: &answer, before: deadline) {}
    if ContinuousClock.now >= deadline { throw RenderError(.timeout, "it could not be drawn in time") }
    return answer
  }

  private static func askProgram(_ order: HelperOrder, _ bytes: [UInt8]) throws(RenderError) -> [UInt8] {
    guard let program = OffscreenProgram.find() else {
      throw RenderError(
        .input,
        "documents are drawn by the program 'offscreen': put it on the PATH (Scripts/install), beside this program, or "
          + "name it in OFFSCREEN_PROGRAM")
    }
    let (input, output): (MemoryFile, MemoryFile)
    do {
      (input, output) = (try MemoryFile(), try MemoryFile())
      try input.fill(bytes)
    } catch {
      throw RenderError(.memory, error.description)
    }
    let start = ChildProcess.start(
      program, [command, order.text], streams: (input.descriptor, output.descriptor, STDERR_FILENO),
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    guard case .started(let process) = start else {
      throw RenderError(.input, "the process that draws documents could not be started")
    }
    let watchdog = Watchdog(after: order.limit + grace) { kill(process.identifier, SIGKILL) }
    let ending = process.wait()
    watchdog.stop()
    if case .signaled(let signal) = ending {
      throw RenderError(
        [SIGKILL, ResourceLimits.signalAtProcessorTime].contains(signal) ? .timeout : .crash,
        "it could not be drawn in time or memory (signal \(signal))")
    }
    return output.contents(limit: mostOutput)
  }

  /// What the answer of a process that is in time may need on its way.
  private static let grace = Duration.seconds(3)
  static let mostOutput = 160 << 20

  // MARK: In the helper

  /// Takes orders from the channel: of drawing, one, for which it seals itself; of converting, all that come, since to
  /// start LibreOffice takes time. It then draws in processes of their own.
  package static func serve(_ channel: Int32) {
    var office: OfficeService?
    defer { office?.stop() }
    while let (order, descriptor) = nextOrder(channel) {
      defer { close(descriptor) }
      if order.task == HelperOrder.Task.convert.rawValue {
        if office == nil {
          SealedProgram.outliveParent()
          office = OfficeService(abandoned: channel)
        }
        guard let office else { return }
        answer(office.answer(to: order, read(descriptor, within: order.limit)), descriptor)
      } else if office == nil {
        draw(order, descriptor)
        return
      } else {
        switch ForkedProcess.fork() {
        case .child:
          close(channel)
          draw(order, descriptor)
          _exit(0)
        case .parent(let child): _ = child.wait()
        case .failed: break
        }
      }
    }
  }

  private static func nextOrder(_ channel: Int32) -> (HelperOrder, Int32)? {
    var order = HelperOrder(.draw, within: .zero)
    var count = 0
    let descriptor = offscreen_receive_descriptor(channel, &order, MemoryLayout<HelperOrder>.size, &count)
    if descriptor >= 0, count == MemoryLayout<HelperOrder>.size { return (order, descriptor) }
    if descriptor >= 0 { close(descriptor) }
    return nil
  }

  private static func draw(_ order: HelperOrder, _ descriptor: Int32) {
    PDFDrawing.seal(order)
    answer(PDFDrawing.answer(to: order, read(descriptor, within: order.limit)), descriptor)
  }

  private static func answer(_ bytes: [UInt8], _ descriptor: Int32) {
    _ = bytes.withUnsafeBytes { DescriptorStream.write($0, to: descriptor) }
  }

  private static func read(_ descriptor: Int32, within limit: Duration) -> [UInt8] {
    var bytes: [UInt8] = []
    let deadline = ContinuousClock.now + limit
    while bytes.count <= mostOutput, DescriptorStream.read(from: descriptor, into: &bytes, before: deadline) {}
    return bytes
  }

  /// What the program does: standard input to standard output. Whether it has understood the order.
  public static func run(_ text: String) -> Bool {
    guard let order = HelperOrder(text: text) else { return false }
    signal(SIGPIPE, SIG_IGN)
    if order.task == HelperOrder.Task.convert.rawValue {
      let office = OfficeService(abandoned: -1)
      answer(office.answer(to: order, read(STDIN_FILENO, within: order.limit)), STDOUT_FILENO)
      office.stop()
    } else {
      draw(order)
    }
    return true
  }

  private static func draw(_ order: HelperOrder) {
    PDFDrawing.seal(order)
    answer(PDFDrawing.answer(to: order, read(STDIN_FILENO, within: order.limit)), STDOUT_FILENO)
  }
}
