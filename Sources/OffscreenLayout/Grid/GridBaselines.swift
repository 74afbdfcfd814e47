import OffscreenCSS
import OffscreenGeometry

/// The largest distances from the edges of tracks to baselines, of the items that share these.
/// https://drafts.csswg.org/css-align-3/#baseline-sharing-group
struct GridBaselineGroups: Hashable, Sendable {
  struct Group: Hashable, Sendable {
    var track: Int
    /// Whether the items stand at the end of the track.
    var isAtEnd: Bool
  }
  var ascents: [Group: LayoutUnit] = [:]
}

/// Items of a row (or of a column, if they are orthogonal) that share a baseline, those of subgrids among them.
/// https://drafts.csswg.org/css-grid-2/#algo-baseline-shims
extension GridLayout {
  /// How far each item is moved so that its baseline is that of its group; by index of the item.
  mutating func findShims(isColumn: Bool) {
    let inherited = (isColumn ? space.subgrid?.columns : space.subgrid?.rows)?.baselines
    if let inherited {
      guard !inherited.ascents.isEmpty else { return }
      setBaselines(inherited, isColumn: isColumn)
    }
    let entries = baselines(isColumn: isColumn, withSubgrids: inherited == nil)
    guard !entries.isEmpty else { return }
    var groups = inherited ?? GridBaselineGroups()
    for entry in entries {
      groups.ascents[entry.group] = max(groups.ascents[entry.group] ?? entry.ascent, entry.ascent)
    }
    setBaselines(groups, isColumn: isColumn)
    for entry in entries {
      guard let item = entry.item else { continue }
      let shim = (groups.ascents[entry.group] ?? entry.ascent) - entry.ascent
      if isColumn { items[item].columnShim = shim } else { items[item].rowShim = shim }
    }
  }

  private mutating func setBaselines(_ groups: GridBaselineGroups, isColumn: Bool) {
    if isColumn { columnBaselines = groups } else { rowBaselines = groups }
  }

  /// What is aligned by baselines; without an index what is an item of a subgrid.
  func baselines(
    isColumn: Bool, withSubgrids: Bool = true
  ) -> [(item: Int?, group: GridBaselineGroups.Group, ascent: LayoutUnit)] {
    var result: [(item: Int?, group: GridBaselineGroups.Group, ascent: LayoutUnit)] = []
    for (index, item) in items.enumerated() {
      if isSubgrid(item.box, isColumn: isColumn) {
        guard withSubgrids else { continue }
        result += subgridBaselines(of: item, isColumn: isColumn).map { (nil, $0.group, $0.ascent) }
        continue
      }
      let value = alignment(of: item, isColumn: isColumn).value
      guard value == .baseline || value == .lastBaseline, !hasAutoMargin(item, isColumn: isColumn) else { continue }
      let isAtEnd = isBaselineAtEnd(item, isColumn: isColumn)
      guard let ascent = ascent(of: item, isColumn: isColumn, isLast: value == .lastBaseline, fromEnd: isAtEnd)
      else { continue }
      let span = isColumn ? item.column : item.row
      result.append((index, .init(track: isAtEnd ? span.end - 1 : span.start, isAtEnd: isAtEnd), ascent))
    }
    return result
  }

  /// Whether an item's size depends on that of tracks that depend on the item: where its baseline is an edge of it, it
  /// shares none.
  /// https://drafts.csswg.org/css-grid-2/#row-align
  private func isCyclic(_ item: GridItem, isColumn: Bool) -> Bool {
    guard (isColumn ? space.subgrid?.columns : space.subgrid?.rows) == nil else { return false }
    let properties = SizeProperties(context[item.box].style, direction)
    let sizes =
      isColumn
      ? [properties.inline, properties.minInline, properties.maxInline]
      : [properties.block, properties.minBlock, properties.maxBlock]
    let (tracks, span) = isColumn ? (columns, item.column) : (rows, item.row)
    return sizes.contains(where: \.hasPercentage)
      && tracks[min(span.start, tracks.count)..<min(span.end, tracks.count)].contains {
        $0.followsContent(isDefinite: isColumn || definiteBlock != nil)
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

  /// From the margin edge at the start, or at the end, to the baseline; nil of an item that shares none.
  private func ascent(of item: GridItem, isColumn: Bool, isLast: Bool, fromEnd: Bool) -> LayoutUnit? {
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
    let axis = BaselineAxis(of: style, isInline: isColumn)
    let own = context[item.box].direction
    guard axis.own(of: result, own, isLast: isLast) != nil || !isCyclic(item, isColumn: isColumn) else { return nil }
    let baseline = axis.baseline(of: result, own, isLast: isLast)
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
