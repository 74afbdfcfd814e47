import OffscreenCSS
import OffscreenGeometry

/// What positioning by an anchor adds to that of an absolutely positioned box.
struct AnchoredPlace {
  let resolution: AnchorResolution
  /// 0 is that of the style itself, the others those of fallbacks.
  let number: Int

  /// `isFlipped`: whether the box's own axis runs against the physical one.
  func apply(
    to axis: inout PositionedLayout.Axis, isX: Bool, isFlipped: Bool, _ area: Rect, _ alignment: SelfAlignment
  ) {
    let (start, end) = isX ? (area.minX, area.maxX) : (area.minY, area.maxY)
    let container = resolution.container
    let (first, last) = isX ? (container.minX, container.maxX) : (container.minY, container.maxY)
    axis.limits = isFlipped ? (end - last, end - first) : (first - start, last - start)
    let anchorRect = resolution.defaultAnchor?.rect
    var centersOnAnchor = alignment.value == .anchorCenter
    if let grid = resolution.grid {
      // https://drafts.csswg.org/css-anchor-position-1/#position-area
      let insets = (axis.start, axis.end)
      if axis.start == nil { axis.start = .zero }
      if axis.end == nil { axis.end = .zero }
      axis.settleMargins()
      // With one inset alone, the box is at that side.
      if alignment.value == .normal || alignment.value == .auto, (insets.0 == nil) != (insets.1 == nil) {
        axis.alignment = insets.0 == nil ? .end : .start
      } else if alignment.value == .normal || alignment.value == .auto {
        switch (isX ? grid.x : grid.y).alignment {
        case .start: axis.alignment = isFlipped ? .end : .start
        case .end: axis.alignment = isFlipped ? .start : .end
        case .center: axis.alignment = .center
        case .anchorCenter: centersOnAnchor = true
        }
      }
    }
    guard centersOnAnchor, let anchorRect else { return }
    // https://drafts.csswg.org/css-anchor-position-1/#anchor-center
    if axis.start == nil { axis.start = .zero }
    if axis.end == nil { axis.end = .zero }
    axis.settleMargins()
    axis.alignment = .center
    let center = isX ? anchorRect.minX + anchorRect.width / 2 : anchorRect.minY + anchorRect.height / 2
    axis.anchorCenter = isFlipped ? end - center : center - start
  }
}

/// Which place a box was in when the page was last shown.
package struct SuccessfulPlace: Sendable {
  var style: ComputedStyle
  var number: Int
}

/// A box that anchors place, and what decides where it may be.
private struct AnchoredBox {
  let candidate: OutOfFlowCandidate
  let area: Rect
  let containerSize: Size
  let table: AnchorTable
  /// By the numbers of places.
  let styles: [ComputedStyle]
}

extension PositionedLayout {
  /// Lays out a box that anchors place: in the first of its places where it fits.
  /// https://drafts.csswg.org/css-anchor-position-1/#fallback-apply
  mutating func anchoredLayout(
    _ candidate: OutOfFlowCandidate, in area: Rect, of containerSize: Size, _ links: [FragmentLink]
  ) -> (LayoutResult, Point) {
    let box = candidate.box
    let declared = context.declaredStyle(of: box)
    // Boxes in each other with fallbacks multiply: beyond the limit they are where their styles say.
    let tries = context.layoutsLeft > 0 ? declared.box.anchor.tries : []
    let asking = AnchoredBox(
      candidate: candidate, area: area, containerSize: containerSize, table: anchorTable(links),
      styles: [declared] + tries)
    var numbers = Array(asking.styles.indices)
    if !tries.isEmpty {
      sort(&numbers, by: declared.box.anchor.order, asking)
      // https://drafts.csswg.org/css-anchor-position-1/#last-successful-position-option
      if let last = context.lastPlaces[context[box].node], last.style.isSame(as: declared),
        let index = numbers.firstIndex(of: last.number)
      {
        numbers.insert(numbers.remove(at: index), at: 0)
      }
    }
    // 1. The first place where it fits; where it fits nowhere, that of the style itself.
    let unmoved = self
    var chosen: (place: AnchoredPlace, placement: Placement)?
    var overflows = true
    for number in numbers {
      self = unmoved
      let tried = layout(asking, at: number)
      let fits = fits(tried.placement, tried.place, candidate)
      if chosen == nil || fits { chosen = tried }
      overflows = !fits
      // One place is taken in any case.
      if fits || context.layoutsLeft <= 0 { break }
    }
    guard var chosen else { return (LayoutResult(size: .zero), .zero) }
    if overflows, numbers.count > 1 {
      self = unmoved
      chosen = layout(asking, at: 0)
    }
    if !tries.isEmpty {
      context.places[context[box].node] =
        overflows ? nil : SuccessfulPlace(style: declared, number: chosen.place.number)
    }
    // 2. What scrolling does to it.
    let used = chosen.place.number - 1
    let fallbacks = declared.box.anchor.triedFallbacks
    record(
      chosen.place, chosen.placement, overflows: overflows, hasFallbacks: !tries.isEmpty,
      fallback: fallbacks.indices.contains(used) ? fallbacks[used] : nil)
    return (chosen.placement.result, chosen.placement.offset)
  }

