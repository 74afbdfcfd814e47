import Foundation
import Offscreen
import TestSupport
import Testing

@testable import OffscreenBatch

struct BatchSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(format: String = "png", output: String = "/nowhere/out") -> BatchSource {
    BatchSource(defaults: WorkerRequest(id: "", input: ""), outputFolder: output, format: format)
  }

  @Test func aFolderKeepsItsShape() throws {
    for path in ["b.html", "a/x.htm", "a/.hidden/y.html", "a/z.txt", "skip/me.html"] { try folder.write("x", to: path) }
    var source = source(format: "webp")
    source.exclude = [try #require(GlobPattern("skip"))]
    try source.add(folder.url.path)
    let items = try source.items()
    #expect(items.map(\.output) == ["a/x.webp", "b.webp"])
    #expect(items.allSatisfy { $0.request.root == folder.url.path })
    #expect(items.first?.request.output == "/nowhere/out/a/x.webp")
  }

  @Test func theOutputFolderIsNotWalked() throws {
    try folder.write("x", to: "a.html")
    try folder.write("x", to: "thumbs/index.html")
    var source = source(output: folder.url.appending(path: "thumbs").path)
    try source.add(folder.url.path)
    #expect(try source.items().map(\.output) == ["a.png"])
  }

  @Test func pagesThatDifferInTheirEndingsAloneKeepThem() throws {
    for path in ["a.html", "a.htm", "b.html"] { try folder.write("x", to: path) }
    var source = source()
    try source.add(folder.url.path)
    #expect(try source.items().map(\.output) == ["a.htm.png", "a.html.png", "b.png"])
  }

  @Test func addressesBecomePaths() throws {
    var source = source()
    try source.add(list: "# a list\nhttps://example.org/\n\nhttps://example.org/a/b.html?q=1&r\nhttps://example.org/a/../../../etc/passwd\n")
    #expect(
      try source.items().map(\.output) == [
        "example.org/index.png", "example.org/a/b.html-q-1-r.png", "example.org/a/etc/passwd.png",
      ])
  }

  @Test func shotsHaveOptionsOfTheirOwn() throws {
    var source = source()
    try source.add(
      shots: "- input: https://example.org/\n  output: home.png\n  viewport: 400x300\n- input: https://example.org/b\n  fullPage: true\n",
      source: "shots.yml")
    try source.add(shots: #"{"input": "https://example.org/c", "output": "c/small.webp", "thumbnail": "x90"}"#, source: "shots.ndjson")
    let items = try source.items()
    #expect(items.map(\.output) == ["home.png", "example.org/b.png", "c/small.webp"])
    #expect(items[0].request.viewport == "400x300" && items[1].request.fullPage == true && items[2].request.thumbnail == "x90")
  }

  @Test(arguments: [
    ("- input: a\n  viewprot: 1x1\n", "s.yml", "viewprot"), ("- output: a\n", "s.yml", "input"), ("[", "s.yml", "s.yml"),
    (#"{"input": 3}"#, "s.ndjson", "line 1"), ("{}\n", "s.ndjson", "input"),
    (#"{"input": "http://a/", "output": "../x.png"}"#, "s.ndjson", "not below"),
    (#"{"input": "http://a/", "viewport": "0x0"}"#, "s.ndjson", "viewport"),
    ("{\"input\": \"http://a/\", \"output\": \"x\"}\n{\"input\": \"http://b/\", \"output\": \"x\"}", "s.ndjson", "http://a/"),
  ])
  func shotsThatMakeNoSenseAreRefusedInOneLine(_ text: String, _ name: String, _ expected: String) {
    var message = ""
    do {
      var source = source()
      try source.add(shots: text, source: name)
      _ = try source.items()
    } catch {
      message = "\(error)"
    }
    #expect(message.contains(expected) && !message.contains("\n"), "\(message)")
  }
}
