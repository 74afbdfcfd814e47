import OffscreenCSS
import OffscreenGeometry

extension Display {
  /// Whether the box would be inline-level.
  var isInlineOutside: Bool {
    switch self {
    case .box(.inline, _, _): true
    case .box(.block, _, _), .box(.runIn, _, _), .none, .contents, .part: false
    }
  }
}

extension LayoutContext {
  /// Whether a block-level box is an independent formatting context.
  /// https://drafts.csswg.org/css-display-3/#independent-formatting-context
  package func isFormattingContextRoot(_ box: BoxID, in parent: WritingDirection) -> Bool {
    let entry = boxes[box]
    switch entry.context {
    case .flex, .grid, .table, .fieldset, .ruby, .math, .replaced: return true
    case .block, .inline: break
    }
    if !entry.flags.isDisjoint(with: [.floating, .outOfFlow, .atomicInline, .item, .formattingContextRoot]) {
      return true
    }
    switch entry.kind {
    case .tableCell, .tableCaption: return true
    case .container, .inline, .text, .lineBreak, .breakOpportunity, .replaced, .tableGrid, .tableRowGroup,
      .tableRow, .tableColumnGroup, .tableColumn:
      break
    }
    // The root element: the body's margins stay inside of it.
    if entry.parent == .root { return true }
    let style = entry.style
    if case .box(_, .flowRoot, _) = style.box.display { return true }
    if style.box.overflowX.scrolls || style.box.overflowY.scrolls { return true }
    // https://drafts.csswg.org/css-align-3/#distribution-block
    switch style.alignment.alignContent.value {
    // Deviation: a last baseline does not make one, as in Chromium.
    case .normal, .lastBaseline: break
    case .baseline, .start, .end, .flexStart, .flexEnd, .left, .right, .center, .stretch, .spaceBetween, .spaceAround,
      .spaceEvenly:
      return true
    }
    if !style.box.contain.isDisjoint(with: [.layout, .paint]) { return true }
    if style.column.makesColumns || style.column.span == .all { return true }
    if style.box.containerType != .normal || style.usedContentVisibility != .visible { return true }
    return WritingDirection(style).mode != parent.mode
  }
}

/// In-flow children of a block container.
extension BlockLayout {
  /// The used inline margins of a block-level child of the size `size`.
  /// https://drafts.csswg.org/css2/#blockwidth
  func inlineMargins(of child: BoxID, size: LayoutUnit, available: LayoutUnit) -> (start: LayoutUnit, end: LayoutUnit) {
    let childStyle = context[child].style
    let margins = direction.logical(context.margins(of: child, basis: contentInline))
    let sides = direction.sides(childStyle.box.margin)
    let free = available - size - margins.inlineSum
    if !sides.inlineStart.isAuto, !sides.inlineEnd.isAuto, let alignment = selfAlignment(of: child) {
      guard free > .zero || alignment.overflow != .safe else { return (margins.inlineStart, margins.inlineEnd) }
      let edge = StaticEdge(alignment.value, of: WritingDirection(childStyle), in: direction, isInline: true)
      return (margins.inlineStart + edge.position(in: free), margins.inlineEnd)
    }
    switch (sides.inlineStart.isAuto, sides.inlineEnd.isAuto) {
    case (true, true) where free > .zero: return (free / 2, free - free / 2)
    case (true, false) where free > .zero: return (free, margins.inlineEnd)
    case (false, true): return (margins.inlineStart, free.nonNegative)
    case (true, _), (false, false): break
    }
    // What `align` and <center> ask of blocks.
    guard free > .zero, !sides.inlineStart.isAuto else { return (margins.inlineStart, margins.inlineEnd) }
    switch style.text.align {
    case .webkitCenter: return (margins.inlineStart + free / 2, margins.inlineEnd)
    case .webkitRight where direction.isLTR: return (margins.inlineStart + free, margins.inlineEnd)
    case .webkitLeft where !direction.isLTR: return (margins.inlineStart + free, margins.inlineEnd)
    case .webkitLeft, .webkitRight, .start, .end, .left, .right, .center, .justify, .matchParent, .justifyAll:
      return (margins.inlineStart, margins.inlineEnd)
    }
  }

