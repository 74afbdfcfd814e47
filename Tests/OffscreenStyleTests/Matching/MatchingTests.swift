import OffscreenCSS
import OffscreenDOM
import OffscreenHTML
import Testing

@testable import OffscreenStyle

@Suite struct MatchingTests {
  private func elements(_ document: Document) -> [NodeID] {
    var nodes: [NodeID] = []
    var node = document.next(.document, within: .document)
    while !node.isNone {
      if document.isElement(node) { nodes.append(node) }
      node = document.next(node, within: .document)
    }
    return nodes
  }

  /// A list with as many items as a page likes.
  private func longList(_ count: Int, _ names: NameTable = NameTable()) -> Document {
    let document = Document(names: names)
    let list = document.makeElement(Atom(.ul))
    document.link(list, into: .document)
    for index in 0..<count {
      let item = document.makeElement(
        Atom(.li), attributes: [Attribute(name: Atom(.class), value: "c\(index % 7)")])
      document.link(item, into: list)
    }
    return document
  }

  private func count(_ text: String, _ matcher: SelectorMatcher) -> Int {
    let parser = SelectorParser(SelectorContext(names: matcher.document.names))
    guard let list = parser.selectorList(TokenCursor(text)) else { return -1 }
    return elements(matcher.document).count { matcher.matches(list, $0) }
  }

  @Test func positionsAmongManySiblings() {
    let document = longList(10_000)
    for (selector, expected) in [
      (":nth-child(3n+1)", 3335), ("li:nth-last-child(2)", 1), ("li:nth-of-type(even)", 5000),
      (":nth-child(2n of .c3)", 714), ("li:last-of-type", 1), (".c0:first-child", 1), (":has(.c6)", 1),
      (":has(> .c8)", 0), (".c1 + .c2", 1429), ("li:not(:nth-child(n+11))", 10),
    ] {
      let matcher = SelectorMatcher(document)
      #expect(count(selector, matcher) == expected, "\(selector)")
      #expect(matcher.stepCount < 50_000, "\(selector)")
    }
  }

  /// What no sibling before an element is, none before the next one is but itself.
  @Test func siblingsThatAreNowhereAreLookedForOnce() {
    let document = longList(10_000)
    for (selector, expected) in [
      ("li ~ li ~ li ~ .nope ~ li", 0), ("li:not(li ~ .nope ~ li)", 10_000), (".c6 ~ li", 9993),
      ("li ~ .c3 ~ .c4 ~ li", 9995), (".nope ~ .c3 + .c4 ~ li", 0),
      (".c6 ~ .c0 ~ .c1", 1428),
    ] {
      let matcher = SelectorMatcher(document)
      #expect(count(selector, matcher) == expected, "\(selector)")
      #expect(matcher.stepCount < 200_000, "\(selector)")
    }
  }

  @Test(arguments: [
    ":is(li ~ .nope, li ~ .neither, li:has(~ .nope)) ~ li", ":has(~ li ~ .nope)",
  ])
  func workIsBounded(_ selector: String) {
    let matcher = SelectorMatcher(longList(5000), maximumSteps: 200_000)
    // What came before may stand; a negation must not come true because the work was given up.
    #expect(count(selector, matcher) < 1000)
    #expect(matcher.isExhausted)
    #expect(matcher.stepCount < 220_000)
    #expect(count("li", matcher) == 0)
  }

  /// The index must find exactly what trying every selector on every element finds.
  @Test(arguments: [QuirksMode.noQuirks, .quirks])
  func indexFindsAll(_ mode: QuirksMode) throws {
    let document = Document()
    document.quirksMode = mode
    let svg = document.makeElement(document.names.intern("linearGradient"), namespace: .svg)
    let names = ["a", "b", "A", "sec tion", "b a", "", "c"]
    let types: [KnownName] = [.div, .p, .span, .input, .a]
    var parents: [NodeID] = []
    let html = document.makeElement(Atom(.html))
    document.link(html, into: .document)
    parents.append(html)
    for index in 0..<300 {
      var attributes = [Attribute(name: Atom(.class), value: names[index * 7 % names.count])]
      if index % 3 == 0 { attributes.append(Attribute(name: Atom(.id), value: "n\(index % 5)")) }
      if index % 4 == 0 { attributes.append(Attribute(name: document.names.intern("data-x"), value: "\(index % 3)")) }
      if index % 5 == 0 { attributes.append(Attribute(name: Atom(.type), value: "Text")) }
      let element = document.makeElement(Atom(types[index % types.count]), attributes: attributes)
      document.link(element, into: parents[index * 31 % parents.count])
      if index % 2 == 0 { parents.append(element) }
    }
    document.link(svg, into: parents[3])

    let selectors = [
      "*", "div", "DIV p", ".a", ".A .b", "#n3", "#N3 > .a", "[data-x]", "[DATA-X='1'] span", "p.a#n0", ":root",
      ":is(.a, #n1, [type=text])", ":is(div, :root) > p", ":where(:is(.b))", ":not(.a)", "input:read-write",
      "linearGradient", "lineargradient", "svg|linearGradient", ".a::before", "div::after, .b::marker", "div:hover",
      "a .nope b", ".a ~ .b", ".a + [data-x]", ":nth-child(2n) .a", "div:has(> .a)", ".c :is(.a .b)", "*|*",
    ].joined(separator: "\n").split(separator: "\n").map(String.init)
    let sheet = StyleSheet(
      "@namespace svg 'http://www.w3.org/2000/svg';" + selectors.map { $0 + "{}" }.joined(), names: document.names)
    let lists = sheet.rules.compactMap { if case .style(let rule) = $0 { rule.selectors } else { nil } }
    #expect(lists.count == selectors.count)

    let matcher = SelectorMatcher(document)
    let index = RuleIndex(lists.enumerated().map { (selectors: $1, rule: Int32($0)) }, for: matcher)
    var filter = AncestorFilter()
    var total = 0
    var (contexts, places) = (MatchContexts(), Set<MatchContexts.Place>())
    func visit(_ element: NodeID, in parent: MatchContexts.Place) {
      var matches: [RuleIndex.Match] = []
      index.appendMatches(of: element, using: matcher, filter: filter, to: &matches)
      // By places it is the same.
      var placed: [RuleIndex.Match] = []
      let place = index.appendMatches(of: element, in: parent, &contexts, using: matcher, filter: filter, to: &placed)
      #expect(placed.map(\.rule) == matches.map(\.rule))
      #expect(placed.map(\.specificity) == matches.map(\.specificity))
      places.insert(place)
      var expected: [Int32] = []
      for (rule, list) in lists.enumerated() {
        for selector in list.selectors where SelectorMatcher(document).matches(selector, element) {
          expected.append(Int32(rule))
        }
      }
      #expect(matches.map(\.rule) == expected)
      total += matches.count
      filter.push(element, in: matcher)
      var child = document.firstChild(element)
      while !child.isNone {
        if document.isElement(child) { visit(child, in: place) }
        child = document.nextSibling(child)
      }
      filter.pop()
    }
    visit(html, in: MatchContexts.outside)
    #expect(total > 1000)
    #expect(places.count < document.nodeCount)
  }
}
