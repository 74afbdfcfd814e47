/// Shadow trees: their roots, and the slots that a host's children are assigned to.
/// https://dom.spec.whatwg.org/#shadow-trees
extension Document {
  /// Whether any element of the document has a shadow root.
  @inlinable package var hasShadowTrees: Bool { store.pointee.hasShadowTrees }

  /// The shadow root of an element; `.none` for other nodes.
  @inlinable package func shadowRoot(_ node: NodeID) -> NodeID {
    guard hasShadowTrees else { return .none }
    return NodeID(rawValue: element(node)?.pointee.shadowRoot ?? -1)
  }

  /// Of fragments, only shadow roots have data.
  @inlinable package func isShadowRoot(_ node: NodeID) -> Bool {
    let record = record(node)
    return record.pointee.kind == .documentFragment && record.pointee.data >= 0
  }

  /// The element that a shadow root is of; `.none` for other nodes.
  @usableFromInline package func host(_ root: NodeID) -> NodeID { shadowTree(root)?.host ?? .none }

  package func shadowOptions(_ root: NodeID) -> ShadowRootOptions? { shadowTree(root)?.options }

  package func setShadowOptions(_ options: ShadowRootOptions, of root: NodeID) { shadowTree(root)?.options = options }

  /// All shadow roots, in order of creation.
  package var shadowRoots: [NodeID] { shadowTrees.map { shadowRoot($0.host) } }

  func shadowTree(_ root: NodeID) -> ShadowTree? {
    guard hasShadowTrees, !root.isNone, isShadowRoot(root) else { return nil }
    return shadowTrees[Int(record(root).pointee.data)]
  }

  /// Gives an element without one a shadow root. Which elements may have one the caller knows.
  /// https://dom.spec.whatwg.org/#concept-attach-a-shadow-root
  package func attachShadow(to host: NodeID, _ options: ShadowRootOptions) -> NodeID {
    guard element(host) != nil, shadowRoot(host).isNone else { return .none }
    var record = Record(kind: .documentFragment)
    record.data = Int32(truncatingIfNeeded: shadowTrees.count)
    shadowTrees.append(ShadowTree(host: host, options))
    let root = append(record)
    element(host)?.pointee.shadowRoot = root.rawValue
    store.pointee.hasShadowTrees = true
    changedFlatTree(below: host)
    return root
  }

  /// Whether an element may have a shadow root.
  /// https://dom.spec.whatwg.org/#valid-shadow-host-name
  package func canHaveShadowRoot(_ node: NodeID) -> Bool {
    guard isElement(node), namespace(node) == .html else { return false }
    switch name(node).known {
    case .article, .aside, .blockquote, .body, .div, .footer, .h1, .h2, .h3, .h4, .h5, .h6, .header, .main, .nav, .p,
      .section, .span:
      return true
    case .some: return false
    case nil: return names.withSpelling(of: name(node)) { Self.isCustomElementName($0) }
    }
  }

  /// https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name
  private static func isCustomElementName(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, first &- 0x61 < 26, name.contains(0x2D) else { return false }
    guard !name.contains(where: { $0 &- 0x41 < 26 || $0 <= 0x20 || $0 == 0x2F || $0 == 0x3E }) else { return false }
    switch String(decoding: name, as: UTF8.self) {
    case "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format",
      "font-face-name", "missing-glyph":
      return false
    default: return true
    }
  }

  // MARK: Trees within trees

  package func treeRoot(_ node: NodeID) -> NodeID {
    var root = node
    while true {
      let parent = parent(root)
      if parent.isNone { return root }
      root = parent
    }
  }

  /// The hosts of the shadow trees that the focus is in, which have it while anything in there has.
  /// https://html.spec.whatwg.org/multipage/semantics-other.html#selector-focus
  package var hostsOfFocus: Set<NodeID> {
    var hosts: Set<NodeID> = []
    guard hasShadowTrees, !focus.element.isNone else { return hosts }
    var host = host(containingShadowRoot(focus.element))
    while !host.isNone, hosts.insert(host).inserted { host = self.host(containingShadowRoot(host)) }
    return hosts
  }

  /// The shadow root around a node; `.none` where it is in no shadow tree.
  package func containingShadowRoot(_ node: NodeID) -> NodeID {
    guard hasShadowTrees else { return .none }
    let root = treeRoot(node)
    return isShadowRoot(root) ? root : .none
  }

