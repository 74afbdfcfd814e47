import OffscreenCSS
import OffscreenGeometry

/// Lays out a fieldset: the rendered legend in its block-start border, and an anonymous box with all
/// the rest.
/// https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
package struct FieldsetLayout: ContainerLayout {
  let context: LayoutContext
  let box: BoxID
  let space: ConstraintSpace
  let direction: WritingDirection
  let frame: ContainerFrame
  private let border: LogicalEdges
  private let padding: LogicalEdges
  private var builder: FragmentBuilder

  package init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
    (self.context, self.box, self.space) = (context, box, space)
    direction = context[box].direction
    frame = ContainerFrame(of: box, in: space, direction, context)
    (border, padding) = (direction.logical(frame.border), direction.logical(frame.padding))
    builder = FragmentBuilder(context: context, box: box, writingDirection: direction, mode: space.mode)
    (builder.border, builder.padding) = (frame.border, frame.padding)
  }

  /// The rendered legend, if there is one, is before the content; one that is skipped has no effect.
  private static func parts(of box: BoxID, _ context: LayoutContext) -> (legend: BoxID, content: BoxID) {
    let content = context[box].lastChild
    let first = context[box].firstChild
    let isSkipped = context[box].style.usedContentVisibility == .hidden
    return (first == content || isSkipped ? .none : first, content)
  }

  package mutating func run() -> LayoutResult {
    let (legend, content) = Self.parts(of: box, context)
    let definite = definiteBlock.map { $0 + edges.blockSum }
    // 1. The legend, which may make more of the border's room.
    var start = border.blockStart
    var legendRect: (offset: LogicalOffset, size: LogicalSize)?
    if !legend.isNone {
      let placed = layoutLegend(legend, percentageBlock: definite)
      start = max(start, placed.end)
      legendRect = (placed.offset, placed.size)
    }
    // 2. The content, between the borders; the fieldset's padding is its own.
    var contentSpace = context.childSpace(
      for: content, in: direction,
      available: LogicalSize(inline: (inlineSize - border.inlineSum).nonNegative, block: .max), percentageBlock: nil,
      inlineAuto: .stretch, mode: space.mode)
    contentSpace.fixedInline = (inlineSize - border.inlineSum).nonNegative
    contentSpace.marginBasis = space.marginBasis
    if let definite { contentSpace.fixedBlock = (definite - start - border.blockEnd).nonNegative }
    // What is there again in each column is the border; the padding is the content's.
    let cloned =
      context.clonesEdges(box) ? ColumnInsets(start: border.blockStart, end: border.blockEnd) : ColumnInsets()
    // The legend and the border are not cut: they stick out of their column.
    var overflow = ColumnOverflow()
    if let columns = space.columns, let column = columns.flow.fragmentainer(at: columns.offset) {
      overflow.atEnd = (columns.offset + start - column.end).nonNegative
      if overflow.atEnd > .zero, columns.canBreakBefore, columns.offset > column.start {
        return LayoutResult(needingBreakBeforeIn: columns.flow)
      }
      overflow.note(overflow.atEnd, behind: column.end)
      start -= overflow.atEnd
    }
    contentSpace.columns = space.columns.map {
      ColumnSpace(
        flow: $0.flow, offset: $0.offset + start, canBreakBefore: $0.canBreakBefore && legend.isNone,
        growsToContent: $0.growsToContent, breaksAtEnd: $0.breaksAtEnd)
    }
    contentSpace.columns?.flow.add(cloned)
    builder.columns = space.columns
    let result = context.layout(content, in: contentSpace)
    var columns = result.columns
    columns?.flow.insets = space.columns?.flow.insets ?? []
    if result.needsBreakBefore {
      var before = LayoutResult(size: .zero)
      before.columns = columns
      return before
    }
    builder.add(result, at: LogicalOffset(inline: border.inlineStart, block: start))

    // 3. The whole.
    let intrinsic = start + direction.logical(result.size).block + border.blockEnd
    if let inner = result.columns?.overflow {
      overflow.unite(inner)
      overflow.atEnd = inner.atEnd
    }
    var size = sizeAlongFlow(
      blockSize(intrinsic: intrinsic), intrinsic: intrinsic, from: space.columns?.offset ?? .zero,
      in: space.columns?.flow, &overflow)
    // The content has the given size as it is along the flow.
    if let flow = contentSpace.columns?.flow, flow.hasInsets { size = max(size, intrinsic) }
    if context[box].style.box.contain.contains(.size) {
      size = blockSize(intrinsic: start + padding.blockSum + border.blockEnd)
    }
    var whole = builder.finish(LogicalSize(inline: inlineSize, block: size))
    whole.intrinsicBlockSize = intrinsic
    columns?.overflow = overflow
    whole.columns = columns
    whole.firstBaseline = result.firstBaseline.map { $0 + start }
    whole.lastBaseline = result.lastBaseline.map { $0 + start }
    if let legendRect, !whole.fragment.isNone {
      let legendSize = direction.physical(legendRect.size)
      context.tree.legends[whole.fragment] = Rect(
        origin: direction.physical(legendRect.offset, of: legendSize, in: whole.size), size: legendSize)
    }
    return whole
  }

  private mutating func layoutLegend(
    _ legend: BoxID, percentageBlock: LayoutUnit?
  ) -> (offset: LogicalOffset, size: LogicalSize, end: LayoutUnit) {
    let available = (inlineSize - border.inlineSum - padding.inlineSum).nonNegative
    let legendSpace = context.childSpace(
      for: legend, in: direction, available: LogicalSize(inline: available, block: .max),
      percentageBlock: percentageBlock, mode: space.mode)
    let result = context.layout(legend, in: legendSpace)
    let size = direction.logical(result.size)
    let margins = direction.logical(context.margins(of: legend, basis: available))
    // It is centred on a border that is wider than itself.
    let block = (border.blockStart - size.block).nonNegative / 2
    let inline =
      border.inlineStart + padding.inlineStart
      + inlineOffset(of: legend, size: size.inline, margins: margins, available: available)
    let offset = LogicalOffset(inline: inline, block: block)
    let shift = context.relativeShift(
      of: legend, containingWidth: direction.isHorizontal ? available : .zero,
      containingHeight: direction.isHorizontal ? percentageBlock : available, direction: direction)
    builder.add(result, at: offset, shift: shift)
    return (offset, size, block + size.block + margins.blockEnd)
  }

  /// Auto margins and the `align` attribute place the legend.
  private func inlineOffset(
    of legend: BoxID, size: LayoutUnit, margins: LogicalEdges, available: LayoutUnit
  ) -> LayoutUnit {
    let style = context[legend].style
    let sides = direction.sides(style.box.margin)
    let free = available - size - margins.inlineSum
    guard free > .zero else { return margins.inlineStart }
    switch (sides.inlineStart.isAuto, sides.inlineEnd.isAuto) {
    case (true, true): return free / 2
    case (true, false): return free
    case (false, true): return margins.inlineStart
    case (false, false): break
    }
    switch style.text.align {
    case .center, .webkitCenter: return margins.inlineStart + free / 2
    case .end: return margins.inlineStart + free
    case .left, .webkitLeft: return margins.inlineStart + (direction.isLTR ? .zero : free)
    case .right, .webkitRight: return margins.inlineStart + (direction.isLTR ? free : .zero)
    case .start, .justify, .justifyAll, .matchParent: return margins.inlineStart
    }
  }

  /// The intrinsic inline sizes of the content box.
  static func intrinsicSizes(of box: BoxID, context: LayoutContext) -> MinMaxSizes {
    let direction = context[box].direction
    let (legend, content) = parts(of: box, context)
    let padding = direction.logical(context.padding(of: content, basis: .zero)).inlineSum
    var sizes = context.intrinsicContribution(of: content, to: direction)
    sizes = MinMaxSizes(min: (sizes.min - padding).nonNegative, max: (sizes.max - padding).nonNegative)
    guard !legend.isNone else { return sizes }
    let other = context.intrinsicContribution(of: legend, to: direction)
    return MinMaxSizes(min: max(sizes.min, other.min), max: max(sizes.max, other.max))
  }
}
