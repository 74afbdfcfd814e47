import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

extension FragmentTree {
  /// What buttons and markers of scroll containers show. `offsets`: how far these are scrolled; `viewport`: where the
  /// viewport is. Of a tree whose contents are not scrolled.
  package func scrollParts(_ offsets: [NodeID: Point], viewport: Point) -> ScrollParts {
    var parts = ScrollParts()
    guard boxes.hasScrollParts, !root.isNone else { return parts }
    let places = placesForScrollParts()
    for (node, place) in places where boxes.scrollButtonOwners.contains(node) || boxes.scrollMarkers[node] != nil {
      let range: ScrollRange
      if boxes.isRootElement(boxes[self[place.fragment].box]) {
        let port = Rect(origin: .zero, size: self[root].size)
        range = ScrollRange(port: port, positions: viewportScrollRange, position: viewport)
      } else if let most = scrollableDistance(place.fragment) {
        let port = place.rect.inset(by: self[place.fragment].border)
        range = ScrollRange(port: port, positions: most, position: offsets[node] ?? .zero)
      } else {
        continue
      }
      if boxes.scrollButtonOwners.contains(node) { parts.scrollable[node] = range.sides }
      guard let targets = boxes.scrollMarkers[node] else { continue }
      let columns = children(place.fragment).filter { !$0.fragment.isNone && self[$0.fragment].kind == .column }
      if boxes[self[place.fragment].box].style.column.makesColumns { parts.columns[node] = columns.count }
      let style = boxes[self[place.fragment].box].style
      let areas = targets.map { target -> MarkedArea? in
        switch target {
        case .element(let element):
          return places[element].map { MarkedArea($0.rect, boxes[self[$0.fragment].box].style, in: range, style) }
        case .column(let index):
          guard columns.indices.contains(index) else { return nil }
          let rect = Rect(
            origin: place.rect.origin + columns[index].offset, size: self[columns[index].fragment].size)
          return MarkedArea(rect, nil, in: range, style)
        }
      }
      parts.current[node] = ActiveMarker(range, areas).index
    }
    return parts
  }

  /// Where the first fragments are of scroll containers with parts and of what their markers mark.
  private func placesForScrollParts() -> [NodeID: (fragment: FragmentID, rect: Rect)] {
    var wanted = boxes.scrollButtonOwners.union(boxes.scrollMarkers.keys)
    for targets in boxes.scrollMarkers.values {
      for case .element(let element) in targets { wanted.insert(element) }
    }
    var places: [NodeID: (fragment: FragmentID, rect: Rect)] = [:]
    var waiting = [(id: root, offset: Point.zero)]
    while let (id, offset) = waiting.popLast() {
      let fragment = self[id]
      if fragment.kind == .box, !fragment.box.isNone {
        let box = boxes[fragment.box]
        if box.origin == .element, box.kind != .tableGrid, wanted.contains(box.node), places[box.node] == nil {
          places[box.node] = (id, Rect(origin: offset, size: fragment.size))
        }
      }
      for link in children(id).reversed() where !link.fragment.isNone {
        waiting.append((link.fragment, offset + link.offset))
      }
    }
    return places
  }
}

/// How far a scroll container can be scrolled, and is.
private struct ScrollRange {
  /// What is seen when it is not scrolled.
  let port: Rect
  let positions: Rect
  let position: Point

  init(port: Rect, positions: Rect, position: Point) {
    (self.port, self.positions) = (port, positions)
    self.position = Point(
      x: position.x.clamped(positions.minX, positions.maxX), y: position.y.clamped(positions.minY, positions.maxY))
  }

  /// Where there is more to be seen.
  var sides: BoxSides {
    var sides: BoxSides = []
    if position.x > positions.minX { sides.insert(.left) }
    if position.x < positions.maxX { sides.insert(.right) }
    if position.y > positions.minY { sides.insert(.top) }
    if position.y < positions.maxY { sides.insert(.bottom) }
    return sides
  }
}

/// What a marker marks: where it is, and the scroll position at which it is aligned.
private struct MarkedArea {
  let rect: Rect
  let aligned: Point

  /// `style`: its own, which may say how it snaps; `scroller`: the container's.
  init(_ rect: Rect, _ style: ComputedStyle?, in range: ScrollRange, _ scroller: ComputedStyle) {
    var rect = rect
    if let margin = style?.unshown.scrollMargin { rect = rect.grown(by: margin) }
    self.rect = rect
    let align = style?.unshown.snapAlign
    let isHorizontal = scroller.text.writingMode.isHorizontal
    let (x, y) = (isHorizontal ? align?.inline : align?.block, isHorizontal ? align?.block : align?.inline)
    let direction = WritingDirection(scroller)
    let (flipsX, flipsY) =
      isHorizontal
      ? (direction.isInlineFlipped, direction.isBlockFlipped) : (direction.isBlockFlipped, direction.isInlineFlipped)
    func place(
      _ area: (LayoutUnit, LayoutUnit), _ port: (LayoutUnit, LayoutUnit), _ position: ScrollSnapAlign.Position?,
      isFlipped: Bool
    ) -> LayoutUnit {
      let named = position == nil || position == ScrollSnapAlign.Position.none ? .start : position ?? .start
      return ScrollSnapAlign.place(area, port, named, isFlipped: isFlipped) ?? .zero
    }
    let port = range.port.withoutScrollPadding(scroller)
    aligned = Point(
      x: place((rect.minX, rect.maxX), (port.minX, port.maxX), x, isFlipped: flipsX)
        .clamped(range.positions.minX, range.positions.maxX),
      y: place((rect.minY, rect.maxY), (port.minY, port.maxY), y, isFlipped: flipsY)
        .clamped(range.positions.minY, range.positions.maxY))
  }
}

