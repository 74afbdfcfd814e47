import OffscreenCSS
import OffscreenGeometry

/// Flex containers in columns.
/// https://drafts.csswg.org/css-flexbox-1/#pagination
extension FlexLayout {
  typealias Fragmented = (
    items: [FragmentedRows.PlacedItem], flow: FragmentainerFlow, expansion: LayoutUnit, overflow: ColumnOverflow,
    brokeAtEnd: Bool
  )

  /// Lays the items out where the columns leave them room, and moves them there. nil: nothing fits in this column, and
  /// `outer` has how much it lacks.
  ///
  /// A row container breaks between its lines; of a column container each line is a flow of its own, and breaks
  /// between its items. Sizes and alignment are those of a container that is not cut; what is moved down to the next
  /// column comes on top.
  mutating func fragment(in outer: inout ColumnSpace, offsets: inout [LogicalOffset]) -> Fragmented? {
    var results = items.map { _ in FragmentedRows.PlacedItem(result: LayoutResult(size: .zero), offset: .zero) }
    var columns = outer
    var expansion: LayoutUnit?
    var overflow = ColumnOverflow()
    var brokeAtEnd = false
    /// Numbers of lines and items: a group is one flow of rows.
    var groups: [[(line: Int, items: [Int])]] = []
    if isRow {
      let rows = lines.indices.map { (line: $0, items: Array(lines[$0].items)) }
      groups = [isCrossReversed ? rows.reversed() : rows]
    } else {
      groups = lines.indices.map { line in
        let rows = lines[line].items.map { (line: line, items: [$0]) }
        return isMainReversed ? rows.reversed() : rows
      }
    }
    for (index, group) in groups.enumerated() {
      let rows = group.map { row(of: $0.items, in: lines[$0.line], offsets: offsets) }
      var fragmentation = FragmentedRows(
        context: context, direction: direction, in: columns, contentStart: edges.blockStart)
      fragmentation.isBesideOthers = index > 0
      if groups.count == 1, !context.clonesEdges(box),
        !hasDefiniteBlockSize || space.columns?.growsToContent ?? false
      {
        fragmentation.edgesAtEnd = edges.blockEnd
      }
      guard fragmentation.place(rows) else { return nil }
      for (number, (line, indices)) in group.enumerated() {
        let shift = fragmentation.shifts[number]
        if isRow { lines[line].crossOffset += isCrossReversed ? -shift : shift }
        for (index, item) in zip(indices, fragmentation.placed[number]) {
          results[index] = item
          let moved = item.offset - offsets[index].block
          if !isRow { items[index].mainOffset += isMainReversed ? -moved : moved }
          offsets[index].block = item.offset
        }
      }
      columns.flow = fragmentation.flow
      brokeAtEnd = brokeAtEnd || fragmentation.brokeAtEnd
      // Something of the container is in this column.
      if groups.count > 1 { columns.canBreakBefore = false }
      // The longest line is what the container ends with.
      if fragmentation.expansion >= expansion ?? .min { overflow.atEnd = fragmentation.overflow.atEnd }
      overflow.unite(fragmentation.overflow)
      expansion = max(expansion ?? .min, fragmentation.expansion)
    }
    guard !cutsEnd(behind: results, in: &outer) else { return nil }
    return (results, columns.flow, expansion ?? .zero, overflow, brokeAtEnd)
  }

