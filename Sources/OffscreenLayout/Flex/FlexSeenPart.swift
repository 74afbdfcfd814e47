import OffscreenCSS
import OffscreenGeometry

/// For a picture of the page's start a flex container lays out no more than what is seen: see `SeenPart`.
extension FlexLayout {
  /// How far down the container is seen, from the start of its border box; nil where it is to be laid out whole.
  var givenSeenEnd: LayoutUnit? {
    guard let end = space.seenEnd, context.mayEndEarly(box, in: space), !isSizedByItems, !style.box.isLegacyBox,
      !style.column.hasColumnRules, !style.column.hasRowRules, context.preferredRatio(of: box) == nil
    else { return nil }
    let isSequence =
      isRow
      ? !isCrossReversed && !(isWrapping && givenBlock != nil)
      : !isMainReversed && !isWrapping && limitedBlock == nil && (definiteBlock == nil || space.endIsUnseen)
    // In the order of the boxes: before which of them layout may end is known for that.
    guard isSequence, !context[box].children.contains(where: { $0.style.alignment.order != 0 }) else { return nil }
    return end
  }

  /// Whether nothing that starts at an offset of the border box, a box or what is behind it, is seen.
  func isBelowWhatIsSeen(_ offset: LayoutUnit, from child: BoxID) -> Bool {
    guard let seenEnd, offset > seenEnd else { return false }
    return context.seen?.mayEnd(before: child) == true
  }

  /// Steps 3 and 7 for the items that are seen.
  func seenPart(of item: inout FlexItem, from start: LayoutUnit) {
    item.seenEnd = seenEnd.map { $0 - start - (isRow ? item.crossMargins.start : item.mainMargins.start) }
  }

  mutating func leaveOut(itemsFrom index: Int) {
    items.removeSubrange(index...)
    endsEarly = true
    context.endsEarly = true
  }

  /// Whether what is seen does not depend on the part of the content that is not laid out. Notes the items that are as
  /// tall as their line, which is not known.
  mutating func isSettledBySeenPart() -> Bool {
    guard seenEnd != nil else { return true }
    if !isRow { return isColumnSettled }
    // Also in a line whose size is given, an item whose size is not known stands at the start only.
    guard items.allSatisfy({ !$0.endsEarly || isAtStart($0) }) else { return false }
    guard lines.contains(where: \.endsEarly) || space.endIsUnseen else { return true }
    // With the lines that are left out, what is shared among them is not known.
    if space.endIsUnseen, isWrapping, endsEarly || lines.count > 1 { return false }
    for line in lines where line.endsEarly || space.endIsUnseen {
      guard areAtStart(line) else { return false }
    }
    return true
  }

  /// Whether items stand at the start of their line, however tall it is.
  private mutating func areAtStart(_ line: FlexLine) -> Bool {
    for index in line.items {
      let item = items[index]
      guard isAtStart(item) else { return false }
      // One that is shorter than its line has reached a limit of its own.
      guard stretches(item), item.crossSize >= line.crossSize - item.crossMarginSum else { continue }
      guard context.isSeenAlikeAtAnyHeight(item.box) else { return false }
      items[index].endIsUnseen = true
    }
    return true
  }

  /// Whether an item stands at the start of its line, however tall both are.
  private func isAtStart(_ item: FlexItem) -> Bool {
    guard !item.hasAutoCross.start, !item.hasAutoCross.end else { return false }
    return switch item.alignment.value {
    case .auto, .normal, .stretch, .flexStart, .start: true
    case .baseline: item.baseline?.isAtEnd != true
    case .center, .end, .selfStart, .selfEnd, .flexEnd, .left, .right, .lastBaseline, .anchorCenter: false
    }
  }

  /// Whether there is no free space along a column.
  private var isColumnSettled: Bool {
    guard endsEarly || space.endIsUnseen || items.contains(where: \.endsEarly) else { return true }
    if space.endIsUnseen {
      let isAtStart =
        switch style.alignment.justifyContent.value {
        case .normal, .start, .flexStart, .stretch: true
        case .end, .center, .flexEnd, .left, .right, .baseline, .lastBaseline, .spaceBetween, .spaceAround,
          .spaceEvenly:
          false
        }
      return isAtStart && style.alignment.rowGap?.hasPercentage != true
        && items.allSatisfy { $0.grow == 0 && !$0.hasAutoMain.start && !$0.hasAutoMain.end }
    }
    let sum = items.reduce(mainGap * max(0, items.count - 1)) { $0 + $1.hypothetical + $1.mainMarginSum }
    return frame.contentBlock(of: blockSize(intrinsic: sum + edges.blockSum)) <= sum
  }

  // MARK: Automatic minimums

  /// Whether the automatic minimum of an item is that of text that is not all to be shaped.
  func hasBoundedMinimum(_ item: FlexItem) -> Bool {
    guard isRow, seenEnd != nil, !isWrapping, definiteBlock == nil, item.mainIsInline,
      context[item.box].kind == .container
    else { return false }
    let box = context[item.box].style.box
    guard !box.overflowX.scrolls, box.minWidth.isAuto, context.preferredRatio(of: item.box) == nil else { return false }
    switch context[item.box].context {
    case .block: return context[item.box].end.rawValue - item.box.rawValue > Self.fewestBoxesToBound
    case .inline, .flex, .grid, .table, .fieldset, .ruby, .math, .replaced: return false
    }
  }

  private static let fewestBoxesToBound: Int32 = 100

  /// Where no minimum that was left open is more than an item is given, none decides.
  mutating func resolveFlexibleLengths(in line: FlexLine, available: LayoutUnit) {
    Self.resolveFlexibleLengths(&items, in: line.items, available: available)
    let bound = MinContentBound(context: context)
    var decides = false
    for index in line.items where items[index].isMinimumOpen {
      var item = items[index]
      item.isMinimumOpen = false
      // It is no more than a width that is given.
      let isGiven = resolveMain(context[item.box].style.box.width, item).map { $0 <= item.mainSize } ?? false
      if !isGiven, min(bound.size(of: item.box, enough: item.mainSize), item.maxMain) > item.mainSize {
        decides = true
        item.minMain = max(
          item.mainEdges, contentBasedMinimum(of: item, preferred: context[item.box].style.box.width))
      }
      items[index] = item
    }
    guard decides else { return }
    for index in line.items { items[index].isFrozen = false }
    Self.resolveFlexibleLengths(&items, in: line.items, available: available)
  }

  /// The same container with all that is in it.
  func layoutWhole() -> LayoutResult {
    // Who said so has counted on what is seen being enough.
    if space.endIsUnseen { context.needsWhole = true }
    context.endsEarly = hadEndedEarly
    var space = space
    (space.seenEnd, space.endIsUnseen) = (nil, false)
    var whole = FlexLayout(context: context, box: box, space: space)
    return whole.run()
  }
}
