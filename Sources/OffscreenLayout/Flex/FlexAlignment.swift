import OffscreenCSS
import OffscreenGeometry

/// Where items and lines go.
extension FlexLayout {
  /// https://drafts.csswg.org/css-flexbox-1/#algo-main-align
  mutating func alignAlongMain(_ line: FlexLine, mainSize: LayoutUnit) {
    var free = mainSize - gaps(in: line)
    var autoCount = 0
    for item in items[line.items] {
      free -= item.mainSize + item.mainMarginSum
      autoCount += (item.hasAutoMain.start ? 1 : 0) + (item.hasAutoMain.end ? 1 : 0)
    }
    if autoCount > 0, free > .zero {
      let share = free / autoCount
      for index in line.items {
        if items[index].hasAutoMain.start { items[index].mainMargins.start = share }
        if items[index].hasAutoMain.end { items[index].mainMargins.end = share }
      }
      free = .zero
    }
    let (start, between) = distribute(
      style.alignment.justifyContent, free: free, count: line.items.count, isMain: true, isReversed: isMainReversed)
    var offset = start
    for index in line.items {
      offset += items[index].mainMargins.start
      items[index].mainOffset = offset
      offset += items[index].mainSize + items[index].mainMargins.end + mainGap + between
    }
  }

  /// The offset of the first part and the extra space between parts.
  /// https://drafts.csswg.org/css-align-3/#distribution-values
  func distribute(
    _ alignment: ContentAlignment, free: LayoutUnit, count: Int, isMain: Bool, isReversed: Bool
  ) -> (start: LayoutUnit, between: LayoutUnit) {
    guard count > 0 else { return (.zero, .zero) }
    var value = alignment.value
    if free < .zero {
      // Distribution falls back to a start or safe centre, and `safe` alignment to the start.
      switch value {
      case .spaceBetween: value = .flexStart
      case .spaceAround, .spaceEvenly: value = .start
      case .center, .end, .flexStart, .flexEnd, .left, .right: if alignment.overflow == .safe { value = .start }
      case .normal, .start, .baseline, .lastBaseline, .stretch: break
      }
    }
    switch value {
    case .normal, .flexStart, .stretch, .baseline: return (.zero, .zero)
    case .flexEnd, .lastBaseline: return (free, .zero)
    case .start: return (isReversed ? free : .zero, .zero)
    case .end: return (isReversed ? .zero : free, .zero)
    case .center: return (free / 2, .zero)
    case .left, .right:
      guard isMain, let isLeftStart = isLeftStartOfMain else { return (isReversed ? free : .zero, .zero) }
      let wantsStart = (value == .left) == isLeftStart
      return (wantsStart != isReversed ? .zero : free, .zero)
    case .spaceBetween: return (.zero, count > 1 ? free / (count - 1) : .zero)
    case .spaceAround: return (free / (count * 2), free / count)
    case .spaceEvenly: return (free / (count + 1), free / (count + 1))
    }
  }

  /// Whether the line-left side, or the left one, is where the main axis starts but for reversal; nil where it is at
  /// neither end.
  private var isLeftStartOfMain: Bool? {
    if isRow { return direction.isLTR }
    return direction.isHorizontal ? nil : !direction.isBlockFlipped
  }

  /// https://drafts.csswg.org/css-flexbox-1/#algo-line-align
  mutating func alignLines(crossSize: LayoutUnit) {
    guard isWrapping else { return }
    var free = crossSize - crossGap * max(0, lines.count - 1)
    for line in lines { free -= line.crossSize }
    let (start, between) = distribute(
      style.alignment.alignContent, free: free, count: lines.count, isMain: false, isReversed: isCrossReversed)
    var offset = start
    for index in lines.indices {
      lines[index].crossOffset = offset
      offset += lines[index].crossSize + crossGap + between
    }
  }

