import OffscreenCSS
import OffscreenGeometry

/// Lays out the out-of-flow boxes that a fragment is the containing block of.
/// https://drafts.csswg.org/css-position-3/#abspos-layout
package struct PositionedLayout {
  let context: LayoutContext
  let containingBlock: BoxID
  let kind: FragmentKind
  /// Of a grid container.
  let gridLines: GridLines?
  /// The columns that the containing block flows in, and where it starts along them.
  private(set) var columns: ColumnSpace?
  /// The anchors among what is placed, once a box asks for them, and how many links it has seen.
  private var anchors: AnchorTable?
  private var seenLinks = 0
  /// Of an inline box: fragments that hold what is in it, from its top left.
  var around: [FragmentLink] = []
  /// What the containing block can be scrolled to, of what is in flow; nil where it does not scroll.
  private(set) var scrollableArea: Rect?

  package init(
    context: LayoutContext, containingBlock: BoxID, kind: FragmentKind, gridLines: GridLines? = nil,
    columns: ColumnSpace? = nil
  ) {
    (self.context, self.containingBlock, self.kind) = (context, containingBlock, kind)
    (self.gridLines, self.columns) = (gridLines, columns)
  }

  /// Lays out those candidates that belong here, adding their fragments; returns the others.
  package mutating func run(
    _ candidates: [OutOfFlowCandidate], containerSize: Size, border: Edges, adding links: inout [FragmentLink]
  ) -> [OutOfFlowCandidate] {
    guard kind == .box else { return candidates }
    let takesAbsolute = context.isContainingBlock(containingBlock, forFixed: false)
    guard takesAbsolute else { return candidates }
    let takesFixed = context.isContainingBlock(containingBlock, forFixed: true)
    var rest: [OutOfFlowCandidate] = []
    let border = border + context.gutterInsideBorder(of: containingBlock)
    findScrollableArea(candidates, containerSize, border, links)
    // Out-of-flow boxes inside those laid out here come back as candidates of their results.
    var queue = CandidateQueue(candidates) { [context] in context.isPlacedByAnchors($0.box) }
    while let candidate = queue.next() {
      let isFixed = context[candidate.box].style.box.position == .fixed
      guard isFixed ? takesFixed : takesAbsolute else {
        rest.append(candidate)
        continue
      }
      let area =
        gridLines?.area(of: context[candidate.box].style, in: containerSize, border: border)
        ?? Rect(origin: .zero, size: containerSize).inset(by: border)
      let (result, offset) =
        isPlacedByAnchors(candidate)
        ? anchoredLayout(candidate, in: area, of: containerSize, links)
        : plainLayout(candidate, in: area, of: containerSize)
      if !result.fragment.isNone { links.append(FragmentLink(fragment: result.fragment, offset: offset)) }
      queue.add(result.outOfFlow.map { $0.moved(by: offset) }, hasAnchors: anchors != nil)
    }
    return rest
  }

  /// One axis of the box: where its margin box starts and what size its border box has.
  struct Axis {
    var start: LayoutUnit?
    var end: LayoutUnit?
    var marginStart: LayoutUnit?
    var marginEnd: LayoutUnit?
    /// Distance of the static position from the containing block's start.
    var staticOffset: LayoutUnit
    var staticEdge: StaticEdge
    /// The room around the static position that the box stays at the start of where it is too large for it, and whether
    /// that is the end on this axis.
    var safeRoom: (size: LayoutUnit, startsAtEnd: Bool)?
    var available: LayoutUnit
    /// How the box is aligned between two insets; nil is `normal` or `stretch`.
    var alignment: StaticEdge?
    var overflow = ContentAlignment.OverflowPosition.unspecified
    /// `stretch`, said so: aligned to the start where there is no room.
    var isStretched = false
    /// The containing block can be scrolled to what is behind its end.
    var isScrollable = false
    /// This axis runs against that of the containing block: its start side is there the end side.
    var runsAgainstContainer = false
    /// Of a box that is centred on its anchor, where the anchor's centre is.
    var anchorCenter: LayoutUnit?
    /// What overflows the room between the insets stays in here if it can: where the containing block starts, and where
    /// it ends.
    var limits: (start: LayoutUnit, end: LayoutUnit)?

    /// The room for the margin box.
    var room: LayoutUnit {
      switch (start, end) {
      case (let start?, let end?): return available - start - end
      case (let start?, nil): return available - start
      case (nil, let end?): return available - end
      case (nil, nil):
        switch staticEdge {
        case .start: return available - staticOffset
        case .end: return staticOffset
        case .center:
          return min(staticOffset, available - staticOffset) * 2
        }
      }
    }

    /// What margins leave of it.
    var roomForBorderBox: LayoutUnit { (room - (marginStart ?? .zero) - (marginEnd ?? .zero)).nonNegative }

    /// Where the border box starts, once its size is known.
    func position(size: LayoutUnit, isInline: Bool) -> LayoutUnit {
      if let start, let end {
        let free = available - start - end - size
        switch (marginStart, marginEnd) {
        case (nil, nil):
          // Auto margins share the room; a box that overflows keeps the containing block's start side.
          if isInline, free < .zero { return runsAgainstContainer ? start + free : start }
          return start + free / 2
        case (nil, let marginEnd?): return start + free - marginEnd
        case (let marginStart?, let marginEnd):
          let room = free - marginStart - (marginEnd ?? .zero)
          guard let edge = alignment ?? (isStretched ? .start : nil), let marginEnd,
            overflow != .safe || room >= .zero
          else {
            // Over-constrained: what is at the end side of the containing block gives way.
            let keepsEnd = runsAgainstContainer && alignment == nil && marginEnd != nil
            return keepsEnd ? start + marginStart + room : start + marginStart
          }
          var aligned = start + edge.position(in: room)
          if let anchorCenter {
            let whole = size + marginStart + marginEnd
            aligned = anchorCenter - whole / 2
            if overflow == .safe, aligned < start || aligned + whole > available - end { aligned = start }
            if overflow == .unspecified {
              let isTooLarge = whole > available - start - end
              let first = isTooLarge ? min(start, limits?.start ?? .zero) : start
              let last = isTooLarge ? max(available - end, limits?.end ?? available) : available - end
              aligned = max(min(aligned, last - whole), first)
            }
            return aligned + marginStart
          }
          guard overflow == .unspecified, room < .zero else { return aligned + marginStart }
          // What overflows the room between the insets stays inside of the containing block if it can.
          // https://drafts.csswg.org/css-align-3/#auto-safety-position
          let first = min(start, limits?.start ?? .zero)
          let last = isScrollable ? .max : max(limits?.end ?? available, available - end)
          return max(min(aligned, last - (size + marginStart + marginEnd)), first) + marginStart
        }
      }
      let before = marginStart ?? .zero
      let after = marginEnd ?? .zero
      if let start { return start + before }
      if let end { return available - end - after - size }
      if let safeRoom, size + before + after > safeRoom.size {
        let first = staticOffset - staticEdge.position(in: safeRoom.size)
        return safeRoom.startsAtEnd ? first + safeRoom.size - after - size : first + before
      }
      switch staticEdge {
      case .start: return staticOffset + before
      case .end: return staticOffset - after - size
      case .center: return staticOffset - (size + before + after) / 2 + before
      }
    }
  }

  private mutating func plainLayout(
    _ candidate: OutOfFlowCandidate, in area: Rect, of containerSize: Size
  ) -> (LayoutResult, Point) {
    let placed = layout(candidate, in: area, of: containerSize, anchored: nil)
    return (placed.result, placed.offset)
  }

  /// What comes of laying out a box.
  struct Placement {
    var result: LayoutResult
    var offset: Point
    /// Along the box's own axes, and where its border box starts on them.
    var inlineAxis: Axis
    var blockAxis: Axis
    var start: LogicalOffset
  }

  mutating func layout(
    _ candidate: OutOfFlowCandidate, in area: Rect, of containerSize: Size, anchored: AnchoredPlace?
  ) -> Placement {
    let box = candidate.box
    let style = context[box].style
    let own = WritingDirection(style)
    var candidate = candidate
    // https://drafts.csswg.org/css-position-4/#static-position : in the top layer there is none.
    if context[box].flags.contains(.topLayer) { candidate.staticPosition = area.origin }
    let outer = context[containingBlock].direction
    // 1. Insets and margins along the box's own axes. Percentages refer to the containing block.
    let areaSize = own.logical(area.size)
    let marginBasis = outer.logical(area.size).inline
    let insets = own.sides(style.box.inset)
    let margins = own.sides(style.box.margin)

    func used(_ value: LengthOrAuto, _ basis: LayoutUnit) -> LayoutUnit? {
      if case .value(let length) = value { length.resolved(basis) } else { nil }
    }
    // 2. The static position, from the start corner of the containing block.
    let staticPoint = own.logical(candidate.staticPosition - area.origin, of: .zero, in: area.size)
    let staticDirection = candidate.writingDirection
    let sameAxes = !own.isOrthogonal(to: staticDirection)
    var inlineEdge = sameAxes ? candidate.inlineEdge : candidate.blockEdge
    var blockEdge = sameAxes ? candidate.blockEdge : candidate.inlineEdge
    let flipsInline =
      sameAxes
      ? own.isInlineFlipped != staticDirection.isInlineFlipped : own.isInlineFlipped != staticDirection.isBlockFlipped
    let flipsBlock =
      sameAxes
      ? own.isBlockFlipped != staticDirection.isBlockFlipped : own.isBlockFlipped != staticDirection.isInlineFlipped
    if flipsInline { inlineEdge = inlineEdge.flipped }
    if flipsBlock { blockEdge = blockEdge.flipped }

    var inlineAxis = Axis(
      start: used(insets.inlineStart, areaSize.inline), end: used(insets.inlineEnd, areaSize.inline),
      marginStart: used(margins.inlineStart, marginBasis),
      marginEnd: used(margins.inlineEnd, marginBasis),
      staticOffset: staticPoint.inline, staticEdge: inlineEdge, available: areaSize.inline)
    var blockAxis = Axis(
      start: used(insets.blockStart, areaSize.block), end: used(insets.blockEnd, areaSize.block),
      marginStart: used(margins.blockStart, marginBasis),
      marginEnd: used(margins.blockEnd, marginBasis),
      staticOffset: staticPoint.block, staticEdge: blockEdge, available: areaSize.block)

    let safeRoom = candidate.safeRoom
    inlineAxis.safeRoom = (sameAxes ? safeRoom.inline : safeRoom.block).map { ($0, flipsInline) }
    blockAxis.safeRoom = (sameAxes ? safeRoom.block : safeRoom.inline).map { ($0, flipsBlock) }

    // https://drafts.csswg.org/css-position-4/#abspos-layout : alignment between the insets.
    let alongInline = own.isOrthogonal(to: outer) ? style.alignment.alignSelf : style.alignment.justifySelf
    let alongBlock = own.isOrthogonal(to: outer) ? style.alignment.justifySelf : style.alignment.alignSelf
    inlineAxis.alignment = selfAlignment(alongInline, own, outer, ofOwnInline: true)
    inlineAxis.overflow = alongInline.overflow
    inlineAxis.isStretched = alongInline.value == .stretch
    blockAxis.alignment = selfAlignment(alongBlock, own, outer, ofOwnInline: false)
    blockAxis.overflow = alongBlock.overflow
    blockAxis.isStretched = alongBlock.value == .stretch

    let containerStyle = context[containingBlock].style.box
    let isScrollable =
      containingBlock == .root || containerStyle.overflowX != .visible && containerStyle.overflowX != .clip
    inlineAxis.isScrollable = isScrollable
    blockAxis.isScrollable = isScrollable
    let isOrthogonal = own.isOrthogonal(to: outer)
    if let anchored {
      anchored.apply(to: &inlineAxis, isX: own.isHorizontal, isFlipped: own.isInlineFlipped, area, alongInline)
      anchored.apply(to: &blockAxis, isX: !own.isHorizontal, isFlipped: own.isBlockFlipped, area, alongBlock)
    }
    inlineAxis.runsAgainstContainer =
      own.isInlineFlipped != (isOrthogonal ? outer.isBlockFlipped : outer.isInlineFlipped)
    blockAxis.runsAgainstContainer =
      own.isBlockFlipped != (isOrthogonal ? outer.isInlineFlipped : outer.isBlockFlipped)

    // 3. Sizes: `auto` between two insets stretches, otherwise it fits the content.
    let stretchesTable = context[box].isTable
    let isReplaced = context[box].isReplaced
    var space = ConstraintSpace(
      availableInline: inlineAxis.room.nonNegative, availableBlock: blockAxis.room.nonNegative)
    // Deviation: a table is no wider than its containing block, wherever it starts, as in Chromium.
    if stretchesTable { space.availableInline = min(space.availableInline, areaSize.inline) }
    space.percentageInline = areaSize.inline
    space.percentageBlock = areaSize.block
    space.marginBasis = marginBasis
    let properties = SizeProperties(style, own)
    let hasInlineInsets = inlineAxis.start != nil && inlineAxis.end != nil
    let hasBlockInsets = blockAxis.start != nil && blockAxis.end != nil
    let stretchesBlock =
      hasBlockInsets && !stretchesTable && !isReplaced && properties.block.basis.isAuto
      && blockAxis.alignment == nil
    let hasRatio = context.preferredRatio(of: box) != nil
    space.inlineAuto =
      hasInlineInsets && !stretchesTable && !isReplaced && inlineAxis.alignment == nil
      ? .stretch : .fitContent
    if stretchesBlock, !(hasRatio && space.inlineAuto == .stretch) {
      space.blockAuto = .stretch
    }
    // Between two insets the height is known, and with it the width of what has a ratio.
    if stretchesBlock, hasRatio, space.inlineAuto != .stretch, properties.inline.isAuto {
      space.fixedBlock = blockAxis.roomForBorderBox
    }
    if isReplaced, isDrawnControl(box) {
      if hasInlineInsets, inlineAxis.alignment == nil, properties.inline.isAuto {
        space.fixedInline = inlineAxis.roomForBorderBox
      }
      if hasBlockInsets, blockAxis.alignment == nil, properties.block.isAuto {
        space.fixedBlock = blockAxis.roomForBorderBox
      }
    }
    space.mode = .layout
    var result = context.layout(box, in: space)
    let size = own.logical(result.size)

    // 4. Positions.
    let offset = LogicalOffset(
      inline: inlineAxis.position(size: size.inline, isInline: true),
      block: blockAxis.position(size: size.block, isInline: false))
    let place = own.physical(offset, of: result.size, in: area.size) + area.origin
    var placement = Placement(
      result: result, offset: place, inlineAxis: inlineAxis, blockAxis: blockAxis, start: offset)
    // 5. In columns, from there on.
    if let columns, !isOrthogonal {
      let start = outer.logical(place, of: result.size, in: containerSize).block
      var flow = columns.flow
      if context.isMonolithic(box) {
        flow.noteUnbreakable(outer.logical(result.size).block)
      } else {
        space.columns = ColumnSpace(
          flow: flow, offset: columns.offset + start, requiresContent: columns.requiresContent)
        space.columns?.flow.floor = .min
        result = context.layout(box, in: space)
        if let after = result.columns?.flow { flow = after }
      }
      flow.notePositioned(endingAt: columns.offset + start + outer.logical(result.size).block)
      flow.floor = columns.flow.floor
      self.columns?.flow = flow
      let grown = outer.logical(place, of: result.size, in: containerSize)
      placement.result = result
      placement.offset = outer.physical(
        LogicalOffset(inline: grown.inline, block: start), of: result.size, in: containerSize)
    }
    return placement
  }
}

