import OffscreenDOM
import Testing

@testable import OffscreenCSS

@Suite struct SelectorParserTests {
  private func parse(_ text: String, parent: String? = nil) -> SelectorList? {
    var context = SelectorContext(names: NameTable())
    if let parent { context.parent = SelectorParser(context).styleRuleSelectors(TokenCursor(parent)) }
    return SelectorParser(context).styleRuleSelectors(TokenCursor(text))
  }

  @Test func specificity() {
    for (text, ids, classes, types) in [
      ("*", 0, 0, 0), ("li", 0, 0, 1), ("ul ol+li", 0, 0, 3), ("h1 + *[rel=up]", 0, 1, 1),
      ("ul ol li.red", 0, 1, 3), ("li.red.level", 0, 2, 1), ("#x34y", 1, 0, 0), ("#s12:not(foo)", 1, 0, 1),
      (".foo :is(.bar, #baz)", 1, 1, 0), (":where(#a, .b) c", 0, 0, 1), ("a::before", 0, 0, 2),
      (":nth-child(2n)", 0, 1, 0), (":nth-child(even of li, .item)", 0, 2, 0), ("a:hover", 0, 1, 1),
      (":has(#a, b)", 1, 0, 0), (":is()", 0, 0, 0), ("p:first-line", 0, 0, 2), (":lang(en)", 0, 1, 0),
      ("[a][b=c]", 0, 2, 0), (":not(:is(a, b c, .d))", 0, 1, 0),
    ] {
      let expected = Specificity(ids: ids, classes: classes, types: types)
      #expect(parse(text)?.selectors.first?.specificity == expected, "\(text)")
    }
    #expect(Specificity(classes: 5000) < Specificity(ids: 1))
  }

  @Test func nesting() {
    for (text, parent, classes, types) in [
      ("& b", ".a", 1, 1), ("b", ".a", 1, 1), ("> b", ".a", 1, 1), ("b &", ".a", 1, 1), ("&.c", ".a, #x d", 1, 0),
      (":not(&)", ".a", 1, 0), ("& &", ".a", 2, 0), (":is(b, &)", ".a", 1, 0),
    ] {
      let selector = parse(text, parent: parent)?.selectors.first
      #expect(selector?.specificity.classes == classes || parent.contains("#"), "\(text)")
      if !parent.contains("#") { #expect(selector?.specificity.types == types, "\(text)") }
    }
    #expect(parse("&.c", parent: ".a, #x d")?.selectors.first?.specificity == Specificity(ids: 1, classes: 1, types: 1))
    #expect(parse("> b") == nil)
    #expect(parse("& b")?.selectors.count == 1)
  }

  /// Pages could make as many lists, each as long as the parent's.
  @Test func nestingSelectorsShareTheirList() throws {
    for (text, parent) in [("&, &", "a, b::before"), ("&:has(&), :has(&)", "a, :is(b:has(c))")] {
      let lists = try #require(parse(text, parent: parent)).selectors.map { selector in
        selector.tables?.lists.flatMap { [$0] + $0.selectors.flatMap { $0.tables?.lists ?? [] } } ?? []
      }
      let (one, other) = (try #require(lists.first?.last), try #require(lists.last?.last))
      #expect(one === other && one.selectors.count == 1, "\(text)")
    }
  }

  @Test(.timeLimit(.minutes(1))) func selectorsThatDoubleAtEachLevelAreRead() {
    var context = SelectorContext(names: NameTable())
    for _ in 0..<60 { context.parent = SelectorParser(context).styleRuleSelectors(TokenCursor("& &")) }
    #expect(SelectorParser(context).styleRuleSelectors(TokenCursor("b:has(&)"))?.selectors.first?.containsHas == true)
  }

  @Test func oneInvalidSelectorSpoilsTheList() {
    #expect(parse("a, b:nope, c") == nil)
    #expect(parse("a, :is(b:nope, d), c")?.selectors.count == 3)
    #expect(parse("a, ::-webkit-nope")?.selectors.map(\.neverMatches) == [false, true])
  }

  @Test func pseudoElements() {
    #expect(parse("a::after")?.selectors.first?.pseudoElement == .after)
    #expect(parse("a:Before")?.selectors.first?.pseudoElement == .before)
    #expect(parse("::-webkit-input-placeholder")?.selectors.first?.pseudoElement == .placeholder)
    #expect(parse("a::before:hover") == nil)
  }

  @Test func namespaces() {
    let names = NameTable()
    func matches(_ sheet: String) -> Int {
      StyleSheet(sheet, names: names).rules.count
    }
    let start = "@namespace svg 'http://www.w3.org/2000/svg';"
    #expect(matches(start + "svg|a{} *|a{} |a{} svg|*{} [svg|x]{}") == 5)
    #expect(matches("svg|a{} [svg|x]{}") == 0)
    #expect(matches("p{}" + start + "svg|a{}") == 1)
  }

  /// Selectors as long or as deep as a page likes.
  @Test func hugeSelectors() {
    #expect(parse(String(repeating: "a ", count: 5000)) == nil)
    #expect(parse(String(repeating: "a,", count: 5000) + "b")?.selectors.count == 5001)
    _ = parse(String(repeating: ":not(", count: 1000) + "a" + String(repeating: ")", count: 1000))
    _ = parse(String(repeating: ":is(a,", count: 60) + "a" + String(repeating: ")", count: 60))
  }
}
