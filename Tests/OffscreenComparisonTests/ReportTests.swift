import Foundation
import OffscreenDOM
import OffscreenHTML
import OffscreenImages
import TestSupport
import Testing
@testable import OffscreenComparison

@Suite struct ReportTests {
  private func comparison(names: [String] = ["a.png"], in folder: TemporaryFolder) throws -> Comparison {
    for name in names {
      try folder.write("old/" + name, TestPicture.png(fingerprint: "cairo=1.16.0"))
      let changed = [PixelBox(x: 3, y: 4, width: 2, height: 2), PixelBox(x: 40, y: 30, width: 10, height: 5)]
      try folder.write("new/" + name, TestPicture.png(black: changed, fingerprint: "cairo=1.18.0"))
    }
    try folder.write("old/same.png", TestPicture.png())
    try folder.write("new/same.png", TestPicture.png())
    return try Comparison(expected: folder.path + "/old", actual: folder.path + "/new", options: ComparisonOptions())
  }

  /// Names of files may hold anything but a slash.
  private let hostileName = "a&b <script>alert(1)</script> \"q\" é\u{1}.png".replacingOccurrences(of: "/", with: "_")

  @Test func junitIsXML() throws {
    let folder = try TemporaryFolder()
    try folder.write("old/broken.png", "x")
    try folder.write("new/broken.png", "x")
    let xml = JUnitReport.xml(try comparison(names: ["a.png", hostileName], in: folder))
    // FoundationXML cannot be imported beside libxml2's headers: our own reader is strict too.
    let parsed = XMLDocumentParser.parse(bytes: Array(xml.utf8))
    #expect(parsed.diagnostics.isEmpty, "\(parsed.diagnostics)")
    let document = parsed.document
    var elements: [String: [[String: String]]] = [:]
    var node = document.next(.document, within: .document)
    while !node.isNone {
      if document.isElement(node) {
        let attributes = document.attributes(node).map { (document.names.spelling(of: $0.name), $0.value) }
        elements[document.names.spelling(of: document.name(node)), default: []].append(
          Dictionary(attributes) { first, _ in first })
      }
      node = document.next(node, within: .document)
    }
    #expect(elements.mapValues(\.count) == ["testsuites": 1, "testsuite": 1, "testcase": 4, "failure": 2, "error": 1])
    let suite = try #require(elements["testsuite"]?.first)
    #expect(suite["tests"] == "4" && suite["failures"] == "2" && suite["errors"] == "1")
    #expect(elements["testcase"]?.contains { $0["name"]?.contains("<script>") == true } == true)
  }

  @Test func ndjsonIsAnObjectALine() throws {
    struct Line: Decodable {
      var name: String
      var status: String
      var differingPixels: Int?
      var regions: [[String: Int]]?
      var fingerprint: [[String: String]]?
    }
    let folder = try TemporaryFolder()
    let text = NDJSONReport.lines(try comparison(in: folder))
    let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(lines.map(\.name) == ["a.png", "same.png"] && lines.map(\.status) == ["different", "same"])
    #expect(lines[0].differingPixels == 54)
    #expect(lines[0].regions?.first == ["x": 3, "y": 4, "width": 2, "height": 2, "differingPixels": 4])
    #expect(lines[0].fingerprint == [["name": "cairo", "expected": "1.16.0", "actual": "1.18.0"]])
  }

  @Test func htmlHoldsEverything() throws {
    let folder = try TemporaryFolder()
    let comparison = try comparison(names: ["a.png", hostileName], in: folder)
    let html = String(decoding: HTMLReport.html(comparison, options: ComparisonOptions()), as: UTF8.self)
    #expect(!html.contains("{{DATA}}") && !html.contains("<script>alert"))
    // Nothing is fetched: every address in it is a data: URL.
    #expect(!html.contains("http://") && !html.contains("https://") && !html.contains("src=\""))
    #expect(html.components(separatedBy: "data:image/png;base64,").count - 1 == 6)
    #expect(html.contains("cairo: 1.16.0 became 1.18.0"))
  }

  /// What a reader sees: the page in a real browser, in every mode.
  @Test(.needs("Chromium", Chromium.path != nil), arguments: ["side", "swipe", "flicker", "heat"])
  func htmlInABrowser(_ mode: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("old/a.json", TestPicture.boxes())
    try folder.write("new/a.json", TestPicture.boxes(headingY: 4))
    let comparison = try comparison(in: folder)
    try ReportFolder(folder.path + "/report").write(comparison, options: ComparisonOptions())
    let page = "file://\(folder.path)/report/index.html#mode=\(mode)"
    let document = try Chromium.run(["--dump-dom", page], in: folder)
    #expect(document.contains("data-ready=\"true\"") && document.contains("data-mode=\"\(mode)\""))
    #expect(document.contains("54 of 2400 pixels differ") && document.contains("Not made alike"))
    #expect(document.contains("<code>h1</code>"))
    let pictures = ["side": 3, "swipe": 2, "flicker": 2, "heat": 1][mode]
    #expect(document.components(separatedBy: "<img src=\"data:image/png").count - 1 == pictures)

    let screenshot = folder.path + "/screen.png"
    _ = try Chromium.run(["--screenshot=\(screenshot)", "--window-size=1200,800", page], in: folder)
    let picture = try ImageSource(bytes: Array(Data(contentsOf: URL(filePath: screenshot)))).decode()
    // The outlines of the two regions; in the heat the differences in red.
    #expect(picture.pixels.count { $0 == 0xFFE6_007A } > 40)
    #expect((picture.pixels.count { $0 == 0xFFFF_0000 } > 20) == (mode == "heat" || mode == "side"))
  }

  /// What is checked in the report is what the command takes over.
  @Test(.needs("Chromium", Chromium.path != nil))
  func theReportMakesAList() throws {
    let folder = try TemporaryFolder()
    let comparison = try comparison(names: ["a.png", hostileName], in: folder)
    try ReportFolder(folder.path + "/report").write(comparison, options: ComparisonOptions())
    let document = try Chromium.run(["--dump-dom", "file://\(folder.path)/report/index.html#approve"], in: folder)
    #expect(document.contains("2 of 2 approved") && document.contains("changed (painted)") == false)
    let start = try #require(document.range(of: "data:text/plain;charset=utf-8,"))
    let encoded = document[start.upperBound...].prefix { $0 != "\"" }
    let list = try #require(String(encoded).removingPercentEncoding)
    #expect(list.hasPrefix("# offscreen diff \(folder.path)/old \(folder.path)/new --accept --list approved.txt\n"))
    let acceptance = try Acceptance(comparison, only: AcceptanceList(Array(list.utf8), source: "list"))
    #expect(Set(acceptance.accepted) == ["a.png", hostileName])
  }
}

/// Debian's Chromium, without a window.
enum Chromium {
  static let path = [
    "/usr/bin/chromium", "/usr/bin/chromium-headless-shell", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Standard output.
  static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path ?? "")
    process.arguments =
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=300",
        "--user-data-dir=\(folder.path)/profile",
      ]
      + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
