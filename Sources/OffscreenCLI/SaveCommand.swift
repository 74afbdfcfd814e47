import ArgumentParser
import Offscreen

struct SaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Write a page and all that it uses into one file (MHTML).",
    discussion: """
      offscreen save https://example.com/ -o page.mhtml
      offscreen render page.mhtml -o page.png

      The file renders the same without the network; browsers open it too.
      """)

  @OptionGroup var page: PageArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, or - for standard output. Missing folders are made.", valueName: "OUT.mhtml"),
    completion: .file(extensions: ["mhtml"]))
  var output: String

  @Flag(name: .shortAndLong, help: "No warnings.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say what .offscreen.yml sets.")
  var verbose = false

  func validate() throws {
    try page.refuseOptionsOfPictures(isScrolled: false)
    if let problem = SavedPage.problem(path: output) { throw ValidationError(problem) }
  }

  func run() throws {
    let page = self.page
    let options = page.settings.options
    page.sandboxing.prepare()
    let broker = PageProcess.begin(page.input, options, fonts: page.settings.fonts, outputs: [output], quiet: quiet)
    let saved = try runPage(timeout: options.timeout, input: page.input) {
      try PageRenderer(fonts: page.settings.fonts, broker: broker).save(page.input, options: options)
    }
    if !quiet {
      for warning in saved.warnings { StandardError.print("warning: \(warning)") }
    }
    try reporting { try saved.write(to: output) }
  }
}