  /// Lays out a box in one of its places.
  private mutating func layout(
    _ asking: AnchoredBox, at number: Int
  ) -> (place: AnchoredPlace, placement: Placement) {
    let box = asking.candidate.box
    let resolution = AnchorResolution(
      asking.styles[number], of: box, in: asking.area, scrollable: scrollableArea, context[containingBlock].direction,
      asking.table, context)
    let place = AnchoredPlace(resolution: resolution, number: number)
    context.settle(resolution.style, of: box)
    return (place, layout(asking.candidate, in: resolution.area, of: asking.containerSize, anchored: place))
  }

  private func record(
    _ place: AnchoredPlace, _ placement: Placement, overflows: Bool, hasFallbacks: Bool, fallback: PositionFallback?
  ) {
    guard !placement.result.fragment.isNone else { return }
    let style = place.resolution.style
    var record = AnchoredFragment(
      anchor: place.resolution.defaultAnchor?.fragment, visibility: style.box.anchor.visibility)
    (record.followsX, record.followsY) = place.resolution.follows
    (record.overflows, record.hasFallbacks, record.fallback) = (overflows, hasFallbacks, fallback)
    context.tree.anchored[placement.result.fragment] = record
  }

  // MARK: Whether it fits

  /// Whether the margin box of a box is inside of its inset-modified containing block, as things are scrolled.
  private func fits(_ placement: Placement, _ place: AnchoredPlace, _ candidate: OutOfFlowCandidate) -> Bool {
    let own = context[candidate.box].direction
    let size = own.logical(placement.result.size)
    let shift = scrollShift(place, of: candidate.box)
    let (inlineShift, blockShift) = own.isHorizontal ? (shift.x, shift.y) : (shift.y, shift.x)
    return fits(
      placement.inlineAxis, at: placement.start.inline, size.inline,
      moved: own.isInlineFlipped ? .zero - inlineShift : inlineShift)
      && fits(
        placement.blockAxis, at: placement.start.block, size.block,
        moved: own.isBlockFlipped ? .zero - blockShift : blockShift)
  }

  /// A side that an inset is from moves with the anchor; any other stays.
  private func fits(_ axis: Axis, at start: LayoutUnit, _ size: LayoutUnit, moved shift: LayoutUnit) -> Bool {
    let (from, to) = (start - (axis.marginStart ?? .zero), start + size + (axis.marginEnd ?? .zero))
    let (first, last) = axis.modifiedContainingBlock
    let isAtStart = first <= axis.limits?.start ?? .zero
    let isAtEnd = last >= axis.limits?.end ?? axis.available
    let startFits = from + (isAtStart ? shift : .zero) >= first
    let endFits = to + (isAtEnd ? shift : .zero) <= last
    return startFits && endFits
  }

  /// How far a box follows its anchor when things are as they are scrolled.
  private func scrollShift(_ place: AnchoredPlace, of box: BoxID) -> Point {
    guard let anchor = place.resolution.defaultAnchor else { return .zero }
    var shift = Point.zero
    for scroller in anchor.scrollers {
      if let offset = context.scrolls.boxes[scroller] { shift = shift - offset }
    }
    // Where the containing block itself is scrolled, it is what is seen of it that a box has to fit in.
    if place.resolution.grid == nil, let offset = context.scrolls.boxes[context[containingBlock].node] {
      shift = shift - offset
    }
    if containingBlock == .root, context[box].style.box.position == .fixed, !anchor.isFixed {
      shift = shift - context.scrolls.page
    }
    let (x, y) = place.resolution.follows
    return Point(x: x ? shift.x : .zero, y: y ? shift.y : .zero)
  }

  // MARK: Their order

  /// The largest rooms first; equal ones stay as they are.
  /// https://drafts.csswg.org/css-anchor-position-1/#position-try-order-property
  private mutating func sort(_ numbers: inout [Int], by order: PositionTryOrder, _ asking: AnchoredBox) {
    let direction = context[containingBlock].direction
    let isWidth: Bool
    switch order {
    case .normal: return
    case .mostWidth: isWidth = true
    case .mostHeight: isWidth = false
    case .mostBlockSize: isWidth = !direction.isHorizontal
    case .mostInlineSize: isWidth = direction.isHorizontal
    }
    let unmoved = self
    let isInline = context[asking.candidate.box].direction.isHorizontal == isWidth
    var rooms: [(number: Int, room: LayoutUnit)] = []
    for number in numbers {
      self = unmoved
      let placement = layout(asking, at: number).placement
      rooms.append((number, (isInline ? placement.inlineAxis : placement.blockAxis).room))
    }
    self = unmoved
    numbers = rooms.sorted { ($1.room, $0.number) < ($0.room, $1.number) }.map(\.number)
  }
}

extension PositionedLayout.Axis {
  /// Automatic margins are none.
  fileprivate mutating func settleMargins() {
    if marginStart == nil { marginStart = .zero }
    if marginEnd == nil { marginEnd = .zero }
  }

  /// https://drafts.csswg.org/css-position-3/#inset-modified-containing-block
  fileprivate var modifiedContainingBlock: (start: LayoutUnit, end: LayoutUnit) {
    switch (start, end) {
    case (nil, nil):
      switch staticEdge {
      case .start: (staticOffset, limits?.end ?? available)
      case .end: (limits?.start ?? .zero, staticOffset)
      case .center: (staticOffset - room / 2, staticOffset + room / 2)
      }
    case (let start, let end): (start ?? .zero, available - (end ?? .zero))
    }
  }
}
