import OffscreenDOM
import Testing

@testable import OffscreenCSS

/// https://drafts.csswg.org/css-page-3/
@Suite struct PageRuleTests {
  private func rules(_ text: String) -> [PageRule] {
    StyleSheet(text, names: NameTable()).rules.compactMap { if case .page(let rule) = $0 { rule } else { nil } }
  }

  @Test func selectors() throws {
    #expect(rules("@page {}").map(\.selectors.count) == [0])
    let rule = try #require(rules("@page chapter:first:left, :blank , :right:right {}").first)
    #expect(rule.selectors.map(\.name) == ["chapter", nil, nil])
    #expect(rule.selectors.map(\.isFirst) == [true, false, false])
    #expect(rule.selectors.map(\.isBlank) == [false, true, false])
    #expect(rule.selectors.map(\.side) == [.left, nil, .right])
    for invalid in ["auto", ":last", "a b", "a :first", ":left:right", "a,", ":", "#a"] {
      #expect(rules("@page \(invalid) { margin: 0 }").isEmpty, "\(invalid)")
    }
  }

  @Test func matching() throws {
    let first = PageKind(name: "a", isFirst: true, side: .right)
    let blank = PageKind(isFirst: false, isBlank: true, side: .left)
    for (selector, ofFirst, ofBlank) in [
      ("", 0, 0), ("a", 10_000, nil), (":first", 100, nil), (":left", nil, 1), ("a:first:right", 10_101, nil),
      (":blank:left", nil, 101), ("a, :first, :blank", 10_000, 100), ("b", nil, nil),
    ] as [(String, Int?, Int?)] {
      let rule = try #require(rules("@page \(selector) {}").first)
      #expect(rule.specificity(for: first) == ofFirst, "\(selector)")
      #expect(rule.specificity(for: blank) == ofBlank, "\(selector)")
    }
  }

  @Test func marginBoxes() throws {
    let text = """
      @page { margin: 1cm; @top-center { content: 'a'; color: red } size: a5; @nowhere { content: 'b' }
      @BOTTOM-LEFT-CORNER { content: 'c' } @top-center; }
      """
    let rule = try #require(rules(text).first)
    #expect(rule.declarations.count == 2)
    #expect(rule.marginBoxes.map(\.box) == [.topCenter, .bottomLeftCorner])
    #expect(rule.marginBoxes.map(\.declarations.count) == [2, 1])
    #expect(PageMarginBox.allCases.count == 16)
  }

  @Test func sizes() {
    func size(_ text: String) -> PaperSize? {
      PaperSize.specified(TokenCursor(text), in: ParsingContext())?.computed(in: .initial)
    }
    let (short, long) = (210 * 96 / 25.4, 297 * 96 / 25.4)
    for (text, expected) in [
      ("auto", .auto(isLandscape: nil)), ("landscape", .auto(isLandscape: true)),
      ("a4", .lengths(width: short, height: long)), ("A4 landscape", .lengths(width: long, height: short)),
      ("portrait a4", .lengths(width: short, height: long)), ("letter", .lengths(width: 816, height: 1056)),
      ("100px", .lengths(width: 100, height: 100)), ("1in 2in", .lengths(width: 96, height: 192)),
    ] as [(String, PaperSize)] {
      #expect(size(text) == expected, "\(text)")
    }
    for invalid in ["", "a7", "a4 a4", "10", "10%", "-1px", "1px 2px 3px", "auto landscape", "a4 1px", "none"] {
      #expect(size(invalid) == nil, "\(invalid)")
    }
  }

  @Test func typesOfPages() {
    let block = DeclarationBlock("page: Wide; break-before: recto", in: ParsingContext())
    #expect(block.normal.late.count == 2)
    for invalid in ["a b", "'a'", "1", ""] {
      #expect(DeclarationBlock("page: \(invalid)", in: ParsingContext()).normal.isEmpty, "\(invalid)")
    }
  }

  /// Rules are in force under the conditions that they stand in.
  @Test func conditions() {
    let text = "@media print { @page { margin: 0 } } @media screen { @page :first {} } @layer a { @page b {} }"
    var media = MediaContext(width: 100, height: 100)
    media.type = .print
    var active = ActiveRules(media: media, supports: { _, _ in true })
    active.add(StyleSheet(text, names: NameTable()))
    #expect(active.pages.map { $0.rule.selectors.first?.name } == [nil, "b"])
  }
}
