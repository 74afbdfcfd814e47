/// Answers what a page's scripts ask of those who use it. Every method has a default, which is what happens without a
/// delegate. The page holds its delegate weakly.
///
/// The page's thread waits for the answer, within the page's time limit: do not wait there for the same page.
public protocol ScriptDelegate: AnyObject, Sendable {
  /// `alert`. Default: nothing.
  func alert(_ message: String, on page: WebPage) async
  /// `confirm`. Default: yes.
  func confirm(_ message: String, on page: WebPage) async -> Bool
  /// `prompt`; nil where it is dismissed. Default: nil.
  func prompt(_ message: String, initial: String, on page: WebPage) async -> String?
  /// `window.open`, or a link or form that names another window: what is to become of it. Default:
  /// `.ignore`.
  func openWindow(_ action: NavigationAction, on page: WebPage) async -> WindowPolicy
}

/// What becomes of a window that a page opens.
public enum WindowPolicy: Sendable {
  /// Nobody sees it but the page's scripts: a page of the same origin lives in it as in a frame, until this one is left.
  case ignore
  /// The address is loaded into the page itself, if its `NavigationDelegate` allows it: `window.open` gives null.
  case here
  /// The address is loaded into another page, of which this one gets no hold: `window.open` gives null.
  case page(WebPage)
}

extension ScriptDelegate {
  public func alert(_ message: String, on page: WebPage) async {}
  public func confirm(_ message: String, on page: WebPage) async -> Bool { true }
  public func prompt(_ message: String, initial: String, on page: WebPage) async -> String? { nil }
  public func openWindow(_ action: NavigationAction, on page: WebPage) async -> WindowPolicy { .ignore }
}
