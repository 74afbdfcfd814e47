import OffscreenCSS
import OffscreenGeometry

/// What boxes take at the start and the end of each column that they are in: borders and padding that are on both
/// sides of a cut, headers and footers that are there again.
struct ColumnInsets: Hashable, Sendable {
  var start = LayoutUnit.zero
  var end = LayoutUnit.zero
  /// Where the box ends, along the strip, if that is known before its content: what sticks out of it there may use what
  /// it would take.
  var limit = LayoutUnit.max
  /// The first column that they are in starts here.
  var from = LayoutUnit.min

  var sum: LayoutUnit { start + end }
  var isEmpty: Bool { start == .zero && end == .zero }
}

extension [ColumnInsets] {
  /// What they take together of a column.
  func room(from start: LayoutUnit, to end: LayoutUnit) -> ColumnInsets {
    reduce(into: ColumnInsets()) { sum, insets in
      if start < insets.limit, start >= insets.from { sum.start += insets.start }
      if end < insets.limit, end >= insets.from { sum.end += insets.end }
    }
  }
}

extension FragmentainerFlow {
  var hasInsets: Bool { !insets.isEmpty }

  mutating func add(_ added: ColumnInsets) {
    if !added.isEmpty { insets.append(added) }
  }

  /// Where something so long ends that begins at `start`, with what is taken of the columns at the cuts in it.
  /// `overflow`: what sticks out of the columns in it.
  func end(
    of size: LayoutUnit, from start: LayoutUnit, _ overflow: ColumnOverflow = ColumnOverflow()
  ) -> (place: LayoutUnit, overflow: LayoutUnit) {
    guard hasInsets || !overflow.isEmpty else { return (start + size, .zero) }
    // From where the box starts, not from where the flow has come to.
    var flow = self
    flow.floor = .min
    var rest = size
    var place = start
    var fullColumns = 0
    for _ in 0..<Self.maximumCuts {
      let free = flow.skippingInsets(from: place)
      if free > place, fullColumns < Self.maximumFullColumns {
        (place, fullColumns) = (free, fullColumns + 1)
        continue
      }
      // Where nothing is left of columns, no column takes anything.
      guard let column = flow.fragmentainer(at: place), column.size > .zero else { break }
      let extent = overflow.extent(behind: column.end)
      guard place + rest > column.end + extent else {
        return (place + rest, extent > .zero ? (place + rest - column.end).nonNegative : .zero)
      }
      rest -= (column.end + extent - place).nonNegative
      (place, fullColumns) = (column.next, 0)
    }
    return (place + rest, .zero)
  }

  /// Where content goes that comes to a place: what is taken of a column at its start or its end is skipped.
  func skippingInsets(from place: LayoutUnit) -> LayoutUnit {
    guard hasInsets, let column = fragmentainer(at: place) else { return place }
    if place >= column.end { return max(place, column.next) }
    guard let whole = withoutInsets.fragmentainer(at: place), place >= whole.start else { return place }
    return max(place, column.start)
  }

  private var withoutInsets: FragmentainerFlow {
    var flow = self
    flow.insets = []
    return flow
  }

  private static let maximumCuts = 1_000
  /// So many columns in a row may be taken by floats.
  private static let maximumFullColumns = 20
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

  /// The columns as the content of a box that starts at `start` has them.
  func contentFlow(from start: LayoutUnit) -> FragmentainerFlow? {
    var flow = space.columns?.flow
    var own = clonedEdges
    guard !own.isEmpty else { return flow }
    flow?.add(own)
    let size = blockSize(intrinsic: .zero)
    guard size == blockSize(intrinsic: .max) else { return flow }
    var overflow = ColumnOverflow()
    own.limit = start + sizeAlongFlow(size, intrinsic: .zero, from: start, in: flow, &overflow)
    flow?.insets.removeLast()
    flow?.add(own)
    return flow
  }

  var contentColumns: ColumnSpace? {
    guard var columns = space.columns, let flow = contentFlow(from: columns.offset) else { return nil }
    columns.flow = flow
    return columns
  }

  /// What became of the flow of the content, as it is around the box.
  func flowAround(_ flow: FragmentainerFlow?) -> FragmentainerFlow? {
    guard let outer = space.columns?.flow, var flow else { return flow }
    flow.insets = outer.insets
    flow.floor = outer.floor
    return flow
  }

  /// Whether the block size is not that of the content, whatever that is.
  var hasDefiniteBlockSize: Bool {
    space.fixedBlock != nil || contentBlock(SizeProperties(context[box].style, context[box].direction).block) != nil
  }

  /// The column that the box starts in, however far the flow has come.
  func firstFragmentainer(from start: LayoutUnit, in flow: FragmentainerFlow?) -> FragmentainerFlow.Fragmentainer? {
    guard let outer = space.columns?.flow, var flow else { return nil }
    flow.floor = outer.floor
    return flow.fragmentainer(at: start)
  }

  /// Whether what is first in the box, which starts at `start`, is to be in its column, whether it fits or not: where the
  /// whole box is known to fit. Breaks that violate nothing but this are made all the same.
  func requiresContent(from start: LayoutUnit, in flow: FragmentainerFlow?) -> Bool {
    guard let columns = space.columns, !columns.isContent else { return false }
    if columns.requiresContent { return true }
    guard let column = firstFragmentainer(from: start, in: flow) else { return false }
    let largest = blockSize(intrinsic: .max)
    return largest < .max && start + largest <= column.end
  }

  /// A block size of the border box, as long as it is along the flow of the content, `start` being where the box starts.
  /// What the content gives is along the flow already.
  /// `overflow`: what sticks out of the columns in the box, and then of the box.
  func sizeAlongFlow(
    _ size: LayoutUnit, intrinsic: LayoutUnit, from start: LayoutUnit, in flow: FragmentainerFlow?,
    _ overflow: inout ColumnOverflow
  ) -> LayoutUnit {
    guard let flow, flow.hasInsets || !overflow.isEmpty, let columns = space.columns, !columns.sizeIncludesInsets,
      size != intrinsic || hasDefiniteBlockSize && !columns.growsToContent
    else {
      if overflow.atEnd > .zero { overflow.atEnd += edges.blockEnd }
      return size
    }
    let cloned = clonedEdges
    if !cloned.isEmpty, space.fixedBlock == nil, context[box].style.box.boxSizing == .borderBox {
      // All of its own edges are in the size. https://drafts.csswg.org/css-break-3/#valdef-box-decoration-break-clone
      var around = flow
      around.insets.removeLast()
      let end = around.end(of: size, from: start, overflow)
      overflow.atEnd = end.overflow
      return end.place - start
    }
    let content = (size - cloned.sum).nonNegative
    let end = flow.end(of: content, from: start + cloned.start, overflow)
    overflow.atEnd = end.overflow
    return end.place + cloned.end - start
  }
}
