import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

/// Draws the four borders of a box.
/// https://drafts.csswg.org/css-backgrounds-3/#borders ; what that leaves open is as in Chromium.
struct BorderPainter {
  struct Edge: Hashable {
    var width: Double
    var style: BorderLineStyle
    var color: Color
    var isVisible: Bool {
      switch style {
      case .none, .hidden: false
      case .dotted, .dashed, .solid, .double, .groove, .ridge, .inset, .outset, .auto:
        width > 0 && color.alpha > 0
      }
    }
  }
  var edges: Sides<Edge>
  /// The border box with its corners.
  let outer: RoundedRect
  let inner: RoundedRect
  let widths: PaintEdges
  /// Half way between the edges: one path for the lines of all sides, which may have many points.
  private lazy var middle: (path: PaintPath, length: Double) = {
    let path = PaintPath(
      outer.inset(
        by: PaintEdges(
          top: widths.top / 2, right: widths.right / 2, bottom: widths.bottom / 2, left: widths.left / 2)))
    return (path, path.length)
  }()

  init(style: ComputedStyle, shape: RoundedRect, widths: PaintEdges, sides: FragmentSides) {
    let border = style.border
    func edge(_ width: Double, _ line: BorderLineStyle, _ color: ColorValue) -> Edge {
      Edge(width: width, style: line, color: Self.color(color, line, style))
    }
    edges = Sides(
      top: edge(widths.top, border.style.top, border.color.top),
      right: edge(widths.right, border.style.right, border.color.right),
      bottom: edge(widths.bottom, border.style.bottom, border.color.bottom),
      left: edge(widths.left, border.style.left, border.color.left))
    outer = shape
    inner = shape.inset(by: widths)
    self.widths = widths
    plain()
  }

  init(shape: RoundedRect, widths: PaintEdges, style: BorderLineStyle, color: Color) {
    edges = Sides(
      top: Edge(width: widths.top, style: style, color: color),
      right: Edge(width: widths.right, style: style, color: color),
      bottom: Edge(width: widths.bottom, style: style, color: color),
      left: Edge(width: widths.left, style: style, color: color))
    outer = shape
    inner = shape.inset(by: widths)
    self.widths = widths
    plain()
  }

  /// Lines with depth that have no colour of their own are light gray, whatever the text's colour is, but
  /// for those of tables and cells.
  /// Deviation: as in Chromium; the specification has all of them in the text's colour.
  static func color(_ value: ColorValue, _ line: BorderLineStyle, _ style: ComputedStyle) -> Color {
    let color = value.resolved(style.inherited.color)
    switch (style.box.display, line) {
    case (.box(_, .table, _), _), (.part, _): return color
    case (_, .inset), (_, .outset), (_, .groove), (_, .ridge):
      return value == .currentColor ? Color(hex: 0xEEEEEE) : color
    case (_, .none), (_, .hidden), (_, .dotted), (_, .dashed), (_, .solid), (_, .double), (_, .auto): return color
    }
  }

  /// Styles that a line is too thin for become solid ones, and shaded ones get their colours.
  private mutating func plain() {
    func simplify(_ edge: inout Edge, _ side: BoxSide) {
      switch edge.style {
      case .double: if edge.width < 3 { edge.style = .solid }
      case .groove, .ridge: if edge.width < 2 { edge.style = .solid }
      case .inset, .outset:
        edge.color = edge.color.shaded(side, isInset: edge.style == .inset)
        edge.style = .solid
      case .auto: edge.style = .solid
      case .none, .hidden: edge.width = 0
      case .dotted, .dashed, .solid: break
      }
    }
    simplify(&edges.top, .top)
    simplify(&edges.right, .right)
    simplify(&edges.bottom, .bottom)
    simplify(&edges.left, .left)
  }

  func edge(_ side: BoxSide) -> Edge {
    switch side {
    case .top: edges.top
    case .right: edges.right
    case .bottom: edges.bottom
    case .left: edges.left
    }
  }