  /// How a block-level child is aligned along the inline axis; nil is `normal`. Anonymous blocks, with the lines of
  /// this container, are not aligned.
  /// https://drafts.csswg.org/css-align-3/#justify-block
  func selfAlignment(of child: BoxID) -> SelfAlignment? {
    let entry = context[child]
    if entry.origin == .anonymous, entry.context != .table { return nil }
    var alignment = entry.style.alignment.justifySelf
    if alignment.value == .auto, !space.isColumnContent { alignment = style.alignment.justifyItems }
    // Deviation: as in Chromium, no difference between baselines.
    if alignment.value == .lastBaseline { alignment.value = .baseline }
    return alignment.value == .auto || alignment.value == .normal ? nil : alignment
  }

  private func childSpace(for child: BoxID, available: LayoutUnit) -> ConstraintSpace {
    let isTable = context[child].isTable
    let alignment = selfAlignment(of: child)?.value
    let fitsContent = isTable ? alignment != .stretch : alignment != nil && alignment != .stretch
    let widening = context.widening(of: child, in: box)
    let available = available + widening
    var space = context.childSpace(
      for: child, in: direction, available: LogicalSize(inline: available, block: childPercentageBlock ?? .max),
      percentageBlock: childPercentageBlock, inlineAuto: fitsContent ? .fitContent : .stretch, mode: self.space.mode)
    addCollapsingMargins(to: &space, of: child)
    if let flow {
      space.columns = ColumnSpace(
        flow: flow, offset: flowOffset,
        canBreakBefore: !keepsInPlace && context.fragmentationBudget > 0
          && (hasPlacedContent || mayMoveToNextFragmentainer),
        requiresContent: !hasPlacedContent && requiresContent)
    }
    space.percentageInline =
      context[child].direction.isOrthogonal(to: direction)
      ? space.percentageInline : contentInline + widening
    space.marginBasis = contentInline + widening
    if let limit = orthogonalLimit, context[child].direction.isOrthogonal(to: direction) {
      space.availableInline = min(space.availableInline, limit)
    }
    if context[child].isReplaced || context[child].flags.contains(.formControl) {
      space.inlineAuto = .fitContent
    }
    space.usesMinimumBlockSize =
      self.space.isRestrictedCell && childPercentageBlock == nil && isScrollerOfPercentage(child)
    return space
  }

  /// A size that stretches along this box's block axis does not leave room for margins that collapse with this box's.
  /// https://drafts.csswg.org/css-sizing-4/#stretch-fit-sizing
  private func addCollapsingMargins(to space: inout ConstraintSpace, of child: BoxID) {
    let own = context[child].direction
    let properties = SizeProperties(context[child].style, own)
    let isOrthogonal = own.isOrthogonal(to: direction)
    let stretches =
      isOrthogonal
      ? properties.inline == .stretch || properties.minInline == .stretch || properties.maxInline == .stretch
      : properties.block == .stretch || properties.minBlock == .stretch || properties.maxBlock == .stretch
    guard stretches, childPercentageBlock != nil, !self.space.isNewFormattingContext else { return }
    let margins = direction.logical(context.margins(of: child, basis: contentInline))
    let room =
      (edges.blockStart == .zero ? margins.blockStart : .zero) + (edges.blockEnd == .zero ? margins.blockEnd : .zero)
    if isOrthogonal {
      space.availableInline += room
    } else {
      space.availableBlock = space.availableBlock.map { $0 + room }
    }
  }

  /// How long the lines of orthogonal children may be where this box's block size depends on them: as the
  /// limits of the block size have it.
  /// https://drafts.csswg.org/css-writing-modes-4/#orthogonal-auto
  private var orthogonalLimit: LayoutUnit? {
    guard childPercentageBlock == nil else { return nil }
    let properties = SizeProperties(style, direction)
    return contentBlock(properties.maxBlock).map { max($0, contentBlock(properties.minBlock) ?? .zero) }
  }

  /// Scrolls along the block axis, and its block size is a percentage.
  private func isScrollerOfPercentage(_ child: BoxID) -> Bool {
    guard !context[child].isReplaced else { return false }
    let childStyle = context[child].style
    let overflow = direction.isHorizontal ? childStyle.box.overflowY : childStyle.box.overflowX
    guard overflow == .auto || overflow == .scroll,
      case .value(let length) = SizeProperties(childStyle, direction).block
    else { return false }
    return length.hasPercentage
  }

  private func hasAdjoiningFloatToClear(_ child: BoxID) -> Bool {
    let (left, right) = context.clearedSides(context[child].style.box.clear, direction)
    return left && adjoiningLeftFloat || right && adjoiningRightFloat
  }

