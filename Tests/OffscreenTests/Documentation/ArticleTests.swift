import Foundation
import Offscreen
import TestSupport
import Testing

/// What the articles show is what is compiled and run here.
struct ArticleTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Lines without the indentation that all have in common.
  private static func lines(_ text: Substring) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indent)) }
  }

  @Test(arguments: ["FirstPicture", "WhatAPageMayLoad", "TheRightMoment", "TalkingWithScripts", "PagesAhead"])
  func theirCodeIsCompiled(_ article: String) throws {
    let text = try String(
      contentsOf: Self.package.appending(path: "Sources/Offscreen/Offscreen.docc/\(article).md"), encoding: .utf8)
    let source = try String(
      contentsOf: Self.package.appending(path: "Tests/OffscreenTests/Documentation/ArticleExamples.swift"),
      encoding: .utf8)
    let sourceLines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(blocks.count >= 3)
    for block in blocks {
      let wanted = Self.lines(block.dropLast())
      let isThere = sourceLines.indices.contains { start in
        start + wanted.count <= sourceLines.count
          && Self.lines(sourceLines[start..<(start + wanted.count)].joined(separator: "\n")[...]) == wanted
      }
      #expect(isThere, "not in ArticleExamples.swift:\n\(block)")
    }
  }

  @Test func firstPicture() async throws {
    let folder = try TemporaryFolder()
    try folder.write("<title>P</title><h1>One</h1><p id=text>x", to: "p.html")
    let pictures = try await ArticleExamples.firstPicture(folder: folder.url.path, address: folder.url.path + "/p.html")
    #expect(pictures.map(\.width) == [800, 800, 800, 1600, 320, 784, 64, 64])
    #expect(folder.contents("hello.png").map { [UInt8]($0) } == pictures[0].data)
    #expect(try ArticleExamples.thumbnail().width == 320)
  }

  @Test func pagesThatWereRecorded() async throws {
    let folder = try TemporaryFolder()
    func record(_ address: String, _ body: String) -> String {
      let block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n\(body)"
      return "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: \(address)\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        + "Content-Length: \(block.utf8.count)\r\n\r\n\(block)\r\n\r\n"
    }
    let links =
      "<title>Then</title><img src=gone.png><a id=there href=/b>b</a><a id=gone href=http://127.0.0.1:1/>c</a>"
    let file = try folder.write(
      record("https://example.com/", links) + record("https://example.com/b", "<title>Next</title>"), to: "site.warc")
    let page = try await ArticleExamples.archive(file.path)
    #expect(page.title == "Then" && page.address == "https://example.com/")
    let picture = try await page.snapshot()
    #expect(picture.warnings.contains { $0.contains("gone.png") && $0.contains("is not in the archive") })
    // Links lead to what is in the archive, and nowhere else.
    let error = await #expect(throws: WebPageError.self) { try await page.follow(link: "#gone") }
    #expect("\(String(describing: error))".contains("is not in the archive"))
    try await page.follow(link: "#there")
    #expect(page.title == "Next")
  }

  @Test func oneSite() async throws {
    let folder = try TemporaryFolder()
    try folder.write("<a class=next href=next.html>n</a><iframe src=../x.html></iframe>", to: "site/index.html")
    try folder.write("<title>Next</title>", to: "site/next.html")
    let page = ArticleExamples.policy(folder: folder.url.path + "/site")
    try await ArticleExamples.oneSite(page, site: "file://" + folder.url.path + "/site")
    #expect(page.title == "Next")
    let delegate = ArticleExamples.OneSite(prefix: "https://")
    page.delegate = delegate
    await #expect(throws: WebPageError.self) { try await page.load(html: "x") }
  }

  @Test func threeMoments() async throws {
    let page = WebPage.forTests()
    let pictures = try await ArticleExamples.rightMoment(page)
    #expect(Set(pictures.map(\.data)).count == 3)
    await ArticleExamples.events(ArticleExamples.failing())
  }

  @Test func talkingWithScripts() async throws {
    let page = WebPage.forTests()
    #expect(try await ArticleExamples.asking(page) == ["1 + 2", "[1, 2]", "3"])
    #expect(try await ArticleExamples.messages(page) == "6")
    let (reader, caller) = (ArticleExamples.Reader(), ArticleExamples.Caller())
    (page.scriptDelegate, page.delegate) = (reader, caller)
    try await page.load(html: "<form action='app:send'></form><p id=n></p><script>n.textContent = prompt('?')</script>")
    try await ArticleExamples.submitting(page)
    #expect(
      try await page.evaluateJavaScript("[n.textContent, confirm('Continue?'), isPicture]") == #"["Ada",true,true]"#)
    await ArticleExamples.console(page)
  }

  @Test func pagesAhead() async throws {
    let folder = try TemporaryFolder()
    try folder.write("<p>one", to: "1.html")
    try folder.write("<p>two", to: "2.html")
    let pictures = try await ArticleExamples.leafing(folder: folder.url.path, ["1.html", "2.html"])
    #expect(pictures.map(\.width) == [1280, 1280])
    #expect(try await ArticleExamples.budget([.html("<p>one"), .html("<p>two")]).width == 400)
    let letters = ArticleExamples.Letters(["Dear Bob", "Dear Eve"])
    let deck = PageDeck(letters)
    try await ArticleExamples.becoming(deck)
    let picture = try await ArticleExamples.writing(letters, deck)
    #expect(try ArticleExamples.expected(letters).first == picture.data)
  }

  @Test func forms() async throws {
    let server = try await TestServer { request in
      .init(
        headers: ["Content-Type": "text/html"],
        body: "<title>\(request.method) \(request.path) \(request.body.count)</title>")
    }
    let page = WebPage.forTests()
    try await ArticleExamples.form(page, site: server.address(""))
    #expect(page.title == "POST /search 10")
  }

  @Test func theDoormansAnswer() async throws {
    let wanted = "Basic " + Data("reader:secret".utf8).base64EncodedString()
    let server = try await TestServer { request in
      request.headers["authorization"] == wanted
        ? .init(headers: ["Content-Type": "text/html"], body: "<title>In</title>")
        : .init(status: 401, headers: ["WWW-Authenticate": "Basic realm=x"])
    }
    let page = WebPage.forTests()
    let doorman = ArticleExamples.Doorman()
    page.delegate = doorman
    try await page.load(.address(server.address("/")))
    #expect(page.title == "In")
  }
}
