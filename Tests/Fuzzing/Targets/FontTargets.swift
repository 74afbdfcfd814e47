import OffscreenText

extension FuzzTarget {
  static let fonts = [
    FuzzTarget("font", longestInput: 16_384, patience: 10, words: { Words.fontTables }) {
      let shared = try bundledFonts()
      let text = Array("Office AV ﬁ 12/34 שלום क्षि 한글 e\u{301} 👨‍👩‍👧 \u{F000}".utf8)
      return { bytes in
        let fonts = shared.separate()
        guard fonts.addFontFace(bytes: bytes, family: "page") else { return }
        for size in [16, 300] as [Double] {
          let request = FontRequest(
            families: [.named("page")], size: size, weight: 700, slant: .italic,
            features: [FontFeature(FontTag("liga"), 1)], variations: [FontVariation(FontTag("wght"), 650)])
          let id = fonts.intern(request)
          let primary = fonts.primaryFont(id)
          _ = fonts.metrics(primary)
          for orientation in [TextOrientation.horizontal, .mixed] {
            let spans = [TextSpan(range: 0..<text.count, font: id, orientation: orientation)]
            for item in fonts.itemize(text, spans: spans) { draw(fonts.shape(item, in: text), fonts) }
          }
        }
      }
    },
    FuzzTarget("text", longestInput: 1_024, words: { Words.text }) {
      let fonts = try bundledFonts()
      return { bytes in
        guard let first = bytes.first else { return }
        let text = Array(bytes.dropFirst())
        let request = FontRequest(
          families: [.named("DejaVu Sans"), .serif, .emoji], size: first & 1 == 0 ? 16 : 40,
          weight: first & 2 == 0 ? 400 : 700)
        let id = fonts.intern(request)
        let base: BaseDirection = first & 4 == 0 ? .automatic : .rightToLeft
        let spans = [
          TextSpan(range: 0..<text.count / 2, font: id, letterSpacing: Double(first >> 6)),
          TextSpan(
            range: text.count / 2..<text.count, font: id, orientation: first & 8 == 0 ? .horizontal : .mixed),
        ]
        for item in fonts.itemize(text, spans: spans, base: base) {
          let run = fonts.shape(item, in: text)
          expect(run.width.isFinite, "a run without a width")
          expect(run.glyphs.allSatisfy { item.range.contains(Int($0.cluster)) }, "a cluster outside of its item")
          draw(run, fonts)
        }
        let rules = BreakRules(strictness: first & 16 == 0 ? .loose : .anywhere)
        expect(fonts.breakOpportunities(text, rules: rules).count == text.count + 1, "places without an answer")
      }
    },
  ]

  static func bundledFonts() throws -> PageFonts { try FontLibrary(fonts: try FontLocation.folder()).sharedFonts() }

  private static func draw(_ run: ShapedRun, _ fonts: PageFonts) {
    for glyph in run.glyphs.prefix(64) {
      _ = fonts.glyphBitmap(font: run.font, glyph: glyph.id, subpixel: 1)
      _ = fonts.glyphPath(font: run.font, glyph: glyph.id)
    }
  }
}
