import Testing

@testable import OffscreenText

@Suite struct WordCacheTests {
  private struct Random: RandomNumberGenerator {
    var state: UInt64 = 7
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 31
    }
  }

  /// Words from the cache give the very glyphs that shaping the whole gives.
  @Test(arguments: [
    "serif", "sans-serif", "monospace", "Noto Sans", "DejaVu Sans", "DejaVu Sans Mono", "Gelasio",
    "Carlito", "Caladea", "Comic Neue", "WenQuanYi Micro Hei", "Noto Sans Math",
  ])
  func cachedEqualsWhole(_ family: String) throws {
    let fonts = try bundledFonts()
    var random = Random()
    let pieces =
      ["A", "V", "T", "o", ".", ",", " ", " ", "  ", "W", "fi", "ffl", "y", "-", "1", "7", "“", "”"]
      + ["é", "—", "L", "'", "(", ")", "P", "r", "To", "Av", "\u{A0}", "/", "…", "ж", "Ω"]
    var wrong = 0
    for round in 0..<1500 {
      var text = ""
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      if round % 100 == 0 { text = String(repeating: text, count: 8) }
      let bytes = Array(text.utf8)
      let asked = request(
        family, 10 + Double(round % 13) * 1.37, weight: round % 3 == 0 ? 700 : 400,
        italic: round % 5 == 0)
      for item in fonts.items(text, asked) {
        let cached = fonts.shape(item, in: bytes)
        let whole = bytes.withUnsafeBufferPointer {
          fonts.shape(item, in: $0, range: item.range, usesWordCache: false)
        }
        let same =
          cached.glyphs.count == whole.glyphs.count
          && zip(cached.glyphs, whole.glyphs).allSatisfy {
            $0.id == $1.id && $0.cluster == $1.cluster && abs($0.advance - $1.advance) < 0.001
              && abs($0.xOffset - $1.xOffset) < 0.001
          }
        if !same {
          wrong += 1
          if wrong < 4 { Issue.record("\(family) \(text.debugDescription)\n\(cached)\n\(whole)") }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test func partsOfItems() throws {
    let fonts = try bundledFonts()
    let text = Array("one two three".utf8)
    let item = try #require(fonts.items("one two three", request("serif")).first)
    let part = fonts.shape(item, in: text, range: 4..<7)
    #expect(part.glyphs.map(\.cluster) == [4, 5, 6])
    let beyond = fonts.shape(item, in: text, range: 8..<99)
    #expect(beyond.range == 8..<13)
    #expect(fonts.shape(item, in: [], range: 0..<4).glyphs.isEmpty)
  }
}
