@testable import OffscreenTesting
import Testing

@Suite struct GoldenFileTests {
  private func path(_ test: String, _ name: String? = nil, _ arguments: [String] = [], at explicit: String? = nil)
    -> String
  {
    GoldenFile(
      testFile: "/p/Tests/CardTests.swift", testName: test, name: name, arguments: arguments, explicit: explicit,
      environment: ["GOLDEN_FAILURES": "/f"]
    ).path
  }

  @Test func besideTheTest() {
    #expect(path("card()") == "/p/Tests/__Snapshots__/CardTests/card.png")
    #expect(path("card(_:)", "wide") == "/p/Tests/__Snapshots__/CardTests/card.wide.png")
    #expect(path("card(_:size:)", "wide", ["dark", "2"]) == "/p/Tests/__Snapshots__/CardTests/card.wide.dark.2.png")
    // A test's name may be any text, between backticks.
    #expect(path("`cards (wide) fit`()").hasPrefix("/p/Tests/__Snapshots__/CardTests/cards-wide-fit-"))
    #expect(path("`card`()") == "/p/Tests/__Snapshots__/CardTests/card.png")
    #expect(path("card()", at: "../pages/card.png") == "/p/Tests/../pages/card.png")
    #expect(path("card()", at: "/q/card.png") == "/q/card.png")
  }

  /// Whatever the arguments are: one file each, and none outside.
  @Test func namesStayApart() {
    let names = [
      "a b", "a-b", "a/b", "a  b", "../../etc", "", "é", "ü", "中", String(repeating: "x", count: 70),
      String(repeating: "x", count: 71), ".", "a.b",
    ]
    let paths = names.map { path("t(_:)", nil, [$0]) }
    #expect(Set(paths).count == names.count)
    #expect(
      paths.allSatisfy { $0.hasPrefix("/p/Tests/__Snapshots__/CardTests/t.") && $0.split(separator: "/").count == 5 })
    #expect(paths.allSatisfy { $0.utf8.count < 160 })
  }

  @Test func failuresAreInOneFolder() {
    let file = GoldenFile(
      testFile: "/p/Tests/CardTests.swift", testName: "card()", name: "x", arguments: [], explicit: nil,
      environment: ["GOLDEN_FAILURES": "/f"])
    #expect(file.failures == "/f/CardTests/card.x" && file.name == "CardTests/card.x" && file.folder == "/p/Tests")
    let usual = GoldenFile(
      testFile: #filePath, testName: "card()", name: nil, arguments: [], explicit: nil, environment: [:])
    #expect(usual.failures.hasSuffix("/.build/golden-failures/GoldenFileTests/card"))
  }
}
