import Testing

@testable import OffscreenCSS

/// Values of anchor positioning as Chromium spells them: declared, and computed.
struct AnchorTests {
  @Test(
    arguments: [
      ("left", "anchor(left --a)", "anchor(--a left)"),
      ("left", "anchor(LEFT, calc(1px + 2px))", "anchor(left, calc(3px))"),
      ("left", "anchor(calc(20% + 10%))", "anchor(calc(30%))"),
      ("left", "calc(anchor(left) + 10px)", "calc(10px + anchor(left))"),
      ("left", "anchor(--b left, anchor(right))", "anchor(--b left, anchor(right))"),
      ("left", "anchor-size(width)", "anchor-size(width)"),
      ("width", "anchor-size()", "anchor-size()"),
      ("width", "calc(anchor-size(width)*2)", "calc(2 * anchor-size(width))"),
      ("margin-left", "anchor-size(--a)", "anchor-size(--a)"),
      ("position-area", "top left", "left top"),
      ("position-area", "inline-start block-start", "block-start inline-start"),
      ("position-area", "left span-all", "left"),
      ("position-area", "start span-all", "start span-all"),
      ("position-area", "end end", "end"),
      ("position-try-fallbacks", "flip-block --a, top left", "--a flip-block, left top"),
      ("position-visibility", "no-overflow anchors-visible", "anchors-visible no-overflow"),
      ("anchor-name", "--A, --b", "--A, --b"), ("anchor-scope", "ALL", "all"),
    ])
  func specified(name: String, value: String, text: String) {
    #expect(PropertyTable.specifiedText(name, value) == text)
  }

  @Test(
    arguments: [
      ("left", "anchor(implicit left)"), ("left", "anchor(left, auto)"), ("left", "anchor()"), ("left", "anchor(--a)"),
      ("width", "anchor(left)"), ("margin-left", "anchor(left)"), ("padding-left", "anchor-size(width)"),
      ("position-area", "left start"), ("position-area", "left right"), ("position-area", "x-self-start"),
      ("position-try-fallbacks", "left flip-block"), ("position-try-fallbacks", "flip-x flip-x"),
      ("position-visibility", "anchors-valid"), ("anchor-name", "a"), ("anchor-name", "all"),
    ])
  func invalid(name: String, value: String) {
    #expect(PropertyTable.specifiedText(name, value) == nil)
  }

  @Test(
    arguments: [
      ("block-start inline-start", "start"), ("start span-all", "block-start"),
      ("self-block-start", "self-block-start"),
      ("span-self-inline-start center", "center span-self-start"), ("span-top center", "center span-top"),
    ])
  func computedArea(value: String, text: String) throws {
    var cursor = TokenCursor(value)
    let area = try #require(PositionArea.parse(&cursor))
    #expect(area.text(in: ComputedText(.initial)) == text)
  }
}
