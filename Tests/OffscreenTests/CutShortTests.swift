import Foundation
@testable import Offscreen
import Testing

/// Warnings name what is left out of a page.
struct CutShortTests {
  private func warnings(_ html: String) throws -> [String] {
    try LargeStackThread.run { try PageRenderer().capture(.html(html), options: PageOptions()).warnings }
  }

  @Test func rulesBeyondTheLimit() throws {
    let rules = String(repeating: "a{}", count: 100_001)
    #expect(try warnings("<style>\(rules)</style>").contains { $0.contains("more than 100000 rules") })
    #expect(try warnings("<style>a{}</style>").isEmpty)
  }

  @Test func rowsOfAGrid() throws {
    let html = "<div style='display:grid'><p style='grid-row:1/20000'>1</p></div>"
    #expect(try warnings(html).contains { $0.contains("more than 10000 rows") })
    #expect(try warnings("<div style='display:grid'><p style='grid-row:1/200'>1</p></div>").isEmpty)
  }

  @Test func columnsOfABox() throws {
    let html = "<div style='columns:2;column-fill:auto;height:1px'>\(String(repeating: "<p>1", count: 3_000))</div>"
    #expect(try warnings(html).contains { $0.contains("columns: the rest") })
  }

  @Test func pointsOfAPath() throws {
    let data = "M0 0" + String(repeating: "h1v1", count: 100_001)
    let page = "<div style=\"width:9px;height:9px;background:red;clip-path:path('\(data)')\"></div>"
    #expect(try warnings(page).contains { $0.contains("200000 points") })
  }

  @Test func primitivesOfAFilter() throws {
    func page(_ count: Int) -> String {
      "<svg><filter id=f>\(String(repeating: "<feOffset dx='1'/>", count: count))</filter></svg><p style='filter:url(#f)'>1"
    }
    #expect(try warnings(page(257)).contains { $0.contains("more than 256 primitives") })
    #expect(try warnings(page(3)).isEmpty)
  }

  @Test func planesInPerspective() throws {
    func page(_ depth: Int) -> String {
      String(repeating: "<div style='transform:perspective(9px) rotateX(9deg);opacity:.9'>", count: depth) + "1"
    }
    #expect(try warnings(page(7)).contains { $0.contains("perspective") && $0.contains("6 deep") })
    #expect(try warnings(page(6)).isEmpty)
  }
}
