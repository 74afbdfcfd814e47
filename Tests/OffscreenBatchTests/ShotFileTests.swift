import Foundation
import Offscreen
import TestSupport
import Testing

@testable import OffscreenBatch

struct ShotFileTests {
  private func items(_ text: String, _ name: String = "shots.yml") throws -> (items: [BatchItem], notes: [String]) {
    var source = BatchSource(defaults: WorkerRequest(id: "", input: ""), outputFolder: "/nowhere/out", format: "png")
    source.defaults.options[name: "fullPage"] = "yes"
    try source.add(shots: text, source: name)
    return (source.items(), source.notes)
  }

  @Test func shotsHaveOptionsOfTheirOwn() throws {
    let yaml = try items(
      "\u{FEFF}- input: https://example.org/\n  output: home.png\n  viewport: 400x300\n- input: https://example.org/b\n  selector: p\n"
    ).items
    #expect(yaml.map(\.output) == ["home.png", "example.org/b.png"])
    #expect(try yaml[0].request.pageOptions().viewport == Viewport(width: 400, height: 300))
    #expect(try yaml[1].request.pageOptions().region == .element("p"), "the shot's own part, not the command line's")
    let json = try items(
      #"{"input": "https://example.org/c", "output": "c/small.webp", "thumbnail": "x90"}"#, "/dev/stdin"
    ).items
    #expect(json.map(\.output) == ["c/small.webp"] && json[0].request.options[name: "thumbnail"] == "x90")
  }

  /// A mistake in the file ends the run, in one line that names the file, the line and the key.
  @Test(arguments: [
    ("- input: a\n  viewprot: 1x1\n", "s.yml, line 2: \"viewprot\" is no option; did you mean \"viewport\"?"),
    ("- input: a\n- url: b\n  widht: 3\n", "s.yml, line 3: \"widht\" is no option; did you mean \"width\"?"),
    ("- output: a.png\n", "s.yml, line 1: a shot has no \"input\""), ("[", "s.yml, line"),
    ("a: b", "s.yml, line 1: not a list"),
    ("- a\n- b\n", "s.yml, line 1: not a shot"), ("- input: a\n\t- b", "s.yml, line 2"),
    ("- url: a\n  width: much\n", "s.yml, line 2: \"width\" is of the wrong type"),
    (#"{"input": 3}"#, "s.yml, line 1"), ("{}\n", "s.yml, line 1: "),
  ])
  func mistakesNameTheirPlace(_ text: String, _ expected: String) {
    let error = #expect(throws: BatchError.self) { try items(text, "s.yml") }
    let message = error?.description ?? ""
    #expect(message.hasPrefix(expected) && !message.contains("\n"), "\(message)")
  }

  @Test(arguments: [
    (
      "{\"input\": \"a\"}\n{\"input\": \"a\", \"viewprot\": 1}",
      "s.ndjson, line 2: \"viewprot\" is no option; did you mean \"viewport\"?"
    ),
    ("\n{\"input\": 3}", "s.ndjson, line 2: \"input\" is of the wrong type"),
    ("{}\n", "s.ndjson, line 1: a shot has no \"input\""),
    ("{\"input\": \n", "s.ndjson, line 1: "),
  ])
  func mistakesInLinesOfJSONToo(_ text: String, _ expected: String) {
    let error = #expect(throws: BatchError.self) { try items(text, "s.ndjson") }
    let message = error?.description ?? ""
    #expect(message.hasPrefix(expected) && !message.contains("\n"), "\(message)")
  }

  /// A value that makes no sense is that shot's failure.
  @Test(arguments: [
    ("output: ../x.png", "not below the output folder"), ("output: /x.png", "not below the output folder"),
    ("viewport: 0x0", "viewport"), ("output: x.pdf", "a batch takes pictures"),
    ("output: index.html", "no picture is written as"),
    ("output: manifest.ndjson", "no picture is written as"), ("output: a.png", "is that of"),
  ])
  func valuesThatMakeNoSenseAreFailures(_ line: String, _ expected: String) throws {
    let items = try items("- input: https://example.org/\n  output: a.png\n- input: https://example.org/b\n  \(line)\n")
      .items
    #expect(items.map { $0.problem == nil } == [true, false])
    let message = items[1].problem?.message ?? ""
    #expect(message.hasPrefix("shots.yml, line 3: ") && message.contains(expected), "\(message)")
  }

  @Test func shotScrapersFilesAreReadAsTheyAre() throws {
    let (items, notes) = try items(
      """
      - output: example.com.png
        url: http://www.example.com/
      - url: www.w3.example/page
        width: 400
        height: 800
        quality: 80
        wait: 500
        output: narrow.jpg
      - url: https://a.example/
        selector: "#bighead"
        padding: 20
        javascript: |
          document.body.remove()
        output: head.png
      - url: https://a.example/
        selectors: ["#one"]
        omit_background: true
        output: one.png
      - url: https://a.example/
        selectors: ["#one", "#two"]
        output: two.png
      - url: https://a.example/
        selector_all: .card
        output: cards.png
      - url: https://a.example/
        js_selector: el.tagName == "P"
        output: js.png
      - server: python -m http.server 8003
      """)
    let options = try items.filter { $0.problem == nil }.map { try $0.request.pageOptions() }
    #expect(options.count == 5)
    #expect(options[0].region == .fullPage && options[0].viewport == Viewport(width: 1280, height: 720))
    #expect(items[1].request.input == "http://www.w3.example/page" && options[1].region == .viewport)
    #expect(options[1].viewport == Viewport(width: 400, height: 800) && options[1].settle == .milliseconds(500))
    #expect(items[1].request.options[name: "quality"].flatMap { Double($0) } == 80)
    #expect(options[2].region == .element("#bighead") && options[2].padding == 20)
    #expect(items[2].warnings.contains { $0.hasPrefix("javascript: scripts are not run") })
    #expect(options[3].region == .element("#one") && options[3].background != .white)
    #expect(options[4].region == .elements(["#one", "#two"]))
    #expect(
      items[5].problem?.message.hasPrefix("shots.yml, line 22: selector_all: a picture of all elements that match")
        == true)
    #expect(items[6].problem?.message.contains("js_selector: scripts are not run") == true)
    #expect(notes.contains { $0.hasPrefix("shots.yml, line 28: server: no program is started") }, "\(notes)")
    #expect(items.count == 7)
  }
}
