import Foundation
import Offscreen
import TestSupport
import Testing

@testable import OffscreenBatch

struct ManifestTests {
  private let folder: TemporaryFolder
  private var path: String { folder.url.path }

  init() throws { folder = try TemporaryFolder() }

  private func entry(_ name: String, ok: Bool = true) -> ManifestEntry {
    ManifestEntry(input: name + ".html", output: name + ".png", ok: ok, files: [], key: "k")
  }

  @Test func aLineThatWasCutOffIsPassedOverAndNeverJoined() throws {
    var manifest = try Manifest(folder: path)
    try manifest.add(entry("a"))
    try manifest.add(entry("b"))
    let whole = try #require(folder.contents("manifest.ndjson"))
    for cut in [1, 20, 40] {
      try whole.dropLast(cut).write(to: folder.url.appending(path: "manifest.ndjson"))
      var again = try Manifest(folder: path)
      // Without its end, the line is whole still.
      #expect(again.entries.keys.sorted() == (cut == 1 ? ["a.png", "b.png"] : ["a.png"]))
      #expect(again.cutOutput == "b.png", "whose it was is still known")
      try again.add(entry("c"))
      try again.add(entry("d"))
      #expect(
        try Manifest(folder: path).entries.keys.sorted()
          == (cut == 1 ? ["a.png", "b.png", "c.png", "d.png"] : ["a.png", "c.png", "d.png"]))
    }
  }

  @Test func theLastLineOfAPageCountsAndOthersStay() throws {
    var manifest = try Manifest(folder: path)
    try manifest.add(entry("a", ok: false))
    try manifest.add(entry("a"))
    try manifest.add(entry("earlier"))
    #expect(try Manifest(folder: path).entries["a.png"]?.ok == true)
    try manifest.finish([entry("a")])
    #expect(folder.contents("manifest.ndjson")?.split(separator: 0x0A).count == 2)
    #expect(try Manifest(folder: path).entries.keys.sorted() == ["a.png", "earlier.png"])
  }

  @Test(arguments: [
    ("{\"a\": 1}\n{\"b\": 2}\n", true), ("text\n", true), ("", false),
    ("{\"output\":\"a.png\",\"by", false), ("{\"outp", true), ("\n", false),
  ])
  func whatNobodyOfUsWroteIsForeign(_ text: String, _ isForeign: Bool) throws {
    try folder.write(text, to: "manifest.ndjson")
    #expect(try Manifest(folder: path).isForeign == isForeign)
  }

  // MARK: Freshness

  private func isFresh(_ entry: ManifestEntry, _ item: BatchItem, _ fingerprint: String = "f") -> Bool {
    var freshness = Freshness(folder: path, fingerprint: fingerprint)
    return freshness.isFresh(entry, item)
  }

  private func page(_ text: String) throws -> (BatchItem, ManifestEntry) {
    let page = try folder.write(text, to: "a.html").path
    try folder.write("png", to: "a.png")
    var request = WorkerRequest(id: "", input: page)
    request.options[name: "viewport"] = "10x10"
    let item = BatchItem(name: page, request: request, output: "a.png")
    var known = entry("a")
    (known.input, known.bytes, known.key) = (page, 3, Freshness(folder: path, fingerprint: "f").key(item))
    return (item, known)
  }

  private func used(_ name: String) throws -> UsedFile {
    let sum = try folder.shell("sha256sum \(name) | cut -d' ' -f1").output.prefix(64)
    let size = folder.contents(name)?.count
    return UsedFile(url: path + "/" + name, sha256: String(sum), bytes: size)
  }

  @Test func contentsCountNotTimes() throws {
    var (item, known) = try page("<p>a")
    known.files = [UsedFile(url: item.name, sha256: String(repeating: "0", count: 64), bytes: 4)]
    #expect(!isFresh(known, item), "another content")
    known.files = [try used("a.html")]
    #expect(isFresh(known, item))
    try folder.write("<p>a", to: "a.html")
    #expect(isFresh(known, item), "written again with the same content")
    try folder.write("<p>b", to: "a.html")
    #expect(!isFresh(known, item), "another content of the same size")
    try folder.write("<p>a", to: "a.html")
    #expect(!isFresh(known, item, "g"), "another program")
    var other = item
    other.request.options[name: "viewport"] = "20x20"
    #expect(!isFresh(known, other), "other options")
    try folder.write("pn", to: "a.png")
    #expect(!isFresh(known, item), "the picture was cut")
    known.files.append(UsedFile(url: path + "/missing.css", error: "no such file"))
    try folder.write("png", to: "a.png")
    #expect(isFresh(known, item), "what was missing is missing still")
    try folder.write("p{}", to: "missing.css")
    #expect(!isFresh(known, item), "what was missing is there")
    known.files = []
    known.key = ""
    #expect(!isFresh(known, item), "it failed for reasons outside of the page")
  }

  /// Of what was not read, size and time decide, and nothing is opened.
  @Test func filesThatWereNotReadAreKnownByTheirSizeAndTime() throws {
    var (item, known) = try page("<p>a")
    _ = try folder.shell("truncate -s 3G big.bin; mkfifo pipe")
    known.files = ["big.bin", "pipe"].map { Freshness.noted(UsedFile(url: path + "/" + $0, error: "too large")) }
    #expect(known.files[0].bytes == 3 << 30 && known.files[0].modified != nil && known.files[1].modified != nil)
    #expect(isFresh(known, item))
    _ = try folder.shell("truncate -s 4G big.bin")
    #expect(!isFresh(known, item))
    known.files = [Freshness.noted(known.files[0])]
    #expect(isFresh(known, item))
    _ = try folder.shell("touch -d '2001-01-01' big.bin")
    #expect(!isFresh(known, item))
    item.request.input = "http://example.org/"
    known.files = []
    #expect(!isFresh(known, item), "what came over the network may have changed")
  }
}
