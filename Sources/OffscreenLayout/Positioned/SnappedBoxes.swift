import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// Where scroll containers begin, and come to rest that snap to what is in them.
/// https://drafts.csswg.org/css-scroll-snap-1/#re-snap
extension FragmentTree {
  /// Scroll positions by element, with those that snap moved to the nearest place to rest. What nobody has scrolled
  /// begins at its first target. Of a tree whose contents are not scrolled.
  ///
  /// Not implemented: the viewport, which begins where the picture does.
  package func snapping(_ offsets: [NodeID: Point]) -> [NodeID: Point] {
    guard !root.isNone, boxes.mayHaveSnapping,
      boxes.boxes.contains(where: { $0.style.unshown.snapType != nil || $0.style.unshown.isInitialTarget })
    else { return offsets }
    var containers: [SnapContainer] = []
    var waiting = [(id: root, offset: Point.zero, container: -1)]
    while let (id, offset, outer) = waiting.popLast() {
      let fragment = self[id]
      var container = outer
      if fragment.kind == .box, !fragment.box.isNone {
        let box = boxes[fragment.box]
        let rect = Rect(origin: offset, size: fragment.size)
        if outer >= 0, box.origin == .element, let align = box.style.unshown.snapAlign {
          containers[outer].add(rect.grown(by: box.style.unshown.scrollMargin), align)
        }
        if outer >= 0, box.origin == .element, box.style.unshown.isInitialTarget,
          offsets[containers[outer].node] == nil
        {
          containers[outer].begin(at: rect, box.node)
        }
        if box.origin == .element, let room = scrollableDistance(id) {
          let start = offsets[box.node] ?? .zero
          container = containers.count
          containers.append(
            SnapContainer(
              node: box.node, style: box.style, room: room,
              position: Point(x: start.x.clamped(room.minX, room.maxX), y: start.y.clamped(room.minY, room.maxY)),
              port: rect.inset(by: fragment.border)))
        }
      }
      for link in children(id) where !link.fragment.isNone {
        waiting.append((link.fragment, offset + link.offset, container))
      }
    }
    var result = offsets
    for container in containers {
      let position = container.snapped()
      if position != container.position || container.hasBegun { result[container.node] = position }
    }
    return result
  }
}

private struct SnapContainer {
  let node: NodeID
  private(set) var position: Point
  /// The target that it begins at.
  private var target: NodeID?
  var hasBegun: Bool { target != nil }
  private let type: ScrollSnapType?
  private let direction: WritingDirection
  /// The positions that can be scrolled to.
  private let room: Rect
  /// What is to be seen, without the padding of scrolling.
  private let port: Rect
  private var xs: [LayoutUnit] = []
  private var ys: [LayoutUnit] = []
  /// Bounds hostile pages.
  private static let mostAreas = 10_000

  init(node: NodeID, style: ComputedStyle, room: Rect, position: Point, port: Rect) {
    (self.node, self.room, self.position) = (node, room, position)
    type = style.unshown.snapType
    direction = WritingDirection(style)
    self.port = port.withoutScrollPadding(style)
  }

  mutating func add(_ area: Rect, _ align: ScrollSnapAlign) {
    guard let type, xs.count + ys.count < Self.mostAreas else { return }
    let isHorizontal = direction.isHorizontal
    let (x, y) = isHorizontal ? (align.inline, align.block) : (align.block, align.inline)
    let flipsX = isHorizontal ? direction.isInlineFlipped : direction.isBlockFlipped
    let flipsY = isHorizontal ? direction.isBlockFlipped : direction.isInlineFlipped
    let (snapsX, snapsY) =
      switch type.axis {
      case .x: (true, false)
      case .y: (false, true)
      case .both: (true, true)
      case .block: (!isHorizontal, isHorizontal)
      case .inline: (isHorizontal, !isHorizontal)
      }
    if snapsX, let place = ScrollSnapAlign.place((area.minX, area.maxX), (port.minX, port.maxX), x, isFlipped: flipsX) {
      xs.append(place.clamped(room.minX, room.maxX))
    }
    if snapsY, let place = ScrollSnapAlign.place((area.minY, area.maxY), (port.minY, port.maxY), y, isFlipped: flipsY) {
      ys.append(place.clamped(room.minY, room.maxY))
    }
  }

  /// Puts the start of a target at the start of what is to be seen; of several, the first in the document.
  /// Deviation: without its `scroll-margin`, as in Chromium.
  mutating func begin(at area: Rect, _ element: NodeID) {
    if let target, target.rawValue <= element.rawValue { return }
    target = element
    let (flipsX, flipsY) =
      direction.isHorizontal
      ? (direction.isInlineFlipped, direction.isBlockFlipped) : (direction.isBlockFlipped, direction.isInlineFlipped)
    func place(_ a: (start: LayoutUnit, end: LayoutUnit), _ b: (start: LayoutUnit, end: LayoutUnit), _ flips: Bool)
      -> LayoutUnit
    { ScrollSnapAlign.place(a, b, .start, isFlipped: flips) ?? .zero }
    position = Point(
      x: place((area.minX, area.maxX), (port.minX, port.maxX), flipsX).clamped(room.minX, room.maxX),
      y: place((area.minY, area.maxY), (port.minY, port.maxY), flipsY).clamped(room.minY, room.maxY))
  }

  func snapped() -> Point {
    Point(
      x: nearest(of: xs, to: position.x, reach: port.width / 3),
      y: nearest(of: ys, to: position.y, reach: port.height / 3))
  }

  /// Without `mandatory` only what is near, as far as Chromium says; of two that are as near, the first one.
  private func nearest(of places: [LayoutUnit], to position: LayoutUnit, reach: LayoutUnit) -> LayoutUnit {
    func distance(_ place: LayoutUnit) -> LayoutUnit { max(place - position, position - place) }
    guard let place = places.min(by: { (distance($0), $0) < (distance($1), $1) }) else { return position }
    return type?.isMandatory == true || distance(place) <= reach ? place : position
  }
}

extension ScrollSnapAlign {
  /// The scroll position at which an area is aligned in the port.
  static func place(
    _ area: (start: LayoutUnit, end: LayoutUnit), _ port: (start: LayoutUnit, end: LayoutUnit),
    _ position: ScrollSnapAlign.Position, isFlipped: Bool
  ) -> LayoutUnit? {
    switch position {
    case .none: nil
    case .center: (area.start + area.end) / 2 - (port.start + port.end) / 2
    case .start: isFlipped ? area.end - port.end : area.start - port.start
    case .end: isFlipped ? area.start - port.start : area.end - port.end
    }
  }
}

extension Rect {
  /// What is aligned with of a scroll container's port. https://drafts.csswg.org/css-scroll-snap-1/#scroll-padding
  func withoutScrollPadding(_ scroller: ComputedStyle) -> Rect {
    let padding = scroller.unshown.scrollPadding
    return inset(
      by: Edges(
        top: padding.top.resolved(height), right: padding.right.resolved(width),
        bottom: padding.bottom.resolved(height), left: padding.left.resolved(width)))
  }

  func grown(by margin: Sides<LengthPercentage>) -> Rect {
    inset(
      by: Edges(
        top: .zero - margin.top.resolved(.zero), right: .zero - margin.right.resolved(.zero),
        bottom: .zero - margin.bottom.resolved(.zero), left: .zero - margin.left.resolved(.zero)))
  }
}
