import Foundation
import Offscreen
import Testing

/// `content-visibility: auto`; the heights are Chromium's.
struct SkippedContentsTests {
  private struct Inspection: Decodable {
    struct Element: Decodable {
      var tag: String
      var y: Double
      var height: Double
    }
    var elements: [Element]
  }

  /// Of the sections of a page in a viewport of 800x600: near is what begins above 1500.
  private func heights(_ body: String, _ change: (inout PageOptions) -> Void = { _ in }) throws -> [Double] {
    let file = FileManager.default.temporaryDirectory.appending(path: "offscreen-skipped-\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    let style = "section { content-visibility: auto; contain-intrinsic-size: 1px auto 500px }"
    try "<!DOCTYPE html><style>\(style)</style><body style='margin:0'>\(body)"
      .write(to: file, atomically: true, encoding: .utf8)
    var options = PageOptions()
    options.viewport = Viewport(width: 800, height: 600)
    change(&options)
    let result = try LargeStackThread.run { [options] in try PageRenderer().inspect(file.path, options: options) }
    let inspection = try JSONDecoder().decode(Inspection.self, from: Data(result.json.utf8))
    return inspection.elements.filter { $0.tag == "section" }.map(\.height)
  }

  private let page = """
    <section><div style='height:700px'></div></section><section><div style='height:799px'></div></section>
    <section><div style='height:20px'></div></section><section><div style='height:20px'></div></section>
    """

  @Test func farContentsAreSkipped() throws {
    #expect(try heights(page) == [700, 799, 20, 500])
    #expect(try heights(page) { $0.fullPage = true } == [700, 799, 20, 500])
    #expect(
      try heights("<section style='margin-top:1500px;padding:5px'><div style='height:20px'></div></section>") == [510])
    #expect(
      try heights("<section style='margin-top:1499px;padding:5px'><div style='height:20px'></div></section>") == [30])
  }

  @Test func whatIsScrolledToIsThere() throws {
    #expect(try heights(page) { $0.scroll = PagePoint(x: 0, y: 100) } == [700, 799, 20, 20])
    #expect(
      try heights(page) { $0.region = .rect(PageRect(x: 0, y: 1500, width: 10, height: 10)) } == [700, 799, 20, 20])
  }
}
