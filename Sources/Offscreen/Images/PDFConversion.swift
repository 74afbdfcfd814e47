import Foundation
import OffscreenImages
import OffscreenLoading
import OffscreenPlatform
import OffscreenRaster
import Synchronization

/// Makes pictures of the pages of PDF documents, in a process of this program's own: what breaks there
/// breaks nothing here.
public enum PDFConversion {
  /// The hidden command that such a process runs.
  public static let command = "pdf-page"

  /// Where a process that may start nothing asks for the one that draws: its end of a channel of `HelperServer`.
  /// -1: it starts one itself.
  private static let channel = Mutex<Int32>(-1)

  /// From now on, `serve` at the other end of the channel draws.
  package static func ask(over descriptor: Int32) { channel.withLock { $0 = descriptor } }

  /// A PNG of a page, `width` pixels wide. `number` counts from 1.
  static func picture(
    _ bytes: [UInt8], number: Int, width: Int, within limit: Duration
  ) throws(RenderError) -> [UInt8] {
    let channel = channel.withLock { $0 }
    return channel < 0
      ? try pictureOfProgram(bytes, number: number, width: width, within: limit)
      : try pictureOfHelper(channel, bytes, number: number, width: width, within: limit)
  }

  private struct Order {
    var number: Int32
    var width: Int32
  }

  private static func pictureOfHelper(
    _ channel: Int32, _ bytes: [UInt8], number: Int, width: Int, within limit: Duration
  ) throws(RenderError) -> [UInt8] {
    let failure = RenderError(.crash, "the process that draws PDF ended, out of time or memory")
    guard let ends = SocketPair.make() else { throw failure }
    defer { close(ends.own) }
    var order = Order(number: Int32(clamping: number), width: Int32(clamping: width))
    let isSent = offscreen_send_descriptor(channel, &order, MemoryLayout<Order>.size, ends.other) != 0
    close(ends.other)
    guard isSent, bytes.withUnsafeBytes({ DescriptorStream.write($0, to: ends.own) }) else { throw failure }
    shutdown(ends.own, Int32(SHUT_WR))
    // 1. A byte says whether it is a picture or the reason for none. 2. The rest is that.
    var answer: [UInt8] = []
    let deadline = ContinuousClock.now + limit
    while answer.count <= mostOutput, DescriptorStream.read(from: ends.own, into: &answer, before: deadline) {}
    if ContinuousClock.now >= deadline {
      throw RenderError(.timeout, "the document could not be drawn in time")
    }
    switch answer.first {
    case 1: return Array(answer.dropFirst())
    case 0:
      let reason = String(decoding: answer.dropFirst().prefix(1_000), as: UTF8.self)
      throw RenderError(.input, reason.onOneLine())
    default: throw failure
    }
  }

  /// What a helper does: it takes one order from the channel, seals itself, reads the document and writes the answer.
  package static func serve(_ channel: Int32) {
    var order = Order(number: 0, width: 0)
    var count = 0
    let descriptor = offscreen_receive_descriptor(channel, &order, MemoryLayout<Order>.size, &count)
    guard descriptor >= 0, count == MemoryLayout<Order>.size else { return }
    seal()
    var bytes: [UInt8] = []
    while bytes.count <= mostOutput, DescriptorStream.read(from: descriptor, into: &bytes) {}
    var answer: [UInt8]
    do {
      answer = [1] + (try PDFPage.draw(bytes, number: Int(order.number), width: Int(order.width)).pngData())
    } catch {
      answer = [0] + Array("\(error)".utf8)
    }
    _ = answer.withUnsafeBytes { DescriptorStream.write($0, to: descriptor) }
  }

  private static func seal() {
    var limits = ResourceLimits()
    (limits.memory, limits.fileSize, limits.openFiles) = (2 << 30, mostOutput, 64)
    limits.apply()
    ResourceLimits.limitProcessorTime(.seconds(5), isFinal: true)
    // It reads what is open already, and files of fonts; what started it has told whether the kernel can.
    var sandbox = Sandbox()
    sandbox.readable = []
    if !Sandbox.isSwitchedOff { _ = sandbox.seal() }
  }

  private static func pictureOfProgram(
    _ bytes: [UInt8], number: Int, width: Int, within limit: Duration
  ) throws(RenderError) -> [UInt8] {
    guard let program = OffscreenProgram.find() else {
      throw RenderError(
        .input,
        "PDF is drawn by the program 'offscreen': put it on the PATH (Scripts/install), beside this program, or "
          + "name it in OFFSCREEN_PROGRAM")
    }
    let (input, output, errors): (MemoryFile, MemoryFile, MemoryFile)
    do {
      (input, output, errors) = (try MemoryFile(), try MemoryFile(), try MemoryFile())
      try input.fill(bytes)
    } catch {
      throw RenderError(.memory, error.description)
    }
    let start = ChildProcess.start(
      program, [command, "--page", "\(number)", "--width", "\(width)"],
      streams: (input.descriptor, output.descriptor, errors.descriptor),
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    guard case .started(let process) = start else {
      throw RenderError(.input, "the process for PDF could not be started")
    }
    let watchdog = Watchdog(after: limit) { kill(process.identifier, SIGKILL) }
    let ending = process.wait()
    watchdog.stop()
    switch ending {
    case .signaled(let signal):
      throw RenderError(
        [SIGKILL, ResourceLimits.signalAtProcessorTime].contains(signal) ? .timeout : .crash,
        "the document could not be drawn in time or memory (signal \(signal))")
    case .exited(0): break
    case .exited:
      let line = String(decoding: errors.contents(limit: 1 << 20), as: UTF8.self).split(separator: "\n").last.map(
        String.init)
      throw RenderError(.input, line ?? "the document could not be drawn")
    }
    return output.contents(limit: mostOutput)
  }

  /// What the process does: standard input to standard output. The reason, where it fails.
  public static func run(page number: Int, width: Int) -> String? {
    seal()
    let bytes = [UInt8](FileHandle.standardInput.readDataToEndOfFile())
    do {
      FileHandle.standardOutput.write(Data(try PDFPage.draw(bytes, number: number, width: width).pngData()))
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static let mostOutput = 128 << 20
}
