import Testing

@testable import OffscreenDOM

/// Shadow roots, slots and the flat tree.
struct ShadowTreeTests {
  private let document = Document()

  private func element(_ name: KnownName, in parent: NodeID, _ attributes: [(KnownName, String)] = []) -> NodeID {
    let node = document.makeElement(
      Atom(name), attributes: attributes.map { Attribute(name: Atom($0.0), value: $0.1) })
    document.link(node, into: parent)
    return node
  }

  private func flatChildren(_ node: NodeID) -> [NodeID] {
    var children: [NodeID] = []
    var child = document.flatFirstChild(node)
    while !child.isNone {
      #expect(document.flatParent(child) == node)
      children.append(child)
      child = document.flatNextSibling(child)
    }
    return children
  }

  @Test func childrenOfAHostStandInItsSlots() throws {
    let host = element(.div, in: .document)
    #expect(!document.hasShadowTrees && document.shadowRoot(host).isNone)
    let root = document.attachShadow(to: host, ShadowRootOptions())
    #expect(document.isShadowRoot(root) && document.host(root) == host && document.shadowRoot(host) == root)
    #expect(document.attachShadow(to: host, ShadowRootOptions()).isNone)
    let named = element(.slot, in: root, [(.name, "s")])
    let fallback = element(.b, in: named)
    let other = element(.slot, in: root)
    let (first, second) = (element(.p, in: host), element(.p, in: host, [(.slot, "s")]))
    let third = element(.p, in: host, [(.slot, "none")])
    #expect(flatChildren(host) == [named, other])
    #expect(flatChildren(named) == [second] && flatChildren(other) == [first])
    #expect(document.flatParent(fallback).isNone && document.flatParent(third).isNone)
    #expect(document.isConnected(fallback) && !document.isInFlatTree(fallback) && document.isInFlatTree(second))

    document.setAttribute(third, Attribute(name: Atom(.slot), value: ""))
    #expect(flatChildren(other) == [first, third])
    document.remove(second)
    #expect(flatChildren(named) == [fallback])
    document.setAttribute(named, Attribute(name: Atom(.name), value: ""))
    #expect(flatChildren(named) == [first, third] && flatChildren(other) == [])
    document.remove(named)
    #expect(flatChildren(other) == [first, third])
  }

  @Test func scriptsAssignNodes() {
    let host = element(.div, in: .document)
    var options = ShadowRootOptions()
    options.assignsManually = true
    let root = document.attachShadow(to: host, options)
    let (one, two) = (element(.slot, in: root), element(.slot, in: root))
    let (first, second) = (element(.p, in: host), element(.p, in: host))
    #expect(flatChildren(one).isEmpty)
    document.assign([second, first, second], to: one)
    #expect(flatChildren(one) == [second, first])
    document.assign([first], to: two)
    #expect(flatChildren(one) == [second] && flatChildren(two) == [first])
    // What is no child of the host waits until it is.
    document.remove(second)
    #expect(flatChildren(one).isEmpty)
    document.link(second, into: host)
    #expect(flatChildren(one) == [second])
  }

  @Test func slotsStandInSlots() {
    let host = element(.div, in: .document)
    let root = document.attachShadow(to: host, ShadowRootOptions())
    let inner = element(.div, in: root)
    let innerRoot = document.attachShadow(to: inner, ShadowRootOptions())
    let innerSlot = element(.slot, in: innerRoot)
    let slot = element(.slot, in: inner)
    let fallback = element(.b, in: slot)
    #expect(document.assignedNodes(innerSlot) == [slot] && document.flattenedNodes(innerSlot) == [fallback])
    #expect(document.slotAround(fallback) == innerSlot)
    let child = element(.p, in: host)
    #expect(document.flattenedNodes(innerSlot) == [child])
    #expect(document.slotAround(child) == slot && document.slotAround(slot) == innerSlot)
    var walked: [NodeID] = []
    var node = document.nextInFlatTree(host, within: host)
    while !node.isNone {
      walked.append(node)
      node = document.nextInFlatTree(node, within: host)
    }
    #expect(walked == [inner, innerSlot, slot, child])
    walked = []
    node = document.nextShadowIncluding(.document, within: .document)
    while !node.isNone {
      walked.append(node)
      node = document.nextShadowIncluding(node, within: .document)
    }
    #expect(walked == [host, root, inner, innerRoot, innerSlot, slot, fallback, child])
  }

  @Test func aHostIsNotPutIntoItsOwnShadowTree() throws {
    let host = element(.div, in: .document)
    let inner = document.makeElement(Atom(.div))
    try document.insert(inner, into: document.attachShadow(to: host, ShadowRootOptions()))
    #expect(throws: InsertionRefusal.containsParent) { try document.insert(host, into: inner) }
  }

  @Test func clonesHaveTheShadowRootsThatMayBeCloned() {
    let host = element(.div, in: .document)
    var options = ShadowRootOptions()
    options.isClonable = true
    let root = document.attachShadow(to: host, options)
    let inner = element(.div, in: root)
    _ = element(.slot, in: document.attachShadow(to: inner, ShadowRootOptions()))
    for isDeep in [false, true] {
      let copy = document.clone(host, deep: isDeep)
      let copyRoot = document.shadowRoot(copy)
      #expect(!copyRoot.isNone && copyRoot != root && document.host(copyRoot) == copy)
      #expect(document.shadowRoot(document.firstChild(copyRoot)).isNone)
    }
  }

  @Test func theJournalTellsOfSlots() throws {
    let host = element(.div, in: .document)
    let root = document.attachShadow(to: host, ShadowRootOptions())
    let slot = element(.slot, in: root)
    document.startJournal()
    let child = element(.p, in: host)
    #expect(document.takeJournal()?.changes == [.inserted(child, parent: host), .flatTree(below: host)])
    let plain = element(.b, in: root)
    #expect(document.takeJournal()?.changes == [.inserted(plain, parent: root)])
    document.remove(slot)
    #expect(
      document.takeJournal()?.changes == [.removed(slot, parent: root, next: plain), .flatTree(below: host)])
  }
}
