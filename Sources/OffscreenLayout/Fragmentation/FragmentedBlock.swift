import OffscreenCSS
import OffscreenGeometry

/// Block containers in columns: where the breaks are.
/// https://drafts.csswg.org/css-break-3/#breaking-rules
extension BlockLayout {
  /// The state of the layout before a child before which a break is allowed.
  final class Breakpoint {
    let child: BoxID
    fileprivate(set) var state: BlockLayout
    init(child: BoxID, state: BlockLayout) { (self.child, self.state) = (child, state) }
  }

  /// Children one below the other, with breaks between them.
  mutating func layoutFragmentedChildren() -> Bool {
    var child = context[box].firstChild
    while true {
      if child.isNone {
        // Where the edges at the end do not fit, the last child goes with them.
        guard cutsEdges(behind: currentBlock + strut.sum) else { break }
        guard let earlier = lastBreakpoint else {
          guard mayMoveWithPlacedContent else { break }
          breaksBefore = true
          return false
        }
        context.spendFragmentationBudget(on: earlier.child)
        self = earlier.state
        child = earlier.child
        breaksBeforeNext = true
      }
      let entry = context[child]
      if entry.isOutOfFlow {
        addOutOfFlow(child)
      } else if entry.isFloating {
        placeFloat(child)
      } else if entry.isOutsideMarker {
        // Placed once the first line is known.
      } else if entry.style.column.span == .all, space.columns?.takesSpanners ?? false {
        guard endSection(before: child) else { return false }
      } else {
        guard layoutBetweenBreaks(child) else {
          // Where a break was to be avoided, an earlier one is made.
          guard let earlier = returnTo, !breaksBefore else { return false }
          let isInside = earlier === previousInner
          let isAtEnd = hasTriedEnd && !isInside
          self = earlier.state
          child = earlier.child
          (breaksInsideNext, breaksBeforeNext) = (isInside, !isInside)
          if isAtEnd { (hasTriedEnd, brokeAtEnd) = (true, true) }
          continue
        }
        previousChild = child
      }
      child = entry.nextSibling
    }
    return true
  }

  /// What follows a box is behind the boxes in it that span all columns, however tall it is itself.
  private mutating func keepBehindSpanners() {
    guard let origin = bfcBlockOffset, let flow, flow.sections.count > space.columns?.flow.sections.count ?? 0 else {
      return
    }
    blockOffset = max(blockOffset, flow.section.start - flowOffset - origin)
  }

