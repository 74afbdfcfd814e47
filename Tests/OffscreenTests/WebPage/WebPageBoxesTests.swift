import Foundation
import Testing

@testable import Offscreen

/// Where elements are, as values.
struct WebPageBoxesTests {
  private static let html = """
    <!doctype html><html lang=en><body style='margin:0;width:150px'>
    <p id=one class='lead  big' data-long='\(String(repeating: "x", count: 300))' style='margin:0;height:20.5px'>Some <b>bold</b> words
    <p class=big style='margin:0;height:300px;transform:translateX(10px)'><i style='display:none'>x</i>
    """

  @Test func elementsAreValues() async throws {
    let page = WebPage.forTests()
    await #expect(throws: WebPageError.self) { try await page.elements() }
    try await page.load(html: Self.html)
    let all = try await page.elements()
    #expect(all.map(\.tag) == ["html", "body", "p", "b", "p"])
    #expect(all.map(\.path) == ["0", "0/1", "0/1/0", "0/1/0/0", "0/1/1"])
    let first = try #require(all.first { $0.id == "one" })
    #expect(first.rect == PageRect(x: 0, y: 0, width: 150, height: 20.5))
    #expect(
      first.classes == ["lead", "big"] && first.text == "Some words" && first[attribute: "data-long"]?.count == 300)
    #expect(first.description == "p#one.lead.big at 0.0,0.0,150.0,20.5")
    #expect(all[0][attribute: "lang"] == "en" && all[1].id == nil && all[1].classes.isEmpty)
    #expect(all[4].rect == PageRect(x: 10, y: 20.5, width: 150, height: 300), "transforms count")
  }

  @Test func aSelectorChoosesThem() async throws {
    let page = WebPage.forTests()
    try await page.load(html: Self.html)
    #expect(try await page.elements(matching: "p.big").map(\.path) == ["0/1/0", "0/1/1"])
    #expect(try await page.elements(matching: "i, u").isEmpty, "what has no box is nowhere")
    let error = await #expect(throws: WebPageError.self) { try await page.elements(matching: "p[") }
    #expect(error?.description == "'p[' is not a valid selector")
  }

  @Test func theDocumentsSize() async throws {
    let page = WebPage.forTests()
    try await page.load(html: Self.html)
    let boxes = try await page.boxes(matching: "b")
    #expect(boxes.document == PageSize(width: 200, height: 320.5) && boxes.document.description == "200x320.5")
    #expect(boxes.viewport == Viewport(width: 200, height: 100) && boxes.elements.map(\.tag) == ["b"])
  }

  /// Fixed boxes are where scrolling leaves them.
  @Test func scrolling() async throws {
    let page = WebPage.forTests()
    try await page.load(html: "<body style='margin:0;height:500px'><p style='position:fixed;top:5px;margin:0'>x")
    #expect(try await page.elements(matching: "p").map(\.rect.y) == [5])
    page.scrollPosition = PagePoint(x: 0, y: 100)
    #expect(try await page.elements(matching: "p").map(\.rect.y) == [105])
  }

  @Test func theJSONIsMadeOfTheSameValues() async throws {
    struct Told: Decodable {
      struct Element: Decodable {
        var path: String
        var tag: String
        var x: Double
        var height: Double
        var attributes: [String: String]?
        var text: String?
      }
      var document: PageSize
      var elements: [Element]
    }
    let page = WebPage.forTests()
    try await page.load(html: Self.html)
    let boxes = try await page.boxes()
    let told = try JSONDecoder().decode(Told.self, from: Data(boxes.json.utf8))
    #expect(told.document == boxes.document && told.elements.map(\.path) == boxes.elements.map(\.path))
    #expect(zip(told.elements, boxes.elements).allSatisfy { abs($0.x - $1.rect.x) <= 0.00005 })
    #expect(told.elements[2].attributes == ["id": "one", "class": "lead  big"], "long values tell nobody anything")
    let file = FileManager.default.temporaryDirectory.appending(path: "offscreen-boxes-\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    try Self.html.write(to: file, atomically: true, encoding: .utf8)
    let options = page.options
    let inspected = try LargeStackThread.run { try PageRenderer().inspect(file.path, options: options).json }
    #expect(inspected == boxes.json)
    let captured = try LargeStackThread.run { try PageRenderer().capture(.address(file.path), options: options) }
    #expect(captured.boxes == boxes && captured.inspection == boxes.json)
  }
}
