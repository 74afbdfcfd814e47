import OffscreenCSS
import OffscreenGeometry

/// The inline size of a table and of its columns.
/// https://drafts.csswg.org/css-tables-3/#computing-the-table-width
struct TableSizing {
  let grid: TableGrid
  let columns: [ColumnConstraint]
  let spacing: LogicalSize
  /// Used borders and padding of the grid, physical.
  let border: Edges
  let padding: Edges
  /// Both together, logical.
  let edges: LogicalEdges
  /// All columns', before any is collapsed.
  let columnSizes: [LayoutUnit]
  /// Of the grid's border box, before columns are collapsed.
  let inlineSizeBeforeCollapse: LayoutUnit
  /// Of the wrapper box and the grid's border box.
  let inlineSize: LayoutUnit

  init(_ wrapper: BoxID, in space: ConstraintSpace, context: LayoutContext) {
    let record = context.tableRecord(wrapper)
    grid = record.grid
    columns = record.columns
    spacing = context.borderSpacing(of: grid)
    border = context.tableBorder(record)
    padding = context.tablePadding(grid, basis: space.marginBasis)
    edges = grid.direction.logical(border + padding)
    let captionMinimum = context.captionMinimum(grid)
    let fixedSpace = context.fixedTableSpace(record, edges: edges)

    // 1. What the columns may have together.
    let assignable: LayoutUnit
    let fixedInline = space.fixedInline.map { max($0, context.minimumSize(record, fixedSpace: fixedSpace)) }
    if let fixedInline {
      assignable = (fixedInline - fixedSpace).nonNegative
    } else {
      let used = Self.usedSize(record, space, edges: edges, fixedSpace: fixedSpace, context: context)
      assignable = (max(used, captionMinimum) - fixedSpace).nonNegative
    }

    // 2. What each column gets of it.
    columnSizes = ColumnDistribution.distribute(assignable, isFixedLayout: grid.isFixedLayout, to: columns)

    // 3. What comes of it for the table.
    if columns.isEmpty {
      let size = Self.emptySize(
        grid, space, assignable: assignable, fixedSpace: fixedSpace, captionMinimum: captionMinimum,
        edges: edges.inlineSum, context: context)
      inlineSizeBeforeCollapse = size
      inlineSize = fixedInline ?? size
    } else {
      let full = TableColumns(columns, columnSizes, spacing: spacing.inline, collapses: false)
      inlineSizeBeforeCollapse = full.end + spacing.inline + edges.inlineSum
      if let fixedInline {
        inlineSize = fixedInline
      } else if full.hasCollapsed {
        let shown = TableColumns(columns, columnSizes, spacing: spacing.inline, collapses: true)
        inlineSize = max(shown.end + spacing.inline + edges.inlineSum, captionMinimum)
      } else {
        inlineSize = max(inlineSizeBeforeCollapse, captionMinimum)
      }
    }
  }

  /// The "used width of the table", at least as wide as its columns can be.
  private static func usedSize(
    _ record: TableRecord, _ space: ConstraintSpace, edges: LogicalEdges, fixedSpace: LayoutUnit,
    context: LayoutContext
  ) -> LayoutUnit {
    let wrapper = record.grid.wrapper
    let direction = record.grid.direction
    let properties = SizeProperties(context[wrapper].style, direction)
    let content = ColumnDistribution.gridSizes(
      record.columns, edges: fixedSpace, isFixedLayout: record.grid.isFixedLayout,
      usesPercentages: properties.inline != .maxContent)
    let margin = direction.logical(context.margins(of: wrapper, basis: space.marginBasis)).inlineSum
    let available = (space.availableInline - margin).nonNegative
    func resolve(_ value: SizeValue) -> LayoutUnit? {
      switch value {
      case .calculated(let basis, let calculation):
        resolve(basis).map {
          context.calculated(
            calculation, on: $0, of: wrapper, edges: edges.inlineSum, basis: space.percentageInline)
        }
      case .auto, .content: nil
      case .minContent: content.min
      case .maxContent: content.max
      case .stretch: available
      case .fitContent(nil): content.shrinkToFit(available)
      case .value, .fitContent(.some):
        context.resolveInline(value, wrapper, space, edges: edges.inlineSum, available: available)
      }
    }
    let automatic = space.inlineAuto == .stretch ? available : content.shrinkToFit(available)
    var size = resolve(properties.inline) ?? automatic
    if let limit = resolve(properties.maxInline) { size = min(size, limit) }
    if let floor = resolve(properties.minInline) { size = max(size, floor) }
    return max(size, content.min)
  }

  /// A table without columns.
  private static func emptySize(
    _ grid: TableGrid, _ space: ConstraintSpace, assignable: LayoutUnit, fixedSpace: LayoutUnit,
    captionMinimum: LayoutUnit, edges: LayoutUnit, context: LayoutContext
  ) -> LayoutUnit {
    let properties = SizeProperties(context[grid.wrapper].style, grid.direction)
    if space.fixedInline != nil || !properties.inline.isAuto || !properties.minInline.isAuto {
      return assignable + fixedSpace
    }
    if captionMinimum > .zero { return max(captionMinimum, edges) }
    return grid.isCollapsed ? .zero : assignable + edges
  }
}

/// Where columns are, from the start of the grid's content box.
struct TableColumns {
  struct Location {
    var offset: LayoutUnit
    var size: LayoutUnit
    /// Takes no room, nor border spacing: collapsed, or merged with the one before.
    var isCollapsed: Bool
  }
  private(set) var locations: [Location] = []
  /// Whether a column has `visibility: collapse`.
  private(set) var hasCollapsed = false

