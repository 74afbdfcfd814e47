import ArgumentParser
import Offscreen

@main
enum Program {
  static func main() async {
    await OffscreenCommand.main(DefaultsFile.arguments(Array(CommandLine.arguments.dropFirst())))
  }
}

struct OffscreenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offscreen",
    abstract: "Renders web pages to pictures, without a browser.",
    discussion: """
      offscreen render page.html -o page.png
      offscreen batch site -o thumbs --thumbnail 320x
      offscreen diff expected.png actual.png

      Defaults for options are read from .offscreen.yml in the working folder: under `page` for every \
      command that renders, under a command's name for that one.
      """,
    version: OffscreenVersion.current,
    subcommands: [
      RenderCommand.self, BatchCommand.self, DiffCommand.self, DoctorCommand.self, InspectCommand.self, SaveCommand.self,
      WorkerCommand.self, ThumbnailCommand.self, PDFPageCommand.self,
    ])
}
