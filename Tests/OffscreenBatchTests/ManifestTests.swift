import Foundation
import Offscreen
import TestSupport
import Testing

@testable import OffscreenBatch

struct ManifestTests {
  private func entry(_ name: String, ok: Bool = true) -> ManifestEntry {
    ManifestEntry(input: name + ".html", output: name + ".png", ok: ok, files: [], key: "k")
  }

  @Test func aLineThatWasCutOffIsPassedOver() throws {
    let folder = try TemporaryFolder()
    var manifest = Manifest(folder: folder.url.path)
    try manifest.add(entry("a"))
    try manifest.add(entry("b"))
    let whole = try #require(folder.contents("manifest.ndjson"))
    try whole.dropLast(20).write(to: folder.url.appending(path: "manifest.ndjson"))
    #expect(Manifest(folder: folder.url.path).entries.keys.sorted() == ["a.png"])
  }

  @Test func theLastLineOfAPageCounts() throws {
    let folder = try TemporaryFolder()
    var manifest = Manifest(folder: folder.url.path)
    try manifest.add(entry("a", ok: false))
    try manifest.add(entry("a"))
    #expect(Manifest(folder: folder.url.path).entries["a.png"]?.ok == true)
    try manifest.finish(order: ["a.png"])
    #expect(folder.contents("manifest.ndjson")?.split(separator: 0x0A).count == 1)
  }

  @Test func contentsCountNotTimes() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("<p>a", to: "a.html").path
    try folder.write("png", to: "a.png")
    var request = WorkerRequest(id: "", input: page)
    request.viewport = "10x10"
    let item = BatchItem(name: page, request: request, output: "a.png")
    func isFresh(_ entry: ManifestEntry, _ item: BatchItem, _ fingerprint: String = "f") -> Bool {
      var freshness = Freshness(folder: folder.url.path, fingerprint: fingerprint)
      return freshness.isFresh(entry, item)
    }
    var known = entry("a")
    (known.input, known.bytes, known.key) = (page, 3, Freshness(folder: folder.url.path, fingerprint: "f").key(item))
    known.files = [
      UsedResource(url: page, sha256: "0efaa0b14ef95d7ce9d3a5ed7eb9ef90cba1d1bdb52b8cc5bbb8ceb4aea5a4e9")
    ]
    #expect(!isFresh(known, item), "another content")
    let sum = try Command.shell("sha256sum a.html | cut -d' ' -f1", in: folder.url).output.prefix(64)
    known.files = [UsedResource(url: page, sha256: String(sum))]
    #expect(isFresh(known, item))
    try folder.write("<p>a", to: "a.html")
    #expect(isFresh(known, item), "written again with the same content")
    #expect(!isFresh(known, item, "g"), "another program")
    var other = item
    other.request.viewport = "20x20"
    #expect(!isFresh(known, other), "other options")
    try folder.write("pn", to: "a.png")
    #expect(!isFresh(known, item), "the picture was cut")
    known.files.append(UsedResource(url: folder.url.path + "/missing.css", error: "no such file"))
    try folder.write("png", to: "a.png")
    #expect(isFresh(known, item), "what was missing is missing still")
    try folder.write("p{}", to: "missing.css")
    #expect(!isFresh(known, item), "what was missing is there")
  }
}
