import OffscreenCSS
import OffscreenGeometry

/// The rules in a flex container's gaps.
/// https://drafts.csswg.org/css-gaps-1/
extension FlexLayout {
  func keepGapRules(of fragment: FragmentID, _ size: Size, mainSize: LayoutUnit, crossSize: LayoutUnit) {
    let column = style.column
    guard !fragment.isNone, column.hasColumnRules || column.hasRowRules else { return }
    var list = GapRuleList(
      direction, container: size, origin: LogicalOffset(inline: edges.inlineStart, block: edges.blockStart))
    let places = lines.map { line in
      (across: across(line, in: crossSize), gaps: gapsAlong(line, in: mainSize))
    }.sorted { $0.across.lowerBound < $1.across.lowerBound }
    // Between the items of a line.
    if isRow ? column.hasColumnRules : column.hasRowRules {
      for line in places where !list.isFull {
        for gap in line.gaps { list.add(across: gap, along: line.across, isRow: !isRow) }
      }
    }
    // Between lines.
    if isRow ? column.hasRowRules : column.hasColumnRules {
      let breaks = (isRow ? column.gapRules.rowBreak : column.gapRules.columnBreak) == .intersection
      for (line, next) in zip(places, places.dropFirst()) where !list.isFull {
        let end = line.across.upperBound
        let across = end..<max(end, next.across.lowerBound)
        var start = LayoutUnit.zero
        if breaks {
          for gap in (line.gaps + next.gaps).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            list.add(across: across, along: start..<max(start, gap.lowerBound), isRow: isRow)
            start = max(start, gap.upperBound)
          }
        }
        list.add(across: across, along: start..<max(start, mainSize), isRow: isRow)
      }
    }
    if !list.rules.isEmpty { context.tree.gapRules[fragment] = list.rules }
  }

  private func across(_ line: FlexLine, in crossSize: LayoutUnit) -> Range<LayoutUnit> {
    let size = line.crossSize.nonNegative
    let start = isCrossReversed ? crossSize - line.crossOffset - size : line.crossOffset
    return start..<start + size
  }

  /// Where the gaps between a line's items are along the main axis.
  private func gapsAlong(_ line: FlexLine, in mainSize: LayoutUnit) -> [Range<LayoutUnit>] {
    var places = items[line.items].map { item -> (start: LayoutUnit, end: LayoutUnit) in
      let start = item.mainOffset - item.mainMargins.start
      let end = item.mainOffset + item.mainSize + item.mainMargins.end
      return isMainReversed ? (mainSize - end, mainSize - start) : (start, end)
    }
    // In their order: where a margin is negative, the margin box of an item may start behind that of the next.
    if isMainReversed { places.reverse() }
    return zip(places, places.dropFirst()).map { $0.end..<max($0.end, $1.start) }
  }
}
