import OffscreenDOM
import OffscreenLoading

/// A script element that waits for its turn.
struct PendingScript {
  enum Source {
    case classic(PageURL)
    /// Its graph of modules is loaded meanwhile. `isExternal`: an event tells that it has run.
    case module(isExternal: Bool)
  }

  var element: NodeID
  var source: Source
}

/// What is known of script elements beside their attributes.
struct ScriptElementStates {
  private var started: Set<NodeID> = []
  /// Those whose `async` a script has set to false.
  private var ordered: Set<NodeID> = []
  private var blocked: [NodeID: PageURL] = [:]
  /// Those that run when the document is parsed, in order.
  var later: [PendingScript] = []
  /// Modules that scripts have inserted and that run in order.
  var inOrder: [PendingScript] = []
  /// Modules that run as soon as they are there.
  var whenReady: [NodeID: PendingScript] = [:]
  /// Whether modules that are there could be loaded.
  var ready: [NodeID: Bool] = [:]
  /// Those that have not run yet: the load event waits for them.
  var outstanding = 0
  var isReopened = false
  /// Those that scripts have set, in place of the attributes.
  var nonces: [NodeID: String] = [:]
  /// What is asked for by elements that the parser has made.
  var parserInserted: Set<NodeID> = []
  /// What addresses in `import()` of classic scripts are relative to: numbers that the prelude knows them by.
  var importBases: [String: Int] = [:]

  var hasStarted: Bool { !started.isEmpty }
  func isStarted(_ script: NodeID) -> Bool { started.contains(script) }
  mutating func start(_ script: NodeID) { started.insert(script) }
  func isOrdered(_ script: NodeID) -> Bool { ordered.contains(script) }
  mutating func order(_ script: NodeID) { ordered.insert(script) }
  mutating func block(_ script: NodeID, _ address: PageURL) { blocked[script] = address }
  mutating func unblock(_ script: NodeID) -> PageURL? { blocked.removeValue(forKey: script) }
}
