import Foundation
import OffscreenImages
import Testing

@testable import Offscreen

/// What pages leave behind in the process: nothing. Each test runs in a process of its own.
struct WebPageMemoryTests {
  /// Of this process.
  private enum Usage {
    static var threads: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }

    /// Resident, in megabytes, but for the pages of files.
    static var megabytes: Int {
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
      return (Int(line.filter(\.isNumber)) ?? 0) / 1024
    }

    /// Waits until there are no more threads than this; the smallest number that was seen.
    static func threads(goDownTo wanted: Int) async throws -> Int {
      for _ in 0..<500 where threads > wanted { try await Task.sleep(for: .milliseconds(10)) }
      return threads
    }

    static func megabytes(goDownTo wanted: Int) async throws -> Int {
      for _ in 0..<300 where megabytes > wanted { try await Task.sleep(for: .milliseconds(10)) }
      return megabytes
    }
  }

  /// A page with a picture of 1600x1200 pixels and some text in it.
  private static func html() throws -> String {
    let bitmap = try Bitmap(width: 1600, height: 1200)
    for y in 0..<1200 { for x in 0..<1600 { bitmap.row(y)[x] = 0xFF00_0000 | UInt32(x &* y &* 2_654_435_761 >> 40) } }
    let words = (0..<150).map { "<p>Paragraph \($0) of a long page" }.joined()
    let picture = Data(try bitmap.jpegData(quality: 60)).base64EncodedString()
    return "<!doctype html><img src='data:image/jpeg;base64,\(picture)'>\(words)"
  }

  private static func page(_ html: String) async throws -> WebPage {
    let page = WebPage.forTests()
    try await page.load(html: html)
    _ = try await page.snapshot(SnapshotOptions(region: .fullPage))
    return page
  }

  @Test func thirtyPagesGiveTheirMemoryBack() async {
    await #expect(processExitsWith: .success) {
      let html = try Self.html()
      // What the first page leaves stays: libraries, tables.
      var pages = [try await Self.page(html)]
      pages = []
      let threads = try await Usage.threads(goDownTo: 4)
      let before = try await Usage.megabytes(goDownTo: 0)
      for _ in 0..<30 { pages.append(try await Self.page(html)) }
      let during = Usage.megabytes
      #expect(during > before + 150, "\(before) MB, \(during) MB with the pages")
      // While they do nothing, they have no threads.
      #expect(try await Usage.threads(goDownTo: threads) <= threads)
      pages = []
      let after = try await Usage.megabytes(goDownTo: before + 30)
      #expect(after <= before + 30, "\(before) MB, \(during) MB with the pages, \(after) MB without them")
      #expect(try await Usage.threads(goDownTo: threads) <= threads)
    }
  }

  @Test func cachesAreReleased() async {
    await #expect(processExitsWith: .success) {
      let html = try Self.html()
      var pages: [WebPage] = []
      for _ in 0..<10 { pages.append(try await Self.page(html)) }
      let before = Usage.megabytes
      let picture = try await pages[0].snapshot()
      for page in pages { await page.releaseCaches() }
      let after = Usage.megabytes
      #expect(after < before - 20, "\(before) MB, \(after) MB without what can be made again")
      #expect(try await pages[0].snapshot().data == picture.data, "the page is still there")
    }
  }

  /// What a page costs that nobody looks at, besides its document, which is small here.
  @Test func aPageWithoutAViewerCostsLittle() async {
    await #expect(processExitsWith: .success) {
      let html = "<!doctype html>" + (0..<20).map { "<p>Paragraph \($0) of a short page" }.joined()
      func page() async throws -> WebPage {
        let page = try await Self.page(html)
        await page.releaseCaches()
        return page
      }
      // What the first pages leave stays: libraries, tables.
      var pages = [try await page(), try await page()]
      let before = Usage.megabytes
      for _ in 0..<40 { pages.append(try await page()) }
      let each = Double(Usage.megabytes - before) / 40
      #expect(each < 1, "\(each) MB a page")
      withExtendedLifetime(pages) {}
    }
  }

  #if DEBUG
    private static let manyPages = 250
  #else
    private static let manyPages = 1_000
  #endif

  /// Of a thousand pages that one `WebPage` has shown, it keeps the addresses or texts of the last hundred.
  @Test func aThousandPagesInAListStayBounded() async {
    await #expect(processExitsWith: .success) {
      let text = String(repeating: "<p>Some words of a page</p>", count: 40)
      let page = WebPage.forTests()
      var before = 0
      for number in 0..<Self.manyPages {
        // Now and then one that has scripts, or that is looked at.
        let script = number % 100 == 50 ? "<script>document.title = 'number \(number)'</script>" : ""
        try await page.load(html: "<!doctype html><title>number \(number)</title>\(script)\(text)")
        if number % 100 == 0 { _ = try await page.snapshot() }
        if number == 120 { before = Usage.megabytes }
      }
      #expect(page.backForwardList.items.count == 100)
      let after = try await Usage.megabytes(goDownTo: before + 16)
      #expect(after <= before + 16, "\(before) MB after 120 pages, \(after) MB after all")
      try await page.goBack()
      #expect(page.title == "number \(Self.manyPages - 2)")
    }
  }

  /// Of a page whose scripts have run, and go on when it is looked at again.
  @Test func aPageWithScriptsAndWithoutAViewerCostsLittle() async {
    await #expect(processExitsWith: .success) {
      let html =
        "<!doctype html><p id=a>Before</p><script>let n = 0\n"
        + "function count() { document.querySelector('#a').textContent = `after ${++n}`; return n }; count()</script>"
      func page() async throws -> WebPage {
        let page = WebPage.forTests()
        try await page.load(html: html)
        _ = try await page.snapshot()
        await page.releaseCaches()
        return page
      }
      var pages = [try await page(), try await page()]
      let before = Usage.megabytes
      for _ in 0..<20 { pages.append(try await page()) }
      let each = Double(Usage.megabytes - before) / 20
      if ProcessInfo.processInfo.environment["OFFSCREEN_TIMING"] != nil { print("\(each) MB a page with scripts") }
      #expect(each < 4.5, "\(each) MB a page")
      for page in pages {
        #expect(try await page.evaluateJavaScript("count()", as: Int.self) == 2)
        #expect(try await page.snapshot().width > 0)
      }
    }
  }
}
