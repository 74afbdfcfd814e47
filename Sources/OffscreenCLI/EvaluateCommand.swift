import ArgumentParser
import Foundation
import Offscreen

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Evaluate a JavaScript expression in a page.",
    discussion: """
      The page is loaded and has settled. A string is printed as it is, anything else as JSON; a promise is awaited. \
      An exception is printed to standard error, and the exit status is 1.
      """)

  @OptionGroup var page: PageArguments

  @Argument(help: "The expression, such as document.title.")
  var expression: String

  @Flag(help: "Print a string as JSON, too.")
  var json = false

  func validate() throws {
    try page.refuseOptionsOfPictures(isScrolled: true)
    if page.settings.options.evaluate != nil {
      throw ValidationError("--evaluate has no effect here: the expression is the second argument")
    }
    if !page.settings.options.runsScripts { throw ValidationError("--no-scripts leaves nothing to evaluate") }
  }

  func run() throws {
    var options = page.settings.options
    options.evaluate = expression
    let (page, wanted) = (self.page, options)
    page.sandboxing.prepare()
    let broker = PageProcess.begin(page.input, wanted, fonts: page.settings.fonts, outputs: [], quiet: false)
    let answer = try runPage(timeout: wanted.timeout, input: page.input) {
      try PageRenderer(fonts: page.settings.fonts, broker: broker).evaluate(page.input, options: wanted)
    }
    for warning in answer.warnings { StandardError.print("warning: \(warning)") }
    StandardError.print(answer.console)
    StandardOutput.print(answer.evaluation, asJSON: json)
    if case .exception = answer.evaluation { throw ExitCode(1) }
  }
}
