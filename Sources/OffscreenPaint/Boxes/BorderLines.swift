import OffscreenCSS
import OffscreenGeometry

/// Straight lines of a border style: sides of borders, column rules, collapsed borders.
extension BorderPainter {
  /// A straight line that fills a rectangle: column rules, collapsed borders.
  static func paintLine(
    _ rect: PaintRect, side: BoxSide, style: BorderLineStyle, _ color: Color, into list: inout DisplayListBuilder
  ) {
    let isHorizontal = side == .top || side == .bottom
    let thickness = isHorizontal ? rect.height : rect.width
    func part(_ from: Double, _ to: Double) -> PaintRect {
      isHorizontal
        ? PaintRect(x: rect.x, y: rect.y + from, width: rect.width, height: to - from)
        : PaintRect(x: rect.x + from, y: rect.y, width: to - from, height: rect.height)
    }
    switch style {
    case .none, .hidden: break
    case .solid, .auto: list.fill(rect, color)
    case .dotted, .dashed: paintDashedLine(rect, isHorizontal: isHorizontal, style: style, color, into: &list)
    case .double:
      guard thickness >= 3 else { return list.fill(rect, color) }
      let stripe = doubleStripe(thickness)
      list.fill(part(0, stripe), color)
      list.fill(part(thickness - stripe, thickness), color)
    case .groove where thickness < 2, .ridge where thickness < 2: list.fill(rect, color)
    case .groove, .ridge:
      let isGroove = style == .groove
      let half = ((thickness + 1) / 2).rounded(.down)
      list.fill(part(0, half), color.shaded(side, isInset: isGroove))
      list.fill(part(half, thickness), color.shaded(side, isInset: !isGroove))
    case .inset, .outset: list.fill(rect, color.shaded(side, isInset: style == .inset))
    }
  }

  /// Dashes or dots along the middle of a rectangle.
  static func paintDashedLine(
    _ rect: PaintRect, isHorizontal: Bool, style: BorderLineStyle, _ color: Color,
    into list: inout DisplayListBuilder
  ) {
    let thickness = isHorizontal ? rect.height : rect.width
    guard thickness > 0 else { return }
    var start = isHorizontal ? PaintPoint(x: rect.minX, y: rect.midY) : PaintPoint(x: rect.midX, y: rect.minY)
    var end = isHorizontal ? PaintPoint(x: rect.maxX, y: rect.midY) : PaintPoint(x: rect.midX, y: rect.maxY)
    if style == .dotted, thickness <= 3 {
      return paintSquareDots(rect, isHorizontal: isHorizontal, thickness, color, into: &list)
    }
    if style == .dotted {
      // Round dots reach out by half of themselves; where there is no room for one, it reaches out of the side.
      let half = thickness / 2
      if isHorizontal {
        (start.x, end.x) = (start.x + half, max(start.x, end.x - thickness) + half)
      } else {
        (start.y, end.y) = (start.y + half, max(start.y, end.y - thickness) + half)
      }
    }
    let length = isHorizontal ? end.x - start.x : end.y - start.y
    var path = PaintPath()
    path.move(to: start)
    path.line(to: end)
    var stroke = Stroke(path: path, width: thickness, color: color)
    // Dots are counted over the whole side, with what their ends reach out.
    stroke.setDashes(style: style, length: style == .dotted ? length + thickness : length, isClosed: false)
    list.stroke(stroke)
  }

