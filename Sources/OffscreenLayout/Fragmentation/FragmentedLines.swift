import OffscreenGeometry

/// Lines in columns.
/// https://drafts.csswg.org/css-break-3/#widows-orphans
extension BlockLayout {
  /// Lays out lines; `orphans` and `widows` move breaks up.
  /// https://drafts.csswg.org/css-break-3/#widows-orphans
  mutating func layoutLines(_ constraint: InlineConstraint) -> InlineLayoutResult {
    var lines = InlineLayout(context: context, container: box, constraint: constraint)
    var result = lines.run()
    guard flow != nil, !result.needsBreakBefore else { return result }
    let orphans = Int(style.text.orphans)
    let widows = Int(style.text.widows)
    if result.lineCount > 0 {
      hasPlacedContent = true
      let cutsEdges = cutsEdges(behind: constraint.bfcOffset.block + result.blockSize)
      hasPlacedContent = false
      let breaksAtEnd = space.columns?.breaksAtEnd ?? false
      let wanted = result.lineCount - max(widows, 1)
      if cutsEdges || breaksAtEnd, wanted >= (result.columnStarts.last ?? 0) + max(orphans, 1) {
        // The last lines go with the edges, or with what follows.
        brokeAtEnd = breaksAtEnd
        var again = constraint
        again.breaks = Set(result.columnStarts + [wanted])
        context.spendFragmentationBudget(on: box)
        lines = InlineLayout(context: context, container: box, constraint: again)
        let shortage = flow?.section.shortage ?? .max
        result = lines.run()
        result.flow?.noteShortage(shortage)
        return result
      }
      if cutsEdges, constraint.canBreakBefore, result.columnStarts.isEmpty {
        result.needsBreakBefore = true
        return result
      }
    }
    guard let first = result.columnStarts.first else { return result }
    if first < orphans {
      if constraint.canBreakBefore {
        result.needsBreakBefore = true
        result.breaksForOrphans = true
        return result
      }
      result.flow?.noteViolation()
    }
    guard let last = result.columnStarts.last, result.lineCount - last < widows, context.fragmentationBudget > 0
    else { return result }
    let previous = result.columnStarts.dropLast().last ?? 0
    // As browsers do: `widows` gives way where both cannot be had, as far as it has to.
    let wanted = max(result.lineCount - widows, previous + orphans)
    if wanted > result.lineCount - widows { result.flow?.noteViolation() }
    guard wanted < last else { return result }
    context.spendFragmentationBudget(on: box)
    var again = constraint
    again.breaks = Set(result.columnStarts.dropLast() + [wanted])
    lines = InlineLayout(context: context, container: box, constraint: again)
    let second = lines.run()
    if let shortage = result.flow?.section.shortage { result.flow = second.flow; result.flow?.noteShortage(shortage) }
    var final = second
    final.flow = result.flow
    return final
  }
}

extension InlineLayout {
  /// Where a line goes that does not fit in this column: the start of the next one; nil if it stays.
  mutating func nextColumn(for top: LayoutUnit, height: LayoutUnit) -> LayoutUnit? {
    let line = result.lineCount
    let start = constraint.flowOffset + constraint.bfcOffset.block + top
    noteUnbreakableLine(line, top: top, height: height, start: start)
    if let free = flow?.skippingInsets(from: start), free > start {
      return free - constraint.flowOffset - constraint.bfcOffset.block
    }
    guard let column = flow?.fragmentainer(at: start) else { return nil }
    if start <= column.start {
      if line > 0, result.columnStarts.last != line { result.columnStarts.append(line) }
      return nil
    }
    let isForced = constraint.breaks.contains(line)
    guard start + height > column.end || isForced else { return nil }
    flow?.noteShortage(start + height - column.end)
    if line == 0, constraint.requiresContent { return nil }
    if line == 0, constraint.canBreakBefore {
      result.needsBreakBefore = true
      return nil
    }
    return column.next - constraint.flowOffset - constraint.bfcOffset.block
  }

  /// A line that is taller than its column overflows it; the next one is in the column behind.
  mutating func keepInColumn(_ block: inout LayoutUnit, lineTop: LayoutUnit) {
    let start = constraint.flowOffset + constraint.bfcOffset.block
    result.overflow.atEnd = .zero
    // On paper it goes on in the next page.
    guard let flow, !flow.isPaged, let column = flow.fragmentainer(at: start + lineTop), start + block > column.end
    else { return }
    result.overflow.atEnd = min(start + block - column.end, block - lineTop)
    result.overflow.note(result.overflow.atEnd, behind: column.end)
    block -= result.overflow.atEnd
  }

  /// The first lines, as many as `orphans` says, stand together; with them goes what is before them where no break
  /// is possible in between. As in Chromium, `widows` does not make columns taller.
  private mutating func noteUnbreakableLine(_ line: Int, top: LayoutUnit, height: LayoutUnit, start: LayoutUnit) {
    guard let section = flow?.section else { return }
    var size = height
    if line < Int(context[container].style.text.orphans) {
      size += constraint.canBreakBefore ? top : start - section.start
    }
    flow?.noteUnbreakable(size)
  }
}
