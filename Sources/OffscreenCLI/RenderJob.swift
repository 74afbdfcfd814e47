import ArgumentParser
import Foundation
import Offscreen

/// What `render` is to do, however its command line was read.
struct RenderJob: Equatable {
  var input: String
  var options: PageOptions
  var fonts: String?
  /// As the command line names them.
  var outputs: [String] = []
  var quality: Int?
  var showsPreview = false
  var printsJSON = false
  var printsTimings = false
  var isQuiet = false
  var isVerbose = false

  init(input: String, options: PageOptions) { (self.input, self.options) = (input, options) }

  /// Why it cannot be done.
  var problem: String? {
    if outputs.isEmpty && !showsPreview {
      return "nowhere to put the picture: add -o OUT.png, or --preview to see it in the terminal"
    }
    if let quality, !(1...100).contains(quality) { return "--quality is from 1 to 100" }
    let toStandardOutput = outputs.count { $0 == "-" || $0.hasPrefix("-:") }
    if toStandardOutput > 1 || toStandardOutput == 1 && (printsJSON || showsPreview) || printsJSON && showsPreview {
      return "standard output takes one thing: -o -, --json or --preview"
    }
    return nil
  }

  func run() throws {
    var outputs = self.outputs.map { PictureOutput(argument: $0, thumbnail: options.thumbnail, quality: quality) }
    let graphics = showsPreview ? try terminalGraphics() : nil
    if let graphics {
      let width = min(Terminal.pixelWidth(STDOUT_FILENO), 1600)
      outputs.append(
        PictureOutput(path: "", thumbnail: ThumbnailSize(width: width, height: nil), format: graphics.format))
    }
    let wanted = outputs
    SandboxArguments.sealProcess(for: options, outputs: wanted.map { $0.path }, quiet: isQuiet)
    let rendering = try runPage(timeout: options.timeout, input: input) {
      try PageRenderer(fonts: fonts).render(input, options: options, outputs: wanted)
    }
    if !isQuiet {
      for warning in rendering.warnings { StandardError.print("warning: \(warning)") }
    }
    if isVerbose { report(rendering.resources) }
    for (picture, output) in zip(rendering.pictures, outputs) where !output.path.isEmpty {
      try reporting { try picture.write(to: output.path) }
    }
    if let graphics, let picture = rendering.pictures.last {
      FileHandle.standardOutput.write(Data(graphics.escapeSequence(picture) + [0x0A]))
    }
    if printsTimings { StandardError.print(rendering.timings.description) }
    if printsJSON { StandardOutput.print(try result(rendering, outputs)) }
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
      input: input,
      pictures: zip(rendering.pictures, outputs).map {
        Result.Picture(output: $1.path, width: $0.width, height: $0.height, bytes: $0.data.count)
      },
      milliseconds: milliseconds, warnings: rendering.warnings, resources: isVerbose ? rendering.resources : nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(result), as: UTF8.self)
  }
}
