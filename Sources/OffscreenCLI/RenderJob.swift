import ArgumentParser
import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform

/// The work of `render`, however its command line was read.
struct RenderJob: Equatable {
  var input: String
  var options: PageOptions
  /// The page's options of the command line, and with it of the configuration file.
  var given = RequestedOptions()
  var requested = RequestedOptions()
  var fonts: String?
  /// As the command line names them.
  var outputs: [String] = []
  /// A file that gets the boxes of the page's elements.
  var inspection: String?
  var showsPreview = false
  var printsJSON = false
  var printsTimings = false
  var isQuiet = false
  var isVerbose = false
  var isSealed = true

  init(input: String, options: PageOptions) { (self.input, self.options) = (input, options) }

  /// On paper, where the outputs are.
  mutating func goOntoPaper() { options.goOntoPaper(for: pictures, of: input, requested: requested) }

  /// Why it cannot be done.
  var problem: String? {
    let toStandardOutput = (outputs + [inspection].compactMap { $0 }).count { $0 == "-" || $0.hasPrefix("-:") }
    if toStandardOutput > 1 || toStandardOutput == 1 && (printsJSON || showsPreview) || printsJSON && showsPreview {
      return "standard output takes one thing: -o -, --json or --preview"
    }
    if outputs.isEmpty, inspection == nil, !showsPreview {
      return "no picture is named: add -o \(chosenName(in: nil)) (or --preview)"
    }
    if outputs.contains(where: { $0.isEmpty || $0.hasPrefix(":") }) { return "--output: the name is empty" }
    if let problem = options.contradiction(with: pictures) { return problem }
    for (index, picture) in pictures.enumerated() where picture.path != "-" && !Self.isFolder(picture.path) {
      if pictures[..<index].contains(where: { $0.path == picture.path }) {
        return "\(picture.path): two pictures cannot be in one file"
      }
      if Self.isSameFile(picture.path, input) {
        return "\(picture.path): this is the page itself, which a picture does not replace"
      }
    }
    if let (option, reason) = requested.withoutEffect(of: given, on: PageInput(input), formats: pictures.map(\.format))
    {
      return "--\(option.flag) has no effect here: \(reason)"
    }
    if takesSeveral {
      if showsPreview {
        return "--preview shows one picture, and --\(options.isOnPages ? "pages" : "selector-all") takes several"
      }
      for output in pictures where output.format != .pdf && !output.isNumbered && !Self.isFolder(output.path) {
        let (option, example) = options.isOnPages ? ("pages", "page-%d.png") : ("selector-all", "card-%d.png")
        return "\(output.path): --\(option) takes several pictures; put %d into the file's name, as in \(example)"
      }
    }
    return nil
  }

  /// Whether a picture is taken of each element, or of each sheet of paper.
  private var takesSeveral: Bool {
    switch options.region {
    case .eachElement, .pages: true
    case .viewport, .fullPage, .element, .elements, .rect: false
    }
  }

  /// Whether both are one regular file, by whatever name.
  private static func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let one = FilePath.status(of: path), let two = FilePath.status(of: other) else { return false }
    return one.st_mode & S_IFMT == S_IFREG && one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  private static func isFolder(_ path: String) -> Bool {
    if path.hasSuffix("/") { return true }
    return FilePath.status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// The pictures that are wanted, as far as they are files.
  private var pictures: [PictureOutput] {
    outputs.map { PictureOutput(argument: $0, thumbnail: options.thumbnail, quality: options.quality) }
  }

  /// To be called before there are other threads.
  func run() throws {
    if !isSealed { Sandbox.switchOff() }
    do {
      try work()
    } catch let error as RenderError {
      if printsJSON { StandardOutput.print(Failure(input: input, error).json) }
      StandardError.print("error: \(error.message)")
      throw ExitCode(1)
    }
  }

  private func work() throws {
    // 1. Where the pictures go. Chosen names are printed.
    var outputs = pictures.map(named)
    let graphics = showsPreview ? try terminalGraphics() : nil
    if let graphics {
      let width = min(Terminal.pixelWidth(STDOUT_FILENO), 1600)
      outputs.append(
        PictureOutput(path: "", thumbnail: ThumbnailSize(width: width, height: nil), format: graphics.format))
    }
    // 2. The page.
    let wanted = outputs
    let broker = PageProcess.begin(
      input, options, fonts: fonts, outputs: wanted.map { $0.path } + [inspection].compactMap { $0 }, quiet: isQuiet)
    ProcessMemory.growInLargeSteps()
    let (rendering, boxes) = try inPage(timeout: options.timeout, input: input, json: printsJSON) {
      ProcessMemory.beginWithLargePage()
      let renderer = try PageRenderer(fonts: fonts, broker: broker)
      ProcessEnd.keep(renderer)
      return try renderer.render(
        input, options: options, outputs: wanted, inspects: inspection != nil, listsResources: isVerbose)
    }
    // 3. What came of it.
    if !isQuiet {
      for warning in rendering.warnings { StandardError.print("warning: \(warning)") }
    }
    StandardError.print(rendering.console)
    if let evaluation = rendering.evaluation { StandardOutput.print(evaluation) }
    if isVerbose { report(rendering.resources) }
    let files = rendering.pictures.map { ($0, $0.path(outputs[$0.output].path)) }
    for (picture, path) in files where !path.isEmpty {
      try picture.write(to: path)
      if !isQuiet, !printsJSON, !pictures.contains(where: { $0.path == path }), !takesSeveral {
        StandardOutput.print(path)
      }
    }
    if takesSeveral, !isQuiet, !printsJSON {
      for (picture, path) in files where picture.number != nil { StandardOutput.print(path) }
    }
    if let inspection, let boxes {
      try RenderedPicture.write(Array(boxes.utf8), to: inspection)
    }
    if let graphics, let picture = rendering.pictures.last {
      try RenderedPicture.write(graphics.escapeSequence(picture) + [0x0A], to: "-")
    }
    if printsTimings { StandardError.print(lines: rendering.timings.description) }
    if printsJSON { StandardOutput.print(try result(rendering, files).json()) }
  }

  /// In a folder, a free name made from the page's.
  private func named(_ output: PictureOutput) -> PictureOutput {
    guard Self.isFolder(output.path) else { return output }
    var named = output
    named.path = chosenName(in: output.path)
    return named
  }

  private func chosenName(in folder: String?) -> String {
    PictureName.free(in: folder, stem: PictureName.stem(of: input) + (takesSeveral ? "-%d" : ""), ending: "png")
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
    var status: Int?
    var address: String?
    var title: String?

    func json() throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return MessageText.plain(json: String(decoding: try encoder.encode(self), as: UTF8.self))
    }
  }

  private func result(_ rendering: Rendering, _ files: [(RenderedPicture, String)]) -> Result {
    var milliseconds = rendering.timings.milliseconds
    milliseconds["total"] = rendering.timings.total.milliseconds
    let facts = rendering.facts
    return Result(
      input: PageSource.address(input).description,
      pictures: files.map { Result.Picture(output: $1, width: $0.width, height: $0.height, bytes: $0.data.count) },
      milliseconds: milliseconds, warnings: rendering.warnings, resources: isVerbose ? rendering.resources : nil,
      status: facts.status, address: facts.address, title: facts.title)
  }
}
