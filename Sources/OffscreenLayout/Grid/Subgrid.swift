import OffscreenCSS
import OffscreenGeometry

/// The tracks that a subgrid takes over from its parent in one axis, in its own order: without its
/// margins, borders and padding, and as wide as its own gaps make them.
/// https://drafts.csswg.org/css-grid-2/#subgrids
package struct SubgridTracks: Hashable, Sendable {
  package var sizes: [LayoutUnit]
  /// The gap of the parent, where the subgrid has none of its own.
  package var gap: LayoutUnit
  package var lineNames: [[String]]
  /// What the parent's items and the subgrid's are aligned by; none where nothing is.
  var baselines = GridBaselineGroups()
}

/// The inputs of a subgrid, along its own axes.
///
/// Optimization: indirect, for few boxes are subgrids and every constraint space would be larger.
package indirect enum SubgridSpace: Hashable, Sendable {
  case tracks(columns: SubgridTracks?, rows: SubgridTracks?)

  package var columns: SubgridTracks? {
    switch self {
    case .tracks(let columns, _): columns
    }
  }
  package var rows: SubgridTracks? {
    switch self {
    case .tracks(_, let rows): rows
    }
  }
}

extension GridTemplate {
  /// The lines of a subgrid: its own names beside those of the parent.
  /// https://drafts.csswg.org/css-grid-2/#subgrid-line-name-inheritance
  init(subgrid tracks: SubgridTracks, names list: TrackList) {
    self.init(TrackList(), available: nil, minimum: .zero, gap: .zero)
    let count = tracks.sizes.count
    self.tracks = Array(repeating: .auto, count: count)
    sizedCount = count
    lineNames = Array(repeating: [], count: count + 1)
    for (index, names) in Self.subgridNames(list, lines: count + 1).enumerated() { lineNames[index] += names }
    for (index, names) in tracks.lineNames.enumerated() where lineNames.indices.contains(index) {
      lineNames[index] += names.filter { !lineNames[index].contains($0) }
    }
  }

  /// The names that a subgrid gives to so many lines; nil counts those that it names.
  static func subgridNames(_ list: TrackList, lines: Int?) -> [[String]] {
    var fixed = 0
    for component in list.components {
      switch component {
      case .lineNames: fixed += 1
      case .repetition(.count(let count), let parts): fixed += parts.count * Int(count)
      case .repetition(.autoFill, _), .repetition(.autoFit, _), .track: break
      }
    }
    let limit = min(lines ?? limit, limit)
    var result: [[String]] = []
    func add(_ parts: [TrackListComponent]) {
      for case .lineNames(let names) in parts where result.count < limit { result.append(names) }
    }
    for component in list.components {
      switch component {
      case .lineNames: add([component])
      case .repetition(.count(let count), let parts):
        for _ in 0..<max(0, Int(count)) where result.count < limit { add(parts) }
      case .repetition(_, let parts):
        guard let lines, !parts.isEmpty else { break }
        for _ in 0..<max(0, (lines - fixed) / parts.count) { add(parts) }
      case .track: break
      }
    }
    return result
  }
}

extension GridLayout {
  /// Whether an item takes its tracks from this grid along one of this grid's axes.
  func isSubgrid(_ box: BoxID, isColumn: Bool) -> Bool {
    let entry = context[box]
    guard entry.context == .grid else { return false }
    let own = entry.style
    guard own.box.contain.isDisjoint(with: [.layout, .paint]), own.box.containerType == .normal else {
      return false
    }
    return ownAxisIsColumn(of: own, isColumn: isColumn)
      ? own.grid.templateColumns.isSubgrid : own.grid.templateRows.isSubgrid
  }

  private func ownAxisIsColumn(of style: ComputedStyle, isColumn: Bool) -> Bool {
    WritingDirection(style).isOrthogonal(to: direction) != isColumn
  }

  private func isReversed(_ style: ComputedStyle, isColumn: Bool) -> Bool {
    let own = WritingDirection(style)
    let ownFlips = ownAxisIsColumn(of: style, isColumn: isColumn) ? own.isInlineFlipped : own.isBlockFlipped
    return ownFlips != (isColumn ? direction.isInlineFlipped : direction.isBlockFlipped)
  }

  /// The span of a subgrid that says none: as many tracks as it names lines for.
  func automaticSpan(of box: BoxID, isColumn: Bool) -> Int {
    guard isSubgrid(box, isColumn: isColumn) else { return 1 }
    let own = context[box].style
    let list = ownAxisIsColumn(of: own, isColumn: isColumn) ? own.grid.templateColumns : own.grid.templateRows
    return max(1, GridTemplate.subgridNames(list, lines: nil).count - 1)
  }

  /// The margins, borders and padding of a subgrid.
  private func subgridEdges(of box: BoxID, isColumn: Bool) -> (start: LayoutUnit, end: LayoutUnit) {
    let basis = isColumn ? .zero : contentInline
    let outer = direction.logical(
      context.margins(of: box, basis: basis) + context.borderWidths(of: box) + context.padding(of: box, basis: basis))
    return isColumn ? (outer.inlineStart, outer.inlineEnd) : (outer.blockStart, outer.blockEnd)
  }

