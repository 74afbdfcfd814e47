import OffscreenCSS
import OffscreenGeometry

/// Collects the children of a fragment at logical offsets, and makes the fragment once its size is
/// known. In measure mode nothing is made.
package struct FragmentBuilder {
  package struct Child {
    package var fragment: FragmentID
    package var offset: LogicalOffset
    package var size: Size
    /// Added after conversion: relative positioning.
    package var shift: Point
    /// Where it may not be cut from: see `LinkCut`.
    var floor: LayoutUnit?
  }
  package let context: LayoutContext
  package let box: BoxID
  package let kind: FragmentKind
  package let writingDirection: WritingDirection
  package let mode: LayoutMode
  package private(set) var children: [Child] = []
  /// Candidates with static positions in the logical coordinates of this fragment.
  package private(set) var outOfFlow: [(candidate: OutOfFlowCandidate, offset: LogicalOffset)] = []
  /// Candidates of children, whose position is that in the child until the child is placed.
  private var inherited: [(candidates: [OutOfFlowCandidate], offset: LogicalOffset, size: Size, shift: Point)] = []
  package var border: Edges = .zero
  package var padding: Edges = .zero
  package var flags: FragmentFlags = []
  /// The border around the padding box that out-of-flow boxes refer to, where it is not the box's own:
  /// that of a table's wrapper box.
  package var containingBlockBorder: Edges?
  /// A grid container's lines: out-of-flow boxes refer to their grid areas.
  package var gridLines: GridLines?
  /// The columns that the fragment will be cut into, and where it starts along them; nil where it is not cut. Once the
  /// fragment is made, what is positioned in it is part of the flow.
  package var columns: ColumnSpace?
  var isFragmented: Bool { columns != nil }
  /// See `SeenPart`.
  var endsEarly = false
  /// The scrollable overflow of the first children, of so many of them, where it is known.
  private var knownOverflow: (count: Int, overflow: Rect)?

  package init(
    context: LayoutContext, box: BoxID, kind: FragmentKind = .box, writingDirection: WritingDirection,
    mode: LayoutMode
  ) {
    (self.context, self.box, self.kind) = (context, box, kind)
    (self.writingDirection, self.mode) = (writingDirection, mode)
  }

  /// The fragment of a container.
  init(
    context: LayoutContext, box: BoxID, _ frame: ContainerFrame, kind: FragmentKind = .box,
    writingDirection: WritingDirection, mode: LayoutMode
  ) {
    self.init(context: context, box: box, kind: kind, writingDirection: writingDirection, mode: mode)
    (border, padding) = (frame.border, frame.padding)
  }

  /// Adds what came of laying out a child, its border box at `offset` from the start corner of this
  /// fragment's border box, and takes over its out-of-flow candidates. `shift` is relative
  /// positioning, physical.
  /// `paintsFirst`: below the children that were added before it. `floor`: see `LinkCut`.
  package mutating func add(
    _ result: LayoutResult, at offset: LogicalOffset, shift: Point = .zero, paintsFirst: Bool = false,
    floor: LayoutUnit? = nil
  ) {
    let child = Child(fragment: result.fragment, offset: offset, size: result.size, shift: shift, floor: floor)
    children.insert(child, at: paintsFirst ? 0 : children.count)
    if !result.outOfFlow.isEmpty {
      inherited.append((result.outOfFlow, offset, result.size, shift))
    }
  }

  /// Adds a fragment that is not a box's whole layout: a line, a part of an inline box.
  package mutating func add(
    _ fragment: FragmentID, size: Size, at offset: LogicalOffset, shift: Point = .zero,
    outOfFlow: [OutOfFlowCandidate] = []
  ) {
    children.append(Child(fragment: fragment, offset: offset, size: size, shift: shift))
    if !outOfFlow.isEmpty { inherited.append((outOfFlow, offset, size, shift)) }
  }

  /// Adds an out-of-flow child of this box; its static position is `offset`.
  mutating func addOutOfFlow(
    _ box: BoxID, at offset: LogicalOffset, inlineEdge: StaticEdge = .start, blockEdge: StaticEdge = .start,
    safeRoom: OutOfFlowCandidate.SafeRoom = (nil, nil), isBehindContent: Bool = false
  ) {
    var candidate = OutOfFlowCandidate(box: box, staticPosition: .zero, writingDirection: writingDirection)
    candidate.inlineEdge = inlineEdge
    candidate.blockEdge = blockEdge
    candidate.safeRoom = safeRoom
    candidate.isBehindContent = isBehindContent
    outOfFlow.append((candidate, offset))
  }

  /// Moves every child by `delta` along the block axis.
  package mutating func moveChildren(block delta: LayoutUnit) {
    if delta != .zero { knownOverflow = nil }
    for index in children.indices { children[index].offset.block += delta }
    for index in outOfFlow.indices { outOfFlow[index].offset.block += delta }
    for index in inherited.indices { inherited[index].offset.block += delta }
  }

  /// Begins with children that were added to another builder of the same box. `overflow`: theirs, which their places
  /// in a fragment of any size say.
  mutating func begin(with children: [Child], overflow: Rect) {
    self.children = children
    knownOverflow = (children.count, overflow)
  }

  /// The scrollable overflow of the children, where their places do not depend on the fragment's block size; nil where
  /// they do, or where something else than children is there.
  func overflowOfChildren(in inlineSize: LayoutUnit) -> Rect? {
    guard mode == .layout, !isFragmented, outOfFlow.isEmpty, inherited.isEmpty, writingDirection.isHorizontal else {
      return nil
    }
    let size = writingDirection.physical(LogicalSize(inline: inlineSize, block: .zero))
    var result = knownOverflow?.overflow
    for child in children[(knownOverflow?.count ?? 0)...] {
      guard !child.fragment.isNone else { return nil }
      let offset = writingDirection.physical(child.offset, of: child.size, in: size) + child.shift
      let own = context.scrollableOverflow(of: FragmentLink(fragment: child.fragment, offset: offset))
      result = result?.union(own) ?? own
    }
    return result
  }

  /// Makes the fragment of the border-box `size`, lays out the out-of-flow boxes that it is the
  /// containing block of, and returns the result with the other candidates.
  package mutating func finish(_ size: LogicalSize) -> LayoutResult {
    let physicalSize = writingDirection.physical(size)
    var result = LayoutResult(size: physicalSize)
    guard mode == .layout else { return result }
    var candidates: [OutOfFlowCandidate] = []
    for (candidate, offset) in outOfFlow {
      var candidate = candidate
      candidate.staticPosition = writingDirection.physical(offset, of: .zero, in: physicalSize)
      candidates.append(candidate)
    }
    for entry in inherited {
      let origin = writingDirection.physical(entry.offset, of: entry.size, in: physicalSize) + entry.shift
      for candidate in entry.candidates {
        var candidate = candidate
        candidate.staticPosition += origin
        candidates.append(candidate)
      }
    }
    // A child that could not be laid out has no fragment.
    var links: [FragmentLink] = []
    links.reserveCapacity(children.count)
    var cuts: [(Int, LinkCut)] = []
    for child in children where !child.fragment.isNone {
      if isFragmented, child.shift != .zero || child.floor != nil {
        cuts.append((links.count, LinkCut(shift: child.shift, floor: child.floor)))
      }
      links.append(
        FragmentLink(
          fragment: child.fragment,
          offset: writingDirection.physical(child.offset, of: child.size, in: physicalSize) + child.shift))
    }
    if context[box].flags.contains(.blockInInline) {
      // It represents the inline box, which is split.
      result.outOfFlow = candidates
    } else if !candidates.isEmpty {
      candidates.sort { $0.box < $1.box }
      if endsEarly { context.checkSize(of: box, isAskedForBy: candidates) }
      if var inlines = SplitInlines(context: context, container: box, columns: columns) {
        if endsEarly { context.needsWhole = true }
        candidates = inlines.run(candidates, containerSize: physicalSize, adding: &links, &cuts)
        columns = inlines.columns
      }
      var positioned = PositionedLayout(
        context: context, containingBlock: box, kind: kind, gridLines: gridLines, columns: columns)
      result.outOfFlow = positioned.run(
        candidates, containerSize: physicalSize, border: containingBlockBorder ?? border, adding: &links)
      columns = positioned.columns
    }
    var fragment = Fragment(kind: kind, box: box, size: physicalSize)
    fragment.border = border
    fragment.padding = padding
    fragment.flags = flags
    result.fragment = context.append(fragment, links, cuts: cuts, known: knownOverflow)
    return result
  }
}
