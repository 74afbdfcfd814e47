import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout
import OffscreenStyle
import OffscreenText

extension Painter {
  /// A text fragment: its shadows, the lines under and over it, its glyphs, the lines through it.
  /// https://drafts.csswg.org/css-text-decor-4/#painting-order
  /// `isMask`: only for where something is seen, all black and without shadows and bullets.
  mutating func paintText(_ item: PaintItem, isMask: Bool = false) {
    let fragment = tree[item.fragment]
    guard fragment.text >= 0 else { return }
    let style = style(fragment)
    guard style.inherited.visibility == .visible else { return }
    let box = tree.boxes[fragment.box]
    if box.flags.contains(.symbolMarker), isMask || paintSymbolMarker(item, fragment, style) { return }
    if !isMask, let parts = highlightedParts(of: fragment, box) {
      return paintHighlighted(parts, item, fragment, style, box)
    }
    paintText(item, fragment, style, box, [], isMask: isMask)
  }

  /// `highlights`: what is over the text, the lowest first.
  mutating func paintText(
    _ item: PaintItem, _ fragment: Fragment, _ style: ComputedStyle, _ box: Box, _ highlights: [HighlightStyle],
    isMask: Bool = false
  ) {
    func shown(_ color: Color) -> Color { isMask ? .black : color }
    let colored = highlights.last { $0.hasColor }?.style
    let current = (colored ?? style).inherited.color
    // A highlight has no colour of filling. https://drafts.csswg.org/css-pseudo-4/#highlight-styling
    let fill = shown(colored == nil ? style.text.fillColor.resolved(current) : current)
    var lines = decorationLines(of: item, fragment, box)
    for highlight in highlights where !highlight.style.effect.decorationLines.isEmpty {
      lines += decorationLines(of: item, fragment, box, only: TextDecoration(style: highlight.style))
    }

    var shadows = style.text.shadows.reversed().map { ($0, style.inherited.color) }
    for highlight in highlights {
      shadows += highlight.style.text.shadows.reversed().map { ($0, highlight.style.inherited.color) }
    }
    for (shadow, base) in shadows where !isMask {
      let color = shadow.color.resolved(base)
      guard !color.isTransparent else { continue }
      var layer = LayerEffect()
      let sigma = min(300, Double(max(0, shadow.blur)) / 2)
      if sigma > 0 { layer.filters = [.blur(sigma)] }
      let delta = Point(x: LayoutUnit(shadow.x), y: LayoutUnit(shadow.y))
      if sigma > 0 { list.pushLayer(layer) }
      for line in lines { line.offset(x: Double(shadow.x), y: Double(shadow.y)).paint(color, into: &list) }
      paintGlyphs(of: fragment, at: item.offset + delta, color: color)
      if sigma > 0 { list.pop() }
    }
    for line in lines where line.kind != .lineThrough { line.paint(shown(line.color), into: &list) }
    let strokeWidth = Double(style.text.strokeWidth)
    let strokeColor = shown(style.text.strokeColor.resolved(current))
    // https://drafts.csswg.org/fill-stroke-3/#paint-order
    if strokeWidth > 0, PaintOrder(style.inherited.vector.text(.paintOrder)).strokesFirst {
      paintGlyphs(
        of: fragment, at: item.offset, color: .transparent, strokeWidth: strokeWidth, strokeColor: strokeColor)
      paintGlyphs(of: fragment, at: item.offset, color: fill)
    } else {
      paintGlyphs(of: fragment, at: item.offset, color: fill, strokeWidth: strokeWidth, strokeColor: strokeColor)
    }
    let markColor = shown(style.text.emphasisColor.resolved(style.inherited.color))
    paintEmphasisMarks(item, fragment, box, style, markColor)
    for line in lines where line.kind == .lineThrough { line.paint(shown(line.color), into: &list) }
  }

