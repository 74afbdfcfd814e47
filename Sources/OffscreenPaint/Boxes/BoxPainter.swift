import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

extension Painter {
  /// Shadows, background and borders of a box's fragment.
  /// https://www.w3.org/TR/CSS22/zindex.html#painting-order , step 2
  mutating func paintDecoration(_ item: PaintItem) {
    let fragment = tree[item.fragment]
    if fragment.kind == .line { return paintFirstLine(item, fragment) }
    let box = tree.boxes[fragment.box]
    let style = style(fragment)
    let hasBorder = fragment.border != .zero
    let hasShadow = !style.effect.boxShadows.isEmpty
    let hasBackground = style.hasBackground && fragment.box != viewport.backgroundSource
    let hasControl = box.style.box.appearance != .none
    let hasBorderImage = style.border.image.source != .none
    guard hasBorder || hasShadow || hasBackground || hasControl || hasBorderImage else { return }

    let legend = tree.legends[item.fragment]
    let frame = legend.map { fieldsetBox(item, legend: $0) }
    let rect = frame.map { snap.rect($0) } ?? borderBox(item)
    let shape = RoundedRect(borderBox: rect, style: style, sides: fragment.sides)
    defer { if hasControl { paintControlParts(item, box, shape) } }
    let widths = snap.edges(fragment.border)
    if hasShadow { paintOuterShadows(style, shape, fragment.sides) }
    if hasControl, paintControlChrome(item, box, shape) {
      if hasShadow { paintInsetShadows(style, shape, widths, fragment.sides) }
      return
    }
    let borders =
      hasBorder
      ? BorderPainter(style: style, shape: shape, widths: widths, sides: fragment.sides) : nil
    if hasBackground {
      let isClipped = isAboveCollapsedBorders(fragment, box)
      if isClipped {
        list.pushClip(snap.rect(Rect(origin: item.offset, size: fragment.size).inset(by: fragment.border)))
      }
      var area = BackgroundArea(item: item, fragment: fragment, style: style, shape: shape, border: widths)
      area.frame = frame
      // Under a rounded border the background ends a little earlier, so that it does not shine
      // through at the outer edge.
      if let borders, !hasBorderImage, shape.isRounded, borders.hidesBackground { area.bleed = 1 / options.scale }
      paintBackground(area)
      if isClipped { list.pop() }
    }
    if hasShadow { paintInsetShadows(style, shape, widths, fragment.sides) }
    if let legend { list.pushClipOut(RoundedRect(snap.rect(borderGap(item, legend: legend)))) }
    defer { if legend != nil { list.pop() } }
    if hasBorderImage, paintBorderImage(style.border.image, style, rect, widths) { return }
    if var borders, !fragment.flags.contains(.collapsedBorders), !isCollapsedCell(box) {
      borders.paint(into: &list)
    }
    if style.box.resize != .none, !hasControl, box.origin == .element,
      style.box.overflowX != .visible || style.box.overflowY != .visible
    {
      let grip = ControlTheme(style, prefersDark: options.prefersDark, isDisabled: false).grip
      paintResizeGrip(shape.inset(by: widths).rect, isLTR: style.text.direction == .ltr, grip)
    }
  }

  /// The background of `::first-line`.
  private mutating func paintFirstLine(_ item: PaintItem, _ fragment: Fragment) {
    let frame = Rect(origin: item.offset, size: fragment.size)
    let padding = fragment.padding
    let area = snap.rect(
      Rect(
        x: frame.minX + padding.left, y: frame.minY + padding.top,
        width: frame.maxX - frame.minX - padding.left - padding.right,
        height: frame.maxY - frame.minY - padding.top - padding.bottom))
    paintBackground(
      BackgroundArea(item: item, fragment: fragment, style: style(fragment), shape: RoundedRect(area), border: .zero))
  }

  /// The border of a fieldset runs through the middle of its legend.
  /// https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
  private func fieldsetBox(_ item: PaintItem, legend: Rect) -> Rect {
    let fragment = tree[item.fragment]
    let direction = WritingDirection(tree.boxes[fragment.box].style)
    var inset = LogicalEdges.zero
    let border = direction.logical(fragment.border).blockStart
    inset.blockStart = (direction.logical(legend.size).block - border).nonNegative / 2
    return Rect(origin: item.offset, size: fragment.size).inset(by: direction.physical(inset))
  }

  /// Where a fieldset has no border: behind its legend, and before and after it as far as the border is wide.
  private func borderGap(_ item: PaintItem, legend: Rect) -> Rect {
    let fragment = tree[item.fragment]
    let direction = WritingDirection(tree.boxes[fragment.box].style)
    let border = direction.logical(fragment.border).blockStart
    var offset = direction.logical(legend.origin, of: legend.size, in: fragment.size)
    var size = direction.logical(legend.size)
    (offset.block, size.block) = (.zero, max(size.block, border))
    let gap = direction.physical(size)
    return Rect(origin: direction.physical(offset, of: gap, in: fragment.size) + item.offset, size: gap)
  }

