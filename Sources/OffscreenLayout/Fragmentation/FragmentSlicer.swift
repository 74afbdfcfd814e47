import OffscreenCSS
import OffscreenGeometry

/// What cutting fragments apart has to know of a child.
struct LinkCut {
  /// How far relative positioning has moved it.
  var shift = Point.zero
  /// A place of the strip in the column that the child begins in, where its own start, behind a negative margin, is
  /// before that column.
  var floor: LayoutUnit?
}

/// Cuts the fragments of a strip into columns.
///
/// Boxes that go over a cut get a fragment in each column, without the sides at the cuts
/// (`box-decoration-break: slice`); lines and what else may not be cut go as a whole to the column in
/// which they start.
struct FragmentSlicer {
  /// The range of the strip that a column shows, and its block size.
  struct Column {
    var start: LayoutUnit
    var end: LayoutUnit
    var size: LayoutUnit
  }
  /// The part of a fragment in a column; `start` along the strip.
  struct Piece {
    var column: Int
    var fragment: FragmentID
    var start: LayoutUnit
    /// Where monolithic content in it ends; nil where there is none.
    var monolithicEnd: LayoutUnit?
  }
  /// One child of a piece that is being put together.
  private struct Child {
    var piece: Piece
    var inline: LayoutUnit
    var shift: Point
  }
  /// What is known of a fragment from around it.
  private struct Surroundings {
    /// Nothing in the flow goes back to the columns before the one of this place.
    var floor = LayoutUnit.min
    var insets: [ColumnInsets] = []
    /// The same without the edges of the box itself, which only what is in its flow is between.
    var outerInsets: [ColumnInsets] = []
  }

  let context: LayoutContext
  let direction: WritingDirection
  let columns: [Column]
  /// What may not be cut and is taller than its column goes on in the next one, as on paper, where nothing else shows
  /// what overflows.
  var continuesMonolithic = false

