import OffscreenCSS
import OffscreenGeometry

/// Where the rows of a table come to stand, and its fragments.
extension TableLayout {
  mutating func makeFragments() -> LayoutResult {
    var wrapper = FragmentBuilder(context: context, box: box, writingDirection: direction, mode: space.mode)
    wrapper.containingBlockBorder = sizing.border
    wrapper.columns = space.columns
    var offset = LayoutUnit.zero
    for caption in captions where context[caption.box].style.inherited.captionSide == .top {
      place(caption, at: &offset, in: &wrapper)
    }
    let gridOffset = offset
    let grid = makeGrid(at: gridOffset)
    if !self.grid.box.isNone { wrapper.add(grid.result, at: LogicalOffset(inline: .zero, block: offset)) }
    offset += grid.size
    for caption in captions where context[caption.box].style.inherited.captionSide == .bottom {
      place(caption, at: &offset, in: &wrapper)
    }
    let intrinsic = (offset - grid.inflation).nonNegative
    // No table is lower than its rows, whatever the parent gives it.
    let content = offset.nonNegative
    let isWhole = space.columns?.growsToContent ?? true
    let size = space.fixedBlock.map { isWhole ? max($0, content) : $0 } ?? content
    var result = wrapper.finish(LogicalSize(inline: sizing.inlineSize, block: size))
    result.intrinsicBlockSize = intrinsic
    result.firstBaseline = grid.firstBaseline.map { $0 + gridOffset }
    result.lastBaseline = grid.lastBaseline.map { $0 + gridOffset }
    return result
  }

  private func place(_ caption: CaptionResult, at offset: inout LayoutUnit, in wrapper: inout FragmentBuilder) {
    offset += caption.margins.blockStart + caption.breakSpace
    let shift = context.relativeShift(
      of: caption.box, containingWidth: direction.isHorizontal ? sizing.inlineSize : .zero,
      containingHeight: nil, direction: direction)
    wrapper.add(
      caption.result, at: LogicalOffset(inline: caption.margins.inlineStart, block: offset), shift: shift)
    offset += caption.size.block + caption.margins.blockEnd
  }

  /// The columns that a part of the table flows in that starts so far down in the table.
  private func columns(at place: LayoutUnit) -> ColumnSpace? {
    var result = space.columns
    result?.offset += place
    return result
  }

  /// The inline size of row groups and rows.
  var sectionSize: LayoutUnit { (sizing.inlineSize - sizing.edges.inlineSum - spacing.inline * 2).nonNegative }

  private struct GridResult {
    var result: LayoutResult
    var size: LayoutUnit
    /// How much of the size is not of the rows.
    var inflation: LayoutUnit
    var firstBaseline: LayoutUnit?
    var lastBaseline: LayoutUnit?
  }

