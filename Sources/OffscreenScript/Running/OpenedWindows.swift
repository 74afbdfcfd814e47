import OffscreenLoading

/// Where a page goes that a script, a link or a form wants in a window of its own.
package enum WindowPlacement: Sendable {
  /// Into a window beside the page's own, which nobody sees but scripts.
  case beside
  /// Into the page's own.
  case here
  /// Elsewhere, or nowhere: the page has no part in it.
  case elsewhere
}

/// Windows that scripts open beside the page's own.
/// https://html.spec.whatwg.org/multipage/document-sequences.html#auxiliary-browsing-context
extension PageScripts {
  /// A window that shows a blank page so far; nil where whoever has the page does something else with it, or there
  /// are too many. https://html.spec.whatwg.org/multipage/document-sequences.html#the-rules-for-choosing-a-navigable
  func openWindow(_ navigation: ScriptNavigation, _ frame: WindowFrame, name: String, hasOpener: Bool) -> Navigable? {
    guard isActive, !isLeft, !sandbox.contains(.popups) else { return nil }
    var navigation = navigation
    navigation.opensWindow = true
    switch page.services.placement(of: navigation) {
    case .elsewhere: return nil
    case .here:
      guard !isForeign else { return nil }
      page.queueTask { $0.leave(for: navigation) }
      return nil
    case .beside: break
    }
    guard page.openedWindows < Self.mostWindows else {
      warn("the page opens more than \(Self.mostWindows) windows: the rest is left out")
      return nil
    }
    let made = page.makeNavigable(
      name: name, frame: frame, sandbox: sandbox.contains(.opened) ? sandbox : [])
    if hasOpener { made.opener = navigable }
    made.start()
    return made
  }

  private var openedWindows: Int { navigables.reduce(0) { $0 + ($1.frame != nil && !$1.isGone ? 1 : 0) } }
  private static let mostWindows = 50

  /// Whether a script of this window may lead another one elsewhere.
  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#allowed-to-navigate
  func mayNavigate(_ other: Navigable) -> Bool {
    // 1. and 2. Itself, and what is in it.
    if other === navigable || other.isInside(navigable) { return true }
    if sandbox.isEmpty { return mayReach(other) }
    // 3. The one at the top of its own tree.
    if other === navigable.top { return !sandbox.contains(.topNavigation) }
    // 4. Of windows of their own, those that it has opened.
    if other.frame != nil { return other.opener === navigable || !sandbox.contains(.navigation) }
    return !sandbox.contains(.navigation)
  }

  /// Whether another one, or one around it, or who has opened it, is of this window's origin: the rest stays where it is,
  /// as in Chromium where nobody has clicked.
  private func mayReach(_ other: Navigable) -> Bool {
    if let shown = other.active, !isForeign(to: shown) { return true }
    if let around = other.around { return mayReach(around.navigable) }
    guard let opener = other.opener else { return false }
    return opener === navigable || opener.active.map { !isForeign(to: $0) } == true
  }
}
