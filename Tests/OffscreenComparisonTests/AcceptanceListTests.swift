import Foundation
import OffscreenImages
import OffscreenLoading
import TestSupport
import Testing
@testable import OffscreenComparison

/// Accepting the approved pictures, and no others.
@Suite struct AcceptanceListTests {
  private let dot = [PixelBox(x: 3, y: 4, width: 2, height: 2)]
  private let odd = "# 100%\nnew line.png"

  private func folders() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["a.png", "deep/b.png", odd, "gone.png"] {
      try folder.write("old/" + name, TestPicture.png())
      if name != "gone.png" { try folder.write("new/" + name, TestPicture.png(black: dot)) }
    }
    return folder
  }

  private func comparison(_ folder: TemporaryFolder) throws -> Comparison {
    try Comparison(expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
  }

  private func list(_ text: String) -> AcceptanceList { AcceptanceList(Array(text.utf8), source: "list.txt") }

  @Test func onlyWhatIsListedIsTakenOver() throws {
    let folder = try folders()
    let hash = ContentHash.sha256(try TestPicture.png(black: dot))
    let acceptance = try Acceptance(
      comparison(folder), only: list("\u{FEFF}# approved\r\n\r\n  \(hash)  deep/b.png\r\n"))
    #expect(acceptance.accepted == ["deep/b.png"])
    #expect(try comparison(folder).items.filter { !$0.isMatch }.map(\.name) == [odd, "a.png", "gone.png"])
  }

  @Test func anyNameCanBeListed() throws {
    let folder = try folders()
    let line = AcceptanceList.encoded(odd)
    #expect(line == "%23 100%25%0Anew line.png" && AcceptanceList.encoded(" x ") == "%20x%20")
    #expect(try Acceptance(comparison(folder), only: list(line)).accepted == [odd])
  }

  /// A name is looked up; it is never a path.
  @Test func whatIsNotComparedIsRefusedAsAWhole() throws {
    let folder = try folders()
    try folder.write("secret.png", TestPicture.png())
    let changed = ContentHash.sha256(try TestPicture.png())
    let text = "a.png\n../secret.png\n/etc/passwd\nold/../a.png\ngone.png\n\(changed)  deep/b.png\n"
    let comparison = try comparison(folder)
    #expect(
      list(text).problems(with: comparison) == [
        "list.txt:2: '../secret.png' is not among the pictures that are compared",
        "list.txt:3: '/etc/passwd' is not among the pictures that are compared",
        "list.txt:4: 'old/../a.png' is not among the pictures that are compared",
        "list.txt:5: 'gone.png' cannot be accepted: there is no new picture",
        "list.txt:6: 'deep/b.png' is another picture now than the one that was approved",
      ])
    #expect(throws: ComparisonError.self) { try Acceptance(comparison, only: list(text)) }
    #expect(try self.comparison(folder).items.first { $0.name == "a.png" }?.isMatch == false)
  }

  /// What the report writes is what the command reads.
  @Test func theReportHoldsTheLines() throws {
    let folder = try folders()
    let comparison = try comparison(folder)
    let html = String(decoding: HTMLReport.html(comparison, options: ComparisonOptions()), as: UTF8.self)
    let hash = ContentHash.sha256(try TestPicture.png(black: dot))
    #expect(html.contains("\"approval\":\"\(hash)  deep/b.png\""))
    #expect(html.components(separatedBy: "\"approval\":").count == 4)
  }
}