  private func clearanceOffset(of child: BoxID) -> LayoutUnit {
    let (left, right) = context.clearedSides(context[child].style.box.clear, direction)
    return exclusions.clearance(left: left, right: right)
  }

  // MARK: Children in the same formatting context

  /// False if this box has to be laid out again.
  mutating func layoutInFlow(_ child: BoxID) -> Bool {
    let margins = direction.logical(context.margins(of: child, basis: contentInline))
    // A child that clears a float beside the open margins ends their collapsing: it is right below.
    let clearsAdjoiningFloat = bfcBlockOffset == nil && hasAdjoiningFloatToClear(child)
    if clearsAdjoiningFloat, resolveBfcBlockOffset() { return false }
    let clearance = clearanceOffset(of: child)
    // Where this box starts is known from an earlier try, and the child is to stand lower.
    if bfcBlockOffset == nil, let forced = forcedBfcBlockOffset, clearance > forced {
      if resolveBfcBlockOffset() { return false }
      blockOffset = edges.blockStart
    }

    var space = childSpace(for: child, available: contentInline)
    space.seenEnd = seenEnd
    space.columns?.takesSpanners = takesSpanners(child)
    space.columns?.breaksAtEnd = breaksInsideNext
    let isMonolithic = flow != nil && context.isMonolithic(child)
    let isWhole = isMonolithic || flow != nil && context.avoidsBreaksInside(child)
    if isMonolithic { space.columns = nil }
    var place = BlockFlowSpace(
      marginStrut: strut, clearanceOffset: bfcBlockOffset == nil ? max(clearance, clearanceOffset) : clearance,
      exclusions: exclusions, lineClamp: lineClamp)
    if isTextStartOpen, textTrim.contains(.start) { place.textTrim.insert(.start) }
    if child == lastTextChild { place.textTrim.insert(.end) }
    if lineClamp != nil, !textTrim.isDisjoint(with: [.end, .clampedEnd]) { place.textTrim.insert(.clampedEnd) }
    let quirky = context.quirkyMargins(of: child, in: direction)
    place.marginStrut.append(margins.blockStart, isQuirky: quirky.start)
    if context.boxes.hasAnnotations { place.annotationRoom = annotationRoom + place.marginStrut.sum }
    if bfcBlockOffset == nil {
      place.forcedBlockOffset = forcedBfcBlockOffset
      (place.hasAdjoiningLeftFloat, place.hasAdjoiningRightFloat) = (adjoiningLeftFloat, adjoiningRightFloat)
    }
    if clearsAdjoiningFloat { place.forcedBlockOffset = clearance }
    // Its inline size does not depend on where it is.
    let childInline = context.inlineSize(of: child, in: space)
    space.fixedInline = childInline
    let inlineMargins = inlineMargins(of: child, size: childInline, available: contentInline)
    let startMargin = direction.isLTR ? inlineMargins.start : contentInline - childInline - inlineMargins.start
    place.offset = BfcOffset(line: contentLineOffset + startMargin, block: nextBfcBlockOffset)

    space.blockFlow = place
    var result = context.layout(child, in: space)
    if result.needsBreakBefore { return breakBefore(child, result) }
    guard var inner = result.blockFlow else { return true }
    defer { if result.endsEarly { endsEarly = true } }
    if inner.needsAnotherTry {
      guard let offset = inner.blockOffset else { return true }
      if bfcBlockOffset == nil {
        if resolveBfcBlockOffset(by: inner, at: offset) { return false }
        blockOffset = edges.blockStart
        place.offset.block = offset
        place.marginStrut = MarginStrut()
      }
      place.forcedBlockOffset = offset
      space.blockFlow = place
      result = context.layout(child, in: space)
      if result.needsBreakBefore { return breakBefore(child, result) }
      guard let second = result.blockFlow, !second.needsAnotherTry else { return true }
      inner = second
    }
    if isWhole, let childStart = inner.blockOffset,
      isCut(from: childStart, size: direction.logical(result.size).block), canMove(from: childStart)
    {
      return breakBefore(child, result)
    }
    if let bfcBlockOffset, let expected = inner.floatsExpectedStart {
      // The margins collapse through the child, and those in it moved the floats in it.
      let start = max(bfcBlockOffset + blockOffset + inner.endMarginStrut.sum, clearance)
      if start != expected {
        place.forcedBlockOffset = start
        space.blockFlow = place
        result = context.layout(child, in: space)
        inner = result.blockFlow ?? inner
      }
    }
    exclusions = inner.exclusions
    annotationRoom = inner.annotationRoom
    noteLines(inner.lineCount)
    if let after = result.columns?.flow { flow = after }
    childBrokeAtEnd = result.columns?.brokeAtEnd ?? false
    let childBlock = direction.logical(result.size).block
    if isWhole { flow?.noteUnbreakable(childBlock) }
    let inline = edges.inlineStart + inlineMargins.start

    guard let childStart = inner.blockOffset else {
      if !hasNothing(context[child]) { isTextStartOpen = false }
      // Clearance gives a child a place of its own, and so this box too.
      // One that clears a float beside the open margins has it wherever its own margins would put it: they would move
      // the float too. https://drafts.csswg.org/css2/#clearance
      var isCleared =
        clearsAdjoiningFloat || bfcBlockOffset.map { clearance > $0 + inner.endMarginStrut.sum } ?? false
      let hadMargins = !strut.isEmpty
      let wasOpen = bfcBlockOffset == nil
      if wasOpen, clearance > bfcOffset.block + inner.endMarginStrut.sum {
        if resolveBfcBlockOffset() { return false }
        blockOffset = edges.blockStart
        isCleared = true
      }
      var own = inner.endMarginStrut
      if isCleared, hadMargins {
        // What follows collapses with the child's margins alone.
        place.marginStrut = MarginStrut()
        place.marginStrut.append(margins.blockStart, isQuirky: quirky.start)
        space.blockFlow = place
        own = context.layout(child, in: space).blockFlow?.endMarginStrut ?? own
      }
      placeCollapsedThrough(
        child, result, inner, inline: inline, margins: margins, clearance: isCleared ? clearance : nil,
        isRightBelow: wasOpen || clearsAdjoiningFloat, own: own)
      return true
    }
    isTextStartOpen = false
    if bfcBlockOffset == nil, resolveBfcBlockOffset(by: inner, at: childStart) { return false }
    let start = childStart - (bfcBlockOffset ?? childStart)
    builder.add(
      result, at: LogicalOffset(inline: inline, block: start), shift: relativeShift(of: child),
      floor: flow?.noteFloor(for: flowOffset + childStart))
    noteBaselines(of: child, result, at: start)
    blockOffset = start + childBlock
    goOn(behind: child, result, size: childBlock, from: childStart)
    strut = inner.endMarginStrut
    strut.append(margins.blockEnd, isQuirky: quirky.end)
    // Where a limit on lines ends the content, no margin follows.
    hidesLines = inner.hidesLines
    if hidesLines { strut = MarginStrut() }
    endsWithClearance = false
    hasPlacedContent = true
    return true
  }

