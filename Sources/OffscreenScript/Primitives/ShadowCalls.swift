import OffscreenDOM
import OffscreenHTML

/// Shadow roots and slots.
extension Primitives {
  func addShadow() {
    let (document, scripts) = (document, scripts)
    add("canHaveShadowRoot") { call in call.realm.make(document.canHaveShadowRoot(try call.node(0))) }
    add("attachShadow") { call in
      let (host, flags) = (try call.node(0), try call.integer(1))
      return call.realm.make(try scripts.making { document.attachShadow(to: host, ShadowRootOptions(flags: flags)) })
    }
    add("shadowRoot") { call in call.realm.make(document.shadowRoot(try call.node(0))) }
    add("shadowHost") { call in call.realm.make(document.host(try call.node(0))) }
    add("shadowFlags") { call in call.realm.make(document.shadowOptions(try call.node(0))?.flags ?? 0) }
    addAction("setShadowFlags") { call in
      document.setShadowOptions(ShadowRootOptions(flags: try call.integer(1)), of: try call.node(0))
    }
    add("assignedSlot") { call in call.realm.make(document.assignedSlot(try call.node(0))) }
    add("assignedNodes") { call in call.realm.make(document.assignedNodes(try call.node(0))) }
    add("flattenedNodes") { call in call.realm.make(document.flattenedNodes(try call.node(0))) }
    add("slotNamed") { call in
      call.realm.make(document.slot(named: try call.string(1), in: try call.node(0)))
    }
    addAction("assignNodes") { call in
      let slot = try call.node(0)
      let nodes = try call.strings(1).compactMap { Int32($0) }.map { NodeID(rawValue: $0) }
      document.assign(nodes.filter { $0.rawValue >= 0 && Int($0.rawValue) < document.nodeCount }, to: slot)
    }
    add("reassignSlots") { call in call.realm.make(document.reassignSlots(of: try call.node(0))) }
    add("serializeShadows") { call in
      let node = try call.node(0)
      let roots = try call.strings(2).compactMap { Int32($0) }.map { NodeID(rawValue: $0) }
      return call.realm.make(
        HTMLSerializer.html(
          of: node, in: document, scripting: true, withSerializableShadowRoots: call.boolean(1),
          shadowRoots: Set(roots)))
    }
  }
}

extension ShadowRootOptions {
  /// As the prelude counts them: open 1, manual slots 2, delegates its focus 4, clonable 8, serializable 16,
  /// declarative 32.
  fileprivate init(flags: Int) {
    self.init()
    isOpen = flags & 1 != 0
    assignsManually = flags & 2 != 0
    delegatesFocus = flags & 4 != 0
    isClonable = flags & 8 != 0
    isSerializable = flags & 16 != 0
    isDeclarative = flags & 32 != 0
  }

  fileprivate var flags: Int {
    (isOpen ? 1 : 0) | (assignsManually ? 2 : 0) | (delegatesFocus ? 4 : 0) | (isClonable ? 8 : 0)
      | (isSerializable ? 16 : 0) | (isDeclarative ? 32 : 0)
  }
}
