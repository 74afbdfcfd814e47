import ArgumentParser
import Foundation
import Offscreen

/// For file managers, which call it by `Scripts/share/offscreen.thumbnailer`.
/// https://specifications.freedesktop.org/thumbnail-spec/latest/
struct ThumbnailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail", abstract: "Make a thumbnail for a file manager.",
    discussion: "Nothing is loaded from the network.")

  @Argument(help: "The page: a file or a file: address.") var input: String
  @Argument(help: "The PNG to write.") var output: String

  @Option(help: ArgumentHelp("Pixels of the longer side.", valueName: "N"))
  var size = 256

  @OptionGroup var sandboxing: SandboxArguments

  func validate() throws {
    if input.isEmpty || output.isEmpty { throw ValidationError("the name of the page or of the PNG is empty") }
    if !(1...4096).contains(size) { throw ValidationError("--size is from 1 to 4096") }
  }

  func run() throws {
    var options = PageOptions()
    options.network = .none
    options.timeout = .seconds(10)
    options.thumbnail = ThumbnailSize(width: size, height: size)
    let url = input.hasPrefix("file:") ? URL(string: input) : URL(filePath: input)
    // Of a document that has pages, the first one whole.
    if DocumentHelper.hasPages(file: url?.path ?? input) { (options.region, options.documentPage) = (.fullPage, 1) }
    var output = PictureOutput(path: output, thumbnail: options.thumbnail, format: .png)
    output.notes["Thumb::URI"] = url?.absoluteURL.absoluteString
    let attributes = url.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.path) }
    if let changed = attributes?[.modificationDate] as? Date {
      output.notes["Thumb::MTime"] = String(Int(changed.timeIntervalSince1970))
    }
    sandboxing.prepare()
    let broker = PageProcess.begin(input, options, fonts: nil, outputs: [output.path], quiet: false)
    let (page, wanted, settings) = (input, output, options)
    let rendering = try runPage(timeout: options.timeout, input: page) {
      try PageRenderer(fonts: nil, broker: broker).render(page, options: settings, outputs: [wanted])
    }
    if let picture = rendering.pictures.first { try reporting { try picture.write(to: output.path) } }
  }
}
