import Foundation
import OffscreenImages
import TestSupport
import Testing
@testable import OffscreenComparison

@Suite struct ComparisonTests {
  private let dot = [PixelBox(x: 3, y: 4, width: 2, height: 2)]

  /// Two folders with one picture of each kind.
  private func folders() throws -> (folder: TemporaryFolder, comparison: Comparison) {
    let folder = try TemporaryFolder()
    try folder.write("old/same.png", TestPicture.png())
    try folder.write("new/same.png", TestPicture.png())
    try folder.write("old/deep/er/changed.png", TestPicture.png())
    try folder.write("new/deep/er/changed.png", TestPicture.png(black: dot))
    try folder.write("old/gone.png", TestPicture.png())
    try folder.write("new/added.PNG", TestPicture.png())
    try folder.write("old/broken.png", "x")
    try folder.write("new/broken.png", "x")
    try folder.write("new/notes.txt", "not a picture")
    let comparison = try Comparison(
      expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions(), jobs: 4)
    return (folder, comparison)
  }

  @Test func foldersAreComparedFileByFile() throws {
    let (_, comparison) = try folders()
    #expect(
      comparison.items.map { "\($0.name) \($0.status)" } == [
        "added.PNG added", "broken.png trouble", "deep/er/changed.png different", "gone.png missing", "same.png same",
      ])
    #expect(comparison.isOfFolders && !comparison.isMatch && comparison.hasTrouble)
    #expect(TextReport.totals(comparison) == "1 same, 1 different, 1 missing, 1 added, 1 trouble")
  }

  @Test func whatCannotBeComparedIsAnError() throws {
    let folder = try TemporaryFolder()
    let picture = try folder.write("a.png", TestPicture.png())
    for (expected, actual) in [
      (picture, folder.path), (picture, folder.path + "/b.png"), (folder.path + "/x", folder.path),
    ] {
      #expect(throws: ComparisonError.self) {
        try Comparison(expected: expected, actual: actual, options: ComparisonOptions())
      }
    }
    try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: true)
    // Nothing to compare must not look like everything being the same.
    #expect(throws: ComparisonError.self) {
      try Comparison(expected: folder.path + "/empty", actual: folder.path + "/empty", options: ComparisonOptions())
    }
  }

  @Test func theReportsFolderIsNoPartOfTheComparison() throws {
    let folder = try TemporaryFolder()
    try folder.write("old/a.png", TestPicture.png())
    try folder.write("new/a.png", TestPicture.png(black: dot))
    let report = folder.path + "/new/report"
    for _ in 0..<2 {
      let comparison = try Comparison(
        expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions(), ignoring: report)
      #expect(comparison.items.map(\.name) == ["a.png"])
      try ReportFolder(report).write(comparison, options: ComparisonOptions())
    }
  }

  @Test func layoutTakesInspectDataAlone() throws {
    let folder = try TemporaryFolder()
    for side in ["old", "new"] {
      try folder.write(side + "/a.json", TestPicture.boxes(headingY: side == "old" ? 0 : 5))
      try folder.write(side + "/b.json", TestPicture.boxes())
      try folder.write(side + "/b.png", TestPicture.png(black: side == "old" ? [] : dot))
    }
    var options = ComparisonOptions()
    options.preset = .layout
    let comparison = try Comparison(expected: folder.path + "/old", actual: folder.path + "/new", options: options)
    #expect(comparison.items.map { "\($0.name) \($0.status)" } == ["a.json different", "b.png same"])
  }

  @Test func acceptingMakesThemTheSame() throws {
    let (folder, comparison) = try folders()
    try folder.write("old/deep/er/changed.json", TestPicture.boxes())
    try folder.write("new/deep/er/changed.json", TestPicture.boxes(headingY: 3))
    let acceptance = try Acceptance(comparison)
    #expect(acceptance.accepted == ["added.PNG", "deep/er/changed.png"] && acceptance.left.map(\.name) == ["gone.png"])
    let again = try Comparison(
      expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
    #expect(again.items.filter { !$0.isMatch }.map(\.name) == ["broken.png", "gone.png"])
    #expect(folder.bytes("old/deep/er/changed.json") == folder.bytes("new/deep/er/changed.json"))
    #expect(!folder.files().contains { $0.hasSuffix(".part") })
  }

  @Test func theReportFolderHoldsWhatDiffers() throws {
    let (folder, comparison) = try folders()
    let report = ReportFolder(folder.path + "/report")
    try report.write(comparison, options: ComparisonOptions())
    try folder.write("report/pictures/stale.diff.png", "x")
    try report.write(comparison, options: ComparisonOptions())
    #expect(
      folder.files().filter { $0.hasPrefix("report/") } == [
        "report/index.html", "report/junit.xml", "report/pictures/added.actual.PNG",
        "report/pictures/broken.actual.png",
        "report/pictures/broken.expected.png", "report/pictures/deep/er/changed.actual.png",
        "report/pictures/deep/er/changed.diff.png", "report/pictures/deep/er/changed.expected.png",
        "report/pictures/gone.expected.png", "report/results.ndjson", "report/summary.md",
      ])
  }

  /// A folder may be anybody's: only an earlier report is written over.
  @Test func aReportReplacesNothingElse() throws {
    let (folder, comparison) = try folders()
    try folder.write("site/index.html", "mine")
    try folder.write("site/results.ndjson", "mine too")
    try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: true)
    for name in ["site", "old", "site/index.html"] {
      #expect(throws: ComparisonError.self) {
        try ReportFolder(folder.path + "/" + name).write(comparison, options: ComparisonOptions())
      }
    }
    #expect(folder.contents("site/index.html") == Data("mine".utf8) && folder.files(below: "site").count == 2)
    try ReportFolder(folder.path + "/empty").write(comparison, options: ComparisonOptions())
  }

  /// An earlier report below the new pictures, under another name than today's, is no picture of a page.
  @Test func earlierReportsAreNotCompared() throws {
    let folder = try TemporaryFolder()
    try folder.write("old/a.png", TestPicture.png())
    try folder.write("new/a.png", TestPicture.png(black: dot))
    let first = try Comparison(
      expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
    try ReportFolder(folder.path + "/new/monday").write(first, options: ComparisonOptions())
    let second = try Comparison(
      expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
    #expect(second.items.map(\.name) == ["a.png"])
  }

  @Test func aBrokenPictureIsTroubleOnEitherSide() throws {
    let folder = try TemporaryFolder()
    let half = Array(try TestPicture.png().dropLast(30))
    for name in ["both", "old", "new", "added"] {
      if name != "added" { try folder.write("old/\(name).png", name == "new" ? TestPicture.png() : half) }
      try folder.write("new/\(name).png", name == "old" ? TestPicture.png() : half)
    }
    let comparison = try Comparison(
      expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
    #expect(comparison.items.map(\.status) == ["trouble", "trouble", "trouble", "trouble"])
    #expect(comparison.items[2].summary.hasPrefix(folder.path + "/new/new.png: broken PNG picture"))
  }

  /// A page that failed has no picture, or an old one, which must not count as the page's.
  @Test func pagesThatABatchCouldNotRenderAreTold() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write("old/\(name).png", TestPicture.png())
      try folder.write("new/\(name).png", TestPicture.png())
    }
    try folder.write(
      "new/manifest.ndjson",
      """
      {"input": "a.html", "output": "a.png", "ok": true}
      {"input": "b.html", "output": "b.png", "ok": false, "error": "no such file"}
      {"input": "c.html", "output": "c.png", "ok": false, "error": "crashed"}
      {"input": "a.html", "outp
      """)
    let comparison = try Comparison(
      expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
    #expect(
      comparison.items.map { "\($0.name): \($0.summary)" } == [
        "a.png: the same", "b.png: its page could not be rendered: no such file",
        "c.png: its page could not be rendered: crashed",
      ])
    #expect(comparison.hasTrouble)
  }

  /// File names are bytes.
  @Test func aNameThatIsNotUTF8IsTold() throws {
    let folder = try TemporaryFolder()
    try folder.write("old/a.png", TestPicture.png())
    try folder.write("new/a.png", TestPicture.png())
    _ = try folder.shell("cp new/a.png $'new/b\\xff.png'")
    let comparison = try Comparison(
      expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
    #expect(comparison.items.map(\.summary) == ["the same", "its name is not UTF-8"])
  }
}