  /// https://drafts.csswg.org/css-flexbox-1/#algo-cross-margins and #algo-cross-align
  mutating func alignAcross(_ line: FlexLine) {
    for index in line.items {
      let item = items[index]
      let free = line.crossSize - item.crossSize - item.crossMarginSum
      var offset = item.crossMargins.start
      switch (item.hasAutoCross.start, item.hasAutoCross.end) {
      case (true, true):
        items[index].crossShares = ((free / 2).nonNegative, (free - free / 2).nonNegative)
        offset += items[index].crossShares.start
      case (true, false):
        items[index].crossShares.start = free.nonNegative
        offset += free.nonNegative
      case (false, true): items[index].crossShares.end = free.nonNegative
      case (false, false): offset += crossAlignment(item, free: free, line: line)
      }
      items[index].crossOffset = line.crossOffset + offset
    }
  }

  private func crossAlignment(_ item: FlexItem, free: LayoutUnit, line: FlexLine) -> LayoutUnit {
    if item.alignment.overflow == .safe, free < .zero { return isCrossReversed ? free : .zero }
    let own = context[item.box].direction
    switch item.alignment.value {
    case .auto, .normal, .stretch, .flexStart: return .zero
    case .flexEnd: return free
    case .start: return isCrossReversed ? free : .zero
    case .end: return isCrossReversed ? .zero : free
    case .center, .anchorCenter: return free / 2
    case .selfStart, .selfEnd:
      let isFlipped = own.isFlipped(alongInlineOf: direction, !isRow)
      let sameStart = isFlipped == (isRow ? direction.isBlockFlipped : direction.isInlineFlipped)
      let wantsStart = (item.alignment.value == .selfStart) == sameStart
      return wantsStart != isCrossReversed ? .zero : free
    case .left, .right:
      guard !isRow, direction.isHorizontal else { return isCrossReversed ? free : .zero }
      return (item.alignment.value == .left) == direction.isLTR ? .zero : free
    case .baseline, .lastBaseline:
      guard let baseline = item.baseline else { return .zero }
      // Deviation: in lines from bottom to top an item without one is at their start or end, whichever way the flex lines
      // go, as in Chromium.
      if !isRow, isCrossReversed, !direction.isHorizontal, direction.isInlineFlipped, !own.isOrthogonal(to: direction) {
        return item.alignment.value == .baseline ? free : .zero
      }
      return baseline.isAtEnd ? free - (line.maxEndAscent - baseline.ascent) : line.maxAscent - baseline.ascent
    }
  }

  /// The border-box block size of the container.
  func containerBlockSize(mainSize: LayoutUnit) -> LayoutUnit {
    let content: LayoutUnit
    if isRow {
      content = lines.reduce(crossGap * max(0, lines.count - 1)) { $0 + $1.crossSize }
    } else {
      var longest = LayoutUnit.zero
      for line in lines {
        longest = max(longest, items[line.items].reduce(gaps(in: line)) { $0 + $1.mainSize + $1.mainMarginSum })
      }
      content = longest
    }
    return blockSize(intrinsic: content + edges.blockSum)
  }

