/// What pages leave to those of the same origin that come after them: cookies and storage of scripts. In memory.
package final class ScriptMemory {
  /// The kinds of storage.
  enum Storage: String {
    case local, session
  }

  /// Names and values one after the other, by origin.
  private var items: [Storage: [String: [String]]] = [:]
  /// By origin.
  var cookies: [String: ScriptCookies] = [:] {
    didSet { if cookies.count > Self.mostOrigins { cookies = oldValue } }
  }

  /// What the next document of the page's own window takes over.
  var history: NavigableHistory.Legacy?

  /// Nothing leads from one to the next: the user has asked for it.
  package func forgetHistory() { history = nil }

  private static let mostOrigins = 32

  package init() {}

  subscript(storage: Storage, origin: String) -> [String] {
    get { items[storage]?[origin] ?? [] }
    set {
      var kept = items[storage] ?? [:]
      guard kept[origin] != nil || kept.count < Self.mostOrigins else { return }
      kept[origin] = newValue
      items[storage] = kept
    }
  }
}
