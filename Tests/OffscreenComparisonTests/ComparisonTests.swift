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
    #expect(comparison.items.map { "\($0.name) \($0.status)" } == [
      "added.PNG added", "broken.png trouble", "deep/er/changed.png different", "gone.png missing", "same.png same",
    ])
    #expect(comparison.isOfFolders && !comparison.isMatch && comparison.hasTrouble)
    #expect(TextReport.totals(comparison) == "1 same, 1 different, 1 missing, 1 added, 1 trouble")
  }

  @Test func whatCannotBeComparedIsAnError() throws {
    let folder = try TemporaryFolder()
    let picture = try folder.write("a.png", TestPicture.png())
    for (expected, actual) in [(picture, folder.path), (picture, folder.path + "/b.png"), (folder.path + "/x", folder.path)] {
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
    #expect(acceptance.accepted == ["added.PNG", "deep/er/changed.png"] && acceptance.left == ["gone.png"])
    let again = try Comparison(
      expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
    #expect(again.items.filter { !$0.isMatch }.map(\.name) == ["broken.png", "gone.png"])
    #expect(folder.bytes("old/deep/er/changed.json") == folder.bytes("new/deep/er/changed.json"))
    #expect(!folder.files().contains { $0.hasSuffix(".part") })
  }

  @Test func theReportFolderHoldsWhatDiffers() throws {
    let (folder, comparison) = try folders()
    let report = ReportFolder(folder.path + "/report")
    try folder.write("report/pictures/stale.diff.png", "x")
    try folder.write("report/results.ndjson", "")
    try report.write(comparison, options: ComparisonOptions())
    #expect(folder.files().filter { $0.hasPrefix("report/") } == [
      "report/index.html", "report/junit.xml", "report/pictures/added.actual.PNG", "report/pictures/broken.actual.png",
      "report/pictures/broken.expected.png", "report/pictures/deep/er/changed.actual.png",
      "report/pictures/deep/er/changed.diff.png", "report/pictures/deep/er/changed.expected.png",
      "report/pictures/gone.expected.png", "report/results.ndjson",
    ])
  }
}