  /// Lays the items out at their sizes and makes the container's fragment.
  mutating func place(mainSize: LayoutUnit, crossSize: LayoutUnit, blockSize: LayoutUnit) -> LayoutResult {
    var offsets = items.map { offset(of: $0, mainSize: mainSize, crossSize: crossSize) }
    let uncutSize = blockSize
    var blockSize = blockSize
    var intrinsic = intrinsicBlock
    var flow: FragmentainerFlow?
    var overflow = ColumnOverflow()
    var results: [LayoutResult] = []
    var floors: [LayoutUnit?] = []
    var brokeAtEnd = false
    if var columns = contentColumns {
      columns.requiresContent = requiresContent(from: columns.offset, in: columns.flow)
      guard let fragmented = fragment(in: &columns, offsets: &offsets) else {
        return LayoutResult(needingBreakBeforeIn: flowAround(columns.flow))
      }
      (results, floors) = (fragmented.items.map(\.result), fragmented.items.map(\.floor))
      flow = flowAround(fragmented.flow)
      overflow = fragmented.overflow
      brokeAtEnd = fragmented.brokeAtEnd
      intrinsic += fragmented.expansion + overflow.atEnd
      blockSize = sizeAlongFlow(
        self.blockSize(intrinsic: intrinsic), intrinsic: intrinsic, from: columns.offset, in: fragmented.flow,
        &overflow)
    } else {
      results = items.map { context.layout($0.box, in: finalSpace($0)) }
    }
    var firstBaseline: LayoutUnit?
    var lastBaseline: LayoutUnit?
    let chosen = baselineItems()
    for (index, item) in items.enumerated() {
      let (offset, result) = (offsets[index], results[index])
      let isHorizontal = direction.isHorizontal
      let shift = context.relativeShift(
        of: item.box, containingWidth: isHorizontal ? contentInline : definiteBlock ?? .zero,
        containingHeight: isHorizontal ? definiteBlock : contentInline, direction: direction)
      keepAutoMargins(of: item, result.fragment)
      builder.add(result, at: offset, shift: shift, floor: floors.isEmpty ? nil : floors[index])
      let isParallel = !context[item.box].direction.isOrthogonal(to: direction)
      // An item without one gives its end edge; in vertical lines there is none then.
      let edge = direction.isHorizontal ? direction.logical(result.size).block : nil
      if index == chosen.first {
        firstBaseline = ((isParallel ? result.firstBaseline : nil) ?? edge).map { offset.block + $0 }
      }
      if index == chosen.last {
        lastBaseline = ((isParallel ? result.lastBaseline : nil) ?? edge).map { offset.block + $0 }
      }
    }
    builder.endsEarly =
      (endsEarly || items.contains(where: \.endsEarly) || space.endIsUnseen) && !isWhole(blockSize)
    let growth = blockSize - uncutSize
    addOutOfFlow(mainSize: isRow ? mainSize : mainSize + growth, crossSize: isRow ? crossSize + growth : crossSize)
    if let flow { builder.columns?.flow = flow }
    var result = builder.finish(LogicalSize(inline: inlineSize, block: blockSize))
    result.endsEarly = builder.endsEarly
    result.intrinsicBlockSize = intrinsic
    result.firstBaseline = firstBaseline
    result.lastBaseline = lastBaseline
    result.columns = builder.columns.map { ColumnResult(flow: $0.flow, brokeAtEnd: brokeAtEnd, overflow: overflow) }
    return result
  }

  /// What scripts are told. https://drafts.csswg.org/cssom-1/#resolved-value
  private func keepAutoMargins(of item: FlexItem, _ fragment: FragmentID) {
    let (isAutoMain, isAutoCross) = (item.hasAutoMain, item.hasAutoCross)
    guard isAutoMain.start || isAutoMain.end || isAutoCross.start || isAutoCross.end, !fragment.isNone else { return }
    var main = item.mainMargins
    var cross = item.crossMargins
    cross = (cross.start + item.crossShares.start, cross.end + item.crossShares.end)
    if isMainReversed { main = (main.end, main.start) }
    if isCrossReversed { cross = (cross.end, cross.start) }
    let (inline, block) = isRow ? (main, cross) : (cross, main)
    context.tree.autoMargins[fragment] = direction.physical(
      LogicalEdges(inlineStart: inline.start, inlineEnd: inline.end, blockStart: block.start, blockEnd: block.end))
  }

  /// From the start of the container's border box.
  private func offset(of item: FlexItem, mainSize: LayoutUnit, crossSize: LayoutUnit) -> LogicalOffset {
    var main = item.mainOffset
    var cross = item.crossOffset
    if isMainReversed { main = mainSize - main - item.mainSize }
    if isCrossReversed { cross = crossSize - cross - item.crossSize }
    return isRow
      ? LogicalOffset(inline: edges.inlineStart + main, block: edges.blockStart + cross)
      : LogicalOffset(inline: edges.inlineStart + cross, block: edges.blockStart + main)
  }

