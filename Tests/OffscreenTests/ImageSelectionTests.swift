import Foundation
import Offscreen
import TestSupport
import Testing

/// Which of several pictures an `img` shows. The answers are Chromium's, but for `sizes=auto`, where
/// Chromium goes on with a larger picture that it has begun to load before.
@Suite struct ImageSelectionTests {
  private let folder: TemporaryFolder
  private static let renderer = PageRendering()

  /// One renderer is enough; it stays on one thread.
  private struct PageRendering {
    func inspect(_ path: String, _ options: PageOptions) throws -> (size: [Double], used: [String]) {
      try LargeStackThread.run {
        let renderer = try PageRenderer(fonts: Suites.projectRoot.appending(path: "Fonts").path)
        let capture = try renderer.capture(.address(path), options: options)
        let answer = try JSONSerialization.jsonObject(with: Data(capture.inspection.utf8)) as? [String: Any]
        let elements = answer?["elements"] as? [[String: Any]] ?? []
        let picture = elements.first { $0["tag"] as? String == "img" }
        let rendering = try renderer.render(path, options: options, outputs: [PictureOutput(path: "x.png")])
        let used = rendering.resources.compactMap { URL(string: $0.url)?.lastPathComponent }.filter {
          $0.hasSuffix("png")
        }
        return ([picture?["width"] as? Double ?? -1, picture?["height"] as? Double ?? -1], used)
      }
    }
  }

  init() throws {
    folder = try TemporaryFolder()
    // Three pictures of 100 by 50, 200 by 100 and 400 by 200 pixels.
    for (name, width) in [("a", 100), ("b", 200), ("c", 400)] {
      let data = try LargeStackThread.run {
        var options = PageOptions()
        options.viewport = Viewport(width: width, height: width / 2)
        let renderer = try PageRenderer(fonts: Suites.projectRoot.appending(path: "Fonts").path)
        return try renderer.capture(.html("<body style='background: teal'>"), options: options).picture.data
      }
      try Data(data).write(to: folder.url.appending(path: "\(name).png"))
    }
  }

  /// The picture that a page uses, and its size, in a viewport of 800 by 600.
  private func choice(_ markup: String, scale: Double = 1) throws -> String {
    try folder.write("<!doctype html>" + markup, to: "page.html")
    var options = PageOptions()
    options.viewport = Viewport(width: 800, height: 600)
    options.scale = scale
    let found = try Self.renderer.inspect(folder.url.appending(path: "page.html").path, options)
    // No other is loaded.
    #expect(found.used.count <= 1, "\(found.used)")
    return "\(found.used.first ?? "none") \(found.size[0])x\(found.size[1])"
  }

  private static let widths = "a.png 100w, b.png 200w, c.png 400w"

  @Test(arguments: [
    ("<img srcset='\(widths)' sizes=100px>", "a.png 100.0x50.0"),
    ("<img srcset='\(widths)' sizes=150px>", "b.png 150.0x75.0"),
    ("<img srcset='\(widths)' sizes='(min-width: 500px) 25vw, 20px'>", "b.png 200.0x100.0"),
    ("<img srcset='\(widths)'>", "c.png 800.0x400.0"),
    ("<img srcset='\(widths)' src=b.png sizes=90px>", "a.png 90.0x45.0"),
    ("<img srcset='a.png, b.png 2x'>", "a.png 100.0x50.0"),
    ("<img srcset='b.png 2x' src=a.png>", "a.png 100.0x50.0"),
    ("<img srcset='b.png' src=a.png>", "b.png 200.0x100.0"),
    ("<img srcset='a.png 1.5x, b.png .5x'>", "a.png \(100 / 1.5)x\(50 / 1.5)"),
    ("<img srcset='a.png 1.x, b.png 2x'>", "b.png 100.0x50.0"),
    ("<img srcset='a.png 100w 1x, b.png 2x (, 3x) 4x, c.png'>", "c.png 400.0x200.0"),
  ]) func fromASet(_ markup: String, _ expected: String) throws {
    let found = try choice(markup)
    #expect(rounded(found) == rounded(expected))
  }

  /// Lengths in layout are sixty-fourths.
  private func rounded(_ text: String) -> String {
    text.split(separator: " ").map { part in
      part.split(separator: "x").map { Double($0).map { "\(($0 * 10).rounded())" } ?? String($0) }.joined(
        separator: "x")
    }.joined(separator: " ")
  }

  @Test(arguments: [
    (1.0, "a.png"), (1.3, "a.png"), (1.5, "b.png"), (2, "b.png"), (2.5, "b.png"), (3, "c.png"), (8, "c.png"),
  ])
  func byTheDevicesScale(_ scale: Double, _ expected: String) throws {
    let found = try choice("<img srcset='a.png 1x, b.png 2x, c.png 4x' width=100>", scale: scale)
    #expect(found == "\(expected) 100.0x50.0")
    let background = try choice(
      "<div style='width: 9px; height: 9px; background: image-set(url(a.png) 1x, url(b.png) 2x, url(c.png) 4x)'>",
      scale: scale)
    // The next denser one, as its specification says for those.
    let next = scale <= 1 ? "a.png" : scale <= 2 ? "b.png" : "c.png"
    #expect(background.hasPrefix(next))
  }

  @Test(arguments: [
    (
      "<source media='(min-width: 9999px)' srcset=c.png><source media='(min-width: 1px)' srcset='b.png 2x'>",
      "b.png 100.0x50.0"
    ),
    ("<source type=image/x-nothing srcset=c.png><source type='IMAGE/PNG; x=y' srcset=b.png>", "b.png 200.0x100.0"),
    ("<source srcset=''><source srcset='b.png' width=40 height=30>", "b.png 40.0x30.0"),
    ("<source srcset='b.png' height=30>", "b.png 60.0x30.0"),
    ("<div><source srcset=c.png></div>", "a.png 100.0x50.0"),
    ("<source media=print srcset=c.png>", "a.png 100.0x50.0"),
    ("<source srcset='c.png 400w, b.png 200w' sizes='(width: 800px) 200px'>", "b.png 200.0x100.0"),
  ]) func fromAPicture(_ sources: String, _ expected: String) throws {
    #expect(try choice("<picture>\(sources)<img src=a.png></picture>") == expected)
    #expect(try choice("<picture><img src=a.png>\(sources)</picture>") == "a.png 100.0x50.0")
  }

  @Test(arguments: [
    ("<img loading=lazy sizes=auto srcset='\(widths)' style='width: 180px; height: auto'>", "b.png 180.0x150.0"),
    (
      "<div style='width: 90px'><img loading=lazy sizes='AUTO, 400px' srcset='\(widths)' style='width: 100%'></div>",
      "a.png 90.0x150.0"
    ),
    ("<img loading=lazy sizes='auto' srcset='\(widths)'>", "c.png 300.0x150.0"),
    ("<img sizes='auto, 100px' srcset='\(widths)'>", "a.png 300.0x150.0"),
  ]) func byItsPlaceOnThePage(_ markup: String, _ expected: String) throws {
    #expect(try choice(markup) == expected)
  }
}
