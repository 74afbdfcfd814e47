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
  func navigate(_ navigation: ScriptNavigation) {
    guard !isLeft else { return }
    if navigation.opensWindow {
      return top.queueTask { if $0.services.navigate(navigation) { $0.leave() } }
    }
    if let parent { return parent.navigate(container, navigation) }
    navigations += 1
    let number = navigations
    queueTask { window in
      guard number == window.navigations else { return }
      // Deviation: it is no question, since nobody looks at the page.
      if navigation.url.isLoadable { window.fire(nil, "beforeunload", cancelable: true, kind: "BeforeUnloadEvent") }
      if window.services.navigate(navigation) { window.leave() }
    }
  }

  /// The page is left: it hears of that, and then nothing of it runs any more.
  /// https://html.spec.whatwg.org/multipage/document-lifecycle.html#unload-a-document
  private func leave() {
    guard !isLeft else { return }
    fire(nil, "pagehide", kind: "PageTransitionEvent")
    fire(nil, "unload")
    keepStorage()
    isLeft = true
  }

  /// Puts away what pages of the same origin find that come after this one.
  package func keepStorage() {
    guard isOpen else { return }
    entry("keepStorage") { _ in [] }
    if let origin = url.storageOrigin { settings.memory.cookies[origin] = cookies }
  }
}

extension PageURL {
  /// Whether a page may come from there.
  package var isLoadable: Bool { isHTTP || isFile || scheme == "about" || scheme == "blob" }

  /// What pages have in common that see each other's storage; nil of those that share with none.
  var storageOrigin: String? { isFile ? "file:" : origin }
}
