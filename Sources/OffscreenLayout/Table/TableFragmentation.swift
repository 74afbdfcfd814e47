import OffscreenCSS
import OffscreenGeometry

/// Tables in columns: captions and rows one below the other, with breaks between them and in their cells.
/// https://drafts.csswg.org/css-tables-3/#fragmentation
extension TableLayout {
  /// Moves captions and rows to where they fit, and makes rows longer by what is moved in their cells. nil: nothing of
  /// the table fits in this column.
  mutating func fragment(in columns: ColumnSpace) -> FragmentainerFlow? {
    var list: [FragmentedRows.Row] = []
    var offset = LayoutUnit.zero
    let top = captions.indices.filter { context[captions[$0].box].style.inherited.captionSide == .top }
    let bottom = captions.indices.filter { context[captions[$0].box].style.inherited.captionSide == .bottom }
    for index in top { list.append(captionRow(index, at: &offset)) }
    let (starts, end) = sectionOffsets()
    repeated = repeatedSections(in: columns)
    for (index, (section, start)) in zip(grid.sections, starts).enumerated() {
      let isBetween = index != repeated.header && index != repeated.footer
      for (row, rowStart) in zip(section.rows, rowOffsets(section)) {
        list.append(tableRow(row, at: offset + start + rowStart, listOffset: top.count))
        let taken = isBetween ? [clonedEdges, repeated.insets(spacing: spacing.block)] : [clonedEdges]
        list[list.count - 1].insets = taken.filter { !$0.isEmpty }
      }
      join(section, in: &list, listOffset: top.count)
    }
    let restIndex = list.count
    if let rest = gridRest(behind: list.last?.end, at: offset, end: offset + max(end, minimumGridSize)) {
      list.append(rest)
    }
    let hasRest = list.count > restIndex
    if !grid.box.isNone { offset += max(end, minimumGridSize) }
    for index in bottom { list.append(captionRow(index, at: &offset)) }

    var fragmentation = FragmentedRows(context: context, direction: direction, in: columns, contentStart: .zero)
    guard fragmentation.place(list) else { return nil }
    var expansion = LayoutUnit.zero
    for (number, row) in list.enumerated() {
      let shift = fragmentation.shifts[number]
      let breakSpace = shift - expansion
      expansion = fragmentation.rowEnds[number] - row.end
      if hasRest, number == restIndex {
        if !rows.isEmpty { endSpace = breakSpace }
      } else if number < top.count || number >= restIndex {
        let index = number < top.count ? top[number] : bottom[number - restIndex - (hasRest ? 1 : 0)]
        captions[index].breakSpace = breakSpace
        if let placed = fragmentation.placed[number].first { captions[index].result = placed.result }
        captions[index].size = direction.logical(captions[index].result.size)
      } else {
        let index = number - top.count
        rows[index].breakSpace = breakSpace
        let size = fragmentation.rowEnds[number] - row.start - shift
        rows[index].size = fragmentation.overflow.isEmpty ? max(rows[index].size, size) : size
      }
    }
    brokeAtEnd = fragmentation.brokeAtEnd
    // What sticks out of columns is part of the given size.
    overflow = fragmentation.overflow
    if !overflow.isEmpty { minimumGridSize = .zero }
    if overflow.atEnd > .zero, bottom.isEmpty, let last = rows.indices.last {
      rows[last].size += overflow.atEnd
      overflow.atEnd += sizing.edges.blockEnd + spacing.block
    }
    cutTrailingSpacing(
      in: fragmentation.flow,
      rowsEnd: rows.isEmpty ? nil : fragmentation.rowEnds[top.count + rows.count - 1], at: columns.offset)
    // Cells fill what their rows have become.
    for (number, row) in list.enumerated() where number >= top.count && number < top.count + rows.count {
      let index = number - top.count
      for (cell, item) in zip(grid.rows[index].cells, row.items) {
        var cellSpace = item.space
        cellSpace.fixedBlock = cellBlockSize(grid.cells[cell], row: index)
        if !context.isMonolithic(item.box) {
          var flow = columns.flow
          flow.insets += row.insets
          cellSpace.columns = ColumnSpace(
            flow: flow, offset: columns.offset + row.start + fragmentation.shifts[number], growsToContent: item.mayGrow,
            sizeIncludesInsets: true)
        }
        fragmentedCells[cell] = cellSpace
      }
    }
    return fragmentation.flow
  }

