import ArgumentParser
import Offscreen

struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Answer rendering requests, one JSON object a line, until the input ends.",
    discussion: """
      Request: {"id": "7", "input": "a.html", "output": "a.png", "viewport": "800x600"}
      Answer:  {"id": "7", "ok": true, "width": 800, "height": 600, "milliseconds": 12.4, "warnings": []}
      """)

  @Option(help: ArgumentHelp("A font folder in place of the bundled one.", valueName: "DIR"))
  var fonts: String?

  func run() throws {
    let fonts = self.fonts
    try reporting {
      try LargeStackThread.run {
        let worker = try Worker(fonts: fonts)
        var lines = LineReader(limit: Worker.longestRequest)
        while let line = lines.next() {
          StandardOutput.print(worker.answer(line))
        }
      }
    }
  }
}
