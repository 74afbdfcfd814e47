import ArgumentParser
import Foundation
import Offscreen

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render a page and write its picture.",
    discussion: """
      Several outputs share one layout: -o page.png -o card.webp:320x. The ending says the format: \
      .png, .jpg or .webp.
      """)

  @OptionGroup var page: PageArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where a picture goes, with its own thumbnail size if wanted: OUT.png, OUT.webp:320x, or - for standard output. Missing folders are made. May be repeated.",
      valueName: "OUT"), completion: .file())
  var output: [String] = []

  @Option(help: ArgumentHelp("1 to 100, for JPEG (default 90) and WebP (lossless without).", valueName: "N"))
  var quality: Int?

  @Flag(help: "Show the picture in the terminal (kitty, iTerm2 or sixels).")
  var preview = false

  @Flag(help: "Print one JSON object about the pictures to standard output.")
  var json = false

  @Flag(help: "Print how long each stage took, in milliseconds, to standard error.")
  var timings = false

  @Flag(name: .shortAndLong, help: "No warnings.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Name every file and address that was used.")
  var verbose = false

  func validate() throws {
    if let problem = job.problem { throw ValidationError(problem) }
  }

  func run() throws {
    page.sandboxing.prepare()
    try job.run()
  }

  var job: RenderJob {
    var job = RenderJob(input: page.input, options: page.settings.options)
    (job.fonts, job.outputs, job.quality) = (page.settings.fonts, output, quality)
    (job.showsPreview, job.printsJSON, job.printsTimings) = (preview, json, timings)
    (job.isQuiet, job.isVerbose) = (quiet, verbose)
    return job
  }
}
