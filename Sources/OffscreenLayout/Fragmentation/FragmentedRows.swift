import OffscreenCSS
import OffscreenGeometry

/// Rows of boxes in columns: the lines of a flex container, the tracks of a grid.
///
/// The boxes of a row stand beside each other, and each is a flow of its own: what is moved down to the next column
/// in one of them moves nothing in the others. The rows behind it are moved by what its row grows.
/// https://drafts.csswg.org/css-break-3/#parallel-flows
struct FragmentedRows {
  /// A box of a row; along the block axis, from the start of the container's border box, as if nothing were cut.
  struct Item {
    var box: BoxID
    var space: ConstraintSpace
    var offset: LayoutUnit
    var size: LayoutUnit
    var marginStart: LayoutUnit
    var marginEnd: LayoutUnit
    /// A given block size is the smallest that the box may have.
    var mayGrow: Bool
    /// What the box has grown or moved makes its row longer.
    var expandsRow = true
    /// The box is as long as its row.
    var fillsRow = false
    /// The row that the box ends in, where that is another one than its own.
    var lastRow: Int?
  }

  struct Row {
    var start: LayoutUnit
    var end: LayoutUnit
    var items: [Item]
    /// What the boxes say about breaks before and after the row.
    var breakBefore: BreakJoin
    var breakAfter: BreakJoin
    var movement = Movement.separate
    /// No box of the row is to be cut where that can be avoided.
    var isWhole = false
    /// What is taken of each column that the row is in.
    var insets: [ColumnInsets] = []
  }

  /// What moves to the next column where a box of a row does not fit.
  enum Movement {
    /// That box.
    case separate
    /// All of them, where the box is at the start of the row.
    case together
  }

  struct PlacedItem {
    var result: LayoutResult
    var offset: LayoutUnit
    var isMoved = false
    /// See `LinkCut`.
    var floor: LayoutUnit?
  }

  /// What is known before a row.
  private struct State {
    var flow: FragmentainerFlow
    /// How much further down rows are by now than they would be if nothing were cut.
    var expansion = LayoutUnit.zero
    /// Where the row before ends.
    var end: LayoutUnit
    /// By the row that they end in: how much boxes of earlier rows have grown, and where they end.
    var ends: [Int: LayoutUnit] = [:]
  }

  private let context: LayoutContext
  private let direction: WritingDirection
  /// Where the start of the container's border box is along the flow.
  private let flowOffset: LayoutUnit
  private let canBreakBefore: Bool
  /// See `ColumnSpace`.
  private let breaksAtEnd: Bool
  private(set) var brokeAtEnd = false
  /// Other rows of the container stand beside these: a break before the first one, behind a margin, is in the container.
  var isBesideOthers = false
  /// Margins at the end of a row end at a cut.
  var cutsMargins = true
  /// The container's border and padding behind the last row, which are not cut from what is last in it.
  var edgesAtEnd = LayoutUnit.zero
  /// Boxes of the row before have moved because of `orphans`.
  private var movedForOrphans = false
  /// What is in the first row does not move to the next column by itself.
  private let requiresContent: Bool
  /// How far the flow had come before the rows.
  private let floor: LayoutUnit
  private var state: State
  // Beside the state, which is copied at each row.
  /// The boxes of all rows, in the order that they were given in.
  private(set) var placed: [[PlacedItem]] = []
  /// How far each row has moved down.
  private(set) var shifts: [LayoutUnit] = []
  /// Where each row ends.
  private(set) var rowEnds: [LayoutUnit] = []
  /// What sticks out of columns in the boxes.
  private(set) var overflow = ColumnOverflow()

  init(context: LayoutContext, direction: WritingDirection, in columns: ColumnSpace, contentStart: LayoutUnit) {
    (self.context, self.direction, flowOffset) = (context, direction, columns.offset)
    canBreakBefore = columns.canBreakBefore
    breaksAtEnd = columns.breaksAtEnd
    requiresContent = columns.requiresContent
    floor = columns.flow.floor
    state = State(flow: columns.flow, end: contentStart)
  }