  /// Whether the background is not seen under any part of the border.
  var hidesBackground: Bool {
    BoxSide.allCases.allSatisfy {
      let edge = edge($0)
      return edge.isVisible && edge.color.alpha >= 1 && edge.style == .solid && edge.width >= 2
    }
  }

  private var visibleSides: [BoxSide] { BoxSide.allCases.filter { edge($0).isVisible } }

  mutating func paint(into list: inout DisplayListBuilder) {
    let sides = visibleSides
    guard let first = sides.first, !outer.rect.isEmpty else { return }
    let sample = edge(first)
    let isUniformStyle = sides.allSatisfy { edge($0).style == sample.style }
    let isUniform = isUniformStyle && sides.allSatisfy { edge($0).color == sample.color }
    // Sides that are there but not seen keep the rest from being one ring.
    let isWhole = BoxSide.allCases.allSatisfy { edge($0).isVisible || edge($0).width == 0 }

    if isUniform, isWhole, sample.style == .solid {
      return list.fillRing(outer: outer, inner: inner, sample.color)
    }
    if isUniform, isWhole, sample.style == .double, sides.count == 4 {
      let (outerInset, innerInset) = doubleInsets()
      list.fillRing(outer: outer, inner: outer.inset(by: outerInset), sample.color)
      return list.fillRing(outer: outer.inset(by: innerInset), inner: inner, sample.color)
    }
    // Translucent sides of one colour must not show where they meet.
    let isTranslucent = isUniform && sample.color.alpha < 1 && sides.count > 1
    if isTranslucent {
      var layer = LayerEffect()
      layer.opacity = Double(sample.color.alpha)
      list.pushLayer(layer)
      for side in BoxSide.allCases { setOpaque(side) }
    }
    for side in Self.order where edge(side).isVisible { paint(side, into: &list) }
    if isTranslucent { list.pop() }
  }

  private static let order: [BoxSide] = [.top, .bottom, .left, .right]

  /// Whether the second side, painted later, covers the corner that the first one leaves to it, so that
  /// the first need not be cut: a cut on both sides would let the background shine through.
  private func isCovered(_ side: BoxSide, by other: BoxSide) -> Bool {
    let later = (other == .left || other == .right) && (side == .top || side == .bottom)
    let edge = edge(other)
    guard later, edge.isVisible, edge.color.alpha >= 1 else { return false }
    switch edge.style {
    case .solid, .groove, .ridge, .inset, .outset, .auto: return true
    case .none, .hidden, .dotted, .dashed, .double: return false
    }
  }

  /// As if it had one colour, which is not transparent.
  mutating func makeOpaque() {
    for edge in [\Sides<Edge>.top, \.right, \.bottom, \.left] { edges[keyPath: edge].color = .black }
  }

  private mutating func setOpaque(_ side: BoxSide) {
    switch side {
    case .top: edges.top.color.alpha = 1
    case .right: edges.right.color.alpha = 1
    case .bottom: edges.bottom.color.alpha = 1
    case .left: edges.left.color.alpha = 1
    }
  }

  /// How far the two lines of a double border reach in: a third each, rounded up.
  static func doubleStripe(_ width: Double) -> Double { width <= 0 ? 0 : ((width + 1) / 3).rounded(.down) }

  private func doubleInsets() -> (outer: PaintEdges, inner: PaintEdges) {
    func stripe(_ width: Double) -> Double { Self.doubleStripe(width) }
    let outer = PaintEdges(
      top: stripe(widths.top), right: stripe(widths.right), bottom: stripe(widths.bottom),
      left: stripe(widths.left))
    let inner = PaintEdges(
      top: widths.top - outer.top, right: widths.right - outer.right, bottom: widths.bottom - outer.bottom,
      left: widths.left - outer.left)
    return (outer, inner)
  }

  // MARK: One side

