import Foundation
import Offscreen
@testable import OffscreenTesting
import Testing

/// Recording and failing, in a folder of its own.
@Suite struct GoldenCheckTests {
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "offscreen-golden-\(UUID().uuidString)").path
    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] {
      (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.contains(".") && !$0.hasSuffix("t.one") }.sorted()
    }
  }

  private func check(
    _ page: GoldenPage, _ mode: RecordMode, in folder: Folder, _ change: (inout GoldenOptions) -> Void = { _ in }
  ) async throws -> GoldenResult {
    let file = GoldenFile(
      testFile: folder.path + "/CardTests.swift", testName: "t()", name: "one", arguments: [], explicit: nil,
      environment: ["GOLDEN_FAILURES": folder.path + "/failures"])
    var options = GoldenOptions()
    options.page.viewport = Viewport(width: 120, height: 60)
    change(&options)
    return try await GoldenCheck(page: page, file: file, options: options, mode: mode).run()
  }

  private let golden = "__Snapshots__/CardTests/t.one.png"
  private let failures = "failures/CardTests/t.one"

  @Test func missingIsRecordedThenCompared() async throws {
    let folder = Folder()
    let first = try await check("<p>Hello", .missing, in: folder)
    #expect(first.outcome == .recorded && first.isMatch && folder.files == [golden])
    let second = try await check("<p>Hello", .missing, in: folder)
    #expect(second.outcome == .same)
    let third = try await check("<p>Hullo", .missing, in: folder)
    #expect(third.outcome == .different && !third.isMatch)
    #expect(
      folder.files == [golden]
        + ["actual.json", "actual.png", "diff.png", "expected.png", "index.html"].map { "\(failures)/\($0)" })
    #expect(third.pictures.map(\.name) == ["expected.png", "actual.png", "diff.png"])
    #expect(third.description.contains("report: \(folder.path)/\(failures)/index.html"))
    #expect(third.description.contains("pixels differ") && third.description.contains("painted: p"))
    // What failed before and is right again leaves nothing behind.
    #expect(try await check("<p>Hello", .missing, in: folder).outcome == .same)
    #expect(folder.files == [golden])
  }

  @Test func neverRecordsNothing() async throws {
    let folder = Folder()
    let result = try await check("<p>Hello", .never, in: folder)
    #expect(result.outcome == .missing && !result.isMatch && folder.files.isEmpty)
    #expect(result.description.contains("there is no golden at \(folder.path)/\(golden)"))
  }

  @Test func failedRecordsAndStillFails() async throws {
    let folder = Folder()
    _ = try await check("<p>Hello", .missing, in: folder)
    #expect(try await check("<p>Hullo", .failed, in: folder).outcome == .different)
    #expect(try await check("<p>Hullo", .never, in: folder).outcome == .same)
  }

  @Test func allRecordsAnew() async throws {
    let folder = Folder()
    _ = try await check("<p>Hello", .all, in: folder)
    #expect(try await check("<p>Hullo", .all, in: folder).outcome == .recorded)
    #expect(try await check("<p>Hullo", .all, in: folder).outcome == .same)
    #expect(try await check("<p>Hullo", .never, in: folder).outcome == .same)
  }

  @Test func masksAndPresetsAreHeeded() async throws {
    let folder = Folder()
    func page(_ time: String, _ color: String = "#808080") -> GoldenPage {
      "<style>b{color:\(color)}</style><p>It is <i class=clock>\(time)</i> <b>o'clock</b>"
    }
    _ = try await check(page("12"), .missing, in: folder)
    #expect(try await check(page("13"), .never, in: folder).outcome == .different)
    #expect(try await check(page("13"), .never, in: folder) { $0.masks = [".clock"] }.outcome == .same)
    #expect(try await check(page("12", "#818181"), .never, in: folder).outcome == .different)
    #expect(try await check(page("12", "#818181"), .never, in: folder) { $0.preset = .rounding }.outcome == .same)
    #expect(try await check(page("12", "#818181"), .never, in: folder) { $0.tolerablePixels = 10_000 }.outcome == .same)
    await #expect(throws: GoldenError.self) {
      try await self.check(page("12"), .never, in: folder) { $0.masks = ["p >> q"] }
    }
  }

  @Test func boxesNameWhatMoved() async throws {
    let folder = Folder()
    func page(_ top: Int) -> GoldenPage { "<p id=a style='position:relative;top:\(top)px'>Hello</p>" }
    _ = try await check(page(4), .missing, in: folder) { $0.keepsBoxes = true }
    #expect(folder.files.contains("__Snapshots__/CardTests/t.one.json"))
    let result = try await check(page(9), .never, in: folder)
    #expect(result.description.contains("moved: p#a (0/1/0) by 0, 5 px"))
  }

  @Test func thePresetLayoutComparesBoxes() async throws {
    let folder = Folder()
    func page(_ top: Int, _ color: String) -> GoldenPage {
      "<p style='position:relative;top:\(top)px;color:\(color)'>Hello</p>"
    }
    func check(_ page: GoldenPage, _ mode: RecordMode) async throws -> GoldenResult.Outcome {
      try await self.check(page, mode, in: folder) { $0.preset = .layout }.outcome
    }
    #expect(try await check(page(4, "red"), .missing) == .recorded)
    #expect(folder.files.contains("__Snapshots__/CardTests/t.one.json"))
    #expect(try await check(page(4, "navy"), .never) == .same)
    #expect(try await check(page(9, "red"), .never) == .different)
  }

  @Test func troubleIsAnErrorOfOneLine() async throws {
    let folder = Folder()
    await #expect(throws: RenderError.self) { try await self.check(.file("none.html"), .missing, in: folder) }
    await #expect(throws: GoldenError.self) { try await self.check("x", .missing, in: folder) { $0.page.scale = 0 } }
    await #expect(throws: RenderError.self) {
      try await self.check("x", .missing, in: folder) { $0.fonts = "/no/fonts" }
    }
    #expect(folder.files.isEmpty)
  }

  /// Half of what a page needs is a failure, not a wait.
  @Test func timeIsLimited() async throws {
    let folder = Folder()
    await #expect(throws: GoldenError.self) {
      try await self.check("<p>Hello", .missing, in: folder) { $0.page.timeout = .zero }
    }
  }
}
