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
      let overflow = tree[result.fragment].scrollableOverflow
      // What sticks out to the left or above cannot be scrolled to.
      tree.documentSize = Size(
        width: max(viewport.width, overflow.maxX), height: max(viewport.height, overflow.maxY))
    }
    return tree
  }
}