  private mutating func paint(_ side: BoxSide, into list: inout DisplayListBuilder) {
    let edge = edge(side)
    let needsClip = needsMitre(side)
    switch edge.style {
    case .solid:
      if !outer.isRounded {
        if needsClip {
          list.fill(PaintPath(polygon: mitredQuad(side)), edge.color)
        } else {
          list.fill(sideRect(side), edge.color)
        }
        return
      }
      list.pushClip(PaintPath(polygon: clipPolygon(side)))
      list.fillRing(outer: outer, inner: inner, edge.color)
      list.pop()
    case .double:
      let (outerInset, innerInset) = doubleInsets()
      list.pushClip(PaintPath(polygon: clipPolygon(side)))
      list.fillRing(outer: outer, inner: outer.inset(by: outerInset), edge.color)
      list.fillRing(outer: outer.inset(by: innerInset), inner: inner, edge.color)
      list.pop()
    case .groove, .ridge:
      let middle = outer.inset(by: halfWidths())
      let isGroove = edge.style == .groove
      list.pushClip(PaintPath(polygon: clipPolygon(side)))
      list.fillRing(outer: outer, inner: middle, edge.color.shaded(side, isInset: isGroove))
      list.fillRing(outer: middle, inner: inner, edge.color.shaded(side, isInset: !isGroove))
      list.pop()
    case .dotted, .dashed:
      if outer.isRounded {
        paintDashedCurve(side, edge, into: &list)
      } else {
        let clips = needsClip
        if clips { list.pushClip(PaintPath(polygon: clipPolygon(side))) }
        Self.paintDashedLine(
          sideRect(side), isHorizontal: side == .top || side == .bottom, style: edge.style, edge.color, into: &list)
        if clips { list.pop() }
      }
    case .none, .hidden, .inset, .outset, .auto: break
    }
  }

  /// The outer half of grooves and ridges is the larger one.
  private func halfWidths() -> PaintEdges {
    func half(_ width: Double) -> Double { ((width + 1) / 2).rounded(.down) }
    return PaintEdges(
      top: half(widths.top), right: half(widths.right), bottom: half(widths.bottom), left: half(widths.left))
  }

  private func neighbours(_ side: BoxSide) -> [BoxSide] {
    switch side {
    case .top, .bottom: [.left, .right]
    case .left, .right: [.top, .bottom]
    }
  }

  /// Whether the side meets one that looks different.
  private func needsMitre(_ side: BoxSide) -> Bool { neighbours(side).contains { needsMitre(side, at: $0) } }

  private func needsMitre(_ side: BoxSide, at neighbour: BoxSide) -> Bool {
    let own = edge(side)
    let other = edge(neighbour)
    guard other.isVisible else { return other.width > 0 }
    if isCovered(side, by: neighbour) { return false }
    switch own.style {
    // Their corners belong to both sides.
    case .dotted, .dashed: return other.style != own.style || other.color != own.color
    case .groove, .ridge, .double: return true
    case .none, .hidden, .solid, .inset, .outset, .auto: return other.color != own.color || other.style != own.style
    }
  }

  private func sideRect(_ side: BoxSide) -> PaintRect {
    let rect = outer.rect
    switch side {
    case .top: return PaintRect(x: rect.x, y: rect.y, width: rect.width, height: widths.top)
    case .bottom:
      return PaintRect(x: rect.x, y: rect.maxY - widths.bottom, width: rect.width, height: widths.bottom)
    case .left: return PaintRect(x: rect.x, y: rect.y, width: widths.left, height: rect.height)
    case .right:
      return PaintRect(x: rect.maxX - widths.right, y: rect.y, width: widths.right, height: rect.height)
    }
  }

  private func corners(_ rect: PaintRect) -> (PaintPoint, PaintPoint, PaintPoint, PaintPoint) {
    (
      PaintPoint(x: rect.minX, y: rect.minY), PaintPoint(x: rect.maxX, y: rect.minY),
      PaintPoint(x: rect.maxX, y: rect.maxY), PaintPoint(x: rect.minX, y: rect.maxY)
    )
  }

