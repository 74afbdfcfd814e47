import Foundation
import Offscreen
import Testing

/// What `offscreen inspect --styles` says of elements that were laid out; the values are Chromium's.
struct UsedValueTests {
  private struct Inspection: Decodable {
    struct Element: Decodable {
      var tag: String
      var style: [String: String]
    }
    var elements: [Element]
  }

  /// Of the last `<p>` of a page that is 800 px wide.
  private func style(_ body: String) throws -> [String: String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "offscreen-used-\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    try "<!DOCTYPE html><body style='margin:0'>\(body)".write(to: file, atomically: true, encoding: .utf8)
    var options = PageOptions.unhurried
    options.viewport = Viewport(width: 800, height: 600)
    let result = try LargeStackThread.run { [options] in
      try PageRenderer().inspect(file.path, options: options, styles: true)
    }
    let inspection = try JSONDecoder().decode(Inspection.self, from: Data(result.json.utf8))
    return try #require(inspection.elements.last { $0.tag == "p" }).style
  }

  private func expect(_ body: String, _ expected: [String: String]) throws {
    let style = try style(body)
    for (name, value) in expected { #expect(style[name] == value, "\(name) in \(body)") }
  }

  @Test func sizes() throws {
    try expect(
      "<p style='width:50%;padding:10px;border:5px solid;height:30px'>",
      ["width": "400px", "height": "30px", "inline-size": "400px", "block-size": "30px"])
    try expect(
      "<p style='width:50%;padding:10px;border:5px solid;box-sizing:border-box'>",
      ["width": "400px", "height": "30px"])
    try expect("<p style='display:inline;width:5px'>x", ["width": "5px", "height": "auto"])
  }

  @Test func marginsAndPaddings() throws {
    try expect(
      "<p style='width:200px;margin:10% auto;padding-left:1%'>",
      ["margin-left": "296px", "margin-right": "296px", "margin-top": "80px", "padding-left": "8px"])
    try expect("<p style='width:200px;margin-left:auto'>", ["margin-left": "600px", "margin-right": "0px"])
  }

  @Test func insets() throws {
    try expect("<p style='top:5px'>", ["top": "5px", "bottom": "auto"])
    try expect(
      "<p style='position:relative;top:5px;right:10%'>",
      ["top": "5px", "bottom": "-5px", "right": "80px", "left": "-80px"])
    try expect(
      "<p style='position:absolute;margin:0;left:10%;width:100px;top:20px;height:30px'>",
      ["left": "80px", "right": "620px", "top": "20px", "bottom": "550px"])
  }

  @Test func transforms() throws {
    try expect(
      "<p style='width:100px;height:50px;transform:translate(10%, 10%);transform-origin:left'>",
      ["transform": "matrix(1, 0, 0, 1, 10, 5)", "transform-origin": "0px 25px", "perspective-origin": "50px 25px"])
  }

  @Test func minimumOfItems() throws {
    try expect("<div style='display:flex'><p>", ["min-width": "auto"])
    try expect("<div><p>", ["min-width": "0px"])
  }
}
