import Foundation
import Offscreen
import TestSupport
import Testing

@testable import OffscreenBatch

struct OutputFolderTests {
  private let folder: TemporaryFolder
  private var path: String { folder.url.path + "/out" }

  init() throws { folder = try TemporaryFolder() }

  private func item(_ name: String) -> BatchItem {
    BatchItem(name: name, request: WorkerRequest(id: "", input: name), output: name + ".png")
  }

  /// Why the folder is refused; empty where it is not.
  private func refusal(_ items: [BatchItem] = [], overwrites: Bool = false) throws -> String {
    do throws(BatchError) {
      try OutputFolder(path).check(try Manifest(folder: path), items, overwrites: overwrites)
      return ""
    } catch {
      return error.description
    }
  }

  @Test func whatNobodyOfUsMadeIsRefused() throws {
    #expect(try refusal([item("a")]) == "", "it is not there yet")
    try folder.write("notes", to: "out/README.txt")
    try folder.write("x", to: "out/.git/picture.png")
    #expect(try refusal([item("a")]) == "")
    try folder.write("mine", to: "out/sub/logo.JPG")
    #expect(try refusal([item("a")]).contains("holds pictures that offscreen batch did not make (sub/logo.JPG)"))
    #expect(try refusal([item("a")], overwrites: true) == "")
    try FileManager.default.removeItem(atPath: path + "/sub")
    try folder.write("mine", to: "out/a.png")
    #expect(
      try refusal([item("a")]).contains(
        "holds a.png, which offscreen batch did not make: choose another folder, or add --overwrite"))
    var manifest = try Manifest(folder: path)
    try manifest.add(ManifestEntry(input: "a", output: "a.png", ok: true, files: [], key: "k"))
    #expect(try refusal([item("a")]) == "", "the manifest names it")
    try folder.write("<p>", to: "out/index.html")
    #expect(try refusal([item("a")]).contains("holds pages that offscreen batch did not make (index.html)"))
    try ContactSheet(entries: []).write(folder: path, name: "index.html")
    #expect(try refusal([item("a")]) == "", "the contact sheet is ours")
    try folder.write("{\"a\": 1}\n", to: "out/manifest.ndjson")
    #expect(try refusal([item("b")]).contains("is not a manifest that offscreen made"))
  }

  @Test func whatARunWasAboutToMakeIsItsOwn() throws {
    try folder.write("x", to: "out/a.png")
    var output = OutputFolder(path)
    try output.plan([item("a")], try Manifest(folder: path))
    #expect(try refusal([item("a")]) == "")
    try output.finish(try Manifest(folder: path))
    #expect(try refusal([item("a")]) != "")
  }

  /// A run that was killed left `a.png`; the next one stopped before it came to that.
  @Test func whatARunDidNotComeToStaysNoted() throws {
    try folder.write("x", to: "out/a.png")
    try folder.write("\"a.png\"\n\"b.png\"\n", to: "out/.offscreen-batch")
    var output = OutputFolder(path)
    try output.plan([item("a"), item("c")], try Manifest(folder: path))
    try output.finish(try Manifest(folder: path))
    #expect(folder.contents("out/.offscreen-batch") == Data("\"a.png\"\n".utf8))
    #expect(try refusal([item("a")]) == "")
  }

  @Test func aFileIsNoFolder() throws {
    try folder.write("x", to: "out")
    #expect(try refusal([item("a")]).contains("is a file, not a folder for pictures"))
  }

  @Test func linksAreNotWrittenThrough() throws {
    try folder.write("precious", to: "precious.png")
    try folder.write("x", to: "elsewhere/x")
    try folder.write("x", to: "out/in/x")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: path + "/a.png", withDestinationPath: "../precious.png")
    try manager.createSymbolicLink(atPath: path + "/sub", withDestinationPath: "../elsewhere")
    try manager.createSymbolicLink(atPath: path + "/alias", withDestinationPath: "in")
    let problems = OutputFolder(path).problems([item("a"), item("sub/b"), item("alias/c"), item("d")])
    #expect(problems.keys.sorted() == ["a.png", "sub/b.png"] && problems.values.allSatisfy { $0.cause == .output })
  }

  @Test func namesThatDifferInTheirCaseAlone() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let items = [item("A"), item("a"), item("b")]
    #expect(OutputFolder(path).problems(items, tellsCase: true).isEmpty)
    #expect(OutputFolder(path).problems(items, tellsCase: false).keys.sorted() == ["a.png"])
    #expect(OutputFolder(path).problems(items).isEmpty, "the file systems of Linux tell them apart")
  }

  @Test func onlyPicturesOfTheManifestInTheFolderAreRemoved() throws {
    try folder.write("precious", to: "precious.png")
    for name in ["old/deep/a.png", "b.png", "c.png", "notes.txt"] { try folder.write("x", to: "out/" + name) }
    var manifest = try Manifest(folder: path)
    for name in ["old/deep/a.png", "b.png", "../precious.png", "notes.txt", "\(folder.url.path)/precious.png"] {
      try manifest.add(ManifestEntry(input: name, output: name, ok: true, files: [], key: "k"))
    }
    let output = OutputFolder(path)
    let gone = output.gone(manifest, [item("b")])
    #expect(gone == ["old/deep/a.png"])
    try output.remove(gone)
    #expect(
      folder.files().sorted() == ["out/b.png", "out/c.png", "out/manifest.ndjson", "out/notes.txt", "precious.png"])
    #expect(!FileManager.default.fileExists(atPath: path + "/old"))
  }

  @Test func theContactSheetNeverReplacesAPage() throws {
    try folder.write("<p>", to: "out/index.html")
    #expect(try OutputFolder(path).sheetName() == "contact-sheet.html")
    try folder.write("<p>", to: "out/contact-sheet.html")
    #expect(try OutputFolder(path).sheetName() == "contact-sheet-2.html")
    try ContactSheet(entries: []).write(folder: path, name: "index.html")
    #expect(try OutputFolder(path).sheetName() == "index.html")
    try FileManager.default.removeItem(atPath: path + "/index.html")
    try FileManager.default.createSymbolicLink(atPath: path + "/index.html", withDestinationPath: "../elsewhere.html")
    #expect(try OutputFolder(path).sheetName() == "contact-sheet-2.html", "nor what a link leads to")
  }
}