  /// `collapses`: whether columns with `visibility: collapse` are taken out.
  init(_ columns: [ColumnConstraint], _ sizes: [LayoutUnit], spacing: LayoutUnit, collapses: Bool) {
    locations.reserveCapacity(columns.count)
    var offset = spacing
    var isFirst = true
    for (column, size) in zip(columns, sizes) {
      if column.isCollapsed { hasCollapsed = true }
      if column.isMergeable && size == .zero || collapses && column.isCollapsed {
        locations.append(Location(offset: offset, size: .zero, isCollapsed: true))
        continue
      }
      if !isFirst { offset += spacing }
      isFirst = false
      locations.append(Location(offset: offset, size: size, isCollapsed: false))
      offset += size
    }
  }

  /// Of the last column.
  var end: LayoutUnit { locations.last.map { $0.offset + $0.size } ?? .zero }

  /// The columns of a span that are there, and nil if there are none.
  func range(_ start: Int, _ span: Int) -> ClosedRange<Int>? {
    guard start < locations.count, span > 0 else { return nil }
    return start...min(start + span - 1, locations.count - 1)
  }
  func offset(_ range: ClosedRange<Int>) -> LayoutUnit { locations[range.lowerBound].offset }
  func size(_ range: ClosedRange<Int>) -> LayoutUnit {
    locations[range.upperBound].offset + locations[range.upperBound].size - locations[range.lowerBound].offset
  }
  func isCollapsed(_ range: ClosedRange<Int>) -> Bool { locations[range].allSatisfy(\.isCollapsed) }
}

extension LayoutContext {
  /// The used border widths of a table's grid.
  func tableBorder(_ record: TableRecord) -> Edges {
    if let borders = record.borders { return record.grid.direction.physical(borders.tableBorder) }
    return record.grid.box.isNone ? .zero : borderWidths(of: record.grid.box)
  }

  /// https://drafts.csswg.org/css-tables-3/#border-collapsing : such a table has no padding.
  func tablePadding(_ grid: TableGrid, basis: LayoutUnit) -> Edges {
    grid.isCollapsed || grid.box.isNone ? .zero : padding(of: grid.box, basis: basis)
  }

  /// The borders and padding that `box-sizing` speaks of, along the axes of `direction`. A table's
  /// wrapper box has none of its own: the grid's count.
  func sizingEdges(
    of box: BoxID, along direction: WritingDirection, basis: LayoutUnit = .zero
  ) -> LogicalEdges {
    guard self[box].isTable else {
      return direction.logical(borderWidths(of: box) + padding(of: box, basis: basis))
    }
    let record = tableRecord(box)
    return direction.logical(tableBorder(record) + tablePadding(record.grid, basis: basis))
  }

  /// No table is narrower than its columns can be, whatever its parent or `max-width` says.
  func minimumSize(_ record: TableRecord, fixedSpace: LayoutUnit) -> LayoutUnit {
    ColumnDistribution.gridSizes(
      record.columns, edges: fixedSpace, isFixedLayout: record.grid.isFixedLayout, usesPercentages: false
    ).min
  }

  /// The block size that the captions of a table add to what its own height says.
  func captionsBlockSize(of box: BoxID, in space: ConstraintSpace) -> LayoutUnit {
    guard self[box].isTable, !tableGrid(box).captions.isEmpty else {
      return .zero
    }
    var space = space
    space.mode = .measure
    var layout = TableLayout(context: self, box: box, space: space)
    layout.layoutCaptions()
    return layout.captionsSize
  }

  /// The part of a table's inline size that is not columns': borders, padding and border spacing.
  func fixedTableSpace(_ record: TableRecord, edges: LogicalEdges) -> LayoutUnit {
    let count = max(1, ColumnDistribution.spacedCount(record.columns)) + 1
    return edges.inlineSum + borderSpacing(of: record.grid).inline * count
  }

  /// No table is narrower than its captions can be.
  func captionMinimum(_ grid: TableGrid) -> LayoutUnit {
    var size = LayoutUnit.zero
    for caption in grid.captions {
      size = max(size, intrinsicContribution(of: caption, to: grid.direction).min)
    }
    return size
  }
}

extension TableLayout {
  /// The min-content and max-content sizes of a table, the borders and padding of its grid included.
  package static func intrinsicSizes(of box: BoxID, context: LayoutContext) -> MinMaxSizes {
    let record = context.tableRecord(box)
    let grid = record.grid
    let edges = grid.direction.logical(context.tableBorder(record) + context.tablePadding(grid, basis: .zero))
    let properties = SizeProperties(context[box].style, grid.direction)
    var sizes = ColumnDistribution.gridSizes(
      record.columns, edges: context.fixedTableSpace(record, edges: edges), isFixedLayout: grid.isFixedLayout,
      usesPercentages: properties.inline != .maxContent && !isMeasuredByOthers(box, context))
    let captions = context.captionMinimum(grid)
    sizes = MinMaxSizes(min: max(sizes.min, captions), max: max(sizes.max, captions))
    if grid.isFixedLayout, case .value(let length) = properties.inline, length.hasPercentage {
      sizes.max = ColumnDistribution.largestTable
    }
    return sizes
  }

  /// In a cell, or in a flex or grid container, percentages of columns would make a table that is
  /// shrunk to fit immensely wide: browsers leave them out there.
  private static func isMeasuredByOthers(_ box: BoxID, _ context: LayoutContext) -> Bool {
    var ancestor = context[box].parent
    while !ancestor.isNone {
      let box = context[ancestor]
      if box.kind == .tableCell { return true }
      switch box.context {
      case .flex, .grid: return true
      case .block, .inline, .table, .fieldset, .ruby, .math, .replaced: break
      }
      ancestor = box.parent
    }
    return false
  }
}
