import OffscreenCSS
import OffscreenGeometry

/// Lays out a multi-column container: its content in one strip as wide as a column, cut apart; and
/// the boxes that span all columns between the rows of columns.
/// https://drafts.csswg.org/css-multicol-1/
package struct MulticolLayout: ContainerLayout {
  let context: LayoutContext
  let box: BoxID
  let space: ConstraintSpace
  let style: ComputedStyle
  let direction: WritingDirection

  let frame: ContainerFrame
  let geometry: ColumnGeometry

  var builder: FragmentBuilder
  /// The most that the content box may be tall.
  var blockLimit: LayoutUnit?
  /// The columns of an outer container that this one is in, and where along their flow.
  var outerFlow: FragmentainerFlow?
  private let flowOffset: LayoutUnit

  /// From the border box's start to where the next row of columns or spanning box goes.
  var blockOffset = LayoutUnit.zero
  /// Margins of spanning boxes.
  var strut = MarginStrut()
  var firstBaseline: LayoutUnit?
  var lastBaseline: LayoutUnit?
  /// Whether there is a break in the outer container's columns between the last spanning box and the next one;
  /// one before the first thing here, or after the last, is a break before or after this container.
  /// Deviation: one after a spanning box that columns follow is none, as in Chromium.
  private var nextBreak = BreakJoin.allowed
  private var hasPlacedContent = false
  /// Of columns that wrap, where there are rules between them.
  private(set) var rowsWithRules: [ColumnRow] = []

  /// Layouts of the strip, the measuring one included.
  private static let maximumPasses = 40
  private static let mostBoxesWithFragments = 10_000
  /// Columns of one strip; the rest is in the last one.
  private static let maximumColumns = 2_000

  package init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
    (self.context, self.box, self.space) = (context, box, space)
    style = context[box].style
    direction = WritingDirection(style)
    frame = ContainerFrame(of: box, in: space, direction, context)
    geometry = ColumnGeometry(style, available: frame.contentInline, oneEm: LayoutUnit(style.font.size))
    builder = FragmentBuilder(context: context, box: box, frame, writingDirection: direction, mode: space.mode)
    builder.columns = space.columns
    outerFlow = nil
    flowOffset = space.columns?.offset ?? .zero
    outerFlow = contentFlow(from: flowOffset)
  }

  package mutating func run() -> LayoutResult {
    prepare()
    // 1. The strip, at unlimited height; then again until what is in it fits in the columns.
    // How long the outer columns have to be is found out with the shortest columns that hold the content.
    let isMeasured = outerFlow?.isUnlimited ?? false && definiteBlock == nil
    let balances = style.column.fill == .balance || isMeasured
    // Columns in columns would be laid out once and again for each pass of the outer ones: when that has been too
    // much, the strip is laid out once and cut where the cuts come to be.
    let isSpent = context.fragmentationBudget <= 0
    // Out-of-flow boxes have their places, and take part in balancing, once there are fragments.
    // Not where each try would make very many of them.
    let boxCount = context[box].end.rawValue - box.rawValue
    let measuring: LayoutMode =
      boxCount < Self.mostBoxesWithFragments && context.hasOutOfFlow(in: box) ? .layout : .measure
    var strip = layoutStrip(heights: [], mode: isSpent ? space.mode : measuring)
    var heights: [SectionHeights] = []
    var passes = 1
    let measured = strip
    // What is left of the outer column is too short for anything.
    if space.columns?.canBreakBefore ?? false, let rest = outerColumnRest(at: .zero)?.first,
      let first = strip.columns?.flow.sections.first, first.tallestUnbreakable > rest
    {
      outerFlow?.noteShortage(first.tallestUnbreakable - rest)
      return LayoutResult(needingBreakBeforeIn: flowAround(outerFlow))
    }
    if isSpent, let flow = strip.columns?.flow { heights = plan(flow, measured: strip, balances: balances) }
    while !isSpent {
      guard let flow = strip.columns?.flow else { break }
      var changed = false
      if heights.count != flow.sections.count {
        heights = plan(flow, measured: measured, balances: balances)
        changed = true
      } else {
        for (index, section) in flow.sections.enumerated() {
          if heights[index].improve(section, end: end(of: index, in: strip)) { changed = true }
        }
      }
      guard changed else { break }
      strip = layoutStrip(heights: heights.map(\.rows), mode: measuring)
      passes += 1
      context.spendFragmentationBudget(on: box)
      guard passes < Self.maximumPasses, context.fragmentationBudget > 0 else { break }
    }
    if context.fragmentationBudget <= 0 {
      context.note("the page's columns take too long to balance: some are of other heights")
    }
    if space.mode == .layout, measuring == .measure, !isSpent {
      strip = layoutStrip(heights: heights.map(\.rows), mode: .layout)
    }
    // 2. Columns and spanning boxes, one below the other.
    place(strip, heights)
    return finish()
  }

  private mutating func prepare() {
    // The minimum is stronger than the maximum. https://drafts.csswg.org/css2/#min-max-heights
    let properties = SizeProperties(style, direction)
    let limit = contentBlock(properties.maxBlock).map { max($0, contentBlock(properties.minBlock) ?? .zero) }
    blockLimit = [growsToContent ? nil : definiteBlock, limit].compactMap { $0 }.min()
    blockOffset = edges.blockStart
  }

  /// How many columns stand beside each other, if there are rows of them.
  private var columnsPerRow: Int {
    outerColumnRest(at: .zero) != nil || wrapsColumns ? geometry.count : .max
  }

  /// How tall rows of columns are, at most, by the container's style.
  /// https://drafts.csswg.org/css-multicol-2/#ch
  private var rowHeight: LayoutUnit? {
    style.column.height.map { max(LayoutUnit($0), LayoutUnit(1)) } ?? (style.column.wrap == .wrap ? definiteBlock : nil)
  }

  private var wrapsColumns: Bool { style.column.wrapsColumns && rowHeight != nil }

  /// Between rows of columns.
  private var rowGap: LayoutUnit {
    guard wrapsColumns else { return .zero }
    return style.alignment.rowGap?.resolved(definiteBlock ?? .zero).nonNegative ?? LayoutUnit(style.font.size)
  }

  private var growsToContent: Bool { space.columns?.growsToContent ?? false }

  // MARK: The strip

  private func layoutStrip(heights: [[LayoutUnit]], mode: LayoutMode) -> LayoutResult {
    var content = ConstraintSpace(availableInline: geometry.width)
    content.fixedInline = geometry.width
    content.percentageInline = geometry.width
    content.percentageBlock = definiteBlock
    content.marginBasis = geometry.width
    content.mode = mode
    let flow = FragmentainerFlow(heights: heights, columnsPerRow: columnsPerRow)
    content.columns = ColumnSpace(flow: flow, takesSpanners: true, isContent: true)
    return context.layout(box, in: content)
  }

  private func end(of section: Int, in strip: LayoutResult) -> LayoutUnit {
    guard let flow = strip.columns?.flow else { return .zero }
    if section + 1 < flow.sections.count { return flow.sections[section + 1].start }
    let end = max(direction.logical(strip.size).block, flow.sections[section].contentEnd)
    return style.column.fill == .balance ? max(end, flow.sections[section].positionedEnd) : end
  }

  private func plan(_ flow: FragmentainerFlow, measured: LayoutResult, balances: Bool) -> [SectionHeights] {
    var used = LayoutUnit.zero
    return flow.sections.indices.map { index in
      var limit = blockLimit.map { ($0 - used).nonNegative } ?? .max
      var limits = [limit]
      if let rest = outerColumnRest(at: used) {
        limit = min(limit, rest.first)
        limits = [limit, rest.others]
      }
      if let rowHeight {
        limits = wrapsColumns ? [rowHeight, rowHeight] : [min(limit, rowHeight)]
        if let rest = outerColumnRest(at: used) {
          limits = [min(rowHeight, rest.first), min(rowHeight, rest.others)]
        }
      }
      let isLast = index == flow.sections.count - 1
      let heights = SectionHeights(
        flow.sections[index], end: end(of: index, in: measured), columnsPerRow: geometry.count, limits: limits,
        balances: balances || !isLast, fitsContent: definiteBlock == nil)
      if !isLast { used += heights.last + spannerExtent(flow.sections[index].spanner) }
      return heights
    }
  }

  /// The block size of the margin box of a spanning box.
  private func spannerExtent(_ spanner: BoxID) -> LayoutUnit {
    guard !spanner.isNone, blockLimit != nil || outerFlow != nil else { return .zero }
    var childSpace = spannerSpace(spanner)
    childSpace.mode = .measure
    let margins = direction.logical(context.margins(of: spanner, basis: contentInline))
    return (direction.logical(context.layout(spanner, in: childSpace).size).block + margins.blockSum).nonNegative
  }

  private func spannerSpace(_ spanner: BoxID) -> ConstraintSpace {
    var childSpace = context.childSpace(
      for: spanner, in: direction, available: LogicalSize(inline: contentInline, block: definiteBlock ?? .max),
      percentageBlock: definiteBlock, inlineAuto: context[spanner].isTable ? .fitContent : .stretch,
      mode: space.mode)
    if context[spanner].isReplaced { childSpace.inlineAuto = .fitContent }
    return childSpace
  }

  /// The room in the column of the outer container behind so much content, and in its next ones.
  private func outerColumnRest(at used: LayoutUnit) -> (first: LayoutUnit, others: LayoutUnit)? {
    guard let outerFlow else { return nil }
    let start = flowOffset + edges.blockStart + used
    guard let column = outerFlow.fragmentainer(at: start), let next = outerFlow.fragmentainer(at: column.next)
    else { return nil }
    return (column.end - start, next.size)
  }

  // MARK: Placing

  private mutating func place(_ strip: LayoutResult, _ heights: [SectionHeights]) {
    guard let flow = strip.columns?.flow else { return }
    let columns = columns(of: strip, flow, heights)
    let slicer = FragmentSlicer(context: context, direction: direction, columns: columns.map(\.column))
    let fragments =
      strip.fragment.isNone
      ? [] : slicer.columnFragments(of: strip.fragment, inlineSize: geometry.width, box: box)
    var candidates: [Int: [OutOfFlowCandidate]] = [:]
    var index = 0
    for (section, entry) in flow.sections.enumerated() {
      let first = index
      while index < columns.count, columns[index].section == section { index += 1 }
      if index > first {
        // Margins of spanning boxes and of columns do not collapse.
        let isEmpty = end(of: section, in: strip) == entry.start
        if !isEmpty {
          blockOffset += strut.sum
          strut = MarginStrut()
          (nextBreak, hasPlacedContent) = (.allowed, true)
        }
        placeColumns(first..<index, columns, fragments, heights[section], strip, slicer, &candidates)
      }
      if !entry.spanner.isNone { placeSpanner(entry.spanner) }
    }
    blockOffset += strut.sum
  }

  private typealias PlacedColumn = (section: Int, place: Int, column: FragmentSlicer.Column)

  /// All columns along the strip.
  private func columns(of strip: LayoutResult, _ flow: FragmentainerFlow, _ heights: [SectionHeights]) -> [PlacedColumn]
  {
    var result: [PlacedColumn] = []
    for (index, section) in flow.sections.enumerated() {
      var sectionEnd = end(of: index, in: strip)
      let isLast = index == flow.sections.count - 1
      if isLast, !strip.fragment.isNone {
        let fragment = context.tree[strip.fragment]
        let reach = direction.logicalRect(fragment.scrollableOverflow, in: fragment.size)
        sectionEnd = max(sectionEnd, min(reach.end, sectionEnd + LayoutUnit(100_000)))
      }
      guard heights.indices.contains(index), sectionEnd > section.start || isLast && result.isEmpty else { continue }
      let rows = heights[index].rows
      let perRow = columnsPerRow
      var start = section.start
      var place = 0
      while place == 0 || start < sectionEnd, result.count < Self.maximumColumns {
        let fragmentainer = FragmentainerFlow.fragmentainer(
          at: start, from: section.start, rows: rows, columnsPerRow: perRow)
        let size = rows[perRow == .max ? rows.count - 1 : min(place / perRow, rows.count - 1)]
        result.append((index, place, .init(start: start, end: fragmentainer.end, size: size)))
        start = fragmentainer.end
        place += 1
      }
      if result.count >= Self.maximumColumns {
        context.note("a box has more than \(Self.maximumColumns) columns: the rest is in the last one")
      }
      if !result.isEmpty {
        result[result.count - 1].column.end = isLast ? .max : sectionEnd
      }
    }
    return result
  }

  private mutating func placeColumns(
    _ range: Range<Int>, _ columns: [PlacedColumn], _ fragments: [FragmentID], _ heights: SectionHeights,
    _ strip: LayoutResult, _ slicer: FragmentSlicer, _ candidates: inout [Int: [OutOfFlowCandidate]]
  ) {
    let isNested = outerColumnRest(at: .zero) != nil
    let perRow = columnsPerRow
    let stripSize = strip.size
    var byColumn: [Int: [OutOfFlowCandidate]] = [:]
    for var candidate in strip.outOfFlow {
      var offset = direction.logical(candidate.staticPosition, of: .zero, in: stripSize)
      if candidate.blockEdge != .start, !candidate.writingDirection.isOrthogonal(to: direction) {
        // It is in the column where it starts.
        let own = context.childSpace(
          for: candidate.box, in: direction, available: LogicalSize(inline: geometry.width, block: .max),
          percentageBlock: nil, mode: .measure)
        offset.block -= candidate.blockEdge.position(
          in: direction.logical(context.layout(candidate.box, in: own).size).block)
        candidate.blockEdge = .start
      }
      let index = slicer.column(at: offset.block - (candidate.isBehindContent ? .epsilon : .zero))
      guard range.contains(index) else { continue }
      var moved = candidate
      let columnSize = direction.physical(LogicalSize(inline: geometry.width, block: columns[index].column.size))
      moved.staticPosition = direction.physical(
        LogicalOffset(inline: offset.inline, block: offset.block - columns[index].column.start), of: .zero,
        in: columnSize)
      byColumn[index, default: []].append(moved)
    }
    var rowStart = blockOffset
    var row = 0
    var rows: [ColumnRow] = []
    // Columns without anything behind the last that has something are not there.
    var last = range.lowerBound
    for index in range {
      let hasContent = fragments.indices.contains(index) && !context.tree[fragments[index]].children.isEmpty
      if hasContent || byColumn[index] != nil || space.mode == .measure { last = index }
    }
    for index in range where index <= last {
      let (_, place, column) = columns[index]
      let columnRow = place / perRow
      while row < columnRow {
        rowStart += rowExtent(row, heights) + rowGap
        if let outerFlow { rowStart = outerFlow.skippingInsets(from: flowOffset + rowStart) - flowOffset }
        row += 1
      }
      let inColumn = place % perRow
      let offset = LogicalOffset(
        inline: edges.inlineStart + (geometry.width + geometry.gap) * inColumn, block: rowStart)
      let size = direction.physical(LogicalSize(inline: geometry.width, block: column.size))
      if wrapsColumns || rulesGoOn {
        if rows.count <= row {
          rows.append(ColumnRow(range: rowStart..<rowStart + rowExtent(row, heights).nonNegative))
        }
        rows[rows.count - 1].count = inColumn + 1
      }
      builder.add(
        fragments.indices.contains(index) ? fragments[index] : .none, size: size, at: offset,
        outOfFlow: byColumn[index] ?? [])
      func baseline(_ value: LayoutUnit?) -> LayoutUnit? {
        guard let value, value >= column.start, value < column.end else { return nil }
        return rowStart + value - column.start
      }
      if firstBaseline == nil { firstBaseline = baseline(strip.firstBaseline) }
      if let found = baseline(strip.lastBaseline) { lastBaseline = found }
    }
    blockOffset = rowStart + rowExtent(row, heights)
    noteRules(between: rows)
    if isNested {
      outerFlow?.noteUnbreakable(strip.columns?.flow.sections.map(\.tallestUnbreakable).max() ?? .zero)
      if heights.rows.count > 1,
        let shortage = strip.columns?.flow.sections[columns[range.lowerBound].section].shortage,
        shortage < .max
      {
        outerFlow?.noteShortage(shortage)
      }
    } else if let flow = outerFlow, flow.isUnlimited {
      outerFlow?.noteUnbreakable(strip.columns?.flow.sections.map(\.tallestUnbreakable).max() ?? .zero)
    }
  }

  private mutating func noteRules(between rows: [ColumnRow]) {
    guard rows.count > 1 || rulesGoOn, !rows.isEmpty, rowsWithRules.count < Self.maximumColumns,
      style.column.hasRowRules || style.column.hasColumnRules
    else { return }
    rowsWithRules += rows
    rowsWithRules[rowsWithRules.count - 1].isLast = true
  }

  /// How tall a row is: as the style says, whether its columns are balanced or not.
  private func rowExtent(_ row: Int, _ heights: SectionHeights) -> LayoutUnit {
    let height = heights.rows[min(row, heights.rows.count - 1)]
    return style.column.height == nil ? height : max(height, min(rowHeight ?? .zero, heights.limits.first ?? .max))
  }

  private mutating func placeSpanner(_ spanner: BoxID) {
    let margins = direction.logical(context.margins(of: spanner, basis: contentInline))
    strut.append(margins.blockStart)
    blockOffset += strut.sum
    strut = MarginStrut()
    var childSpace = spannerSpace(spanner)
    breakIfForced(context.breakBefore(spanner, available: contentInline))
    nextBreak = context.breakAfter(spanner, available: contentInline)
    var start = flowOffset + blockOffset
    if let column = outerFlow?.fragmentainer(at: start), !context.isMonolithic(spanner) {
      childSpace.columns = outerFlow.map { ColumnSpace(flow: $0, offset: start, canBreakBefore: start > column.start) }
    }
    var result = context.layout(spanner, in: childSpace)
    if let column = outerFlow?.fragmentainer(at: start), start > column.start,
      result.needsBreakBefore
        || (context.isMonolithic(spanner) || context.avoidsBreaksInside(spanner))
          && start + direction.logical(result.size).block > column.end
    {
      blockOffset += column.next - start
      start = column.next
      childSpace.columns?.offset = start
      childSpace.columns?.canBreakBefore = false
      result = context.layout(spanner, in: childSpace)
    }
    if let flow = result.columns?.flow { outerFlow = flow }
    let size = direction.logical(result.size)
    let sides = direction.sides(context[spanner].style.box.margin)
    let free = (contentInline - size.inline - margins.inlineSum).nonNegative
    let shift: LayoutUnit =
      switch (sides.inlineStart.isAuto, sides.inlineEnd.isAuto) {
      case (true, true): free / 2
      case (true, false): free
      case (false, _): .zero
      }
    let move =
      direction.isHorizontal
      ? context.relativeShift(
        of: spanner, containingWidth: contentInline, containingHeight: definiteBlock, direction: direction)
      : context.relativeShift(
        of: spanner, containingWidth: definiteBlock ?? .zero, containingHeight: contentInline, direction: direction)
    builder.add(
      result, at: LogicalOffset(inline: edges.inlineStart + margins.inlineStart + shift, block: blockOffset),
      shift: move)
    if firstBaseline == nil { firstBaseline = result.firstBaseline.map { blockOffset + $0 } }
    if let last = result.lastBaseline { lastBaseline = blockOffset + last }
    blockOffset += size.block
    strut.append(margins.blockEnd)
  }

  /// A forced break before or after a spanning box is one of the outer container's columns. `join`: what the
  /// next thing says.
  private mutating func breakIfForced(_ join: BreakJoin) {
    defer { (nextBreak, hasPlacedContent) = (.allowed, true) }
    guard hasPlacedContent, join.joined(nextBreak) == .forced, let outerFlow else { return }
    let start = flowOffset + blockOffset
    if outerFlow.isUnlimited {
      self.outerFlow?.noteForcedBreak(at: start)
    } else if let column = outerFlow.fragmentainer(at: start), start > column.start {
      blockOffset += column.next - start
      strut = MarginStrut()
    }
  }

  /// Beside the first line, whether that is in a column or in a box that spans them.
  private mutating func placeOutsideMarker() {
    guard let (marker, edge) = context.layoutOutsideMarker(of: box, direction, space.mode) else { return }
    var offset = LogicalOffset(inline: edge, block: edges.blockStart)
    if let line = firstBaseline, let own = marker.firstBaseline {
      offset.block = line - own
    } else {
      // As where there are no columns.
      blockOffset = max(blockOffset, direction.logical(marker.size).block)
    }
    builder.add(marker, at: offset, paintsFirst: true)
  }

  private mutating func finish() -> LayoutResult {
    placeOutsideMarker()
    let intrinsic = blockOffset + edges.blockEnd
    var overflow = ColumnOverflow()
    let size = sizeAlongFlow(
      blockSize(intrinsic: intrinsic), intrinsic: intrinsic, from: flowOffset, in: outerFlow, &overflow)
    if space.blockContentShift != .zero {
      builder.moveChildren(block: space.blockContentShift)
      firstBaseline = firstBaseline.map { $0 + space.blockContentShift }
      lastBaseline = lastBaseline.map { $0 + space.blockContentShift }
    }
    if let flow = flowAround(outerFlow) { builder.columns?.flow = flow }
    var result = builder.finish(LogicalSize(inline: inlineSize, block: size))
    addRules(to: result.fragment, size: result.size)
    result.intrinsicBlockSize = intrinsic
    result.firstBaseline = firstBaseline
    result.lastBaseline = lastBaseline
    result.columns = builder.columns.map { ColumnResult(flow: $0.flow) }
    return result
  }
}
