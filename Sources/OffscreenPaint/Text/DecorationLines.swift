import Foundation
import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout
import OffscreenText

/// A line along a text, ready to paint.
struct DecorationLine {
  enum Kind { case underline, overline, lineThrough }
  var kind: Kind
  var style: TextDecorationStyle
  var color: Color
  var thickness: Double
  /// Along the text; across it `y` is the line's upper edge.
  var x: Double
  var y: Double
  var width: Double
  /// Parts of the line, from its start, that glyphs cross.
  var gaps: [ClosedRange<Double>] = []
  /// Vertical text: x and y change places around this point.
  var turn: PaintPoint?
  var turnsLeft = false

  func offset(x dx: Double, y dy: Double) -> DecorationLine {
    var moved = self
    if let turn {
      moved.turn = PaintPoint(x: turn.x + dx, y: turn.y + dy)
    } else {
      moved.x += dx
      moved.y += dy
    }
    return moved
  }

  /// The stretches between the gaps.
  private var stretches: [(from: Double, to: Double)] {
    var result: [(from: Double, to: Double)] = []
    var start = 0.0
    for gap in gaps {
      if gap.lowerBound > start { result.append((start, gap.lowerBound)) }
      start = max(start, gap.upperBound)
    }
    if start < width { result.append((start, width)) }
    return result
  }

  func paint(_ color: Color, into list: inout DisplayListBuilder) {
    guard !color.isTransparent, width > 0 else { return }
    if let turn {
      // Along the text is down, up from the baseline is to the right.
      let side = turnsLeft ? -1.0 : 1
      list.pushTransform(Transform(a: 0, b: side, c: -side, d: 0, tx: turn.x, ty: turn.y))
    }
    // As in Chromium, straight lines are put on whole pixels and are whole pixels thick.
    let top = (y + 0.5).rounded(.down)
    let height = max(1, thickness.rounded(.down))
    switch style {
    case .solid: fillStretches(top, height, color, &list)
    case .double:
      fillStretches(top, height, color, &list)
      let apart = (thickness + 1 + 0.5).rounded(.down)
      // The second line is further out.
      let second = kind == .overline ? y - apart : y + apart
      fillStretches((second + 0.5).rounded(.down), height, color, &list)
    case .dotted, .dashed:
      for (from, to) in stretches {
        var path = PaintPath()
        let width = max(1, (thickness + 0.5).rounded(.down))
        let middle = top + width / 2
        // The ends of round dots reach out.
        let inset = style == .dotted && width > 3 ? min(width, to - from) / 2 : 0
        path.move(to: PaintPoint(x: x + from + inset, y: middle))
        path.line(to: PaintPoint(x: x + to - inset, y: middle))
        var stroke = Stroke(path: path, width: width, color: color)
        stroke.setDashes(style: style == .dotted ? .dotted : .dashed, length: to - from, isClosed: false)
        list.stroke(stroke)
      }
    case .wavy: paintWave(color, &list)
    }
    if turn != nil { list.pop() }
  }

  private func fillStretches(_ top: Double, _ height: Double, _ color: Color, _ list: inout DisplayListBuilder) {
    for (from, to) in stretches {
      list.fill(PaintRect(x: x + from, y: top, width: to - from, height: height), color)
    }
  }

  /// A wave whose period and height grow with the thickness.
  private func paintWave(_ color: Color, _ list: inout DisplayListBuilder) {
    let step = max(1, thickness)
    let half = 0.5 + (2 * step + 0.5).rounded()
    let control = 0.5 + (3 * step + 0.5).rounded()
    // Out of the text's way.
    let away: Double
    switch kind {
    case .underline: away = thickness + 1
    case .overline: away = -(thickness + 1)
    case .lineThrough: away = 0
    }
    let middle = (y + 0.5).rounded(.down) + away + 0.5
    guard width / half < 20_000 else { return }
    var path = PaintPath()
    path.move(to: PaintPoint(x: x - 2 * half, y: middle))
    var at = x - 2 * half
    while at < x + width + 2 * half {
      path.curve(
        PaintPoint(x: at + half, y: middle + control), PaintPoint(x: at + half, y: middle - control),
        to: PaintPoint(x: at + 2 * half, y: middle))
      at += 2 * half
    }
    for (from, to) in stretches {
      list.pushClip(PaintRect(x: x + from, y: middle - control - step, width: to - from, height: 2 * (control + step)))
      list.stroke(Stroke(path: path, width: step, color: color))
      list.pop()
    }
  }
}