extension PositionedLayout {
  private func isPlacedByAnchors(_ candidate: OutOfFlowCandidate) -> Bool {
    context.isPlacedByAnchors(candidate.box)
  }

  /// The anchors among the fragments that are placed so far.
  mutating func anchorTable(_ links: [FragmentLink]) -> AnchorTable {
    var table: AnchorTable
    if let known = anchors {
      // Or what is added to would be copied.
      (table, anchors) = (known, nil)
    } else {
      table = AnchorTable(context, of: containingBlock, implicit: context.anchorFacts.implicit)
      for link in around { table.add(link) }
    }
    for link in links[min(seenLinks, links.count)...] { table.add(link) }
    (anchors, seenLinks) = (table, links.count)
    return table
  }

  /// https://drafts.csswg.org/css-position-4/#scrollable-containing-block
  private mutating func findScrollableArea(
    _ candidates: [OutOfFlowCandidate], _ size: Size, _ border: Edges, _ links: [FragmentLink]
  ) {
    let style = context[containingBlock].style
    guard containingBlock != .root, style.box.overflowX.scrolls || style.box.overflowY.scrolls,
      candidates.contains(where: isPlacedByAnchors)
    else { return }
    let port = Rect(origin: .zero, size: size).inset(by: border)
    var area = port
    for link in links where !link.fragment.isNone { area = area.union(context.scrollableOverflow(of: link)) }
    scrollableArea = area.cutToReachable(from: port, style.text)
  }

