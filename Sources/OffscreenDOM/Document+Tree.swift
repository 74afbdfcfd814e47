/// Linking and unlinking nodes.
extension Document {
  /// Puts `node` (unlinked first) before `next` among `parent`'s children; at the end without one.
  /// A node is not put into itself or what it contains.
  package func insert(_ node: NodeID, into parent: NodeID, before next: NodeID = .none) {
    guard node != next, node != parent else { return }
    guard next.isNone || self.parent(next) == parent else { return }
    if !firstChild(node).isNone {
      var ancestor = parent
      while !ancestor.isNone {
        if ancestor == node { return }
        ancestor = self.parent(ancestor)
      }
    }
    link(node, into: parent, before: next)
  }

  /// As `insert`, for a node that is known not to hold `parent`, and a `next` that is its child.
  package func link(_ node: NodeID, into parent: NodeID, before next: NodeID = .none) {
    remove(node)
    let previous = next.isNone ? lastChild(parent) : previousSibling(next)
    let record = record(node)
    record.pointee.parent = parent.rawValue
    record.pointee.previousSibling = previous.rawValue
    record.pointee.nextSibling = next.rawValue
    if previous.isNone {
      self.record(parent).pointee.firstChild = node.rawValue
    } else {
      self.record(previous).pointee.nextSibling = node.rawValue
    }
    if next.isNone {
      self.record(parent).pointee.lastChild = node.rawValue
    } else {
      self.record(next).pointee.previousSibling = node.rawValue
    }
  }

  /// Takes `node` with what it contains out of its parent.
  package func remove(_ node: NodeID) {
    let parent = parent(node)
    guard !parent.isNone else { return }
    let previous = previousSibling(node)
    let next = nextSibling(node)
    if previous.isNone {
      record(parent).pointee.firstChild = next.rawValue
    } else {
      record(previous).pointee.nextSibling = next.rawValue
    }
    if next.isNone {
      record(parent).pointee.lastChild = previous.rawValue
    } else {
      record(next).pointee.previousSibling = previous.rawValue
    }
    record(node).pointee.parent = -1
    record(node).pointee.previousSibling = -1
    record(node).pointee.nextSibling = -1
  }

  /// Moves all children of `source` to the end of `target`'s, which none of them holds.
  package func moveChildren(of source: NodeID, to target: NodeID) {
    guard source != target else { return }
    var child = firstChild(source)
    while !child.isNone {
      let next = nextSibling(child)
      link(child, into: target)
      child = next
    }
  }

  /// A copy of `node`, with what it contains where `deep`.
  /// https://dom.spec.whatwg.org/#concept-node-clone
  package func clone(_ node: NodeID, deep: Bool) -> NodeID {
    let copy = cloneOne(node)
    guard deep, !copy.isNone else { return copy }
    // Each entry: a node whose children are still to be copied, and its copy.
    var pending = [(node, copy)]
    while let (source, target) = pending.popLast() {
      let contents = templateContentsOrNone(source)
      if !contents.isNone { pending.append((contents, templateContents(target))) }
      var child = firstChild(source)
      while !child.isNone {
        let childCopy = cloneOne(child)
        insert(childCopy, into: target)
        if !firstChild(child).isNone || !templateContentsOrNone(child).isNone {
          pending.append((child, childCopy))
        }
        child = nextSibling(child)
      }
    }
    return copy
  }

  private func templateContentsOrNone(_ node: NodeID) -> NodeID {
    isElement(node) ? templateContents(node) : .none
  }

  private func cloneOne(_ node: NodeID) -> NodeID {
    switch kind(node) {
    case .element: return cloneElement(node)
    case .text: return makeText(text(node))
    case .comment: return makeComment(text(node))
    case .processingInstruction: return makeProcessingInstruction(target: name(node), text(node))
    case .documentFragment, .document: return makeFragment()
    case .documentType:
      let (publicID, systemID) = identifiers(node)
      return makeDocumentType(name: name(node), publicID: [UInt8](publicID.utf8), systemID: [UInt8](systemID.utf8))
    }
  }
}
