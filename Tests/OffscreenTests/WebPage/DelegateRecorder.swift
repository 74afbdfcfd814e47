import Foundation
import Offscreen
import Synchronization

/// Records a delegate's calls, and answers as a test wants.
final class DelegateRecorder: NavigationDelegate {
  struct Entry: Sendable, Equatable {
    var navigation: Int
    var what: String
  }
  let entries = Mutex<[Entry]>([])
  private let policy: @Sendable (NavigationAction) -> NavigationPolicy
  private let credentials: @Sendable (AuthenticationChallenge) -> Credentials?

  init(
    policy: @escaping @Sendable (NavigationAction) -> NavigationPolicy = { _ in .allow },
    credentials: @escaping @Sendable (AuthenticationChallenge) -> Credentials? = { _ in nil }
  ) {
    (self.policy, self.credentials) = (policy, credentials)
  }

  private func note(_ navigation: Navigation, _ what: String) {
    entries.withLock { $0.append(Entry(navigation: navigation.id, what: what)) }
  }

  var log: [String] { entries.withLock { $0.map(\.what) } }

  func decidePolicy(for action: NavigationAction, of navigation: Navigation) async -> NavigationPolicy {
    let path = action.address.split(separator: "/").dropFirst(2).joined(separator: "/")
    note(
      navigation,
      "\(action.type) /\(path)\(action.isMainFrame ? "" : " in a frame")\(action.opensWindow ? " in a window" : "")")
    return policy(action)
  }
  func didStart(_ navigation: Navigation) async { note(navigation, "started") }
  func didFinish(_ navigation: Navigation) async { note(navigation, "finished") }
  func didFail(_ navigation: Navigation, _ error: WebPageError) async {
    switch error {
    case .stopped: note(navigation, "stopped")
    case .refused: note(navigation, "refused")
    case .nothingThere, .failed, .exception: note(navigation, "failed")
    }
  }
  func didReceive(_ challenge: AuthenticationChallenge, of navigation: Navigation) async -> Credentials? {
    note(navigation, "asked for \(challenge.realm ?? "-") \(challenge.previousFailures)")
    return credentials(challenge)
  }
}

extension WebPage {
  /// A small page that may load from this machine. Its delegates answer on threads that tests beside it may hold.
  static func forTests(timeout: Duration = .seconds(240)) -> WebPage {
    var options = PageOptions.unhurried
    options.viewport = Viewport(width: 200, height: 100)
    options.network = .all
    options.timeout = timeout
    return WebPage(configuration: .init(options: options))
  }
}