  /// Dots of at most three pixels are squares: one at each end, and between them a centred row of whole
  /// ones.
  private static func paintSquareDots(
    _ rect: PaintRect, isHorizontal: Bool, _ thickness: Double, _ color: Color,
    into list: inout DisplayListBuilder
  ) {
    let length = isHorizontal ? rect.width : rect.height
    guard length > 2 * thickness else { return list.fill(rect, color) }
    func part(_ from: Double, _ to: Double) -> PaintRect {
      isHorizontal
        ? PaintRect(x: rect.x + from, y: rect.y, width: to - from, height: rect.height)
        : PaintRect(x: rect.x, y: rect.y + from, width: rect.width, height: to - from)
    }
    let period = 2 * thickness
    // What the row is longer (or shorter) than whole dots and gaps, one half of it at each end.
    let rest = (length - thickness).remainder(dividingBy: period)
    let start = rest / 2
    list.fill(part(0, thickness), color)
    list.fill(part(length - thickness, length), color)
    // A dot that is cut by the first one: as in Chromium seen only from one pixel on.
    if start > 1 {
      list.fill(part(thickness, thickness + start.rounded(.down)), color)
      list.fill(part(length - thickness - start.rounded(.down), length - thickness), color)
    }
    // Whole pixels; halves become odd.
    var first = start + period
    if first - first.rounded(.down) == 0.5 {
      let low = first.rounded(.down)
      first = low.truncatingRemainder(dividingBy: 2) == 0 ? low + 1 : low
    }
    let count = ((length - thickness - first + thickness) / period).rounded(.down)
    guard count >= 1 else { return }
    let last = first + (count - 1) * period + thickness
    let row = part(first, last)
    var path = PaintPath()
    path.move(to: isHorizontal ? PaintPoint(x: row.minX, y: row.midY) : PaintPoint(x: row.midX, y: row.minY))
    path.line(to: isHorizontal ? PaintPoint(x: row.maxX, y: row.midY) : PaintPoint(x: row.midX, y: row.maxY))
    var stroke = Stroke(path: path, width: thickness, color: color)
    if count > 1 { stroke.dashes = [thickness, thickness] }
    list.stroke(stroke)
  }
}

extension Stroke {
  /// The dash pattern that fits a line best, as Chromium chooses it.
  mutating func setDashes(style: BorderLineStyle, length: Double, isClosed: Bool) {
    if style == .dashed || (style == .dotted && width <= 3) {
      var dash = width
      var gap = width
      if style == .dashed {
        dash *= width >= 3 ? 2 : 3
        gap *= width >= 3 ? 1 : 2
      }
      if length <= dash * 2 { return }
      if length <= 2 * dash + gap {
        let factor = length / (2 * dash + gap)
        dashes = [dash * factor, gap * factor]
      } else {
        if style == .dashed { gap = Self.bestGap(length, dash, gap, isClosed) }
        dashes = [dash, gap]
      }
      return
    }
    guard style == .dotted else { return }
    cap = .round
    if length < width * 2 {
      dashes = [0, width * 2]
    } else {
      let gap = Self.bestGap(length, width, width, isClosed)
      // Two dots that touch are one line, as in Chromium.
      if gap.isFinite { dashes = [0, gap + width - 0.01] }
    }
  }

  /// The gap nearest to the wanted one that makes whole dashes fill the line; without end where two dashes alone
  /// fill it.
  private static func bestGap(_ length: Double, _ dash: Double, _ gap: Double, _ isClosed: Bool) -> Double {
    let available = isClosed ? length : length + gap
    let fewest = (available / (dash + gap)).rounded(.down)
    let most = fewest + 1
    let fewestGaps = isClosed ? fewest : fewest - 1
    let mostGaps = isClosed ? most : most - 1
    let smallest = (length - most * dash) / mostGaps
    guard fewestGaps > 0 else { return smallest > 0 ? smallest : .infinity }
    let largest = (length - fewest * dash) / fewestGaps
    return smallest <= 0 || (largest - gap).magnitude < (smallest - gap).magnitude ? largest : smallest
  }
}

extension PaintPath {
  /// The length along the path; curves are measured in 16 straight pieces.
  package var length: Double {
    var total = 0.0
    var (current, start) = (PaintPoint.zero, PaintPoint.zero)
    func distance(_ a: PaintPoint, _ b: PaintPoint) -> Double {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    for element in elements {
      switch element {
      case .move(let point): (current, start) = (point, point)
      case .line(let point):
        total += distance(current, point)
        current = point
      case .curve(let a, let b, let end):
        var last = current
        for step in 1...16 {
          let t = Double(step) / 16
          let u = 1 - t
          let x = u * u * u * current.x + 3 * u * u * t * a.x + 3 * u * t * t * b.x + t * t * t * end.x
          let y = u * u * u * current.y + 3 * u * u * t * a.y + 3 * u * t * t * b.y + t * t * t * end.y
          let point = PaintPoint(x: x, y: y)
          total += distance(last, point)
          last = point
        }
        current = end
      case .close:
        total += distance(current, start)
        current = start
      }
    }
    return total
  }
}
