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

  private func outputs(_ list: String) -> [String] {
    var source = source()
    source.add(list: Array(list.utf8), source: "list.txt")
    return source.items().map { $0.problem?.message ?? $0.output }
  }

  @Test func aFolderKeepsItsShape() throws {
    for path in ["b.html", "a/x.htm", "a/.hidden/y.html", "a/z.txt", "skip/me.html"] { try folder.write("x", to: path) }
    var source = source(format: "webp")
    source.exclude = [try #require(GlobPattern("skip"))]
    source.add(folder.url.path)
    let items = source.items()
    #expect(items.map(\.output) == ["a/x.htm.webp", "b.webp"])
    #expect(items.allSatisfy { $0.request.options[name: "root"] == folder.url.path })
    #expect(items.first?.request.output == "/nowhere/out/a/x.htm.webp")
    #expect(source.isComplete)
  }

  @Test func theOutputFolderIsNotWalked() throws {
    try folder.write("x", to: "a.html")
    try folder.write("x", to: "thumbs/index.html")
    var source = source(output: folder.url.appending(path: "thumbs").path)
    source.add(folder.url.path)
    #expect(source.items().map(\.output) == ["a.png"])
  }

  /// A page's picture is called the same, whatever is beside the page, and however it is named.
  @Test func namesDoNotDependOnNeighbours() throws {
    for path in ["a.html", "a.htm", "a.HTML", "b.html"] { try folder.write("x", to: path) }
    func outputs(_ inputs: [String]) -> [String] {
      var named = source()
      for input in inputs { named.add(input) }
      return named.items().map(\.output)
    }
    #expect(outputs([folder.url.path]) == ["a.HTML.png", "a.htm.png", "a.png", "b.png"])
    let whole = String(folder.url.path.dropFirst())
    #expect(outputs([folder.url.path + "/a.html"]) == [whole + "/a.png"])
    #expect(
      outputs([folder.url.path + "/a.htm", folder.url.path + "/a.html"]) == [whole + "/a.htm.png", whole + "/a.png"])
    #expect(outputs(["file://\(folder.url.path)/a.html"]) == [whole + "/a.png"])
    // The same twice is one page, however it is spelled.
    #expect(
      outputs([folder.url.path + "/a.html", folder.url.path + "/./a.html", "file://\(folder.url.path)/a.html"]).count
        == 1)
    var below = source()
    below.defaults.options[name: "root"] = folder.url.path
    below.add(folder.url.path + "/a.html")
    #expect(below.items().map(\.output) == ["a.png"], "below the root that is named")
  }

  @Test func addressesBecomePaths() throws {
    let names = outputs(
      """
      # a list
      https://example.org/

      https://example.org/a/b.html?q=1&r
      https://example.org/a/../../../etc/passwd
      https://example.org:8443/
      http://example.org:8080/
      https://example.org/a/b.html?q=1-r
      https://name:secret@example.org/c/
      https://example.org/%2e%2e%2fx
      http://[::1]:99/
      """)
    #expect(names[0] == "example.org/index.png" && names[2] == "example.org/etc/passwd.png")
    #expect(names[3...4] == ["example.org-8443/index.png", "example.org-8080/index.png"])
    #expect(names[1].hasPrefix("example.org/a/b.html-q-1-r~") && names[5].hasPrefix("example.org/a/b.html-q-1-r~"))
    #expect(names[1] != names[5] && names[6] == "example.org/c/index.png")
    #expect(names.allSatisfy { !$0.contains("secret") && !$0.split(separator: "/").contains("..") })
    #expect(names[8] == "--1-99/index.png", "\(names[8])")
  }

  @Test func badLinesAreFailuresOfTheirOwn() throws {
    let good = try folder.write("x", to: "good.html").path
    try folder.write("x", to: "sub/in.html")
    try folder.write("x", to: " spaces .html")
    try FileManager.default.createDirectory(at: folder.url.appending(path: "empty"), withIntermediateDirectories: true)
    let base = folder.url.path
    let text =
      "\u{FEFF}\(good)\r\n\r\n  \(good)  \r\n\(base)/none.html\nhttp://\nhttp://exa mple/\n\(base)/sub\n\(base)/empty\nexample.com\nftp://a/b\n\(base)/ spaces .html\n"
    var source = source()
    source.add(list: Array(text.utf8), source: "list.txt")
    let items = source.items()
    let problems = items.compactMap(\.problem?.message)
    #expect(items.count - problems.count == 3, "\(items.map(\.output))")
    #expect(problems.contains("list.txt, line 4: \(base)/none.html: no such file or folder"))
    #expect(problems.contains { $0.hasPrefix("list.txt, line 5: http://: not a valid address") })
    #expect(problems.contains { $0.hasPrefix("list.txt, line 6: http://exa mple/: not a valid address") })
    #expect(problems.contains { $0.hasPrefix("list.txt, line 8:") && $0.contains("no pages there") })
    #expect(
      problems.contains {
        $0.contains("line 9: example.com: no such file or folder; did you mean https://example.com?")
      })
    #expect(problems.contains { $0.contains("line 10: ftp://a/b") && $0.contains("addresses begin with http:") })
    #expect(problems.count == 6 && !source.isComplete)
    #expect(items.filter { $0.problem != nil }.allSatisfy { $0.output.isEmpty })
  }

  @Test func twoPagesNeverShareAPicture() throws {
    let names = outputs("https://example.org/a\nhttps://example.org/a.html\nhttps://example.org/a\n")
    #expect(names.count == 2 && names[0] == "example.org/a.png")
    #expect(
      names[1].contains("list.txt, line 2:") && names[1].contains("is that of https://example.org/a too (see --name)"))
  }

  @Test func bytesThatAreNoTextAreKeptApart() throws {
    for name: [UInt8] in [
      Array("caf".utf8) + [0xE9] + Array(".html".utf8), Array("caf".utf8) + [0xE8] + Array(".html".utf8),
    ] {
      let path = Array((folder.url.path + "/").utf8) + name + [0]
      let file = path.withUnsafeBufferPointer { $0.withMemoryRebound(to: CChar.self) { fopen($0.baseAddress!, "w") } }
      let opened = try #require(file)
      fclose(opened)
    }
    var source = source()
    source.add(folder.url.path)
    let items = source.items()
    #expect(items.map(\.name) == ["E8", "E9"].map { "file://\(folder.url.path)/caf%\($0).html" })
    #expect(
      items.allSatisfy { $0.output.hasPrefix("caf%E") && $0.output.contains("~") } && items[0].output != items[1].output
    )
    #expect(PagePath.file(items[1].name)?.contains(0xE9) == true, "the name leads back to the file")
    // In a list, too.
    source = self.source()
    source.add(list: Array((folder.url.path + "/caf").utf8) + [0xE9] + Array(".html".utf8), source: "list")
    #expect(source.items().map(\.name) == ["file://\(folder.url.path)/caf%E9.html"])
  }
}
