import Foundation
import OffscreenImages
import TestSupport
import Testing

@testable import Offscreen

/// Pages whose parts come late, or not at all, or are of other types than HTML.
struct PageLoadingTests {
  private static let gif = Data(base64Encoded: "R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data()

  /// `/late` and `/later` come after a while; `/never` does not come in a page's time.
  private func server(font: [UInt8] = []) async throws -> TestServer {
    try await TestServer { request in
      let parts = request.path.split(separator: "/").map(String.init)
      let delay: Duration =
        switch parts.first {
        case "late": .milliseconds(300)
        case "never": .seconds(30)
        default: .zero
        }
      switch parts.last {
      case "a.css": return .init(headers: ["Content-Type": "text/css"], body: "p { height: 70px }", delay: delay)
      case "a.gif": return .init(headers: ["Content-Type": "image/gif"], bytes: [UInt8](Self.gif), delay: delay)
      case "a.ttf": return .init(headers: ["Content-Type": "font/ttf"], bytes: font, delay: delay)
      case "frame.html":
        return .init(headers: ["Content-Type": "text/html"], body: "<body style='background:red'>", delay: delay)
      default: return .init(status: 404)
      }
    }
  }

  private func load(_ html: String, timeout: Duration = .seconds(30), fails: Bool = false) async throws -> WebPage {
    let page = WebPage.forTests(timeout: timeout)
    page.options.failsOnTimeout = fails
    try await page.load(html: "<!doctype html><body style='margin:0'>" + html)
    return page
  }

  private func height(_ page: WebPage, _ selector: String) async throws -> Int {
    try await page.snapshot(SnapshotOptions(region: .element(selector))).height
  }

  @Test func lateStyleSheetsAndPicturesAreWaitedFor() async throws {
    let server = try await server()
    let late = server.address("/late")
    let page = try await load(
      "<link rel=stylesheet href=\(late)/a.css><p>x</p><img id=i src=\(late)/a.gif style='width:9px'><i style='background:url(\(late)/b/a.gif)'></i>"
    )
    #expect(try await height(page, "p") == 70)
    #expect(try await height(page, "#i") == 9, "its shape is known")
    #expect(try await page.snapshot().warnings.isEmpty)
    #expect(server.paths.count == 3, "\(server.paths)")
  }

  @Test func lateFontsAreWaitedFor() async throws {
    let file =
      try #require(try LargeStackThread.run { Doctor.examine().fontFolder }) + "/liberation/LiberationMono-Regular.ttf"
    let server = try await server(font: [UInt8](try #require(FileManager.default.contents(atPath: file))))
    let text = "<span id=s style='font:20px F, sans-serif'>iiiiiiiiii"
    let plain = try await load(text)
    let page = try await load(
      "<style>@font-face { font-family: F; src: url(\(server.address("/late/a.ttf"))) }</style>" + text)
    let widths = (
      try await plain.snapshot(SnapshotOptions(region: .element("#s"))).width,
      try await page.snapshot(SnapshotOptions(region: .element("#s"))).width
    )
    #expect(widths.0 < 60 && widths.1 == 120)
  }

  /// The page that stays has its fonts again when it is looked at, though the other one was laid out with others.
  @Test func whatFailsLateLeavesThePageWithItsFonts() async throws {
    let file =
      try #require(try LargeStackThread.run { Doctor.examine().fontFolder }) + "/liberation/LiberationMono-Regular.ttf"
    let server = try await server(font: [UInt8](try #require(FileManager.default.contents(atPath: file))))
    let style = "<style>@font-face { font-family: F; src: url(\(server.address("/a.ttf"))) }</style>"
    let page = try await load(
      style + "<span id=s style='font:20px F, sans-serif'>iiiiiiiiii", timeout: .seconds(2), fails: true)
    let before = try await page.snapshot().data
    await #expect(throws: WebPageError.self) {
      try await page.load(html: "<p style='font:9px serif'>other<img src=\(server.address("/never/a.gif"))>")
    }
    #expect(try await height(page, "#s") > 10)
    #expect(try await page.snapshot().data == before)
  }

  @Test func lateFramesAreWaitedFor() async throws {
    let server = try await server()
    let page = try await load("<iframe src=\(server.address("/late/frame.html"))>")
    let blank = try await load("<iframe>")
    #expect(try await page.snapshot().data != blank.snapshot().data)
  }

  @Test(arguments: ["<link rel=stylesheet href=URL/a.css>", "<img src=URL/a.gif>"])
  func whatDoesNotComeIsLeftOutOrFails(_ html: String) async throws {
    let server = try await server()
    let html = html.replacing("URL", with: server.address("/never")) + "<p>x"
    let start = ContinuousClock.now
    let page = try await load(html, timeout: .seconds(2))
    let snapshot = try await page.snapshot()
    #expect(snapshot.warnings.contains { $0.contains("/never/") && $0.contains("within") }, "\(snapshot.warnings)")
    let error = await #expect(throws: WebPageError.self) { _ = try await load(html, timeout: .seconds(2), fails: true) }
    guard case .failed(let cause)? = error else { return }
    #expect(cause.cause == .timeout && cause.message.contains("/never/"))
    #expect(ContinuousClock.now - start < .seconds(12))
  }

  @Test func theRealClockCostsTime() async throws {
    let page = WebPage.forTests()
    page.options.settle = .milliseconds(400)
    let start = ContinuousClock.now
    page.options.settleClock = .real
    try await page.load(html: "x")
    #expect(ContinuousClock.now - start >= .milliseconds(400))
  }

  // MARK: Other types

  @Test func markdown() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# Title\n\n| a | b |\n|---|---|\n| 1 | *2* |\n\n<script>x</script>\n", to: "page.md")
    let page = WebPage.forTests()
    try await page.load(.address(folder.url.path + "/page.md"))
    #expect(try await height(page, "h1") > 20)
    #expect(try await height(page, "table td em") > 5)
  }

  @Test func plainTextIsNoMarkup() async throws {
    let page = WebPage.forTests()
    try await page.load(data: Data("a <b>&amp; b\n\nc".utf8), mimeType: "text/plain")
    #expect(try await height(page, "pre") > 30)
    await #expect(throws: WebPageError.self) { try await height(page, "b") }
  }

  /// Quotes, line ends in cells, and the separator that the first line has most of.
  @Test func delimitedTextIsATable() async throws {
    let folder = try TemporaryFolder()
    try folder.write("name;price\r\n\"a;\"\"b\"\"\nc\";1,5\r\n<b>;2\r\n", to: "page.csv")
    let page = WebPage.forTests()
    try await page.load(.address(folder.url.path + "/page.csv"))
    #expect(try await page.elements(matching: "tr").count == 3)
    #expect(try await page.elements(matching: "th").count == 2)
    #expect(try await page.elements(matching: "td").count == 4)
    await #expect(throws: WebPageError.self) { try await height(page, "b") }
    // Two lines in a cell.
    #expect(try await height(page, "tr:nth-child(2)") > height(page, "tr:nth-child(3)") + 10)
    try await page.load(data: Data("1\t2\n3\t4".utf8), mimeType: "text/tab-separated-values;header=absent")
    #expect(try await page.elements(matching: "td").count == 4)
  }

  /// A table that has more cells than a page may have elements is cut off, with a warning.
  @Test func delimitedTextHasALimit() async throws {
    let page = WebPage.forTests()
    page.options.limits.elements = 500
    try await page.load(data: Data(String(repeating: "1,2,3\n", count: 100_000).utf8), mimeType: "text/csv")
    let snapshot = try await page.snapshot()
    #expect(snapshot.warnings.contains { $0.contains("elements") }, "\(snapshot.warnings)")
  }

  /// Whatever it begins with, source code is no markup.
  @Test func sourceCodeIsText() async throws {
    let folder = try TemporaryFolder()
    for name in ["page.tsx", "page.swift", "page.sh"] {
      try folder.write("<b>x</b>\n", to: name)
      let page = WebPage.forTests()
      try await page.load(.address(folder.url.path + "/" + name))
      #expect(try await height(page, "pre") > 10)
      await #expect(throws: WebPageError.self) { try await height(page, "b") }
    }
    let page = WebPage.forTests()
    try await page.load(data: Data("a: 1".utf8), mimeType: "application/yaml")
    #expect(try await height(page, "pre") > 10)
  }

  /// Two pages, the second red, drawn by another process of this program.
  @Test(.needsProgram)
  func pagesOfPDF() async throws {
    let folder = try TemporaryFolder()
    try Data(Self.pdf.utf8).write(to: folder.url.appending(path: "a.pdf"))
    let page = WebPage.forTests()
    var pictures: [[UInt8]] = []
    for number in 1...2 {
      page.options.documentPage = number
      try await page.load(.address(folder.url.path + "/a.pdf"))
      pictures.append(try await page.snapshot().data)
      // As wide as the viewport: the page is twice as wide as it is tall.
      #expect(try await page.snapshot(SnapshotOptions(region: .element("img"))).height == 100)
    }
    #expect(pictures[0] != pictures[1])
    page.options.documentPage = 3
    let error = await #expect(throws: WebPageError.self) { try await page.load(.address(folder.url.path + "/a.pdf")) }
    #expect(error?.description.contains("a.pdf") == true && error?.description.contains("\n") == false)
    try Data("%PDF-1.4 nothing".utf8).write(to: folder.url.appending(path: "b.pdf"))
    page.options.documentPage = 1
    await #expect(throws: WebPageError.self) { try await page.load(.address(folder.url.path + "/b.pdf")) }
  }

  private static let pdf: String = {
    let red = "1 0 0 rg 0 0 200 100 re f"
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 5 0 R >>",
      "<< /Length \(red.utf8.count) >>\nstream\n\(red)\nendstream",
    ]
    var text = "%PDF-1.4\n"
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places { text += String(format: "%010d 00000 n \n", place) }
    return text + "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
  }()
}
