import OffscreenCSS
import OffscreenGeometry
import Testing

@testable import OffscreenLayout

/// Rectangles as Chromium 156 gives them with the same fonts.
@Suite struct VerticalLineTests {
  private func big() -> Piece { span({ $0.font.size = 24 }, .text("big")) }

  @Test func verticalRightToLeft() throws {
    let fixture = try InlineFixture(
      { $0.text.writingMode = .verticalRL },
      [.text("Hello "), big(), .text(" "), .text("日本語"), .text(" text that wraps around")])
    let dump = fixture.dump(200)
    #expect(dump.contains("line 18 0 27 178.2"))
    #expect(dump.contains(" 'Hello ' 24 0 17 39.55"))
    #expect(dump.contains("  'big' 19 39.55 26 30.67"))
    #expect(dump.contains(" 'wraps around' 1 0 17 86.64"))
  }

  @Test func verticalLeftToRight() throws {
    let bordered = Piece.inline(
      {
        $0.border.width = Sides(3)
        $0.border.style = Sides(.solid)
        $0.box.padding = Sides(.length(2))
      }, [.text("日本語")])
    let fixture = try InlineFixture(
      { $0.text.writingMode = .verticalLR },
      [.text("Hello "), big(), .text(" "), bordered, .text(" text that wraps around")])
    let dump = fixture.dump(200)
    #expect(dump.contains(" 'Hello ' 6 0 17 39.55"))
    #expect(dump.contains(" box 1 74.22 27 58"))
    #expect(dump.contains("  '日本語' 6 79.22 17 48"))
    #expect(dump.contains(" 'wraps around' 28 0 17 86.64"))
  }

  @Test func sidewaysLeftToRight() throws {
    let fixture = try InlineFixture(
      { $0.text.writingMode = .sidewaysLR }, [.text("Hello "), big(), .text(" text that wraps around the line")])
    let dump = fixture.dump(200)
    #expect(dump.contains(" 'Hello ' 7 160.45 17 39.55"))
    #expect(dump.contains("  'big' 0 129.78 26 30.67"))
    #expect(dump.contains(" 'around the line' 27 104.03 17 95.97"))
  }

  @Test func uprightLettersAreAsHighAsLines() throws {
    let fixture = try InlineFixture(
      {
        $0.text.writingMode = .verticalRL; $0.text.orientation = .upright
      }, [.text("Hello")])
    #expect(fixture.dump(200) == ["line 0 0 18 85", " 'Hello' 1 0 17 85"])
  }

  @Test func atomicInlinesAreCentred() throws {
    let fixture = try InlineFixture(
      {
        $0.text.writingMode = .verticalRL; $0.font.lineHeight = .length(30)
      },
      [.text("a"), inlineBlock(20, 30), .text("b"), span({ $0.box.verticalAlign = .super }, .text("c"))])
    #expect(
      fixture.dump(200) == [
        "line 0 0 36.33 52.22", " 'a' 7 0 17 7.11", " atomic 5 7.11 20 30", " 'b' 7 37.11 17 8",
        " box 13.33 45.11 17 7.11", "  'c' 13.33 45.11 17 7.11",
      ])
  }
}