  private func makeGrid(at gridOffset: LayoutUnit) -> GridResult {
    guard !grid.box.isNone else { return GridResult(result: LayoutResult(size: .zero), size: .zero, inflation: .zero) }
    var builder = FragmentBuilder(
      context: context, box: grid.box, writingDirection: direction, mode: space.mode)
    builder.border = sizing.border
    builder.padding = sizing.padding
    builder.columns = columns(at: gridOffset)
    let inlineOffset = sizing.edges.inlineStart + spacing.inline

    // 1. Where the row groups are.
    let (offsets, offset) = sectionOffsets()
    var (firstBaseline, lastBaseline): (LayoutUnit?, LayoutUnit?)
    for (section, offset) in zip(grid.sections, offsets) {
      guard let first = section.rows.first, let last = section.rows.last else { continue }
      if firstBaseline == nil { firstBaseline = offset + rows[first].baseline }
      lastBaseline = offset + (rowOffsets(section).last ?? .zero) + rows[last].baseline
    }
    let size = max(offset, minimumGridSize)
    var result = GridResult(
      result: LayoutResult(size: .zero), size: size, inflation: size - offset, firstBaseline: firstBaseline,
      lastBaseline: lastBaseline)

    // 2. Fragments, columns beneath the rows.
    var copies: [(section: Int, offset: LayoutUnit)] = []
    if space.mode == .layout {
      let columnStart = sizing.edges.blockStart + spacing.block
      let columnSize = (size - sizing.edges.blockSum - spacing.block * 2).nonNegative
      addColumns(
        to: &builder, at: LogicalOffset(inline: inlineOffset, block: columnStart), size: columnSize,
        sectionOffsets: offsets)
      for (index, section) in grid.sections.enumerated() {
        let definite = specifiedGridSize().map { ($0 - sizing.edges.blockSum).nonNegative }
        let shift = relativeShift(section.box, inlineSize: sectionSize, blockSize: definite)
        builder.add(
          makeSection(index, inlineSize: sectionSize, at: gridOffset + offsets[index]),
          at: LogicalOffset(inline: inlineOffset, block: offsets[index]), shift: shift)
      }
      let rowsEnd = offset - sizing.edges.blockEnd - spacing.block + lostSpacing
      copies = repetitions(gridOffset: gridOffset, rowsEnd: rowsEnd, sectionOffsets: offsets)
      for repetition in copies {
        var copy = makeSection(repetition.section, inlineSize: sectionSize, at: gridOffset + repetition.offset)
        // What is contained by a box around the table is not part of the copy.
        copy.outOfFlow = []
        builder.add(copy, at: LogicalOffset(inline: inlineOffset, block: repetition.offset))
      }
      for stray in grid.strays {
        builder.addOutOfFlow(
          stray, at: LogicalOffset(inline: sizing.edges.inlineStart, block: sizing.edges.blockStart))
      }
    }
    let logicalSize = LogicalSize(inline: sizing.inlineSize, block: size)
    if grid.isCollapsed { builder.flags.insert(.collapsedBorders) }
    result.result = builder.finish(logicalSize)
    if space.mode == .layout {
      addCollapsedBorders(
        result.result.fragment, offsets, inlineOffset, logicalSize, gridOffset: gridOffset, copies)
    }
    return result
  }

  /// From the start of the grid's border box: the starts of the row groups, and where the grid ends by them.
  func sectionOffsets() -> (starts: [LayoutUnit], end: LayoutUnit) {
    var offset = sizing.edges.blockStart
    var starts: [LayoutUnit] = []
    for (index, section) in grid.sections.enumerated() {
      // A group without rows brings no spacing with it.
      if let first = section.rows.first { offset += spacing.block + rows[first].breakSpace }
      starts.append(offset)
      offset += sectionBlockSize(index, rowOffsets(section))
    }
    if !grid.sections.isEmpty { offset += spacing.block - lostSpacing + endSpace }
    return (starts, offset + sizing.edges.blockEnd)
  }

  private func relativeShift(_ part: BoxID, inlineSize: LayoutUnit, blockSize: LayoutUnit? = nil) -> Point {
    context.relativeShift(
      of: part, containingWidth: direction.isHorizontal ? inlineSize : blockSize ?? .zero,
      containingHeight: direction.isHorizontal ? blockSize : inlineSize, direction: direction)
  }

  /// What percentages of a row group's or a row's height refer to: the height that its style gives it, not the one that
  /// it has in the end.
  private func specifiedBlockSize(of part: BoxID) -> LayoutUnit? {
    guard !part.isNone, case .value(let length) = SizeProperties(context[part].style, direction).block,
      !length.hasPercentage
    else { return nil }
    return length.resolved(.zero).nonNegative
  }

  // MARK: Rows

  /// The starts of a group's rows in it.
  func rowOffsets(_ section: TableGrid.Section) -> [LayoutUnit] {
    var offset = LayoutUnit.zero
    var isFirst = true
    return section.rows.map { index in
      // That of the first row is before the group.
      if index > section.rows.lowerBound { offset += rows[index].breakSpace }
      if !isFirst, !rows[index].isCollapsed { offset += spacing.block }
      if !rows[index].isCollapsed { isFirst = false }
      defer { offset += rows[index].size }
      return offset
    }
  }

  private func sectionBlockSize(_ index: Int, _ rowOffsets: [LayoutUnit]) -> LayoutUnit {
    guard let last = grid.sections[index].rows.last, let offset = rowOffsets.last else {
      return sections[index].size
    }
    return offset + rows[last].size
  }