  /// The column that shows a place.
  func column(at offset: LayoutUnit) -> Int {
    var low = 0
    var high = columns.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if columns[middle].start <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The column that the end of a box is in.
  private func column(ofEnd offset: LayoutUnit, from first: Int) -> Int {
    var index = column(at: offset)
    while index > first, columns[index].start >= offset { index -= 1 }
    return index
  }

  /// The strip's own fragment, cut: a column each. Trailing columns without anything are left out.
  func columnFragments(of strip: FragmentID, inlineSize: LayoutUnit, box: BoxID) -> [FragmentID] {
    var children: [[Child]] = Array(repeating: [], count: columns.count)
    cutChildren(of: strip, start: .zero, Surroundings()) { children[$0.piece.column].append($0) }
    return columns.indices.map { index in
      let size = direction.physical(LogicalSize(inline: inlineSize, block: columns[index].size))
      let fragment = Fragment(kind: .column, box: box, size: size)
      return append(fragment, start: columns[index].start, children[index])
    }
  }

  private func cutChildren(
    of id: FragmentID, start: LayoutUnit, _ surroundings: Surroundings, _ body: (Child) -> Void
  ) {
    let fragment = context.tree[id]
    for index in Int(fragment.children.lowerBound)..<Int(fragment.children.upperBound) {
      let link = context.tree.links[index]
      guard !link.fragment.isNone else { continue }
      let linkCut = context.linkCuts[Int32(truncatingIfNeeded: index)]
      let shift = linkCut?.shift ?? .zero
      let offset = direction.logical(
        link.offset - shift, of: context.tree[link.fragment].size, in: fragment.size)
      var own = surroundings
      if let floor = linkCut?.floor { own.floor = max(own.floor, floor) }
      if context[context.tree[link.fragment].box].isOutOfFlow {
        (own.floor, own.insets) = (.min, surroundings.outerInsets)
      }
      cut(link.fragment, start: start + offset.block, own) { piece in
        body(Child(piece: piece, inline: offset.inline, shift: shift))
      }
    }
  }

  /// As deep as the box tree.
  private func cut(_ id: FragmentID, start: LayoutUnit, _ surroundings: Surroundings, _ body: (Piece) -> Void) {
    let fragment = context.tree[id]
    var first = column(at: max(start, surroundings.floor))
    let size = direction.logical(fragment.size).block
    // A box of no size still fits at the end of a column.
    if size == .zero, fragment.kind == .box, first > 0, start == columns[first].start, surroundings.floor < start,
      !context[fragment.box].isOutOfFlow
    {
      first -= 1
    }
    guard fragment.kind == .box, !context.isMonolithic(fragment.box),
      !context[fragment.box].isAtomicInline
    else {
      // The columns of a nested container are in their places already.
      let isMonolithic = fragment.kind == .line || fragment.kind == .box && context.isMonolithic(fragment.box)
      if continuesMonolithic, start + size > columns[first].end {
        for column in first...max(first, column(ofEnd: start + size, from: first)) {
          context.continuedPages.insert(column)
          let end = isMonolithic ? min(start + size, columns[column].end) : nil
          body(Piece(column: column, fragment: id, start: start, monolithicEnd: end))
        }
        return
      }
      return body(
        Piece(column: first, fragment: id, start: start, monolithicEnd: isMonolithic ? start + size : nil))
    }
    // Optimization: what is in one column with all that sticks out of it needs no new fragments.
    let reach = direction.logicalRect(fragment.scrollableOverflow, in: fragment.size)
    if start + min(reach.start, .zero) >= columns[first].start || first == 0,
      start + max(reach.end, size) <= columns[first].end || first == columns.count - 1
    {
      return body(Piece(column: first, fragment: id, start: start))
    }

    let last = max(first, column(ofEnd: start + size, from: first))
    var children: [Int: [Child]] = [:]
    for column in first...last { children[column] = [] }
    let isCloned = context.clonesEdges(fragment.box)
    var insets = surroundings.insets
    insets += context.columnInsets[id] ?? []
    var inner = Surroundings(floor: columns[first].start, insets: insets, outerInsets: insets)
    if isCloned {
      let edges = edges(of: fragment)
      inner.insets.append(ColumnInsets(start: edges.blockStart, end: edges.blockEnd, limit: start + size))
    }
    cutChildren(of: id, start: start, inner) { children[$0.piece.column, default: []].append($0) }
    let inline = direction.logical(fragment.size).inline
    let isClipped = context.clipsBlockOverflow(fragment.box, direction)
    // Monolithic content that is taller than its column takes what is around it along over the cut, and so do border and
    // padding at the start.
    let startEdges = edges(of: fragment).blockStart
    var taken = LayoutUnit.min
    for column in children.keys.sorted() where !isClipped || column <= last {
      let own = children[column] ?? []
      let room = insets.room(from: columns[column].start, to: columns[column].end)
      let pieceStart = column == first ? start : max(start, columns[column].start + room.start)
      var monolithicEnd = own.compactMap(\.piece.monolithicEnd).max()
      if column == first, startEdges > .zero, start + startEdges > columns[column].end {
        monolithicEnd = max(monolithicEnd ?? .min, start + startEdges)
      }
      var pieceEnd = min(start + size, columns[column].end - (column < last ? room.end : .zero))
      if let monolithicEnd, column >= first, column <= last {
        pieceEnd = max(pieceEnd, min(start + size, monolithicEnd))
      }
      if column > first, own.isEmpty, taken >= start + size { continue }
      let isWhole = column < last && pieceEnd >= start + size
      var piece = Fragment(
        kind: .box, box: fragment.box,
        size: direction.physical(LogicalSize(inline: inline, block: (pieceEnd - pieceStart).nonNegative)))
      let hasStart = column == first || isCloned
      let hasEnd = column == last || isCloned || isWhole
      piece.flags = fragment.flags
      piece.sides = fragment.sides.subtracting(direction.blockSides(start: !hasStart, end: !hasEnd))
      piece.border = direction.without(fragment.border, start: !hasStart, end: !hasEnd)
      piece.padding = direction.without(fragment.padding, start: !hasStart, end: !hasEnd)
      // What starts before the box (a negative margin) is in a column before its first.
      let at = column < first ? columns[column].end : pieceStart
      let made = append(piece, start: at, own)
      carry(
        id, to: made, range: (pieceStart - start)..<max(pieceEnd - start, pieceStart - start), hasStart: column == first
      )
      if pieceEnd > columns[column].end { taken = pieceEnd }
      body(Piece(column: column, fragment: made, start: at, monolithicEnd: monolithicEnd))
    }
  }

  /// Border and padding; the padding of a fieldset is that of the content in it.
  private func edges(of fragment: Fragment) -> LogicalEdges {
    let isFieldset = context[fragment.box].context == .fieldset
    return direction.logical(isFieldset ? fragment.border : fragment.border + fragment.padding)
  }

  /// What is kept of a fragment beside it. `range`: the part of its block extent that the piece shows.
  private func carry(_ id: FragmentID, to piece: FragmentID, range: Range<LayoutUnit>, hasStart: Bool) {
    if let size = context.tree.gridAreaSizes[id] { context.tree.gridAreaSizes[piece] = size }
    if let margins = context.tree.autoMargins[id] { context.tree.autoMargins[piece] = margins }
    if hasStart {
      if let tracks = context.tree.gridTracks[id] { context.tree.gridTracks[piece] = tracks }
      if let legend = context.tree.legends[id] { context.tree.legends[piece] = legend }
    }
    let (whole, own) = (context.tree[id].size, context.tree[piece].size)
    let isLast = range.upperBound >= direction.logical(whole).block
    if let cells = context.tree.columnCells[id] {
      context.tree.columnCells[piece] = cells.compactMap { part(of: $0, in: range, whole, own) }
    }
    if let rules = context.tree.gapRules[id] {
      context.tree.gapRules[piece] = rules.compactMap { rule in
        // There is none in a gap that is cut. https://drafts.csswg.org/css-gaps-1/
        let (start, end) = direction.logicalRect(rule.area, in: whole)
        if rule.isRow, start < range.lowerBound || end > range.upperBound || end == range.upperBound && !isLast {
          return nil
        }
        var rule = rule
        guard let area = part(of: rule.area, in: range, whole, own) else { return nil }
        rule.area = area
        return rule
      }
    }
    guard let borders = context.tree.collapsedBorders[id] else { return }
    var kept = CollapsedBorders()
    for var segment in borders.segments {
      var offset = direction.logical(segment.rect.origin, of: segment.rect.size, in: whole)
      var size = direction.logical(segment.rect.size)
      if segment.isHorizontal == direction.isHorizontal {
        // Between rows: in the column of its middle.
        let middle = offset.block + size.block / 2
        guard middle >= range.lowerBound || hasStart, middle < range.upperBound || isLast else { continue }
      } else {
        let end = isLast ? offset.block + size.block : min(offset.block + size.block, range.upperBound)
        if !hasStart { offset.block = max(offset.block, range.lowerBound) }
        guard end > offset.block else { continue }
        size.block = end - offset.block
      }
      offset.block -= range.lowerBound
      let physical = direction.physical(size)
      segment.rect = Rect(origin: direction.physical(offset, of: physical, in: own), size: physical)
      kept.segments.append(segment)
    }
    if !kept.segments.isEmpty { context.tree.collapsedBorders[piece] = kept }
  }

  /// What a piece with this range of a fragment's block extent shows of a rectangle in the fragment.
  private func part(of rect: Rect, in range: Range<LayoutUnit>, _ whole: Size, _ piece: Size) -> Rect? {
    var offset = direction.logical(rect.origin, of: rect.size, in: whole)
    var size = direction.logical(rect.size)
    let end = min(offset.block + size.block, range.upperBound)
    offset.block = max(offset.block, range.lowerBound)
    guard end > offset.block else { return nil }
    size.block = end - offset.block
    offset.block -= range.lowerBound
    let physical = direction.physical(size)
    return Rect(origin: direction.physical(offset, of: physical, in: piece), size: physical)
  }

  private func append(_ fragment: Fragment, start: LayoutUnit, _ children: [Child]) -> FragmentID {
    var cuts: [(Int, LinkCut)] = []
    let links = children.enumerated().map { index, child in
      let offset = LogicalOffset(inline: child.inline, block: child.piece.start - start)
      if child.shift != .zero { cuts.append((index, LinkCut(shift: child.shift))) }
      return FragmentLink(
        fragment: child.piece.fragment,
        offset: direction.physical(offset, of: context.tree[child.piece.fragment].size, in: fragment.size)
          + child.shift)
    }
    return context.append(fragment, links, cuts: cuts)
  }
}

extension WritingDirection {
  /// The block extent of a physical rectangle inside a box of the size `container`.
  func logicalRect(_ rect: Rect, in container: Size) -> (start: LayoutUnit, end: LayoutUnit) {
    let offset = logical(rect.origin, of: rect.size, in: container)
    return (offset.block, offset.block + logical(rect.size).block)
  }

  func blockSides(start: Bool, end: Bool) -> FragmentSides {
    let (over, under): (FragmentSides, FragmentSides) = isHorizontal ? (.top, .bottom) : (.left, .right)
    var sides: FragmentSides = []
    if start { sides.insert(isBlockFlipped ? under : over) }
    if end { sides.insert(isBlockFlipped ? over : under) }
    return sides
  }

  func without(_ edges: Edges, start: Bool, end: Bool) -> Edges {
    var logical = logical(edges)
    if start { logical.blockStart = .zero }
    if end { logical.blockEnd = .zero }
    return physical(logical)
  }
}
