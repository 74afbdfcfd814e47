import OffscreenCSS
import OffscreenGeometry

/// The break properties at the place between two boxes.
/// https://drafts.csswg.org/css-break-3/#break-between
enum BreakJoin {
  case allowed, avoided, forced

  init(_ value: BreakBetween) {
    switch value {
    case .auto, .page, .left, .right, .recto, .verso, .region, .avoidPage, .avoidRegion: self = .allowed
    case .avoid, .avoidColumn: self = .avoided
    case .always, .all, .column: self = .forced
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

extension LayoutContext {
  /// The join before a box: values of first children count for their parents too.
  func breakBefore(_ box: BoxID) -> BreakJoin {
    var join = BreakJoin.allowed
    var box = box
    while !box.isNone {
      let entry = boxes[box]
      join = join.joined(BreakJoin(entry.style.column.breakBefore))
      guard propagatesBreaks(box) else { break }
      if entry.kind == .tableRow {
        for cell in self[box].children where cell.isInFlow { join = join.joined(breakBefore(cell.id)) }
        break
      }
      let container = box
      box = entry.firstChild
      while !box.isNone, !self[box].isInFlow { box = boxes[box].nextSibling }
      guard !box.isNone, breaksAround(box, in: container) else { break }
    }
    return join
  }

  func breakAfter(_ box: BoxID) -> BreakJoin {
    var join = BreakJoin.allowed
    var box = box
    while !box.isNone {
      let entry = boxes[box]
      join = join.joined(BreakJoin(entry.style.column.breakAfter))
      guard propagatesBreaks(box) else { break }
      if entry.kind == .tableRow {
        for cell in self[box].children where cell.isInFlow { join = join.joined(breakAfter(cell.id)) }
        break
      }
      let container = box
      box = entry.lastChild
      while !box.isNone, !self[box].isInFlow { box = boxes[box].previousSibling }
      guard !box.isNone, breaksAround(box, in: container) else { break }
    }
    return join
  }

  private func propagatesBreaks(_ box: BoxID) -> Bool {
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

  func avoidsBreaksInside(_ box: BoxID) -> Bool {
    switch boxes[box].style.column.breakInside {
    case .auto, .avoidPage, .avoidRegion: return false
    case .avoid, .avoidColumn: return true
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
    let style = entry.style.box
    if style.overflowX.scrolls || style.overflowY.scrolls || style.contain.contains(.size) { return true }
    return !entry.parent.isNone
      && WritingDirection(entry.style).mode != self[entry.parent].direction.mode
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
    return entry.style.column.count != nil || entry.style.column.width != nil
  }
}
