import Foundation
import Offscreen
import TestSupport
import Testing

/// Pages whose boxes were recorded in Chromium: `Tests/LayoutCases/FOLDER/NAME.html` with `NAME.txt`.
/// A new case is a new page, recorded by `record-with-chromium.py`. Every box must be in the record, and the reverse.
@Suite struct LayoutCaseTests {
  static let folder = Suites.projectRoot.appending(path: "Tests/LayoutCases")

  static let cases: [String] = {
    guard let names = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    return names.compactMap { ($0 as? String).flatMap { $0.hasSuffix(".html") ? String($0.dropLast(5)) : nil } }
      .sorted()
  }()

  /// Cases that are known to fail: `Tests/Conformance/layout-cases.txt`, a name and a reason a line.
  static let knownFailures: Set<String> = {
    let file = Suites.projectRoot.appending(path: "Tests/Conformance/layout-cases.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return Set(
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: " ").first.map(String.init)
      })
  }()

  struct Box: Decodable {
    var path: String
    var tag: String
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var numbers: [Double] { [x, y, width, height] }
  }
  struct Inspection: Decodable { var elements: [Box] }

  @Test func thereAreCases() { #expect(!Self.cases.isEmpty) }

  @Test(arguments: cases) func boxes(_ name: String) throws {
    let page = Self.folder.appending(path: name + ".html")
    let expected = try String(contentsOf: Self.folder.appending(path: name + ".txt"), encoding: .utf8)
    var options = PageOptions()
    options.viewport = Viewport(width: 800, height: 600)
    let result = try LargeStackThread.run { [options] in try PageRenderer().inspect(page.path, options: options) }
    let inspection = try JSONDecoder().decode(Inspection.self, from: Data(result.json.utf8))
    if Self.knownFailures.contains(name) {
      withKnownIssue { try compare(inspection, with: expected) }
    } else {
      try compare(inspection, with: expected)
    }
  }

  private func compare(_ inspection: Inspection, with expected: String) throws {
    var extra = Dictionary(uniqueKeysWithValues: inspection.elements.map { ($0.path, $0) })
    for line in expected.split(separator: "\n") {
      let parts = line.split(separator: " ")
      let numbers = parts.dropFirst(2).compactMap { Double($0) }
      try #require(parts.count == 6 && numbers.count == 4)
      let box = extra.removeValue(forKey: String(parts[0]))
      let got = box.map(description)
      let isEqual = box.map { zip($0.numbers, numbers).allSatisfy { abs($0 - $1) < 0.02 } } ?? false
      #expect(isEqual, "expected \(line), got \(got ?? "no box")")
    }
    for box in extra.values.sorted(by: { $0.path < $1.path }) {
      Issue.record("expected no box, got \(description(box))")
    }
  }

  private func description(_ box: Box) -> String {
    "\(box.path) \(box.tag) " + box.numbers.map { "\($0)" }.joined(separator: " ")
  }
}
