import ArgumentParser
import Offscreen

@main
struct OffscreenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offscreen",
    abstract: "Renders web pages to pictures, without a browser.",
    discussion: """
      offscreen render page.html -o page.png
      offscreen render page.html -o thumb.png --full-page --thumbnail 320x
      """,
    version: OffscreenVersion.current,
    subcommands: [
      RenderCommand.self, BatchCommand.self, DiffCommand.self, InspectCommand.self, WorkerCommand.self,
    ])
}
