/// Why a node was not inserted.
package enum InsertionRefusal: Error, Equatable {
  /// A node is not put into itself or what it contains.
  case containsParent
  /// The node to insert before is no child of the parent.
  case notAChild
  /// Texts, comments, processing instructions and document types have no children; a document has no parent.
  case notAllowed
}

/// Linking and unlinking nodes.
extension Document {
  /// Puts `node` (unlinked first) before `next` among `parent`'s children; at the end without one. The children of
  /// a document fragment are inserted in its place. Trees may be as deep as they like: what goes over them does so without
  /// recursion, and styles end at a depth (`StyleWalk`).
  /// https://dom.spec.whatwg.org/#concept-node-insert
  package func insert(_ node: NodeID, into parent: NodeID, before next: NodeID = .none) throws(InsertionRefusal) {
    // https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity, steps 1 to 4.
    switch kind(parent) {
    case .document, .element, .documentFragment: break
    case .text, .comment, .processingInstruction, .documentType: throw .notAllowed
    }
    guard kind(node) != .document else { throw .notAllowed }
    // Optimization: what holds nothing does not hold the parent, however deep that is.
    if node == parent { throw .containsParent }
    if !firstChild(node).isNone || !shadowRoot(node).isNone {
      var ancestor = shadowIncludingParent(parent)
      while !ancestor.isNone {
        if ancestor == node { throw .containsParent }
        ancestor = shadowIncludingParent(ancestor)
      }
    }
    guard next.isNone || self.parent(next) == parent else { throw .notAChild }
    if kind(node) == .documentFragment {
      moveChildren(of: node, to: parent, before: next)
    } else {
      // Before itself: it stays where it is, but is inserted anew.
      link(node, into: parent, before: next == node ? nextSibling(node) : next)
    }
  }

  /// As `insert`, for a node that is known not to hold `parent`, and a `next` that is its child. For parsers, which
  /// know how deep they are.
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
    inserted(node, into: parent)
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
    removed(node, from: parent, before: next)
  }

  /// Moves all children of `source` before `next` among `target`'s children, or to their end. None of them holds
  /// `target`.
  package func moveChildren(of source: NodeID, to target: NodeID, before next: NodeID = .none) {
    guard source != target else { return }
    var child = firstChild(source)
    while !child.isNone {
      let following = nextSibling(child)
      link(child, into: target, before: next)
      child = following
    }
  }

  /// A copy of `node`, with what it contains where `deep`.
  /// https://dom.spec.whatwg.org/#concept-node-clone
  package func clone(_ node: NodeID, deep: Bool) -> NodeID { importNode(node, from: self, deep: deep) }

  /// A copy of another document's node, with what it contains where `deep`.
  /// https://dom.spec.whatwg.org/#dom-document-importnode
  /// Shadow roots come with their hosts where they may be cloned, or all of them.
  package func importNode(
    _ node: NodeID, from source: Document, deep: Bool, withAllShadowRoots: Bool = false
  ) -> NodeID {
    let copy = copyOne(node, of: source)
    // Each entry: a node whose children are still to be copied, and its copy.
    var pending = deep ? [(node, copy)] : []
    if let roots = cloneShadowRoot(of: node, from: source, to: copy, evenIfNotClonable: withAllShadowRoots) {
      pending.append(roots)
    }
    while let (original, target) = pending.popLast() {
      let contents = source.templateContents(original)
      if !contents.isNone { pending.append((contents, templateContents(target))) }
      var child = source.firstChild(original)
      while !child.isNone {
        let childCopy = copyOne(child, of: source)
        link(childCopy, into: target)
        if let roots = cloneShadowRoot(of: child, from: source, to: childCopy, evenIfNotClonable: withAllShadowRoots) {
          pending.append(roots)
        }
        if !source.firstChild(child).isNone || !source.templateContents(child).isNone {
          pending.append((child, childCopy))
        }
        child = source.nextSibling(child)
      }
    }
    return copy
  }

  /// The root, and the one that the copy of its host gets; nil where the host has none that is copied with it.
  private func cloneShadowRoot(
    of node: NodeID, from source: Document, to copy: NodeID, evenIfNotClonable isForced: Bool
  ) -> (original: NodeID, copy: NodeID)? {
    let root = source.shadowRoot(node)
    guard !root.isNone, let options = source.shadowOptions(root), options.isClonable || isForced else { return nil }
    let rootCopy = attachShadow(to: copy, options)
    return rootCopy.isNone ? nil : (root, rootCopy)
  }

  private func copyOne(_ node: NodeID, of source: Document) -> NodeID {
    switch source.kind(node) {
    case .element: return source === self ? cloneElement(node) : importElement(node, from: source)
    case .text: return makeText(source.text(node))
    case .comment: return makeComment(source.text(node))
    case .processingInstruction:
      return makeProcessingInstruction(target: atom(source.name(node), of: source), source.text(node))
    case .documentFragment, .document: return makeFragment()
    case .documentType:
      let (publicID, systemID) = source.identifiers(node)
      return makeDocumentType(
        name: atom(source.name(node), of: source), publicID: [UInt8](publicID.utf8), systemID: [UInt8](systemID.utf8))
    }
  }

  private func importElement(_ node: NodeID, from source: Document) -> NodeID {
    let element = makeElement(atom(source.name(node), of: source), name(source.namespaceName(node), of: source))
    source.forEachQualifiedAttribute(node) {
      let namespace = name($1, of: source)
      addAttribute(
        element, atom($0, of: source), namespace: namespace.namespace, number: namespace.number, value: $2)
    }
    return element
  }

  /// Numbers of another table say nothing here.
  private func name(_ namespace: NamespaceName, of source: Document) -> NamespaceName {
    source.names === names ? namespace : NamespaceName(namespace.namespace)
  }

  /// This document's atom for another's.
  private func atom(_ atom: Atom, of source: Document) -> Atom {
    source.names === names ? atom : names.intern(source.names.spelling(of: atom))
  }
}
