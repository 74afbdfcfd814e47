import OffscreenCSS
import OffscreenGeometry

/// The break properties at the place between two boxes.
/// https://drafts.csswg.org/css-break-3/#break-between
enum BreakJoin {
  case allowed, avoided, forced

  /// `isPage`: between pages, not columns.
  init(_ value: BreakBetween, isPage: Bool) {
    switch value {
    case .auto, .region, .avoidRegion: self = .allowed
    case .page, .left, .right, .recto, .verso: self = isPage ? .forced : .allowed
    case .column: self = isPage ? .allowed : .forced
    case .avoidPage: self = isPage ? .avoided : .allowed
    case .avoidColumn: self = isPage ? .allowed : .avoided
    case .avoid: self = .avoided
    case .always, .all: self = .forced
    }
  }

  /// Forced breaks win over avoided ones.
  func joined(_ other: BreakJoin) -> BreakJoin {
    switch (self, other) {
    case (.forced, _), (_, .forced): .forced
    case (.avoided, _), (_, .avoided): .avoided
    case (.allowed, .allowed): .allowed
    }
  }
}

/// Which end of a box a break is at.
enum BreakSide { case before, after }

extension LayoutContext {
  /// The join before a box: values of what is first in boxes count for their parents too. `available`: the inline size
  /// that the box has.
  /// https://drafts.csswg.org/css-break-3/#break-propagation
  func breakBefore(_ box: BoxID, available: @autoclosure () -> LayoutUnit) -> BreakJoin {
    breakJoin(.before, box, available: available)
  }

  func breakAfter(_ box: BoxID, available: @autoclosure () -> LayoutUnit) -> BreakJoin {
    breakJoin(.after, box, available: available)
  }

  /// As deep as the box tree.
  private func breakJoin(_ side: BreakSide, _ box: BoxID, available: () -> LayoutUnit) -> BreakJoin {
    // Optimization: most boxes say nothing, and neither does what is in them.
    guard saysBreaks(in: box) else { return .allowed }
    let column = boxes[box].style.column
    var join = BreakJoin(side == .before ? column.breakBefore : column.breakAfter, isPage: breaksPages(at: box))
    guard join != .forced, propagatesBreaks(box), !isMonolithic(box) else { return join }
    // Found out once, and only where it is asked for.
    var contentInline: LayoutUnit?
    for child in children(of: box, at: side, available: available) where breaksAround(child, in: box) {
      join = join.joined(
        breakJoin(side, child) {
          let size =
            contentInline
            ?? ContainerFrame(of: box, in: ConstraintSpace(availableInline: available()), self[box].direction, self)
            .contentInline
          contentInline = size
          return size
        })
      if join == .forced { break }
    }
    return join
  }