  /// Whether a cell is painted after the collapsed borders of its table, being in a layer of its own or
  /// in its row's or row group's: it must not paint over them.
  private func isAboveCollapsedBorders(_ fragment: Fragment, _ cell: Box) -> Bool {
    guard cell.kind == .tableCell, fragment.flags.contains(.collapsedBorders) else { return false }
    if tree.boxes.role(of: fragment.box) != .inFlow { return true }
    let row = cell.parent
    guard !row.isNone else { return false }
    if tree.boxes.role(of: row) != .inFlow { return true }
    let group = tree.boxes[row].parent
    return !group.isNone && tree.boxes.role(of: group) != .inFlow
  }

  private func isCollapsedCell(_ box: Box) -> Bool {
    box.kind == .tableCell && box.style.inherited.borderCollapse == .collapse
  }

  /// The background of a row, a row group or a column, seen in its cells.
  /// https://www.w3.org/TR/CSS22/tables.html#table-layers
  mutating func paintTablePart(_ item: PaintItem) {
    let fragment = tree[item.fragment]
    let box = tree.boxes[fragment.box]
    let style = box.style
    if !style.effect.boxShadows.isEmpty {
      paintOuterShadows(style, RoundedRect(borderBox: borderBox(item), style: style), fragment.sides)
    }
    guard style.hasBackground else { return }
    let shape = RoundedRect(borderBox: borderBox(item), style: style)
    var area = BackgroundArea(item: item, fragment: fragment, style: style, shape: shape, border: .zero)
    var cells: [PaintRect] = []
    if box.kind == .tableColumn || box.kind == .tableColumnGroup {
      cells = (tree.columnCells[item.fragment] ?? []).map { snap.rect($0.offset(by: item.offset)) }
    } else {
      collectCells(of: item.fragment, at: item.offset, into: &cells)
    }
    for cell in cells {
      // Cells that span rows show it in all of them.
      area.canvas = cell
      paintBackground(area)
    }
  }

  private func collectCells(of id: FragmentID, at offset: Point, into cells: inout [PaintRect]) {
    for link in tree.children(id) {
      let fragment = tree[link.fragment]
      guard fragment.kind == .box, !fragment.box.isNone else { continue }
      let place = offset + link.offset
      let kind = tree.boxes[fragment.box].kind
      if kind == .tableCell {
        let rect = Rect(origin: place, size: fragment.size)
        let isClipped = isAboveCollapsedBorders(fragment, tree.boxes[fragment.box])
        cells.append(snap.rect(isClipped ? rect.inset(by: fragment.border) : rect))
      } else if kind == .tableRow {
        collectCells(of: link.fragment, at: place, into: &cells)
      }
    }
  }

  // MARK: Shadows

  /// https://drafts.csswg.org/css-backgrounds-3/#box-shadow
  private mutating func paintOuterShadows(_ style: ComputedStyle, _ shape: RoundedRect, _ sides: FragmentSides) {
    let color = style.inherited.color
    withinCuts(of: shape, sides, style) { painter, shape in
      // The first is on top.
      for shadow in style.effect.boxShadows.reversed() where !shadow.isInset {
        let spread = Double(shadow.spread)
        let thrown = shape.outset(by: spread).offset(x: Double(shadow.x), y: Double(shadow.y))
        guard !thrown.rect.isEmpty else { continue }
        painter.list.shadow(
          BoxShadow(
            shape: thrown, sigma: min(300, Double(max(0, shadow.blur)) / 2),
            color: shadow.color.resolved(color), box: shape, isInset: false))
      }
    }
  }

  private mutating func paintInsetShadows(
    _ style: ComputedStyle, _ shape: RoundedRect, _ border: PaintEdges, _ sides: FragmentSides
  ) {
    let color = style.inherited.color
    withinCuts(of: shape.inset(by: border), sides, style) { painter, padding in
      for shadow in style.effect.boxShadows.reversed() where shadow.isInset {
        var hole = padding.outset(by: -Double(shadow.spread)).offset(x: Double(shadow.x), y: Double(shadow.y))
        // Unlike the inner edge of a border: as in Chromium.
        hole.scaleRadiiToFit()
        painter.list.shadow(
          BoxShadow(
            shape: hole, sigma: min(300, Double(max(0, shadow.blur)) / 2),
            color: shadow.color.resolved(color), box: padding, isInset: true))
      }
    }
  }

  /// Paints the shadows of a box that breaks have cut as those of the whole box, and shows what is between the cuts.
  /// https://drafts.csswg.org/css-break-4/#break-decoration
  private mutating func withinCuts(
    of shape: RoundedRect, _ sides: FragmentSides, _ style: ComputedStyle,
    _ paint: (inout Painter, RoundedRect) -> Void
  ) {
    guard sides != .all else { return paint(&self, shape) }
    let reach = style.effect.boxShadows.reduce(0.0) {
      max($0, Double(max($1.x.magnitude, $1.y.magnitude) + 2 * max(0, $1.blur) + $1.spread.magnitude))
    }
    // Radii of cut sides are zero: a longer box has the same corners.
    list.pushClip(shape.rect.outset(by: PaintRect.everything.width / 2, on: sides))
    paint(&self, shape.with(rect: shape.rect.outset(by: reach, on: FragmentSides.all.subtracting(sides))))
    list.pop()
  }