  /// The parent, or the host of a shadow root.
  @inlinable package func shadowIncludingParent(_ node: NodeID) -> NodeID {
    let parent = parent(node)
    return parent.isNone && hasShadowTrees ? host(node) : parent
  }

  /// The parent that is an element, through a shadow root its host.
  @inlinable package func parentElementOrHost(_ node: NodeID) -> NodeID {
    let parent = parent(node)
    if parent.isNone || kind(parent) == .element { return parent }
    return hasShadowTrees ? host(parent) : .none
  }

  /// Whether a node is in the page's document, through shadow roots too.
  /// https://dom.spec.whatwg.org/#connected
  package func isConnected(_ node: NodeID) -> Bool {
    var root = treeRoot(node)
    while hasShadowTrees, isShadowRoot(root) { root = treeRoot(host(root)) }
    return root == .document
  }

  /// The node after `node` in shadow-including tree order, not beyond `root`: what is in an element's shadow tree comes
  /// before its children.
  /// https://dom.spec.whatwg.org/#concept-shadow-including-tree-order
  @inlinable package func nextShadowIncluding(_ node: NodeID, within root: NodeID) -> NodeID {
    guard hasShadowTrees else { return next(node, within: root) }
    return nextThroughShadows(node, within: root)
  }

  @usableFromInline func nextThroughShadows(_ node: NodeID, within root: NodeID) -> NodeID {
    let shadow = shadowRoot(node)
    if !shadow.isNone { return shadow }
    return nextThroughShadows(behindShadowOf: node, within: root)
  }

  /// As if the node's shadow tree had been passed.
  private func nextThroughShadows(behindShadowOf node: NodeID, within root: NodeID) -> NodeID {
    var node = node
    var child = firstChild(node)
    while child.isNone, node != root {
      let sibling = nextSibling(node)
      if !sibling.isNone { return sibling }
      let host = host(node)
      if host.isNone {
        node = parent(node)
        if node.isNone { return .none }
      } else {
        // A shadow tree is at its end: the host's children come next.
        node = host
        child = firstChild(node)
      }
    }
    return child
  }

  // MARK: Slots

  private func isSlot(_ node: NodeID) -> Bool { isHTML(node, .slot) }

  private func slots(of tree: ShadowTree, below root: NodeID) -> ShadowTree.Slots {
    if let slots = tree.slots { return slots }
    var slots = ShadowTree.Slots()
    var node = next(root, within: root)
    while !node.isNone {
      if isSlot(node) {
        slots.inOrder.append(node)
        let name = attribute(node, .name) ?? ""
        if slots.byName[name] == nil { slots.byName[name] = node }
      }
      node = next(node, within: root)
    }
    tree.slots = slots
    return slots
  }

  /// The first slot of a name; `.none` without one, and where slots are assigned by scripts.
  package func slot(named name: String, in root: NodeID) -> NodeID {
    guard let tree = shadowTree(root), !tree.options.assignsManually else { return .none }
    return slots(of: tree, below: root).byName[name] ?? .none
  }

  /// https://dom.spec.whatwg.org/#assign-slotables-for-a-tree
  private func assignment(_ root: NodeID) -> ShadowTree.Assignment {
    guard let tree = shadowTree(root) else { return ShadowTree.Assignment() }
    if let assignment = tree.assignment { return assignment }
    var assignment = ShadowTree.Assignment()
    let slots = slots(of: tree, below: root)
    if tree.options.assignsManually {
      for slot in slots.inOrder {
        for node in manualAssignments.nodes[slot] ?? [] where parent(node) == tree.host {
          add(node, to: slot, in: &assignment)
        }
      }
    } else if !slots.inOrder.isEmpty {
      var child = firstChild(tree.host)
      while !child.isNone {
        if isSlottable(child), let slot = slots.byName[attribute(child, .slot) ?? ""] {
          add(child, to: slot, in: &assignment)
        }
        child = nextSibling(child)
      }
    }
    tree.keep(assignment)
    return assignment
  }

  private func add(_ node: NodeID, to slot: NodeID, in assignment: inout ShadowTree.Assignment) {
    let place = assignment.nodes[slot]?.count ?? 0
    assignment.nodes[slot, default: []].append(node)
    assignment.slots[node] = (slot, place)
  }

