import Testing

@testable import OffscreenText

@Suite struct RobustnessTests {
  /// Any bytes: items cover the text, clusters lie within, nothing traps.
  @Test func arbitraryBytes() throws {
    let fonts = try bundledFonts()
    var state: UInt64 = 99
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    let pieces: [[UInt8]] = [
      [0xFF], [0xC0, 0x80], [0xE2, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0],
      [0x0A], [0x0D], [0x09], [0x20], Array("שלום".utf8), Array("😀".utf8), Array("👨‍👩‍👧".utf8),
      Array("\u{301}".utf8), Array("\u{202E}".utf8), Array("\u{2067}".utf8), Array("ไทย".utf8),
      Array("\u{FFFC}".utf8), Array("क्ष".utf8), Array("한".utf8), Array("ab".utf8), [0xEF, 0xBF, 0xBE],
      Array("\u{E0001}\u{FE0F}".utf8), Array("(".utf8), Array("]".utf8), Array("\u{10FFFF}".utf8),
    ]
    let asked = [request("serif"), request("DejaVu Sans,monospace", 0), request("emoji", 9999)]
    for round in 0..<2000 {
      var text: [UInt8] = []
      for _ in 0..<random(24) {
        if random(3) == 0 { text.append(UInt8(random(256))) } else { text += pieces[random(pieces.count)] }
      }
      let middle = text.isEmpty ? 0 : random(text.count + 1)
      let spans = [
        TextSpan(range: 0..<middle, font: fonts.intern(asked[round % 3]), letterSpacing: 1),
        TextSpan(
          range: middle..<text.count, font: fonts.intern(asked[(round + 1) % 3]),
          orientation: round % 4 == 0 ? .mixed : .horizontal),
      ]
      let base: BaseDirection = [.leftToRight, .rightToLeft, .automatic][round % 3]
      for item in fonts.itemize(text, spans: spans, base: base) {
        let run = fonts.shape(item, in: text)
        #expect(run.glyphs.allSatisfy { item.range.contains(Int($0.cluster)) })
        #expect(run.width.isFinite)
      }
      let rules = [BreakRules(), BreakRules(wordBreak: .breakAll), BreakRules(strictness: .anywhere)]
      #expect(fonts.breakOpportunities(text, rules: rules[round % 3]).count == text.count + 1)
    }
  }

  @Test func strangeRequests() throws {
    let fonts = try bundledFonts()
    for size in [0, -1, 1e9, .nan, .infinity] as [Double] {
      let asked = FontRequest(
        families: [.named(""), .named("\u{0}"), .emoji], size: size, weight: size, stretch: size,
        slant: .oblique(size), features: [FontFeature(FontTag(""), .max)],
        variations: [FontVariation(FontTag("wght"), size)], language: "x-\u{FF}")
      let id = fonts.intern(asked)
      let metrics = fonts.metrics(fonts.primaryFont(id))
      #expect(metrics.ascent.isFinite && metrics.lineSpacing.isFinite)
      #expect(fonts.width("Hamburg 😀 中", asked).isFinite)
      _ = fonts.glyphBitmap(font: fonts.primaryFont(id), glyph: 40, subpixel: 9, scale: size)
      _ = fonts.glyphPath(font: fonts.primaryFont(id), glyph: 1 << 30)
    }
  }

  @Test func pageFonts() throws {
    let fonts = try bundledFonts()
    #expect(!fonts.addFontFace(bytes: [], family: "a"))
    #expect(!fonts.addFontFace(bytes: Array("wOF2 this is no font".utf8), family: "a"))
    #expect(!fonts.addFontFace(bytes: [UInt8](repeating: 0, count: 5000), family: "a"))
  }

  @Test func missingFolder() {
    #expect(throws: FontError.self) { try FontLibrary(fonts: "/nonexistent").sharedFonts() }
    #expect(throws: FontError.folderNotFound("/nonexistent")) {
      try FontLocation.folder("/nonexistent")
    }
    #expect(throws: Never.self) { try FontLocation.folder() }
  }
}