  /// The glyphs alone, for masks too.
  mutating func paintGlyphs(
    of fragment: Fragment, at offset: Point, color: Color, strokeWidth: Double = 0,
    strokeColor: Color = .transparent
  ) {
    guard fragment.text >= 0 else { return }
    let text = tree.texts[Int(fragment.text)]
    guard !text.glyphs.isEmpty else { return }
    var origin = PaintPoint(offset)
    switch text.orientation {
    case .horizontal: origin.y += text.baseline.pixels
    case .sidewaysRight, .upright: origin.x += text.baseline.pixels
    case .sidewaysLeft:
      // The run starts at the bottom.
      origin.x += text.baseline.pixels
      origin.y += fragment.size.height.pixels
    }
    let frame = PaintRect(Rect(origin: offset, size: fragment.size))
    if text.stretch != 1 {
      let factor = Double(text.stretch)
      list.pushTransform(Transform(a: factor, b: 0, c: 0, d: 1, tx: origin.x * (1 - factor), ty: 0))
    }
    defer { if text.stretch != 1 { list.pop() } }
    // Glyphs may reach out of their line: more than an em is rare, and culling only.
    let reach = max(frame.height, frame.width > 0 ? options.fonts.metrics(text.font).size : 0)
    list.glyphs(
      GlyphRun(
        font: text.font, glyphs: text.glyphs, origin: origin, orientation: text.orientation, color: color,
        strokeWidth: strokeWidth, strokeColor: strokeColor,
        bounds: frame.outset(by: reach / Double(text.stretch) + strokeWidth)))
  }

  // MARK: Markers

  /// Discs, circles, squares and triangles beside list items; false for other markers.
  private mutating func paintSymbolMarker(_ item: PaintItem, _ fragment: Fragment, _ style: ComputedStyle) -> Bool {
    guard case .named(let name) = style.inherited.listStyleType else { return false }
    let text = tree.texts[Int(fragment.text)]
    // The marker's text may be in pieces of several fonts: the first decides.
    guard text.source.lowerBound == 0 else { return true }
    let metrics = options.fonts.metrics(text.font)
    guard metrics.roundedAscent < 1_000_000 else { return false }
    let ascent = Int(metrics.roundedAscent)
    let size = LayoutUnit(SymbolMarker.bulletSize(ascent: ascent))
    let top = LayoutUnit(SymbolMarker.top(ascent: ascent))
    let place =
      switch text.orientation {
      case .horizontal: Point(x: item.offset.x + 1, y: item.offset.y + text.baseline - LayoutUnit(ascent) + top)
      case .upright, .sidewaysRight, .sidewaysLeft:
        style.text.writingMode == .verticalRL || style.text.writingMode == .sidewaysRL
          ? Point(x: item.offset.x + fragment.size.width - top - size, y: item.offset.y + 1)
          : Point(x: item.offset.x + top, y: item.offset.y + 1)
      }
    let rect = snap.rect(Rect(x: place.x, y: place.y, width: size, height: size))
    let color = style.text.fillColor.resolved(style.inherited.color)
    switch name {
    case "disc": list.fill(PaintPath(ellipseIn: rect), color)
    case "circle":
      list.stroke(Stroke(path: PaintPath(ellipseIn: rect), width: 1, color: color))
    case "square": list.fill(rect, color)
    case "disclosure-open", "disclosure-closed":
      // Two thirds of an em, standing on the baseline.
      let side = Double(style.font.size) * 0.66
      let square = PaintRect(
        x: item.offset.x.pixels, y: (item.offset.y + text.baseline).pixels - side, width: side, height: side)
      func at(_ x: Double, _ y: Double) -> PaintPoint {
        PaintPoint(x: square.x + x * side, y: square.y + y * side)
      }
      let isOpen = name == "disclosure-open"
      let points =
        isOpen
        ? [at(0, 0.07), at(0.5, 0.93), at(1, 0.07)]
        : style.text.direction == .ltr
          ? [at(0.07, 0), at(0.93, 0.5), at(0.07, 1)] : [at(0.93, 0), at(0.07, 0.5), at(0.93, 1)]
      list.fill(PaintPath(polygon: points), color)
    case _: return false
    }
    return true
  }
}
