import ArgumentParser
import Offscreen

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the boxes of a page's elements as JSON.",
    discussion: "Coordinates are CSS pixels from the document's top left, transforms applied.")

  @OptionGroup var page: PageArguments

  @Flag(help: "Print computed values too, as getComputedStyle() spells them.")
  var styles = false

  @Flag(name: .shortAndLong, help: "Say what .offscreen.yml sets.")
  var verbose = false

  func validate() throws { try page.refuseOptionsOfPictures(isScrolled: true) }

  func run() throws {
    let (page, styles) = (self.page, self.styles)
    page.sandboxing.prepare()
    let broker = PageProcess.begin(
      page.input, page.settings.options, fonts: page.settings.fonts, outputs: [], quiet: false)
    let answer = try runPage(timeout: page.settings.options.timeout, input: page.input) {
      try PageRenderer(fonts: page.settings.fonts, broker: broker).inspect(
        page.input, options: page.settings.options, styles: styles)
    }
    for warning in answer.warnings { StandardError.print("warning: \(warning)") }
    StandardOutput.print(answer.json)
  }
}