  /// A child's start is this box's start too, unless the child cleared floats that this box did not.
  private mutating func resolveBfcBlockOffset(by child: BlockFlowResult, at start: LayoutUnit) -> Bool {
    child.isPushedByFloats && start > clearanceOffset
      ? resolveBfcBlockOffset() : resolveBfcBlockOffset(at: start)
  }

  /// A child whose margins collapse through it has no height; what follows collapses with it.
  ///
  /// `clearance`, if the child has some: it ends the collapsing with what is above; with `isRightBelow` the
  /// child stands exactly there. `own`: the margins of the child and in it, without those above.
  /// https://drafts.csswg.org/css2/#collapsing-margins
  ///
  /// Deviation: whether a child has clearance is decided by the top of this box instead of by where the
  /// child would stand, as Chromium does it. One below the floats has none by the specification.
  private mutating func placeCollapsedThrough(
    _ child: BoxID, _ result: LayoutResult, _ inner: BlockFlowResult, inline: LayoutUnit, margins: LogicalEdges,
    clearance: LayoutUnit?, isRightBelow: Bool, own: MarginStrut
  ) {
    if let expected = inner.floatsExpectedStart { notePlacement(expecting: expected) }
    if bfcBlockOffset == nil {
      adjoiningLeftFloat = adjoiningLeftFloat || inner.adjoiningLeftFloat
      adjoiningRightFloat = adjoiningRightFloat || inner.adjoiningRightFloat
    }
    var start = bfcBlockOffset == nil ? LayoutUnit.zero : blockOffset + inner.endMarginStrut.sum
    strut = own
    if let bfcBlockOffset, let clearance {
      // Below the floats. What the own margins come to is added again with those of what follows.
      start = isRightBelow ? clearance - bfcBlockOffset : max(start, clearance - bfcBlockOffset)
      blockOffset = start - own.sum
      endsWithClearance = true
    }
    builder.add(result, at: LogicalOffset(inline: inline, block: start), shift: relativeShift(of: child))
    // The end margin of an empty box is one with its start margin.
    let quirky = context.quirkyMargins(of: child, in: direction)
    strut.append(margins.blockEnd, isQuirky: quirky.start || quirky.end)
  }

