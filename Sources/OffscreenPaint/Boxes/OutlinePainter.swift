import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

/// https://drafts.csswg.org/css-ui-4/#outline-props
extension Painter {
  /// No more boxes than this are joined: finding the line around them takes the square of their number.
  private static let maximumJoined = 100

  mutating func paintOutline(_ item: PaintItem) {
    let fragment = tree[item.fragment]
    let style = style(fragment)
    guard style.inherited.visibility == .visible else { return }
    let width = snap.width(LayoutUnit(style.border.outlineWidth))
    // That of the user agent has a width of its own.
    guard width > 0 || style.border.outlineStyle == .auto else { return }
    let rects = outlinedRects(item, fragment)
    if rects.count == 1, let rect = rects.first { return paintOutline(around: rect, width, style) }
    // Beyond a limit, one outline is drawn around all parts.
    joinedOutlinesLeft -= rects.count
    guard joinedOutlinesLeft >= 0 else {
      if let first = rects.first { paintOutline(around: rects.reduce(first) { $0.union($1) }, width, style) }
      return
    }
    for start in stride(from: 0, to: rects.count, by: Self.maximumJoined) {
      paintJoinedOutline(around: Array(rects[start..<min(rects.count, start + Self.maximumJoined)]), width, style)
    }
  }

  /// A box's outline is around its border box; an inline box's around all its parts and the pictures and boxes in
  /// them. Inline boxes inside of it do not count, and neither do boxes out of flow, as in Chromium.
  private func outlinedRects(_ item: PaintItem, _ fragment: Fragment) -> [PaintRect] {
    guard let parts = layers.outlinedParts[fragment.box] else { return [borderBox(item)] }
    var rects: [PaintRect] = []
    for part in parts {
      // A part on a line that holds nothing has no size, and no outline.
      let rect = borderBox(part)
      if rect.width > 0 || rect.height > 0 { rects.append(rect) }
      collectOutlined(in: part.fragment, at: part.offset, into: &rects, depth: 0)
    }
    return rects
  }

  private func collectOutlined(in id: FragmentID, at offset: Point, into rects: inout [PaintRect], depth: Int) {
    guard depth < 1_000, tree.boxes[tree[id].box].kind == .inline else { return }
    for link in tree.children(id) {
      let fragment = tree[link.fragment]
      guard fragment.kind == .box, !fragment.box.isNone, rects.count < LayerTree.maximumOutlinedParts else { continue }
      let place = offset + link.offset
      if tree.boxes[fragment.box].kind == .inline {
        collectOutlined(in: link.fragment, at: place, into: &rects, depth: depth + 1)
      } else if !tree.boxes[fragment.box].flags.contains(.outOfFlow) {
        rects.append(snap.rect(Rect(origin: place, size: fragment.size)))
      }
    }
  }

  // MARK: Around one box

  private mutating func paintOutline(around rect: PaintRect, _ width: Double, _ style: ComputedStyle) {
    let border = style.border
    let inner = Self.outlineEdge(rect, Double(border.outlineOffset), style)
    if border.outlineStyle == .auto { return paintFocusRing(inner, isRounded: border.radius != Corners(.zero), style) }
    let all = PaintEdges(top: width, right: width, bottom: width, left: width)
    let color = border.outlineColor.resolved(style.inherited.color)
    var painter = BorderPainter(
      shape: inner.outset(by: width), widths: all, style: border.outlineStyle, color: color)
    painter.paint(into: &list)
  }

  /// A negative offset shrinks the edge to nothing at most, on each axis by itself.
  private static func outlineEdge(_ rect: PaintRect, _ offset: Double, _ style: ComputedStyle) -> RoundedRect {
    let edge = RoundedRect(borderBox: rect, style: style).outset(by: offset)
    return offset < 0 ? edge.with(rect: outset(rect, by: offset)) : edge
  }

  private static func outset(_ rect: PaintRect, by amount: Double) -> PaintRect {
    let (width, height) = (max(0, rect.width + 2 * amount), max(0, rect.height + 2 * amount))
    return PaintRect(x: rect.midX - width / 2, y: rect.midY - height / 2, width: width, height: height)
  }

  /// `auto` is drawn as the user agent shows focus: two pixels on the edge, whatever the width.
  /// https://drafts.csswg.org/css-ui-4/#valdef-outline-style-auto
  private mutating func paintFocusRing(_ edge: RoundedRect, isRounded: Bool, _ style: ComputedStyle) {
    let middle = isRounded ? edge : RoundedRect(edge.rect, radius: 2)
    let color = style.border.outlineColor.resolved(style.inherited.color)
    list.fillRing(outer: middle.outset(by: 1), inner: middle.outset(by: -1), color)
  }

  // MARK: Around more boxes

  private mutating func paintJoinedOutline(around rects: [PaintRect], _ width: Double, _ style: ComputedStyle) {
    let border = style.border
    let offset = Double(border.outlineOffset)
    let radius = rects.first.map { RoundedRect(borderBox: $0, style: style).topLeft.x } ?? 0
    let color = border.outlineColor.resolved(style.inherited.color)
    if border.outlineStyle == .auto {
      let radius = radius > 0 ? radius + offset : 2
      for contour in OutlineContour.around(rects.map { Self.outset($0, by: offset) }) {
        list.stroke(Stroke(path: contour.path(convex: radius, concave: radius), width: 2, color: color))
      }
      return
    }
    let reach = offset + width
    for contour in OutlineContour.around(rects.map { Self.outset($0, by: offset).outset(by: width) }) {
      /// The line so far inside of the outer edge.
      func path(_ depth: Double) -> PaintPath {
        guard radius > 0 else { return contour.inset(by: depth).path() }
        return contour.inset(by: depth).path(convex: max(0, radius + reach - depth), concave: radius + depth)
      }
      switch border.outlineStyle {
      case .none, .hidden, .auto: break
      case .solid: fillBetween(path(0), path(width), color)
      case .double where width < 3: fillBetween(path(0), path(width), color)
      case .double:
        let stripe = BorderPainter.doubleStripe(width)
        fillBetween(path(0), path(stripe), color)
        fillBetween(path(width - stripe), path(width), color)
      case .dotted, .dashed:
        var stroke = Stroke(path: path(width / 2), width: width, color: color)
        stroke.setDashes(style: border.outlineStyle, length: stroke.path.length, isClosed: true)
        list.stroke(stroke)
      case .inset, .outset:
        paintShaded(contour, 0, width, color, isInset: border.outlineStyle == .inset)
      case .groove, .ridge:
        let isGroove = border.outlineStyle == .groove
        let half = ((width + 1) / 2).rounded(.down)
        paintShaded(contour, 0, half, color, isInset: isGroove)
        paintShaded(contour, half, width, color, isInset: !isGroove)
      }
    }
  }

  private mutating func fillBetween(_ outer: PaintPath, _ inner: PaintPath, _ color: Color) {
    var path = outer
    path.add(inner)
    list.fill(path, color, rule: .evenodd)
  }

  /// Each edge in the colour of its side.
  private mutating func paintShaded(
    _ contour: OutlineContour, _ from: Double, _ to: Double, _ color: Color, isInset: Bool
  ) {
    for (outer, inner) in zip(contour.inset(by: from).edges, contour.inset(by: to).edges) {
      let quad = [outer.start, outer.end, inner.end, inner.start]
      list.fill(PaintPath(polygon: quad), color.shaded(outer.side, isInset: isInset))
    }
  }
}
