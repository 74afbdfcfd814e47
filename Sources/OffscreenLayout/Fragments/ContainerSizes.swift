import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

extension FragmentTree {
  /// The content boxes, in CSS pixels, of the elements that container queries may ask.
  package func containerSizes() -> [NodeID: ContainerSize] {
    contentSizes { $0.style.box.containerType != .normal }
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