  private mutating func layoutBetweenBreaks(_ child: BoxID) -> Bool {
    keepBehindSpanners()
    var join = BreakJoin.allowed
    if hasPlacedContent || !previousChild.isNone {
      join = context.breakBefore(child, available: contentInline)
      if !previousChild.isNone { join = join.joined(context.breakAfter(previousChild, available: contentInline)) }
      // Between boxes of no size only forced breaks are of use.
      if !hasPlacedContent, join != .forced { join = .allowed }
      if context.changesPage(between: previousChild, and: child) { join = .forced }
    }
    joinBefore = join
    noteReachedColumn()
    let mayBreakInside = !context.isMonolithic(child) && !context.avoidsBreaksInside(child)
    previousInner = innerBreakpoint
    innerBreakpoint = nil
    if mayBreakInside, !breaksInsideNext, context.fragmentationBudget > 0, mayHoldBreaks(child), keepsNextWith(child) {
      innerBreakpoint = state(before: child)
      // It comes again with the child.
      if join == .allowed { innerBreakpoint?.state.breakpoint = nil }
    }
    defer { breaksInsideNext = false }
    if space.columns?.breaksAtEnd ?? false, !hasTriedEnd, !breaksBeforeNext, context.fragmentationBudget > 0,
      nextInFlow(child) == nil
    {
      return breakAtEnd(child, join, mayBreakInside: mayBreakInside)
    }
    if breaksBeforeNext {
      breaksBeforeNext = false
      breakpoint = nil
      if moveToNextFragmentainer(from: currentBlock) { strut.isCutOff = true }
      return layoutChild(child)
    }
    if hasPlacedContent, let origin = bfcBlockOffset, let flow, flow.hasInsets {
      blockOffset = flow.skippingInsets(from: flowOffset + currentBlock) - flowOffset - origin
    }
    // A break between boxes that end and begin at a cut: margins there are cut off. A negative margin lets the second
    // one begin before the cut.
    if join != .forced, hasPlacedContent, strut.sum >= .zero,
      direction.logical(context.margins(of: child, basis: contentInline)).blockStart >= .zero,
      let column = fragmentainer(at: currentBlock), column.index > 0,
      column.start == flowOffset + currentBlock
    {
      strut = MarginStrut()
      strut.isCutOff = true
    }
    switch join {
    case .forced:
      breakpoint = nil
      if bfcBlockOffset == nil {
        if resolveBfcBlockOffset() { return false }
        blockOffset = edges.blockStart
      }
      guard let origin = bfcBlockOffset else { break }
      if let column = flow?.fragmentainer(at: flowOffset + currentBlock - (hasPlacedContent ? .epsilon : .zero)) {
        let parity = context.parityOfBreak(after: previousChild, before: child)
        let next = flow?.start(behind: column, isEven: parity) ?? column.next
        blockOffset = next - flowOffset - origin
        flow?.reach(next)
      } else {
        blockOffset += strut.sum
        flow?.noteForcedBreak(at: flowOffset + origin + blockOffset)
      }
      strut = MarginStrut()
    case .avoided:
      // A cut that is just here is to be avoided too.
      if strut.isEmpty, let column = fragmentainer(at: currentBlock), column.index > 0,
        column.start == flowOffset + currentBlock
      {
        if let earlier = innerBreakpoint(before: child) ?? breakpoint, context.fragmentationBudget > 0 {
          context.spendFragmentationBudget(on: child)
          returnTo = earlier
          return false
        }
        flow?.noteViolation()
        if !mayBreakInside {
          // Columns that are to hold both have to be taller by the second one.
          let start = currentBlock
          guard layoutChild(child) else { return false }
          let needed = currentBlock - start
          flow?.noteShortage(needed)
          return true
        }
      }
    case .allowed:
      // Where the next break is to be avoided, this one may have to do.
      breakpoint = nil
      if hasPlacedContent, keepsNextWith(child) {
        breakpoint = state(before: child)
      }
      if hasPlacedContent, keepsEdges, nextInFlow(child) == nil {
        lastBreakpoint = state(before: child)
      }
    }
    return layoutChild(child)
  }

  /// Whether there is to be no break between a child and the next one.
  private func keepsNextWith(_ child: BoxID) -> Bool {
    guard flow.map({ !$0.isUnlimited }) ?? false, let next = nextInFlow(child) else { return false }
    return context.breakAfter(child, available: contentInline)
      .joined(context.breakBefore(next, available: contentInline)) == .avoided
  }

  /// One state knows no more than one other.
  private func state(before child: BoxID) -> Breakpoint {
    var state = self
    (state.innerBreakpoint, state.previousInner) = (nil, nil)
    return Breakpoint(child: child, state: state)
  }

  /// Not where copying what is there already would take long.
  private func mayHoldBreaks(_ child: BoxID) -> Bool {
    guard builder.children.count < 1000, !context[child].firstChild.isNone else { return false }
    switch context[child].context {
    case .block, .inline, .flex, .table, .fieldset: return !context.isMultiColumn(child)
    // Deviation: grids have no earlier break, as in Chromium.
    case .grid, .ruby, .math, .replaced: return false
    }
  }

  /// A break in the child before this one.
  private func innerBreakpoint(before child: BoxID) -> Breakpoint? {
    guard let inner = previousInner, inner.child == previousChild else { return nil }
    return inner
  }

