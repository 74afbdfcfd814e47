import OffscreenGeometry

/// A row of columns that wrap.
struct ColumnRow {
  /// From the start of the border box.
  var range: Range<LayoutUnit>
  /// How many columns there are.
  var count = 0
  /// No row follows that is not parted from it by a box that spans all columns.
  var isLast = false
}

/// The rules between columns that wrap, and between their rows. Without rows, painting draws them between the columns.
/// https://drafts.csswg.org/css-gaps-1/
extension MulticolLayout {
  /// Whether rules between columns go through the gaps between rows, and through boxes that span all columns.
  /// https://drafts.csswg.org/css-gaps-1/#break
  var rulesGoOn: Bool { style.column.hasColumnRules && style.column.gapRules.columnBreak == .none }

  func addRules(to fragment: FragmentID, size: Size) {
    guard !rowsWithRules.isEmpty, !fragment.isNone else { return }
    var list = GapRuleList(
      direction, container: size, origin: LogicalOffset(inline: edges.inlineStart, block: .zero))
    if style.column.hasColumnRules {
      for gap in 0..<max(0, geometry.count - 1) {
        let start = geometry.width + (geometry.width + geometry.gap) * gap
        // A rule goes over rows that have columns on both sides of the gap: over each, or over those that follow each
        // other and what is between them, where nothing is to break it.
        var open: Range<LayoutUnit>?
        for row in rowsWithRules {
          if row.count > gap + 1, rulesGoOn {
            open = (open?.lowerBound ?? row.range.lowerBound)..<row.range.upperBound
            continue
          }
          if let open { list.add(across: start..<start + geometry.gap, along: open, isRow: false) }
          open = nil
          if row.count > gap + 1 { list.add(across: start..<start + geometry.gap, along: row.range, isRow: false) }
        }
        if let open { list.add(across: start..<start + geometry.gap, along: open, isRow: false) }
      }
    }
    if style.column.hasRowRules {
      for (row, next) in zip(rowsWithRules, rowsWithRules.dropFirst())
      where !row.isLast && next.range.lowerBound > row.range.upperBound {
        list.add(across: row.range.upperBound..<next.range.lowerBound, along: .zero..<contentInline, isRow: true)
      }
    }
    if !list.rules.isEmpty { context.tree.gapRules[fragment] = list.rules }
  }
}