  /// https://dom.spec.whatwg.org/#concept-slotable
  package func isSlottable(_ node: NodeID) -> Bool { kind(node) == .element || kind(node) == .text }

  /// The slot that a node is assigned to.
  package func assignedSlot(_ node: NodeID) -> NodeID { placeInSlot(node)?.slot ?? .none }

  func placeInSlot(_ node: NodeID) -> (slot: NodeID, place: Int)? {
    guard hasShadowTrees else { return nil }
    let parent = parent(node)
    guard !parent.isNone else { return nil }
    let root = shadowRoot(parent)
    guard !root.isNone else { return nil }
    return withAssignment(root) { $0.slots[node] }
  }

  /// The nodes that a slot of a shadow tree has.
  package func assignedNodes(_ slot: NodeID) -> [NodeID] {
    guard hasShadowTrees, isSlot(slot) else { return [] }
    let root = treeRoot(slot)
    guard isShadowRoot(root) else { return [] }
    return withAssignment(root) { $0.nodes[slot] ?? [] }
  }

  /// Optimization: what is kept is looked at where it is.
  private func withAssignment<Result>(_ root: NodeID, _ body: (ShadowTree.Assignment) -> Result) -> Result {
    if let kept = shadowTree(root)?.assignment { return body(kept) }
    return body(assignment(root))
  }

  /// Takes note of what a script assigns to a slot.
  /// https://html.spec.whatwg.org/multipage/scripting.html#dom-slot-assign
  package func assign(_ nodes: [NodeID], to slot: NodeID) {
    for node in manualAssignments.nodes[slot] ?? [] { manualAssignments.slots[node] = nil }
    var own: [NodeID] = []
    var seen: Set<NodeID> = []
    for node in nodes where seen.insert(node).inserted {
      if let other = manualAssignments.slots[node] {
        manualAssignments.nodes[other]?.removeAll { $0 == node }
        forgetAssignment(around: other)
      }
      manualAssignments.slots[node] = slot
      own.append(node)
    }
    manualAssignments.nodes[slot] = own
    forgetAssignment(around: slot)
  }

  private func forgetAssignment(around slot: NodeID) {
    guard let tree = shadowTree(treeRoot(slot)), tree.options.assignsManually else { return }
    tree.forgetAssignment()
    changedFlatTree(below: tree.host)
  }

  /// Assigns the nodes of a shadow tree's slots anew, and gives the slots that have other nodes than they had when
  /// they were last asked for.
  package func reassignSlots(of root: NodeID) -> [NodeID] {
    guard let tree = shadowTree(root) else { return [] }
    let before = tree.lastAssignment ?? ShadowTree.Assignment()
    let after = assignment(root)
    tree.lastAssignment = after
    let slots = slots(of: tree, below: root).inOrder
    return slots.filter { before.nodes[$0] ?? [] != after.nodes[$0] ?? [] }
  }

  // MARK: What changes mean for slots

  /// A node comes or goes below `parent`.
  func changedChildren(of parent: NodeID, _ node: NodeID) {
    let own = shadowRoot(parent)
    if !own.isNone, isSlottable(node) {
      shadowTree(own)?.forgetAssignment()
      changedFlatTree(below: parent)
    }
    let root = treeRoot(parent)
    guard let tree = shadowTree(root), containsSlot(node) else { return }
    tree.slots = nil
    tree.forgetAssignment()
    changedFlatTree(below: tree.host)
  }

  private func containsSlot(_ root: NodeID) -> Bool {
    var node = root
    while !node.isNone {
      if isSlot(node) { return true }
      node = next(node, within: root)
    }
    return false
  }

  /// An attribute that assignment depends on is another one.
  func changedSlotAttribute(of node: NodeID, _ name: Atom) {
    if name == .slot {
      let parent = parent(node)
      guard !parent.isNone, let tree = shadowTree(shadowRoot(parent)) else { return }
      tree.forgetAssignment()
      changedFlatTree(below: tree.host)
    } else if name == .name, isSlot(node), let tree = shadowTree(treeRoot(node)) {
      tree.slots = nil
      tree.forgetAssignment()
      changedFlatTree(below: tree.host)
    }
  }
}