  private func ownGap(of style: ComputedStyle, isColumn: Bool, parent: LayoutUnit) -> LayoutUnit {
    let gap = ownAxisIsColumn(of: style, isColumn: isColumn) ? style.alignment.columnGap : style.alignment.rowGap
    return gap?.resolved(.zero).nonNegative ?? parent
  }

  /// The tracks that a subgrid gets; their sizes zero while they are not known.
  func subgridTracks(of item: GridItem, isColumn: Bool) -> SubgridTracks {
    let own = context[item.box].style
    let span = isColumn ? item.column : item.row
    let tracks = isColumn ? columns : rows
    let starts = isColumn ? columnStarts : rowStarts
    let template = isColumn ? columnTemplate : rowTemplate
    let offset = isColumn ? columnOffset : rowOffset
    let gap = isColumn ? columnGap(contentInline) : rowGap(definiteBlock)
    var sizes = Array(repeating: LayoutUnit.zero, count: max(1, span.count))
    if starts.count == tracks.count, span.end <= tracks.count, span.count > 0 {
      let childGap = ownGap(of: own, isColumn: isColumn, parent: gap)
      for place in 0..<span.count { sizes[place] = tracks[span.start + place].base }
      for place in 0..<(span.count - 1) {
        let index = span.start + place
        let difference = starts[index + 1] - starts[index] - tracks[index].base - childGap
        sizes[place] += difference / 2
        sizes[place + 1] += difference - difference / 2
      }
      let edges = subgridEdges(of: item.box, isColumn: isColumn)
      sizes[0] -= edges.start
      // There may be less than nothing of a track, where the lines after it are.
      sizes[span.count - 1] -= edges.end
    }
    var names: [[String]] = (0...span.count).map { place in
      let line = span.start - offset + place
      return template.lineNames.indices.contains(line) ? template.lineNames[line] : []
    }
    let isReversed = isReversed(own, isColumn: isColumn)
    if isReversed {
      sizes.reverse()
      names.reverse()
    }
    var result = SubgridTracks(sizes: sizes, gap: gap, lineNames: names)
    let baselines = isColumn ? columnBaselines : rowBaselines
    if baselines.ascents.isEmpty { return result }
    for track in span.start..<span.end {
      for isAtEnd in [false, true] {
        let group = GridBaselineGroups.Group(track: track, isAtEnd: isAtEnd)
        guard let ascent = baselines.ascents[group] else { continue }
        let place = track - span.start
        let own = GridBaselineGroups.Group(
          track: isReversed ? span.count - 1 - place : place, isAtEnd: isAtEnd != isReversed)
        result.baselines.ascents[own] = ascent - beforeSubgrid(item, group, isColumn: isColumn)
      }
    }
    return result
  }

  /// Gives a subgrid's constraint space the tracks that are known.
  func addSubgridTracks(to space: inout ConstraintSpace, of item: GridItem, knowsRows: Bool) {
    for isColumn in [true, false] where isSubgrid(item.box, isColumn: isColumn) {
      guard isColumn ? !columnStarts.isEmpty : knowsRows else { continue }
      addTracks(to: &space, of: item, isColumn: isColumn)
    }
  }

  private func addTracks(to space: inout ConstraintSpace, of item: GridItem, isColumn: Bool) {
    let tracks = subgridTracks(of: item, isColumn: isColumn)
    fillArea(&space, of: item.box, isOwnColumn: ownAxisIsColumn(of: context[item.box].style, isColumn: isColumn))
    space.subgrid =
      ownAxisIsColumn(of: context[item.box].style, isColumn: isColumn)
      ? .tracks(columns: tracks, rows: space.subgrid?.rows) : .tracks(columns: space.subgrid?.columns, rows: tracks)
  }

  /// Lets the widths of a subgrid that takes over rows be asked for.
  func noteSubgridRows(of item: GridItem) {
    for isColumn in [true, false] where isSubgrid(item.box, isColumn: isColumn) {
      guard !ownAxisIsColumn(of: context[item.box].style, isColumn: isColumn) else { continue }
      var rows = subgridTracks(of: item, isColumn: isColumn)
      rows.sizes = rows.sizes.map { _ in .zero }
      rows.baselines = GridBaselineGroups()
      context.setSubgridRows(rows, of: item.box)
    }
  }

  /// A subgrid is always stretched along an axis that it takes over, whatever its size properties say.
  /// https://drafts.csswg.org/css-grid-2/#subgrid-size-contribution
  private func fillArea(_ space: inout ConstraintSpace, of box: BoxID, isOwnColumn: Bool) {
    let own = context[box].direction
    let properties = SizeProperties(context[box].style, own)
    let margins = own.logical(context.margins(of: box, basis: space.marginBasis))
    if isOwnColumn, !(properties.inline.isAuto && properties.minInline.isAuto && properties.maxInline.isAuto) {
      space.fixedInline = (space.availableInline - margins.inlineSum).nonNegative
    }
    if !isOwnColumn, !(properties.block.isAuto && properties.minBlock.isAuto && properties.maxBlock.isAuto),
      let available = space.availableBlock
    {
      space.fixedBlock = (available - margins.blockSum).nonNegative
    }
  }

