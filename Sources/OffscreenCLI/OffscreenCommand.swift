import ArgumentParser

@main
struct OffscreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offscreen",
    abstract: "Renders web pages to pictures, without a browser.",
    discussion: """
      offscreen render page.html -o page.png
      offscreen render page.html -o thumb.png --full-page --thumbnail 320x
      """,
    version: "0.1.0",
    subcommands: [RenderCommand.self, InspectCommand.self, WorkerCommand.self])
}