  /// The header and the footer that are at the start and the end of each column: those that are never cut, and take
  /// no more than a quarter of a column.
  /// https://drafts.csswg.org/css-tables-3/#repeated-headers
  private func repeatedSections(in columns: ColumnSpace) -> RepeatedSections {
    var result = RepeatedSections()
    guard let column = columns.flow.fragmentainer(at: columns.offset) else { return result }
    func size(_ index: Int) -> LayoutUnit? {
      let section = grid.sections[index]
      guard !section.isBody, !section.rows.isEmpty, context.avoidsBreaksInside(section.box) else { return nil }
      let size = sections[index].size
      return size > .zero && size <= column.size / 4 ? size : nil
    }
    if let first = grid.sections.indices.first, grid.sections.count > 1, let size = size(first),
      context[grid.sections[first].box].style.box.display == .part(.tableHeaderGroup)
    {
      (result.header, result.headerSize) = (first, size)
    }
    if let last = grid.sections.indices.last, grid.sections.count > 1, let size = size(last),
      context[grid.sections[last].box].style.box.display == .part(.tableFooterGroup)
    {
      (result.footer, result.footerSize) = (last, size)
    }
    return result
  }

  /// Where the header and the footer are repeated, from the start of the grid's border box: the footer behind the last
  /// row that begins in the column.
  func repetitions(
    gridOffset: LayoutUnit, rowsEnd: LayoutUnit, sectionOffsets: [LayoutUnit]
  ) -> [(section: Int, offset: LayoutUnit)] {
    guard let columns = space.columns, repeated.header != nil || repeated.footer != nil else { return [] }
    var result: [(section: Int, offset: LayoutUnit)] = []
    let gridStart = columns.offset + gridOffset
    let end = gridStart + rowsEnd
    guard var column = columns.flow.fragmentainer(at: gridStart) else { return [] }
    let ranges = repeated.footer == nil ? [] : bodyRows(sectionOffsets)
    var next = 0
    while column.end < end, result.count < Self.maximumRepetitions, context.fragmentationBudget > 0 {
      for section in [repeated.header, repeated.footer].compactMap({ $0 }) {
        context.spendFragmentationBudget(on: grid.sections[section].box)
      }
      if let footer = repeated.footer {
        // A row that is cut ends there, with the spacing behind the footer.
        let cut = column.end - repeated.insets(spacing: spacing.block).end - gridStart
        while next < ranges.count, ranges[next].start < cut { next += 1 }
        let end = next > 0 ? ranges[next - 1].end : cut
        result.append((footer, end <= cut && gridStart + end > column.start ? end + spacing.block : cut))
      }
      if let header = repeated.header { result.append((header, column.next - gridStart)) }
      guard let following = columns.flow.fragmentainer(at: column.next), following.end > column.end else { break }
      column = following
    }
    return result
  }

  /// Where the rows between the header and the footer are, from the start of the grid's border box.
  private func bodyRows(_ sectionOffsets: [LayoutUnit]) -> [(start: LayoutUnit, end: LayoutUnit)] {
    var result: [(start: LayoutUnit, end: LayoutUnit)] = []
    for (index, (section, start)) in zip(grid.sections, sectionOffsets).enumerated()
    where index != repeated.header && index != repeated.footer {
      for (row, offset) in zip(section.rows, rowOffsets(section)) {
        result.append((start + offset, start + offset + rows[row].size))
      }
    }
    return result
  }

  private static let maximumRepetitions = 2_000

  /// What the grid's own edges take of each column.
  private var clonedEdges: ColumnInsets {
    guard context.clonesEdges(grid.box) else { return ColumnInsets() }
    return ColumnInsets(start: sizing.edges.blockStart, end: sizing.edges.blockEnd)
  }

  /// The spacing behind the last row ends at a cut.
  private mutating func cutTrailingSpacing(in flow: FragmentainerFlow, rowsEnd: LayoutUnit?, at offset: LayoutUnit) {
    guard let rowsEnd, sizing.edges.blockEnd == .zero, minimumGridSize == .zero, spacing.block > .zero,
      let column = flow.fragmentainer(at: offset + rowsEnd - .epsilon)
    else { return }
    lostSpacing = (offset + rowsEnd + spacing.block - max(column.end, offset + rowsEnd)).nonNegative
  }