/// Which of a scroll container's markers is the active one.
/// https://drafts.csswg.org/css-overflow-5/#scroll-container-scroll
private struct ActiveMarker {
  /// Nil without markers.
  private(set) var index: Int?

  init(_ range: ScrollRange, _ areas: [MarkedArea?]) {
    // The axis along which there is more to scroll comes first; where that leaves several, the other one decides, and
    // at last the order.
    let all = areas.indices.filter { areas[$0] != nil }
    let vertical = Axis(areas, all, from: range.positions.minY, to: range.positions.maxY, at: range.position.y) {
      (range.port.minY, range.port.maxY, $0.aligned.y, $0.rect.minY, $0.rect.maxY)
    }
    let horizontal = Axis(areas, all, from: range.positions.minX, to: range.positions.maxX, at: range.position.x) {
      (range.port.minX, range.port.maxX, $0.aligned.x, $0.rect.minX, $0.rect.maxX)
    }
    let isVertical = range.positions.height >= range.positions.width
    let (first, second) = isVertical ? (vertical, horizontal) : (horizontal, vertical)
    let left = first.choose(among: all)
    index = left.count == 1 ? left[0] : second.choose(among: left.isEmpty ? all : left).last
  }

  /// Positions along one axis.
  private struct Axis {
    private struct Mark {
      var index: Int
      /// The scroll position at which it is aligned.
      var aligned: LayoutUnit
      var start: LayoutUnit
      var end: LayoutUnit
    }
    private let marks: [Int: Mark]
    private let (first, last, position): (LayoutUnit, LayoutUnit, LayoutUnit)
    private let (portStart, portEnd): (LayoutUnit, LayoutUnit)

    typealias Measures = (
      portStart: LayoutUnit, portEnd: LayoutUnit, aligned: LayoutUnit, start: LayoutUnit, end: LayoutUnit
    )

    init(
      _ areas: [MarkedArea?], _ all: [Int], from first: LayoutUnit, to last: LayoutUnit, at position: LayoutUnit,
      _ measures: (MarkedArea) -> Measures
    ) {
      (self.first, self.last, self.position) = (first, last, position)
      var marks: [Int: Mark] = [:]
      var port = (LayoutUnit.zero, LayoutUnit.zero)
      for index in all {
        guard let area = areas[index] else { continue }
        let found = measures(area)
        port = (found.portStart, found.portEnd)
        marks[index] = Mark(index: index, aligned: found.aligned, start: found.start, end: found.end)
      }
      self.marks = marks
      (portStart, portEnd) = port
    }

    /// As much at each end is shared by what cannot be scrolled to further.
    private var reserved: LayoutUnit { (portEnd - portStart) / 8 }
    private var isAtStart: Bool { position < first + reserved }
    private var isAtEnd: Bool { position > last - reserved }

    func choose(among candidates: [Int]) -> [Int] {
      if first == last { return candidates }
      let all = candidates.compactMap { marks[$0] }
      let chosen = isAtStart || isAtEnd ? sharing(all) : lastPassed(all)
      return chosen.count > 1 ? nearest(chosen) : chosen.map(\.index)
    }

    /// Of those that are aligned near the end that is near: their share of the way decides.
    private func sharing(_ all: [Mark]) -> [Mark] {
      let near = all.filter { isAtStart ? $0.aligned < first + reserved : $0.aligned > last - reserved }
      var places: [LayoutUnit] = []
      var known: Set<Double> = []
      for mark in near where known.insert(mark.aligned.pixels.rounded(.down)).inserted { places.append(mark.aligned) }
      guard !places.isEmpty else { return [] }
      let start = isAtStart ? first : last - reserved
      let share = reserved > .zero ? (position - start).pixels / reserved.pixels : 0
      let index = Int((share * Double(places.count)).rounded(.down))
      let place = places[min(max(index, 0), places.count - 1)]
      return all.filter { $0.aligned == place }
    }

    /// The last that was scrolled to or past; the first where there is none.
    private func lastPassed(_ all: [Mark]) -> [Mark] {
      guard let place = all.filter({ $0.aligned <= position }).map(\.aligned).max() else { return Array(all.prefix(1)) }
      return all.filter { $0.aligned == place }
    }

    /// Those of which the start is nearest to the start of what is seen; at the end the end.
    private func nearest(_ all: [Mark]) -> [Int] {
      let shift = position
      func distance(_ mark: Mark) -> LayoutUnit {
        let distance = isAtEnd ? mark.end - (portEnd + shift) : mark.start - (portStart + shift)
        return max(distance, .zero - distance)
      }
      let least = all.map(distance).min() ?? .zero
      return all.filter { distance($0) == least }.map(\.index)
    }
  }
}
