import Foundation
import Glibc
import OffscreenImages
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
    guard let program = program() else {
      throw RenderError(.input, "PDF needs the program 'offscreen' beside this one or on the PATH")
    }
    // Files without names, not pipes: nobody waits for anybody.
    guard let input = tmpfile(), let output = tmpfile(), let errors = tmpfile() else {
      throw RenderError(.input, "no temporary file could be made")
    }
    defer { for file in [input, output, errors] { fclose(file) } }
    fwrite(bytes, 1, bytes.count, input)
    fflush(input)
    rewind(input)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [command, "--page", "\(number)", "--width", "\(width)"]
    process.standardInput = FileHandle(fileDescriptor: fileno(input))
    process.standardOutput = FileHandle(fileDescriptor: fileno(output))
    process.standardError = FileHandle(fileDescriptor: fileno(errors))
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    do { try process.run() } catch { throw RenderError(.input, "the process for PDF could not be started: \(error)") }
    let watchdog = Watchdog(after: limit) { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    watchdog.stop()
    guard process.terminationReason == .exit else {
      throw RenderError(
        process.terminationStatus == SIGKILL || process.terminationStatus == SIGXCPU ? .timeout : .crash,
        "the document could not be drawn in time or memory (signal \(process.terminationStatus))")
    }
    guard process.terminationStatus == 0 else {
      let line = String(decoding: contents(of: errors), as: UTF8.self).split(separator: "\n").last.map(String.init)
      throw RenderError(.input, line ?? "the document could not be drawn")
    }
    return contents(of: output)
  }

  /// What the process does: standard input to standard output. The reason, where it fails.
  public static func run(page number: Int, width: Int) -> String? {
    limitResources()
    let bytes = [UInt8](FileHandle.standardInput.readDataToEndOfFile())
    do {
      FileHandle.standardOutput.write(Data(try PDFPage.draw(bytes, number: number, width: width).pngData()))
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func limitResources() {
    for (resource, limit) in [(RLIMIT_CPU, 20), (RLIMIT_AS, 2 << 30), (RLIMIT_FSIZE, 128 << 20), (RLIMIT_CORE, 0)] {
      var value = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
      setrlimit(__rlimit_resource_t(UInt32(resource.rawValue)), &value)
    }
  }

  private static func contents(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
    rewind(file)
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < 128 << 20 {
      let count = fread(&part, 1, part.count, file)
      if count == 0 { break }
      bytes += part[..<count]
    }
    return bytes
  }

  /// This program, or the one beside it, or on the path.
  private static func program() -> String? {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = URL(filePath: own).deletingLastPathComponent().path
    let folders = [folder] + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return folders.map { $0 + "/offscreen" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
