import Testing

@testable import OffscreenLoading

@Suite struct PageArchiveTests {
  private let place = PageURL(filePath: Array("/tmp/page.mhtml".utf8))

  private func url(_ text: String) throws -> PageURL { try #require(PageURL(text)) }

  /// As browsers write them.
  private let browsers = """
    From: <Saved by Blink>
    Subject: =?utf-8?Q?T?=
    MIME-Version: 1.0
    Content-Type: multipart/related;
    \ttype="text/html";
    \tboundary="----MultipartBoundary--x----"


    ------MultipartBoundary--x----
    Content-Type: text/html
    Content-ID: <frame-1@mhtml.blink>
    Content-Transfer-Encoding: quoted-printable
    Content-Location: https://example.com/a/index.html

    <p title=3D"x">soft =
    line =C3=A4</p>
    ------MultipartBoundary--x----
    Content-Type: text/css; charset=utf-8
    Content-Location: cid:css-1@mhtml.blink

    p { color: red }
    ------MultipartBoundary--x----
    Content-Type: image/png
    Content-Transfer-Encoding: base64
    Content-Location: https://example.com/i.png

    iVBO
    Rw==
    ------MultipartBoundary--x------
    """

  @Test(arguments: ["\n", "\r\n"])
  func readsWhatBrowsersWrite(lineEnd: String) throws {
    let bytes = Array(browsers.replacing("\n", with: lineEnd).utf8)
    let archive = try #require(PageArchive(bytes, url: place))
    #expect(archive.root.finalURL.href == "https://example.com/a/index.html")
    #expect(archive.root.mimeType.isHTML)
    #expect(String(decoding: archive.root.bytes, as: UTF8.self) == "<p title=\"x\">soft line ä</p>")
    let sheet = try #require(try archive.resource(at: url("cid:css-1@mhtml.blink")))
    #expect(String(decoding: sheet.bytes, as: UTF8.self) == "p { color: red }")
    #expect(sheet.charset == "utf-8" && sheet.mimeType.essence == "text/css")
    let image = try #require(try archive.resource(at: url("https://example.com/i.png#f")))
    #expect(image.bytes == [0x89, 0x50, 0x4E, 0x47])
    #expect(try archive.resource(at: url("cid:frame-1@mhtml.blink")) != nil)
    #expect(try archive.resource(at: url("https://example.com/other")) == nil)
  }

  @Test func writesAndReadsAgain() throws {
    func part(_ address: String, _ bytes: [UInt8], _ type: String, final: String? = nil, charset: String? = nil) throws
      -> PageArchive.Part
    {
      .init(
        address: address,
        resource: Resource(
          bytes: bytes, mimeType: MIMEType(essence: type), charset: charset,
          finalURL: try #require(PageURL(final ?? address))))
    }
    let page = try part("http://h/", Array("<p>ü".utf8), "text/html", charset: "utf-8")
    let all = [UInt8](0...255) + [13, 10, 45, 45]
    let parts = [
      page, try part("http://h/a.bin", all, "image/png"),
      try part("http://h/a.css", [], "text/css", final: "http://g/b.css"),
    ]
    let bytes = PageArchive.encoded(
      page: page, title: "Ünïcode and a long title that needs several words", parts: parts)
    #expect(
      bytes == PageArchive.encoded(page: page, title: "Ünïcode and a long title that needs several words", parts: parts)
    )
    let archive = try #require(PageArchive(bytes, url: place))
    #expect(archive.root.bytes == page.resource.bytes && archive.root.charset == "utf-8")
    #expect(try archive.resource(at: url("http://h/a.bin"))?.bytes == all)
    let sheet = try #require(try archive.resource(at: url("http://h/a.css")))
    #expect(sheet.bytes.isEmpty && sheet.finalURL.href == "http://g/b.css")
    #expect(bytes.split(separator: 10).allSatisfy { $0.count <= 78 })
  }

  @Test func whatIsNoArchive() {
    for text in [
      "", "x", "Content-Type: text/html\n\n<p>", "Content-Type: multipart/related\n\nx",
      "Content-Type: multipart/related; boundary=b\n\n--b",
    ] {
      #expect(PageArchive(Array(text.utf8), url: place) == nil)
    }
    // Cut off anywhere, it is read as far as it goes.
    let bytes = Array(browsers.utf8)
    for count in stride(from: 0, to: bytes.count, by: 7) { _ = PageArchive(Array(bytes.prefix(count)), url: place) }
  }

  @Test func pagesInArchivesReadNothingElse() throws {
    let loader = ResourceLoader(policy: LoadPolicy(root: nil, network: .all))
    loader.use(try #require(PageArchive(Array(browsers.utf8), url: place)))
    for address in ["file:///etc/passwd", "http://127.0.0.1:1/", "https://example.com/none"] {
      let target = try url(address)
      guard case .failure(let error) = loader.load(target, as: .image, referrer: place) else {
        Issue.record("\(address) was loaded")
        continue
      }
      #expect(error.reason == .notInArchive)
    }
    let image = loader.load(try url("https://example.com/i.png"), as: .image, referrer: place)
    #expect((try? image.get())?.bytes.count == 4)
  }
}
