import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// The places of boxes in a table: groups in the order of display, rows, and cells with the columns
/// and rows that they cover. Made once a table; depends on the box tree alone.
/// https://drafts.csswg.org/css-tables-3/#table-structure
struct TableGrid {
  struct Cell {
    var box: BoxID
    var column: Int
    /// At least 1; not clamped to the columns that there are in the end.
    var columnSpan: Int
    /// At least 1; clamped to the rows of the group.
    var rowSpan: Int
  }
  struct Row {
    var box: BoxID
    var cells: Range<Int>
  }
  struct Section {
    var box: BoxID
    var rows: Range<Int>
    /// Not the table's header or footer.
    var isBody: Bool
  }
  /// A column box or column group box, and the columns that it covers.
  struct ColumnBox {
    var box: BoxID
    var start: Int
    var span: Int
    var isGroup: Bool
    /// Of a group: whether it has column boxes inside, which then say what the columns are.
    var hasColumns = false
    /// The group around a column; `.none` without one.
    var group: BoxID = .none
  }

  /// No table is given more columns: what is further right shares the last one.
  static let columnLimit = 10_000

  private(set) var wrapper: BoxID
  private(set) var box: BoxID
  private(set) var captions: [BoxID] = []
  /// Groups before the columns in them.
  private(set) var columnBoxes: [ColumnBox] = []
  private(set) var sections: [Section] = []
  private(set) var rows: [Row] = []
  private(set) var cells: [Cell] = []
  /// How many columns cells start in (automatic layout) or cover (fixed layout).
  private(set) var cellColumnCount = 0
  /// Neither in a row group nor a row nor a cell: absolutely positioned boxes between those.
  private(set) var strays: [BoxID] = []
  let isFixedLayout: Bool
  let isCollapsed: Bool
  let direction: WritingDirection

  init(wrapper: BoxID, context: LayoutContext) {
    self.wrapper = wrapper
    let style = context[wrapper].style
    direction = WritingDirection(style)
    isCollapsed = style.inherited.borderCollapse == .collapse
    let inline = SizeProperties(style, direction).inline
    isFixedLayout = style.box.tableLayout == .fixed && inline != .auto && inline != .maxContent
    var grid = BoxID.none
    for child in context[wrapper].children {
      switch child.kind {
      case .tableCaption: captions.append(child.id)
      case .tableGrid: grid = child.id
      case .container, .inline, .text, .lineBreak, .breakOpportunity, .replaced, .tableRowGroup, .tableRow,
        .tableCell, .tableColumnGroup, .tableColumn:
        if child.isOutOfFlow { strays.append(child.id) }
      }
    }
    box = grid
    guard !grid.isNone else { return }
    collectParts(context)
  }

  /// Boxes before the table have come or gone.
  mutating func move(by distance: Int32) {
    wrapper.move(by: distance)
    box.move(by: distance)
    for index in captions.indices { captions[index].move(by: distance) }
    for index in columnBoxes.indices {
      columnBoxes[index].box.move(by: distance)
      columnBoxes[index].group.move(by: distance)
    }
    for index in sections.indices { sections[index].box.move(by: distance) }
    for index in rows.indices { rows[index].box.move(by: distance) }
    for index in cells.indices { cells[index].box.move(by: distance) }
    for index in strays.indices { strays[index].move(by: distance) }
  }

  private mutating func collectParts(_ context: LayoutContext) {
    var header = BoxID.none
    var footer = BoxID.none
    var bodies: [BoxID] = []
    var columnParts: [BoxID] = []
    for part in context[box].children {
      switch part.kind {
      case .tableColumn, .tableColumnGroup: columnParts.append(part.id)
      case .tableRowGroup:
        if part.style.box.display == .part(.tableHeaderGroup), header.isNone {
          header = part.id
        } else if part.style.box.display == .part(.tableFooterGroup), footer.isNone {
          footer = part.id
        } else {
          bodies.append(part.id)
        }
      case .container, .inline, .text, .lineBreak, .breakOpportunity, .replaced, .tableRow, .tableCell,
        .tableGrid, .tableCaption:
        if part.isOutOfFlow { strays.append(part.id) }
      }
    }
    if !header.isNone { addSection(header, isBody: false, context) }
    for body in bodies { addSection(body, isBody: true, context) }
    if !footer.isNone { addSection(footer, isBody: false, context) }
    addColumnBoxes(columnParts, context)
  }

  /// https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-rows
  private mutating func addSection(_ section: BoxID, isBody: Bool, _ context: LayoutContext) {
    let start = rows.count
    var rowBoxes: [BoxID] = []
    for child in context[section].children {
      if child.kind == .tableRow {
        rowBoxes.append(child.id)
      } else if child.isOutOfFlow {
        strays.append(child.id)
      }
    }
    // The first row of the group, counted from its start, in which a column is free again.
    var freeFrom: [Int] = []
    for (index, row) in rowBoxes.enumerated() {
      let firstCell = cells.count
      var column = 0
      for child in context[row].children {
        guard child.kind == .tableCell else {
          if child.isOutOfFlow { strays.append(child.id) }
          continue
        }
        while column < freeFrom.count, freeFrom[column] > index { column += 1 }
        let at = min(column, Self.columnLimit - 1)
        let columnSpan = min(context.columnSpan(of: child.id), Self.columnLimit - at)
        let rowSpan = min(context.rowSpan(of: child.id), rowBoxes.count - index)
        cells.append(Cell(box: child.id, column: at, columnSpan: columnSpan, rowSpan: rowSpan))
        cellColumnCount = max(cellColumnCount, isFixedLayout ? at + columnSpan : at + 1)
        if rowSpan > 1 {
          if freeFrom.count < at + columnSpan {
            freeFrom.append(contentsOf: repeatElement(0, count: at + columnSpan - freeFrom.count))
          }
          for covered in at..<(at + columnSpan) { freeFrom[covered] = max(freeFrom[covered], index + rowSpan) }
        }
        column = at + columnSpan
      }
      rows.append(Row(box: row, cells: firstCell..<cells.count))
    }
    sections.append(Section(box: section, rows: start..<rows.count, isBody: isBody))
  }

