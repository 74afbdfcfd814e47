import OffscreenCSS
import OffscreenGeometry

/// The borders of a table in the collapsing model: on every edge between cells the one that wins.
/// https://drafts.csswg.org/css-tables-3/#collapsing-borders
struct CollapsedBorderGrid {
  enum Side: UInt8, Sendable { case top, right, bottom, left }

  /// An edge of one cell's length.
  struct Edge: Sendable {
    /// Whose border it is; `.none` without one.
    var box = BoxID.none
    var width = LayoutUnit.zero
    /// Comes first in the order of conflicts between equals.
    var order: Int32 = 0
    var side = Side.top
    var style = BorderLineStyle.none
    /// Inside a spanning cell: nothing may be drawn here.
    var isInner = false

    var isVisible: Bool { style != .none && style != .hidden && width > .zero }
  }

  /// No more edges are kept; a larger table has no borders inside.
  static let edgeLimit = 8_000_000

  let rowCount: Int
  let columnCount: Int
  /// Before each column and after the last, row by row.
  private(set) var columnEdges: [Edge] = []
  /// Before each row and after the last, column by column.
  private(set) var rowEdges: [Edge] = []
  let direction: WritingDirection

  init(_ grid: TableGrid, context: LayoutContext) {
    direction = grid.direction
    var columns = grid.cellColumnCount
    // A column box beyond all cells is there if it has a width.
    for column in grid.columnBoxes where column.span > 0 && !(column.isGroup && column.hasColumns) {
      let inline = SizeProperties(context[column.box].style, grid.direction).inline
      let hasWidth = (inline.fixedLength ?? .zero) > .zero || (inline.tablePercentage ?? 0) > 0
      if grid.isFixedLayout || hasWidth { columns = max(columns, column.start + column.span) }
    }
    let (edges, overflow) = (grid.rows.count + 1).multipliedReportingOverflow(by: columns + 1)
    guard !overflow, edges <= Self.edgeLimit / 2, columns > 0, !grid.rows.isEmpty else {
      (rowCount, columnCount) = (0, 0)
      return
    }
    (rowCount, columnCount) = (grid.rows.count, columns)
    columnEdges = [Edge](repeating: Edge(), count: rowCount * (columnCount + 1))
    rowEdges = [Edge](repeating: Edge(), count: (rowCount + 1) * columnCount)
    collect(grid, context)
  }

  /// Boxes before the table have come or gone.
  mutating func move(by distance: Int32) {
    for index in columnEdges.indices { columnEdges[index].box.move(by: distance) }
    for index in rowEdges.indices { rowEdges[index].box.move(by: distance) }
  }

  /// Of equal borders that of the cell wins, then row, row group, column, column group, table; and of
  /// two cells the one further to the start.
  private mutating func collect(_ grid: TableGrid, _ context: LayoutContext) {
    var order: Int32 = 0
    for (index, row) in grid.rows.enumerated() {
      for cell in grid.cells[row.cells] {
        order &+= 1
        let range = columnRange(cell.column, cell.columnSpan)
        let rows = index..<(index + cell.rowSpan)
        merge(cell.box, rows, range, order, context)
        if rows.count > 1 || range.count > 1 { markInner(rows, range) }
      }
    }
    for (index, row) in grid.rows.enumerated() {
      order &+= 1
      merge(row.box, index..<(index + 1), 0..<columnCount, order, context)
    }
    for section in grid.sections {
      order &+= 1
      merge(section.box, section.rows, 0..<columnCount, order, context)
    }
    order &+= 1
    for column in grid.columnBoxes where !column.isGroup {
      for index in columnRange(column.start, column.span) {
        merge(column.box, 0..<rowCount, index..<(index + 1), order, context)
      }
    }
    order &+= 1
    for column in grid.columnBoxes where column.isGroup {
      merge(column.box, 0..<rowCount, columnRange(column.start, column.span), order, context)
    }
    order &+= 1
    merge(grid.box, 0..<rowCount, 0..<columnCount, order, context)
  }

  private func columnRange(_ start: Int, _ span: Int) -> Range<Int> {
    let start = min(start, columnCount)
    return start..<min(columnCount, start + span)
  }

