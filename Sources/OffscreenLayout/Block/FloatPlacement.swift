import OffscreenCSS
import OffscreenGeometry

/// A float that was laid out and not yet placed.
package struct LaidOutFloat {
  package var result: LayoutResult
  /// Used margins in line-relative terms.
  package var margins: LogicalEdges
  package var isLeft: Bool
  /// The margin box along the axes of the containing block.
  package var marginBox: LogicalSize
  /// The constraint space that it was laid out in.
  package var space: ConstraintSpace
}

/// A float in its place: the border box's line-left and block-start corner in the formatting context.
package struct PlacedFloat {
  package var box: BoxID
  package var result: LayoutResult
  package var border: BfcOffset
}

extension LayoutContext {
  /// Lays out a float. `direction` is the containing block's.
  package func layoutFloat(
    _ box: BoxID, available: LayoutUnit, percentageBlock: LayoutUnit?, direction: WritingDirection,
    seenEnd: LayoutUnit? = nil, mode: LayoutMode
  ) -> LaidOutFloat {
    let style = boxes[box].style
    var space = childSpace(
      for: box, in: direction, available: LogicalSize(inline: available, block: percentageBlock ?? .max),
      percentageBlock: percentageBlock, mode: mode)
    space.seenEnd = seenEnd
    let result = layout(box, in: space)
    let margins = direction.logical(margins(of: box, basis: available))
    let size = direction.logical(result.size)
    let isLeft: Bool
    switch style.box.float {
    case .left, .none: isLeft = true
    case .right: isLeft = false
    case .inlineStart: isLeft = direction.isLTR
    case .inlineEnd: isLeft = !direction.isLTR
    }
    return LaidOutFloat(
      result: result, margins: margins, isLeft: isLeft,
      marginBox: LogicalSize(
        inline: size.inline + margins.inlineSum, block: size.block + margins.blockSum),
      space: space)
  }

  /// Places a float at or below `start`, in the strip of its containing block, and adds it to the
  /// exclusions.
  package func place(
    _ float: LaidOutFloat, _ box: BoxID, from start: BfcOffset, available: LayoutUnit,
    direction: WritingDirection, exclusions: inout ExclusionSpace, flow: inout FragmentainerFlow?,
    flowOffset: LayoutUnit
  ) -> PlacedFloat {
    var start = start
    switch boxes[box].style.box.clear {
    case .none: break
    case .left, .right, .both, .inlineStart, .inlineEnd:
      let (left, right) = clearedSides(boxes[box].style.box.clear, direction)
      start.block = max(start.block, exclusions.clearance(left: left, right: right))
    }
    var float = float
    var place = exclusions.floatPosition(
      from: start, available: available, size: float.marginBox, isLeft: float.isLeft)
    if flow != nil {
      fragment(
        &float, box, at: &place, from: start, available: available, direction: direction, exclusions: exclusions,
        flow: &flow, flowOffset: flowOffset)
    }
    // What is behind the end of its column is in no one's way.
    var extent = float.marginBox.block
    if isMonolithic(box), let column = flow?.fragmentainer(at: flowOffset + place.block + float.margins.blockStart) {
      extent = min(extent, (column.end - flowOffset - place.block).nonNegative)
    }
    let lineLeftMargin = direction.isLTR ? float.margins.inlineStart : float.margins.inlineEnd
    exclusions.add(
      .init(
        rect: BfcRect(
          start: place,
          end: BfcOffset(
            line: place.line + float.marginBox.inline, block: place.block + extent)),
        isLeft: float.isLeft,
        outline: floatOutline(of: box, size: float.result.size, basis: available, mode: direction.mode),
        isInitialLetter: boxes[box].isInitialLetter))
    return PlacedFloat(
      box: box, result: float.result,
      border: BfcOffset(line: place.line + lineLeftMargin, block: place.block + float.margins.blockStart))
  }

  package func clearedSides(_ clear: Clear, _ direction: WritingDirection) -> (left: Bool, right: Bool) {
    switch clear {
    case .none: (false, false)
    case .left: (true, false)
    case .right: (false, true)
    case .both: (true, true)
    case .inlineStart: (direction.isLTR, !direction.isLTR)
    case .inlineEnd: (!direction.isLTR, direction.isLTR)
    }
  }

  /// The constraint space of a child that is an independent formatting context and shrinks to fit:
  /// floats, atomic inlines. `available.block` of `.max` is indefinite.
  package func childSpace(
    for box: BoxID, in parent: WritingDirection, available: LogicalSize, percentageBlock: LayoutUnit?,
    inlineAuto: AutoSizeBehavior = .fitContent, mode: LayoutMode
  ) -> ConstraintSpace {
    let child = self[box].direction
    let block: LayoutUnit? = available.block == .max ? nil : available.block
    var space: ConstraintSpace
    if child.isOrthogonal(to: parent) {
      let fallback = child.isHorizontal ? viewport.width : viewport.height
      space = ConstraintSpace(availableInline: block ?? percentageBlock ?? fallback, availableBlock: available.inline)
      space.percentageInline = percentageBlock ?? fallback
      space.percentageBlock = available.inline
      space.inlineAuto = .fitContent
    } else {
      space = ConstraintSpace(availableInline: available.inline, availableBlock: block)
      space.percentageBlock = percentageBlock
      space.inlineAuto = inlineAuto
    }
    space.marginBasis = available.inline
    space.mode = mode
    return space
  }
}
