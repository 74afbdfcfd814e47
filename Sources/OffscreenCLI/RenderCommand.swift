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
    if output.isEmpty && !preview {
      throw ValidationError("nowhere to put the picture: add -o OUT.png, or --preview to see it in the terminal")
    }
    if let quality, !(1...100).contains(quality) { throw ValidationError("--quality is from 1 to 100") }
    let toStandardOutput = output.count { $0 == "-" || $0.hasPrefix("-:") }
    if toStandardOutput > 1 || toStandardOutput == 1 && (json || preview) {
      throw ValidationError("standard output takes one thing: -o -, --json or --preview")
    }
    if json && preview { throw ValidationError("standard output takes one thing: -o -, --json or --preview") }
  }

  func run() throws {
    let page = self.page
    let options = page.settings.options
    var outputs = output.map { PictureOutput(argument: $0, thumbnail: options.thumbnail, quality: quality) }
    let graphics = preview ? try terminalGraphics() : nil
    if let graphics {
      let width = min(Terminal.pixelWidth(STDOUT_FILENO), 1600)
      outputs.append(
        PictureOutput(path: "", thumbnail: ThumbnailSize(width: width, height: nil), format: graphics.format))
    }
    let wanted = outputs
    page.sandboxing.seal(for: options, outputs: wanted.map(\.path), quiet: quiet)
    let rendering = try runPage(timeout: options.timeout, input: page.input) {
      try PageRenderer(fonts: page.settings.fonts).render(page.input, options: options, outputs: wanted)
    }
    if !quiet {
      for warning in rendering.warnings { StandardError.print("warning: \(warning)") }
    }
    if verbose { report(rendering.resources) }
    for (picture, output) in zip(rendering.pictures, outputs) where !output.path.isEmpty {
      try reporting { try picture.write(to: output.path) }
    }
    if let graphics, let picture = rendering.pictures.last {
      FileHandle.standardOutput.write(Data(graphics.escapeSequence(picture) + [0x0A]))
    }
    if timings { StandardError.print(rendering.timings.description) }
    if json { StandardOutput.print(try result(rendering, outputs)) }
  }

  private func terminalGraphics() throws -> TerminalGraphics {
    guard Terminal.isTerminal(STDOUT_FILENO) else {
      StandardError.print("error: --preview: standard output is no terminal; write a file with -o instead")
      throw ExitCode(1)
    }
    guard let graphics = Terminal.graphics() else {
      StandardError.print(
        "error: --preview: this terminal shows no pictures (kitty, iTerm2, WezTerm, foot and others with sixels do); write a file with -o instead"
      )
      throw ExitCode(1)
    }
    return graphics
  }

  private func report(_ resources: [UsedResource]) {
    for resource in resources {
      StandardError.print(
        resource.error.map { "not used: \($0)" } ?? "used: \(resource.url), \(resource.bytes ?? 0) bytes")
    }
  }

  private struct Result: Encodable {
    struct Picture: Encodable {
      var output: String
      var width: Int
      var height: Int
      var bytes: Int
    }
    var input: String
    var ok = true
    var pictures: [Picture]
    var milliseconds: [String: Double]
    var warnings: [String]
    var resources: [UsedResource]?
  }

  private func result(_ rendering: Rendering, _ outputs: [PictureOutput]) throws -> String {
    var milliseconds = rendering.timings.milliseconds
    milliseconds["total"] = rendering.timings.total.milliseconds
    let result = Result(
      input: page.input,
      pictures: zip(rendering.pictures, outputs).map {
        Result.Picture(output: $1.path, width: $0.width, height: $0.height, bytes: $0.data.count)
      },
      milliseconds: milliseconds, warnings: rendering.warnings, resources: verbose ? rendering.resources : nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(result), as: UTF8.self)
  }
}