  private mutating func addColumnBoxes(_ parts: [BoxID], _ context: LayoutContext) {
    var column = 0
    for part in parts where column < Self.columnLimit {
      guard context[part].kind == .tableColumnGroup else {
        let span = min(context.columnBoxSpan(of: part), Self.columnLimit - column)
        columnBoxes.append(ColumnBox(box: part, start: column, span: span, isGroup: false))
        column += span
        continue
      }
      let groupIndex = columnBoxes.count
      let start = column
      columnBoxes.append(ColumnBox(box: part, start: start, span: 0, isGroup: true))
      for child in context[part].children where child.kind == .tableColumn && column < Self.columnLimit {
        let span = min(context.columnBoxSpan(of: child.id), Self.columnLimit - column)
        columnBoxes.append(ColumnBox(box: child.id, start: column, span: span, isGroup: false, group: part))
        columnBoxes[groupIndex].hasColumns = true
        column += span
      }
      if !columnBoxes[groupIndex].hasColumns {
        column += min(context.columnBoxSpan(of: part), Self.columnLimit - column)
      }
      columnBoxes[groupIndex].span = column - start
    }
  }
}

extension LayoutContext {
  /// The structure of a table; `wrapper` is its wrapper box.
  func tableGrid(_ wrapper: BoxID) -> TableGrid {
    if let known = tables[wrapper] {
      if known.grid.wrapper == wrapper { return known.grid }
      let moved = known.moved(by: wrapper.rawValue &- known.grid.wrapper.rawValue)
      tables[wrapper] = moved
      return moved.grid
    }
    let grid = TableGrid(wrapper: wrapper, context: self)
    let borders = grid.isCollapsed ? CollapsedBorderGrid(grid, context: self) : nil
    if let borders {
      for (index, row) in grid.rows.enumerated() {
        for cell in grid.cells[row.cells] {
          collapsedBorderWidths[cell.box] = grid.direction.physical(borders.cellBorder(cell, row: index))
        }
      }
    }
    var table = TableRecord(grid: grid, borders: borders, columns: [])
    table.columns = columnConstraints(of: grid)
    tables[wrapper] = table
    return grid
  }

  func tableRecord(_ wrapper: BoxID) -> TableRecord {
    let grid = tableGrid(wrapper)
    return tables[wrapper] ?? TableRecord(grid: grid, borders: nil, columns: [])
  }

  /// https://html.spec.whatwg.org/multipage/tables.html#attr-tdth-colspan
  fileprivate func columnSpan(of cell: BoxID) -> Int {
    max(1, min(tableAttribute(.colspan, of: cell) ?? 1, 1000))
  }

  /// https://html.spec.whatwg.org/multipage/tables.html#attr-tdth-rowspan
  /// 0: as far as the group goes.
  fileprivate func rowSpan(of cell: BoxID) -> Int {
    let value = min(tableAttribute(.rowspan, of: cell) ?? 1, 65534)
    return value == 0 ? 65534 : value
  }

  /// https://html.spec.whatwg.org/multipage/tables.html#attr-col-span
  fileprivate func columnBoxSpan(of column: BoxID) -> Int {
    max(1, min(tableAttribute(.span, of: column) ?? 1, 1000))
  }

  private func tableAttribute(_ name: KnownName, of box: BoxID) -> Int? {
    let box = boxes[box]
    guard box.origin == .element, !box.node.isNone, document.isElement(box.node) else { return nil }
    switch name {
    case .span:
      guard document.isHTML(box.node, .col) || document.isHTML(box.node, .colgroup) else { return nil }
    case .colspan where document.namespace(box.node) == .mathML, .rowspan where document.namespace(box.node) == .mathML:
      // https://w3c.github.io/mathml-core/#entry-in-table-or-matrix-mtd
      guard document.names.spelling(of: document.name(box.node)) == "mtd" else { return nil }
      return document.names.find(name == .colspan ? "columnspan" : "rowspan")
        .flatMap { document.attribute(box.node, $0) }.flatMap(Self.nonNegativeInteger)
    default:
      guard document.isHTML(box.node, .td) || document.isHTML(box.node, .th) else { return nil }
    }
    return document.attribute(box.node, name).flatMap(Self.nonNegativeInteger)
  }

  /// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-negative-integers
  private static func nonNegativeInteger(_ text: String) -> Int? {
    var bytes = text.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0C || $0 == 0x0D }
    if bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
    let digits = bytes.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard !digits.isEmpty else { return nil }
    var value = 0
    // A longer number is beyond every limit already.
    for digit in digits.prefix(9) { value = value * 10 + Int(digit - UInt8(ascii: "0")) }
    return digits.count > 9 && value > 0 ? Int(Int32.max) : value
  }
}

/// What is known of a table whatever it is laid out in.
struct TableRecord {
  var grid: TableGrid
  var borders: CollapsedBorderGrid?
  var columns: [ColumnConstraint]

  /// The same table, once boxes before it have come or gone.
  func moved(by distance: Int32) -> TableRecord {
    var record = self
    record.grid.move(by: distance)
    record.borders?.move(by: distance)
    return record
  }
}
