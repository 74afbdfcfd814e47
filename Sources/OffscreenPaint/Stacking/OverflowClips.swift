import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// Which boxes clip what they contain, and to which shape.
struct OverflowClips {
  let tree: FragmentTree
  let rootElement: NodeID
  /// Device pixels per CSS pixel: clips lie on whole device pixels.
  let scale: Double

  /// https://drafts.csswg.org/css-overflow-3/#overflow-properties
  func clipsContents(of box: Box) -> Bool {
    let style = box.style
    switch box.kind {
    case .text, .lineBreak, .breakOpportunity, .inline, .tableRow, .tableRowGroup, .tableColumn,
      .tableColumnGroup, .tableGrid:
      return false
    case .container, .tableCell, .tableCaption, .replaced:
      // The root's overflow is the viewport's; the body's box does not have what it gave to the viewport.
      if box.node == rootElement, box.origin == .element { return false }
      return style.box.overflowX != .visible || style.box.overflowY != .visible
        || style.box.contain.contains(.paint)
    }
  }

  /// The overflow clip edge.
  /// https://drafts.csswg.org/css-overflow-4/#overflow-clip-edge
  func shape(of fragment: Fragment, _ id: FragmentID, _ box: Box, at offset: Point) -> ClipNode.Shape {
    let snap = PixelSnapping(scale: scale)
    let style = box.style
    let borderBox = snap.rect(Rect(origin: offset, size: fragment.size))
    var border = box.context == .table ? tableBorder(fragment, id) : fragment.border
    if tree.legends[id] != nil {
      // A legend, which stands in the border, is not cut.
      // https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
      let direction = WritingDirection(style)
      var sides = direction.logical(border)
      sides.blockStart = .zero
      border = direction.physical(sides)
    }
    let widths = snap.edges(border)
    let outer = RoundedRect(borderBox: borderBox, style: style, sides: fragment.sides)
    var shape = outer.inset(by: widths)
    let clipsX = style.box.overflowX != .visible || style.box.contain.contains(.paint)
    let clipsY = style.box.overflowY != .visible || style.box.contain.contains(.paint)
    let isContained = style.box.contain.contains(.paint) && style.box.overflowX == .visible
    if style.box.overflowX == .clip || style.box.overflowY == .clip || isContained {
      shape = Self.clipEdge(outer, padding: shape, snap.edges(fragment.padding), fragment.sides, style.box)
    }
    if !clipsX || !clipsY { shape = RoundedRect(Self.unlimited(shape.rect, x: !clipsX, y: !clipsY)) }
    return shape.isRounded ? .rounded(shape) : .rect(shape.rect)
  }

  /// The edge that a replaced element's content is clipped at; nil where it is not. What scrolls other boxes clips
  /// these.
  /// https://drafts.csswg.org/css-overflow-3/#overflow-control
  static func contentShape(
    of fragment: Fragment, _ box: Box, at offset: Point, _ snap: PixelSnapping
  ) -> RoundedRect? {
    let style = box.style
    let isWhole = style.box.contain.contains(.paint)
    let (clipsX, clipsY) = (
      isWhole || style.box.overflowX != .visible, isWhole || style.box.overflowY != .visible
    )
    guard clipsX || clipsY else { return nil }
    let frame = Rect(origin: offset, size: fragment.size)
    let outer = RoundedRect(borderBox: snap.rect(frame), style: style, sides: fragment.sides)
    let padding = outer.inset(by: snap.edges(fragment.border))
    var shape = clipEdge(outer, padding: padding, PaintEdges(fragment.padding), fragment.sides, style.box)
    if style.box.overflowClipBox == .contentBox, style.box.overflowClipMargin <= 0 {
      // On the pixels that the content is on.
      shape = shape.with(rect: snap.rect(frame.inset(by: fragment.border + fragment.padding)))
    }
    return clipsX && clipsY ? shape : RoundedRect(unlimited(shape.rect, x: !clipsX, y: !clipsY))
  }

  /// A margin is left on the sides that the fragment has.
  private static func clipEdge(
    _ outer: RoundedRect, padding: RoundedRect, _ widths: PaintEdges, _ sides: FragmentSides, _ style: BoxStyle
  ) -> RoundedRect {
    let edge =
      switch style.overflowClipBox {
      case .borderBox, .strokeBox, .viewBox: outer
      case .contentBox, .fillBox: padding.inset(by: widths)
      case .paddingBox, .marginBox, .text, .borderArea, .noClip: padding
      }
    let margin = Double(style.overflowClipMargin)
    guard margin > 0 else { return edge }
    func width(_ side: FragmentSides) -> Double { sides.contains(side) ? margin : 0 }
    return edge.outset(
      by: PaintEdges(top: width(.top), right: width(.right), bottom: width(.bottom), left: width(.left)))
  }

  private static func unlimited(_ rect: PaintRect, x: Bool, y: Bool) -> PaintRect {
    var rect = rect
    let all = PaintRect.everything
    if x { (rect.x, rect.width) = (all.x, all.width) }
    if y { (rect.y, rect.height) = (all.y, all.height) }
    return rect
  }

  /// The borders of a table are its grid's; beside a caption they are not the table's edge.
  private func tableBorder(_ table: Fragment, _ id: FragmentID) -> Edges {
    for link in tree.children(id) {
      let grid = tree[link.fragment]
      guard grid.kind == .box, tree.boxes[grid.box].kind == .tableGrid else { continue }
      // Of collapsed borders, those that the table's style asks for, as in Chromium.
      var border =
        grid.flags.contains(.collapsedBorders) ? styledBorder(tree.boxes[table.box].style.border) : grid.border
      let place = Rect(origin: link.offset, size: grid.size)
      if place.minX > .zero { border.left = .zero }
      if place.minY > .zero { border.top = .zero }
      if place.maxX < table.size.width { border.right = .zero }
      if place.maxY < table.size.height { border.bottom = .zero }
      return border
    }
    return .zero
  }

  private func styledBorder(_ border: BorderStyle) -> Edges {
    func width(_ width: Float, _ style: BorderLineStyle) -> LayoutUnit {
      style == .none || style == .hidden ? .zero : LayoutUnit(Double(width))
    }
    return Edges(
      top: width(border.width.top, border.style.top), right: width(border.width.right, border.style.right),
      bottom: width(border.width.bottom, border.style.bottom), left: width(border.width.left, border.style.left))
  }
}