  /// The side between the corners' diagonals; up to the corner where no cut is needed.
  private func mitredQuad(_ side: BoxSide) -> [PaintPoint] {
    let (a, b, c, d) = corners(outer.rect)
    let (i, j, k, l) = corners(inner.rect)
    func meet(_ neighbour: BoxSide, _ diagonal: PaintPoint, _ straight: PaintPoint) -> PaintPoint {
      outer.isRounded || needsMitre(side, at: neighbour) ? diagonal : straight
    }
    func at(_ x: Double, _ y: Double) -> PaintPoint { PaintPoint(x: x, y: y) }
    switch side {
    case .top: return [a, b, meet(.right, j, at(b.x, j.y)), meet(.left, i, at(a.x, i.y))]
    case .right: return [b, c, meet(.bottom, k, at(k.x, c.y)), meet(.top, j, at(j.x, b.y))]
    case .bottom: return [c, d, meet(.left, l, at(d.x, l.y)), meet(.right, k, at(c.x, k.y))]
    case .left: return [d, a, meet(.top, i, at(i.x, a.y)), meet(.bottom, l, at(l.x, d.y))]
    }
  }

  /// The part of the box that belongs to the side: the mitred quad, with its diagonals drawn out until they meet or
  /// reach the line between the ends of the inner corner's curve, so that it holds that.
  private func clipPolygon(_ side: BoxSide) -> [PaintPoint] {
    let quad = mitredQuad(side)
    guard inner.isRounded else { return quad }
    let (startRadius, endRadius) = innerRadii(side)
    let (start, end) = (quad[0], quad[1])
    let one = Self.drawnOut(from: start, through: quad[3], startRadius)
    let two = Self.drawnOut(from: end, through: quad[2], endRadius)
    let (first, second, side) = (one - start, two - end, end - start)
    func cross(_ a: PaintPoint, _ b: PaintPoint) -> Double { a.x * b.y - a.y * b.x }
    let area = cross(first, second)
    guard area.magnitude > 1e-9 else { return [start, end, two, one] }
    let (t, u) = (cross(side, second) / area, cross(side, first) / area)
    guard t > 0, t < 1, u > 0, u < 1 else { return [start, end, two, one] }
    return [start, end, PaintPoint(x: start.x + first.x * t, y: start.y + first.y * t)]
  }

  /// The inner corners in the order of the mitred quad's points.
  private func innerRadii(_ side: BoxSide) -> (CornerRadius, CornerRadius) {
    // Carved corners reach as far in as their radii, whatever the border's width.
    let inner = outer.contour == nil ? inner : outer
    return switch side {
    case .top: (inner.topLeft, inner.topRight)
    case .right: (inner.topRight, inner.bottomRight)
    case .bottom: (inner.bottomRight, inner.bottomLeft)
    case .left: (inner.bottomLeft, inner.topLeft)
    }
  }

  private static func drawnOut(
    from corner: PaintPoint, through inner: PaintPoint, _ radius: CornerRadius
  ) -> PaintPoint {
    let diagonal = inner - corner
    guard !radius.isZero, diagonal != .zero else { return inner }
    let more = 1 / (diagonal.x.magnitude / radius.x + diagonal.y.magnitude / radius.y)
    return PaintPoint(x: inner.x + diagonal.x * more, y: inner.y + diagonal.y * more)
  }

  private mutating func paintDashedCurve(_ side: BoxSide, _ edge: Edge, into list: inout DisplayListBuilder) {
    list.pushClip(PaintPath(polygon: clipPolygon(side)))
    list.pushClip(outer)
    list.pushClipOut(inner)
    // The clip cuts to size where other sides are thinner.
    var stroke = Stroke(path: middle.path, width: edge.width, color: edge.color)
    stroke.setDashes(style: edge.style, length: middle.length, isClosed: true)
    list.stroke(stroke)
    list.pop()
    list.pop()
    list.pop()
  }
}