  var flow: FragmentainerFlow {
    var flow = state.flow
    flow.floor = floor
    return flow
  }
  var expansion: LayoutUnit { state.expansion }
  /// Places the rows, which are in order. False if nothing of them fits in this column, and the container is to
  /// start in the next one.
  mutating func place(_ rows: [Row]) -> Bool {
    var row = 0
    /// Where a break is to be avoided, the last one that is allowed has to do.
    var breakpoint: (row: Int, state: State)?
    var breaksNext = false
    var keepsEdges = edgesAtEnd > .zero && !state.flow.isUnlimited
    while row < rows.count {
      let join = row == 0 ? joinAtStart(rows[0]) : rows[row].breakBefore.joined(rows[row - 1].breakAfter)
      let end = state.end
      if join == .forced { breakpoint = nil }
      if join == .allowed, row > 0, !breaksNext { breakpoint = (row, state) }
      let before = state
      // What follows the last row is to be kept with it.
      if breaksAtEnd, row > 0, row == rows.count - 1, join == .allowed { (breaksNext, brokeAtEnd) = (true, true) }
      let isMoved = place(rows[row], number: row, join: breaksNext ? .forced : join)
      breaksNext = false
      if keepsEdges, row > 0, row == rows.count - 1, !isMoved, join == .allowed, cutsEdges(behind: rows[row]) {
        keepsEdges = false
        let shortage = state.flow.section.shortage
        state = before
        state.flow.noteShortage(shortage)
        placed.removeLast()
        shifts.removeLast()
        rowEnds.removeLast()
        breaksNext = true
        continue
      }
      if isMoved || row > 0 && isCut(at: rows[row].start + shifts[row]), row == 0 || join == .avoided {
        if row > 0, let earlier = breakpoint, earlier.row < row, context.fragmentationBudget > 0 {
          for again in rows[earlier.row...row] {
            for item in again.items { context.spendFragmentationBudget(on: item.box) }
          }
          (row, state) = earlier
          placed.removeSubrange(row...)
          shifts.removeSubrange(row...)
          rowEnds.removeSubrange(row...)
          breakpoint = nil
          breaksNext = true
          continue
        }
        // All rows so far are to be kept together.
        if canBreakBefore, breakpoint == nil, isInOneFragmentainer(from: rows[0].start, to: end),
          isInFirstFragmentainer(rows[0].start)
        {
          return false
        }
        if join == .avoided {
          // It is better to break between fewer lines than `orphans` says than here.
          if isMoved, movedForOrphans {
            let shortage = state.flow.section.shortage
            state = before
            state.flow.noteShortage(shortage)
            placed.removeLast()
            shifts.removeLast()
            rowEnds.removeLast()
            _ = place(rows[row], number: row, join: join, stays: true)
          }
          state.flow.noteShortage(state.end - rows[row].start - (shifts.last ?? .zero))
          state.flow.noteViolation()
        }
      }
      if isMoved { breakpoint = nil }
      row += 1
    }
    return true
  }

  private func joinAtStart(_ row: Row) -> BreakJoin {
    isBesideOthers && row.items.contains { $0.marginStart > .zero } && row.breakBefore == .forced ? .forced : .allowed
  }

  /// Whether a row that starts here starts where the row before was cut off.
  private func isCut(at start: LayoutUnit) -> Bool {
    guard let column = fragmentainer(at: start) else { return false }
    return column.index > 0 && column.start == flowOffset + start
  }

  private func isInOneFragmentainer(from start: LayoutUnit, to end: LayoutUnit) -> Bool {
    guard let first = fragmentainer(at: start), let last = fragmentainer(at: max(start, end - .epsilon)) else {
      return false
    }
    return first.index == last.index && first.start < flowOffset + start || first.start == flowOffset + start
  }

  /// Whether a place is in the column that the container starts in.
  private func isInFirstFragmentainer(_ place: LayoutUnit) -> Bool {
    flow.fragmentainer(at: flowOffset)?.index == flow.fragmentainer(at: flowOffset + place)?.index
  }

  /// Whether a cut goes through the container's edges behind its last row, which is not to be cut itself: it goes with
  /// them.
  private mutating func cutsEdges(behind row: Row) -> Bool {
    guard context.fragmentationBudget > 0, !row.items.isEmpty, row.items.allSatisfy({ isWhole($0, in: row) }),
      let shift = shifts.last, let column = fragmentainer(at: state.end - .epsilon)
    else { return false }
    let end = flowOffset + state.end
    guard column.start < flowOffset + row.start + shift, end <= column.end, end + edgesAtEnd > column.end else {
      return false
    }
    state.flow.noteShortage(end + edgesAtEnd - column.end)
    for item in row.items { context.spendFragmentationBudget(on: item.box) }
    return true
  }

