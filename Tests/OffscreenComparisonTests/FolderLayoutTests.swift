import Foundation
import OffscreenImages
import TestSupport
import Testing
@testable import OffscreenComparison

/// The folders of BackstopJS, reg-suit and Playwright, as they write them.
@Suite struct FolderLayoutTests {
  private let dot = [PixelBox(x: 3, y: 4, width: 2, height: 2)]

  /// Pictures that are the same, and those whose names say that they are not.
  private func write(_ names: [String], in folder: TemporaryFolder) throws {
    for name in names { try folder.write(name, TestPicture.png(black: name.contains("changed") ? dot : [])) }
  }

  private func results(_ comparison: Comparison) -> [String] { comparison.items.map { "\($0.name): \($0.status)" } }

  @Test func backstop() throws {
    let folder = try TemporaryFolder()
    let home = "backstop_default_Homepage_0_document_0_desktop.png"
    try write(
      [
        "data/bitmaps_reference/\(home)", "data/bitmaps_reference/about.png",
        "data/bitmaps_test/20240131-090000/changed.png",
        "data/bitmaps_test/20240131-235959/about.png", "data/bitmaps_test/20240131-235959/failed_diff_\(home)",
        "data/html_report/x.png",
      ], in: folder)
    try folder.write("data/bitmaps_test/20240131-235959/\(home)", TestPicture.png(black: dot))
    try folder.write("data/bitmaps_test/20240131-235959/report.json", "{}")
    let (data, run) = (folder.path + "/data", "/bitmaps_test/20240131-235959")
    let comparisons = [
      try Comparison(folder: data, options: ComparisonOptions()),
      try Comparison(
        expected: data + "/bitmaps_reference", actual: data + "/bitmaps_test", options: ComparisonOptions()),
      try Comparison(expected: data + "/bitmaps_reference", actual: data + run, options: ComparisonOptions()),
    ]
    for comparison in comparisons { #expect(results(comparison) == ["about.png: same", "\(home): different"]) }
    #expect(comparisons[0].notes == ["\(data + run): the newest run in \(data)/bitmaps_test"])
    #expect(try Acceptance(comparisons[0]).accepted == [home])
    #expect(try Comparison(folder: data, options: ComparisonOptions()).isMatch)
  }

  @Test func regSuit() throws {
    let folder = try TemporaryFolder()
    try write([".reg/expected/a.png", ".reg/actual/a.png", ".reg/diff/a.png", ".reg/actual/b.png"], in: folder)
    let comparison = try Comparison(folder: folder.path + "/.reg", options: ComparisonOptions())
    #expect(results(comparison) == ["a.png: same", "b.png: added"])
  }

  @Test func playwrightsResults() throws {
    let folder = try TemporaryFolder()
    let test = "test-results/example-landing-chromium"
    try write(
      [
        "\(test)/landing-expected.png", "\(test)/landing-diff.png", "\(test)/landing-actual-changed.png",
        "\(test)-retry1/landing-expected.png",
      ], in: folder)
    for name in [test, test + "-retry1"] { try folder.write("\(name)/landing-actual.png", TestPicture.png(black: dot)) }
    let alone = try Comparison(folder: folder.path + "/test-results", options: ComparisonOptions())
    #expect(results(alone) == ["example-landing-chromium-retry1/landing.png: different"])
    // A copy of the golden is no golden.
    #expect(try Acceptance(alone).accepted.isEmpty && Acceptance(alone).left.count == 1)

    let goldens = "tests/example.spec.ts-snapshots"
    try write(
      [
        "\(goldens)/landing-chromium-linux.png", "\(goldens)/landing-firefox-linux.png",
        "\(goldens)/other-chromium-linux.png",
        "tests/second.spec.ts-snapshots/landing-chromium-linux.png",
      ], in: folder)
    let both = try Comparison(
      expected: folder.path + "/tests", actual: folder.path + "/test-results", options: ComparisonOptions())
    #expect(results(both) == ["example.spec.ts-snapshots/landing-chromium-linux.png: different"])
    #expect(both.notes.count == 1 && both.notes[0].hasPrefix("3 pictures in"))
    #expect(try Acceptance(both).accepted.count == 1)
    #expect(folder.bytes("\(goldens)/landing-chromium-linux.png") == folder.bytes("\(test)/landing-actual.png"))
    #expect(folder.bytes("\(goldens)/landing-firefox-linux.png") == (try TestPicture.png()))
  }

  /// Pictures of another program are called by the page's name alone.
  @Test func playwrightsGoldens() throws {
    let folder = try TemporaryFolder()
    try write(
      [
        "tests/example.spec.ts-snapshots/landing-chromium-linux.png",
        "tests/example.spec.ts-snapshots/landing-webkit-linux.png",
        "tests/example.spec.ts-snapshots/landing-chromium-darwin.png", "tests/__screenshots__/pages/about.png",
        "new/landing.png", "new/about.png", "new/extra.png",
      ], in: folder)
    let comparison = try Comparison(
      expected: folder.path + "/tests", actual: folder.path + "/new", options: ComparisonOptions())
    #expect(
      results(comparison) == [
        "__screenshots__/pages/about.png: same", "example.spec.ts-snapshots/landing-chromium-linux.png: same",
        "extra.png: added",
      ])
    #expect(comparison.notes == ["2 goldens of other browsers or systems are not compared"])
    // Names of other folders are taken as they are.
    try write(["plain/a-linux.png", "other/a.png", "other/a-linux.png"], in: folder)
    #expect(
      results(
        try Comparison(
          expected: folder.path + "/plain", actual: folder.path + "/other", options: ComparisonOptions()))
        == ["a-linux.png: same", "a.png: added"])
  }

  @Test func anotherFolderAloneIsRefused() throws {
    let folder = try TemporaryFolder()
    try write(["a/x.png"], in: folder)
    let error = #expect(throws: ComparisonError.self) {
      try Comparison(folder: folder.path + "/a", options: ComparisonOptions())
    }
    #expect(error?.description.contains("one folder alone must hold both sides") == true)
    #expect(throws: ComparisonError.self) {
      try Comparison(folder: folder.path + "/a/x.png", options: ComparisonOptions())
    }
  }
}
