import ArgumentParser
import Offscreen

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render a page and write its picture as PNG.")

  @OptionGroup var page: PageArguments

  @Option(name: .shortAndLong, help: ArgumentHelp("Where the picture goes. A missing folder is made.", valueName: "OUT.png"))
  var output: String

  @Flag(help: "Print how long each stage took, in milliseconds, to standard error.")
  var timings = false

  func run() throws {
    let page = self.page
    let answer = try runPage(timeout: page.timeout.duration, input: page.input) {
      try PageRenderer(fonts: page.fonts).render(page.input, options: page.pageOptions)
    }
    for warning in answer.warnings { StandardError.print("warning: \(warning)") }
    try reporting { try answer.write(to: output) }
    if timings { StandardError.print(answer.timings.description) }
  }
}
