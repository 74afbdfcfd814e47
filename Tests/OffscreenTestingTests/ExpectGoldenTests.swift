import Offscreen
import OffscreenTesting
import Testing

/// The library as its users call it; the goldens are beside this file.
@Suite struct ExpectGoldenTests {
  @Test func card() async throws {
    let page: GoldenPage = """
      <body style="margin: 12px; font: 16px sans-serif">
      <div style="padding: 12px; border: 1px solid #ccd; border-radius: 8px; background: #f6f8ff">Hello, <b>golden</b></div>
      """
    let result = try await expectGolden(page, "card", viewport: "240x80")
    #expect(result.name == "ExpectGoldenTests/card.card")
  }

  @Test(arguments: ["light", "dark"], [1.0, 2.0])
  func everyCaseHasItsOwn(_ theme: String, _ scale: Double) async throws {
    var options = GoldenOptions()
    options.page.viewport = Viewport(width: 60, height: 30)
    options.page.scale = scale
    let result = try await expectGolden(
      "<body style='background: \(theme == "dark" ? "#223" : "#eef")'>", "theme", options: options)
    let picture = result.path.split(separator: "/").last.map(String.init) ?? ""
    #expect(picture.hasPrefix("everyCaseHasItsOwn.theme.\(theme)."))
    #expect(picture.contains(scale == 1 ? ".1-0-" : ".2-0-"))
  }

  @Test func resultsPrintWell() async throws {
    let result = try await golden("<body style='background: #eef'>", "plain", viewport: "20x10")
    #expect(result.isMatch)
    #expect(String(describingForTest: result).hasPrefix("golden ExpectGoldenTests/resultsPrintWell.plain: "))
  }

  /// The failure is recorded as an issue that says what is wrong.
  @Test func aDifferenceIsAnIssue() async throws {
    _ = try await golden("<body style='background: #eef'>", viewport: "20x10")
    try await withKnownIssue {
      _ = try await expectGolden("<body style='background: #eee'>", viewport: "20x10")
    } matching: { issue in
      "\(issue)".contains("200 of 200 pixels differ")
    }
  }

  /// The golden is that of the test, beside the test's file, wherever the call stands.
  @Test func aFunctionMayBeShared() async throws {
    let result = try await sharedGolden("<body style='background: #fee'>")
    #expect(result.name == "ExpectGoldenTests/aFunctionMayBeShared.shared")
    #expect(
      result.path.hasSuffix("/OffscreenTestingTests/__Snapshots__/ExpectGoldenTests/aFunctionMayBeShared.shared.png"))
  }

  /// A failure is shown where the test says.
  @Test func aFailureHasItsPlace() async throws {
    let place = SourceLocation(fileID: "Mine/Card.swift", filePath: "/mine/Card.swift", line: 7, column: 3)
    _ = try await golden("<body style='background: #efe'>", "place", viewport: "20x10")
    try await withKnownIssue {
      _ = try await expectGolden("<body style='background: #eee'>", "place", viewport: "20x10", sourceLocation: place)
    } matching: { issue in
      issue.sourceLocation == place
    }
  }

  @Test func aViewportMustBeOne() async {
    await #expect(throws: GoldenError.self) { try await golden("x", viewport: "wide") }
  }
}