  private mutating func merge(
    _ box: BoxID, _ rows: Range<Int>, _ columns: Range<Int>, _ order: Int32, _ context: LayoutContext
  ) {
    guard !rows.isEmpty, !columns.isEmpty else { return }
    let border = context[box].style.border
    if border.style == Sides(.none) { return }
    let style = direction.sides(border.style)
    let width = direction.sides(border.width)
    let side = direction.sides(Sides<Side>(top: .top, right: .right, bottom: .bottom, left: .left))
    func edge(_ style: BorderLineStyle, _ width: Float, _ side: Side) -> Edge? {
      guard style != .none else { return nil }
      let width = style == .hidden ? LayoutUnit.zero : LayoutUnit(width)
      return Edge(box: box, width: width, order: order, side: side, style: style)
    }
    if let start = edge(style.blockStart, width.blockStart, side.blockStart) {
      for column in columns { Self.resolve(start, &rowEdges[rows.lowerBound * columnCount + column]) }
    }
    if let end = edge(style.blockEnd, width.blockEnd, side.blockEnd) {
      for column in columns { Self.resolve(end, &rowEdges[rows.upperBound * columnCount + column]) }
    }
    if let start = edge(style.inlineStart, width.inlineStart, side.inlineStart) {
      for row in rows { Self.resolve(start, &columnEdges[row * (columnCount + 1) + columns.lowerBound]) }
    }
    if let end = edge(style.inlineEnd, width.inlineEnd, side.inlineEnd) {
      for row in rows { Self.resolve(end, &columnEdges[row * (columnCount + 1) + columns.upperBound]) }
    }
  }

  private mutating func markInner(_ rows: Range<Int>, _ columns: Range<Int>) {
    for row in rows {
      for column in columns.dropFirst() {
        let index = row * (columnCount + 1) + column
        if columnEdges[index].box.isNone { columnEdges[index].isInner = true }
      }
    }
    for row in rows.dropFirst() {
      for column in columns {
        let index = row * columnCount + column
        if rowEdges[index].box.isNone { rowEdges[index].isInner = true }
      }
    }
  }

  /// https://drafts.csswg.org/css-tables-3/#conflict-resolution-for-collapsed-borders
  private static func resolve(_ candidate: Edge, _ edge: inout Edge) {
    if edge.isInner { return }
    // 1. `hidden` wins over all.
    if edge.style == .hidden { return }
    if edge.box.isNone || candidate.style == .hidden {
      edge = candidate
      return
    }
    // 2. Then the wider one, then the style; else what came first stays.
    if candidate.width != edge.width {
      if candidate.width > edge.width { edge = candidate }
    } else if strength(candidate.style) > strength(edge.style) {
      edge = candidate
    }
  }

  static func strength(_ style: BorderLineStyle) -> Int {
    switch style {
    case .none, .auto: 0
    case .hidden: 1
    case .inset: 2
    case .groove: 3
    case .outset: 4
    case .ridge: 5
    case .dotted: 6
    case .dashed: 7
    case .solid: 8
    case .double: 9
    }
  }

  /// The half of each side's widest edge around an area, which is inside the area.
  private func border(rows: Range<Int>, columns: Range<Int>) -> LogicalEdges {
    guard rowCount > 0, !rows.isEmpty, !columns.isEmpty else { return .zero }
    var edges = LogicalEdges.zero
    for row in rows {
      edges.inlineStart = max(edges.inlineStart, columnEdge(row: row, column: columns.lowerBound).usedWidth)
      edges.inlineEnd = max(edges.inlineEnd, columnEdge(row: row, column: columns.upperBound).usedWidth)
    }
    for column in columns {
      edges.blockStart = max(edges.blockStart, rowEdge(row: rows.lowerBound, column: column).usedWidth)
      edges.blockEnd = max(edges.blockEnd, rowEdge(row: rows.upperBound, column: column).usedWidth)
    }
    return LogicalEdges(
      inlineStart: edges.inlineStart / 2, inlineEnd: edges.inlineEnd / 2, blockStart: edges.blockStart / 2,
      blockEnd: edges.blockEnd / 2)
  }

  func cellBorder(_ cell: TableGrid.Cell, row: Int) -> LogicalEdges {
    // A table that is too large for its edges to be kept has no rows here.
    guard row < rowCount else { return .zero }
    return border(
      rows: row..<min(rowCount, row + cell.rowSpan), columns: columnRange(cell.column, cell.columnSpan))
  }

  var tableBorder: LogicalEdges { border(rows: 0..<rowCount, columns: 0..<columnCount) }

  func columnEdge(row: Int, column: Int) -> Edge {
    guard row >= 0, row < rowCount, column >= 0, column <= columnCount else { return Edge() }
    return columnEdges[row * (columnCount + 1) + column]
  }

  func rowEdge(row: Int, column: Int) -> Edge {
    guard row >= 0, row <= rowCount, column >= 0, column < columnCount else { return Edge() }
    return rowEdges[row * columnCount + column]
  }
}

extension CollapsedBorderGrid.Edge {
  var usedWidth: LayoutUnit { isVisible ? width : .zero }
}
