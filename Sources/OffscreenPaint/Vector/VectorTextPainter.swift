import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenText

/// https://svgwg.org/svg2-draft/text.html
extension VectorPainter {
  /// Characters that are filled with more than a colour, or stroked, are drawn as outlines.
  mutating func paintText(
    _ text: VectorText, of node: VectorNode, ctm: Transform, context: ContextPaint?, depth: Int
  ) {
    for run in text.runs {
      guard takesStep(depth: depth) else { return }
      let span = text.spans[run.span]
      guard span.style.inherited.visibility == .visible else { continue }
      var owner = node
      owner.style = span.style
      let lines = decorations(of: run, text)
      elements.paintSteps -= lines.count
      let order = PaintOrder(span.style.inherited.vector.text(.paintOrder)).parts
      paintShadows(order, of: run, owner, span.opacity, ctm: ctm, context: context, depth: depth)
      for part in order {
        for line in lines where line.kind != .lineThrough {
          paint(part, of: line, text, node, ctm: ctm, context: context, depth: depth)
        }
        paintGlyphs(part, of: run, owner, span.opacity, ctm: ctm, context: context, depth: depth)
      }
      for part in order {
        for line in lines where line.kind == .lineThrough {
          paint(part, of: line, text, node, ctm: ctm, context: context, depth: depth)
        }
      }
    }
  }

  /// All that it covers, black.
  mutating func paintSilhouette(_ text: VectorText) {
    for run in text.runs where text.spans[run.span].style.inherited.visibility == .visible {
      putGlyphs(run, .black)
    }
  }

  private mutating func paintGlyphs(
    _ part: PaintOrder.Part, of run: VectorText.Run, _ owner: VectorNode, _ opacity: Double, ctm: Transform,
    context: ContextPaint?, depth: Int, shadow: Color? = nil
  ) {
    guard !run.glyphs.isEmpty, let fonts = elements.fonts else { return }
    // Coloured glyphs have colours of their own.
    let isColored = fonts.isColorBitmapFont(run.font)
    switch part {
    case .fill:
      let fill = paint(of: owner, .fill, ctm, context).faded(opacity).cast(as: shadow)
      if isColored {
        if !fill.isNone { putGlyphs(run, .black) }
        return
      }
      switch resolve(fill, ctm) {
      case .nothing: break
      case .color(let color): putGlyphs(run, color)
      case .gradient, .pattern: self.fill(outline(of: run, fonts), .nonzero, fill, ctm: ctm, depth: depth)
      }
    case .stroke:
      let stroke = paint(of: owner, .stroke, ctm, context).faded(opacity).cast(as: shadow)
      guard !isColored, !stroke.isNone, let pen = VectorStroke(owner.style, owner.viewport) else { return }
      self.stroke(outline(of: run, fonts), pen, stroke, ctm: ctm, depth: depth)
    case .markers: break
    }
  }

  /// https://drafts.csswg.org/css-text-decor-3/#text-shadow-property
  /// Deviation: of what is painted first, filled or stroked, and not of the other too, as in Chromium.
  /// Not implemented: shadows of the lines under and over it, and of coloured glyphs.
  private mutating func paintShadows(
    _ order: [PaintOrder.Part], of run: VectorText.Run, _ owner: VectorNode, _ opacity: Double, ctm: Transform,
    context: ContextPaint?, depth: Int
  ) {
    let style = owner.style
    guard !style.text.shadows.isEmpty, elements.fonts?.isColorBitmapFont(run.font) != true else { return }
    let part = order.first {
      switch $0 {
      case .fill: !paint(of: owner, .fill, ctm, context).isNone
      case .stroke: !paint(of: owner, .stroke, ctm, context).isNone
      case .markers: false
      }
    }
    guard let part else { return }
    for shadow in style.text.shadows.reversed() {
      let color = shadow.color.resolved(style.inherited.color)
      guard !color.isTransparent, takesStep(depth: depth) else { continue }
      let start = list.depth
      let sigma = min(300, Double(max(0, shadow.blur)) / 2)
      if sigma > 0 {
        var layer = LayerEffect()
        layer.filters = [.blur(sigma)]
        list.pushLayer(layer)
      }
      list.pushTransform(.translation(x: Double(shadow.x), y: Double(shadow.y)))
      paintGlyphs(part, of: run, owner, opacity, ctm: ctm, context: context, depth: depth, shadow: color)
      list.pop(to: start)
    }
  }

