import OffscreenCSS
import OffscreenGeometry

/// Items of a row (or of a column, if they are orthogonal) that share a baseline.
/// https://drafts.csswg.org/css-grid-2/#algo-baseline-shims
extension GridLayout {
  /// How far each item is moved so that its baseline is that of its group; by index of the item.
  mutating func findShims(isColumn: Bool) {
    struct Group: Hashable {
      var track: Int
      var isAtEnd: Bool
    }
    var ascents: [(item: Int, group: Group, ascent: LayoutUnit)] = []
    for (index, item) in items.enumerated() {
      let value = alignment(of: item, isColumn: isColumn).value
      guard value == .baseline || value == .lastBaseline, !hasAutoMargin(item, isColumn: isColumn) else { continue }
      let isAtEnd = isBaselineAtEnd(item, isColumn: isColumn)
      let ascent = ascent(of: item, isColumn: isColumn, isLast: value == .lastBaseline, fromEnd: isAtEnd)
      let span = isColumn ? item.column : item.row
      ascents.append((index, Group(track: isAtEnd ? span.end - 1 : span.start, isAtEnd: isAtEnd), ascent))
    }
    guard !ascents.isEmpty else { return }
    var largest: [Group: LayoutUnit] = [:]
    for entry in ascents { largest[entry.group] = max(largest[entry.group] ?? entry.ascent, entry.ascent) }
    for entry in ascents {
      let shim = (largest[entry.group] ?? entry.ascent) - entry.ascent
      if isColumn { items[entry.item].columnShim = shim } else { items[entry.item].rowShim = shim }
    }
  }

  /// Whether an item that is aligned by a baseline stands at the end of its area.
  func isBaselineAtEnd(_ item: GridItem, isColumn: Bool) -> Bool {
    BaselineAxis(of: style, isInline: isColumn).isAtEnd(
      context[item.box].direction, isLast: alignment(of: item, isColumn: isColumn).value == .lastBaseline)
  }

  private func hasAutoMargin(_ item: GridItem, isColumn: Bool) -> Bool {
    let sides = direction.sides(context[item.box].style.box.margin)
    return isColumn
      ? sides.inlineStart.isAuto || sides.inlineEnd.isAuto : sides.blockStart.isAuto || sides.blockEnd.isAuto
  }

  /// From the margin edge at the start, or at the end, to the baseline.
  private func ascent(of item: GridItem, isColumn: Bool, isLast: Bool, fromEnd: Bool) -> LayoutUnit {
    let inline = isColumn ? contentInline : areaInline(item)
    var itemSpace = areaSpace(of: item, inline: inline, block: isColumn ? definiteRows(of: item) : nil)
    itemSpace.mode = .measure
    let result = context.layout(item.box, in: itemSpace)
    let logical = direction.logical(result.size)
    let size = isColumn ? logical.inline : logical.block
    let margins = direction.logical(context.margins(of: item.box, basis: inline))
    let (before, after) =
      isColumn
      ? (margins.inlineStart, margins.inlineEnd) : (margins.blockStart, margins.blockEnd)
    let baseline = BaselineAxis(of: style, isInline: isColumn).baseline(
      of: result, context[item.box].direction, isLast: isLast)
    return fromEnd ? after + size - baseline : before + baseline
  }

  /// The container's own baselines.
  /// https://drafts.csswg.org/css-grid-2/#grid-baselines
  func containerBaselines(_ placed: [(item: GridItem, first: LayoutUnit, last: LayoutUnit)]) -> (
    LayoutUnit?, LayoutUnit?
  ) {
    guard let firstRow = placed.map(\.item.row.start).min(), let lastRow = placed.map(\.item.row.end).max()
    else { return (nil, nil) }
    let top = placed.filter { $0.item.row.start == firstRow }
    let bottom = placed.filter { $0.item.row.end == lastRow }
    let first =
      top.first { alignment(of: $0.item, isColumn: false).value == .baseline }
      ?? top.min { $0.item.column.start < $1.item.column.start }
    let last =
      bottom.last { alignment(of: $0.item, isColumn: false).value == .lastBaseline }
      ?? bottom.max { $0.item.column.start < $1.item.column.start }
    return (first?.first, last?.last)
  }
}
