import Foundation
import TestSupport
import Testing

/// Warnings name the limit that was reached, and its value.
@Suite(.needsProgram)
struct LimitCommandTests {
  private static let picture =
    #"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>"#

  /// A page that reaches a limit, and what is said of it.
  static let cases: [(limit: String, page: String, message: String)] = [
    (
      "elements=10", String(repeating: "<p>x", count: 50),
      "the document has too many elements: the rest is left out: the limit elements is 10"
    ),
    (
      "boxes=20", String(repeating: "<p>x", count: 50),
      "the page has too many boxes: the rest is left out: the limit boxes is 20"
    ),
    ("commands=5", String(repeating: "<p style='background:red'>x", count: 50), "the limit commands is 5"),
    (
      "styleSheets=3", String(repeating: "<style>p { color: red }</style>", count: 5),
      "the page has too many style sheets: the rest is left out: the limit styleSheets is 3"
    ),
    ("frames=2", String(repeating: "<iframe srcdoc=x></iframe>", count: 4), "the limit frames is 2"),
    ("picturePixels=100000", "<p>x", ""),
    ("fileBytes=1000", "<link rel=stylesheet href=large.css>", "large.css: larger than the limit fileBytes, 1000"),
    ("pageBytes=1000", "<link rel=stylesheet href=large.css>", "the page exceeds its limit pageBytes, 1000"),
    ("requests=2", "<img src=a.png><img src=b.png>", "the page exceeds its limit requests, 2"),
    ("imagePixels=500", "<img src=photo.png>", "30x20 pixels, is not shown: the limit imagePixels is 500"),
    ("decodedPixels=500", "<img src=photo.png>", "the limit decodedPixels is 500"),
  ]

  private func folder(_ page: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(page, to: "page.html")
    try folder.write(String(repeating: "a { color: red }\n", count: 200), to: "large.css")
    try folder.write("<body style='margin:0;background:teal'>", to: "photo.html")
    return folder
  }

  @Test(arguments: cases.map(\.limit)) func whatIsCutShortIsTold(limit: String) throws {
    let (_, page, message) = try #require(Self.cases.first { $0.limit == limit })
    let folder = try folder(page)
    let full = limit.hasPrefix("picturePixels") ? "--full-page --viewport 100x100" : ""
    let expected = full.isEmpty ? message : "the limit picturePixels is 100000"
    if !full.isEmpty { try folder.write("<p style='height:5000px'>", to: "page.html") }
    let result = try folder.shell(
      """
      offscreen render photo.html -o photo.png --viewport 30x20
      offscreen render page.html -o usual.png \(full)
      offscreen render page.html -o page.png \(full) --limit \(limit)
      """)
    #expect(result.status == 0, "\(result.error)")
    let lines = result.error.split(separator: "\n").filter { $0.contains(expected) }
    #expect(lines.count == 1, "\(result.error)")
  }

  @Test func requestsNameLimitsToo() throws {
    let folder = try folder(String(repeating: "<p>x", count: 50))
    let page = folder.url.path + "/page.html"
    let requests = [
      #"{"id": 1, "input": "\#(page)", "limits": {"elements": 10}}"#, #"{"id": 2, "input": "\#(page)"}"#,
      #"{"id": 3, "input": "\#(page)", "limits": {"elemens": 10}}"#,
      #"{"id": 4, "input": "\#(page)", "limits": {"elements": 0}}"#,
    ]
    try folder.write(requests.joined(separator: "\n") + "\n", to: "requests")
    let result = try folder.shell("offscreen worker < requests")
    let answers = result.output.split(separator: "\n")
    #expect(answers.count == 4)
    #expect(answers.first?.contains("the limit elements is 10") == true)
    #expect(answers.dropFirst().first?.contains("limit") == false)
    #expect(answers.dropFirst(2).allSatisfy { $0.contains("\"cause\":\"request\"") })
  }

  @Test func limitsAreListedAndChecked() throws {
    let folder = try TemporaryFolder()
    try folder.write("<p>x", to: "page.html")
    let list = try folder.shell("offscreen limits")
    for name in ["elements", "fileBytes", "picturePixels"] { #expect(list.output.contains(name)) }
    for wrong in ["elements", "elements=x", "elements=0", "elemens=1"] {
      #expect(try folder.shell("offscreen render page.html -o x.png --limit \(wrong)").status == 64)
    }
    #expect(try folder.shell("offscreen render page.html -o x.png --limit fileBytes=2M").status == 0)
    let full = try folder.shell("cat page.html | offscreen render - -o x.png --limit fileBytes=2")
    #expect(full.status == 1 && full.error.contains("larger than the limit fileBytes, 2"))
  }
}
