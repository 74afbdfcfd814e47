import ArgumentParser
import Foundation
import Offscreen
import OffscreenBatch
import OffscreenPlatform

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tell what this installation consists of, and what is missing.",
    discussion: """
      Renders a small page, looks at the fonts and the libraries, and says what to do about what is wrong. \
      Exit status: 0 everything is there, 1 something is missing.
      """)

  @Option(help: ArgumentHelp("A font folder in place of the bundled one.", valueName: "DIR"))
  var fonts: String?

  @Flag(help: "Let a sealed renderer try what it must not do, and print what came of each attempt.")
  var seal = false

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    if seal { return try trySeal() }
    let fonts = self.fonts
    let report = try LargeStackThread.run { Doctor.examine(fonts: fonts) }
    StandardOutput.print(json ? report.json : report.text)
    if !report.isHealthy { throw ExitCode(1) }
  }

  private func trySeal() throws {
    let rows = try SealCheck.run(RendererProgram(path: try Executable.path(), fonts: fonts))
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      StandardOutput.print(String(decoding: try encoder.encode(rows), as: UTF8.self))
    } else {
      for row in rows {
        let outcome = row.isRefused ? "refused" : "ALLOWED"
        StandardOutput.print("\(outcome)  \(row.attempt)\(row.reason.isEmpty ? "" : ": " + row.reason)")
      }
    }
    let allowed = rows.count { !$0.isRefused }
    if allowed > 0 {
      StandardError.print("error: \(allowed) of \(rows.count) attempts are not refused: see offscreen doctor")
      throw ExitCode(1)
    }
  }
}