  /// Whether a box, or one in it, has a value for breaks before or after it.
  private func saysBreaks(in box: BoxID) -> Bool {
    let list = boxesWithBreaks
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < box { low = middle + 1 } else { high = middle }
    }
    return low < list.count && list[low].rawValue < max(box.rawValue + 1, boxes[box].end.rawValue)
  }

  /// The children that are first or last along the block axis.
  private func children(of box: BoxID, at side: BreakSide, available: () -> LayoutUnit) -> [BoxID] {
    if boxes[box].kind == .tableRow { return self[box].children.filter { $0.isInFlow }.map { $0.id } }
    switch boxes[box].context {
    case .flex:
      var layout = FlexLayout(context: self, box: box, space: ConstraintSpace(availableInline: available()))
      return layout.items(at: side)
    case .grid:
      var layout = GridLayout(context: self, box: box, space: ConstraintSpace(availableInline: available()))
      return layout.items(at: side)
    case .block, .inline, .table, .fieldset, .ruby, .math, .replaced: break
    }
    let child = child(of: box, at: side)
    return child.isNone ? [] : [child]
  }

  /// The first or the last child in the flow.
  private func child(of box: BoxID, at side: BreakSide) -> BoxID {
    var child = side == .before ? boxes[box].firstChild : boxes[box].lastChild
    while !child.isNone, !self[child].isInFlow {
      child = side == .before ? boxes[child].nextSibling : boxes[child].previousSibling
    }
    return child
  }

  /// The child whose break before it is one before its parent; none where there is no such.
  func firstBreakingChild(of box: BoxID) -> BoxID { breakingChild(of: box, at: .before) }

  func lastBreakingChild(of box: BoxID) -> BoxID { breakingChild(of: box, at: .after) }

  private func breakingChild(of box: BoxID, at side: BreakSide) -> BoxID {
    guard propagatesBreaks(box) else { return .none }
    let child = child(of: box, at: side)
    return !child.isNone && breaksAround(child, in: box) ? child : .none
  }

  /// Whether breaks around a box are those between pages, and not columns.
  /// Not implemented: a break between pages inside of columns.
  private func breaksPages(at box: BoxID) -> Bool {
    guard pages != nil else { return false }
    var around = boxes[box].parent
    while !around.isNone {
      if isMultiColumn(around) { return false }
      around = boxes[around].parent
    }
    return true
  }

  /// Whether what follows a forced break goes onto a page with an even index; nil where it may be on either side.
  /// What is said last counts.
  /// https://drafts.csswg.org/css-break-4/#break-between
  func parityOfBreak(after previous: BoxID, before next: BoxID) -> Bool? {
    guard pages != nil else { return nil }
    // The first page is a right one, or a left one where pages are turned the other way.
    let isRightEven =
      self[.root].direction.isHorizontal ? self[.root].direction.isLTR : !self[.root].direction.isBlockFlipped
    var parity: Bool?
    func note(_ value: BreakBetween) {
      switch value {
      case .recto: parity = true
      case .verso: parity = false
      case .right: parity = isRightEven
      case .left: parity = !isRightEven
      case .page, .always, .all: parity = nil
      case .auto, .avoid, .avoidPage, .avoidColumn, .avoidRegion, .column, .region: break
      }
    }
    var ends: [BoxID] = []
    var box = previous
    while !box.isNone {
      ends.append(box)
      box = lastBreakingChild(of: box)
    }
    for box in ends.reversed() { note(boxes[box].style.column.breakAfter) }
    box = next
    while !box.isNone {
      note(boxes[box].style.column.breakBefore)
      box = firstBreakingChild(of: box)
    }
    return parity
  }

  private func propagatesBreaks(_ box: BoxID) -> Bool {
    // https://drafts.csswg.org/css-contain-2/#containment-layout
    if boxes[box].style.usedContainment.contains(.layout) { return false }
    switch boxes[box].kind {
    case .tableGrid, .tableRowGroup, .tableRow, .tableCell: return true
    case .container: break
    default: return boxes[box].context == .table
    }
    switch boxes[box].context {
    case .block, .flex, .grid, .table: return true
    case .inline, .fieldset, .ruby, .math, .replaced: return false
    }
  }

  /// Whether breaks before and after a child are those of the flow that its container is in: in columns of its
  /// own only those of boxes that span them are.
  private func breaksAround(_ child: BoxID, in container: BoxID) -> Bool {
    !isMultiColumn(container) || spansColumns(child)
  }

  /// Whether there is an out-of-flow box in a box.
  func hasOutOfFlow(in box: BoxID) -> Bool {
    (box.rawValue + 1..<max(box.rawValue + 1, boxes[box].end.rawValue)).contains {
      boxes[BoxID(rawValue: $0)].flags.contains(.outOfFlow)
    }
  }

  func avoidsBreaksInside(_ box: BoxID) -> Bool {
    switch boxes[box].style.column.breakInside {
    case .auto, .avoidRegion: return false
    case .avoidPage: return breaksPages(at: box)
    case .avoidColumn: return !breaksPages(at: box)
    case .avoid: return true
    }
  }

  /// Whether a box is never cut.
  /// https://drafts.csswg.org/css-break-3/#possible-breaks
  func isMonolithic(_ box: BoxID) -> Bool {
    let entry = boxes[box]
    switch entry.context {
    case .ruby, .math, .replaced: return true
    case .block, .inline, .flex, .grid, .table, .fieldset: break
    }
    if entry.flags.contains(.control) || entry.flags.contains(.centersContent) { return true }
    switch entry.kind {
    // What overflows them is shown. https://drafts.csswg.org/css-tables-3/#global-style-overrides
    case .tableGrid, .tableRowGroup, .tableRow, .tableColumn, .tableColumnGroup: return false
    default: break
    }
    if !entry.parent.isNone, isLegend(box, of: entry.parent) { return true }
    let style = entry.style.box
    if style.overflowX.scrolls || style.overflowY.scrolls || style.contain.contains(.size) { return true }
    return !entry.parent.isNone
      && WritingDirection(entry.style).mode != self[entry.parent].direction.mode
  }

  private func isLegend(_ box: BoxID, of parent: BoxID) -> Bool {
    boxes[parent].context == .fieldset && boxes[parent].lastChild != box
  }

  /// Whether what sticks out of a box along the block axis is not seen, in no column.
  func clipsBlockOverflow(_ box: BoxID, _ direction: WritingDirection) -> Bool {
    let style = boxes[box].style.box
    return (direction.isHorizontal ? style.overflowY : style.overflowX) != .visible
  }

  /// Whether a box spans the columns of a container that it is in the flow of.
  /// https://drafts.csswg.org/css-multicol-1/#column-span
  func spansColumns(_ box: BoxID) -> Bool {
    let entry = boxes[box]
    guard entry.style.column.span == .all, entry.kind == .container,
      entry.flags.isDisjoint(with: [.outOfFlow, .floating, .atomicInline, .item])
    else { return false }
    var parent = entry.parent
    while !parent.isNone {
      if isMultiColumn(parent) { return true }
      guard !boxes[parent].parent.isNone,
        !isFormattingContextRoot(parent, in: self[boxes[parent].parent].direction)
      else { return false }
      parent = boxes[parent].parent
    }
    return false
  }

  /// The boxes that span the columns of a container, in document order.
  func spanners(of container: BoxID) -> [BoxID] {
    var result: [BoxID] = []
    let direction = self[container].direction
    var box = boxes[container].firstChild
    while !box.isNone {
      if spansColumns(box) { result.append(box) }
      if !boxes[box].firstChild.isNone, boxes[box].context == .block,
        !isFormattingContextRoot(box, in: direction)
      {
        box = boxes[box].firstChild
        continue
      }
      while box != container, boxes[box].nextSibling.isNone { box = boxes[box].parent }
      if box == container { break }
      box = boxes[box].nextSibling
    }
    return result
  }

  /// https://drafts.csswg.org/css-multicol-1/#multi-column-container
  func isMultiColumn(_ box: BoxID) -> Bool {
    let entry = boxes[box]
    switch entry.context {
    case .block, .inline: break
    // The columns of a fieldset are those of its content box.
    case .flex, .grid, .table, .fieldset, .ruby, .math, .replaced: return false
    }
    switch entry.kind {
    case .container, .tableCell, .tableCaption: break
    case .inline, .text, .lineBreak, .breakOpportunity, .replaced, .tableGrid, .tableRowGroup, .tableRow,
      .tableColumnGroup, .tableColumn:
      return false
    }
    return entry.style.column.makesColumns
  }
}
