import OffscreenGeometry

extension LayoutContext {
  /// Lays out the page into the viewport and seals the tree. Nil where a layout of its start does not do.
  package func layoutStart() -> FragmentTree? {
    guard seen != nil else { return nil }
    let tree = layoutDocument()
    return needsWhole ? nil : tree
  }

  /// Lays out the whole page into the viewport and seals the tree.
  package func layoutDocument() -> FragmentTree {
    var space = ConstraintSpace(availableInline: viewport.width, availableBlock: viewport.height)
    let direction = self[.root].direction
    let size = direction.logical(viewport)
    space.availableInline = size.inline
    space.availableBlock = size.block
    space.percentageInline = size.inline
    space.percentageBlock = size.block
    space.fixedInline = size.inline
    space.fixedBlock = size.block
    space.seenEnd = seen?.end
    let result = layout(.root, in: space)
    tree.root = result.fragment
    if !declaredStyles.isEmpty { (tree.boxes, tree.settledStyles) = (boxes, settledStyles) }
    if !result.fragment.isNone {
      tree.documentArea = scrollableArea(of: result.fragment)
    }
    return tree
  }

  /// The viewport with all that it can be scrolled to: not for fixed boxes, which go with the viewport, and not, as in
  /// Chromium, for boxes without area, which are nowhere.
  /// https://drafts.csswg.org/cssom-view-1/#scrolling-area
  private func scrollableArea(of root: FragmentID) -> Rect {
    let port = Rect(origin: .zero, size: viewport)
    let text = boxes[.root].style.text
    var area = port
    var waiting: [(id: FragmentID, place: Point)] = []
    for link in tree.children(root) where !link.fragment.isNone {
      let box = tree[link.fragment].box
      if box.isNone || boxes[box].style.box.position != .fixed { waiting.append((link.fragment, link.offset)) }
    }
    while let (id, place) = waiting.popLast() {
      let fragment = tree[id]
      let own = Rect(origin: place, size: fragment.size)
      let isClipped = clipsOverflow(fragment)
      // Optimization: what does not reach farther is not looked into.
      let reach = isClipped ? own : fragment.scrollableOverflow.offset(by: place)
      guard area.union(reach.cutToReachable(from: port, text)) != area else { continue }
      if fragment.kind != .box || !own.isEmpty { area = area.union(own.cutToReachable(from: port, text)) }
      guard !isClipped else { continue }
      for child in tree.children(id) where !child.fragment.isNone {
        waiting.append((child.fragment, place + child.offset))
      }
    }
    return area
  }
}