  /// Makes the last break that is allowed: in the last child, or else before it.
  private mutating func breakAtEnd(_ child: BoxID, _ join: BreakJoin, mayBreakInside: Bool) -> Bool {
    hasTriedEnd = true
    context.spendFragmentationBudget(on: child)
    let before = self
    let start = fragmentainer(at: currentBlock)
    breaksInsideNext = mayBreakInside
    childBrokeAtEnd = false
    guard layoutBetweenBreaks(child) else { return false }
    if childBrokeAtEnd {
      brokeAtEnd = true
      return true
    }
    guard hasPlacedContent, let start, fragmentainer(at: currentBlock - .epsilon)?.index == start.index else {
      return true
    }
    switch join {
    case .allowed where before.hasPlacedContent && start.start < flowOffset + before.currentBlock:
      self = before
      (breaksBeforeNext, brokeAtEnd) = (true, true)
      return layoutBetweenBreaks(child)
    case .avoided:
      guard let earlier = before.breakpoint else { return true }
      self = before
      returnTo = earlier
      return false
    case .allowed, .forced: return true
    }
  }

  private mutating func layoutChild(_ child: BoxID) -> Bool {
    isFormattingContextRoot(child) ? layoutFormattingContextRoot(child) : layoutInFlow(child)
  }

  private func nextInFlow(_ child: BoxID) -> BoxID? {
    var next = context[child].nextSibling
    while !next.isNone, !context[next].isInFlow { next = context[next].nextSibling }
    return next.isNone ? nil : next
  }

  // MARK: Places in the flow

  private var canBreakBefore: Bool { space.columns?.canBreakBefore ?? false && context.fragmentationBudget > 0 }

  /// Where the next child goes, in the formatting context, without the open margins.
  private var currentBlock: LayoutUnit { (bfcBlockOffset ?? expectedBfcBlockOffset) + blockOffset }

  func fragmentainer(at block: LayoutUnit) -> FragmentainerFlow.Fragmentainer? {
    flow?.fragmentainer(at: flowOffset + block)
  }

  /// Whether the whole box may go to the next column instead of what is at its start.
  var mayMoveToNextFragmentainer: Bool {
    guard canBreakBefore, flow != nil, !hasPlacedContent else { return false }
    return !startsFragmentainer(at: bfcBlockOffset ?? expectedBfcBlockOffset)
  }

  /// Whether a place is at the start of a column, or before it behind a negative margin.
  private func startsFragmentainer(at block: LayoutUnit) -> Bool {
    guard let column = fragmentainer(at: block) else { return false }
    return column.start >= flowOffset + block
  }

  /// The next child is in the column of what is before it, or a later one.
  private mutating func noteReachedColumn() {
    guard bfcBlockOffset != nil, let column = fragmentainer(at: currentBlock) else { return }
    // At a cut it is in the column before: behind content, and in a box of no size.
    guard column.start == flowOffset + currentBlock, hasPlacedContent || blockSize(intrinsic: .max) == .zero else {
      flow?.reach(column.start)
      return
    }
    if let before = fragmentainer(at: currentBlock - .epsilon) { flow?.reach(before.start) }
  }

  /// Whether a child that starts at `block` may go to the next column.
  func canMove(from block: LayoutUnit) -> Bool {
    guard !keepsInPlace, fragmentainer(at: block) != nil, context.fragmentationBudget > 0 else { return false }
    return !startsFragmentainer(at: block) && (hasPlacedContent || !requiresContent)
  }

  /// Whether what is first in this box is to be in its column.
  var requiresContent: Bool {
    requiresContent(from: flowOffset + (bfcBlockOffset ?? expectedBfcBlockOffset), in: flow)
  }

  /// Whether a cut goes through this range; how much too short the column is, is noted.
  mutating func isCut(from block: LayoutUnit, size: LayoutUnit) -> Bool {
    guard let column = fragmentainer(at: block) else { return false }
    let end = flowOffset + block + size
    guard end > column.end else { return false }
    flow?.noteShortage(end - column.end)
    return true
  }

