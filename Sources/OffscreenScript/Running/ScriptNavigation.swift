import OffscreenLoading

/// Where a page's scripts want to go.
package struct ScriptNavigation: Sendable {
  /// What leads there.
  package enum Cause: String, Sendable {
    case script, link, form, reload
  }

  package var url: PageURL
  package var cause: Cause
  /// Whether the page that is left is none to come back to.
  package var replaces = false
  /// Whether it was to be another window.
  package var opensWindow = false
  /// Whether the page is named to the new one.
  package var sendsReferrer = true
  /// Of what is no plain GET.
  package var content: RequestContent?

  package init(
    _ url: PageURL, _ cause: Cause, replaces: Bool = false, opensWindow: Bool = false, content: RequestContent? = nil
  ) {
    (self.url, self.cause, self.replaces) = (url, cause, replaces)
    (self.opensWindow, self.content) = (opensWindow, content)
  }
}

extension PageScripts {
  /// Goes elsewhere in a task of its own; of several, the last one counts.
  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate
  /// `initiator`: the window whose script, link or form it is.
  func navigate(_ navigation: ScriptNavigation, by initiator: PageScripts) {
    guard !isLeft, isActive else { return }
    if navigation.cause == .form, !initiator.services.maySubmit(to: navigation.url) { return }
    guard number == 0 else { return navigateInside(navigation, by: initiator) }
    navigations += 1
    let number = navigations
    queueTask { window in
      guard number == window.navigations else { return }
      if navigation.url.isLoadable { window.fireBeforeUnload() }
      window.leave(for: navigation)
    }
  }

  /// In a frame, or in a window beside the page's own.
  private func navigateInside(_ navigation: ScriptNavigation, by initiator: PageScripts) {
    let isReload = navigation.cause == .reload
    var source = NavigableHistory.Source.request(navigation.content)
    if isReload, let known = navigable.history.shown { source = known.source }
    if navigation.url.scheme == "about", navigation.url.href != "about:srcdoc" { source = .blank }
    navigable.navigate(
      to: Navigable.Destination(
        url: navigation.url, source: source, handling: navigation.replaces || isReload ? .replace : .push,
        initiator: initiator, sendsReferrer: navigation.sendsReferrer),
      isReload: isReload)
  }

  /// What is named to pages that this one leads to.
  /// https://html.spec.whatwg.org/multipage/webappapis.html#creation-url, of what has no address of its own: that of the one around
  var referringURL: PageURL? { url.isHTTP ? url : url.scheme == "about" ? settings.referringURL : nil }

  func leave(for navigation: ScriptNavigation) {
    let isReload = navigation.cause == .reload
    leave(for: navigation, isReload ? .reload : .new(navigation.url, replaces: navigation.replaces))
  }

  private func leave(for navigation: ScriptNavigation, _ arrival: NavigableHistory.Arrival) {
    guard services.navigate(navigation), !isLeft else { return }
    settings.memory.history = navigable.history.legacy(arrival) { entry in
      guard entry.window === self, let realm, realm.hasEntry("historyText"),
        let text = try? realm.call("historyText", { [$0.make(entry.state), $0.make(entry.id)] })
      else { return entry.text }
      return realm.isString(text) ? try? realm.string(of: text) : entry.text
    }
    leave()
  }

  /// The history leads to a document that was here before: it is loaded anew.
  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#apply-the-history-step
  func goBackOrForth(to index: Int, _ url: PageURL) {
    guard !isLeft, isActive else { return }
    navigations += 1
    fireBeforeUnload()
    leave(for: ScriptNavigation(url, .script, replaces: true), .at(index))
  }

  /// The page is left: it hears of that, and then nothing of it runs any more.
  /// https://html.spec.whatwg.org/multipage/document-lifecycle.html#unload-a-document
  private func leave() {
    guard !isLeft else { return }
    fireUnload()
    keepStorage()
    isLeft = true
  }

  /// Puts away what pages of the same origin find that come after this one.
  package func keepStorage() {
    guard isOpen else { return }
    for window in windows where window.isOpen { window.entry("keepStorage") { _ in [] } }
    if let origin = rememberedOrigin { settings.memory.cookies[origin] = cookies }
  }
}

extension PageURL {
  /// Whether a page may come from there.
  package var isLoadable: Bool { isHTTP || isFile || scheme == "about" || scheme == "blob" }

  /// What pages have in common that see each other's storage; nil of those that share with none.
  var storageOrigin: String? { isFile ? "file:" : origin }
}
