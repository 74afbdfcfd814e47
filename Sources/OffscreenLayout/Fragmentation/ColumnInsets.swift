import OffscreenCSS
import OffscreenGeometry

/// What boxes take at the start and the end of each column that they are in: borders and padding that are on both
/// sides of a cut, headers and footers that are there again.
struct ColumnInsets {
  var start = LayoutUnit.zero
  var end = LayoutUnit.zero

  static func + (left: ColumnInsets, right: ColumnInsets) -> ColumnInsets {
    ColumnInsets(start: left.start + right.start, end: left.end + right.end)
  }
}

extension FragmentainerFlow {
  var hasInsets: Bool { startInset > .zero || endInset > .zero }

  mutating func add(_ insets: ColumnInsets) {
    startInset += insets.start
    endInset += insets.end
  }

  mutating func remove(_ insets: ColumnInsets) {
    startInset -= insets.start
    endInset -= insets.end
  }

  /// Where something so long ends that begins at `start`, with what is taken of the columns at the cuts in it.
  func end(of size: LayoutUnit, from start: LayoutUnit) -> LayoutUnit {
    guard hasInsets else { return start + size }
    var rest = size
    var place = start
    for _ in 0..<Self.maximumCuts {
      // Where nothing is left of columns, no column takes anything.
      guard let column = fragmentainer(at: place), column.size > .zero, place + rest > column.end else { break }
      rest -= (column.end - place).nonNegative
      place = column.next
    }
    return place + rest
  }

  /// Where content goes that comes to a place: what is taken of a column at its end is skipped.
  func skippingInsets(from place: LayoutUnit) -> LayoutUnit {
    guard hasInsets, let column = fragmentainer(at: place), place >= column.end else { return place }
    return max(place, column.next)
  }

  private static let maximumCuts = 1_000
}

extension LayoutContext {
  func clonesEdges(_ box: BoxID) -> Bool { boxes[box].style.column.boxDecorationBreak == .clone }
}

extension ContainerLayout {
  /// What the box's own edges take of each column.
  /// https://drafts.csswg.org/css-break-3/#break-decoration
  var clonedEdges: ColumnInsets {
    guard space.columns != nil, !space.isColumnContent, context.clonesEdges(box) else { return ColumnInsets() }
    return ColumnInsets(start: edges.blockStart, end: edges.blockEnd)
  }

  /// The columns as the box's content has them.
  var contentColumns: ColumnSpace? {
    var columns = space.columns
    columns?.flow.add(clonedEdges)
    return columns
  }

  /// What became of the flow of the content, as it is around the box.
  func flowAround(_ flow: FragmentainerFlow?) -> FragmentainerFlow? {
    guard let outer = space.columns?.flow, var flow else { return flow }
    flow.remove(clonedEdges)
    flow.floor = outer.floor
    return flow
  }

  /// Whether the block size is not that of the content, whatever that is.
  var hasDefiniteBlockSize: Bool {
    space.fixedBlock != nil || contentBlock(SizeProperties(context[box].style, context[box].direction).block) != nil
  }

  /// A block size of the border box, as long as it is along the flow of the content, `start` being where the box starts.
  /// What the content gives is along the flow already.
  func sizeAlongFlow(
    _ size: LayoutUnit, intrinsic: LayoutUnit, from start: LayoutUnit, in flow: FragmentainerFlow?
  ) -> LayoutUnit {
    guard let flow, flow.hasInsets, let columns = space.columns, !columns.sizeIncludesInsets,
      size != intrinsic || hasDefiniteBlockSize && !columns.growsToContent
    else { return size }
    let cloned = clonedEdges
    let content = (size - cloned.start - cloned.end).nonNegative
    return flow.end(of: content, from: start + cloned.start) + cloned.end - start
  }
}
