import Foundation
import OffscreenImages
import TestSupport
import Testing

@testable import Offscreen

/// Pictures and frames that are to be loaded when the page is scrolled near them: whatever of a page is shown, they
/// are there, and the page is as high as with them. What only scripts load (`data-src`) is left to scripts.
/// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#lazy-loading-attributes
struct LazyImageTests {
  private static let html = """
    <!doctype html><style>body { margin: 0 } p { margin: 0; height: 20000px } img, iframe { display: block }</style>
    <p></p><img id=a loading=lazy src=/a.svg>
    <picture><source srcset='/b.svg 2x' media='(min-width: 1px)'><img id=b loading=lazy src=/wrong.svg></picture>
    <img id=c loading=lazy srcset='/c.svg 100w' sizes=auto src=/wrong.svg style='width:50px;height:40px'>
    <iframe id=d loading=lazy src=/d.html style='border:0;width:30px;height:30px'></iframe>
    <img id=e data-src=/never.svg class=lazyload><noscript><img id=f src=/f.svg></noscript>
    """

  private func load() async throws -> (page: WebPage, server: TestServer) {
    let server = try await TestServer { request in
      request.path == "/d.html"
        ? .init(headers: ["Content-Type": "text/html"], body: "<body style='background:lime'>")
        : .init(
          headers: ["Content-Type": "image/svg+xml"],
          body:
            "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='80'><rect width='100' height='80' fill='lime'/></svg>"
        )
    }
    let page = WebPage.forTests()
    // What is for readers without scripts is part of the page.
    page.options.runsScripts = false
    try await page.load(html: Self.html, baseURL: URL(string: server.address("/")))
    return (page, server)
  }

  @Test func theyHaveTheirRoom() async throws {
    let (page, server) = try await load()
    let rects = try await page.elements(matching: "[id]").map { ($0.id, $0.rect.width, $0.rect.height) }
    #expect(rects.map(\.0) == ["a", "b", "c", "d", "e", "f"])
    #expect(rects.map(\.1) == [100, 50, 50, 30, 0, 100] && rects.map(\.2) == [80, 40, 40, 30, 0, 80])
    #expect(try await page.boxes().document.height == 20_270)
    #expect(Set(server.paths) == ["/a.svg", "/b.svg", "/c.svg", "/d.html", "/f.svg"])
  }

  /// Whatever part of the page is shown.
  @Test(arguments: [
    PictureRegion.fullPage, .element("#a"), .elements(["#a", "#d"]), .eachElement("[loading]"),
    .rect(PageRect(x: 0, y: 20_000, width: 100, height: 100)),
  ])
  func theyAreShown(_ region: PictureRegion) async throws {
    let (page, _) = try await load()
    let pictures = try await page.snapshots(SnapshotOptions(region: region))
    #expect(pictures.allSatisfy { $0.warnings.isEmpty })
    for picture in pictures {
      let bitmap = try ImageSource(bytes: picture.data).decode()
      #expect(bitmap.pixels.count { $0 == 0xFF00_FF00 } > 800)
    }
  }
}
