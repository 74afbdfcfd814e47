import ArgumentParser
import Foundation
import Offscreen

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render a page and write its picture.",
    usage: "offscreen render <input> -o <OUT> [<options>]",
    discussion: """
      Several outputs share one layout: -o page.png -o card.webp:320x. The ending says the format: \
      .png, .jpg, .webp, .gif or .avif; .pdf is a document on paper, all its pages with text as text.

      A page may come from a web archive (.warc, .warc.gz, .warc.zst, .wacz, MHTML): --page names its address there, \
      and what it uses comes from the archive, not from the network.
      """)

  @OptionGroup var page: PageArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where a picture goes, with its own thumbnail size if wanted: OUT.png, OUT.webp:320x, a folder, or - for standard output. Missing folders are made. May be repeated. In a folder, the picture is named after the page.",
      valueName: "OUT"), completion: .file())
  var output: [String] = []

  @Option(
    name: .customLong("inspect"),
    help: ArgumentHelp(
      "Write the boxes of the page's elements too, as offscreen inspect prints them.", valueName: "FILE"),
    completion: .file(extensions: ["json"]))
  var inspection: String?

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
    (job.given, job.requested, job.fonts) = (page.settings.given, page.settings.requested, page.settings.fonts)
    (job.outputs, job.inspection) = (output, inspection)
    job.goOntoPaper()
    (job.showsPreview, job.printsJSON, job.printsTimings) = (preview, json, timings)
    (job.isQuiet, job.isVerbose, job.isSealed) = (quiet, verbose, !page.sandboxing.noSandbox)
    return job
  }
}