  // MARK: Children that are formatting contexts of their own

  /// How often a child may be laid out again because it has come to more columns that floats are in.
  private static let maximumGrowths = 8

  /// Places a child beside the floats, where it fits.
  /// https://drafts.csswg.org/css2/#bfc-next-to-float
  mutating func layoutFormattingContextRoot(_ child: BoxID) -> Bool {
    let margins = direction.logical(context.margins(of: child, basis: contentInline))
    let clearsAdjoiningFloat = bfcBlockOffset == nil && hasAdjoiningFloatToClear(child)
    // One that does not fit beside them is below them, whatever its margin: that would move them too.
    let isBelowAdjoiningFloats = clearsAdjoiningFloat || !fitsBesideAdjoiningFloats(child, margins)
    if isBelowAdjoiningFloats, resolveBfcBlockOffset() { return false }
    let clearance = clearanceOffset(of: child)
    var open = strut
    let quirky = context.quirkyMargins(of: child, in: direction)
    open.append(margins.blockStart, isQuirky: quirky.start)
    if bfcBlockOffset == nil {
      // The child is no part of this formatting context: its start ends the open margins.
      if resolveBfcBlockOffset(at: bfcOffset.block + open.sum) { return false }
      blockOffset = edges.blockStart
    } else if !isBelowAdjoiningFloats {
      blockOffset += open.sum
    }
    let origin = bfcBlockOffset ?? .zero
    var start = max(cutOff(origin + blockOffset, from: origin + blockOffset - open.sum), clearance)

    var result = LayoutResult(size: .zero)
    var inline = edges.inlineStart
    // Each try goes below the end of some float, or stays where it is and keeps clear of those that start
    // further down.
    let tries = exclusions.count * 2 + 2
    var height = LayoutUnit.zero
    var floatInsets: [ColumnInsets] = []
    var growths = 0
    for attempt in 0..<(tries + Self.maximumGrowths) {
      // Where floats leave less than no room, a box of no width still stands beside them.
      func opportunity(height: LayoutUnit) -> LayoutOpportunity {
        exclusions.opportunity(
          from: BfcOffset(line: contentLineOffset, block: start), available: contentInline, inlineSize: .min,
          blockSize: height)
      }
      let place = opportunity(height: height)
      let lineStartFloat = place.start.line - contentLineOffset
      let lineEndFloat = contentLineOffset + contentInline - place.end.line
      let startFloat = direction.isLTR ? lineStartFloat : lineEndFloat
      let endFloat = direction.isLTR ? lineEndFloat : lineStartFloat
      let isBesideFloats = startFloat > .zero || endFloat > .zero
      // A float's room takes the place of a margin that is smaller.
      let startGap = max(startFloat, margins.inlineStart)
      let endGap = max(endFloat, margins.inlineEnd)
      var space = childSpace(for: child, available: contentInline)
      if isBesideFloats, !context[child].direction.isOrthogonal(to: direction) {
        space.availableInline = (contentInline - startGap - endGap).nonNegative + margins.inlineSum
      }
      space.seenEnd = seenEnd.map { $0 - start }
      if let flow {
        if !flow.isUnlimited { space.columns?.canBreakBefore = !keepsInPlace && canMove(from: start) }
        space.columns?.offset += start
        space.columns?.breaksAtEnd = breaksInsideNext
        space.columns?.flow.insets += floatInsets
        if context.isMonolithic(child) { space.columns = nil }
      }
      result = context.layout(child, in: space)
      if result.needsBreakBefore { return breakBefore(child, result) }
      if result.endsEarly {
        endsEarly = true
        // Whether it fits above the floats further down is not known.
        if place.end.block < .max { context.needsWhole = true }
      }
      let size = direction.logical(result.size)
      let room = (contentInline - startFloat - endFloat).nonNegative
      if isBesideFloats || place.end.block < .max, attempt < tries - 1 {
        let extent = extentInColumn(size.block, from: start, of: child)
        // Negative margins are room that the box needs, as Chromium has it, and others are within the container.
        let isTooNarrow =
          isBesideFloats && (size.inline > room || room < -margins.inlineSum || marginsCross(place, margins))
        let tall = opportunity(height: max(height, extent))
        if !isTooNarrow, tall.start.block == start, tall.start != place.start || tall.end.line != place.end.line {
          height = max(height, extent)
          continue
        }
        if isTooNarrow || tall.start.block != start {
          let end = opportunity(height: .zero).end.block
          if end == .max { break }
          start = max(end, start + .epsilon)
          height = .zero
          continue
        }
      }
      if flow != nil, growths < Self.maximumGrowths, context.fragmentationBudget > 0 {
        let needed = insetsOfFloats(behind: start, size: size, of: child)
        if needed != floatInsets {
          floatInsets = needed
          growths += 1
          context.spendFragmentationBudget(on: child)
          continue
        }
      }
      if isBesideFloats {
        let used = inlineMargins(of: child, size: size.inline, available: room)
        // No box is outside of the available space, even where its margin is negative.
        inline = edges.inlineStart + startFloat + (used.start - startFloat).nonNegative
        let sides = direction.sides(context[child].style.box.margin)
        if sides.inlineStart.isAuto { inline = edges.inlineStart + startFloat + used.start }
        if selfAlignment(of: child) != nil, !sides.inlineStart.isAuto, !sides.inlineEnd.isAuto {
          inline = edges.inlineStart + startGap + used.start - margins.inlineStart
        }
      } else {
        inline = edges.inlineStart + inlineMargins(of: child, size: size.inline, available: contentInline).start
      }
      break
    }
    let childBlock = direction.logical(result.size).block
    childBrokeAtEnd = result.columns?.brokeAtEnd ?? false
    if let after = result.columns?.flow {
      let content = flow?.section.contentEnd ?? .zero
      let insets = flow?.insets ?? []
      flow = after
      flow?.insets = insets
      if context.clipsBlockOverflow(child, direction) {
        flow?.clipContent(endingAt: flowOffset + start + childBlock, to: content)
      }
    }
    if flow != nil, context.isMonolithic(child) || context.avoidsBreaksInside(child) {
      if isCut(from: start, size: childBlock), canMove(from: start) { return breakBefore(child, result) }
      flow?.noteUnbreakable(childBlock)
    }
    let block = start - origin
    if !floatInsets.isEmpty, !result.fragment.isNone { context.columnInsets[result.fragment] = floatInsets }
    builder.add(
      result, at: LogicalOffset(inline: inline, block: block), shift: relativeShift(of: child),
      floor: flow?.noteFloor(for: flowOffset + start))
    noteBaselines(of: child, result, at: block)
    blockOffset = block + childBlock
    goOn(behind: child, result, size: childBlock, from: start)
    annotationRoom = .zero
    hasPlacedContent = true
    strut = MarginStrut()
    strut.append(margins.blockEnd, isQuirky: quirky.end)
    isTextStartOpen = false
    endsWithClearance = false
    return true
  }

