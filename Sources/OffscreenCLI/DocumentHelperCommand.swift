import ArgumentParser
import Offscreen

/// A document on standard input becomes pictures of its pages, or a PDF document, on standard output: what programs that
/// use the library start.
struct DocumentHelperCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: DocumentHelper.command, shouldDisplay: false)

  @Argument var order: String

  func run() throws {
    guard DocumentHelper.run(order) else { throw ValidationError("'\(order)' is no order") }
  }
}
