import Foundation
import Testing

@testable import Offscreen

/// A page as an object goes onto paper, too.
@Suite struct PaperSnapshotTests {
  @Test func documentsAndSheets() async throws {
    let page = WebPage.forTests()
    let html =
      "<style>@page { size: 200px 100px; margin: 10px } @media print { p { break-before: page } }</style><p>1<p>2<p>3"
    try await page.load(html: html)
    let document = try await page.snapshot(SnapshotOptions(format: .pdf))
    #expect(document.data.starts(with: "%PDF-".utf8))
    let sheets = try await page.snapshots(SnapshotOptions(region: .pages))
    #expect(sheets.map(\.width) == [200, 200, 200])
    #expect(sheets.map(\.height) == [100, 100, 100])
    // On the screen it is as before.
    #expect(try await page.snapshot().width == 200)
    #expect(try await page.boxes().elements.filter { $0.tag == "p" }.count == 3)
  }
}
