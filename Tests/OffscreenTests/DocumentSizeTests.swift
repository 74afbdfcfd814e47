import Foundation
import Offscreen
import Testing

/// How large a document is: what can be scrolled to. The sizes are Chromium's, in a viewport of 1280x800.
struct DocumentSizeTests {
  private struct Inspection: Decodable {
    struct Document: Decodable, Equatable {
      var width: Double
      var height: Double
    }
    var document: Document
  }

  private func size(_ body: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "offscreen-size-\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    try "<!doctype html><body style='margin:0'>\(body)".write(to: file, atomically: true, encoding: .utf8)
    let result = try LargeStackThread.run { try PageRenderer().inspect(file.path, options: PageOptions()) }
    let document = try JSONDecoder().decode(Inspection.self, from: Data(result.json.utf8)).document
    return "\(Int(document.width))x\(Int(document.height))"
  }

  @Test(arguments: [
    ("<div style='position:absolute;top:2000px;height:0;width:10px'></div>", "1280x800"),
    ("<div style='position:absolute;top:2000px;height:10px;width:0'></div>", "1280x800"),
    ("<div style='height:100px'><div style='height:2000px;width:0'></div></div>", "1280x800"),
    (
      "<div style='position:relative;height:100px'><div style='position:absolute;top:2000px;'><div style='height:0'></div></div></div>",
      "1280x800"
    ),
    ("<div style='position:absolute;left:3000px;top:10px;height:10px;width:0'></div>", "1280x800"),
    (
      "<div style='height:100px'><span style='position:relative;top:2000px'></span>x<br><span style='position:relative;top:3000px'><img width=0 height=10></span></div>",
      "1280x800"
    ),
  ])
  func nothingIsNowhere(_ body: String, _ expected: String) throws {
    #expect(try size(body) == expected)
  }

  @Test(arguments: [
    ("<div style='height:100px'><div style='margin-top:2000px;height:0;overflow:hidden'></div></div>", "1280x2100"),
    ("<div style='height:100px'><div style='padding-top:2000px;'><div></div></div></div>", "1280x2000"),
    (
      "<div style='position:absolute;top:2000px;height:0;width:10px'><div style='position:absolute;width:5px;height:5px'></div></div>",
      "1280x2005"
    ),
  ])
  func whatHasAnAreaCounts(_ body: String, _ expected: String) throws {
    #expect(try size(body) == expected)
  }
}
