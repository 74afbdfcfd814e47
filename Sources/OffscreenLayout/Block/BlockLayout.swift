import OffscreenCSS
import OffscreenGeometry

/// Lays out a block container: block-level children one below the other, or lines; floats, margin
/// collapsing and clearance.
///
/// A box that goes on with its parent's block formatting context does not know where it starts until
/// something in it (a border, a line, a box with a height) ends the margins that collapse through its
/// start edge. Until then floats are placed where the box is expected to be; if that turns out wrong,
/// the layout stops and is tried again with the right offset.
package struct BlockLayout: ContainerLayout {
  let context: LayoutContext
  let box: BoxID
  let space: ConstraintSpace
  let style: ComputedStyle
  let direction: WritingDirection

  let frame: ContainerFrame
  /// Of a box that goes on with its parent's block formatting context: see `BlockFlowSpace`.
  let bfcOffset: BfcOffset
  let forcedBfcBlockOffset: LayoutUnit?
  let clearanceOffset: LayoutUnit

  var builder: FragmentBuilder
  var exclusions: ExclusionSpace
  /// The basis of percentage heights of children.
  var childPercentageBlock: LayoutUnit?

  /// Where this box's border box starts in the formatting context, once that is known.
  var bfcBlockOffset: LayoutUnit?
  /// From the border box's start to where the next child goes, without the margins in `strut`.
  var blockOffset = LayoutUnit.zero
  var strut = MarginStrut()
  /// The margins that were open before any of this box's content.
  private(set) var marginsAround = MarginStrut()
  /// Where this box was expected to start when the first float in it was placed, or the like, before its start
  /// was known.
  var floatsExpectedStart: LayoutUnit?
  /// A float is at the start of this box, adjoining the margins that are still open.
  var adjoiningLeftFloat = false
  var adjoiningRightFloat = false
  var isPushedByFloats = false
  var firstBaseline: LayoutUnit?
  var lastBaseline: LayoutUnit?
  /// Clearance moved a child that collapses through: margins stop collapsing with the end.
  var endsWithClearance = false
  /// How many children were taken from an earlier layout, and the last of them: see `BlockProgress`.
  var keptChildren = 0
  var lastKeptChild = BoxID.none
  /// Of a part of ruby.
  private var rubyExtent: LineExtent?
  /// What is free above the next child for its annotations, without margins.
  var annotationRoom = LayoutUnit.zero
  /// The lines that may still be made, here and in boxes that go on with this formatting context.
  var lineClamp: LineClamp?
  var lineCount = 0
  /// Whether a limit leaves out lines in this box or behind it.
  var hidesLines = false

  /// The edges of this box's text that are trimmed.
  let textTrim: TextBoxTrim
  /// No line has come yet.
  var isTextStartOpen = true
  /// The child with the last line, where that is trimmed.
  lazy var lastTextChild: BoxID? = textTrim.contains(.end) ? lastChildWithText : nil

  /// Where this box may end early, in the formatting context; nil where it may not.
  let seenEnd: LayoutUnit?
  /// What follows the last child is left out.
  var endsEarly = false

  /// The columns that this box flows in.
  var flow: FragmentainerFlow?
  /// Where the start of this formatting context is along the flow.
  let flowOffset: LayoutUnit
  /// There is content before the next child: there may be a break between them.
  var hasPlacedContent = false
  var breaksBefore = false
  /// The last child of the flow, for the break between it and the next.
  var previousChild = BoxID.none
  /// The state to return to where breaks are avoided.
  var breakpoint: Breakpoint?
  /// The state before the last child, where the next one is to be kept with it: a break in that child may do.
  var innerBreakpoint: Breakpoint?
  /// That of the child before it.
  var previousInner: Breakpoint?
  /// The next child is to break at its end.
  var breaksInsideNext = false
  /// Whether the last child did.
  var childBrokeAtEnd = false
  /// The last child was tried: see `ColumnSpace.breaksAtEnd`.
  var hasTriedEnd = false
  var brokeAtEnd = false
  var returnTo: Breakpoint?
  /// What sticks out of columns in this box.
  var overflow = ColumnOverflow()
  /// The state before the last child.
  var lastBreakpoint: Breakpoint?
  /// The child that is laid out breaks inside rather than before it.
  var keepsInPlace = false
  /// The last child before which there was a break, and how often that moved it.
  var movedChild = BoxID.none
  var movesOfChild = 0
  var breaksForOrphans = false
  var breaksBeforeNext = false
  var joinBefore = BreakJoin.allowed

  package init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
    (self.context, self.box, self.space) = (context, box, space)
    style = context[box].style
    direction = WritingDirection(style)
    frame =
      space.isColumnContent
      ? ContainerFrame(columnContentIn: space) : ContainerFrame(of: box, in: space, direction, context)
    builder = FragmentBuilder(
      context: context, box: box, frame, kind: space.isColumnContent ? .column : .box, writingDirection: direction,
      mode: space.mode)
    bfcOffset = space.blockFlow?.offset ?? .zero
    forcedBfcBlockOffset = space.blockFlow?.forcedBlockOffset
    clearanceOffset = space.blockFlow?.clearanceOffset ?? .min
    exclusions = space.blockFlow?.exclusions ?? ExclusionSpace()
    // Padding and borders end what boxes around trim.
    var trim = style.box.textBoxTrim
    let outerTrim = space.blockFlow?.textTrim ?? []
    if outerTrim.contains(.start), frame.edges.blockStart == .zero { trim.insert(.start) }
    if frame.edges.blockEnd == .zero { trim.formUnion(outerTrim.intersection([.end, .clampedEnd])) }
    textTrim = trim
    flow = space.columns?.flow
    flowOffset = space.columns?.offset ?? .zero
    builder.columns = space.columns
    seenEnd = space.seenEnd.flatMap { context.mayEndEarly(box, in: space) ? $0 : nil }
    if let outer = space.blockFlow {
      (adjoiningLeftFloat, adjoiningRightFloat) = (outer.hasAdjoiningLeftFloat, outer.hasAdjoiningRightFloat)
      (strut, lineClamp) = (outer.marginStrut, outer.lineClamp)
    } else {
      bfcBlockOffset = .zero
    }
  }

  package mutating func run() -> LayoutResult {
    if space.endIsUnseen, seenEnd == nil { context.needsWhole = true }
    prepare()
    if !space.isNewFormattingContext, edges.blockStart > .zero, resolveBfcBlockOffset() { return tryAgain() }
    // Padding does not let them in again.
    if context.isQuirkyContainer(box) { strut.isQuirkyContainerStart = true }
    marginsAround = strut
    if style.box.marginTrim.contains(.blockStart) { strut.isTrimmed = true }
    blockOffset = edges.blockStart
    if flow != nil {
      flow = contentFlow(from: flowOffset + (bfcBlockOffset ?? expectedBfcBlockOffset))
      if !keepStartEdges() { return breakBefore() }
    }
    if context[box].flags.contains(.endsOpen), flow != nil || seenEnd == nil { context.needsWhole = true }
    let finished = context[box].context == .inline ? layoutLines() : layoutChildren()
    if finished { keepProgress() }
    return finished ? finish() : breaksBefore ? breakBefore() : tryAgain()
  }

  // MARK: Set up

  private mutating func prepare() {
    if space.isColumnContent || definiteBlock != nil {
      childPercentageBlock = definiteBlock
    } else if passesPercentageBasis {
      childPercentageBlock = space.percentageBlock
    } else {
      childPercentageBlock = quirkyPercentageBasis
    }
    if style.box.isLegacyVerticalBox, style.box.lineClamp > 0 {
      lineClamp = LineClamp(box: box, lines: Int(style.box.lineClamp))
    }
  }

  /// What follows the last line that a limit lets through is not there.
  private var isClamped: Bool { lineClamp.map { $0.lines <= 0 } ?? false }

  /// The last child in the flow that is not nothing.
  private var lastChildWithText: BoxID? {
    var last: BoxID?
    for child in context[box].children where child.isInFlow && !hasNothing(child) { last = child.id }
    return last
  }

  /// Whether an anonymous block is there for nothing: an empty one of an element ends what is trimmed, and so does one
  /// around an inline box of which it has all. https://drafts.csswg.org/css-inline-3/#leading-trim
  func hasNothing(_ child: LayoutBox) -> Bool {
    child.origin == .anonymous && child.context == .inline && context.inlineContent(of: child.id).isEmpty
      && !context[child.id].children.contains { $0.kind == .inline && $0.splitInline == nil }
  }

  mutating func noteLines(_ count: Int) {
    lineCount += count
    lineClamp?.lines -= count
  }

  /// Whether a line of the clamped box's formatting context follows this box.
  private func hasLinesBehind(_ clamp: LineClamp) -> Bool {
    let end = context[clamp.box].end.rawValue
    var next = context[box].end.rawValue
    while next < end {
      let id = BoxID(rawValue: next)
      let entry = context[id]
      switch entry.kind {
      case .text:
        if entry.data >= 0, context.boxes.texts[Int(entry.data)].contains(where: { $0 > 0x20 }) { return true }
      case .lineBreak: return true
      case .container, .inline, .breakOpportunity, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell,
        .tableColumnGroup, .tableColumn, .tableCaption:
        if entry.isAtomicInline { return true }
        if entry.kind != .inline, context.isFormattingContextRoot(id, in: direction) {
          next = entry.end.rawValue
          continue
        }
      }
      next += 1
    }
    return false
  }

  /// Anonymous block boxes are ignored when percentages are resolved.
  /// https://drafts.csswg.org/css2/#anonymous-block-level
  private var passesPercentageBasis: Bool {
    let entry = context[box]
    return entry.flags.contains(.blockInInline)
      || entry.origin == .anonymous && entry.kind == .container && !entry.isItem
  }

  // MARK: The block formatting context

  /// The line-left edge of the content box in the formatting context.
  var contentLineOffset: LayoutUnit {
    let lineLeft = direction.isLTR ? edges.inlineStart : edges.inlineEnd
    return bfcOffset.line + lineLeft
  }

  /// Where this box will start if nothing more collapses with the margins collected so far.
  var expectedBfcBlockOffset: LayoutUnit {
    if let known = bfcBlockOffset { return known }
    if let forced = forcedBfcBlockOffset { return forced }
    return max(bfcOffset.block + strut.sum, clearanceOffset)
  }

  /// Where a child's border box would start, in the formatting context, without the open margins.
  var nextBfcBlockOffset: LayoutUnit {
    guard let start = bfcBlockOffset else { return bfcOffset.block }
    return start + blockOffset
  }

  /// Fixes this box's place by the margins collected so far. True if the layout has to be tried again.
  mutating func resolveBfcBlockOffset() -> Bool {
    resolveBfcBlockOffset(at: bfcOffset.block + strut.sum)
  }

  mutating func resolveBfcBlockOffset(at offset: LayoutUnit) -> Bool {
    guard bfcBlockOffset == nil else { return false }
    // Where an earlier try found out the offset, it is this.
    let resolved =
      forcedBfcBlockOffset
      ?? max(cutOff(offset, from: bfcOffset.block), clearanceOffset)
    isPushedByFloats = resolved == clearanceOffset && resolved > offset
    bfcBlockOffset = resolved
    strut = MarginStrut()
    adjoiningLeftFloat = false
    adjoiningRightFloat = false
    return floatsExpectedStart.map { $0 != resolved } ?? false
  }

  mutating func notePlacement(expecting start: LayoutUnit) {
    if bfcBlockOffset == nil, floatsExpectedStart == nil { floatsExpectedStart = start }
  }

  private func tryAgain() -> LayoutResult {
    var result = LayoutResult(size: .zero)
    result.blockFlow = BlockFlowResult(
      blockOffset: bfcBlockOffset, isPushedByFloats: isPushedByFloats, needsAnotherTry: true)
    return result
  }

  /// Nothing of this box fits in the column.
  private func breakBefore() -> LayoutResult {
    var result = LayoutResult(needingBreakBeforeIn: outerFlow)
    result.columns?.breaksForOrphans = breaksForOrphans
    return result
  }

  /// The flow as it is around this box.
  private var outerFlow: FragmentainerFlow? { flowAround(flow) }

  // MARK: Children

  private mutating func layoutChildren() -> Bool {
    if flow != nil { return layoutFragmentedChildren() }
    var endsBeforeAChild = false
    for child in goOnFromProgress() ?? context[box].children {
      if context.isGivenUp { break }
      if isClamped {
        // Only what is in the flow is behind the last line.
        if child.isOutOfFlow { addOutOfFlow(child.id) }
        continue
      }
      if isBelowWhatIsSeen(child.id) {
        (endsEarly, context.endsEarly, endsBeforeAChild) = (true, true, true)
        break
      }
      if child.isOutOfFlow {
        addOutOfFlow(child.id)
      } else if child.isFloating {
        placeFloat(child.id)
      } else if child.isOutsideMarker {
        // Placed once the first line is known.
      } else if isFormattingContextRoot(child.id) {
        guard layoutFormattingContextRoot(child.id) else { return false }
      } else {
        guard layoutInFlow(child.id) else { return false }
      }
    }
    guard context[box].flags.contains(.endsOpen), !endsBeforeAChild else { return true }
    if isBelowWhatIsSeen(nil) {
      (endsEarly, context.endsEarly) = (true, true)
    } else {
      context.needsWhole = true
    }
    return true
  }

  /// Whether neither a child (nil: one of those that have no boxes) nor anything behind it is seen.
  private func isBelowWhatIsSeen(_ child: BoxID?) -> Bool {
    guard let seen = context.seen, let seenEnd, let bfcBlockOffset, bfcBlockOffset + blockOffset > seenEnd,
      child.map(seen.mayEnd(before:)) ?? seen.mayEndBeforeWhatIsLeftOut(of: context[box])
    else { return false }
    // The first line is where a marker goes.
    return firstBaseline != nil || context[box].firstChild.isNone || !context[context[box].firstChild].isOutsideMarker
  }

  private mutating func layoutLines() -> Bool {
    let content = context.inlineContent(of: box)
    if !content.isEmpty, resolveBfcBlockOffset() { return false }
    if !content.isEmpty {
      blockOffset += strut.sum
      strut = MarginStrut()
    } else {
      notePlacement(expecting: expectedBfcBlockOffset)
    }
    let start = (bfcBlockOffset.map { $0 + blockOffset + strut.sum }) ?? expectedBfcBlockOffset
    var constraint = InlineConstraint(
      inlineSize: contentInline, percentageBlock: childPercentageBlock,
      bfcOffset: BfcOffset(line: contentLineOffset, block: start), exclusions: exclusions, mode: space.mode)
    constraint.clearanceOffset = clearanceOffset
    if let lineClamp {
      constraint.lineClamp = lineClamp.lines
      constraint.isContinuedBehind = hasLinesBehind(lineClamp)
    }
    constraint.annotationRoom = roomForAnnotations
    constraint.textTrim = textTrim
    constraint.flow = flow
    constraint.flowOffset = flowOffset
    constraint.canBreakBefore = mayMoveToNextFragmentainer
    constraint.requiresContent = flow != nil && requiresContent
    let result = layoutLines(constraint)
    if flow != nil {
      flow = result.flow
      if result.needsBreakBefore {
        breaksForOrphans = result.breaksForOrphans
        breaksBefore = true
        return false
      }
    }
    let origin = LogicalOffset(
      inline: edges.inlineStart, block: bfcBlockOffset == nil ? .zero : blockOffset + strut.sum)
    for item in result.items {
      builder.add(
        item.fragment, size: item.size, at: origin + item.offset, shift: item.shift, outOfFlow: item.outOfFlow)
    }
    for entry in result.outOfFlow {
      builder.addOutOfFlow(entry.box, at: origin + entry.offset, inlineEdge: entry.inlineEdge)
    }
    if exclusions != result.exclusions {
      exclusions = result.exclusions
      noteAdjoiningFloats()
    }
    if !content.isEmpty {
      blockOffset += result.blockSize
      overflow.unite(result.overflow)
      overflow.atEnd = result.overflow.atEnd
      noteLines(result.lineCount)
      hidesLines = result.hidesLines
      firstBaseline = result.firstBaseline.map { origin.block + $0 }
      lastBaseline = result.lastBaseline.map { origin.block + $0 }
      rubyExtent = result.lastExtent
      annotationRoom = result.annotationRoom
      if let clearance = result.trailingClearance, let bfcBlockOffset {
        blockOffset = max(blockOffset, clearance - bfcBlockOffset)
      }
    }
    return true
  }

  /// Above the first line, beyond what it leaves itself; nil where a line around makes the room. Through a border
  /// nothing sticks out.
  private var roomForAnnotations: LayoutUnit? {
    guard context.boxes.hasAnnotations, !context.isRubyPart(box) else { return nil }
    let border = direction.logical(builder.border).blockStart
    let padding = edges.blockStart - border
    return border > .zero ? padding : padding + (space.blockFlow?.annotationRoom ?? .zero)
  }

  private mutating func noteAdjoiningFloats() {
    guard bfcBlockOffset == nil else { return }
    for exclusion in exclusions.latest(8) {
      if exclusion.isLeft { adjoiningLeftFloat = true } else { adjoiningRightFloat = true }
    }
  }

  mutating func addOutOfFlow(_ child: BoxID) {
    // Margins that are still open count only once the box has a place of its own.
    let block = bfcBlockOffset == nil ? LayoutUnit.zero : blockOffset + strut.sum
    var inline = edges.inlineStart
    if context[child].style.box.specifiedDisplay.isInlineOutside {
      // What would have been inline starts where an empty line would put it, beside floats.
      let start = bfcBlockOffset.map { $0 + block } ?? expectedBfcBlockOffset
      let place = exclusions.opportunity(
        from: BfcOffset(line: contentLineOffset, block: start), available: contentInline, followsShapes: true)
      let lineStart = place.start.line - contentLineOffset
      let lineEnd = contentLineOffset + contentInline - place.end.line
      inline += direction.isLTR ? lineStart : lineEnd
      switch style.text.align {
      case .center, .webkitCenter: inline += place.lineSize / 2
      case .right, .webkitRight: if direction.isLTR { inline += place.lineSize }
      case .left, .webkitLeft: if !direction.isLTR { inline += place.lineSize }
      case .end: inline += place.lineSize
      case .start, .justify, .justifyAll, .matchParent: break
      }
    }
    // What would have been a block has the whole line as its static position, and no height.
    var (inlineEdge, blockEdge) = (StaticEdge.start, StaticEdge.start)
    let childStyle = context[child].style
    if !childStyle.box.specifiedDisplay.isInlineOutside {
      let own = WritingDirection(childStyle)
      if let alignment = selfAlignment(of: child)?.value {
        inlineEdge = StaticEdge(alignment, of: own, in: direction, isInline: true)
      }
      // Nothing but an empty box fits in no height.
      let across = childStyle.alignment.alignSelf
      if across.overflow != .safe { blockEdge = StaticEdge(across.value, of: own, in: direction, isInline: false) }
      inline += inlineEdge.position(in: contentInline)
    }
    builder.addOutOfFlow(
      child, at: LogicalOffset(inline: inline, block: block), inlineEdge: inlineEdge, blockEdge: blockEdge,
      isBehindContent: hasPlacedContent)
  }

  mutating func placeFloat(_ child: BoxID) {
    notePlacement(expecting: expectedBfcBlockOffset)
    let start = bfcBlockOffset.map { $0 + blockOffset + strut.sum } ?? expectedBfcBlockOffset
    let float = context.layoutFloat(
      child, available: contentInline, percentageBlock: childPercentageBlock, direction: direction,
      seenEnd: seenEnd.map { $0 - start }, mode: space.mode)
    if float.result.endsEarly { endsEarly = true }
    let placed = context.place(
      float, child, from: BfcOffset(line: contentLineOffset, block: start), available: contentInline,
      direction: direction, exclusions: &exclusions, flow: &flow, flowOffset: flowOffset)
    if bfcBlockOffset == nil {
      if float.isLeft { adjoiningLeftFloat = true } else { adjoiningRightFloat = true }
    }
    builder.add(
      placed.result, at: logicalOffset(placed.border, of: placed.result.size, block: placed.border.block),
      shift: relativeShift(of: child))
  }

  /// From the start corner of this border box, of a child's border box in the formatting context.
  func logicalOffset(_ offset: BfcOffset, of size: Size, block: LayoutUnit) -> LogicalOffset {
    let origin = bfcBlockOffset ?? expectedBfcBlockOffset
    let line = offset.line - bfcOffset.line
    let inline = direction.isLTR ? line : inlineSize - line - direction.logical(size).inline
    return LogicalOffset(inline: inline, block: block - origin)
  }

  func relativeShift(of child: BoxID) -> Point {
    guard context[child].style.box.position == .relative else { return .zero }
    let size =
      direction.isHorizontal
      ? (contentInline, childPercentageBlock) : (childPercentageBlock ?? .zero, contentInline as LayoutUnit?)
    return context.relativeShift(
      of: child, containingWidth: size.0, containingHeight: size.1, direction: direction)
  }

  func isFormattingContextRoot(_ child: BoxID) -> Bool { context.isFormattingContextRoot(child, in: direction) }

  // MARK: The end

  private mutating func finish() -> LayoutResult {
    trimMargins()
    var content = blockOffset
    let isQuirkyContainer = context.isQuirkyContainer(box)
    if space.isNewFormattingContext {
      content = cutOffAtEnd(content + (isQuirkyContainer ? strut.sumWithoutQuirky : strut.sum), from: content)
      // https://drafts.csswg.org/css2/#root-height
      content = max(content, exclusions.end)
      strut = MarginStrut()
    } else if edges.blockEnd > .zero || endsWithClearance {
      if resolveBfcBlockOffset() { return tryAgain() }
      content += isQuirkyContainer ? strut.sumWithoutQuirky : strut.sum
      strut = MarginStrut()
    }
    content += placeOutsideMarker()
    if !space.isColumnContent { content += overflow.atEnd }
    if annotationRoom < .zero {
      // Annotations under the last line use the padding.
      let padding = edges.blockEnd - direction.logical(builder.border).blockEnd
      content += (.zero - annotationRoom - padding).nonNegative
    }
    let intrinsic = (overflow.isEmpty ? max(content, edges.blockStart) : content) + edges.blockEnd
    var minimum = intrinsic
    if let control = context.controlBlockSize(of: box) { minimum = control + edges.blockSum }
    if let marker = markerExtent { minimum = max(minimum, marker) }
    if let quirky = quirkyMinimum { minimum = max(minimum, quirky) }
    var size = space.isColumnContent ? minimum : blockSize(intrinsic: minimum)
    if flow != nil, !space.isColumnContent {
      size = sizeAlongFlow(
        size, intrinsic: minimum, from: flowOffset + (bfcBlockOffset ?? expectedBfcBlockOffset), in: flow, &overflow)
    }

    if bfcBlockOffset == nil, size > .zero || minimum > intrinsic || markerExtent != nil {
      let open = strut
      if resolveBfcBlockOffset(at: bfcOffset.block + open.sum) { return tryAgain() }
      // Deviation: margins that a marker beside empty blocks ends stay open behind it, as in Chromium.
      if markerExtent != nil, hasBlocks { strut = open }
    }
    if flow != nil { noteCuts(size: size, content: content) }
    // The margins of the last children collapse with this box's end margin only if its height is auto
    // and nothing stretches or limits it. https://drafts.csswg.org/css2/#collapsing-margins
    if bfcBlockOffset != nil, hasDefiniteBlockSize || size != minimum { strut = MarginStrut() }
    if context[box].flags.contains(.centersContent) {
      let room = context.centersOverflow(box) ? size : max(size, minimum)
      let shift = (room - intrinsic) / 2
      builder.moveChildren(block: shift)
      firstBaseline = firstBaseline.map { $0 + shift }
      lastBaseline = lastBaseline.map { $0 + shift }
    }

    let shift = space.blockContentShift + (isCut(size: size) ? .zero : alignmentShift(free: size - intrinsic))
    if shift != .zero {
      builder.moveChildren(block: shift)
      firstBaseline = firstBaseline.map { $0 + shift }
      lastBaseline = lastBaseline.map { $0 + shift }
    }

    if let flow = outerFlow {
      builder.columns = ColumnSpace(
        flow: flow, offset: flowOffset + (bfcBlockOffset ?? expectedBfcBlockOffset), requiresContent: requiresContent)
    }
    // A size that is given is known all the same.
    builder.endsEarly = space.endIsUnseen || endsEarly && !isWhole(size)
    if endsEarly, !builder.endsEarly { strut = MarginStrut() }
    var result = builder.finish(LogicalSize(inline: inlineSize, block: size))
    result.endsEarly = builder.endsEarly
    result.intrinsicBlockSize = minimum
    // Deviation: a scroll container's button without lines has none, as in Chromium.
    let isButton = context[box].flags.contains(.centersContent) && context[box].origin != .scrollButton
    let fallback = isButton ? context.emptyControlBaseline(of: box, result, space) : nil
    // Flex and grid items have none then.
    result.firstBaseline = firstBaseline
    result.lastBaseline = lastBaseline ?? fallback
    result.columns = builder.columns.map { ColumnResult(flow: $0.flow, brokeAtEnd: brokeAtEnd, overflow: overflow) }
    result.ruby = rubyExtent.map { .part($0) }
    if let outer = space.blockFlow {
      result.blockFlow = BlockFlowResult(
        blockOffset: bfcBlockOffset, isPushedByFloats: isPushedByFloats, endMarginStrut: strut, exclusions: exclusions,
        floatsExpectedStart: bfcBlockOffset == nil ? floatsExpectedStart : nil, adjoiningLeftFloat: adjoiningLeftFloat,
        adjoiningRightFloat: adjoiningRightFloat,
        annotationRoom: annotationRoomBehind(size, roomBefore: outer.annotationRoom), lineCount: lineCount,
        hidesLines: hidesLines)
    }
    return result
  }

  /// What `margin-trim` leaves of the margins at the end.
  /// https://drafts.csswg.org/css-box-4/#margin-trim-block
  private mutating func trimMargins() {
    guard !style.box.marginTrim.isEmpty else { return }
    if style.box.marginTrim.contains(.blockEnd) { strut = bfcBlockOffset == nil ? marginsAround : MarginStrut() }
    strut.isTrimmed = marginsAround.isTrimmed && bfcBlockOffset == nil
  }

  /// What the last line and what is below it leave free; nothing where a border ends the box.
  private func annotationRoomBehind(_ size: LayoutUnit, roomBefore: LayoutUnit) -> LayoutUnit {
    let borders = direction.logical(builder.border)
    if context[box].firstChild.isNone, borders.blockStart == .zero, borders.blockEnd == .zero {
      return roomBefore > .zero && size > .zero ? roomBefore + size : .zero
    }
    guard annotationRoom > .zero, borders.blockEnd == .zero else { return .zero }
    return annotationRoom + (size - blockOffset).nonNegative
  }

  /// How far `align-content` moves the content of a block container that is no cell.
  /// https://drafts.csswg.org/css-align-3/#distribution-block
  private func alignmentShift(free: LayoutUnit) -> LayoutUnit {
    let entry = context[box]
    let alignment = style.alignment.alignContent
    guard alignment.value != .normal, entry.kind == .container, !space.isColumnContent,
      !entry.flags.contains(.centersContent)
    else { return .zero }
    let free = alignment.overflow == .unsafe ? free : free.nonNegative
    return switch alignment.value {
    case .normal, .start, .flexStart, .left, .right, .stretch, .baseline, .lastBaseline, .spaceBetween: .zero
    case .center, .spaceAround, .spaceEvenly: free / 2
    case .end, .flexEnd: free
    }
  }

  /// Whether a child is a block in the flow.
  var hasBlocks: Bool {
    context[box].context == .block && context[box].children.contains { $0.isInFlow }
  }

  /// How far down an outside marker without a line beside it reaches.
  var markerExtent: LayoutUnit?
}
