import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout
import OffscreenPaint
import OffscreenText

/// What text is drawn with.
/// https://html.spec.whatwg.org/multipage/canvas.html#text-styles
package struct DrawingFont: Hashable, Sendable {
  package enum Align: Int, Sendable { case left, center, right }
  package enum Baseline: Int, Sendable { case top, hanging, middle, alphabetic, ideographic, bottom }

  package var style: FontStyle
  package var letterSpacing = 0.0
  package var wordSpacing = 0.0
  package var align = Align.left
  package var baseline = Baseline.alphabetic
  package var isRightToLeft = false

  package init() {
    style = FontStyle()
    (style.size, style.sizeKeyword, style.families) = (10, nil, [.sansSerif])
  }
}

extension DrawingFont {
  /// What a drawing state says of its font.
  struct Description: Hashable {
    var text: String
    var letterSpacing: Double
    var wordSpacing: Double
    /// Places in the lists below.
    var kerning: Int
    var stretch: Int
    var capitals: Int
  }

  // In the order of the prelude's lists. What is usual leaves to the font's text what it says.
  private static let kernings = ["auto", "normal", "none"]
  private static let stretches = [
    "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "normal", "semi-expanded", "expanded",
    "extra-expanded", "ultra-expanded",
  ]
  private static let capitals = [
    "normal", "small-caps", "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps",
  ]

  init(_ description: Description) {
    self.init()
    style = LoneValues.font(description.text, parent: style, in: .initial) ?? style
    (letterSpacing, wordSpacing) = (description.letterSpacing, description.wordSpacing)
    for (name, place, values, usual) in [
      ("font-kerning", description.kerning, Self.kernings, "auto"),
      ("font-stretch", description.stretch, Self.stretches, "normal"),
      ("font-variant-caps", description.capitals, Self.capitals, "normal"),
    ] where values.indices.contains(place) && values[place] != usual {
      _ = LoneValues.set(name, to: values[place], of: &style)
    }
  }
}

/// A line of text as it is drawn, from the left end of its baseline.
/// https://html.spec.whatwg.org/multipage/canvas.html#text-preparation-algorithm
struct DrawingText {
  let fonts: PageFonts
  private(set) var runs: [GlyphRun] = []
  private(set) var glyphs: [PlacedGlyph] = []
  private(set) var width = 0.0
  /// How far right of its left end the place is that it is drawn at.
  private(set) var anchor = 0.0
  /// How far above that place its alphabetic baseline is, below for a negative number: y goes down.
  private(set) var baseline = 0.0
  /// A box around what is drawn, from the left end of the baseline; may be too large.
  private(set) var bounds = PaintRect.zero
  private let metrics: FontMetrics

  private static let mostBytes = 1 << 16

  init(_ text: String, _ font: DrawingFont, _ fonts: PageFonts) {
    self.fonts = fonts
    // 1. White space is spaces. A vertical tab is none: it looks as other control characters do.
    let given = text.utf8.prefix(Self.mostBytes).map { byte -> UInt8 in
      switch byte {
      case 0x0B: 0x01
      case 0x09...0x0D: 0x20
      default: byte
      }
    }
    let request = FontRequest(font.style, language: "")
    let usual = fonts.intern(request)
    let primary = fonts.primaryFont(usual)
    metrics = fonts.metrics(primary)
    // 2. One line, without breaks.
    var (bytes, spans): ([UInt8], [TextSpan]) = ([], [])
    for part in SmallCapitals(font.style, primary, fonts).parts(of: given) {
      var small = request
      small.size = SmallCapitals.size(of: request.size)
      spans.append(
        TextSpan(
          range: bytes.count..<bytes.count + part.bytes.count, font: part.isSmall ? fonts.intern(small) : usual,
          letterSpacing: font.letterSpacing, wordSpacing: font.wordSpacing))
      bytes += part.bytes
    }
    let items = fonts.itemize(bytes, spans: spans, base: font.isRightToLeft ? .rightToLeft : .leftToRight)
    let order =
      items.contains { $0.level > 0 } ? BidiLevels.visualOrder(of: items.map(\.level)) : Array(items.indices)
    for index in order { add(fonts.shape(items[index], in: bytes)) }
    // 3. Where it stands.
    anchor =
      switch font.align {
      case .left: 0
      case .center: width / 2
      case .right: width
      }
    baseline = self.offset(of: font.baseline)
    let size = metrics.size
    bounds = PaintRect(x: 0, y: -metrics.ascent, width: width, height: metrics.ascent + metrics.descent)
      .outset(by: size * 2 + 2)
    for index in runs.indices { runs[index].bounds = bounds }
  }

  private mutating func add(_ run: ShapedRun) {
    let first = Int32(clamping: glyphs.count)
    for glyph in run.glyphs {
      glyphs.append(
        PlacedGlyph(id: glyph.id, x: Float(width) + glyph.xOffset, y: -glyph.yOffset))
      width += Double(glyph.advance)
    }
    runs.append(
      GlyphRun(
        font: run.font, glyphs: first..<Int32(clamping: glyphs.count), origin: .zero, orientation: .horizontal,
        color: .black, bounds: .zero))
  }

  /// How far a baseline is above the alphabetic one.
  /// Deviation: the hanging baseline is at four fifths of the ascent, as in Chromium.
  private func offset(of baseline: DrawingFont.Baseline) -> Double {
    let (emAscent, emDescent) = (metrics.emAscent, metrics.size - metrics.emAscent)
    return switch baseline {
    case .top: emAscent
    case .hanging: hanging
    case .middle: (emAscent - emDescent) / 2
    case .alphabetic: 0
    case .ideographic: -metrics.roundedDescent
    case .bottom: -emDescent
    }
  }

  private var hanging: Double { metrics.roundedAscent * 0.8 }

  /// What `measureText` gives, in the order of the interface's attributes.
  /// https://html.spec.whatwg.org/multipage/canvas.html#dom-context-2d-measuretext
  /// Deviation: glyphs are as large as the whole pixels that they touch, as in Chromium.
  var measures: [Double] {
    var ink: (left: Double, top: Double, right: Double, bottom: Double)?
    for run in runs {
      for glyph in glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        guard let extent = fonts.glyphExtent(font: run.font, glyph: glyph.id) else { continue }
        let (x, y) = (Double(glyph.x), Double(glyph.y))
        let box = (
          left: x + extent.minX.rounded(.down), top: y - extent.maxY.rounded(.up),
          right: x + extent.maxX.rounded(.up), bottom: y - extent.minY.rounded(.down)
        )
        guard let known = ink else {
          ink = box
          continue
        }
        ink = (
          min(known.left, box.left), min(known.top, box.top), max(known.right, box.right), max(known.bottom, box.bottom)
        )
      }
    }
    let found = ink ?? (anchor, -baseline, anchor, -baseline)
    return [
      width, anchor - found.left, found.right - anchor, metrics.roundedAscent - baseline,
      metrics.roundedDescent + baseline, -found.top - baseline, found.bottom + baseline, metrics.emAscent - baseline,
      metrics.size - metrics.emAscent + baseline, hanging - baseline, -baseline, -metrics.roundedDescent - baseline,
    ]
  }
}