  /// The contributions of a subgrid's items to this grid's tracks.
  /// https://drafts.csswg.org/css-grid-2/#subgrid-item-contribution
  func subgridContributions(of item: GridItem, isColumn: Bool) -> [TrackContribution] {
    let own = context[item.box].style
    let span = isColumn ? item.column : item.row
    let edges = subgridEdges(of: item.box, isColumn: isColumn)
    let difference = gapDifference(of: item.box, isColumn: isColumn)
    let isOwnColumn = ownAxisIsColumn(of: own, isColumn: isColumn)
    var inner: [TrackContribution] = []
    if var child = preparedSubgrid(item, isColumn: isColumn) {
      if child.space.subgrid != nil { child.findShims(isColumn: isOwnColumn) }
      inner = child.contributions(isColumn: isOwnColumn)
    }
    let count = span.count
    let isReversed = isReversed(own, isColumn: isColumn)
    var result = inner.map { contribution in
      let range =
        isReversed
        ? (count - contribution.span.upperBound)..<(count - contribution.span.lowerBound) : contribution.span
      var extra = LayoutUnit.zero
      extra += range.lowerBound == 0 ? edges.start : -(difference / 2)
      extra += range.upperBound == count ? edges.end : -(difference / 2)
      return TrackContribution(
        span: (range.lowerBound + span.start)..<(range.upperBound + span.start),
        minimum: (contribution.minimum + extra).nonNegative, minContent: (contribution.minContent + extra).nonNegative,
        maxContent: (contribution.maxContent + extra).nonNegative)
    }
    // The edges are there without items too.
    func edge(_ track: Int, _ size: LayoutUnit) {
      result.append(TrackContribution(span: track..<(track + 1), minimum: size, minContent: size, maxContent: size))
    }
    if count == 1 {
      edge(span.start, edges.start + edges.end)
    } else if count > 1 {
      edge(span.start, edges.start)
      edge(span.end - 1, edges.end)
    }
    return result
  }

  /// How much wider the gaps of this grid are than those of a subgrid in it.
  private func gapDifference(of box: BoxID, isColumn: Bool) -> LayoutUnit {
    let gap = isColumn ? columnGap(contentInline) : rowGap(definiteBlock)
    return gap - ownGap(of: context[box].style, isColumn: isColumn, parent: gap)
  }

  /// From the edge of a track of this grid to that of the subgrid's track in it, at the side of a group.
  private func beforeSubgrid(_ item: GridItem, _ group: GridBaselineGroups.Group, isColumn: Bool) -> LayoutUnit {
    let span = isColumn ? item.column : item.row
    let edges = subgridEdges(of: item.box, isColumn: isColumn)
    if group.isAtEnd, group.track == span.end - 1 { return edges.end }
    if !group.isAtEnd, group.track == span.start { return edges.start }
    return -(gapDifference(of: item.box, isColumn: isColumn) / 2)
  }

  /// The baselines of a subgrid's items, as they are in this grid's tracks.
  func subgridBaselines(of item: GridItem, isColumn: Bool) -> [(group: GridBaselineGroups.Group, ascent: LayoutUnit)] {
    let own = context[item.box].style
    let span = isColumn ? item.column : item.row
    let isReversed = isReversed(own, isColumn: isColumn)
    guard let child = preparedSubgrid(item, isColumn: isColumn) else { return [] }
    return child.baselines(isColumn: ownAxisIsColumn(of: own, isColumn: isColumn))
      .map { entry in
        let place = isReversed ? span.count - 1 - entry.group.track : entry.group.track
        let group = GridBaselineGroups.Group(track: span.start + place, isAtEnd: entry.group.isAtEnd != isReversed)
        return (group, entry.ascent + beforeSubgrid(item, group, isColumn: isColumn))
      }
  }

  /// A subgrid whose items have their places, and widths where one of this grid's axes is asked about that is not
  /// its inline axis. nil where that was asked too often.
  private func preparedSubgrid(_ item: GridItem, isColumn: Bool) -> GridLayout? {
    guard context.subgridBudget > 0 else {
      context.note("subgrids are too deep in each other: some do not make their tracks larger")
      return nil
    }
    var space = areaSpace(of: item, inline: isColumn ? contentInline : areaInline(item), block: nil)
    space.mode = .measure
    addSubgridTracks(to: &space, of: item, knowsRows: false)
    addTracks(to: &space, of: item, isColumn: isColumn)
    var child = GridLayout(context: context, box: item.box, space: space)
    child.prepare()
    child.placeItems(columnsAvailable: child.contentInline, rowsAvailable: child.definiteBlock)
    context.subgridBudget -= 1 + child.items.count
    if !ownAxisIsColumn(of: context[item.box].style, isColumn: isColumn) { child.sizeAndPlaceColumns(stretches: true) }
    return child
  }
}