  private func fragmentainer(at block: LayoutUnit) -> FragmentainerFlow.Fragmentainer? {
    state.flow.fragmentainer(at: flowOffset + block)
  }

  private func isWhole(_ item: Item, in row: Row) -> Bool {
    row.isWhole || context.isMonolithic(item.box) || context.avoidsBreaksInside(item.box)
  }

  /// True if the whole row moved to the next column because it does not fit. `stays`: what may be cut does not move.
  private mutating func place(_ row: Row, number: Int, join: BreakJoin, stays: Bool = false) -> Bool {
    let outerInsets = state.flow.insets
    state.flow.insets += row.insets
    defer { state.flow.insets = outerInsets }
    var start = row.start + state.expansion
    if number > 0 { start = state.flow.skippingInsets(from: flowOffset + start) - flowOffset }
    // A gap ends at a cut.
    if number > 0, start > state.end, let column = fragmentainer(at: state.end - .epsilon) {
      start = min(start, max(column.end - flowOffset, state.end))
    }
    if let column = fragmentainer(at: number > 0 ? start - .epsilon : start) { state.flow.reach(column.start) }
    if join == .forced {
      if state.flow.isUnlimited {
        state.flow.noteForcedBreak(at: flowOffset + start)
      } else if let column = fragmentainer(at: number > 0 ? start - .epsilon : start) {
        start = column.next - flowOffset
        state.flow.reach(column.next)
      }
    }
    // What is no box, and is not to be cut.
    var isWholeMoved = false
    if row.items.isEmpty, row.isWhole, number > 0, let column = fragmentainer(at: start),
      column.start < flowOffset + start, flowOffset + start + (row.end - row.start) > column.end
    {
      state.flow.noteShortage(flowOffset + start + (row.end - row.start) - column.end)
      start = column.next - flowOffset
      isWholeMoved = true
    }
    var shift = start - row.start
    let before = state.flow
    movedForOrphans = false
    let isFirst = requiresContent && number == 0
    var items = row.items.map {
      place(
        $0, at: $0.offset + shift, isWhole: row.isWhole, isFirst: isFirst, stays: stays && !isWhole($0, in: row))
    }
    var isMoved = !items.isEmpty && items.allSatisfy(\.isMoved)
    if isMoved {
      shift = zip(row.items, items).map { $1.offset - $0.offset }.min() ?? shift
    } else if row.movement == .together, let column = fragmentainer(at: start), column.start < flowOffset + start,
      zip(row.items, items).contains(where: { $1.isMoved && startsRow($0, row) })
    {
      let shortage = state.flow.section.shortage
      state.flow = before
      state.flow.noteShortage(shortage)
      shift = column.next - flowOffset - row.start
      items = row.items.map { place($0, at: $0.offset + shift) }
      isMoved = true
    }
    noteEnds(of: row, number: number, shift: shift, items)
    state.end = max(row.end + shift, state.ends.removeValue(forKey: number) ?? .min)
    // Boxes may stick out of their row at its start.
    if let overflow = overflowEnd(of: row, items) { state.end = max(overflow, row.start + shift) }
    state.end = endWithoutCutMargins(state.end, row, items)
    fill(row, &items, shift: shift)
    state.expansion = state.end - row.end
    placed.append(items)
    shifts.append(shift)
    rowEnds.append(state.end)
    return isMoved || isWholeMoved
  }

  private func startsRow(_ item: Item, _ row: Row) -> Bool { item.offset - item.marginStart <= row.start }

  /// Where boxes end that have grown or moved further than their row.
  private mutating func noteEnds(of row: Row, number: Int, shift: LayoutUnit, _ items: [PlacedItem]) {
    for (item, placed) in zip(row.items, items) where item.expandsRow {
      let end =
        placed.offset + direction.logical(placed.result.size).block - overflow(of: item, placed).atEnd
      guard end > item.offset + item.size + shift else { continue }
      let last = max(number, item.lastRow ?? number)
      state.ends[last] = max(state.ends[last] ?? .min, end + item.marginEnd)
    }
  }