  /// Whether a cut goes through margins behind an item that ends in the column that the container starts in, or through
  /// the container's own edges behind its only row: it goes to the next column as a whole then.
  ///
  /// Deviation: margins at a cut are not cut off, as in Chromium.
  private func cutsEnd(behind results: [FragmentedRows.PlacedItem], in columns: inout ColumnSpace) -> Bool {
    guard columns.canBreakBefore, !columns.requiresContent, context.fragmentationBudget > 0,
      let first = columns.flow.fragmentainer(at: columns.offset)
    else { return false }
    let keepsEdges = isRow && lines.count == 1 && !hasDefiniteBlockSize && !context.clonesEdges(box)
    var (isCut, isWhole, end) = (false, keepsEdges, LayoutUnit.min)
    for (item, placed) in zip(items, results) {
      var margins = isRow ? item.crossMargins : item.mainMargins
      if isRow ? isCrossReversed : isMainReversed { swap(&margins.start, &margins.end) }
      let itemEnd = columns.offset + placed.offset + direction.logical(placed.result.size).block
      if itemEnd > first.end {
        isWhole = false
      } else if itemEnd + margins.end > first.end {
        isCut = true
      }
      end = max(end, itemEnd + margins.end)
    }
    if isWhole { end += edges.blockEnd }
    guard isCut || isWhole && end > first.end else { return false }
    columns.flow.noteShortage(end - first.end)
    context.spendFragmentationBudget(on: box)
    return true
  }

  /// The items that are first or last along the block axis: in a column container, of each line.
  mutating func items(at side: BreakSide) -> [BoxID] {
    collectItems()
    if isWrapping { findBaseSizes() }
    collectLines(available: (isRow ? contentInline : definiteBlock ?? limitedBlock) ?? .max)
    let isFirst = side == .before
    if isRow {
      let line = isFirst != isCrossReversed ? lines.first : lines.last
      return line.map { items[$0.items].map(\.box) } ?? []
    }
    return lines.compactMap { line in
      let range = items[line.items]
      return (isFirst != isMainReversed ? range.first : range.last)?.box
    }
  }

  private func row(of indices: [Int], in line: FlexLine, offsets: [LogicalOffset]) -> FragmentedRows.Row {
    var row = FragmentedRows.Row(
      start: .max, end: .min, items: [], breakBefore: .allowed, breakAfter: .allowed, movement: .together)
    for index in indices {
      let item = items[index]
      var margins = isRow ? item.crossMargins : item.mainMargins
      if isRow ? isCrossReversed : isMainReversed { swap(&margins.start, &margins.end) }
      let size = isRow ? item.crossSize : item.mainSize
      let offset = offsets[index].block
      row.items.append(
        FragmentedRows.Item(
          box: item.box, space: finalSpace(item), offset: offset, size: size, marginStart: margins.start,
          marginEnd: margins.end, mayGrow: mayGrow(item), fillsRow: isRow && stretches(item)))
      row.start = min(row.start, offset - margins.start)
      row.end = max(row.end, offset + size + margins.end)
      row.breakBefore = row.breakBefore.joined(context.breakBefore(item.box, available: contentInline))
      row.breakAfter = row.breakAfter.joined(context.breakAfter(item.box, available: contentInline))
    }
    if isRow {
      // Also where all items are in the middle of their line.
      let start = edges.blockStart + line.crossOffset
      if !isCrossReversed { (row.start, row.end) = (min(row.start, start), max(row.end, start + line.crossSize)) }
    }
    return row
  }

  /// Whether what is moved down makes an item larger, as in Chromium: not one whose size is given, or that of the
  /// container.
  private func mayGrow(_ item: FlexItem) -> Bool {
    let own = context[item.box].style
    if own.usedContainment.contains(.size) { return false }
    let properties = SizeProperties(own, direction)
    let hasContentSize = properties.block.isAuto || properties.block.isContentBased
    // One that the container's own parent has decided grows with it.
    let isGiven = definiteBlock != nil && !(space.columns?.growsToContent ?? false)
    guard !isRow else { return hasContentSize && !(stretches(item) && !isWrapping && isGiven) }
    let canShrink = item.shrink != 0 && definiteBlock != nil
    let basis = mainSizeProperty(of: item)
    if !canShrink, basis.isAuto || basis.isContentBased || basis == .content { return true }
    return hasContentSize && (!canShrink || properties.minBlock.isAuto)
  }
}