  private func makeSection(_ index: Int, inlineSize: LayoutUnit, at place: LayoutUnit) -> LayoutResult {
    let section = grid.sections[index]
    var builder = FragmentBuilder(
      context: context, box: section.box, writingDirection: direction, mode: space.mode)
    builder.columns = columns(at: place)
    let offsets = rowOffsets(section)
    for (row, offset) in zip(section.rows, offsets) {
      builder.add(
        makeRow(row, inlineSize: inlineSize, at: place + offset), at: LogicalOffset(inline: .zero, block: offset),
        shift: relativeShift(
          grid.rows[row].box, inlineSize: inlineSize, blockSize: specifiedBlockSize(of: section.box)))
    }
    let result = builder.finish(LogicalSize(inline: inlineSize, block: sectionBlockSize(index, offsets)))
    if !result.fragment.isNone, index != repeated.header, index != repeated.footer,
      repeated.header != nil || repeated.footer != nil
    {
      context.columnInsets[result.fragment] = [repeated.insets(spacing: spacing.block)]
    }
    return result
  }

  private func makeRow(_ index: Int, inlineSize: LayoutUnit, at place: LayoutUnit) -> LayoutResult {
    let row = grid.rows[index]
    var builder = FragmentBuilder(
      context: context, box: row.box, writingDirection: direction, mode: space.mode)
    builder.columns = columns(at: place)
    if rows[index].isCollapsed { builder.flags.insert(.hidden) }

    for (cellIndex, cellSpace, measure) in cellSpaces(ofRow: index, inlineSize: inlineSize) {
      let cell = grid.cells[cellIndex]
      let result = context.layout(cell.box, in: fragmentedCells[cellIndex] ?? cellSpace)
      markCell(cell, measure, result.fragment)
      let offset = columns.range(cell.column, 1).map(columns.offset) ?? columns.end
      builder.add(
        result, at: LogicalOffset(inline: offset - spacing.inline, block: .zero),
        shift: relativeShift(cell.box, inlineSize: inlineSize, blockSize: specifiedBlockSize(of: row.box)))
    }
    return builder.finish(LogicalSize(inline: inlineSize, block: rows[index].size))
  }

  /// The constraint spaces of the cells of a row whose size is known.
  func cellSpaces(
    ofRow index: Int, inlineSize: LayoutUnit
  ) -> [(cell: Int, space: ConstraintSpace, measure: CellMeasure)] {
    let row = grid.rows[index]
    // Cells whose content depends on the cell's size are laid out again in it.
    var measures = cells[row.cells]
    var isChanged = false
    var spaces: [ConstraintSpace] = []
    for cellIndex in row.cells {
      let cell = grid.cells[cellIndex]
      let size = cellBlockSize(cell, row: index)
      let hasGrown = size > cells[cellIndex].size
      let isDefinite = cells[cellIndex].isConstrained || hasGrown && hasBlockSize
      let cellSpace = self.cellSpace(
        cell, percentageInline: inlineSize, blockSize: size, isDefinite: isDefinite)
      spaces.append(cellSpace)
      if isDefinite, context.hasPercentageHeights(in: cell.box) {
        var measuring = cellSpace
        measuring.mode = .measure
        measures[cellIndex] = measure(cell, context.layout(cell.box, in: measuring))
        isChanged = true
      }
    }
    var baseline = rows[index].baseline
    if isChanged {
      var again = RowBaseline()
      for cellIndex in row.cells {
        again.add(measures[cellIndex], isSpanning: grid.cells[cellIndex].rowSpan > 1)
      }
      baseline = again.baseline(in: rows[index].size)
    }
    return zip(row.cells, spaces).map { cellIndex, cellSpace in
      let measure = measures[cellIndex]
      var cellSpace = cellSpace
      cellSpace.blockContentShift = contentShift(
        grid.cells[cellIndex].box, measure, free: (cellSpace.fixedBlock ?? .zero) - measure.size, rowBaseline: baseline)
      return (cellIndex, cellSpace, measure)
    }
  }

  /// The rows that a cell covers together. One that starts in a collapsed row has none.
  func cellBlockSize(_ cell: TableGrid.Cell, row: Int) -> LayoutUnit {
    if rows[row].isCollapsed { return .zero }
    var size = rows[row].size
    for covered in (row..<(row + cell.rowSpan)).dropFirst() {
      size += rows[covered].breakSpace
      if !rows[covered].isCollapsed { size += rows[covered].size + spacing.block }
    }
    return size
  }

