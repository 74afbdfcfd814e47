import OffscreenDOM

/// Moves what is deeper than `limit` up, to the place after its parent. The adoption agency deepens
/// a tree by a level each time it runs, whatever the stack's limit is.
func flatten(_ document: Document, from root: NodeID, limit: Int) {
  var node = root
  var depth = 0
  while true {
    if depth >= limit {
      // The elements among the children go up, last first; they are visited as the siblings they
      // then are. Text stays: it holds nothing deeper.
      let parent = document.parent(node)
      var child = document.lastChild(node)
      while !child.isNone {
        let previous = document.previousSibling(child)
        if document.kind(child) == .element {
          document.link(child, into: parent, before: document.nextSibling(node))
        }
        child = previous
      }
    }
    let child = document.firstChild(node)
    if !child.isNone {
      node = child
      depth += 1
      continue
    }
    while node != root, document.nextSibling(node).isNone {
      node = document.parent(node)
      depth -= 1
    }
    if node == root { return }
    node = document.nextSibling(node)
  }
}
