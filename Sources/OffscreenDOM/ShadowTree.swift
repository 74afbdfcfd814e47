/// What a shadow root is made with.
/// https://dom.spec.whatwg.org/#interface-shadowroot
package struct ShadowRootOptions: Equatable, Sendable {
  package var isOpen = true
  /// Slots get the nodes that scripts give them, not those that name them.
  package var assignsManually = false
  package var delegatesFocus = false
  package var isClonable = false
  package var isSerializable = false
  /// It came from markup: `attachShadow` may take it over once.
  package var isDeclarative = false

  package init() {}
}

/// What is kept of a shadow root: its host, and which slot each of the host's children is assigned to. The latter is
/// found when it is asked for, and forgotten with changes that can touch it.
final class ShadowTree {
  let host: NodeID
  var options: ShadowRootOptions
  /// Nil: to be found anew.
  var slots: Slots?
  private(set) var assignment: Assignment?
  /// What `Document.reassignSlots` compares with.
  var lastAssignment: Assignment?

  init(host: NodeID, _ options: ShadowRootOptions) { (self.host, self.options) = (host, options) }

  /// The slots of the tree.
  struct Slots {
    var inOrder: [NodeID] = []
    /// The first one of each name.
    var byName: [String: NodeID] = [:]
  }

  struct Assignment {
    /// By child of the host: its slot, and its place among what that has.
    var slots: [NodeID: (slot: NodeID, place: Int)] = [:]
    var nodes: [NodeID: [NodeID]] = [:]
  }

  func keep(_ assignment: Assignment) { self.assignment = assignment }

  func forgetAssignment() {
    if let assignment { lastAssignment = assignment }
    assignment = nil
  }
}

/// What scripts have said of a document's slots.
/// https://html.spec.whatwg.org/multipage/scripting.html#manually-assigned-nodes
struct ManualAssignments {
  var nodes: [NodeID: [NodeID]] = [:]
  var slots: [NodeID: NodeID] = [:]
}