extension Painter {
  /// The lines that the ancestors of a text draw along it.
  /// `only`: that of a highlight instead.
  func decorationLines(
    of item: PaintItem, _ fragment: Fragment, _ box: Box, only highlight: TextDecoration? = nil
  ) -> [DecorationLine] {
    let decorations = highlight.map { [$0] } ?? decorations(of: box, fragment)
    guard !decorations.isEmpty else { return [] }
    let text = tree.texts[Int(fragment.text)]
    let own = options.fonts.metrics(text.font)
    let isHorizontal = text.orientation == .horizontal
    let width = isHorizontal ? fragment.size.width.pixels : fragment.size.height.pixels
    guard width > 0 else { return [] }
    let baselineY: Double
    var line = DecorationLine(
      kind: .underline, style: .solid, color: .black, thickness: 1, x: item.offset.x.pixels, y: 0, width: width)
    if isHorizontal {
      baselineY = item.offset.y.pixels + text.baseline.pixels
    } else {
      line.x = 0
      baselineY = 0
      line.turn = PaintPoint(
        x: item.offset.x.pixels + text.baseline.pixels,
        y: item.offset.y.pixels + (text.orientation == .sidewaysLeft ? fragment.size.height.pixels : 0))
      line.turnsLeft = text.orientation == .sidewaysLeft
    }
    var result: [DecorationLine] = []
    let ownBaseline = baselineY
    // Lines over and through a text go by its own top, as in Chromium, and only those under it are aligned.
    let ownTop = ownBaseline - own.roundedAscent
    let container = container(of: box)
    for (index, decoration) in decorations.enumerated() {
      let style = decoration.style
      let isUnshifted = isHorizontal && highlight == nil && index < Int(item.unshiftedDecorations)
      let baselineY = isUnshifted ? item.lineBaseline.pixels : ownBaseline
      // What decorates blocks is drawn in their own size: they are the boxes that decorate.
      // https://drafts.csswg.org/css-text-decor-4/#decorating-box
      let sized =
        container.map { highlight == nil && index < decorationsReaching($0).count ? $0.style : style } ?? style
      let size = Double(sized.font.size)
      let metrics = sized.font == box.style.font ? own : decorationMetrics(sized)
      line.thickness = Self.thickness(style, size, metrics.underlineThickness)
      line.style = style.effect.decorationStyle
      line.color = Self.color(style)
      var lines = style.effect.decorationLines
      let isCentral = Self.hasCentralBaseline(style)
      let isOver = isCentral && Self.underlinesOver(style)
      // An underline over the text makes room for itself.
      if isOver, lines.contains(.underline) != lines.contains(.overline) {
        lines.formSymmetricDifference([.underline, .overline])
      }
      let isUnderlineOver = isOver && style.effect.decorationLines.contains(.underline)
      if lines.contains(.underline) {
        line.kind = .underline
        line.y =
          isCentral
          ? baselineY + emEdge(style, size, metrics, hasOffset: !isOver)
          : baselineY + underlineOffset(style, line.thickness, metrics)
        line.gaps = text.orientation == .upright ? [] : gaps(in: line, text, box, style, ownBaseline)
        result.append(line)
        line.gaps = []
      }
      if lines.contains(.overline) {
        line.kind = .overline
        line.y =
          isUnderlineOver
          ? baselineY - (metrics.roundedAscent - metrics.roundedDescent)
            - emEdge(style, size, metrics, hasOffset: true) - max(1, line.thickness.rounded(.down))
          : ownTop - max(1, line.thickness.rounded(.down))
        result.append(line)
      }
      if lines.contains(.lineThrough) {
        line.kind = .lineThrough
        line.y = ownTop + metrics.roundedAscent * 2 / 3 - line.thickness / 2
        result.append(line)
      }
    }
    return result
  }

  /// Those of the elements around a text, outermost first, and of the line that it is on.
  private func decorations(of box: Box, _ fragment: Fragment) -> [TextDecoration] {
    let own = decorationsReaching(box)
    guard fragment.flags.contains(.firstLine), let container = containerID(of: box),
      let style = tree.firstLineStyles[container], !style.effect.decorationLines.isEmpty
    else { return own }
    var all = own
    // The pseudo-element is in the container.
    all.insert(TextDecoration(style: style), at: min(decorationsReaching(tree.boxes[container]).count, own.count))
    return all
  }

