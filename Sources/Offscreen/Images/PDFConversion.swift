import Foundation
import OffscreenImages
import OffscreenLoading
import OffscreenPlatform
import OffscreenRaster

/// Makes pictures of the pages of PDF documents, in a process of this program's own: what breaks there
/// breaks nothing here.
public enum PDFConversion {
  /// The hidden command that such a process runs.
  public static let command = "pdf-page"

  /// A PNG of a page, `width` pixels wide. `number` counts from 1.
  static func picture(
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
    var limits = ResourceLimits()
    (limits.memory, limits.fileSize, limits.openFiles) = (2 << 30, mostOutput, 64)
    limits.apply()
    ResourceLimits.limitProcessorTime(.seconds(5))
    // It reads what is open already, and files of fonts; what started it has told whether the kernel can.
    if !Sandbox.isSwitchedOff { _ = Sandbox().seal() }
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