  /// Where the row ends if margins end at a cut.
  private func endWithoutCutMargins(_ end: LayoutUnit, _ row: Row, _ items: [PlacedItem]) -> LayoutUnit {
    guard cutsMargins, row.items.contains(where: { $0.marginEnd > .zero }) else { return end }
    let content = items.map { $0.offset + direction.logical($0.result.size).block }.max() ?? end
    guard content < end, let column = fragmentainer(at: content - .epsilon), column.end - flowOffset < end else {
      return end
    }
    return max(content, column.end - flowOffset)
  }

  /// Boxes that are as long as their row follow it where it has grown.
  private mutating func fill(_ row: Row, _ items: inout [PlacedItem], shift: LayoutUnit) {
    for (index, item) in row.items.enumerated() where item.fillsRow && !context.isMonolithic(item.box) {
      let room = state.end - item.marginEnd - items[index].offset
      let growth = state.end - row.end - shift
      guard growth > .zero, room > direction.logical(items[index].result.size).block, context.fragmentationBudget > 0
      else { continue }
      var space = item.space
      if space.fixedBlock != nil {
        space.fixedBlock = room
      } else if let available = space.availableBlock, space.blockAuto == .stretch {
        space.availableBlock = available + growth
      } else {
        continue
      }
      space.columns = ColumnSpace(
        flow: state.flow, offset: flowOffset + items[index].offset, growsToContent: item.mayGrow,
        sizeIncludesInsets: true)
      context.spendFragmentationBudget(on: item.box)
      items[index].result = context.layout(item.box, in: space)
    }
  }

  private func overflow(of item: Item, _ placed: PlacedItem) -> ColumnOverflow {
    context.overflow(
      of: item.box, placed.result, size: direction.logical(placed.result.size).block,
      from: flowOffset + placed.offset, in: state.flow)
  }

  /// Monolithic content that is taller than its column overflows it; the flow goes on behind the cut. nil if there is
  /// none in the row.
  private mutating func overflowEnd(of row: Row, _ items: [PlacedItem]) -> LayoutUnit? {
    var (end, wholeEnd) = (LayoutUnit.min, LayoutUnit.min)
    overflow.atEnd = .zero
    var overflows = false
    for (item, placed) in zip(row.items, items) {
      let own = overflow(of: item, placed)
      overflow.unite(own)
      overflows = overflows || !own.isEmpty
      let itemEnd = placed.offset + direction.logical(placed.result.size).block
      end = max(end, itemEnd - own.atEnd + (own.atEnd > .zero ? .zero : item.marginEnd))
      wholeEnd = max(wholeEnd, itemEnd)
    }
    guard overflows else { return nil }
    overflow.atEnd = (wholeEnd - end).nonNegative
    return end
  }

  /// `isFirst`: the item has to be in the column that it starts in.
  private mutating func place(
    _ item: Item, at start: LayoutUnit, isWhole: Bool = false, isFirst: Bool = false, stays: Bool = false
  ) -> PlacedItem {
    let isMonolithic = context.isMonolithic(item.box)
    let isWhole = isWhole || isMonolithic || context.avoidsBreaksInside(item.box)
    var placed = PlacedItem(result: LayoutResult(size: .zero), offset: start)
    for isLastTry in [false, true] {
      let column = fragmentainer(at: placed.offset)
      let mayMove =
        !isLastTry && !stays && context.fragmentationBudget > 0
        && column.map { $0.start < flowOffset + placed.offset } ?? state.flow.isUnlimited
      var space = item.space
      if !isMonolithic {
        space.columns = ColumnSpace(
          flow: state.flow, offset: flowOffset + placed.offset, canBreakBefore: mayMove,
          growsToContent: item.mayGrow)
        space.columns?.requiresContent = isFirst
      }
      placed.result = context.layout(item.box, in: space)
      if let after = placed.result.columns?.flow { state.flow = after }
      let end = flowOffset + placed.offset + direction.logical(placed.result.size).block
      if isWhole { state.flow.noteUnbreakable(direction.logical(placed.result.size).block) }
      state.flow.noteContent(endingAt: end)
      guard let column, mayMove, placed.result.needsBreakBefore || isWhole && !isFirst && end > column.end else {
        break
      }
      if isWhole { state.flow.noteShortage(end - column.end) }
      if placed.result.columns?.breaksForOrphans ?? false { movedForOrphans = true }
      context.spendFragmentationBudget(on: item.box)
      placed.offset = column.next - flowOffset
      placed.isMoved = true
    }
    placed.floor = state.flow.noteFloor(for: flowOffset + placed.offset)
    return placed
  }
}