  /// How far the content of a cell is from where it would start.
  /// https://drafts.csswg.org/css2/#height-layout
  private func contentShift(
    _ cell: BoxID, _ measure: CellMeasure, free: LayoutUnit, rowBaseline: LayoutUnit
  ) -> LayoutUnit {
    let style = context[cell].style
    if WritingDirection(style).isOrthogonal(to: direction) { return .zero }
    // Only content that `align-content` places may stick out at the start.
    let alignment = style.alignment.alignContent
    let isSafe = alignment.value == .normal || alignment.overflow == .safe
    let free = isSafe ? free.nonNegative : free
    switch CellAlignment(style) {
    case .start: return .zero
    case .center: return free / 2
    case .end: return free
    case .baseline: return measure.baseline.map { rowBaseline - $0 } ?? .zero
    }
  }

  private func markCell(_ cell: TableGrid.Cell, _ measure: CellMeasure, _ fragment: FragmentID) {
    guard !fragment.isNone else { return }
    var flags: FragmentFlags = []
    if grid.isCollapsed {
      flags.insert(.collapsedBorders)
    } else if !measure.hasContent, context[cell.box].style.inherited.emptyCells == .hide {
      flags.insert(.hidden)
    }
    if let range = columns.range(cell.column, cell.columnSpan), columns.isCollapsed(range) {
      flags.insert(.hidden)
    }
    if !flags.isEmpty { context.tree.fragments[Int(fragment.rawValue)].flags.formUnion(flags) }
  }

  // MARK: Collapsed borders

  /// Whether a place, from the start of the table, is where a column begins that is not the first.
  private func startsColumn(_ place: LayoutUnit) -> Bool {
    guard let columns = space.columns, let column = columns.flow.fragmentainer(at: columns.offset + place) else {
      return false
    }
    return column.index > 0 && column.start == columns.offset + place
  }

  private func addCollapsedBorders(
    _ fragment: FragmentID, _ sectionOffsets: [LayoutUnit], _ inlineOffset: LayoutUnit, _ size: LogicalSize,
    gridOffset: LayoutUnit, _ copies: [(section: Int, offset: LayoutUnit)]
  ) {
    guard grid.isCollapsed, !fragment.isNone, let borders = context.tableRecord(box).borders else { return }
    var lines = TableLines(columns: columns.locations.map { $0.offset + inlineOffset }, rows: [])
    lines.columns.append(columns.end + inlineOffset)
    (lines.cutsStarts, lines.cutsEnds) = (repeated.header == nil, repeated.footer == nil)
    for (section, start) in zip(grid.sections, sectionOffsets) where !section.rows.isEmpty {
      let offsets = rowOffsets(section)
      if lines.rows.isEmpty { lines.rows.append(start) }
      for (row, offset) in zip(section.rows, offsets) {
        let rowStart = start + offset
        let line = lines.rows.count - 1
        if line > 0, rowStart > lines.rows[line] || startsColumn(gridOffset + rowStart) {
          lines.starts[line] = rowStart
        }
        lines.rows.append(rowStart + rows[row].size)
      }
    }
    for (section, offset) in copies {
      let shift = offset - sectionOffsets[section]
      let first = grid.sections[..<section].reduce(0) { $0 + $1.rows.count }
      lines.repetitions.append((first..<first + grid.sections[section].rows.count, shift))
    }
    let result = borders.segments(lines, tableSize: size, context: context)
    if !result.segments.isEmpty { context.tree.collapsedBorders[fragment] = result }
  }
}

extension LayoutContext {
  /// Whether a descendant's height is a percentage, so that the content may follow the box's height.
  func hasPercentageHeights(in box: BoxID) -> Bool {
    var descendant = box.rawValue + 1
    let end = boxes[box].end.isNone ? Int32(clamping: boxes.boxes.count) : boxes[box].end.rawValue
    while descendant < end {
      let style = boxes[BoxID(rawValue: descendant)].style.box
      for size in [style.height, style.minHeight, style.maxHeight] {
        if case .value(let length) = size, length.hasPercentage { return true }
      }
      descendant += 1
    }
    return false
  }
}