  private func decorationsReaching(_ box: Box) -> [TextDecoration] {
    let index = Int(box.decorations)
    return index >= 0 && index < tree.boxes.decorations.count ? tree.boxes.decorations[index] : []
  }

  /// The block container whose lines a text is in.
  private func containerID(of box: Box) -> BoxID? {
    var container = box.parent
    while !container.isNone, tree.boxes[container].kind == .inline { container = tree.boxes[container].parent }
    return container.isNone ? nil : container
  }

  private func container(of box: Box) -> Box? { containerID(of: box).map { tree.boxes[$0] } }

  /// `currentcolor` is the colour that the decorating element's text shows, as in Chromium.
  private static func color(_ style: ComputedStyle) -> Color {
    let current = style.inherited.color
    guard case .currentColor = style.effect.decorationColor else {
      return style.effect.decorationColor.resolved(current)
    }
    let stroke = style.text.strokeColor.resolved(current)
    return style.text.strokeWidth > 0 && !stroke.isTransparent ? stroke : style.text.fillColor.resolved(current)
  }

  /// Of the decorating element's first available font.
  private func decorationMetrics(_ style: ComputedStyle) -> FontMetrics {
    let fonts = options.fonts
    return fonts.metrics(fonts.primaryFont(fonts.intern(FontRequest(style.font, language: ""))))
  }

  /// https://drafts.csswg.org/css-text-decor-4/#text-decoration-width-property
  private static func thickness(_ style: ComputedStyle, _ size: Double, _ fromFont: Double) -> Double {
    switch style.effect.decorationThickness {
    case .auto: max(1, size / 10)
    case .fromFont: max(1, fromFont > 0 ? fromFont : size / 10)
    case .length(let length): max(1, length.pixels(basis: size).rounded())
    }
  }

  /// From the baseline down to the line's upper edge.
  /// https://drafts.csswg.org/css-text-decor-4/#underline-offset
  private func underlineOffset(
    _ style: ComputedStyle, _ thickness: Double, _ metrics: FontMetrics
  ) -> Double {
    let position = style.text.underlinePosition
    let size = Double(style.font.size)
    let shift = style.text.underlineOffset?.pixels(basis: size)
    if position.under { return metrics.roundedDescent + (shift ?? 0).rounded() + 1 }
    if position.fromFont { return metrics.underlineOffset + (shift ?? 0) }
    if let shift { return shift.rounded() }
    return max(1, (thickness / 2).rounded(.up))
  }

  /// https://drafts.csswg.org/css-writing-modes-4/#text-baselines
  private static func hasCentralBaseline(_ style: ComputedStyle) -> Bool {
    switch style.text.writingMode {
    case .verticalRL, .verticalLR: style.text.orientation != .sideways
    case .horizontalTB, .sidewaysRL, .sidewaysLR: false
    }
  }

  /// Whether underlines of vertical text are on its right side: they are in Japanese and Korean, else
  /// where the page wants it.
  /// https://drafts.csswg.org/css-text-decor-4/#underline-position-property
  private static func underlinesOver(_ style: ComputedStyle) -> Bool {
    let position = style.text.underlinePosition
    let language = style.inherited.language.lowercased().prefix { $0 != "-" }
    return language == "ja" || language == "ko" ? !position.left : position.right
  }

  /// Of vertical text: from the alphabetic baseline down to an underline, a pixel under the em boxes,
  /// which stand around the middle of the line.
  private func emEdge(_ style: ComputedStyle, _ size: Double, _ metrics: FontMetrics, hasOffset: Bool) -> Double {
    let shift = hasOffset ? style.text.underlineOffset?.pixels(basis: size) ?? 0 : 0
    return size / 2 - (metrics.roundedAscent - metrics.roundedDescent) / 2 + 1 + shift.rounded()
  }

  // MARK: Skipping ink

