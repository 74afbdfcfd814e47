import Foundation
import Testing

@testable import Offscreen

struct WebPageTests {
  @Test func htmlAtHand() async throws {
    let page = WebPage.forTests()
    #expect(page.address == nil && !page.isLoading && page.title.isEmpty)
    let events = page.events
    let navigation = try await page.load(html: "<title>One &amp; only</title><p>x")
    #expect(page.title == "One & only" && page.address == "about:blank" && page.estimatedProgress == 1)
    #expect(!page.isLoading && !navigation.isUnderway && navigation.type == .load && navigation.page === page)
    var seen: [String] = []
    for await event in events {
      switch event {
      case .started: seen.append("started")
      case .progress(_, let value): if seen.last != "progress" || value == 1 { seen.append("progress") }
      case .title(let title): seen.append(title)
      case .finished, .failed: seen.append("over")
      case .continued: seen.append("continued")
      }
      if seen.last == "over" { break }
    }
    #expect(seen == ["started", "progress", "progress", "One & only", "over"])
  }

  @Test func severalPicturesOfOneLoad() async throws {
    let page = WebPage.forTests()
    await #expect(throws: WebPageError.self) { try await page.snapshot() }
    try await page.load(html: "<body style='margin:0;height:500px'><p style='margin:9px;width:40px;height:30px'>x")
    let viewport = try await page.snapshot()
    #expect(viewport.width == 200 && viewport.height == 100 && viewport.data.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    let whole = try await page.snapshot(SnapshotOptions(region: .fullPage, scale: 2))
    #expect(whole.width == 400 && whole.height == 1018)
    let element = try await page.snapshot(
      SnapshotOptions(region: .element("p"), padding: 1, format: .webp(quality: nil)))
    #expect(element.width == 42 && element.height == 32 && element.data.prefix(4) == Array("RIFF".utf8)[...])
    let small = try await page.snapshot(SnapshotOptions(thumbnail: ThumbnailSize(width: 50, height: nil)))
    #expect(small.width == 50 && small.height == 25)
    let again = try await page.snapshot()
    #expect(again.data == viewport.data)
    page.scrollPosition = PagePoint(x: 0, y: 50)
    #expect(try await page.snapshot().data != viewport.data)
    let error = await #expect(throws: WebPageError.self) { try await page.snapshot(.init(region: .element("b"))) }
    #expect(error?.description.contains("no element matches") == true)
  }

  @Test func dataOfAnyType() async throws {
    let page = WebPage.forTests()
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><title>T</title><rect width='20' height='20'/></svg>"
    try await page.load(data: Data(svg.utf8), mimeType: "image/svg+xml")
    _ = try await page.snapshot()
    try await page.load(
      data: Data([0x3C, 0x74, 0x69, 0x74, 0x6C, 0x65, 0x3E, 0xE4]), mimeType: "text/html", encoding: "iso-8859-1")
    #expect(page.title == "ä")
    try await page.load(data: Data("# Head".utf8), mimeType: "text/markdown")
    let error = await #expect(throws: WebPageError.self) {
      try await page.load(data: Data("x".utf8), mimeType: "video/mp4")
    }
    #expect(error?.description.contains("a video") == true)
    #expect(page.backForwardList.items.count == 3, "what fails leaves the page")
  }

  @Test func templates() async throws {
    let page = WebPage.forTests()
    try await page.load(
      template: "<title>{{ name }}</title><p class=\"{{class}}\">{{none}}{{ }}{x}",
      values: ["name": "<b>&\"'", "class": "a\" onclick=\"b"])
    #expect(page.title == "<b>&\"'")
    #expect(PageTemplate.fill("a{{b}}c{{ b }}{{{b}}}{{b", ["b": "<"]) == "a&lt;c&lt;{&lt;}{{b")
    #expect(PageTemplate.fill("{{a b}}{{}}{", [:]) == "{{a b}}{{}}{")
  }

  @Test func badAddressesFail() async throws {
    let page = WebPage.forTests()
    for address in ["http://", "/no/such/file.html", "-", "mailto:a@b", "http://127.0.0.1:1/"] {
      let error = await #expect(throws: WebPageError.self) { try await page.load(.address(address)) }
      #expect(error?.description.contains("\n") == false)
    }
    var options = page.options
    options.scale = -1
    page.options = options
    await #expect(throws: WebPageError.self) { try await page.load(html: "x") }
  }

  @Test func withoutTasks() async throws {
    let result = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var configuration = WebPage.Configuration(viewport: Viewport(width: 90, height: 60))
        configuration.options.network = .none
        continuation.resume(
          returning: Result { try Thumbnail.render(.html("<p>x"), configuration: configuration) })
      }
    }
    let picture = try result.get()
    #expect(picture.width == 90 && picture.height == 60)
  }

  @Test func severalPagesSideBySide() async throws {
    let pictures = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<6 {
        group.addTask {
          let page = WebPage.forTests()
          try await page.load(html: "<h1>Side by side</h1><p>ffi اب 中")
          return try await page.snapshot().data
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(pictures.count == 1)
  }
}
