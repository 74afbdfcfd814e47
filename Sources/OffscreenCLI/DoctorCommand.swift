import ArgumentParser
import Foundation
import Offscreen

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

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let fonts = self.fonts
    let report = try LargeStackThread.run { Doctor.examine(fonts: fonts) }
    StandardOutput.print(json ? report.json : report.text)
    if !report.isHealthy { throw ExitCode(1) }
  }
}
