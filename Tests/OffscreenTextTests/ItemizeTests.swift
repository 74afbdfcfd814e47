import Testing

@testable import OffscreenText

@Suite struct ItemizeTests {
  @Test(arguments: [
    ("السلام", "noto sans arabic"), ("שלום", "liberation serif"), ("नमस्ते", "noto sans devanagari"),
    ("中文", "wenquanyi micro hei"), ("かな", "wenquanyi micro hei"), ("한국어", "wenquanyi micro hei"),
    ("ไทย", "noto sans thai"), ("😀", "noto color emoji"), ("👨‍👩‍👧", "noto color emoji"),
    ("❤️", "noto color emoji"), ("❤", "dejavu sans"), ("1️⃣", "noto color emoji"),
    ("🇩🇪", "noto color emoji"), ("★", "dejavu sans"), ("한★", "wenquanyi micro hei"),
    ("ქართული", "noto sans georgian"), ("Հայերեն", "noto sans armenian"), ("∀", "dejavu sans"),
    ("e\u{301}\u{328}", "liberation serif"), ("𝕏", "dejavu sans"),
  ])
  func fallback(_ text: String, _ family: String) throws {
    let fonts = try bundledFonts()
    let families = fonts.families(text, request("serif"))
    #expect(families == [family])
  }

  @Test func missingFamiliesAreSkipped() throws {
    let fonts = try bundledFonts()
    func primary(_ list: String) -> String {
      fonts.familyName(fonts.primaryFont(fonts.intern(request(list))))
    }
    #expect(primary("NoSuchFont,Georgia") == "gelasio")
    #expect(primary("NoSuchFont") == "liberation serif")
    #expect(primary("HELVETICA") == "liberation sans")
    #expect(primary("ui-rounded,monospace") == "liberation mono")
    #expect(primary("Noto Sans Bold,Verdana") == "dejavu sans")
  }

  @Test func bidiLevelsSplitItems() throws {
    let fonts = try bundledFonts()
    let text = "abc שלום 12 def"
    let items = fonts.items(text, request("sans-serif"))
    #expect(items.map(\.level).contains(1))
    #expect(items.map(\.level).contains(2))
    #expect(items.first?.level == 0 && items.last?.level == 0)
    #expect(items.map(\.range.count).reduce(0, +) == text.utf8.count)
    let hebrew = try #require(items.first { $0.level == 1 })
    let run = fonts.shape(hebrew, in: Array(text.utf8))
    #expect(run.glyphs.map(\.cluster) == run.glyphs.map(\.cluster).sorted(by: >))
    let rightToLeft = fonts.items("abc!", request("serif"), base: .rightToLeft)
    #expect(rightToLeft.map(\.level) == [2, 1])
    let automatic = fonts.items("שלום!", request("serif"), base: .automatic)
    #expect(Set(automatic.map(\.level)) == [1])
    let plain = fonts.items("abc!", request("serif"), base: .automatic)
    #expect(plain.map(\.level) == [0])
  }

  @Test func isolatesAreInvisible() throws {
    let fonts = try bundledFonts()
    let asked = request("serif")
    for control in ["\u{2066}", "\u{2067}", "\u{202A}", "\u{202E}", "\u{200E}", "\u{2069}"] {
      #expect(fonts.width(control, asked) == 0, "\(control.unicodeScalars)")
      let items = fonts.items("a\(control)b", asked)
      let ids = items.flatMap { fonts.shape($0, in: Array("a\(control)b".utf8)).glyphs }
      #expect(ids.filter { $0.id != Glyph.invisible }.count == 2)
    }
  }

  @Test func objectsStandAlone() throws {
    let fonts = try bundledFonts()
    let text = "a\u{FFFC}b\u{FFFC}\u{FFFC}"
    let items = fonts.items(text, request("serif"))
    #expect(items.map(\.isObject) == [false, true, false, true, true])
    #expect(fonts.shape(items[1], in: Array(text.utf8)).width == 0)
  }

