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
  mutating func paintEmphasisMarks(
    _ item: PaintItem, _ fragment: Fragment, _ box: Box, _ style: ComputedStyle, _ color: Color
  ) {
    guard style.text.emphasisStyle != .none, let mark = emphasisGlyph(style) else { return }
    let text = tree.texts[Int(fragment.text)]
    guard !text.glyphs.isEmpty else { return }
    let marked = markedGlyphs(text, box)
    let metrics = options.fonts.metrics(primaryFont(style))
    var own = options.fonts.metrics(mark.font)
    if text.orientation != .sidewaysRight { own.borrowDescent() }
    let isUpright = text.orientation == .upright
    // From the text's baseline down to that of the marks, which touch the text's em box.
    let isOver = style.text.emphasisIsOver
    let insets = metrics.emInsets(of: options.fonts.metrics(text.font), isCentral: isUpright)
    let away =
      isOver
      ? -(metrics.roundedAscent - insets.over + own.roundedDescent)
      : metrics.roundedDescent - insets.under + own.roundedAscent
    var origin = PaintPoint(item.offset)
    var orientation = text.orientation
    switch text.orientation {
    case .horizontal: origin.y += text.baseline.pixels + away
    case .sidewaysRight: origin.x += text.baseline.pixels - away
    case .sidewaysLeft:
      origin.x += text.baseline.pixels + away
      origin.y += fragment.size.height.pixels
    case .upright:
      // Marks stand upright too, their middles in the middle of their line.
      let half = (own.roundedAscent + own.roundedDescent) / 2
      origin.x += isOver ? fragment.size.width.pixels - insets.over + half : insets.under - half
      origin.y += (own.roundedAscent - own.roundedDescent) / 2
      orientation = .horizontal
    }
    var placed: [PlacedGlyph] = []
    // Where an annotation as wide as the mark would begin.
    let width = LayoutUnit(ceiling: mark.advance)
    for (index, middle) in middles(of: text, fragment) where marked.contains(index) {
      placed.append(
        isUpright
          ? PlacedGlyph(id: mark.id, x: Float(-mark.advance / 2), y: Float(middle))
          : PlacedGlyph(id: mark.id, x: Float(((LayoutUnit(2 * middle) - width) / 2).pixels), y: 0))
    }
    guard !placed.isEmpty else { return }
    let frame = PaintRect(Rect(origin: item.offset, size: fragment.size))
    let run = GlyphRun(
      font: mark.font, glyphs: list.add(glyphs: placed), origin: origin, orientation: orientation,
      color: color, bounds: frame.outset(by: own.size * 3))
    list.glyphs(run)
  }

  /// The middle of each glyph's advance, along the text.
  private func middles(of text: TextFragment, _ fragment: Fragment) -> [(index: Int32, middle: Double)] {
    let isUpright = text.orientation == .upright
    let length = text.orientation == .horizontal ? fragment.size.width.pixels : fragment.size.height.pixels
    let first = tree.glyphs[Int(text.glyphs.lowerBound)]
    // Upright glyphs hang from the middle of their upper edge: the first one tells how far.
    func start(_ index: Int32) -> Double {
      let glyph = tree.glyphs[Int(index)]
      return Double(isUpright ? glyph.y - first.y : glyph.x)
    }
    return text.glyphs.map { index in
      let end = index + 1 < text.glyphs.upperBound ? start(index + 1) : length
      return (index, (start(index) + end) / 2)
    }
  }

  private func primaryFont(_ style: ComputedStyle) -> FontID {
    let fonts = options.fonts
    return fonts.primaryFont(fonts.intern(FontRequest(style.font, language: "")))
  }

  /// The characters of a text fragment, as UTF-8.
  func source(of text: TextFragment, _ box: Box) -> ArraySlice<UInt8> {
    guard box.data >= 0, Int(box.data) < tree.boxes.texts.count else { return [] }
    let bytes = tree.boxes.texts[Int(box.data)]
    let range = max(0, Int(text.source.lowerBound))..<max(0, Int(text.source.upperBound))
    return bytes[range.clamped(to: 0..<bytes.count)]
  }

  /// The glyphs of characters that take marks: spaces, controls and punctuation do not.
  /// https://drafts.csswg.org/css-text-decor-3/#text-emphasis-style-property
  private func markedGlyphs(_ text: TextFragment, _ box: Box) -> Set<Int32> {
    var scalars = Array(String(decoding: source(of: text, box), as: UTF8.self).unicodeScalars)
    guard scalars.contains(where: takesMark) else { return [] }
    // Glyphs and characters are told apart only where each has one of the other, but for those that are not seen.
    if scalars.count != text.glyphs.count { scalars.removeAll(where: isUnseen) }
    guard scalars.count == text.glyphs.count else { return Set(text.glyphs) }
    var result: Set<Int32> = []
    for (offset, scalar) in scalars.enumerated() where takesMark(scalar) {
      result.insert(text.glyphs.lowerBound + Int32(clamping: offset))
    }
    return result
  }

  private func takesMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .unassigned,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .nonspacingMark, .enclosingMark:
      false
    default: true
    }
  }

  private func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .control
  }

  private mutating func emphasisGlyph(_ style: ComputedStyle) -> EmphasisGlyph? {
    let key = ObjectIdentifier(style)
    if let known = emphasisGlyphs[key] { return known }
    let mark: String
    switch style.text.emphasisStyle {
    case .none: return nil
    case .string(let text): mark = text
    case .shape(let shape?, let isFilled): mark = shape.mark(isFilled: isFilled)
    case .shape(nil, let isFilled):
      let isUpright: Bool
      switch style.text.writingMode {
      case .horizontalTB, .sidewaysLR, .sidewaysRL: isUpright = true
      case .verticalRL, .verticalLR: isUpright = false
      }
      // Deviation: a dot as in Chromium, not a circle.
      mark = (isUpright ? TextEmphasisShape.dot : .sesame).mark(isFilled: isFilled)
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
