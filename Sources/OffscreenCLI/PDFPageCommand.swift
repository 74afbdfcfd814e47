import ArgumentParser
import Foundation
import Offscreen

/// A page of a PDF document on standard input becomes a PNG on standard output: what rendering a PDF
/// document starts.
struct PDFPageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: PDFConversion.command, shouldDisplay: false)

  @Option var page = 1
  @Option var width = 1280

  func run() throws {
    if let reason = PDFConversion.run(page: page, width: width) {
      StandardError.print(reason)
      throw ExitCode(1)
    }
  }
}
