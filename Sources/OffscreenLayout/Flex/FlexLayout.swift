import OffscreenCSS
import OffscreenGeometry

/// Lays out a flex container.
/// https://drafts.csswg.org/css-flexbox-1/#layout-algorithm
package struct FlexLayout: ContainerLayout {
  let context: LayoutContext
  let box: BoxID
  let space: ConstraintSpace
  let style: ComputedStyle
  let direction: WritingDirection
  /// Whether the main axis is the container's inline axis.
  let isRow: Bool
  let isMainReversed: Bool
  let isWrapping: Bool
  let isCrossReversed: Bool

  let frame: ContainerFrame

  /// Whether its intrinsic inline size is asked for: nothing is a part of it, or fills it.
  let isSizedByItems: Bool

  var builder: FragmentBuilder
  var items: [FlexItem] = []
  var lines: [FlexLine] = []

  /// How far down the container is seen, from the start of its border box; nil where it is laid out whole.
  private(set) var seenEnd: LayoutUnit?
  /// Items below that are left out.
  var endsEarly = false
  /// Whether any box had ended early before this container's layout.
  let hadEndedEarly: Bool

  package init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
    self.init(context: context, box: box, space: space, isSizedByItems: false)
  }

  private init(context: LayoutContext, box: BoxID, space: ConstraintSpace, isSizedByItems: Bool) {
    (self.context, self.box, self.space) = (context, box, space)
    self.isSizedByItems = isSizedByItems
    hadEndedEarly = context.endsEarly
    style = context[box].style
    direction = WritingDirection(style)
    let alignment = style.alignment
    isRow = alignment.flexDirection == .row || alignment.flexDirection == .rowReverse
    isMainReversed = alignment.flexDirection == .rowReverse || alignment.flexDirection == .columnReverse
    isWrapping = alignment.flexWrap != .nowrap && !style.box.isLegacyBox
    isCrossReversed = alignment.flexWrap == .wrapReverse
    // The sizes of the container that are known before its items.
    frame = ContainerFrame(of: box, in: space, direction, context)
    builder = FragmentBuilder(context: context, box: box, frame, writingDirection: direction, mode: space.mode)
    builder.columns = space.columns
    if space.seenEnd != nil { seenEnd = givenSeenEnd }
  }

  package mutating func run() -> LayoutResult {
    if space.endIsUnseen, seenEnd == nil { return layoutWhole() }
    let mainSize = makeLines()
    // 9. Stretched lines. 11. Used cross sizes.
    let crossAvailable = isRow ? givenBlock : contentInline
    stretchLines(crossAvailable)
    for line in lines.indices { sizeItemsAcross(lines[line]) }
    if seenEnd != nil, !isSettledBySeenPart() { return layoutWhole() }
    // 12. Main-axis alignment. 13, 14. Cross-axis alignment.
    for line in lines { alignAlongMain(line, mainSize: mainSize) }
    // 15. The container's cross size. 16. Lines in it.
    let blockSize = containerBlockSize(mainSize: mainSize)
    let contentBlock = frame.contentBlock(of: blockSize)
    let crossSize = isRow ? contentBlock : contentInline
    if lines.count == 1, !isWrapping {
      lines[0].crossSize = growsPastRatio ? crossSize : crossAvailable ?? max(lines[0].crossSize, crossSize)
    }
    alignLines(crossSize: crossSize)
    for line in lines { alignAcross(line) }
    let usedMain = isRow ? mainSize : contentBlock
    let result = place(mainSize: usedMain, crossSize: crossSize, blockSize: blockSize)
    keepGapRules(of: result.fragment, result.size, mainSize: usedMain, crossSize: crossSize)
    return result
  }

  /// Steps 1 to 8: the items, and their lines before they are stretched. Returns the container's main size.
  private mutating func makeLines() -> LayoutUnit {
    // 1. The items.
    collectItems()
    // 2. The available main and cross space.
    let mainAvailable = isRow ? contentInline : definiteBlock
    // 3. Flex base sizes. 5. Lines.
    findBaseSizes()
    collectLines(available: mainAvailable ?? limitedBlock ?? .max)
    // 4, 6. The container's main size, and the items'.
    let mainSize = mainAvailable ?? containerBlockFromLines()
    for line in lines { resolveFlexibleLengths(in: line, available: mainSize - gaps(in: line)) }
    // 7. Hypothetical cross sizes. 8. Cross sizes of the lines.
    findCrossSizes()
    sizeLines()
    return mainSize
  }

  /// How wide the lines of a column container are together, none of its items being wider than the widest likes to
  /// be.
  static func crossSize(
    of box: BoxID, widestItem: LayoutUnit, percentageBlock: LayoutUnit?, context: LayoutContext
  ) -> LayoutUnit {
    var space = ConstraintSpace(availableInline: .zero)
    space.percentageBlock = percentageBlock
    space.fixedInline = widestItem.nonNegative + context.sizingEdges(of: box, along: context[box].direction).inlineSum
    space.mode = .measure
    var layout = FlexLayout(context: context, box: box, space: space, isSizedByItems: true)
    _ = layout.makeLines()
    return layout.lines.reduce(layout.crossGap * (layout.lines.count - 1)) { $0 + $1.crossSize }
  }

  // MARK: Set up

  /// What percentages along the inline axis refer to.
  private var inlineBasis: LayoutUnit? { isSizedByItems ? nil : contentInline }

  /// A column container of `auto` height breaks lines at its maximum height.
  var limitedBlock: LayoutUnit? { isRow ? nil : contentBlock(SizeProperties(style, direction).maxBlock) }

  /// The content block size that is given, though percentages inside may not refer to it.
  var givenBlock: LayoutUnit? { definiteBlock ?? space.fixedBlock.map { frame.contentBlock(of: $0) } }

  var mainGap: LayoutUnit {
    let gap = isRow ? style.alignment.columnGap : style.alignment.rowGap
    return gap?.resolved((isRow ? inlineBasis : definiteBlock) ?? .zero).nonNegative ?? .zero
  }

  var crossGap: LayoutUnit {
    let gap = isRow ? style.alignment.rowGap : style.alignment.columnGap
    return gap?.resolved((isRow ? definiteBlock : inlineBasis) ?? .zero).nonNegative ?? .zero
  }

  func gaps(in line: FlexLine) -> LayoutUnit { mainGap * max(0, line.items.count - 1) }

  mutating func collectItems() {
    var order: [(order: Int32, box: BoxID)] = []
    for child in context[box].children where !child.isOutOfFlow {
      order.append((child.style.alignment.order, child.id))
    }
    if order.contains(where: { $0.order != 0 }) { order.sort { ($0.order, $0.box) < ($1.order, $1.box) } }
    items = order.map { makeItem($0.box) }
  }

  private func makeItem(_ child: BoxID) -> FlexItem {
    let entry = context[child]
    let childStyle = entry.style
    let own = WritingDirection(childStyle)
    let margins = direction.logical(context.margins(of: child, basis: inlineBasis ?? .zero))
    let sides = direction.sides(childStyle.box.margin)
    let childEdges = context.sizingEdges(of: child, along: direction, basis: inlineBasis ?? .zero)
    var alignment = childStyle.alignment.alignSelf
    // Items of a legacy box do not align themselves.
    if alignment.value == .auto || style.box.isLegacyBox { alignment = style.alignment.alignItems }
    var item = FlexItem(
      box: child, mainIsInline: isRow != own.isOrthogonal(to: direction),
      mainMargins: isRow ? (margins.inlineStart, margins.inlineEnd) : (margins.blockStart, margins.blockEnd),
      crossMargins: isRow ? (margins.blockStart, margins.blockEnd) : (margins.inlineStart, margins.inlineEnd),
      hasAutoMain: isRow
        ? (sides.inlineStart.isAuto, sides.inlineEnd.isAuto) : (sides.blockStart.isAuto, sides.blockEnd.isAuto),
      hasAutoCross: isRow
        ? (sides.blockStart.isAuto, sides.blockEnd.isAuto) : (sides.inlineStart.isAuto, sides.inlineEnd.isAuto),
      mainEdges: isRow ? childEdges.inlineSum : childEdges.blockSum,
      crossEdges: isRow ? childEdges.blockSum : childEdges.inlineSum,
      grow: Double(childStyle.alignment.flexGrow), shrink: Double(childStyle.alignment.flexShrink),
      alignment: alignment)
    // Start and end follow the direction that items and lines go in.
    if isMainReversed {
      item.mainMargins = (item.mainMargins.end, item.mainMargins.start)
      item.hasAutoMain = (item.hasAutoMain.end, item.hasAutoMain.start)
    }
    if isCrossReversed {
      item.crossMargins = (item.crossMargins.end, item.crossMargins.start)
      item.hasAutoCross = (item.hasAutoCross.end, item.hasAutoCross.start)
    }
    return item
  }

  // MARK: Constraint spaces of items

  /// Whether the item's cross size is that of its line.
  func stretches(_ item: FlexItem) -> Bool {
    guard item.alignment.value == .stretch || item.alignment.value == .normal,
      !item.hasAutoCross.start, !item.hasAutoCross.end
    else { return false }
    let box = context[item.box].style.box
    return (isRow == direction.isHorizontal ? box.height : box.width).isAuto
  }

  /// The constraint space of an item; given sizes are forced, along the container's axes.
  func itemSpace(_ item: FlexItem, main: LayoutUnit?, cross: LayoutUnit?, mode: LayoutMode) -> ConstraintSpace {
    let available = LogicalSize(inline: contentInline, block: definiteBlock ?? .max)
    var result = context.childSpace(
      for: item.box, in: direction, available: available, percentageBlock: definiteBlock, mode: mode)
    result.seenEnd = item.seenEnd
    if isSizedByItems {
      result.marginBasis = .zero
      if context[item.box].direction.isOrthogonal(to: direction) {
        result.percentageBlock = nil
      } else {
        result.percentageInline = nil
      }
    }
    let childInline = item.mainIsInline ? main : cross
    let childBlock = item.mainIsInline ? cross : main
    result.fixedInline = childInline
    result.fixedBlock = childBlock
    // A main size is definite where the container's is; a stretched cross size always is.
    if !item.mainIsInline, main != nil {
      result.isFixedBlockDefinite = isRow || definiteBlock != nil || isDefiniteBasis(item)
    }
    // Across, an item fills its line, where that is known by now, or fits its content.
    if !item.mainIsInline {
      let fills = stretches(item) && !isWrapping && (!isRow || definiteBlock != nil)
      result.inlineAuto = fills ? .stretch : .fitContent
    }
    return result
  }

  /// A column item of a given size is definite even in a container of indefinite height, and so is one whose ratio
  /// gives it.
  private func isDefiniteBasis(_ item: FlexItem) -> Bool {
    let basis = mainSizeProperty(of: item)
    return basis.isDefiniteLength || basis.isAuto && hasRatio(item) && definiteCross(item) != nil
  }

  func mainSizeProperty(of item: FlexItem) -> SizeValue {
    let childStyle = context[item.box].style
    let basis = childStyle.alignment.flexBasis
    if basis != .auto { return basis }
    return isRow == direction.isHorizontal ? childStyle.box.width : childStyle.box.height
  }

  // MARK: Base sizes

  mutating func findBaseSizes() {
    // Of a column whose items are one below the other from its start.
    var start = edges.blockStart
    for index in items.indices {
      if !isRow, index > 0, isBelowWhatIsSeen(start, from: items[index].box) { return leaveOut(itemsFrom: index) }
      // Optimization: a copy of one item, or all of them would be copied with `self`.
      var item = items[index]
      if !isRow { seenPart(of: &item, from: start) }
      findBaseSize(&item)
      if item.seenEnd != nil {
        item.endsEarly = context.layout(item.box, in: contentProbe(of: item)).endsEarly
        start += item.hypothetical + item.mainMarginSum + mainGap
      }
      items[index] = item
    }
  }

  /// https://drafts.csswg.org/css-flexbox-1/#algo-main-item
  private func findBaseSize(_ item: inout FlexItem) {
    let childStyle = context[item.box].style
    let horizontalMain = isRow == direction.isHorizontal
    let own = childStyle.box
    let minimum = horizontalMain ? own.minWidth : own.minHeight
    let maximum = horizontalMain ? own.maxWidth : own.maxHeight
    let preferred = horizontalMain ? own.width : own.height

    if let limit = resolveMain(maximum, item) { item.maxMain = limit }
    // A. A definite basis. E. Otherwise its content.
    let basis = mainSizeProperty(of: item)
    let isTableColumn =
      context[item.box].isTable && !item.mainIsInline
      && childStyle.alignment.flexBasis == .auto
    if isTableColumn {
      // The height property is that of the grid, captions come on top.
      var probe = itemSpace(item, main: nil, cross: definiteCross(item), mode: .measure)
      // Limits are not those of the base size.
      probe.ignoresBlockSize = preferred.isAuto
      item.baseSize = direction.logical(context.layout(item.box, in: probe).size).block
    } else if let definite = resolveMain(basis, item) {
      item.baseSize = max(definite, item.mainEdges)
    } else {
      item.baseSize = calculated(basis.calculation, on: contentMainSize(of: item), item)
    }
    // The automatic minimum. https://drafts.csswg.org/css-flexbox-1/#min-size-auto
    if let floor = resolveMain(minimum, item) {
      item.minMain = max(floor, item.mainEdges)
    } else {
      let overflow = horizontalMain ? own.overflowX : own.overflowY
      if hasBoundedMinimum(item) {
        item.minMain = item.mainEdges
        item.isMinimumOpen = true
      } else if !overflow.scrolls {
        item.minMain = max(item.mainEdges, contentBasedMinimum(of: item, preferred: preferred))
      } else {
        item.minMain = item.mainEdges
      }
      item.minMain = calculated(minimum.calculation, on: item.minMain, item)
    }
    // No table is lower than its rows can be, nor narrower than its columns. https://drafts.csswg.org/css-tables-3/#used-min-width-of-table
    if context[item.box].isTable {
      item.minMain = max(
        item.minMain,
        item.mainIsInline
          ? context.intrinsicSizes(of: item.box, percentageBlock: definiteBlock).min : contentMainSize(of: item))
    }
  }

  /// The block size of a table's captions, which the specified one excludes.
  private func captionSize(of item: FlexItem) -> LayoutUnit {
    guard context[item.box].isTable, !item.mainIsInline else { return .zero }
    return context.captionsBlockSize(
      of: item.box, in: itemSpace(item, main: nil, cross: definiteCross(item), mode: .measure))
  }

  /// What `calc-size()` makes of a main size.
  private func calculated(_ calculation: Calculation?, on size: LayoutUnit, _ item: FlexItem) -> LayoutUnit {
    context.calculated(
      calculation, on: size, of: item.box, edges: item.mainEdges, basis: isRow ? contentInline : definiteBlock)
  }

  /// The border-box main size that a value gives; nil where it depends on the content.
  func resolveMain(_ value: SizeValue, _ item: FlexItem) -> LayoutUnit? {
    switch value {
    case .auto, .content: return nil
    case .value(let length):
      let basis = isRow ? contentInline as LayoutUnit? : definiteBlock
      if length.hasPercentage, basis == nil { return nil }
      let size = length.resolved(basis ?? .zero).nonNegative
      let isBorderBox = context[item.box].style.box.boxSizing == .borderBox
      return (isBorderBox ? max(size, item.mainEdges) : size + item.mainEdges) + captionSize(of: item)
    case .minContent: return item.mainIsInline ? intrinsicMain(of: item).min : contentMainSize(of: item)
    case .maxContent: return item.mainIsInline ? intrinsicMain(of: item).max : contentMainSize(of: item)
    case .fitContent(let limit):
      guard item.mainIsInline else { return contentMainSize(of: item) }
      let room = limit.map { $0.resolved(contentInline) + item.mainEdges } ?? contentInline - item.mainMarginSum
      return intrinsicMain(of: item).shrinkToFit(room)
    case .stretch:
      return isRow ? contentInline - item.mainMarginSum : definiteBlock.map { $0 - item.mainMarginSum }
    case .calculated(let basis, let calculation):
      return resolveMain(basis, item).map { calculated(calculation, on: $0, item) }
    }
  }

  /// The intrinsic sizes of an item whose main axis is its inline axis, by way of its ratio where it has one.
  private func intrinsicMain(of item: FlexItem) -> MinMaxSizes {
    guard hasRatio(item) else { return contentSizes(of: item) }
    func size(available: LayoutUnit) -> LayoutUnit {
      var probe = contentProbe(of: item)
      probe.availableInline = available
      probe.inlineAuto = .fitContent
      return context.inlineSize(of: item.box, in: probe)
    }
    return MinMaxSizes(min: size(available: .zero), max: size(available: .max / 4))
  }

  /// The same of the content alone.
  private func contentSizes(of item: FlexItem) -> MinMaxSizes {
    context.ownIntrinsicSizes(of: item.box, edges: item.mainEdges, in: contentProbe(of: item))
  }

  /// Whether the item is not replaced and has a preferred aspect ratio.
  private func hasRatio(_ item: FlexItem) -> Bool { context.preferredRatio(of: item.box) != nil }

  /// The cross size of an item that is known before layout.
  private func definiteCross(_ item: FlexItem) -> LayoutUnit? {
    let horizontalCross = isRow != direction.isHorizontal
    let own = context[item.box].style.box
    let basis = isRow ? definiteBlock : inlineBasis
    let value = horizontalCross ? own.width : own.height
    var size: LayoutUnit
    if case .value(let length) = value, !length.hasPercentage || basis != nil {
      let given = length.resolved(basis ?? .zero).nonNegative
      size = own.boxSizing == .borderBox ? max(given, item.crossEdges) : given + item.crossEdges
    } else if stretches(item), !isWrapping, let basis {
      size = max(basis - item.crossMarginSum, item.crossEdges)
    } else {
      return nil
    }
    // Of a column, what limits by the content come to is known before layout too.
    func limit(_ value: SizeValue) -> LayoutUnit? {
      isRow || item.mainIsInline ? resolveCross(value, item) : crossLimit(value, item)
    }
    if let limit = limit(horizontalCross ? own.maxWidth : own.maxHeight) { size = min(size, limit) }
    if let floor = limit(horizontalCross ? own.minWidth : own.minHeight) { size = max(size, floor) }
    return size
  }

  /// The constraint space in which an item's main size is that of its content: the main size properties
  /// do not count.
  private func contentProbe(of item: FlexItem) -> ConstraintSpace {
    var probe = itemSpace(item, main: nil, cross: nil, mode: .measure)
    if item.mainIsInline {
      probe.ignoresInlineSize = true
      probe.fixedBlock = definiteCross(item)
    } else {
      probe.ignoresBlockSize = true
      probe.fixedInline = definiteCross(item)
    }
    return probe
  }

  /// The main size from the content, or from the cross size by way of a ratio.
  private func contentMainSize(of item: FlexItem) -> LayoutUnit {
    let isReplaced = context[item.box].isReplaced
    if item.mainIsInline, !isReplaced { return intrinsicMain(of: item).max }
    let result = context.layout(item.box, in: contentProbe(of: item))
    let size = direction.logical(result.size)
    if isRow { return size.inline }
    return isReplaced || hasRatio(item) ? size.block : max(result.intrinsicBlockSize, item.mainEdges)
  }

  /// https://drafts.csswg.org/css-flexbox-1/#min-size-auto
  func contentBasedMinimum(of item: FlexItem, preferred: SizeValue) -> LayoutUnit {
    var content: LayoutUnit
    if !hasRatio(item) {
      let isIntrinsic =
        item.mainIsInline
        && (!context[item.box].isReplaced || context.isCompressedControl(item.box))
      content = isIntrinsic ? contentSizes(of: item).min : contentMainSize(of: item)
    } else if item.mainIsInline {
      content = intrinsicMain(of: item).min
      if definiteCross(item) != nil { content = max(content, contentSizes(of: item).min) }
    } else {
      content = contentMinimumFromRatio(of: item)
    }
    content = min(content, item.maxMain)
    guard let specified = resolveMain(preferred, item) else { return content }
    return min(min(specified, item.maxMain), content)
  }

  /// Of an item with a ratio whose main axis is its block axis: its content or its ratio, whichever asks for
  /// more, within what the limits of its cross size come to.
  private func contentMinimumFromRatio(of item: FlexItem) -> LayoutUnit {
    let probe = contentProbe(of: item)
    let result = context.layout(item.box, in: probe)
    let size = direction.logical(result.size)
    var content = max(isRow ? size.inline : size.block, result.intrinsicBlockSize)
    let horizontalCross = isRow != direction.isHorizontal
    let own = context[item.box].style.box
    func transferred(_ value: SizeValue) -> LayoutUnit? {
      resolveCross(value, item).flatMap { context.blockSizeFromRatio(of: item.box, probe, inlineSize: $0) }
    }
    if let limit = transferred(horizontalCross ? own.maxWidth : own.maxHeight) { content = min(content, limit) }
    if let floor = transferred(horizontalCross ? own.minWidth : own.minHeight) { content = max(content, floor) }
    return content
  }

  // MARK: Lines

  /// https://drafts.csswg.org/css-flexbox-1/#algo-line-break
  mutating func collectLines(available: LayoutUnit) {
    guard isWrapping else {
      lines = [FlexLine(items: 0..<items.count)]
      return
    }
    var start = 0
    var used = LayoutUnit.zero
    for (index, item) in items.enumerated() {
      let size = item.hypothetical + item.mainMarginSum
      let gap = index > start ? mainGap : .zero
      if index > start, used + gap + size > available {
        lines.append(FlexLine(items: start..<index))
        start = index
        used = size
      } else {
        used += gap + size
      }
    }
    lines.append(FlexLine(items: start..<items.count))
  }

  /// The content block size of a column container of indefinite height.
  private func containerBlockFromLines() -> LayoutUnit {
    var longest = LayoutUnit.zero
    for line in lines {
      let sum = items[line.items].reduce(LayoutUnit.zero) { $0 + $1.hypothetical + $1.mainMarginSum }
      longest = max(longest, sum + gaps(in: line))
    }
    return frame.contentBlock(of: blockSize(intrinsic: longest + edges.blockSum))
  }

  // MARK: Cross sizes

  private mutating func findCrossSizes() {
    // Of a row whose lines are one below the other from its start.
    var start = edges.blockStart
    for line in lines.indices {
      let range = lines[line].items
      if isRow, line > 0, isBelowWhatIsSeen(start, from: items[range.lowerBound].box) {
        lines.removeSubrange(line...)
        return leaveOut(itemsFrom: range.lowerBound)
      }
      var height = LayoutUnit.zero
      for index in range {
        // Optimization: a copy of one item, or all of them would be copied with `self`.
        var item = items[index]
        if isRow { seenPart(of: &item, from: start) }
        findCrossSize(&item)
        if isRow, item.endsEarly { lines[line].endsEarly = true }
        height = max(height, item.crossSize + item.crossMarginSum)
        items[index] = item
      }
      start += height + crossGap
    }
  }

  private func findCrossSize(_ item: inout FlexItem) {
    let result = context.layout(item.box, in: itemSpace(item, main: item.mainSize, cross: nil, mode: .measure))
    let size = direction.logical(result.size)
    item.crossSize = isRow ? size.block : size.inline
    item.endsEarly = item.endsEarly || result.endsEarly
    item.baseline = baseline(of: item, result)
  }

  /// https://drafts.csswg.org/css-flexbox-1/#baseline-participation
  private func baseline(of item: FlexItem, _ result: LayoutResult) -> FlexItemBaseline? {
    let isLast = item.alignment.value == .lastBaseline
    guard isLast || item.alignment.value == .baseline, !item.hasAutoCross.start, !item.hasAutoCross.end else {
      return nil
    }
    let axis = BaselineAxis(of: style, isInline: !isRow, isReversed: isCrossReversed)
    let own = context[item.box].direction
    let baseline = axis.baseline(of: result, own, isLast: isLast)
    let isAtEnd = axis.isAtEnd(own, isLast: isLast)
    return FlexItemBaseline(
      isAtEnd: isAtEnd,
      ascent: isAtEnd ? item.crossMargins.end + item.crossSize - baseline : item.crossMargins.start + baseline)
  }

  /// https://drafts.csswg.org/css-flexbox-1/#algo-cross-line
  private mutating func sizeLines() {
    for index in lines.indices { findBaselines(index) }
    if lines.count == 1, !isWrapping, let cross = isRow ? givenBlock : contentInline {
      lines[0].endsEarly = false
      lines[0].crossSize = growsPastRatio ? max(cross, contentCrossSize(of: lines[0])) : cross
      return
    }
    for index in lines.indices { lines[index].crossSize = contentCrossSize(of: lines[index]) }
    if lines.count == 1, !isWrapping, isRow {
      // A single line is clamped by the container's own limits.
      let properties = SizeProperties(style, direction)
      if let limit = contentBlock(properties.maxBlock), lines[0].crossSize >= limit {
        (lines[0].crossSize, lines[0].endsEarly) = (limit, false)
      }
      if let floor = contentBlock(properties.minBlock) {
        lines[0].crossSize = max(lines[0].crossSize, floor)
      } else if let calculation = properties.minBlock.calculation {
        // What is calculated of the automatic minimum, which is that of no content.
        let edges = frame.edges.blockSum
        let floor = context.calculated(calculation, on: edges, of: box, edges: edges, basis: space.percentageBlock)
        lines[0].crossSize = max(lines[0].crossSize, frame.contentBlock(of: floor))
      }
    }
  }

  /// Whether a height that a ratio gives makes room for the items.
  /// https://drafts.csswg.org/css-sizing-4/#aspect-ratio-minimum
  private var growsPastRatio: Bool {
    let properties = SizeProperties(style, direction, in: space)
    return isRow && space.fixedBlock == nil && context.preferredRatio(of: box) != nil && properties.block.isAuto
      && properties.minBlock.isAuto && !style.box.overflowY.scrolls
  }

  private func contentCrossSize(of line: FlexLine) -> LayoutUnit {
    // Where all baselines are outside of their items, a line is shorter than these.
    var (descent, endDescent, largest) = (LayoutUnit.min, LayoutUnit.min, LayoutUnit.zero)
    for item in items[line.items] {
      let outer = item.crossSize + item.crossMarginSum
      switch item.baseline {
      case nil: largest = max(largest, outer)
      case let baseline? where baseline.isAtEnd: endDescent = max(endDescent, outer - baseline.ascent)
      case let baseline?: descent = max(descent, outer - baseline.ascent)
      }
    }
    return max(largest, line.maxAscent + descent, line.maxEndAscent + endDescent)
  }

  private mutating func findBaselines(_ line: Int) {
    for case let baseline? in items[lines[line].items].map(\.baseline) {
      if baseline.isAtEnd {
        lines[line].maxEndAscent = max(lines[line].maxEndAscent, baseline.ascent)
      } else {
        lines[line].maxAscent = max(lines[line].maxAscent, baseline.ascent)
      }
    }
  }

  /// https://drafts.csswg.org/css-flexbox-1/#algo-line-stretch
  private mutating func stretchLines(_ available: LayoutUnit?) {
    let value = style.alignment.alignContent.value
    guard isWrapping, value == .normal || value == .stretch, let available, !lines.isEmpty else { return }
    let used = lines.reduce(crossGap * (lines.count - 1)) { $0 + $1.crossSize }
    guard available > used else { return }
    let share = (available - used) / lines.count
    for index in lines.indices { lines[index].crossSize += share }
  }

  /// https://drafts.csswg.org/css-flexbox-1/#algo-stretch
  private mutating func sizeItemsAcross(_ line: FlexLine) {
    for index in line.items where stretches(items[index]) {
      let item = items[index]
      let horizontalCross = isRow != direction.isHorizontal
      let own = context[item.box].style.box
      var size = max(line.crossSize - item.crossMarginSum, item.crossEdges)
      if let limit = crossLimit(horizontalCross ? own.maxWidth : own.maxHeight, item) { size = min(size, limit) }
      if let floor = crossLimit(horizontalCross ? own.minWidth : own.minHeight, item) { size = max(size, floor) }
      items[index].crossSize = size
    }
  }

  /// The border-box cross size that a limit of an item that is laid out gives; nil without one.
  private func crossLimit(_ value: SizeValue, _ item: FlexItem) -> LayoutUnit? {
    guard value.isContentBased else { return resolveCross(value, item) }
    // What it was before it is stretched is what its content asks for.
    if isRow, item.mainIsInline { return item.crossSize }
    let sizes = context.intrinsicSizes(of: item.box, percentageBlock: definiteBlock)
    return switch value {
    case .minContent: sizes.min
    case .maxContent: sizes.max
    case .auto, .value, .fitContent, .stretch, .content, .calculated:
      sizes.shrinkToFit(contentInline - item.crossMarginSum)
    }
  }

  private func resolveCross(_ value: SizeValue, _ item: FlexItem) -> LayoutUnit? {
    guard case .value(let length) = value else { return nil }
    let basis = isRow ? definiteBlock : inlineBasis
    if length.hasPercentage, basis == nil { return nil }
    let size = length.resolved(basis ?? .zero).nonNegative
    return context[item.box].style.box.boxSizing == .borderBox
      ? max(size, item.crossEdges) : size + item.crossEdges
  }
}
