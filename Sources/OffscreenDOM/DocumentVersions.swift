/// How often each part of a document has changed. What was made from a part holds while its number is the same.
@usableFromInline package struct DocumentVersions: Equatable, Sendable {
  /// Nodes were inserted, removed or moved.
  package internal(set) var structure: UInt64 = 0
  /// Attributes were set or removed.
  package internal(set) var attributes: UInt64 = 0
  /// Texts, comments or processing instructions got other data.
  package internal(set) var text: UInt64 = 0
}

/// One change of a document, as what is made from the document needs it.
package enum DocumentChange: Equatable, Sendable {
  /// A node was inserted below `parent`, with its descendants.
  case inserted(NodeID, parent: NodeID)
  /// A node stood below `parent`, before `next`.
  case removed(NodeID, parent: NodeID, next: NodeID)
  /// `names`: of the attributes `id` and `class`, those names that the element lost or gained.
  case attribute(NodeID, name: Atom, namespace: Namespace, names: [Atom])
  /// The data of a text, comment or processing instruction.
  case text(NodeID)
  /// An element got a shadow root, or slots of its shadow tree have other nodes.
  case flatTree(below: NodeID)
  /// What an element shows that no attribute says: a canvas was drawn on.
  case picture(NodeID)
  /// A node that was removed and inserted just before has only changed its place: what goes on in it goes on.
  /// https://dom.spec.whatwg.org/#move
  case moved(NodeID)
  /// An element has got the focus, or lost it, or whether that is to be seen is otherwise.
  case focus(NodeID)
}

/// The changes of a document since they were last taken, in order: of what is in it.
package struct MutationJournal {
  /// So many changes are kept, and so many names in them. With more, nothing is known of what has changed.
  package static let limit = 4096
  package static let nameLimit = 1 << 16
  package fileprivate(set) var changes: [DocumentChange] = []
  /// Whether `changes` are all that there were.
  package fileprivate(set) var isComplete = true
  private var nameCount = 0

  fileprivate mutating func append(_ change: DocumentChange) {
    guard isComplete else { return }
    // A text that grows piece by piece has changed once.
    switch change {
    case .text, .flatTree, .picture: if changes.last == change { return }
    case .inserted, .removed, .attribute, .moved, .focus: break
    }
    if case .attribute(_, _, _, let names) = change { nameCount += names.count }
    if changes.count < Self.limit, nameCount <= Self.nameLimit { return changes.append(change) }
    changes = []
    isComplete = false
  }
}

extension Document {
  @inlinable package var versions: DocumentVersions { store.pointee.versions }

  /// Keeps a journal of what changes from here on. A document that nothing has been made of yet needs none.
  package func startJournal() {
    if journal == nil { journal = MutationJournal() }
    store.pointee.keepsJournal = true
  }

  /// The changes since the journal was started, or last taken; nil where none is kept.
  package func takeJournal() -> MutationJournal? {
    guard let taken = journal else { return nil }
    journal = MutationJournal()
    return taken
  }

  /// What was removed and inserted is the same in another place.
  package func noteMove(of node: NodeID) { journal?.append(.moved(node)) }

  /// What an element shows has changed, and nothing in the document.
  package func changedPicture(of node: NodeID) { note(.picture(node), in: node) }

  /// Of trees beside the document, which scripts make before they insert them, nothing is made.
  private func note(_ change: DocumentChange, in node: NodeID) {
    if store.pointee.keepsJournal, !isBesideTheDocument(node) { journal?.append(change) }
  }

  private func isBesideTheDocument(_ node: NodeID) -> Bool {
    var node = node
    // Nothing is made of what is deeper either, but that is not for here to know.
    for _ in 0..<Self.mostAncestors {
      if node == .document { return false }
      node = shadowIncludingParent(node)
      if node.isNone { return true }
    }
    return false
  }

  private static let mostAncestors = 1_024

  // MARK: What the changing functions say

  func inserted(_ node: NodeID, into parent: NodeID) {
    store.pointee.versions.structure &+= 1
    note(.inserted(node, parent: parent), in: parent)
    if store.pointee.hasShadowTrees { changedChildren(of: parent, node) }
  }

  func removed(_ node: NodeID, from parent: NodeID, before next: NodeID) {
    store.pointee.versions.structure &+= 1
    // What leaves another tree may have left the document with that tree before.
    if kind(parent) != .documentFragment || isShadowRoot(parent) {
      journal?.append(.removed(node, parent: parent, next: next))
    }
    if store.pointee.hasShadowTrees { changedChildren(of: parent, node) }
  }

  func changedFlatTree(below host: NodeID) {
    store.pointee.versions.structure &+= 1
    note(.flatTree(below: host), in: host)
  }

  func changedText(_ node: NodeID) {
    store.pointee.versions.text &+= 1
    note(.text(node), in: node)
  }

  func changedFocus(of node: NodeID) {
    store.pointee.versions.attributes &+= 1
    note(.focus(node), in: node)
  }

  func changedAttribute(_ node: NodeID, _ name: Atom, _ namespace: Namespace, before: [Atom]) {
    store.pointee.versions.attributes &+= 1
    if store.pointee.hasShadowTrees, namespace == .none, name == .slot || name == .name {
      changedSlotAttribute(of: node, name)
    }
    guard store.pointee.keepsJournal else { return }
    let after = selectorNames(node, name, namespace)
    let (old, new) = (Set(before), Set(after))
    let names = before.filter { !new.contains($0) } + after.filter { !old.contains($0) }
    note(.attribute(node, name: name, namespace: namespace, names: names), in: node)
  }

  /// The names in an element's `id` or `class`; none for other attributes, or without a journal.
  func selectorNames(_ node: NodeID, _ name: Atom, _ namespace: Namespace) -> [Atom] {
    guard store.pointee.keepsJournal, namespace == .none else { return [] }
    if name == .class { return classes(node) }
    if name == .id { return id(node) == Atom.none ? [] : [id(node)] }
    return []
  }
}
