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
      tree.documentSize = scrollableSize(of: result.fragment)
    }
    return tree
  }

  /// How far the document can be scrolled to the right and down: not for fixed boxes, which go with the viewport,
  /// and not, as in Chromium, for boxes without area, which are nowhere.
  private func scrollableSize(of root: FragmentID) -> Size {
    var far = viewport
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
      guard reach.maxX > far.width || reach.maxY > far.height else { continue }
      if fragment.kind != .box || !own.isEmpty {
        far = Size(width: max(far.width, own.maxX), height: max(far.height, own.maxY))
      }
      guard !isClipped else { continue }
      for child in tree.children(id) where !child.fragment.isNone {
        waiting.append((child.fragment, place + child.offset))
      }
    }
    return far
  }
}
