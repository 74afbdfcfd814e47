/// The tree that is styled and shown: a host's children stand in the slots of its shadow tree.
/// https://drafts.csswg.org/css-scoping-1/#flattening
extension Document {
  @inlinable package func flatParent(_ node: NodeID) -> NodeID {
    let parent = parent(node)
    guard hasShadowTrees, !parent.isNone else { return parent }
    return flatParent(node, in: parent)
  }

  @usableFromInline func flatParent(_ node: NodeID, in parent: NodeID) -> NodeID {
    if isShadowRoot(parent) { return host(parent) }
    // A host's child that no slot has is not in the tree.
    if !shadowRoot(parent).isNone { return assignedSlot(node) }
    // What a slot holds itself is there for want of other nodes.
    if isHTML(parent, .slot), hasAssignedNodes(parent) { return .none }
    return parent
  }

  @inlinable package func flatFirstChild(_ node: NodeID) -> NodeID {
    guard hasShadowTrees else { return firstChild(node) }
    return firstChildThroughShadows(node)
  }

  @usableFromInline func firstChildThroughShadows(_ node: NodeID) -> NodeID {
    let root = shadowRoot(node)
    if !root.isNone { return firstChild(root) }
    if isHTML(node, .slot), let first = assignedNodes(node).first { return first }
    return firstChild(node)
  }

  /// Of a node that is in the flat tree.
  @inlinable package func flatNextSibling(_ node: NodeID) -> NodeID {
    guard hasShadowTrees else { return nextSibling(node) }
    return nextSiblingThroughShadows(node)
  }

  @usableFromInline func nextSiblingThroughShadows(_ node: NodeID) -> NodeID {
    guard let (slot, place) = placeInSlot(node) else { return nextSibling(node) }
    let nodes = assignedNodes(slot)
    return place + 1 < nodes.count ? nodes[place + 1] : .none
  }

  /// The node after `node` in the flat tree, not beyond `root`.
  package func nextInFlatTree(_ node: NodeID, within root: NodeID) -> NodeID {
    guard hasShadowTrees else { return next(node, within: root) }
    let child = flatFirstChild(node)
    if !child.isNone { return child }
    var node = node
    while node != root, !node.isNone {
      let sibling = flatNextSibling(node)
      if !sibling.isNone { return sibling }
      node = flatParent(node)
    }
    return .none
  }

  /// The slot that a node stands in: the one that it is assigned to, or of what a slot holds for want of other nodes,
  /// the one that the slot stands in.
  package func slotAround(_ node: NodeID) -> NodeID {
    guard hasShadowTrees else { return .none }
    var node = node
    while true {
      let slot = assignedSlot(node)
      if !slot.isNone { return slot }
      let parent = parent(node)
      guard !parent.isNone, isHTML(parent, .slot), !hasAssignedNodes(parent) else { return .none }
      node = parent
    }
  }

  private func hasAssignedNodes(_ slot: NodeID) -> Bool { !assignedNodes(slot).isEmpty }

  /// Whether a node of the document is in its flat tree.
  package func isInFlatTree(_ node: NodeID) -> Bool {
    guard hasShadowTrees else { return true }
    var node = node
    while node != .document {
      node = flatParent(node)
      if node.isNone { return false }
    }
    return true
  }

  /// The nodes of a slot in a shadow tree, with what slots among them have; its own children where it has none.
  /// https://dom.spec.whatwg.org/#find-flattened-slotables
  package func flattenedNodes(_ slot: NodeID) -> [NodeID] {
    guard isHTML(slot, .slot), !containingShadowRoot(slot).isNone else { return [] }
    var result: [NodeID] = []
    var open: [NodeID] = [slot]
    while let node = open.popLast() {
      guard isHTML(node, .slot), !containingShadowRoot(node).isNone else {
        result.append(node)
        continue
      }
      var nodes = assignedNodes(node)
      if nodes.isEmpty {
        var child = firstChild(node)
        while !child.isNone {
          if isSlottable(child) { nodes.append(child) }
          child = nextSibling(child)
        }
      }
      open.append(contentsOf: nodes.reversed())
    }
    return result
  }
}
