import Foundation
import Offscreen
import Testing

struct PageLimitsTests {
  @Test func everyLimitHasAName() {
    let usual = PageLimits()
    // One entry for each property.
    #expect(PageLimits.entries.count == Mirror(reflecting: usual).children.count)
    for entry in PageLimits.entries {
      #expect(Mirror(reflecting: usual).children.contains { $0.label == entry.name })
      #expect(usual[entry.name].map(entry.range.contains) == true)
      var other = usual
      #expect(other.set(entry.name, to: entry.range.lowerBound) == nil)
      #expect(other[entry.name] == entry.range.lowerBound)
      #expect(other.set(entry.name, to: entry.range.lowerBound - 1) != nil)
    }
    var limits = usual
    #expect(limits.set("nothing", to: 1)?.contains("elements") == true)
    #expect(limits == usual)
  }

  /// The article's table is that of the program.
  @Test func theArticleTellsTheLimits() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: package.appending(path: "Sources/Offscreen/Offscreen.docc/Safety.md"), encoding: .utf8)
    for entry in PageLimits.entries {
      let value = PageLimits()[entry.name].map(String.init) ?? ""
      #expect(article.contains("| `\(entry.name)` | \(value) | \(entry.meaning) |"), "\(entry.name)")
    }
  }
}
