import Testing

@testable import OffscreenText

@Suite struct WidthTests {
  /// Within 1/64 px, the step of layout, of what Chromium lays out.
  @Test func widthsAreChromiums() throws {
    let fonts = try bundledFonts()
    var wrong: [String] = []
    for (families, size, weight, italic, text, expected) in ChromiumWidths.cases {
      let asked = request(families, size, weight: weight, italic: italic)
      let width = fonts.width(text, asked)
      if abs((width * 64).rounded(.up) / 64 - expected) > 1.0 / 64 {
        wrong.append(
          "\(families) \(size) \(weight) \(text.debugDescription): \(width), not \(expected)"
            + " \(fonts.families(text, asked))")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(ChromiumWidths.cases.count):\n\(wrong.joined(separator: "\n"))")
  }

  @Test func kerningReachesAcrossSpaces() throws {
    let fonts = try bundledFonts()
    let width = fonts.width("AVATAR To. Ty.", request("serif", 19.4475))
    let parts = ["AVATAR", " ", "To.", " ", "Ty."].map { fonts.width($0, request("serif", 19.4475)) }
    #expect(width < parts.reduce(0, +) - 0.5)
  }
}
