import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout
import OffscreenPaint
import OffscreenText

/// What text is drawn with.
/// https://html.spec.whatwg.org/multipage/canvas.html#text-styles
final class DrawingFont {
  enum Align: Int { case left, center, right }
  enum Baseline: Int { case top, hanging, middle, alphabetic, ideographic, bottom }

  let style: FontStyle
  let letterSpacing: Double
  let wordSpacing: Double
  /// Tells it from others.
  let number: Int

  /// What a drawing state says of its font.
  struct Description: Hashable {
    var text = ""
    var letterSpacing = 0.0
    var wordSpacing = 0.0
    /// Places in the lists below.
    var kerning = 0
    var stretch = 4
    var capitals = 0
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

  init(_ description: Description, number: Int) {
    var style = LoneValues.font(description.text, parent: .ofDrawings, in: .initial) ?? .ofDrawings
    for (name, place, values, usual) in [
      ("font-kerning", description.kerning, Self.kernings, "auto"),
      ("font-stretch", description.stretch, Self.stretches, "normal"),
      ("font-variant-caps", description.capitals, Self.capitals, "normal"),
    ] where values.indices.contains(place) && values[place] != usual {
      _ = LoneValues.set(name, to: values[place], of: &style)
    }
    (self.style, letterSpacing, wordSpacing) = (style, description.letterSpacing, description.wordSpacing)
    self.number = number
  }
}

extension FontStyle {
  /// The font that a drawing state has at first.
  package static var ofDrawings: FontStyle {
    var style = FontStyle()
    (style.size, style.sizeKeyword, style.families) = (10, nil, [.sansSerif])
    return style
  }
}

/// Where text stands, beside the place that it is drawn at.
struct DrawingTextPlace {
  var align = DrawingFont.Align.left
  var baseline = DrawingFont.Baseline.alphabetic
}

/// A line of text as it is drawn, from the left end of its baseline.
/// https://html.spec.whatwg.org/multipage/canvas.html#text-preparation-algorithm
final class DrawingText {
  let fonts: PageFonts
  let runs: [GlyphRun]
  let glyphs: [PlacedGlyph]
  let width: Double
  /// A box around what is drawn, from the left end of the baseline; may be too large.
  let bounds: PaintRect
  private let metrics: FontMetrics

  private static let mostBytes = 1 << 16

  init(_ text: String, _ font: DrawingFont, isRightToLeft: Bool, _ fonts: PageFonts) {
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
    let items = fonts.itemize(bytes, spans: spans, base: isRightToLeft ? .rightToLeft : .leftToRight)
    let order =
      items.contains { $0.level > 0 } ? BidiLevels.visualOrder(of: items.map(\.level)) : Array(items.indices)
    var (runs, glyphs, width): ([GlyphRun], [PlacedGlyph], Double) = ([], [], 0)
    for index in order {
      let run = fonts.shape(items[index], in: bytes)
      let first = Int32(clamping: glyphs.count)
      for glyph in run.glyphs {
        glyphs.append(PlacedGlyph(id: glyph.id, x: Float(width) + glyph.xOffset, y: -glyph.yOffset))
        width += Double(glyph.advance)
      }
      runs.append(
        GlyphRun(
          font: run.font, glyphs: first..<Int32(clamping: glyphs.count), origin: .zero, orientation: .horizontal,
          color: .black, bounds: .zero))
    }
    // 3. How far it reaches.
    bounds = PaintRect(x: 0, y: -metrics.ascent, width: width, height: metrics.ascent + metrics.descent)
      .outset(by: metrics.size * 2 + 2)
    for index in runs.indices { runs[index].bounds = bounds }
    (self.runs, self.glyphs, self.width) = (runs, glyphs, width)
  }

  // MARK: Outlines

  /// For each glyph: bounds the memory that outlines take, which fonts may give as many points as they like.
  private static let mostKeptElements = 64

  /// The outlines of each run's glyphs; nil where they are too large to be kept.
  private(set) lazy var outlines: [[PaintPath]]? = {
    var room = min(Self.mostKeptElements * glyphs.count, PaintPath.maximumElements)
    let renderer = GlyphRenderer(fonts: fonts)
    var all: [[PaintPath]] = []
    for run in runs {
      var paths: [PaintPath] = []
      renderer.forOutlines(of: run, glyphs) { path in
        room -= path.elements.count
        if room >= 0 { paths.append(path) }
        return room >= 0
      }
      if room < 0 { return nil }
      all.append(paths)
    }
    return all
  }()

  private var keptOutline: PaintPath?

  /// All of them.
  var outline: PaintPath {
    if let keptOutline { return keptOutline }
    var all = PaintPath()
    if let outlines {
      for path in outlines.joined() { all.add(path) }
      keptOutline = all
    } else {
      let renderer = GlyphRenderer(fonts: fonts)
      for run in runs where !all.isCutShort {
        renderer.forOutlines(of: run, glyphs) { path in
          all.add(path)
          return !all.isCutShort
        }
      }
    }
    return all
  }

  // MARK: Where it stands

  /// How far right of its left end the place is that it is drawn at.
  func anchor(_ align: DrawingFont.Align) -> Double {
    switch align {
    case .left: 0
    case .center: width / 2
    case .right: width
    }
  }

  /// How far above the alphabetic baseline another one is.
  /// Deviation: the hanging baseline is at four fifths of the ascent, as in Chromium.
  func offset(of baseline: DrawingFont.Baseline) -> Double {
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

  // MARK: Measures

  private struct Ink {
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
  }

  /// Around what the glyphs draw.
  /// Deviation: they are as large as the whole pixels that they touch, as in Chromium.
  private lazy var ink: Ink? = {
    var ink: Ink?
    for run in runs {
      for glyph in glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        guard let extent = fonts.glyphExtent(font: run.font, glyph: glyph.id) else { continue }
        let (x, y, known) = (Double(glyph.x), Double(glyph.y), ink ?? Ink())
        ink = Ink(
          left: min(known.left, x + extent.minX.rounded(.down)), top: min(known.top, y - extent.maxY.rounded(.up)),
          right: max(known.right, x + extent.maxX.rounded(.up)),
          bottom: max(known.bottom, y - extent.minY.rounded(.down)))
      }
    }
    return ink
  }()

  /// What `measureText` gives, in the order of the interface's attributes.
  /// https://html.spec.whatwg.org/multipage/canvas.html#dom-context-2d-measuretext
  func measures(at place: DrawingTextPlace) -> [Double] {
    let (anchor, baseline) = (anchor(place.align), offset(of: place.baseline))
    let found = ink ?? Ink(left: anchor, top: -baseline, right: anchor, bottom: -baseline)
    return [
      width, anchor - found.left, found.right - anchor, metrics.roundedAscent - baseline,
      metrics.roundedDescent + baseline, -found.top - baseline, found.bottom + baseline, metrics.emAscent - baseline,
      metrics.size - metrics.emAscent + baseline, hanging - baseline, -baseline, -metrics.roundedDescent - baseline,
    ]
  }
}