  private mutating func putGlyphs(_ run: VectorText.Run, _ color: Color) {
    guard !run.glyphs.isEmpty, let size = elements.fonts?.metrics(run.font).size else { return }
    var bounds: PaintRect?
    for glyph in run.glyphs {
      let spot = PaintRect(x: Double(glyph.x), y: Double(glyph.y), width: 0, height: 0)
      bounds = bounds?.union(spot) ?? spot
    }
    // Glyphs may reach far out of their em box: culling only.
    let reach = (bounds ?? .zero).outset(by: 2 * size)
    let moves = run.transform.a == 1 && run.transform.b == 0 && run.transform.c == 0 && run.transform.d == 1
    let origin = moves ? PaintPoint(x: run.transform.tx, y: run.transform.ty) : .zero
    if !moves { list.pushTransform(run.transform) }
    list.glyphs(
      GlyphRun(
        font: run.font, glyphs: list.add(glyphs: run.glyphs), origin: origin,
        orientation: run.isUpright ? .upright : .horizontal, color: color,
        bounds: reach.offset(x: origin.x, y: origin.y)))
    if !moves { list.pop() }
  }

  private func outline(of run: VectorText.Run, _ fonts: PageFonts) -> PaintPath {
    var path = PaintPath()
    for glyph in run.glyphs {
      path.add(
        PaintPath(fonts.glyphPath(font: run.font, glyph: glyph.id), atX: Double(glyph.x), y: Double(glyph.y)))
    }
    return path.transformed(by: run.transform)
  }

  // MARK: Decorations

  private struct Line {
    enum Kind { case underline, overline, lineThrough }
    var kind: Kind
    var span: Int
    var path: PaintPath
  }

  /// https://svgwg.org/svg2-draft/text.html#TextDecorationProperties : with the paint of the element that says so.
  private func decorations(of run: VectorText.Run, _ text: VectorText) -> [Line] {
    var lines: [Line] = []
    guard let fonts = elements.fonts, run.end > run.start, !run.isUpright else { return [] }
    for index in text.spans[run.span].decorations {
      let style = text.spans[index].style
      let font = fonts.primaryFont(fonts.intern(FontRequest(style.font, language: style.inherited.language)))
      let metrics = fonts.metrics(font)
      let thickness = max(metrics.underlineThickness, Double(style.font.size) / 20)
      func add(_ kind: Line.Kind, _ y: Double) {
        let rect = PaintRect(x: run.start, y: y, width: run.end - run.start, height: thickness)
        lines.append(Line(kind: kind, span: index, path: PaintPath(rect).transformed(by: run.transform)))
      }
      let kinds = style.effect.decorationLines
      if kinds.contains(.underline) { add(.underline, max(1, metrics.underlineOffset)) }
      if kinds.contains(.overline) { add(.overline, -metrics.ascent - thickness / 2) }
      if kinds.contains(.lineThrough) { add(.lineThrough, -metrics.strikeoutPosition - thickness / 2) }
    }
    return lines
  }

  private mutating func paint(
    _ part: PaintOrder.Part, of line: Line, _ text: VectorText, _ node: VectorNode, ctm: Transform,
    context: ContextPaint?, depth: Int
  ) {
    var owner = node
    let opacity = text.spans[line.span].opacity
    owner.style = text.spans[line.span].style
    switch part {
    case .fill:
      fill(line.path, .nonzero, paint(of: owner, .fill, ctm, context).faded(opacity), ctm: ctm, depth: depth)
    case .stroke:
      let paint = paint(of: owner, .stroke, ctm, context).faded(opacity)
      guard !paint.isNone, let pen = VectorStroke(owner.style, owner.viewport) else { return }
      stroke(line.path, pen, paint, ctm: ctm, depth: depth)
    case .markers: break
    }
  }
}

extension PaintPath {
  /// A glyph's outline at a place.
  package init(_ outline: GlyphOutline, atX x: Double, y: Double) {
    self.init()
    reserve(outline.elements.count)
    var current = PaintPoint(x: x, y: y)
    func at(_ px: Double, _ py: Double) -> PaintPoint { PaintPoint(x: x + px, y: y + py) }
    for element in outline.elements {
      switch element {
      case .move(let px, let py):
        current = at(px, py)
        move(to: current)
      case .line(let px, let py):
        current = at(px, py)
        line(to: current)
      case .quad(let cx, let cy, let px, let py):
        let (control, end) = (at(cx, cy), at(px, py))
        func third(_ from: PaintPoint) -> PaintPoint {
          PaintPoint(x: from.x + (control.x - from.x) * 2 / 3, y: from.y + (control.y - from.y) * 2 / 3)
        }
        curve(third(current), third(end), to: end)
        current = end
      case .cubic(let ax, let ay, let bx, let by, let px, let py):
        current = at(px, py)
        curve(at(ax, ay), at(bx, by), to: current)
      case .close: close()
      }
    }
  }
}

extension VectorPaint {
  /// As a shadow shows it, where there is one.
  fileprivate func cast(as shadow: Color?) -> VectorPaint {
    guard let shadow, !isNone else { return self }
    var paint = self
    if case .color(let color) = source { paint.opacity *= Double(color.alpha) }
    (paint.source, paint.relative) = (.color(shadow), nil)
    return paint
  }
}
