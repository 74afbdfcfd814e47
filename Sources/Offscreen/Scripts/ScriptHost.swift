import OffscreenScript

/// Whoever has a page, as its scripts see it: what it adds to them, and answers to what they ask. Called on the page's
/// thread.
protocol ScriptHost: AnyObject {
  var userScripts: [UserScript] { get }
  /// The names that `window.webkit.messageHandlers` has.
  var messageHandlers: [String] { get }
  /// What pages leave to those after them.
  var memory: ScriptMemory { get }

  /// Whether the page may go elsewhere.
  func decide(_ action: NavigationAction, _ navigation: ScriptNavigation) -> NavigationDecision
  /// The page opens a window.
  func placement(of action: NavigationAction, _ navigation: ScriptNavigation) -> WindowPlacement
  /// The answer to an `alert` (none), a `confirm` (any text) or a `prompt`; nil where it was dismissed.
  func dialog(_ kind: String, _ message: String, _ initial: String) -> String?
  func message(_ json: String, to handler: String) -> Result<String, ScriptMessageError>
  func log(_ line: ConsoleLine)
}

/// What becomes of a page that wants to go elsewhere.
enum NavigationDecision {
  case stay
  /// It goes at once.
  case load
  /// It has been taken note of.
  case later
}

/// Nobody is there who would answer: pages go where they want, and what they ask is agreed to.
final class UnattendedHost: ScriptHost {
  let userScripts: [UserScript] = []
  let messageHandlers: [String] = []
  let memory = ScriptMemory()

  func decide(_ action: NavigationAction, _ navigation: ScriptNavigation) -> NavigationDecision { .load }
  func placement(of action: NavigationAction, _ navigation: ScriptNavigation) -> WindowPlacement { .beside }
  func dialog(_ kind: String, _ message: String, _ initial: String) -> String? { Self.answer(to: kind) }
  func message(_ json: String, to handler: String) -> Result<String, ScriptMessageError> {
    .failure(ScriptMessageError("nobody takes this message"))
  }
  func log(_ line: ConsoleLine) {}

  /// `confirm` is answered with yes, `prompt` with nothing.
  static func answer(to kind: String) -> String? { kind == "confirm" ? "true" : nil }
}