  /// Whether nothing is left of a place beside floats between the margins of a box, which begin at the edges of this
  /// one.
  private func marginsCross(_ place: LayoutOpportunity, _ margins: LogicalEdges) -> Bool {
    let (before, after) =
      direction.isLTR ? (margins.inlineStart, margins.inlineEnd) : (margins.inlineEnd, margins.inlineStart)
    let left = max(place.start.line, contentLineOffset + before.nonNegative)
    let right = min(max(place.start.line, place.end.line), contentLineOffset + contentInline - after.nonNegative)
    return right < left
  }

  /// Where the margins before a child are still open, floats beside them move with it, unless it does not
  /// fit beside them: then it stands below.
  private func fitsBesideAdjoiningFloats(_ child: BoxID, _ margins: LogicalEdges) -> Bool {
    guard bfcBlockOffset == nil, adjoiningLeftFloat || adjoiningRightFloat else { return true }
    let place = exclusions.opportunity(
      from: BfcOffset(line: contentLineOffset, block: expectedBfcBlockOffset), available: contentInline)
    guard place.lineSize < contentInline else { return true }
    var space = childSpace(for: child, available: contentInline)
    space.availableInline = (place.lineSize - margins.inlineSum).nonNegative + margins.inlineSum
    space.mode = .measure
    return direction.logical(context.layout(child, in: space).size).inline <= place.lineSize
  }