  /// Monolithic content that is taller than its column overflows it; the flow goes on behind the cut.
  mutating func goOn(behind child: BoxID, _ result: LayoutResult, size: LayoutUnit, from start: LayoutUnit) {
    guard let flow else { return }
    let inner = context.overflow(of: child, result, size: size, from: flowOffset + start, in: flow)
    overflow.unite(inner)
    overflow.atEnd = inner.atEnd
    blockOffset -= inner.atEnd
  }

  /// A margin ends at a cut.
  func cutOff(_ block: LayoutUnit, from start: LayoutUnit) -> LayoutUnit {
    guard flow != nil, block > start, let column = fragmentainer(at: start) else { return block }
    return min(block, column.end - flowOffset)
  }

  /// A margin after the last child ends at the cut that follows this child; in a formatting context root.
  func cutOffAtEnd(_ content: LayoutUnit, from end: LayoutUnit) -> LayoutUnit {
    let origin = bfcBlockOffset ?? .zero
    guard flow != nil, content > end, end > .zero, let column = fragmentainer(at: origin + end - .epsilon)
    else { return content }
    return min(content, max(end, column.end - flowOffset - origin))
  }

  /// The next child starts in the next column, unless it is at the start of one. True if it moved.
  @discardableResult
  private mutating func moveToNextFragmentainer(from block: LayoutUnit) -> Bool {
    guard let origin = bfcBlockOffset, let column = fragmentainer(at: block) else { return false }
    strut = MarginStrut()
    guard column.start < flowOffset + block else { return false }
    blockOffset = column.next - flowOffset - origin
    flow?.reach(column.next)
    return true
  }

  /// A child does not fit in this column.
  mutating func breakBefore(_ child: BoxID, _ result: LayoutResult) -> Bool {
    if let shortage = result.columns?.flow.section.shortage { flow?.noteShortage(shortage) }
    context.spendFragmentationBudget(on: child)
    // 1. A break at the start of a box moves before the box.
    if !hasPlacedContent, mayMoveToNextFragmentainer {
      breaksForOrphans = result.columns?.breaksForOrphans ?? false
      breaksBefore = true
      return false
    }
    // 2. Between boxes that are to be kept together there is no break if there is another one.
    if joinBefore == .avoided, let earlier = innerBreakpoint(before: child) ?? breakpoint,
      context.fragmentationBudget > 0
    {
      returnTo = earlier
      return false
    }
    if joinBefore == .avoided, mayMoveWithPlacedContent {
      breaksBefore = true
      return false
    }
    if joinBefore == .avoided {
      flow?.noteViolation()
      // It is better to break between fewer lines than `orphans` says than here.
      if result.columns?.breaksForOrphans ?? false, !keepsInPlace {
        keepsInPlace = true
        defer { keepsInPlace = false }
        return layoutChild(child)
      }
    }
    // 3. The child starts in the next column; where it would not there either, beside floats for one, it stays.
    movesOfChild = movedChild == child ? movesOfChild + 1 : 1
    movedChild = child
    if movesOfChild > Self.mostMovesOfChild {
      keepsInPlace = true
      defer { keepsInPlace = false }
      return layoutChild(child)
    }
    if bfcBlockOffset == nil {
      if resolveBfcBlockOffset() { return false }
      blockOffset = edges.blockStart
    }
    moveToNextFragmentainer(from: currentBlock)
    strut.isCutOff = true
    joinBefore = .allowed
    return layoutChild(child)
  }

  private static let mostMovesOfChild = 8

  /// All children so far are to be kept together with the next one.
  private var mayMoveWithPlacedContent: Bool {
    guard canBreakBefore, !requiresContent, let origin = bfcBlockOffset else { return false }
    guard let first = firstFragmentainer(from: flowOffset + origin, in: flow) else { return false }
    return first.start < flowOffset + origin && first.index == fragmentainer(at: currentBlock)?.index
  }

  /// Notes what the end of the box says about the height of columns.
  mutating func noteCuts(size: LayoutUnit, content: LayoutUnit) {
    guard let origin = bfcBlockOffset, !space.isColumnContent, size > .zero else { return }
    let end = origin + size
    flow?.noteContent(endingAt: flowOffset + end - overflow.atEnd)
    guard size > content || context[box].firstChild.isNone else { return }
    guard let last = fragmentainer(at: end - .epsilon),
      let first = firstFragmentainer(from: flowOffset + origin, in: flow), last != first
    else { return }
    flow?.noteShortage(flowOffset + end - last.start)
  }

