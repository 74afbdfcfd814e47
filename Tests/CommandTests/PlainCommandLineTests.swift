import Testing

@testable import OffscreenCLI

/// What is read plainly is what ArgumentParser would have read.
@Suite struct PlainCommandLineTests {
  @Test(arguments: [
    "page.html -o out.png", "-o out.png page.html", "- --output=-", "a.html --output a.png -o b.webp:320x",
    "page.html -o out.png --viewport 800x600 --scale 2 --thumbnail=320x --background none --full-page",
    "https://example.org/ -o x.png --settle 250ms --timeout=5s --network none --strict --fonts F",
    "page.html -o out.jpg --quality 80 --mobile --detect links --page-defaults {\"scale\":2,\"viewport\":\"9x9\"}",
    "page.html -o out.jpg --json --timings -q --no-scripts", "page.html --quiet -o out.png --no-sandbox",
  ])
  func readsTheSame(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let job = try #require(PlainCommandLine.renderJob(["render"] + words))
    let command = try #require(try OffscreenCommand.parseAsRoot(["render"] + words) as? RenderCommand)
    #expect(job == command.job)
  }

  /// ArgumentParser knows what to do with these, or what is wrong with them.
  @Test(arguments: [
    "", "page.html", "a.html b.html -o x.png", "page.html -o", "page.html -ox.png", "page.html -o x.png --hide p",
    "page.html -o x.png --viewport 0x0", "page.html -o x.png --scale much", "page.html -o x.png --quality 200",
    "page.html -o x.png --settle", "page.html -o x.png --thumbnail -q", "page.html -o - --json", "--help",
    "page.html -o x.png --full-page=yes", "page.html -o x.png -qv", "-- page.html -o x.png",
    "page.html -o x.png --scale 99", "page.html -o x.png --quality 80", "page.html -o x.png --padding 2",
  ])
  func leavesTheRest(_ line: String) {
    #expect(PlainCommandLine.renderJob(["render"] + line.split(separator: " ").map(String.init)) == nil)
  }

  @Test func otherCommands() {
    #expect(PlainCommandLine.renderJob(["inspect", "page.html"]) == nil && PlainCommandLine.renderJob([]) == nil)
  }
}
