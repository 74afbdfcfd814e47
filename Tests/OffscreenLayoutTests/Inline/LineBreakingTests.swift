import OffscreenCSS
import OffscreenGeometry
import OffscreenText
import Testing

@testable import OffscreenLayout

@Suite struct LineBreakingTests {
  private func ahem(_ values: inout StyleValues) {
    values.font.families = [.named("Liberation Mono")]
    values.font.size = 10
    values.font.lineHeight = .length(10)
  }

  /// Characters of Liberation Mono at 10 px are 6.0009765625 px wide: 6 and a bit.
  private func texts(
    _ columns: Int, _ edit: @escaping Piece.Edit = { _ in }, _ pieces: Piece...
  ) throws -> [String] {
    let fixture = try InlineFixture(
      {
        ahem(&$0); edit(&$0)
      }, pieces)
    return fixture.texts(LayoutUnit(columns * 6 + 1))
  }

  @Test func breaksAtSpacesAndDropsThem() throws {
    #expect(try texts(7, { _ in }, .text("  aaa bbb ccc \n")) == ["aaa bbb", "ccc"])
  }

  @Test func breaksAcrossElements() throws {
    #expect(
      try texts(5, { _ in }, .text("aa "), span({ _ in }, .text("bb"), .text("cc ")), .text("dd")) == [
        "aa", "bbcc", "dd",
      ])
  }

  @Test func keepsAWordOverElementBoundaries() throws {
    #expect(try texts(3, { _ in }, .text("aa"), span({ _ in }, .text("bb")), .text(" cc")) == ["aabb", "cc"])
  }

  @Test func noWrap() throws {
    #expect(try texts(3, { $0.text.wrapMode = .nowrap }, .text("aa bb cc")) == ["aa bb cc"])
    #expect(
      try texts(5, { _ in }, .text("aa "), span({ $0.text.wrapMode = .nowrap }, .text("bb cc")), .text(" dd"))
        == ["aa", "bb cc", "dd"])
  }

  @Test func preservedSpacesHang() throws {
    #expect(
      try texts(4, { $0.text.whiteSpaceCollapse = .preserve }, .text("aaa   bb\n\ncc")) == ["aaa   ", "bb", "", "cc"])
  }

  @Test func breakSpaces() throws {
    #expect(try texts(4, { $0.text.whiteSpaceCollapse = .breakSpaces }, .text("aaa   bb")) == ["aaa ", "  bb"])
  }

  @Test func preservedBreaks() throws {
    #expect(
      try texts(20, { $0.text.whiteSpaceCollapse = .preserveBreaks }, .text(" aa  \n  bb \n\n cc ")) == [
        "aa", "bb", "", "cc",
      ])
  }

  @Test func overflowWrap() throws {
    #expect(
      try texts(4, { $0.text.overflowWrap = .anywhere }, .text("aa bbbbbbbbb cc")) == ["aa", "bbbb", "bbbb", "b cc"])
    #expect(try texts(4, { _ in }, .text("aa bbbbbbbbb cc")) == ["aa", "bbbbbbbbb", "cc"])
  }

  @Test func breakAll() throws {
    #expect(try texts(4, { $0.text.wordBreak = .breakAll }, .text("aa bbbbbbbbb")) == ["aa b", "bbbb", "bbbb"])
  }

  @Test func softHyphens() throws {
    #expect(try texts(5, { _ in }, .text("aaaa\u{AD}bbb")) == ["aaaa\u{AD}~", "bbb"])
    #expect(try texts(4, { _ in }, .text("aaa\u{AD}bbb\u{AD}c")) == ["aaa\u{AD}~", "bbb\u{AD}c"])
    #expect(try texts(4, { $0.text.hyphens = .none }, .text("aaa\u{AD}bbb")) == ["aaa\u{AD}bbb"])
    // A hyphen that is too much is better than a word that is.
    #expect(try texts(4, { _ in }, .text("aaaa\u{AD}bbb")) == ["aaaa\u{AD}~", "bbb"])
    #expect(try texts(4, { _ in }, .text("b aa\u{AD}bb")) == ["b", "aa\u{AD}bb"])
  }

  @Test func breakOpportunityElements() throws {
    #expect(try texts(3, { _ in }, .text("aaa"), .wordBreak, .text("bbb")) == ["aaa", "bbb"])
  }

  @Test func forcedBreaks() throws {
    #expect(try texts(9, { _ in }, .text("aa "), .lineBreak, .text(" bb"), .lineBreak) == ["aa", "bb"])
  }

  @Test func atomicInlinesMayBeSeparated() throws {
    #expect(
      try texts(5, { _ in }, .text("aa"), inlineBlock(12, 10), inlineBlock(12, 10), .text("bb")) == ["aa#", "#bb"])
  }

  @Test func ideographsBreakAnywhereAndLineFeedsAreSpaces() throws {
    let fixture = try InlineFixture(
      { $0.font.families = [.named("WenQuanYi Micro Hei")] }, [.text("中文\n中文ab")])
    #expect(fixture.texts(40) == ["中文", "中文", "ab"])
    #expect(fixture.intrinsicSizes().max > 64)
  }

  @Test func hyphensAtTheEndsOfElements() throws {
    #expect(
      try texts(5, { _ in }, .text("aaaa"), span({ _ in }, .text("\u{AD}")), .text("bbb")) == ["aaaa\u{AD}~", "bbb"])
    #expect(try texts(8, { _ in }, .text("aaaa"), span({ _ in }, .text("\u{AD}")), .text("bbb")) == ["aaaa\u{AD}bbb"])
  }

  @Test func atomicInlinesPartFromPunctuation() throws {
    #expect(try texts(2, { _ in }, inlineBlock(12, 10), .text(":")) == ["#", ":"])
    #expect(try texts(4, { _ in }, .text("("), inlineBlock(24, 10)) == ["(", "#"])
  }

  @Test func leadingFloatsKeepTheirPlaceWhereTheLineDoesNot() throws {
    let fixture = try InlineFixture(
      { ahem(&$0) },
      [
        .float(
          {
            $0.box.width = .value(.length(50)); $0.box.height = .value(.length(20))
          }, []),
        .text("aaaaaaaaaaaaa"),
      ])
    #expect(fixture.dump(100) == ["float 0 0 50 20", "line 0 20 78.02 10", " 'aaaaaaaaaaaaa' 0 19 78.02 11"])
  }

  @Test func clampsLines() throws {
    let fixture = try InlineFixture({ ahem(&$0) }, [.text("aaaa bbbb cccc dddd")])
    #expect(fixture.texts(60, clamp: 2) == ["aaaa bbbb", "cccc dddd"])
    #expect(fixture.texts(30, clamp: 2) == ["aaaa", "bbbb~"] || fixture.texts(30, clamp: 2) == ["aaaa", "bbb~"])
    // The other lines have places behind them.
    let result = fixture.lines(30, clamp: 2)
    #expect(result.items.count == 4 && result.lineCount == 2 && result.hidesLines && result.blockSize == 20)
  }

  @Test func emptyContentMakesNoLine() throws {
    let fixture = try InlineFixture({ _ in }, [.text("  \n "), span({ _ in }, .text(" "))])
    #expect(fixture.context.inlineContent(of: fixture.container).isEmpty)
    let result = fixture.lines(100)
    #expect(result.lineCount == 0)
    #expect(result.blockSize == .zero)
    let edged = try InlineFixture({ _ in }, [span({ $0.box.padding.left = .length(1) })])
    #expect(!edged.context.inlineContent(of: edged.container).isEmpty)
  }

  @Test func intrinsicSizes() throws {
    let fixture = try InlineFixture(
      { ahem(&$0) }, [.text("aa bbb "), inlineBlock(10, 10), .text(" cccc "), .lineBreak, .text("d")])
    let sizes = fixture.intrinsicSizes()
    #expect(sizes.min.rounded == 24)
    #expect(sizes.max.rounded == 82)
    // A line as wide as that has room for all.
    #expect(fixture.texts(sizes.max) == ["aa bbb # cccc", "d"])
  }
}