  /// What of the grid is behind its last row: all of it where there are none; a border there goes with the row.
  private func gridRest(behind lastRow: LayoutUnit?, at start: LayoutUnit, end: LayoutUnit) -> FragmentedRows.Row? {
    let edge = sizing.edges.blockEnd
    guard !grid.box.isNone, rows.isEmpty || edge > .zero, end > start else { return nil }
    var row = FragmentedRows.Row(
      start: rows.isEmpty ? start : max(end - edge, lastRow ?? start), end: end, items: [], breakBefore: .allowed,
      breakAfter: .allowed)
    if !rows.isEmpty {
      row.breakBefore = .avoided
      row.isWhole = true
    }
    return row
  }

  private func captionRow(_ index: Int, at offset: inout LayoutUnit) -> FragmentedRows.Row {
    let caption = captions[index]
    let start = offset + caption.margins.blockStart
    offset = start + caption.size.block + caption.margins.blockEnd
    return FragmentedRows.Row(
      start: start, end: offset,
      items: [
        FragmentedRows.Item(
          box: caption.box, space: captionSpace(caption.box), offset: start, size: caption.size.block,
          marginStart: .zero, marginEnd: caption.margins.blockEnd, mayGrow: false)
      ], breakBefore: context.breakBefore(caption.box, available: sizing.inlineSize),
      breakAfter: context.breakAfter(caption.box, available: sizing.inlineSize))
  }

  private func tableRow(_ index: Int, at start: LayoutUnit, listOffset: Int) -> FragmentedRows.Row {
    let box = grid.rows[index].box
    var result = FragmentedRows.Row(
      start: start, end: start + rows[index].size, items: [],
      breakBefore: context.breakBefore(box, available: sectionSize),
      breakAfter: context.breakAfter(box, available: sectionSize), movement: .together)
    result.isWhole = context.avoidsBreaksInside(box)
    for (cell, cellSpace, _) in cellSpaces(ofRow: index, inlineSize: sectionSize) {
      let entry = grid.cells[cell]
      let last = max(index, min(index + entry.rowSpan, rows.count) - 1)
      // What is in collapsed rows is hidden.
      let mayGrow = !(index...last).contains { rows[$0].isCollapsed }
      result.items.append(
        FragmentedRows.Item(
          box: entry.box, space: cellSpace, offset: start, size: cellBlockSize(entry, row: index), marginStart: .zero,
          marginEnd: .zero, mayGrow: mayGrow, expandsRow: mayGrow, lastRow: last + listOffset))
    }
    return result
  }

  /// Breaks before and after a row group are those of its first and last row; between its rows there are none where
  /// they are to be avoided in it.
  private func join(_ section: TableGrid.Section, in list: inout [FragmentedRows.Row], listOffset: Int) {
    guard let first = section.rows.first, let last = section.rows.last else { return }
    let (firstRow, lastRow) = (first + listOffset, last + listOffset)
    list[firstRow].breakBefore = list[firstRow].breakBefore.joined(
      context.breakBefore(section.box, available: sectionSize))
    list[lastRow].breakAfter = list[lastRow].breakAfter.joined(context.breakAfter(section.box, available: sectionSize))
    guard context.avoidsBreaksInside(section.box) else { return }
    for row in firstRow..<lastRow { list[row].breakAfter = list[row].breakAfter.joined(.avoided) }
    for row in firstRow...lastRow { list[row].isWhole = true }
  }
}

/// The row groups that are there again in each column.
struct RepeatedSections {
  /// By their numbers in the grid.
  var header: Int?
  var footer: Int?
  var headerSize = LayoutUnit.zero
  var footerSize = LayoutUnit.zero
  /// What they take of the columns that the rows between them are in, with the spacing between.
  func insets(spacing: LayoutUnit) -> ColumnInsets {
    ColumnInsets(
      start: header == nil ? .zero : headerSize + spacing, end: footer == nil ? .zero : footerSize + spacing)
  }
}
