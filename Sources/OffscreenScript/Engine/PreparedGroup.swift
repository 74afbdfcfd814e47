import CJSC
import Synchronization

/// A group of contexts in which the prelude has run once already, by a page of our own: what the engine has read and
/// translated of it serves the next realm, too. A process makes one before it forks those that run the scripts of pages,
/// each of which takes its copy for its first page. Nothing of any page is in it.
struct PreparedGroup: @unchecked Sendable {
  fileprivate(set) var group: JSContextGroupRef
  /// The prelude's files as the engine has read them, by name.
  fileprivate(set) var scripts: [String: JSScriptRef]
  private let compiles: Bool
  private let refuse: @Sendable () -> Never

  private enum State: @unchecked Sendable {
    case none
    /// The page of our own is running.
    case rehearsing(compiles: Bool?, refuse: @Sendable () -> Never)
    case ready(PreparedGroup)
    /// Nothing was kept of that page, and the allocator's thread is still held back.
    case failed
  }

  private static let state = Mutex(State.none)

  /// Whether what is made now is for processes that are forked from this one: none of the engine's threads would be in
  /// them.
  static var isBeingMade: Bool {
    state.withLock { if case .rehearsing = $0 { true } else { false } }
  }

  /// `page` renders one page with scripts; `refuse` ends a process whose page must not be compiled, while the engine
  /// compiles. Nothing is kept where the engine is not there, or where its allocator's thread cannot be held back: that
  /// could have a lock at the moment of the fork.
  static func make(refuse: @escaping @Sendable () -> Never, _ page: () -> Void) {
    guard let engine = ScriptEngine.shared, let suspend = engine.library.pas_scavenger_suspend,
      engine.library.pas_scavenger_resume != nil, !engine.isConfigured
    else { return }
    suspend()
    state.withLock { $0 = .rehearsing(compiles: nil, refuse: refuse) }
    page()
    state.withLock { if case .rehearsing = $0 { $0 = .failed } }
  }

  /// The engine compiles for the page of our own, or does not.
  static func note(compiles: Bool) {
    state.withLock { state in
      if case .rehearsing(_, let refuse) = state { state = .rehearsing(compiles: compiles, refuse: refuse) }
    }
  }

  /// The page of our own has ended. Whether its group is kept.
  static func keep(_ group: JSContextGroupRef, _ scripts: [String: JSScriptRef]) -> Bool {
    let made = Handed(group: group, scripts: scripts)
    return state.withLock { state in
      guard case .rehearsing(let compiles?, let refuse) = state else { return false }
      state = .ready(
        PreparedGroup(group: made.group, scripts: made.scripts, compiles: compiles, refuse: refuse))
      return true
    }
  }

  private struct Handed: @unchecked Sendable {
    let group: JSContextGroupRef
    let scripts: [String: JSScriptRef]
  }

  /// Of a forked process, once; nil where there is none.
  static func take(compiles: Bool, _ engine: ScriptEngine) -> PreparedGroup? {
    let made = state.withLock { state in
      let made = state
      switch state {
      case .ready, .failed: state = .none
      case .none, .rehearsing: break
      }
      return made
    }
    switch made {
    case .none, .rehearsing: return nil
    case .failed:
      engine.library.pas_scavenger_resume?()
      return nil
    case .ready(let prepared):
      if prepared.compiles && !compiles { prepared.refuse() }
      engine.library.pas_scavenger_resume?()
      return prepared
    }
  }
}
