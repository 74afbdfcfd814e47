import OffscreenCSS
import OffscreenGeometry

/// Lays out a grid container.
/// https://drafts.csswg.org/css-grid-2/#layout-algorithm
package struct GridLayout: ContainerLayout {
  let context: LayoutContext
  let box: BoxID
  let space: ConstraintSpace
  let style: ComputedStyle
  let direction: WritingDirection

  /// The rows fill what comes out as its definite block size.
  private(set) var frame = ContainerFrame()
  /// The grid is sized as if nothing was in it.
  private var ignoresItems = false

  var builder: FragmentBuilder
  var items: [GridItem] = []
  var columns: [GridTrack] = []
  var rows: [GridTrack] = []
  /// Tracks before the explicit grid.
  var columnOffset = 0
  var rowOffset = 0
  /// Offsets of the tracks from the content box's start corner.
  var columnStarts: [LayoutUnit] = []
  var rowStarts: [LayoutUnit] = []
  var columnBaselines = GridBaselineGroups()
  var rowBaselines = GridBaselineGroups()
  var columnTemplate = GridTemplate(TrackList(), available: nil, minimum: .zero, gap: .zero)
  var rowTemplate = GridTemplate(TrackList(), available: nil, minimum: .zero, gap: .zero)

  package init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
    (self.context, self.box, self.space) = (context, box, space)
    style = context[box].style
    direction = WritingDirection(style)
    builder = FragmentBuilder(context: context, box: box, writingDirection: direction, mode: space.mode)
    builder.columns = space.columns
  }

  package mutating func run() -> LayoutResult {
    prepare()
    // 1. Placement.
    placeItems(columnsAvailable: contentInline, rowsAvailable: definiteBlock)
    // 2. Columns, then rows in them.
    sizeAndPlaceColumns(stretches: stretches(style.alignment.justifyContent))
    sizeRows()
    resizeForRows()
    let rowSum = rows.reduce(sum(ofGaps: rows, rowGap(definiteBlock))) { $0 + $1.base }
    var blockSize = blockSize(intrinsic: rowSum + edges.blockSum)
    let contentBlock = frame.contentBlock(of: blockSize)
    // Percentages of rows and gaps refer to the height that came out; rows fill it.
    if definiteBlock == nil, usesPercentageRows || fillsHeight(contentBlock - rowSum) {
      frame.definiteBlock = contentBlock
      makeTracks(rowsAvailable: contentBlock)
      sizeRows()
    }
    rowStarts = positions(
      of: rows, gap: rowGap(contentBlock),
      alignment: space.subgrid?.rows == nil ? style.alignment.alignContent : ContentAlignment(.start),
      available: contentBlock)
    // 3. The items in their areas.
    var intrinsic = rowSum + edges.blockSum
    var flow: FragmentainerFlow?
    var overflow = ColumnOverflow()
    var placed = items.indices.compactMap { areaOfItem($0) }
    let uncutSize = blockSize
    if var columns = contentColumns {
      columns.breaksAtEnd = false
      columns.requiresContent = requiresContent(from: columns.offset, in: columns.flow)
      guard let fragmented = fragment(&placed, in: &columns) else {
        return LayoutResult(needingBreakBeforeIn: flowAround(columns.flow))
      }
      flow = flowAround(fragmented.flow)
      overflow = fragmented.overflow
      intrinsic += fragmented.expansion + overflow.atEnd
      blockSize = sizeAlongFlow(
        self.blockSize(intrinsic: intrinsic), intrinsic: intrinsic, from: columns.offset, in: fragmented.flow,
        &overflow)
    } else {
      for index in placed.indices { placed[index].result = context.layout(placed[index].box, in: placed[index].space) }
    }
    let (first, last) = placeFragments(placed)
    addOutOfFlow(contentBlock: contentBlock + blockSize - uncutSize)
    if let flow { builder.columns?.flow = flow }
    var result = builder.finish(LogicalSize(inline: inlineSize, block: blockSize))
    result.intrinsicBlockSize = intrinsic
    result.firstBaseline = first
    result.lastBaseline = last
    result.columns = builder.columns.map { ColumnResult(flow: $0.flow, overflow: overflow) }
    keepTracks(of: result.fragment)
    keepGapRules(of: result.fragment, result.size)
    return result
  }

  /// What scripts are told.
  /// https://drafts.csswg.org/css-grid-2/#resolved-track-list-standalone
  private func keepTracks(of fragment: FragmentID) {
    guard !fragment.isNone, space.subgrid == nil else { return }
    func axis(_ tracks: [GridTrack], _ template: GridTemplate, _ offset: Int) -> GridTracks.Axis {
      let names = (0...tracks.count).map { template.givenNames(at: $0 - offset) }
      return GridTracks.Axis(sizes: tracks.map(\.base), names: names)
    }
    context.tree.gridTracks[fragment] = GridTracks(
      columns: axis(columns, columnTemplate, columnOffset), rows: axis(rows, rowTemplate, rowOffset))
  }

  mutating func sizeAndPlaceColumns(stretches: Bool) {
    sizeColumns(.definite(contentInline), stretches: stretches)
    columnStarts = positions(
      of: columns, gap: columnGap(contentInline),
      alignment: space.subgrid?.columns == nil ? style.alignment.justifyContent : ContentAlignment(.start),
      available: contentInline)
  }

  /// How wide an item is may depend on how high its rows came out: columns, and rows in them, are sized once
  /// more.
  /// https://drafts.csswg.org/css-grid-2/#algo-grid-sizing
  private mutating func resizeForRows() {
    guard space.subgrid?.columns == nil, items.contains(where: { widthFollowsRows($0) }) else { return }
    let before = columns.map(\.base)
    hasSizedRows = true
    makeTracks(columnsAvailable: contentInline)
    sizeAndPlaceColumns(stretches: stretches(style.alignment.justifyContent))
    hasSizedRows = false
    guard columns.map(\.base) != before else { return }
    makeTracks(rowsAvailable: definiteBlock)
    sizeRows()
  }

  /// Whether rows that were sized without a height change in the one that came of it: flexible ones, and
  /// where a flex container gave it.
  private func fillsHeight(_ free: LayoutUnit) -> Bool {
    let flex = rows.reduce(0) { $0 + ($1.flexFactor ?? 0) }
    return flex > 0 && (flex < 1 || free != .zero) || space.fixedBlock != nil && free != .zero
  }

  // MARK: Set up

  mutating func prepare() {
    frame = ContainerFrame(of: box, in: space, direction, context)
    (builder.border, builder.padding) = (frame.border, frame.padding)
    // Tracks fill the size that containment gives.
    if definiteBlock == nil, let contained = context.containedIntrinsicBlock(of: box, edges: edges.blockSum) {
      frame.definiteBlock = frame.contentBlock(of: blockSize(intrinsic: contained))
    }
  }

  func columnGap(_ available: LayoutUnit?) -> LayoutUnit {
    style.alignment.columnGap?.resolved(available ?? .zero).nonNegative ?? space.subgrid?.columns?.gap ?? .zero
  }
  func rowGap(_ available: LayoutUnit?) -> LayoutUnit {
    style.alignment.rowGap?.resolved(available ?? .zero).nonNegative ?? space.subgrid?.rows?.gap ?? .zero
  }

  private func sum(ofGaps tracks: [GridTrack], _ gap: LayoutUnit) -> LayoutUnit {
    gap * max(0, tracks.filter { !$0.isCollapsed }.count - 1)
  }

  private func stretches(_ alignment: ContentAlignment) -> Bool {
    alignment.value == .normal || alignment.value == .stretch
  }

  private var usesPercentageRows: Bool {
    func hasPercentage(_ size: TrackSize) -> Bool {
      switch size {
      case .minmax(.length(let length), _) where length.hasPercentage: true
      case .minmax(_, .length(let length)) where length.hasPercentage: true
      case .fitContent(let length): length.hasPercentage
      case .minmax: false
      }
    }
    return rowTemplate.tracks.contains(where: hasPercentage) || style.grid.autoRows.contains(where: hasPercentage)
  }

  // MARK: Placement

  mutating func placeItems(columnsAvailable: LayoutUnit?, rowsAvailable: LayoutUnit?) {
    let grid = style.grid
    /// The content size that a limit gives.
    func definite(_ value: SizeValue, edges: LayoutUnit, basis: LayoutUnit?) -> LayoutUnit? {
      guard case .value(let length) = value, !length.hasPercentage || basis != nil else { return nil }
      return (length.resolved(basis ?? .zero) - (style.box.boxSizing == .borderBox ? edges : .zero)).nonNegative
    }
    // A grid whose intrinsic sizes are asked for knows no basis.
    let (inlineBasis, blockBasis) =
      columnsAvailable == nil ? (nil, nil) : (space.percentageInline, space.percentageBlock)
    // What is not definite is as large as it may be, or at least as it must be.
    let properties = SizeProperties(style, direction)
    // https://drafts.csswg.org/css-sizing-4/#aspect-ratio-size-transfers
    var transferred = LayoutUnit.zero
    if properties.inline.isAuto, style.box.boxSizing == .contentBox, let ratio = context.preferredRatio(of: box) {
      transferred = (definite(properties.minBlock, edges: .zero, basis: blockBasis) ?? .zero) * ratio
    }
    // Where it is no subgrid of anything, `subgrid` is `none`, names of lines included.
    // https://drafts.csswg.org/css-grid-2/#subgrid-listing
    columnTemplate = GridTemplate(
      grid.templateColumns.isSubgrid ? TrackList() : grid.templateColumns,
      available: columnsAvailable ?? definite(properties.maxInline, edges: edges.inlineSum, basis: inlineBasis),
      minimum: max(definite(properties.minInline, edges: edges.inlineSum, basis: inlineBasis) ?? .zero, transferred),
      gap: columnGap(columnsAvailable))
    rowTemplate = GridTemplate(
      grid.templateRows.isSubgrid ? TrackList() : grid.templateRows,
      available: rowsAvailable ?? definite(properties.maxBlock, edges: edges.blockSum, basis: blockBasis),
      minimum: definite(properties.minBlock, edges: edges.blockSum, basis: blockBasis) ?? .zero,
      gap: rowGap(rowsAvailable))
    if let tracks = space.subgrid?.columns {
      columnTemplate = GridTemplate(subgrid: tracks, names: grid.templateColumns)
    }
    if let tracks = space.subgrid?.rows { rowTemplate = GridTemplate(subgrid: tracks, names: grid.templateRows) }
    columnTemplate.addAreas(
      grid.templateAreas, isColumn: true, count: grid.areaColumnCount, isSubgrid: space.subgrid?.columns != nil)
    rowTemplate.addAreas(
      grid.templateAreas, isColumn: false, count: grid.areaRowCount, isSubgrid: space.subgrid?.rows != nil)

    var entries: [(order: Int32, box: BoxID)] = []
    for child in context[box].children where !child.isOutOfFlow && !ignoresItems {
      entries.append((child.style.alignment.order, child.id))
    }
    if entries.contains(where: { $0.order != 0 }) { entries.sort { ($0.order, $0.box) < ($1.order, $1.box) } }
    var placement = GridPlacement(
      columns: columnTemplate, rows: rowTemplate, flowsByColumn: grid.autoFlowColumn, isDense: grid.autoFlowDense)
    placement.clampsColumns = space.subgrid?.columns != nil
    placement.clampsRows = space.subgrid?.rows != nil
    placement.place(
      entries.map { entry in
        let own = context[entry.box].style.grid
        var column = GridPlacement.resolve(own.columnStart, own.columnEnd, in: columnTemplate)
        var row = GridPlacement.resolve(own.rowStart, own.rowEnd, in: rowTemplate)
        if own.columnStart == .auto, own.columnEnd == .auto {
          column = .automatic(span: automaticSpan(of: entry.box, isColumn: true))
        }
        if own.rowStart == .auto, own.rowEnd == .auto {
          row = .automatic(span: automaticSpan(of: entry.box, isColumn: false))
        }
        return (entry.box, column, row)
      })
    if placement.isCutShort { context.note("a grid takes too long to fill: some items lie on others") }
    // In order-modified document order, which is that of painting.
    let placed = Dictionary(placement.items.map { ($0.box, $0) }, uniquingKeysWith: { first, _ in first })
    items = entries.compactMap { placed[$0.box] }
    columnOffset = -placement.columnRange.lowerBound
    rowOffset = -placement.rowRange.lowerBound
    if max(placement.columnRange.count, placement.rowRange.count) >= GridTemplate.limit - 1 {
      context.note("a grid has more than \(GridTemplate.limit) rows or columns: the rest is left out")
    }
    columnCount = space.subgrid?.columns?.sizes.count ?? min(placement.columnRange.count, GridTemplate.limit * 2)
    rowCount = space.subgrid?.rows?.sizes.count ?? min(placement.rowRange.count, GridTemplate.limit * 2)
    for index in items.indices {
      items[index].justification = usedAlignment(of: items[index], isColumn: true)
      items[index].alignment = usedAlignment(of: items[index], isColumn: false)
      items[index].column.start = min(items[index].column.start + columnOffset, max(0, columnCount - 1))
      items[index].column.end = min(items[index].column.end + columnOffset, columnCount)
      items[index].row.start = min(items[index].row.start + rowOffset, max(0, rowCount - 1))
      items[index].row.end = min(items[index].row.end + rowOffset, rowCount)
    }
    for item in items { noteSubgridRows(of: item) }
    makeTracks(columnsAvailable: columnsAvailable)
    makeTracks(rowsAvailable: rowsAvailable)
  }

  /// Rows have their sizes while columns are sized once more.
  private(set) var hasSizedRows = false
  private var columnCount = 0
  private var rowCount = 0

  private mutating func makeTracks(columnsAvailable: LayoutUnit?) {
    var tracks = tracks(
      columnTemplate, count: columnCount, offset: columnOffset, auto: style.grid.autoColumns,
      available: columnsAvailable)
    collapse(&tracks, columnTemplate, columnOffset) { $0.column }
    columns = tracks
  }

  private mutating func makeTracks(rowsAvailable: LayoutUnit?) {
    var tracks = tracks(
      rowTemplate, count: rowCount, offset: rowOffset, auto: style.grid.autoRows, available: rowsAvailable)
    collapse(&tracks, rowTemplate, rowOffset) { $0.row }
    rows = tracks
  }

  /// Explicit tracks, and implicit ones before and after them.
  private func tracks(
    _ template: GridTemplate, count: Int, offset: Int, auto: [TrackSize], available: LayoutUnit?
  ) -> [GridTrack] {
    let auto = auto.isEmpty ? [.auto] : auto
    return (0..<count).map { index in
      let explicit = index - offset
      if (0..<template.sizedCount).contains(explicit) {
        return GridTrack(template.tracks[explicit], available: available)
      }
      let implicit =
        explicit < 0
        ? (auto.count - 1) - ((-explicit - 1) % auto.count) : (explicit - template.sizedCount) % auto.count
      return GridTrack(auto[implicit], available: available)
    }
  }

  /// Empty tracks of `auto-fit` take no room.
  private func collapse(
    _ tracks: inout [GridTrack], _ template: GridTemplate, _ offset: Int, _ span: (GridItem) -> GridSpan
  ) {
    guard !template.autoFit.isEmpty else { return }
    var used = Set<Int>()
    for item in items { for index in span(item).start..<span(item).end { used.insert(index) } }
    for index in template.autoFit where tracks.indices.contains(index + offset) && !used.contains(index + offset) {
      tracks[index + offset].isCollapsed = true
    }
  }

  // MARK: Track sizes

  mutating func sizeColumns(_ constraint: TrackSizing.Constraint, stretches: Bool) {
    if let tracks = space.subgrid?.columns {
      for index in columns.indices where tracks.sizes.indices.contains(index) {
        columns[index].base = tracks.sizes[index]
      }
      findShims(isColumn: true)
      return
    }
    var available: LayoutUnit?
    if case .definite(let size) = constraint { available = size }
    var sizing = TrackSizing(
      tracks: columns, gap: columnGap(available), constraint: constraint, stretchesAuto: stretches)
    findShims(isColumn: true)
    sizing.run(contributions(isColumn: true))
    columns = sizing.tracks
  }

  private mutating func sizeRows() {
    if let tracks = space.subgrid?.rows {
      for index in rows.indices where tracks.sizes.indices.contains(index) { rows[index].base = tracks.sizes[index] }
      findShims(isColumn: false)
      return
    }
    let constraint: TrackSizing.Constraint = definiteBlock.map { .definite($0) } ?? .maxContent
    var sizing = TrackSizing(
      tracks: rows, gap: rowGap(definiteBlock), constraint: constraint,
      stretchesAuto: stretches(style.alignment.alignContent))
    if definiteBlock == nil {
      if let floor = contentBlock(SizeProperties(style, direction).minBlock) { sizing.minimumSize = floor }
    }
    findShims(isColumn: false)
    sizing.run(contributions(isColumn: false))
    rows = sizing.tracks
  }

  func areaInline(_ item: GridItem) -> LayoutUnit {
    guard item.column.end > item.column.start, columnStarts.indices.contains(item.column.start),
      columns.indices.contains(item.column.end - 1)
    else { return .zero }
    let last = item.column.end - 1
    return (columnStarts[last] + columns[last].base - columnStarts[item.column.start]).nonNegative
  }

  // MARK: Positions

  /// Offsets of the tracks after content distribution.
  func positions(
    of tracks: [GridTrack], gap: LayoutUnit, alignment: ContentAlignment, available: LayoutUnit
  ) -> [LayoutUnit] {
    let count = tracks.filter { !$0.isCollapsed }.count
    let used = tracks.reduce(gap * max(0, count - 1)) { $0 + $1.base }
    let free = available - used
    var start = LayoutUnit.zero
    var between = LayoutUnit.zero
    switch alignment.value {
    case .normal, .start, .stretch, .flexStart, .baseline, .left: break
    case .end, .flexEnd, .lastBaseline, .right: start = alignment.overflow == .safe ? free.nonNegative : free
    case .center: start = (alignment.overflow == .safe ? free.nonNegative : free) / 2
    case .spaceBetween: if count > 1 { between = free.nonNegative / (count - 1) }
    case .spaceAround:
      if count > 0, free > .zero { (start, between) = (free / (count * 2), free / count) }
    case .spaceEvenly:
      if count > 0, free > .zero { (start, between) = (free / (count + 1), free / (count + 1)) }
    }
    var offset = start
    var result: [LayoutUnit] = []
    result.reserveCapacity(tracks.count)
    for track in tracks {
      result.append(offset)
      if !track.isCollapsed { offset += track.base + gap + between }
    }
    return result
  }

  /// Where the tracks end. The gutters around one that has collapsed are one: it ends where the one before does.
  /// https://drafts.csswg.org/css-grid-2/#collapsed-gutter
  private static func ends(of tracks: [GridTrack], _ starts: [LayoutUnit]) -> [LayoutUnit] {
    var last: LayoutUnit?
    return zip(tracks, starts).map { track, start in
      let end = track.isCollapsed ? last ?? start : start + track.base
      last = end
      return end
    }
  }

  // MARK: Items

  /// The constraint space of an item in its area.
  func areaSpace(of item: GridItem, inline: LayoutUnit, block: LayoutUnit?) -> ConstraintSpace {
    var result = context.childSpace(
      for: item.box, in: direction, available: LogicalSize(inline: inline, block: block ?? .max),
      percentageBlock: block,
      mode: space.mode)
    let own = context[item.box].direction
    let isOrthogonal = own.isOrthogonal(to: direction)
    // Percentages of rows that are not known yet are no percentages of the viewport.
    if isOrthogonal { result.percentageInline = block }
    let knowsInline = !isOrthogonal || block != nil
    let stretch = stretches(item, in: result, knowsInline: knowsInline, knowsBlock: isOrthogonal || block != nil)
    if knowsInline { result.inlineAuto = stretch.inline ? .stretch : .fitContent }
    result.blockAuto = stretch.block ? .stretch : .fitContent
    if stretch.inline, alignment(of: item, isColumn: !isOrthogonal).value == .stretch { fillInline(item, &result) }
    return result
  }

  /// Stretches what has a ratio, which its own sizing would follow.
  private func fillInline(_ item: GridItem, _ space: inout ConstraintSpace) {
    guard context[item.box].isReplaced || context.preferredRatio(of: item.box) != nil else { return }
    let own = context[item.box].direction
    let properties = SizeProperties(context[item.box].style, own)
    let edges = context.sizingEdges(of: item.box, along: own, basis: space.marginBasis).inlineSum
    let margins = own.logical(context.margins(of: item.box, basis: space.marginBasis)).inlineSum
    let available = max(space.availableInline - margins, edges)
    func limit(_ value: SizeValue) -> LayoutUnit? {
      context.resolveInline(value, item.box, space, edges: edges, available: available)
    }
    space.fixedInline = max(min(available, limit(properties.maxInline) ?? .max), limit(properties.minInline) ?? .zero)
  }

  /// Along which of its own axes an item fills its area.
  ///
  /// One with a ratio is stretched by `stretch`; by `normal` only along one axis and not where the size along
  /// the other is known.
  /// https://drafts.csswg.org/css-grid-2/#grid-item-sizing
  private func stretches(
    _ item: GridItem, in space: ConstraintSpace, knowsInline: Bool, knowsBlock: Bool
  ) -> (inline: Bool, block: Bool) {
    let itemStyle = context[item.box].style
    let own = WritingDirection(itemStyle)
    let isOrthogonal = own.isOrthogonal(to: direction)
    let inline = alignment(of: item, isColumn: !isOrthogonal).value
    let block = alignment(of: item, isColumn: isOrthogonal).value
    var result = (
      inline: knowsInline && (inline == .stretch || inline == .normal),
      block: knowsBlock && (block == .stretch || block == .normal)
    )
    guard context.preferredRatio(of: item.box) != nil else { return result }
    let properties = SizeProperties(itemStyle, own)
    let isBlockKnown =
      result.block && block == .stretch
      || context.resolveBlock(properties.block, item.box, space, edges: .zero, intrinsic: nil) != nil
    if inline == .normal, isBlockKnown { result.inline = false }
    if block == .normal, result.inline || !properties.inline.isAuto { result.block = false }
    return result
  }

  func alignment(of item: GridItem, isColumn: Bool) -> SelfAlignment {
    isColumn ? item.justification : item.alignment
  }

  /// The used self-alignment: `stretch` and `normal` only where they may change the item's size.
  private func usedAlignment(of item: GridItem, isColumn: Bool) -> SelfAlignment {
    if isSubgrid(item.box, isColumn: isColumn) { return SelfAlignment(.stretch) }
    let entry = context[item.box]
    var value = isColumn ? entry.style.alignment.justifySelf : entry.style.alignment.alignSelf
    if value.value == .auto { value = isColumn ? style.alignment.justifyItems : style.alignment.alignItems }
    let horizontal = isColumn == direction.isHorizontal
    let sides = direction.sides(entry.style.box.margin)
    let hasAutoMargin =
      isColumn
      ? sides.inlineStart.isAuto || sides.inlineEnd.isAuto : sides.blockStart.isAuto || sides.blockEnd.isAuto
    let size = horizontal ? entry.style.box.width : entry.style.box.height
    if value.value == .auto { value.value = .normal }
    if value.value == .normal, entry.isReplaced {
      // To layout, controls are no replaced elements.
      let isControl = context.boxes.replacedContent(entry.id)?.isControl ?? false
      value.value = isControl ? .stretch : .start
    }
    if value.value == .stretch || value.value == .normal, hasAutoMargin || !size.isAuto { value.value = .start }
    return value
  }

  /// An item in its area.
  struct PlacedItem {
    var item: Int
    var box: BoxID
    var space: ConstraintSpace
    var inline: LayoutUnit
    var block: LayoutUnit
    var result = LayoutResult(size: .zero)
    /// Of the border box, from the start of the container's border box; nil until it is known by `result`.
    var offset: LogicalOffset?
    /// See `LinkCut`.
    var floor: LayoutUnit?
  }

  private func areaOfItem(_ index: Int) -> PlacedItem? {
    let item = items[index]
    guard item.column.end > item.column.start, item.row.end > item.row.start else { return nil }
    let lastRow = item.row.end - 1
    let inline = areaInline(item)
    let block = (rowStarts[lastRow] + rows[lastRow].base - rowStarts[item.row.start]).nonNegative
    var space = areaSpace(of: item, inline: inline, block: block)
    addSubgridTracks(to: &space, of: item, knowsRows: true)
    return PlacedItem(item: index, box: item.box, space: space, inline: inline, block: block)
  }

  /// Where an item of such a size is.
  func offset(of placed: PlacedItem, size: LogicalSize) -> LogicalOffset {
    let item = items[placed.item]
    return LogicalOffset(
      inline: edges.inlineStart + columnStarts[item.column.start]
        + shift(of: item, isColumn: true, free: placed.inline - size.inline, basis: placed.inline),
      block: edges.blockStart + rowStarts[item.row.start]
        + shift(of: item, isColumn: false, free: placed.block - size.block, basis: placed.inline))
  }

  private mutating func placeFragments(_ areas: [PlacedItem]) -> (first: LayoutUnit?, last: LayoutUnit?) {
    var placed: [(item: GridItem, first: LayoutUnit, last: LayoutUnit)] = []
    let axis = BaselineAxis(of: style, isInline: false)
    for area in areas {
      let (item, result, inline, block) = (items[area.item], area.result, area.inline, area.block)
      if !result.fragment.isNone, context[item.box].style.box.margin.hasPercentage {
        context.tree.gridAreaSizes[result.fragment] = inline
      }
      let size = direction.logical(result.size)
      let offset = area.offset ?? offset(of: area, size: size)
      let isHorizontal = direction.isHorizontal
      let move = context.relativeShift(
        of: item.box, containingWidth: isHorizontal ? inline : block, containingHeight: isHorizontal ? block : inline,
        direction: direction)
      builder.add(result, at: offset, shift: move, floor: area.floor)
      let own = context[item.box].direction
      placed.append(
        (
          item, offset.block + axis.baseline(of: result, own, isLast: false),
          offset.block + axis.baseline(of: result, own, isLast: true)
        ))
    }
    return containerBaselines(placed)
  }

  /// From the start of the area to the item's border box.
  private func shift(of item: GridItem, isColumn: Bool, free: LayoutUnit, basis: LayoutUnit) -> LayoutUnit {
    let entry = context[item.box]
    let margins = direction.logical(context.margins(of: item.box, basis: basis))
    let sides = direction.sides(entry.style.box.margin)
    let (before, after) = isColumn ? (margins.inlineStart, margins.inlineEnd) : (margins.blockStart, margins.blockEnd)
    let (autoStart, autoEnd) =
      isColumn
      ? (sides.inlineStart.isAuto, sides.inlineEnd.isAuto) : (sides.blockStart.isAuto, sides.blockEnd.isAuto)
    let room = free - before - after
    switch (autoStart, autoEnd) {
    case (true, true): return before + (room / 2).nonNegative
    case (true, false): return before + room.nonNegative
    case (false, true): return before
    case (false, false): break
    }
    let value = alignment(of: item, isColumn: isColumn)
    if value.overflow == .safe, room < .zero { return before }
    let own = entry.direction
    switch value.value {
    case .auto, .normal, .stretch, .start, .flexStart: return before
    case .baseline, .lastBaseline:
      let shim = isColumn ? item.columnShim : item.rowShim
      return before + (isBaselineAtEnd(item, isColumn: isColumn) ? room - shim : shim)
    case .end, .flexEnd: return before + room
    case .center, .anchorCenter: return before + room / 2
    case .selfStart, .selfEnd:
      let isFlipped = own.isFlipped(alongInlineOf: direction, isColumn)
      let sameStart = isFlipped == (isColumn ? direction.isInlineFlipped : direction.isBlockFlipped)
      return (value.value == .selfStart) == sameStart ? before : before + room
    case .left: return isColumn && direction.isLTR || !isColumn ? before : before + room
    case .right: return isColumn && direction.isLTR ? before + room : before
    }
  }

  /// Absolutely positioned children: their static position is that of a sole item of the content box,
  /// or of their grid area where the container is their containing block.
  /// https://drafts.csswg.org/css-grid-2/#abspos-items
  private mutating func addOutOfFlow(contentBlock: LayoutUnit) {
    let lines = GridLines(
      columns: .init(
        template: columnTemplate, trackOffset: columnOffset, starts: columnStarts.map { edges.inlineStart + $0 },
        ends: Self.ends(of: columns, columnStarts).map { edges.inlineStart + $0 }, origin: edges.inlineStart),
      rows: .init(
        template: rowTemplate, trackOffset: rowOffset, starts: rowStarts.map { edges.blockStart + $0 },
        ends: Self.ends(of: rows, rowStarts).map { edges.blockStart + $0 }, origin: edges.blockStart),
      direction: direction)
    builder.gridLines = lines
    let size = direction.physical(
      LogicalSize(inline: inlineSize, block: contentBlock + edges.blockSum))
    for child in context[box].children where child.isOutOfFlow {
      var area = (
        start: LogicalOffset(inline: edges.inlineStart, block: edges.blockStart),
        size: LogicalSize(inline: contentInline, block: contentBlock)
      )
      if context.isContainingBlock(box, forFixed: child.style.box.position == .fixed) {
        let rect = lines.area(of: child.style, in: size, border: builder.border)
        area = (direction.logical(rect.origin, of: rect.size, in: size), direction.logical(rect.size))
      }
      var (alongInline, alongBlock) = (child.style.alignment.justifySelf, child.style.alignment.alignSelf)
      if alongInline.value == .auto { alongInline = style.alignment.justifyItems }
      if alongBlock.value == .auto { alongBlock = style.alignment.alignItems }
      let inlineEdge = StaticEdge(alongInline.value, of: child.direction, in: direction, isInline: true)
      let blockEdge = StaticEdge(alongBlock.value, of: child.direction, in: direction, isInline: false)
      builder.addOutOfFlow(
        child.id,
        at: LogicalOffset(
          inline: area.start.inline + inlineEdge.position(in: area.size.inline),
          block: area.start.block + blockEdge.position(in: area.size.block)),
        inlineEdge: inlineEdge, blockEdge: blockEdge,
        safeRoom: (
          alongInline.overflow == .safe ? area.size.inline : nil, alongBlock.overflow == .safe ? area.size.block : nil
        ))
    }
  }

  // MARK: Intrinsic sizes

  /// https://drafts.csswg.org/css-grid-2/#intrinsic-sizes
  package static func intrinsicSizes(of box: BoxID, context: LayoutContext, ignoresItems: Bool = false) -> MinMaxSizes {
    func size(_ constraint: TrackSizing.Constraint) -> LayoutUnit {
      var space = ConstraintSpace(availableInline: .zero)
      if let rows = context.subgridRows[box] { space.subgrid = .tracks(columns: nil, rows: rows) }
      var grid = GridLayout(context: context, box: box, space: space)
      grid.ignoresItems = ignoresItems
      grid.placeItems(columnsAvailable: nil, rowsAvailable: nil)
      grid.sizeColumns(constraint, stretches: false)
      return grid.columns.reduce(grid.sum(ofGaps: grid.columns, grid.columnGap(nil))) { $0 + $1.base }
    }
    return MinMaxSizes(min: size(.minContent), max: size(.maxContent))
  }

  /// The block size of the content box of a grid with size containment.
  /// https://drafts.csswg.org/css-contain-2/#containment-size
  static func contentBlockWithoutItems(of box: BoxID, context: LayoutContext) -> LayoutUnit {
    var grid = GridLayout(context: context, box: box, space: ConstraintSpace(availableInline: .zero))
    grid.ignoresItems = true
    grid.placeItems(columnsAvailable: nil, rowsAvailable: nil)
    grid.sizeRows()
    return grid.rows.reduce(grid.sum(ofGaps: grid.rows, grid.rowGap(nil))) { $0 + $1.base }
  }
}
