import OffscreenCSS
import OffscreenGeometry

/// Grid containers in columns.
/// https://drafts.csswg.org/css-grid-2/#pagination
extension GridLayout {
  typealias Fragmented = (flow: FragmentainerFlow, expansion: LayoutUnit, overflow: ColumnOverflow)

  /// Lays the items out where the columns leave them room, and moves them there; rows break between each other. nil:
  /// nothing fits in this column, and `columns` has how much it lacks.
  ///
  /// Tracks have the sizes of a grid that is not cut; what is moved down to the next column makes the last row of the
  /// item longer, where the row follows its content.
  mutating func fragment(_ placed: inout [PlacedItem], in columns: inout ColumnSpace) -> Fragmented? {
    var fragmentation = FragmentedRows(
      context: context, direction: direction, in: columns, contentStart: edges.blockStart)
    // Deviation: margins go on behind a cut, as in Chromium.
    fragmentation.cutsMargins = false
    // Rows without items that start in them are there all the same: they may grow, and gaps are around them.
    var members = rows.map { _ in [Int]() }
    for (index, entry) in placed.enumerated() { members[items[entry.item].row.start].append(index) }
    let fragmentedRows = rows.indices.map { row(at: $0, members[$0], &placed) }
    guard fragmentation.place(fragmentedRows), !cutsEdges(behind: fragmentation.rowEnds.last, in: &columns) else {
      return nil
    }
    for (indices, results) in zip(members, fragmentation.placed) {
      for (index, item) in zip(indices, results) {
        placed[index].result = item.result
        placed[index].offset?.block = item.offset
        placed[index].floor = item.floor
      }
    }
    for (row, shift) in fragmentation.shifts.enumerated() { rowStarts[row] += shift }
    return (fragmentation.flow, fragmentation.expansion, fragmentation.overflow)
  }

  /// Whether a cut goes through the container's edges behind rows that are all in the column it starts in.
  private func cutsEdges(behind rowEnd: LayoutUnit?, in columns: inout ColumnSpace) -> Bool {
    guard let rowEnd, columns.canBreakBefore, !columns.requiresContent, context.fragmentationBudget > 0,
      !hasDefiniteBlockSize, !context.clonesEdges(box), let first = columns.flow.fragmentainer(at: columns.offset)
    else { return false }
    let end = columns.offset + rowEnd
    guard end <= first.end, end + edges.blockEnd > first.end else { return false }
    columns.flow.noteShortage(end + edges.blockEnd - first.end)
    context.spendFragmentationBudget(on: box)
    return true
  }

  /// The items that start in the first row, or end in the last one.
  mutating func items(at side: BreakSide) -> [BoxID] {
    prepare()
    placeItems(columnsAvailable: contentInline, rowsAvailable: definiteBlock)
    let edge = items.filter { side == .before ? $0.row.start == 0 : $0.row.end == rows.count }
    return edge.map(\.box)
  }

  private func row(at number: Int, _ members: [Int], _ placed: inout [PlacedItem]) -> FragmentedRows.Row {
    let start = edges.blockStart + rowStarts[number]
    var row = FragmentedRows.Row(
      start: start, end: start + rows[number].base, items: [], breakBefore: .allowed, breakAfter: .allowed,
      movement: .together)
    for index in members {
      let entry = placed[index]
      let item = items[entry.item]
      var measured = entry.space
      measured.mode = .measure
      let size = direction.logical(context.layout(entry.box, in: measured).size)
      let offset = offset(of: entry, size: size)
      placed[index].offset = offset
      let margins = direction.logical(context.margins(of: entry.box, basis: entry.inline))
      let followsContent = rows[item.row.start..<item.row.end].contains {
        $0.growsAtCuts(isDefinite: definiteBlock != nil)
      }
      row.items.append(
        FragmentedRows.Item(
          box: entry.box, space: entry.space, offset: offset.block, size: size.block, marginStart: margins.blockStart,
          marginEnd: margins.blockEnd, mayGrow: followsContent && hasAutomaticBlockSize(entry.box),
          expandsRow: followsContent, fillsRow: item.row.count == 1, lastRow: item.row.end - 1))
      row.breakBefore = row.breakBefore.joined(context.breakBefore(entry.box, available: entry.inline))
      if item.row.end - 1 == number {
        row.breakAfter = row.breakAfter.joined(context.breakAfter(entry.box, available: entry.inline))
      }
    }
    return row
  }

  private func hasAutomaticBlockSize(_ item: BoxID) -> Bool {
    let own = context[item].style
    let size = SizeProperties(own, direction).block
    return (size.isAuto || size.isContentBased) && !own.usedContainment.contains(.size)
  }
}

extension GridTrack {
  /// Whether what moves down in its items makes the track longer: where they give its least size, or where they give
  /// its size and that of the grid is not given.
  fileprivate func growsAtCuts(isDefinite: Bool) -> Bool {
    switch min {
    case .auto, .minContent, .maxContent: true
    case .length, .flex: !isDefinite && followsContent(isDefinite: false)
    }
  }

  /// Whether the track's size is one that its items give. `isDefinite`: the size of the grid is.
  func followsContent(isDefinite: Bool) -> Bool {
    switch (min, max) {
    case (.auto, _), (.minContent, _), (.maxContent, _), (_, .auto), (_, .minContent), (_, .maxContent): true
    case (.flex, _), (_, .flex): !isDefinite
    case (.length, .length): false
    }
  }
}
