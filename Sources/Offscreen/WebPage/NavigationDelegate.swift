/// Something that is about to be loaded into a page or one of its frames.
public struct NavigationAction: Sendable {
  /// Its URL. Of HTML given as a text: its base address, or `about:blank`.
  public var address: String
  /// The request's method: `GET`, or that of the `HTTPRequest`.
  public var method = "GET"
  public var type: NavigationType
  /// Whether it is the page itself; a frame's page otherwise.
  public var isMainFrame: Bool
  /// Whether the link would open another navigable (`target=_blank`). There is none: what is allowed is loaded
  /// into this page.
  public var opensWindow: Bool
  /// The address of the page that leads there; nil where the program does.
  public var source: String?
}

public enum NavigationPolicy: Sendable { case allow, cancel }

/// A server's authentication challenge.
public struct AuthenticationChallenge: Sendable {
  public var address: String
  /// The challenge's realm, if it has one.
  public var realm: String?
  /// How often credentials were refused before.
  public var previousFailures: Int
}

/// A name and a password, for basic and digest authentication.
public struct Credentials: Hashable, Sendable {
  public var name: String
  public var password: Secret
  public init(name: String, password: Secret) { (self.name, self.password) = (name, password) }
  public init(name: String, password: String) { self.init(name: name, password: Secret(password)) }
}

/// Is notified of a page's navigations, and decides about them. Every method has a default.
///
/// For each navigation exactly one of `didFinish` and `didFail` is called, and nothing for it afterwards: also
/// when it is stopped, when another takes its place, and when the page is dropped. Calls for one navigation
/// come one after the other. The page holds its delegate weakly: one that has gone is not missed.
///
/// The page's thread waits for `decidePolicy` and `didReceive`, within the page's time limit: do not wait there
/// for a snapshot of the same page.
public protocol NavigationDelegate: AnyObject, Sendable {
  /// Whether something may be loaded: the page itself, each address that its server redirects to, what
  /// `meta refresh` goes on to, the pages in frames. Default: `.allow`; the page's `NetworkPolicy` holds in any
  /// case.
  func decidePolicy(for action: NavigationAction, of navigation: Navigation) async -> NavigationPolicy
  /// The page begins to load.
  func didStart(_ navigation: Navigation) async
  /// The page and all that it uses are loaded, as far as they can be had.
  func didFinish(_ navigation: Navigation) async
  /// The page stays what it was before.
  func didFail(_ navigation: Navigation, _ error: WebPageError) async
  /// The page's server asks for credentials; nil is none. Default: nil. Asked up to three times.
  func didReceive(_ challenge: AuthenticationChallenge, of navigation: Navigation) async -> Credentials?
}

extension NavigationDelegate {
  public func decidePolicy(for action: NavigationAction, of navigation: Navigation) async -> NavigationPolicy { .allow }
  public func didStart(_ navigation: Navigation) async {}
  public func didFinish(_ navigation: Navigation) async {}
  public func didFail(_ navigation: Navigation, _ error: WebPageError) async {}
  public func didReceive(_ challenge: AuthenticationChallenge, of navigation: Navigation) async -> Credentials? { nil }
}