  // MARK: Rules

  /// Lines in the gaps between columns that both have content.
  /// https://drafts.csswg.org/css-multicol-1/#column-gaps-and-rules
  mutating func paintColumnRules(_ item: PaintItem) {
    if let rules = tree.gapRules[item.fragment] { return paintGapRules(rules, item) }
    guard style(tree[item.fragment]).column.hasColumnRules else { return }
    let fragment = tree[item.fragment]
    let style = style(fragment)
    let width = snap.width(LayoutUnit(style.column.ruleWidth))
    let color = style.column.ruleColor.resolved(style.inherited.color)
    // Rules of the last row go down to the end of the content box.
    let last = lastRow(of: item)
    let content = Rect(origin: item.offset, size: fragment.size).inset(by: fragment.border + fragment.padding)
    var previous: Rect?
    for link in tree.children(item.fragment) {
      let child = tree[link.fragment]
      guard child.kind == .column else {
        previous = nil
        continue
      }
      var column = Rect(origin: item.offset + link.offset, size: child.size)
      if let last {
        switch style.text.writingMode {
        case .horizontalTB where last.y == link.offset.y:
          column.size.height = max(column.size.height, content.maxY - column.minY)
        case .verticalLR where last.x == link.offset.x, .sidewaysLR where last.x == link.offset.x:
          column.size.width = max(column.size.width, content.maxX - column.minX)
        case .verticalRL where last.x == link.offset.x, .sidewaysRL where last.x == link.offset.x:
          let start = min(column.minX, content.minX)
          column = Rect(
            origin: Point(x: start, y: column.minY),
            size: Size(width: column.maxX - start, height: column.size.height))
        case .horizontalTB, .verticalLR, .verticalRL, .sidewaysLR, .sidewaysRL: break
        }
      }
      defer { previous = column }
      guard let last = previous, !child.children.isEmpty else { continue }
      let rule: PaintRect
      let side: BoxSide
      if style.text.writingMode.isHorizontal {
        guard last.minY == column.minY else { continue }
        let middle = (min(last.maxX, column.maxX).pixels + max(last.minX, column.minX).pixels) / 2
        let x = snap.coordinate(middle - width / 2)
        let top = snap.coordinate(column.minY.pixels)
        let bottom = snap.coordinate(max(last.maxY, column.maxY).pixels)
        rule = PaintRect(minX: x, minY: top, maxX: x + width, maxY: bottom)
        side = .left
      } else {
        guard last.minX == column.minX else { continue }
        let middle = (min(last.maxY, column.maxY).pixels + max(last.minY, column.minY).pixels) / 2
        let y = snap.coordinate(middle - width / 2)
        let left = snap.coordinate(column.minX.pixels)
        let right = snap.coordinate(max(last.maxX, column.maxX).pixels)
        rule = PaintRect(minX: left, minY: y, maxX: right, maxY: y + width)
        side = .top
      }
      BorderPainter.paintLine(rule, side: side, style: Self.ruleStyle(style.column.ruleStyle), color, into: &list)
    }
  }

  /// Where the last row of columns is, if nothing that spans the columns is behind it.
  private func lastRow(of item: PaintItem) -> Point? {
    var last: Point?
    for link in tree.children(item.fragment) {
      let child = tree[link.fragment]
      if child.kind == .column {
        last = link.offset
      } else if child.kind == .box, !child.box.isNone, tree.boxes[child.box].style.column.span == .all,
        !tree.boxes[child.box].flags.contains(.outOfFlow)
      {
        last = nil
      }
    }
    return last
  }

  /// Rules and collapsed borders have no inside and outside.
  static func ruleStyle(_ style: BorderLineStyle) -> BorderLineStyle {
    switch style {
    case .inset: .ridge
    case .outset: .groove
    case .auto: .solid
    case .none, .hidden, .dotted, .dashed, .solid, .double, .groove, .ridge: style
    }
  }

  /// https://www.w3.org/TR/CSS22/tables.html#collapsing-borders
  mutating func paintCollapsedBorders(_ item: PaintItem) {
    guard let borders = tree.collapsedBorders[item.fragment],
      tree.boxes[tree[item.fragment].box].style.inherited.visibility == .visible
    else { return }
    for segment in borders.segments {
      let rect = snap.rect(segment.rect.offset(by: item.offset))
      let color = segment.color.resolved(tree.boxes[segment.box].style.inherited.color)
      BorderPainter.paintLine(
        rect, side: segment.isHorizontal ? .top : .left, style: Self.ruleStyle(segment.style), color, into: &list)
    }
  }
}