  /// Whether the box is in more than one column: then its content is not aligned in it, as Chromium has it.
  /// https://drafts.csswg.org/css-align-3/#distribution-block
  func isCut(size: LayoutUnit) -> Bool {
    let start = flowOffset + (bfcBlockOffset ?? expectedBfcBlockOffset)
    guard size > .zero, !space.isColumnContent, let first = firstFragmentainer(from: start, in: flow),
      let last = flow?.fragmentainer(at: start + size - .epsilon)
    else { return false }
    return first.index != last.index
  }

  // MARK: The edges

  /// Border and padding at the start are not cut: they stick out of their column where they do not fit. False if the box
  /// is to be in the next one.
  mutating func keepStartEdges() -> Bool {
    let start = flowOffset + (bfcBlockOffset ?? expectedBfcBlockOffset)
    guard edges.blockStart > .zero, !space.isColumnContent, let column = flow?.fragmentainer(at: start),
      start + edges.blockStart > column.end
    else { return true }
    let extent = start + edges.blockStart - column.end
    flow?.noteShortage(extent)
    if canBreakBefore, start > column.start { return false }
    overflow.atEnd = extent
    overflow.note(extent, behind: column.end)
    blockOffset -= extent
    return true
  }

  /// Whether there is no break between what is last in the box and its border and padding there.
  /// https://drafts.csswg.org/css-break-3/#possible-breaks
  private var keepsEdges: Bool {
    edges.blockEnd > .zero && flow.map { !$0.isUnlimited } ?? false && !context.clonesEdges(box)
      && (!hasDefiniteBlockSize || space.columns?.growsToContent ?? false) && context.fragmentationBudget > 0
  }

  /// Whether a cut goes through the edges behind content that ends here.
  mutating func cutsEdges(behind content: LayoutUnit) -> Bool {
    guard keepsEdges, hasPlacedContent, let column = fragmentainer(at: content - .epsilon) else { return false }
    let end = flowOffset + content
    guard end <= column.end, end + edges.blockEnd > column.end else { return false }
    // Of a taller box, they are not behind the content.
    if let fixed = space.fixedBlock, (bfcBlockOffset ?? .zero) + fixed > content + edges.blockEnd { return false }
    let shortage = end + edges.blockEnd - column.end
    flow?.noteShortage(shortage)
    return true
  }

  // MARK: Boxes that span all columns

  /// https://drafts.csswg.org/css-multicol-1/#column-span
  private mutating func endSection(before spanner: BoxID) -> Bool {
    if bfcBlockOffset == nil {
      if resolveBfcBlockOffset() { return false }
      blockOffset = edges.blockStart
    } else {
      blockOffset += strut.sum
    }
    strut = MarginStrut()
    // Floats before it stay before it, and so do out-of-flow boxes.
    if space.isColumnContent, let origin = bfcBlockOffset {
      blockOffset = max(blockOffset, exclusions.end - origin)
      if let positioned = flow?.section.positionedEnd, positioned > .min {
        blockOffset = max(blockOffset, positioned - flowOffset - origin)
      }
    }
    // So does what sticks out of boxes: it goes on beside what follows them.
    if let origin = bfcBlockOffset, let content = flow?.section.contentEnd {
      blockOffset = max(blockOffset, content - flowOffset - origin)
    }
    let end = flowOffset + currentBlock
    flow?.endSection(at: end, before: spanner)
    hasPlacedContent = false
    previousChild = .none
    breakpoint = nil
    return true
  }

  /// Whether boxes inside a child may span the columns: not where it contains fixed boxes, as in Chromium.
  func takesSpanners(_ child: BoxID) -> Bool {
    (space.columns?.takesSpanners ?? false) && !context.isContainingBlock(child, forFixed: true)
  }
}