  private mutating func noteBaselines(of child: BoxID, _ result: LayoutResult, at block: LayoutUnit) {
    guard !context[child].direction.isOrthogonal(to: direction) else { return }
    if firstBaseline == nil { firstBaseline = result.firstBaseline.map { block + $0 } }
    // The last line box is what counts in an inline-block; a table is none, and of a flex or grid container the
    // first baseline counts, as in Chromium.
    // https://drafts.csswg.org/css2/#leading
    switch context[child].context {
    case .table: return
    case .flex, .grid:
      if let first = result.firstBaseline { lastBaseline = block + first }
      return
    case .block, .inline, .ruby, .math, .fieldset, .replaced: break
    }
    if context.isScrollingBlock(child) {
      let margin = direction.logical(context.margins(of: child, basis: contentInline)).blockEnd
      lastBaseline = block + direction.logical(result.size).block + margin
    } else if let last = result.lastBaseline {
      lastBaseline = block + last
    }
  }
}

extension LayoutContext {
  /// Whether a box is a block container that scrolls: its last baseline is its end margin edge.
  /// https://drafts.csswg.org/css-align-3/#baseline-export
  func isScrollingBlock(_ box: BoxID) -> Bool {
    let entry = boxes[box]
    switch entry.context {
    case .block, .inline, .fieldset: break
    case .flex, .grid, .table, .ruby, .math, .replaced: return false
    }
    return entry.style.box.overflowX.scrolls || entry.style.box.overflowY.scrolls
  }
}

// MARK: Intrinsic sizes

extension BlockLayout {
  /// The intrinsic inline sizes of the content box of a container of blocks and floats.
  static func intrinsicSizes(of box: BoxID, context: LayoutContext, percentageBlock: LayoutUnit?) -> MinMaxSizes {
    // What has no boxes has a say in them, too.
    if context[box].flags.contains(.endsOpen) { context.needsWhole = true }
    let direction = context[box].direction
    var sizes = MinMaxSizes.zero
    // Floats stand side by side until a child clears them.
    var leftFloats = LayoutUnit.zero
    var rightFloats = LayoutUnit.zero
    // Text between blocks, which floats before and after it stand beside.
    var line = LayoutUnit.zero
    for entry in context[box].children {
      let child = entry.id
      if entry.isOutOfFlow || entry.isOutsideMarker || context.spansColumns(child) { continue }
      let (clearsLeft, clearsRight) = context.clearedSides(entry.style.box.clear, direction)
      if clearsLeft || clearsRight {
        sizes.max = max(sizes.max, line + leftFloats + rightFloats)
        if clearsLeft { leftFloats = .zero }
        if clearsRight { rightFloats = .zero }
      }
      let contribution = context.intrinsicContribution(of: child, to: direction, percentageBlock: percentageBlock)
      sizes.min = max(sizes.min, contribution.min)
      if entry.flags.contains(.floating) {
        let isLeft =
          switch entry.style.box.float {
          case .left, .none: true
          case .right: false
          case .inlineStart: direction.isLTR
          case .inlineEnd: !direction.isLTR
          }
        if isLeft { leftFloats += contribution.max } else { rightFloats += contribution.max }
      } else if entry.origin == .anonymous, entry.context == .inline {
        line = contribution.max
      } else {
        let isRoot = context.isFormattingContextRoot(child, in: direction)
        sizes.max = max(sizes.max, line + leftFloats + rightFloats)
        // A box that establishes a formatting context is beside the floats, and they are in its margins.
        var size = contribution.max
        if isRoot, leftFloats + rightFloats > .zero {
          let margins = direction.logical(context.margins(of: child, basis: .zero))
          let (left, right) =
            direction.isLTR ? (margins.inlineStart, margins.inlineEnd) : (margins.inlineEnd, margins.inlineStart)
          size += (leftFloats - left.nonNegative).nonNegative + (rightFloats - right.nonNegative).nonNegative
        }
        sizes.max = max(sizes.max, size)
        // Deviation: floats after it are not beside those before, as in Chromium, even if it is empty.
        (line, leftFloats, rightFloats) = (.zero, .zero, .zero)
      }
    }
    sizes.max = max(sizes.max, line + leftFloats + rightFloats)
    return sizes
  }
}
