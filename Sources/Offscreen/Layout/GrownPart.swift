import OffscreenDOM

/// Children that have come behind all others of an element, where nothing else of the document has changed.
struct GrownPart {
  let parent: NodeID
  /// All behind it have come, too.
  let first: NodeID

  /// `changes`: all that there were. `restyled`: the elements whose styles are others.
  init?(_ changes: [DocumentChange], restyled: [NodeID], in document: Document) {
    // 1. What has come where.
    var parent = NodeID.none
    var children: Set<NodeID> = []
    for case .inserted(let node, let outer) in changes where parent.isNone || outer == parent {
      parent = outer
      children.insert(node)
    }
    guard !parent.isNone, document.isElement(parent) else { return nil }
    // 2. It is last.
    var (first, count) = (NodeID.none, 0)
    var child = document.lastChild(parent)
    while !child.isNone, children.contains(child) {
      (first, count) = (child, count + 1)
      child = document.previousSibling(child)
    }
    guard count == children.count else { return nil }
    (self.parent, self.first) = (parent, first)
    // 3. All else that has changed is in it. Elements may nest as deep as scripts like: each is gone through once.
    var known = children
    func isNew(_ node: NodeID) -> Bool {
      var (node, passed) = (node, [NodeID]())
      while !node.isNone, !known.contains(node) {
        if node == parent { return false }
        passed.append(node)
        node = document.parent(node)
      }
      if node.isNone { return false }
      known.formUnion(passed)
      return true
    }
    for change in changes {
      let isInside =
        switch change {
        case .inserted(_, let outer): outer == parent || isNew(outer)
        case .removed(_, let outer, _): isNew(outer)
        case .text(let node), .picture(let node), .focus(let node), .attribute(let node, _, _, _): isNew(node)
        case .moved, .flatTree: false
        }
      guard isInside else { return nil }
    }
    guard restyled.allSatisfy(isNew) else { return nil }
  }
}
