import OffscreenCSS
import OffscreenText

/// The fonts of canvases, and lines of text, which are kept: most are drawn or measured again.
final class DrawingTexts {
  /// The page's fonts, with those that a style asks for.
  private let fonts: (FontStyle) -> PageFonts
  private var drawingFonts: [DrawingFont.Description: DrawingFont] = [:]
  private var lastNumber = 0
  /// What a drawing state has at first.
  private(set) lazy var usualFont = font(DrawingFont.Description())

  private struct Key: Hashable {
    var font: Int
    var isRightToLeft: Bool
    var text: String
  }
  private var kept: [Key: DrawingText] = [:]
  /// Of all that are kept.
  private var glyphCount = 0
  /// What they were shaped with: the page's fonts, and how many of them are its own.
  private var source: (fonts: PageFonts, count: Int)?

  private static let (mostFonts, mostGlyphs, longest) = (2_000, 1 << 15, 1_000)

  init(fonts: @escaping (FontStyle) -> PageFonts) { self.fonts = fonts }

  func font(_ description: DrawingFont.Description) -> DrawingFont {
    if let known = drawingFonts[description] { return known }
    if drawingFonts.count >= Self.mostFonts { drawingFonts = [:] }
    lastNumber += 1
    let font = DrawingFont(description, number: lastNumber)
    drawingFonts[description] = font
    return font
  }

  func text(_ text: String, _ font: DrawingFont, isRightToLeft: Bool) -> DrawingText {
    // 1. Text may look otherwise once fonts have come.
    let fonts = fonts(font.style)
    if source?.fonts !== fonts || source?.count != fonts.pageFaceCount {
      (kept, glyphCount) = ([:], 0)
      source = (fonts, fonts.pageFaceCount)
    }
    // 2. What is kept, or is to be.
    let key = Key(font: font.number, isRightToLeft: isRightToLeft, text: text)
    if let known = kept[key] { return known }
    let line = DrawingText(text, font, isRightToLeft: isRightToLeft, fonts)
    guard line.glyphs.count <= Self.longest, text.utf8.count <= 4 * Self.longest else { return line }
    if glyphCount >= Self.mostGlyphs { (kept, glyphCount) = ([:], 0) }
    kept[key] = line
    glyphCount += 1 + line.glyphs.count
    return line
  }
}
