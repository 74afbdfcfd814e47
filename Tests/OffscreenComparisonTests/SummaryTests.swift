import Foundation
import OffscreenImages
import TestSupport
import Testing
@testable import OffscreenComparison

/// What is said of many pictures together: groups, and the summary for a pull request.
@Suite struct SummaryTests {
  private let header = [PixelBox(x: 0, y: 0, width: 60, height: 10)]

  /// `count` pages whose heading looks different, and one that is the same.
  private func pages(_ count: Int, names: [String]? = nil, boxes: Bool = true, in folder: TemporaryFolder) throws
    -> Comparison
  {
    for name in names ?? (0..<count).map({ "page\($0)" }) {
      for side in ["old", "new"] {
        try folder.write("\(side)/\(name).png", TestPicture.png(black: side == "new" ? header : []))
        if boxes { try folder.write("\(side)/\(name).json", TestPicture.boxes()) }
      }
    }
    try folder.write("old/same.png", TestPicture.png())
    try folder.write("new/same.png", TestPicture.png())
    return try Comparison(expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
  }

  @Test func whatManyPicturesShareIsOneGroup() throws {
    let folder = try TemporaryFolder()
    let comparison = try pages(14, in: folder)
    #expect(TextReport.groups(comparison) == ["h1 (0/1/0) changed (painted) in 14 pictures"])
    let group = try #require(ChangeGroups.find(comparison).first)
    #expect(group.names.count == 14 && group.names.first == "page0.png")
    // Without boxes, the place says that it is the same.
    let bare = try TemporaryFolder()
    #expect(
      TextReport.groups(try pages(3, boxes: false, in: bare)) == ["the 60x10 pixels at 0,0 changed in 3 pictures"])
    #expect(try ChangeGroups.find(pages(1, in: TemporaryFolder())).isEmpty)
  }

  @Test func movesAreGroupedToo() throws {
    let folder = try TemporaryFolder()
    let lines = [(y: 10, word: 1), (y: 30, word: 2), (y: 50, word: 3)]
    for name in ["a", "b"] {
      try folder.write("old/\(name).png", TestPicture.page(height: 80, lines: lines).pngData())
      let moved = lines.map { ($0.word == 1 ? $0.y : $0.y + 12, $0.word) }
      try folder.write("new/\(name).png", TestPicture.page(height: 92, lines: moved).pngData())
    }
    let comparison = try Comparison(
      expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
    #expect(TextReport.groups(comparison) == ["everything below y=30 moved down by 12 px in 2 pictures"])
  }

  @Test func theSummaryIsATable() throws {
    let folder = try TemporaryFolder()
    let text = MarkdownReport.text(try pages(2, in: folder), report: "report/index.html")
    #expect(
      text == """
        <!-- offscreen diff -->
        ### Pictures: 1 same, 2 different

        `\(folder.path)/old` → `\(folder.path)/new`

        **The same in many pictures**

        - `h1 (0/1/0)` changed (painted) in 2 pictures

        | picture | | pixels | share | what changed |
        | --- | --- | ---: | ---: | --- |
        | `page0.png` | different | 600 | 25 % | painted `h1` |
        | `page1.png` | different | 600 | 25 % | painted `h1` |

        The whole report: `report/index.html`

        """)
    let same = try Comparison(
      expected: folder.path + "/old", actual: folder.path + "/old", options: ComparisonOptions())
    #expect(
      MarkdownReport.text(same).contains("### Pictures: all the same") && !MarkdownReport.text(same).contains("|"))
  }

  /// Names come from anywhere, and a comment has an end.
  @Test func theSummaryIsSafeAndBounded() throws {
    let folder = try TemporaryFolder()
    let hostile = ["a|b", "`x` @somebody #1", "<img src=x onerror=alert(1)>", "``", "new\nline", "-->"]
    let many = (0..<300).map { "\($0)-" + String(repeating: "n|", count: 90) }
    let text = MarkdownReport.text(try pages(0, names: hostile + many, boxes: false, in: folder))
    #expect(text.utf8.count <= 60_000 && text.contains("more pictures"))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    // However many bars a name has, the cells are five.
    #expect(rows.allSatisfy { $0.replacing("\\|", with: "").count { $0 == "|" } == 6 })
    #expect(MarkdownReport.code("a|b") == "`a\\|b`")
    #expect(MarkdownReport.code("`x` @somebody") == "`` `x` @somebody ``")
    #expect(MarkdownReport.code("new\nline\u{202E}x") == "`new\u{FFFD}line\u{FFFD}x`")
    #expect(MarkdownReport.code(String(repeating: "x", count: 500)).count == 203)
  }

  @Test func oneObjectTellsAll() throws {
    struct Report: Decodable {
      struct Group: Decodable {
        var title: String
        var names: [String]
      }
      struct Item: Decodable {
        var name: String
        var differingRatio: Double?
      }
      var status: String
      var totals: [String: Int]
      var groups: [Group]
      var items: [Item]
      var error: String?
    }
    let comparison = try pages(2, in: TemporaryFolder())
    let report = try JSONDecoder().decode(Report.self, from: Data(JSONReport.object(comparison).utf8))
    #expect(report.status == "different" && report.totals == ["same": 1, "different": 2] && report.error == nil)
    #expect(report.groups.map(\.title) == ["h1 (0/1/0)"] && report.items.first?.differingRatio == 0.25)
    let failed = Comparison(failed: ComparisonError("new: no such file or folder"), expected: "old", actual: "new")
    let trouble = try JSONDecoder().decode(
      Report.self, from: Data(JSONReport.object(failed, error: "new: no such file or folder").utf8))
    #expect(
      trouble.status == "trouble" && trouble.error == "new: no such file or folder"
        && trouble.items.map(\.name) == ["new"])
  }
}
