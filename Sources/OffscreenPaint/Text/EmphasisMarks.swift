import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout
import OffscreenText

/// The glyph of an emphasis mark, shaped once a style.
struct EmphasisGlyph {
  var font: FontID
  var id: UInt32
  var advance: Double
}

extension Painter {
  /// Marks over (or under) each character of a text.
  /// https://drafts.csswg.org/css-text-decor-4/#emphasis-marks
  mutating func paintEmphasisMarks(_ item: PaintItem, _ fragment: Fragment, _ box: Box, _ style: ComputedStyle) {
    guard style.text.emphasisStyle != .none, let mark = emphasisGlyph(style) else { return }
    let text = tree.texts[Int(fragment.text)]
    // Not implemented: marks beside vertical text.
    guard text.orientation == .horizontal, !text.glyphs.isEmpty else { return }
    let marked = markedGlyphs(text, box)
    let metrics = options.fonts.metrics(text.font)
    let own = options.fonts.metrics(mark.font)
    let baseline = item.offset.y.pixels + text.baseline.pixels
    let y = style.text.emphasisPosition.over
      ? baseline - metrics.roundedAscent - own.roundedDescent : baseline + metrics.roundedDescent + own.roundedAscent
    var placed: [PlacedGlyph] = []
    let last = Int(text.glyphs.upperBound) - 1
    for index in text.glyphs where marked.contains(index) {
      let glyph = tree.glyphs[Int(index)]
      let end = Int(index) < last ? Double(tree.glyphs[Int(index) + 1].x) : fragment.size.width.pixels
      let middle = (Double(glyph.x) + end) / 2
      placed.append(PlacedGlyph(id: mark.id, x: Float(middle - mark.advance / 2), y: 0))
    }
    guard !placed.isEmpty else { return }
    let frame = PaintRect(Rect(origin: item.offset, size: fragment.size))
    let run = GlyphRun(
      font: mark.font, glyphs: list.add(glyphs: placed), origin: PaintPoint(x: item.offset.x.pixels, y: y),
      orientation: .horizontal, color: style.text.emphasisColor.resolved(style.inherited.color),
      bounds: frame.outset(by: own.size * 3))
    list.glyphs(run)
  }

  /// The glyphs of characters that take marks: spaces, controls and punctuation do not.
  private func markedGlyphs(_ text: TextFragment, _ box: Box) -> Set<Int32> {
    let bytes = box.data >= 0 && Int(box.data) < tree.boxes.texts.count ? tree.boxes.texts[Int(box.data)] : []
    let range = max(0, Int(text.source.lowerBound))..<max(0, Int(text.source.upperBound))
    let source = String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    let scalars = Array(source.unicodeScalars)
    // Glyphs and characters are told apart only where each has one of the other.
    guard scalars.count == text.glyphs.count else { return Set(text.glyphs) }
    var result: Set<Int32> = []
    for (offset, scalar) in scalars.enumerated() {
      switch scalar.properties.generalCategory {
      case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .unassigned,
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation, .nonspacingMark, .enclosingMark:
        continue
      default: result.insert(text.glyphs.lowerBound + Int32(clamping: offset))
      }
    }
    return result
  }

  private mutating func emphasisGlyph(_ style: ComputedStyle) -> EmphasisGlyph? {
    let key = ObjectIdentifier(style)
    if let known = emphasisGlyphs[key] { return known }
    let mark: String
    switch style.text.emphasisStyle {
    case .none: return nil
    case .string(let text): mark = text
    case .shape(let shape, let isFilled):
      mark = (shape ?? (style.text.writingMode.isHorizontal ? .circle : .sesame)).mark(isFilled: isFilled)
    }
    var request = FontRequest(style.font, language: "")
    request.size /= 2
    let bytes = Array(mark.utf8)
    let fonts = options.fonts
    let items = fonts.itemize(bytes, spans: [TextSpan(range: 0..<bytes.count, font: fonts.intern(request))])
    var result: EmphasisGlyph?
    if let first = items.first {
      let run = fonts.shape(first, in: bytes)
      if let glyph = run.glyphs.first {
        result = EmphasisGlyph(font: run.font, id: glyph.id, advance: run.width)
      }
    }
    emphasisGlyphs[key] = .some(result)
    return result
  }
}
