import OffscreenDOM
import Testing

@testable import OffscreenCSS
@testable import OffscreenStyle

/// Which random numbers are the same. https://drafts.csswg.org/css-values-5/#random-caching
struct RandomNumberTests {
  /// The values of properties of all elements in the body that are named `i`.
  private func values(_ declarations: String, _ properties: [String]) -> [[String]] {
    let page = Page(
      "<style>i { position: absolute; --a: random(0, 1000); \(declarations) }</style><i></i><i></i><i></i>")
    var result: [[String]] = []
    var node = page.document.documentElement
    while !node.isNone {
      if page.document.isHTML(node, .i), let style = page.styled.style(of: node) {
        result.append(properties.map { ComputedText(style).value($0) ?? "" })
      }
      node = page.document.next(node, within: page.document.documentElement)
    }
    return result
  }

  private func random(_ key: String) -> String { "random(\(key)0px, 1000px)" }

  private static let properties = ["width", "height", "margin-top", "margin-right"]

  /// `elements`: whether elements have the same; `properties`: whether those of an element are the same, and `values`
  /// those in one value.
  @Test(arguments: [
    ("", false, false, false), ("auto, ", false, false, false), ("--k, ", true, true, true),
    ("element-scoped, ", false, true, true), ("property-scoped, ", true, false, true),
    ("property-index-scoped, ", true, false, false), ("--k element-scoped, ", false, true, true),
    ("property-scoped --k, ", true, false, true), ("element-scoped property-scoped, ", false, false, true),
    ("fixed 0.25, ", true, true, true),
  ])
  func shared(key: String, elements: Bool, properties: Bool, values: Bool) throws {
    let one = random(key)
    let found = self.values("width: \(one); height: \(one); margin: \(one) \(one)", Self.properties)
    try #require(found.count == 3)
    #expect(Set(found).count == (elements ? 1 : 3), "\(found)")
    #expect((found[0][0] == found[0][1]) == properties, "\(found)")
    #expect((found[0][2] == found[0][3]) == values, "\(found)")
    #expect(found == self.values("width: \(one); height: \(one); margin: \(one) \(one)", Self.properties))
  }

  /// Whatever rule they stand in.
  @Test func rulesDoNotCount() {
    let value = random("property-index-scoped, ")
    let one = values("width: \(value)", ["width"])
    let other = values("color: red; height: random(1px, 2px) } i:nth-child(n) { width: \(value)", ["width"])
    #expect(one == other)
  }

  /// Each of two uses of a custom property asks anew.
  @Test func substitutedInEachProperty() throws {
    let found = values("width: calc(1px * var(--a)); height: calc(1px * var(--a))", ["width", "height"])
    #expect(Set(found.flatMap { $0 }).count == 6)
  }

  @Test func areNearTheWholeRange() {
    let key = { (number: Int) in RandomKey(text: "ua-width-\(number)", isOfElement: true) }
    let numbers = (0..<1_000).map { key($0 % 10).number(of: UInt64($0)) }
    #expect(numbers.allSatisfy { (0..<1).contains($0) })
    let tenths = Dictionary(grouping: numbers) { Int($0 * 10) }.mapValues(\.count)
    #expect(tenths.count == 10 && tenths.values.allSatisfy { (60...140).contains($0) }, "\(tenths)")
  }
}
