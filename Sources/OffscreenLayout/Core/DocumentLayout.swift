import OffscreenGeometry

extension LayoutContext {
  /// Lays out the whole page into the viewport and seals the tree.
  package func layoutDocument() -> FragmentTree {
    var space = ConstraintSpace(availableInline: viewport.width, availableBlock: viewport.height)
    let direction = WritingDirection(boxes[.root].style)
    let size = direction.logical(viewport)
    space.availableInline = size.inline
    space.availableBlock = size.block
    space.percentageInline = size.inline
    space.percentageBlock = size.block
    space.fixedInline = size.inline
    space.fixedBlock = size.block
    let result = layout(.root, in: space)
    tree.root = result.fragment
    if !result.fragment.isNone {
      let overflow = scrollableOverflow(ofRoot: tree[result.fragment])
      // What sticks out to the left or above cannot be scrolled to.
      tree.documentSize = Size(
        width: max(viewport.width, overflow.maxX), height: max(viewport.height, overflow.maxY))
    }
    return tree
  }

  /// What can be scrolled to in the viewport: fixed boxes go with it, wherever they stand.
  private func scrollableOverflow(ofRoot root: Fragment) -> Rect {
    let scrolled = tree.links[Int(root.children.lowerBound)..<Int(root.children.upperBound)].filter { link in
      guard !link.fragment.isNone else { return false }
      let box = tree[link.fragment].box
      return box.isNone || boxes[box].style.box.position != .fixed
    }
    return scrollableOverflow(of: root, scrolled)
  }
}