  /// Whether a box is drawn as a whole although it is no replaced element: sliders, bars and wells of colours stretch
  /// between insets, while boxes to check have a size of their own.
  private func isDrawnControl(_ box: BoxID) -> Bool {
    switch context.boxes.replacedContent(box)?.kind {
    case .control(.range), .control(.bar), .control(.color): true
    case .control(.check), .control(.other), .image, .drawing, .generated, .brokenImage, .missingImage, nil: false
    }
  }

  /// The edge of the box's own axis that an alignment property names; nil for `normal` and `stretch`.
  private func selfAlignment(
    _ alignment: SelfAlignment, _ own: WritingDirection, _ outer: WritingDirection, ofOwnInline: Bool
  ) -> StaticEdge? {
    switch alignment.value {
    case .auto, .normal, .stretch: return nil
    case .center, .start, .end, .selfStart, .selfEnd, .flexStart, .flexEnd, .left, .right, .baseline,
      .lastBaseline, .anchorCenter:
      break
    }
    let isOuterInline = own.isOrthogonal(to: outer) != ofOwnInline
    let edge = StaticEdge(alignment.value, of: own, in: outer, isInline: isOuterInline)
    let ownFlips = ofOwnInline ? own.isInlineFlipped : own.isBlockFlipped
    let outerFlips = isOuterInline ? outer.isInlineFlipped : outer.isBlockFlipped
    return ownFlips == outerFlips ? edge : edge.flipped
  }
}

extension StaticEdge {
  /// The edge that a self-alignment of a box names, along the inline or the block axis of its container.
  init(
    _ value: SelfAlignment.Value, of own: WritingDirection, in container: WritingDirection, isInline: Bool
  ) {
    let containerFlips = isInline ? container.isInlineFlipped : container.isBlockFlipped
    let ownFlips = own.isFlipped(alongInlineOf: container, isInline)
    switch value {
    case .auto, .normal, .stretch, .start, .flexStart, .baseline: self = .start
    case .end, .flexEnd, .lastBaseline: self = .end
    case .center, .anchorCenter: self = .center
    case .selfStart: self = ownFlips == containerFlips ? .start : .end
    case .selfEnd: self = ownFlips == containerFlips ? .end : .start
    // Along the block axis they are `start`.
    case .left: self = isInline && !container.isLTR ? .end : .start
    case .right: self = isInline && container.isLTR ? .end : .start
    }
  }

  func position(in size: LayoutUnit) -> LayoutUnit {
    switch self {
    case .start: .zero
    case .center: size / 2
    case .end: size
    }
  }

  var flipped: StaticEdge {
    switch self {
    case .start: .end
    case .center: .center
    case .end: .start
    }
  }
}