  @Test func controlsTakeNoRoom() throws {
    let fonts = try bundledFonts()
    let asked = request("serif")
    let plain = fonts.width("ab", asked)
    #expect(fonts.width("a\tb", asked) == plain)
    #expect(fonts.width("a\nb", asked) == plain)
    #expect(fonts.width("a\u{AD}b", asked) == plain)
    #expect(fonts.width("a\u{200B}b", asked) == plain)
    #expect(fonts.width("é\tb\u{2028}", asked) == fonts.width("éb", asked))
  }

  @Test func spacingIsAdded() throws {
    let fonts = try bundledFonts()
    let asked = request("Carlito")
    let plain = fonts.width("ab cd", asked)
    #expect(abs(fonts.width("ab cd", asked, letterSpacing: 2) - plain - 10) < 0.01)
    #expect(abs(fonts.width("ab cd", asked, wordSpacing: 3) - plain - 3) < 0.01)
    // Not to what has no room of its own, nor instead of the letter before.
    #expect(abs(fonts.width("a\u{200D}b\u{34F} c\u{2060}d", asked, letterSpacing: 2) - plain - 10) < 0.01)
    // Spaced letters do not join.
    let bytes = Array("ffi".utf8)
    func count(_ spacing: Double) -> Int {
      fonts.items("ffi", asked, letterSpacing: spacing)
        .reduce(0) { $0 + fonts.shape($1, in: bytes).glyphs.count }
    }
    #expect(count(0) < 3)
    #expect(count(1) == 3)
  }

  @Test func spacingStandsRightOfTheLetterInEitherDirection() throws {
    let fonts = try bundledFonts()
    let text = "\u{5D0}\u{5D1}"
    func glyphs(_ spacing: Double) -> [Glyph] {
      fonts.items(text, request("serif"), letterSpacing: spacing)
        .flatMap { fonts.shape($0, in: Array(text.utf8)).glyphs }
    }
    #expect(glyphs(5).map(\.xOffset) == glyphs(0).map(\.xOffset))
    #expect(zip(glyphs(5), glyphs(0)).allSatisfy { abs($0.advance - $1.advance - 5) < 0.01 })
  }

  /// As ICU levels them, and with it Chromium.
  @Test(
    arguments: [
      ("a\u{202E}b\u{202C}c", [0, 1, 1, 0, 0]), ("a\u{202E}b\u{202D}c", [0, 1, 1, 2, 2]),
      ("a\u{202E}\u{202C}\u{202E}b", [0, 1, 1, 1, 1]), ("a\u{202E}b\u{202C}", [0, 1, 1, 0]),
      ("a\u{202E}b\u{202C}\nc", [0, 1, 1, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func formattingCharactersStandWithWhatFollows(text: String, levels: [UInt8]) {
    #expect(BidiLevels.levels(of: text.unicodeScalars.map(\.value), base: .leftToRight) == levels)
  }

  @Test func featuresAndSynthesis() throws {
    let fonts = try bundledFonts()
    let kerned = fonts.width("AVAVA", request("serif"))
    let unkerned = fonts.width(
      "AVAVA", request("serif", features: [FontFeature(FontTag("kern"), 0)]))
    #expect(unkerned > kerned + 1)
    let bold = fonts.font(fonts.primaryFont(fonts.intern(request("WenQuanYi Micro Hei", weight: 700))))
    #expect(bold.synthesizesBold)
    let italic = fonts.font(fonts.primaryFont(fonts.intern(request("DejaVu Sans", italic: true))))
    #expect(italic.synthesizesSlant && !italic.synthesizesBold)
    let real = fonts.font(fonts.primaryFont(fonts.intern(request("serif", weight: 700, italic: true))))
    #expect(!real.synthesizesSlant && !real.synthesizesBold)
  }

  @Test func verticalTextSplitsByOrientation() throws {
    let fonts = try bundledFonts()
    let text = Array("中文ab字".utf8)
    let span = TextSpan(
      range: 0..<text.count, font: fonts.intern(request("serif", 20)), orientation: .mixed)
    let items = fonts.itemize(text, spans: [span])
    #expect(items.map(\.isUpright) == [true, false, true])
    #expect(abs(fonts.shape(items[0], in: text).width - 40) < 3)
  }
}