  /// The constraint space of an item whose sizes are known.
  func finalSpace(_ item: FlexItem) -> ConstraintSpace {
    let stretched = stretches(item)
    var result = itemSpace(item, main: item.mainSize, cross: stretched ? item.crossSize : nil, mode: space.mode)
    if !stretched, !item.mainIsInline { result.fixedInline = item.crossSize }
    result.endIsUnseen = isRow ? item.endIsUnseen : item.endsEarly
    return result
  }

  /// The items whose baselines are the container's: of the first and the last line, as they are seen, one that is
  /// aligned by them, else the first or last.
  /// https://drafts.csswg.org/css-flexbox-1/#flex-baselines
  private func baselineItems() -> (first: Int?, last: Int?) {
    func isAligned(_ item: FlexItem, _ value: SelfAlignment.Value) -> Bool {
      item.alignment.value == value && isRow && !item.hasAutoCross.start && !item.hasAutoCross.end
    }
    guard !items.isEmpty, var top = lines.first?.items, var bottom = lines.last?.items else { return (nil, nil) }
    if isCrossReversed { swap(&top, &bottom) }
    let first = isMainReversed ? top.upperBound - 1 : top.lowerBound
    let last = isMainReversed ? bottom.lowerBound : bottom.upperBound - 1
    return (
      top.first { isAligned(items[$0], .baseline) } ?? first,
      bottom.last { isAligned(items[$0], .lastBaseline) } ?? last
    )
  }

  private var intrinsicBlock: LayoutUnit {
    if isRow { return lines.reduce(crossGap * max(0, lines.count - 1) + edges.blockSum) { $0 + $1.crossSize } }
    var longest = LayoutUnit.zero
    for line in lines {
      longest = max(longest, items[line.items].reduce(gaps(in: line)) { $0 + $1.hypothetical + $1.mainMarginSum })
    }
    return longest + edges.blockSum
  }

  /// The static position of an absolutely positioned child is that of a sole item.
  /// https://drafts.csswg.org/css-flexbox-1/#abspos-items
  private mutating func addOutOfFlow(mainSize: LayoutUnit, crossSize: LayoutUnit) {
    for child in context[box].children where child.isOutOfFlow {
      let main = edge(of: style.alignment.justifyContent.value, isReversed: isMainReversed)
      var own = child.style.alignment.alignSelf
      if own.value == .auto { own = style.alignment.alignItems }
      let cross = edge(of: own.value, child.direction, isReversed: isCrossReversed)
      // Deviation: not along the main axis, as in Chromium.
      let crossRoom = own.overflow == .safe ? crossSize : nil
      let (mainAt, crossAt) = (main.position(in: mainSize), cross.position(in: crossSize))
      if builder.endsEarly, (isRow ? cross : main) != .start { context.needsWhole = true }
      builder.addOutOfFlow(
        child.id,
        at: LogicalOffset(
          inline: edges.inlineStart + (isRow ? mainAt : crossAt), block: edges.blockStart + (isRow ? crossAt : mainAt)),
        inlineEdge: isRow ? main : cross, blockEdge: isRow ? cross : main,
        safeRoom: isRow ? (nil, crossRoom) : (crossRoom, nil))
    }
  }

  private func edge(of value: ContentAlignment.Value, isReversed: Bool) -> StaticEdge {
    switch value {
    case .center, .spaceAround, .spaceEvenly: .center
    case .flexEnd, .lastBaseline: isReversed ? .start : .end
    case .end: .end
    case .start: .start
    case .left: isLeftStartOfMain ?? true ? .start : .end
    case .right: isLeftStartOfMain ?? false ? .end : .start
    case .normal, .flexStart, .stretch, .baseline, .spaceBetween: isReversed ? .end : .start
    }
  }

  private func edge(of value: SelfAlignment.Value, _ own: WritingDirection, isReversed: Bool) -> StaticEdge {
    switch value {
    case .flexEnd, .lastBaseline: isReversed ? .start : .end
    case .auto, .normal, .stretch, .flexStart, .baseline: isReversed ? .end : .start
    case .center, .anchorCenter, .start, .end, .selfStart, .selfEnd, .left, .right:
      StaticEdge(value, of: own, in: direction, isInline: !isRow)
    }
  }
}
