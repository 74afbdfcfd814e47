import OffscreenCSS
import OffscreenGeometry
import OffscreenText
import TestSupport
import Testing

@testable import OffscreenLayout

/// Rectangles as Chromium 156 gives them with the same fonts.
@Suite struct LineBoxTests {
  private func aligned(_ value: VerticalAlign, size: Float? = nil, _ text: String) -> Piece {
    .inline(
      {
        $0.box.verticalAlign = value
        if let size { $0.font.size = size }
      }, [.text(text)])
  }

  @Test func aLargerFontMovesTheBaseline() throws {
    let fixture = try InlineFixture([
      .text("Hello "), span({ $0.font.size = 24 }, .text("big")), .text(" world and more text that wraps"),
    ])
    #expect(
      fixture.dump(300) == [
        "line 0 0 273.72 27", " 'Hello ' 0 7 39.55 17", " box 39.55 0 30.67 26", "  'big' 39.55 0 30.67 26",
        " ' world and more text that wraps' 70.22 7 203.5 17",
      ])
  }

  @Test func verticalAlignment() throws {
    let fixture = try InlineFixture([
      .text("a"), aligned(.sub, "sub"), aligned(.super, "sup"), aligned(.middle, size: 30, "mid"),
      aligned(.top, size: 10, "top"), aligned(.bottom, size: 10, "bot"), aligned(.textTop, size: 10, "tt"),
      aligned(.textBottom, size: 10, "tb"), aligned(.raised(.length(5)), "len"),
      aligned(.raised(.percentage(50)), "pct"),
    ])
    let dump = fixture.dump(300).filter { !$0.hasPrefix(" box") }
    #expect(
      dump == [
        "line 0 0 176.25 36.33", " 'a' 0 9 7.11 17", "  'sub' 7.11 13.19 22.23 17", "  'sup' 29.34 2.67 22.23 17",
        "  'mid' 51.58 2.33 46.67 33", "  'top' 98.25 0 12.78 11", "  'bot' 111.03 25.33 12.78 11",
        "  'tt' 123.81 9 5.56 11", "  'tb' 129.38 15 7.78 11", "  'len' 137.16 4 19.55 17",
        "  'pct' 156.7 0 19.55 17",
      ])
  }

  @Test func inlineBlocks() throws {
    let fixture = try InlineFixture(
      { $0.font.lineHeight = .number(1.5) },
      [
        .text("x"), inlineBlock(20, 30), .text("y"), inlineBlock(20, 50) { $0.box.verticalAlign = .top },
        inlineBlock(20, 10) {
          $0.box.verticalAlign = .middle
          $0.box.margin = .init(.value(.length(3)))
        }, .atomic({ _ in }, [.text("ib")]),
        .atomic(
          {
            $0.box.overflowX = .hidden; $0.box.overflowY = .hidden
          }, [.text("oh")]),
      ])
    #expect(
      fixture.dump(300) == [
        "line 0 0 110.45 50", " 'x' 0 16 8 17", " atomic 8 0 20 30", " 'y' 28 16 8 17", " atomic 36 0 20 50",
        " atomic 59 21.33 20 10", " atomic 82 13 12.45 24", " atomic 94.45 6 16 24",
      ])
  }

  @Test func justified() throws {
    let fixture = try InlineFixture(
      { $0.text.align = .justify },
      [.text("The quick brown fox jumps over the lazy dog and then the dog jumps back over the fox.")])
    let dump = fixture.dump(300)
    #expect(dump.count == 4)
    #expect(dump.first == "line 0 0 300 18")
    #expect(dump.last?.hasSuffix(" 0 18 268.83 17") == true)
  }

  @Test func edgesStandOnTheFirstAndTheLastPart() throws {
    let fixture = try InlineFixture([
      .text("one "),
      .inline(
        {
          $0.box.padding = Sides(top: .length(2), right: .length(5), bottom: .length(2), left: .length(5))
          $0.border.width = Sides(3)
          $0.border.style = Sides(.solid)
          $0.box.margin = Sides(
            top: .zero, right: .value(.length(4)), bottom: .zero, left: .value(.length(4)))
        }, [.text("two three four five six seven eight nine ten")]), .text(" eleven"),
    ])
    #expect(
      fixture.dump(300) == [
        "line 0 0 289.27 18", " 'one ' 0 0 27.11 17", " box 31.11 -5 258.16 27",
        "  'two three four five six seven eight nine' 39.11 0 250.16 17", "line 0 18 77.3 18",
        " box 0 13 27.55 27", "  'ten' 0 18 19.55 17", " ' eleven' 31.55 18 45.75 17",
      ])
  }

  @Test func rightToLeft() throws {
    let fixture = try InlineFixture(
      { $0.text.direction = .rtl },
      [.text("abc "), span({ $0.box.padding.left = .length(7) }, .text("אבג דהו")), .text(" 123 def!")])
    let dump = fixture.dump(300)
    #expect(dump.contains(" 'abc' 277.8 0 22.2 17"))
    #expect(dump.contains(" box 219.2 0 54.59 17"))
    #expect(dump.contains("  'אבג דהו' 226.2 0 47.59 17"))
    #expect(dump.contains(" '!' 161.44 0 5.33 17"))
  }

  @Test func indentAndCentre() throws {
    let fixture = try InlineFixture(
      {
        $0.text.indent = .length(30); $0.text.align = .center
      },
      [.text("indent and centred text that goes on for lines")])
    #expect(
      fixture.dump(300) == [
        "line 39.92 0 250.14 18", " 'indent and centred text that goes on for' 39.92 0 250.14 17",
        "line 134.89 18 30.22 18", " 'lines' 134.89 18 30.22 17",
      ])
  }

  @Test func lineHeights() throws {
    let fixture = try InlineFixture(
      { $0.font.lineHeight = .length(10) },
      [.text("tight "), span({ $0.font.lineHeight = .length(40) }, .text("tall"))])
    #expect(
      fixture.dump(300) == [
        "line 0 0 53.78 40", " 'tight ' 0 11 33.34 17", " box 33.34 11 20.44 17", "  'tall' 33.34 11 20.44 17",
      ])
  }

  @Test func fallbackFontsCountWhereTheLineHeightIsNormal() throws {
    let fixture = try InlineFixture([.text("日本語 and عربى mixed fallback 中文")])
    let dump = fixture.dump(300)
    #expect(dump.first?.hasSuffix(" 34") == true)
  }

  @Test func tabs() throws {
    let fixture = try InlineFixture(
      {
        $0.text.whiteSpaceCollapse = .preserve; $0.text.wrapMode = .nowrap
      }, [.text("a\tb\tc\nde\tf")])
    #expect(
      fixture.dump(300) == [
        "line 0 0 71.11 18", " 'a' 0 0 7.11 17", " '\t' 7.11 0 24.89 17", " 'b' 32 0 8 17", " '\t' 40 0 24 17",
        " 'c' 64 0 7.11 17", "line 0 18 37.33 18", " 'de' 0 18 15.11 17", " '\t' 15.11 18 16.89 17",
        " 'f' 32 18 5.33 17",
      ])
  }

  @Test func quirksModeHasNoStrut() throws {
    let pieces: [Piece] = [inlineBlock(10, 8)]
    #expect(try InlineFixture(pieces).lines(100).blockSize == 18)
    #expect(try InlineFixture(pieces, quirks: true).lines(100).blockSize == 8)
  }

  @Test func firstLineStyle() throws {
    let fixture = try InlineFixture([.text("aaa bbb ccc")], firstLine: { $0.font.size = 32 })
    let dump = fixture.dump(100)
    #expect(dump.count == 4)
    #expect(dump[1].hasPrefix(" 'aaa bbb' 0 0 "))
    #expect(dump[3].hasPrefix(" 'ccc' 0 "))
    #expect(dump[3].hasSuffix(" 17"))
  }

  @Test func floatsBesideLines() throws {
    let fixture = try InlineFixture([
      .float(
        {
          $0.box.width = .value(.length(50)); $0.box.height = .value(.length(20))
        }, []),
      .text("aaaa bbbb"),
    ])
    #expect(
      fixture.dump(100) == [
        "float 0 0 50 20", "line 50 0 28.41 18", " 'aaaa' 50 0 28.41 17", "line 50 18 32 18", " 'bbbb' 50 18 32 17",
      ])
    let late = try InlineFixture([
      .text("aaaa "),
      .float(
        {
          $0.box.width = .value(.length(50)); $0.box.height = .value(.length(20))
        }, []),
      .text("bbbb"),
    ])
    #expect(late.dump(100).prefix(3) == ["float 0 0 50 20", "line 50 0 28.41 18", " 'aaaa' 50 0 28.41 17"])
  }

  @Test func ellipsis() throws {
    let fixture = try InlineFixture(
      {
        $0.text.wrapMode = .nowrap
        $0.box.textOverflow = .ellipsis
        $0.box.overflowX = .hidden
      }, [.text("aaaaaaaaaaaaaaaaaaaa")])
    #expect(fixture.texts(100) == ["aaaaaaaaaaa~"])
  }

  @Test func longParagraphsAreLinear() throws {
    let words = String(repeating: "lorem ipsum dolor ", count: 20_000)
    let fixture = try InlineFixture([.text(words)])
    var lineCount = 0
    let seconds = processorTime { lineCount = fixture.lines(600).lineCount }
    #expect(lineCount > 3000)
    #expect(seconds < 20)
  }
}