  /// Where glyphs cross an underline, from the line's start.
  /// https://drafts.csswg.org/css-text-decor-4/#text-decoration-skip-ink-property
  private func gaps(
    in line: DecorationLine, _ text: TextFragment, _ box: Box, _ style: ComputedStyle, _ baseline: Double
  ) -> [ClosedRange<Double>] {
    guard style.text.decorationSkipInk != .none else { return [] }
    // Unless all are to be skipped, ideographs and the like stand on their underline.
    let standing = style.text.decorationSkipInk == .all ? nil : ideographs(of: box, text)
    let upper = line.y - baseline
    let lower = upper + line.thickness * (line.style == .double ? 3 : 1)
    var result: [ClosedRange<Double>] = []
    let reach = min(line.thickness, 13)
    for index in text.glyphs where Int(index) < tree.glyphs.count {
      if let standing, standing[Int(index - text.glyphs.lowerBound)] { continue }
      let glyph = tree.glyphs[Int(index)]
      guard let span = inkCache.span(of: glyph.id, text.font, from: upper, to: lower, options.fonts) else { continue }
      let start = max(0, Double(glyph.x) + span.lowerBound - reach)
      let end = min(line.width, Double(glyph.x) + span.upperBound + reach)
      guard start < end else { continue }
      if let last = result.last, last.upperBound >= start {
        result[result.count - 1] = min(last.lowerBound, start)...max(last.upperBound, end)
      } else {
        result.append(start...end)
      }
    }
    return result
  }

  /// Which of a text's glyphs are of East Asian characters; nil where none are.
  private func ideographs(of box: Box, _ text: TextFragment) -> [Bool]? {
    let source = source(of: text, box)
    guard source.contains(where: { $0 >= 0xE0 }) else { return nil }
    let kinds = String(decoding: source, as: UTF8.self).unicodeScalars.map { Self.standsOnUnderlines($0) }
    // Glyphs and characters are told apart only where each has one of the other.
    if kinds.count == text.glyphs.count { return kinds }
    return kinds.allSatisfy { $0 } ? Array(repeating: true, count: text.glyphs.count) : nil
  }

  /// Ideographs, syllables, and the signs that are set with them.
  /// https://drafts.csswg.org/css-text-decor-4/#valdef-text-decoration-skip-ink-auto
  private static func standsOnUnderlines(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFFEF, 0x1F000...0x1FAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

/// Caches where outlines cross the band of an underline.
final class InkCache {
  private struct Key: Hashable {
    var font: FontID
    var glyph: UInt32
    var upper: Double
    var lower: Double
  }
  private var spans: [Key: ClosedRange<Double>?] = [:]

  /// From the glyph's origin, between two heights below the baseline.
  func span(
    of glyph: UInt32, _ font: FontID, from upper: Double, to lower: Double, _ fonts: PageFonts
  ) -> ClosedRange<Double>? {
    let key = Key(font: font, glyph: glyph, upper: upper, lower: lower)
    if let known = spans[key] { return known }
    if spans.count > 20_000 { spans.removeAll() }
    let span = Self.crossing(fonts.glyphPath(font: font, glyph: glyph), upper, lower)
    spans[key] = .some(span)
    return span
  }

  private static func crossing(_ outline: GlyphOutline, _ upper: Double, _ lower: Double) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    var current = (x: 0.0, y: 0.0)
    var start = current
    func segment(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) {
      let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
      guard bottom.y > upper, top.y < lower else { return }
      func at(_ y: Double) -> Double {
        guard bottom.y > top.y else { return top.x }
        let t = max(0, min(1, (y - top.y) / (bottom.y - top.y)))
        return top.x + (bottom.x - top.x) * t
      }
      let (first, second) = (at(max(upper, top.y)), at(min(lower, bottom.y)))
      low = min(low, min(first, second))
      high = max(high, max(first, second))
    }
    for element in outline.elements {
      switch element {
      case .move(let x, let y):
        current = (x, y)
        start = current
      case .line(let x, let y):
        segment(current, (x, y))
        current = (x, y)
      case .quad(let cx, let cy, let x, let y):
        let from = current
        for step in 1...8 {
          let t = Double(step) / 8
          let u = 1 - t
          let point = (x: u * u * from.x + 2 * u * t * cx + t * t * x, y: u * u * from.y + 2 * u * t * cy + t * t * y)
          segment(current, point)
          current = point
        }
      case .cubic(let ax, let ay, let bx, let by, let x, let y):
        let from = current
        for step in 1...8 {
          let t = Double(step) / 8
          let u = 1 - t
          let (c0, c1, c2, c3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          let point = (
            x: c0 * from.x + c1 * ax + c2 * bx + c3 * x, y: c0 * from.y + c1 * ay + c2 * by + c3 * y
          )
          segment(current, point)
          current = point
        }
      case .close:
        segment(current, start)
        current = start
      }
    }
    return low <= high ? low...high : nil
  }
}
