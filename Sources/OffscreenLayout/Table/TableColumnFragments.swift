import OffscreenCSS
import OffscreenGeometry

/// The fragments of columns and column groups. They cover all rows; what is painted of them is painted
/// in the cells that start in them.
extension TableLayout {
  /// `offset`: where the first column starts in the grid.
  func addColumns(
    to builder: inout FragmentBuilder, at offset: LogicalOffset, size: LayoutUnit, sectionOffsets: [LayoutUnit]
  ) {
    let paintsBackgrounds = grid.columnBoxes.contains { hasBackground($0.box) }
    let cells = paintsBackgrounds ? cellAreas(sectionOffsets: sectionOffsets, from: offset) : []
    var index = 0
    while index < grid.columnBoxes.count {
      let column = grid.columnBoxes[index]
      index += 1
      var part = makeColumn(column)
      if column.isGroup {
        while index < grid.columnBoxes.count, grid.columnBoxes[index].group == column.box {
          let inner = grid.columnBoxes[index]
          index += 1
          var innerPart = makeColumn(inner)
          let result = innerPart.builder.finish(innerPart.size(block: size))
          noteCells(cells, of: inner, innerPart.start, result)
          part.builder.add(result, at: LogicalOffset(inline: innerPart.start - part.start, block: .zero))
        }
      }
      let result = part.builder.finish(part.size(block: size))
      noteCells(cells, of: column, part.start, result)
      builder.add(result, at: LogicalOffset(inline: offset.inline + part.start, block: offset.block))
    }
  }

  private struct ColumnPart {
    var builder: FragmentBuilder
    /// From the start of the first column.
    var start: LayoutUnit
    var size = LayoutUnit.zero
    /// Not among the table's columns, or collapsed: an empty box.
    var isEmpty = true

    func size(block: LayoutUnit) -> LogicalSize {
      isEmpty ? .zero : LogicalSize(inline: size, block: block)
    }
  }

  private func makeColumn(_ column: TableGrid.ColumnBox) -> ColumnPart {
    let builder = FragmentBuilder(
      context: context, box: column.box, writingDirection: direction, mode: space.mode)
    guard let range = columns.range(column.start, column.span) else {
      return ColumnPart(builder: builder, start: .zero)
    }
    let first = columns.locations.first?.offset ?? .zero
    return ColumnPart(
      builder: builder, start: columns.offset(range) - first, size: columns.size(range),
      isEmpty: columns.isCollapsed(range))
  }

  // MARK: The cells of columns

  private struct CellArea {
    /// From the start corner of the first column.
    var offset: LogicalOffset
    var size: LogicalSize
  }

  private func hasBackground(_ box: BoxID) -> Bool {
    let background = context[box].style.background
    return background.color != .transparent || background.layers.contains { $0.image != .none }
  }

  /// The areas of all cells, by the column that they start in.
  private func cellAreas(sectionOffsets: [LayoutUnit], from origin: LogicalOffset) -> [[CellArea]] {
    var result = [[CellArea]](repeating: [], count: columns.locations.count)
    let first = columns.locations.first?.offset ?? .zero
    for (section, sectionOffset) in zip(grid.sections, sectionOffsets) {
      for (row, rowOffset) in zip(section.rows, rowOffsets(section)) where !rows[row].isCollapsed {
        for cell in grid.cells[grid.rows[row].cells] {
          guard let range = columns.range(cell.column, cell.columnSpan) else { continue }
          let offset = LogicalOffset(
            inline: columns.offset(range) - first, block: sectionOffset + rowOffset - origin.block)
          let size = LogicalSize(inline: columns.size(range), block: cellBlockSize(cell, row: row))
          result[cell.column].append(CellArea(offset: offset, size: size))
        }
      }
    }
    return result
  }

  private func noteCells(
    _ cells: [[CellArea]], of column: TableGrid.ColumnBox, _ start: LayoutUnit, _ result: LayoutResult
  ) {
    guard !cells.isEmpty, !result.fragment.isNone, hasBackground(column.box),
      let range = columns.range(column.start, column.span)
    else { return }
    var rects: [Rect] = []
    for index in range {
      for cell in cells[index] {
        let size = direction.physical(cell.size)
        let offset = LogicalOffset(inline: cell.offset.inline - start, block: cell.offset.block)
        rects.append(Rect(origin: direction.physical(offset, of: size, in: result.size), size: size))
      }
    }
    context.tree.columnCells[result.fragment] = rects
  }
}
