import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenStyle

extension FragmentTree {
  /// What container queries may ask. `scrolled`: the same tree, with the contents of its boxes scrolled, and then as it
  /// is seen; nil where no query asks for that.
  package func containerStates(
    scrolled: (contents: FragmentTree, seen: FragmentTree)?, _ offsets: [NodeID: Point]
  ) -> [NodeID: ContainerState] {
    var states = contentSizes { $0.style.isQueryContainer }.mapValues {
      ContainerState(width: $0.width, height: $0.height)
    }
    // What was laid out last counts.
    for (fragment, record) in anchored.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let box = boxes[self[fragment].box]
      if box.origin == .element { states[box.node]?.fallback = record.fallback }
    }
    guard let scrolled else { return states }
    func sides(_ distance: Rect, at position: Point) -> BoxSides {
      var sides: BoxSides = []
      if position.x > distance.minX { sides.insert(.left) }
      if position.x < distance.maxX { sides.insert(.right) }
      if position.y > distance.minY { sides.insert(.top) }
      if position.y < distance.maxY { sides.insert(.bottom) }
      return sides
    }
    var waiting = [root]
    while let id = waiting.popLast(), !id.isNone {
      let fragment = self[id]
      for link in fragment.children {
        let child = links[Int(link)]
        guard !child.fragment.isNone else { continue }
        waiting.append(child.fragment)
        let box = self[child.fragment].box
        guard self[child.fragment].kind == .box, !box.isNone, boxes[box].origin == .element,
          var state = states[boxes[box].node], boxes[box].style.box.isScrollStateContainer
        else { continue }
        if boxes.isRootElement(boxes[box]) {
          // What scrolls is the viewport.
          let most = viewportScrollRange
          let wanted = scrolled.seen.scrollPosition
          state.scrollable = sides(
            most, at: Point(x: wanted.x.clamped(most.minX, most.maxX), y: wanted.y.clamped(most.minY, most.maxY)))
        } else if let most = scrollableDistance(child.fragment) {
          let wanted = offsets[boxes[box].node] ?? .zero
          let position = Point(x: wanted.x.clamped(most.minX, most.maxX), y: wanted.y.clamped(most.minY, most.maxY))
          state.scrollable = sides(most, at: position)
        }
        if boxes[box].style.box.position == .sticky {
          state.stuck = boxes[box].style.box.stuckSides(
            by: scrolled.seen.links[Int(link)].offset - scrolled.contents.links[Int(link)].offset)
        }
        states[boxes[box].node] = state
      }
    }
    return states
  }

  /// Of the first boxes of elements that are such.
  package func contentSizes(where isWanted: (Box) -> Bool) -> [NodeID: ContainerSize] {
    var sizes: [NodeID: ContainerSize] = [:]
    guard !root.isNone else { return sizes }
    var waiting = [root]
    while let id = waiting.popLast() {
      let fragment = self[id]
      if fragment.kind == .box, !fragment.box.isNone {
        let box = boxes[fragment.box]
        if box.origin == .element, isWanted(box), sizes[box.node] == nil {
          let edges = fragment.border + fragment.padding
          sizes[box.node] = ContainerSize(
            width: (fragment.size.width - edges.left - edges.right).nonNegative.pixels,
            height: (fragment.size.height - edges.top - edges.bottom).nonNegative.pixels)
        }
      }
      for child in children(id) { waiting.append(child.fragment) }
    }
    return sizes
  }
}

package struct ContainerSize: Equatable, Sendable {
  package var width: Double
  package var height: Double
}

extension BoxStyle {
  /// Where a box is held that has been moved by so much.
  fileprivate func stuckSides(by shift: Point) -> BoxSides {
    var sides: BoxSides = []
    if shift.y > .zero, !inset.top.isAuto { sides.insert(.top) }
    if shift.y < .zero, !inset.bottom.isAuto { sides.insert(.bottom) }
    if shift.x > .zero, !inset.left.isAuto { sides.insert(.left) }
    if shift.x < .zero, !inset.right.isAuto { sides.insert(.right) }
    return sides
  }
}
