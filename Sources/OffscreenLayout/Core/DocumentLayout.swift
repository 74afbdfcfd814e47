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
    // The way down: of each fragment on it, where it is, and those of its children that are still to be looked at.
    var open: [(place: Point, rest: Range<Int32>)] = []
    func look(at id: FragmentID, _ place: Point) {
      let index = Int(id.rawValue)
      // Optimization: what does not reach farther is not looked into; and what is last in it reaches farthest mostly.
      let reach = tree.fragments[index].scrollableOverflow.offset(by: place)
      guard area.union(reach.cutToReachable(from: port, text)) != area else { return }
      let fragment = tree.fragments[index]
      let own = Rect(origin: place, size: fragment.size)
      if fragment.kind != .box || !own.isEmpty { area = area.union(own.cutToReachable(from: port, text)) }
      if !clipsOverflow(fragment) { open.append((place, fragment.children)) }
    }
    for link in tree.children(root) where !link.fragment.isNone {
      let box = tree[link.fragment].box
      if box.isNone || boxes[box].style.box.position != .fixed { look(at: link.fragment, link.offset) }
      while let last = open.indices.last {
        guard let child = open[last].rest.last else {
          open.removeLast()
          continue
        }
        open[last].rest.removeLast()
        let link = tree.links[Int(child)]
        if !link.fragment.isNone { look(at: link.fragment, open[last].place + link.offset) }
      }
    }
    return area
  }
}
