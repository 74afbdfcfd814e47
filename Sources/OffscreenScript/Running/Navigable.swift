import OffscreenDOM
import OffscreenLoading

/// What shows documents one after the other: the page's own window, a frame, or a window that a script has opened.
/// Scripts know it by its number. The page's own window shows one document only: where that is left, all ends.
/// https://html.spec.whatwg.org/multipage/document-sequences.html#navigable
final class Navigable {
  let number: Int
  /// The window of the document that has the frame's element; nil of a window of its own.
  private(set) weak var around: PageScripts?
  let element: NodeID
  /// The page that it belongs to.
  private weak var page: PageScripts?
  /// The window that it shows now. Nil until someone asks for it, where it shows nothing but a blank page.
  var active: PageScripts?
  /// The first one that another window has got hold of: its global object stands for those after it as well.
  /// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-windowproxy-exotic-object
  private var face: PageScripts?
  /// What links and scripts call it.
  var name: String
  weak var opener: Navigable?
  /// How large a window of its own is, in CSS pixels; nil of others.
  let frame: WindowFrame?
  /// Whether a script has asked for its end.
  private(set) var isClosing = false
  /// Whether it is there no more.
  private(set) var isGone = false
  private var isEnding = false
  /// What is forbidden in the document that is shown: at first, in the blank one.
  private var sandbox: SandboxFlags = []
  /// Of a window of its own: what holds for all its documents.
  private let ownSandbox: SandboxFlags
  /// What it shows without a window: a page that had no script, among others that have none.
  private var asleep: (content: FrameContent, initiator: PageScripts)?
  /// How many pages it has gone to.
  private var pages = 0
  /// Which navigation it waits for; a later one ends an earlier one.
  private var navigation = 0
  private(set) var isLoading = false
  /// Whether the scripts of its page do not run, since they must not be beside this page's.
  private(set) var isStrange = false
  var history = NavigableHistory()
  /// How often something new has come into its history: what was to go back or forth before does not.
  var traversals = 0
  /// By how much it is to go back or forth, each with what `traversals` was when a script asked for it.
  var waiting: [(delta: Int, traversals: Int)] = []

  /// `frame`: of a window of its own.
  init(
    number: Int, page: PageScripts, around: PageScripts? = nil, element: NodeID = .none, name: String = "",
    frame: WindowFrame? = nil, sandbox: SandboxFlags = []
  ) {
    (self.number, self.page, self.around, self.element) = (number, page, around, element)
    (self.name, self.frame, ownSandbox) = (name, frame, sandbox)
  }

  /// The window at the top of its tree.
  var top: Navigable { around?.navigable.top ?? self }

  func isInside(_ other: Navigable) -> Bool {
    guard let outer = around?.navigable else { return false }
    return outer === other || outer.isInside(other)
  }

  /// Where what it does next is queued.
  private var keeper: PageScripts? { around ?? page }

  // MARK: What others see of it

  /// The realm whose global object stands for all its windows from now on.
  private func object() -> ScriptRealm? {
    if let face, face.isOpen { return face.realm }
    guard let window = window(), window.open(), let realm = window.realm else { return nil }
    face = window
    guard window.number != 0 else { return realm }
    realm.standIn = { [weak self] asking in self?.standIn(for: asking) }
    return realm
  }

  /// The origin of what it shows, as far as that is known here.
  var origin: ScriptOrigin? { window()?.origin }

  /// Whose global object a window's scripts get as this one; nil where they may not look into it.
  func realm(for observer: PageScripts) -> ScriptRealm? {
    if let face, face.isOpen, observer.mayAccess(face) { return face.realm }
    guard let window = window(), observer.mayAccess(window), window.open() else { return nil }
    return face == nil || face?.isOpen == false ? object() : window.realm
  }

  /// What the properties of the global object are looked up in, once it shows another page.
  private func standIn(for asking: ScriptRealm) -> ScriptRealm.StandIn? {
    guard let face, active !== face, let observer = page?.windows.first(where: { $0.realm === asking }) else {
      return nil
    }
    if !isStrange, let active, observer.mayAccess(active), active.open() {
      return active.realm.map { .window($0.global) }
    }
    if isGone { return nil }
    return (try? asking.call("restrictedWindow") { [$0.make(number)] }).map { .restricted($0) }
  }

  /// The window that scripts may know of, made if it is not there.
  func window() -> PageScripts? {
    if let active { return active }
    guard !isStrange, !isGone else { return nil }
    guard let initiator = asleep?.initiator ?? around ?? opener?.active ?? page,
      let made = open(asleep?.content ?? .blank, by: initiator)
    else { return nil }
    asleep = nil
    active = made
    if history.entries.isEmpty { start() }
    history.entries[history.current].window = made
    made.load()
    return made
  }

  // MARK: Going elsewhere

  /// Where a navigation leads.
  struct Destination {
    var url: PageURL
    var source: NavigableHistory.Source
    var handling = Handling.push
    /// The window whose script, link or form it is.
    var initiator: PageScripts
    var sendsReferrer = true
    var sandbox: SandboxFlags = []
  }

  enum Handling {
    case push, replace
    /// Back or forth to an entry that is there already.
    case entry(Int)
  }

  /// The blank document that it begins with.
  /// https://html.spec.whatwg.org/multipage/document-sequences.html#creating-a-new-navigable
  func start() {
    guard history.entries.isEmpty, let blank = PageURL("about:blank") else { return }
    history.begin(.init(url: blank, source: .blank), at: top.history.step)
    sandbox = sandboxNow
  }

  /// What is forbidden to a document that is asked for now.
  /// https://html.spec.whatwg.org/multipage/browsers.html#determining-the-creation-sandboxing-flags
  private var sandboxNow: SandboxFlags {
    guard let around else { return ownSandbox }
    return around.sandbox.union(SandboxFlags(around.document.attribute(element, named: "sandbox")))
  }

  /// Whether nothing but the blank document has been there.
  private var isInitial: Bool { history.isInitial }

  /// A page that goes on from one page to the next, for ever, ends here.
  private func mayGoOn(to url: PageURL) -> Bool {
    pages += 1
    if pages == Self.mostPages {
      page?.warn("a frame or window of the page goes on from one page to the next, and not to \(url.displayed)")
    }
    return pages < Self.mostPages
  }
  private static let mostPages = 50

  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate
  /// `isFirst`: of what a frame's element says when it comes.
  func navigate(to destination: Destination, isFirst: Bool = false, isReload: Bool = false) {
    guard !isGone, !isClosing, number != 0, isFirst || mayGoOn(to: destination.url) else { return }
    var destination = destination
    start()
    destination.sandbox = sandboxNow
    if case .push = destination.handling, isInitial || isReload || destination.url.href == currentURL?.href {
      destination.handling = .replace
    }
    let url = destination.url
    // 1. A script's value may be a page.
    if url.scheme == "javascript" {
      return queue(destination) { [weak self] in self?.evaluate(url, by: destination.initiator) }
    }
    // 2. The same document.
    if !isReload, case .request(nil) = destination.source, goWithin(to: url, destination.handling) { return }
    // 3. The blank page that a frame begins with is there at once.
    if case .blank = destination.source, isFirst { return finish() }
    if case .request(let content) = destination.source {
      guard isReload || !isAncestor(url) else { return }
      if content == nil, frame == nil || mayOpen(url) { destination.initiator.services.prefetch(url, as: .frame) }
    }
    active?.fireBeforeUnload()
    queue(destination) { [weak self] in self?.load(destination) }
  }

  private var currentURL: PageURL? {
    active?.url ?? (history.entries.indices.contains(history.current) ? history.entries[history.current].url : nil)
  }

  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate-fragid
  private func goWithin(to url: PageURL, _ handling: Handling) -> Bool {
    guard let active, active.isOpen, url.fragment != nil, url.hrefWithoutFragment == active.url.hrefWithoutFragment
    else { return false }
    var replaces = false
    switch handling {
    case .push: break
    case .replace: replaces = true
    case .entry: return false
    }
    navigation += 1
    isLoading = false
    active.entry("goToFragment") { [$0.make(url.href), $0.make(replaces)] }
    return true
  }

  private func isAncestor(_ address: PageURL) -> Bool { around?.isAncestor(address) == true }

  private func queue(_ destination: Destination, _ content: @escaping () -> FrameContent?) {
    navigation += 1
    isLoading = true
    let number = navigation
    keeper?.queueTask(after: 1) { [weak self] _ in
      guard let self, navigation == number, !isGone else { return }
      let content = content()
      if let content { show(content, of: destination, number) }
      guard navigation == number, !isGone else { return }
      isLoading = false
      // What gives no page leaves the one that is there, and its load event is over.
      if content != nil || isInitial { finish() }
    }
  }

  private func load(_ destination: Destination) -> FrameContent? {
    switch destination.source {
    case .blank: return .blank
    case .markup(let bytes): return .markup(bytes, isSrcdoc: true)
    case .request(let content):
      // Nobody sees a window of its own: what could not be opened there is not loaded either.
      guard destination.url.scheme != "about", frame == nil || mayOpen(destination.url) else { return .failure }
      let referrer = destination.sendsReferrer ? destination.initiator.referringURL : nil
      let services = destination.initiator.services
      switch services.loadPage(destination.url, inFrame: frame == nil, content: content, referrer: referrer) {
      // https://html.spec.whatwg.org/multipage/browsing-the-web.html#attempt-to-populate-the-history-entry's-document
      case .success(let resource): return [204, 205].contains(resource.status) ? nil : .resource(resource)
      case .failure(let error):
        // Where no script runs, who paints the frame says it.
        if let keeper, keeper.isOpen { keeper.warn(error.description) }
        return .failure
      }
    }
  }

  /// What a script gives, as a page, if it is a text.
  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#evaluate-a-javascript:-url
  private func evaluate(_ address: PageURL, by initiator: PageScripts) -> FrameContent? {
    guard let window = window(), initiator.mayAccess(window), window.open(), let realm = window.realm else {
      return nil
    }
    guard initiator.services.mayUse(.navigation, Array(address.href.utf8), nonce: "", of: nil, client: nil) else {
      return nil
    }
    let source = PercentEncoding.decoded(Array(address.href.utf8.dropFirst("javascript:".utf8.count)))
    guard let value = window.execute(source, url: address.href, base: window.baseURL.href), realm.isString(value) else {
      return nil
    }
    return (try? realm.bytes(of: value)).map { .markup($0, isSrcdoc: false) }
  }

  /// Its document is another one from here on.
  private func show(_ content: FrameContent, of destination: Destination, _ number: Int) {
    // The window of the blank document is that of another one, too.
    if isInitial, case .blank = content, let active, destination.initiator.mayAccess(active) {
      record(NavigableHistory.Entry(url: destination.url, source: .blank, window: active), .replace)
      return active.fire(nil, "load")
    }
    active?.end()
    // What the old one did at its end may lead elsewhere, or close it.
    guard navigation == number, !isGone else { return }
    close()
    isStrange = !mayOpen(content)
    var entry = NavigableHistory.Entry(url: destination.url, source: destination.source)
    if case .markup(_, isSrcdoc: false) = content, let url = currentURL { entry.url = url }
    if case .resource(let resource) = content { entry.url = resource.finalURL }
    sandbox = destination.sandbox
    let opened = isStrange ? nil : open(content, by: destination.initiator, sendsReferrer: destination.sendsReferrer)
    entry.window = opened
    record(entry, destination.handling)
    guard let opened else { return }
    active = opened
    opened.load()
    // Without any script it is a page like any other.
    if !opened.isOpen, keeper?.isOpen != true, navigation == number {
      close()
      asleep = (content, destination.initiator)
    }
  }

  private func record(_ entry: NavigableHistory.Entry, _ handling: Handling) {
    switch handling {
    case .push: push(entry)
    case .replace: history.replace(entry)
    case .entry(let index): history.enter(index, entry)
    }
  }

  private func open(_ content: FrameContent, by initiator: PageScripts, sendsReferrer: Bool = true) -> PageScripts? {
    guard let page else { return nil }
    return services?.openPage(
      PageOpening(
        navigable: self, content: content, around: around, page: page, initiator: initiator,
        sandbox: sandbox, current: currentURL, referrer: sendsReferrer ? initiator.referringURL : nil))
  }

  private var services: (any PageServices)? { keeper?.services }

  /// The page that it has shown is let go.
  private func close() {
    (active, asleep) = (nil, nil)
    closePage()
  }

  private func mayOpen(_ content: FrameContent) -> Bool {
    switch content {
    case .blank, .markup: true
    case .resource(let resource): mayOpen(resource.finalURL)
    case .failure: false
    }
  }

  /// Whether its scripts run beside the page's: not those of the network in the process of a page that is a file, and
  /// those of another origin only where the process has nothing to lose to them.
  private func mayOpen(_ address: PageURL) -> Bool {
    guard let page else { return false }
    if address.isFile || page.url.isFile { return address.isFile && page.url.isFile }
    if address.isData || address.scheme == "blob" { return true }
    return address.origin != nil && (address.origin == page.url.origin || page.services.mayRunOthers)
  }

  /// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#iframe-load-event-steps
  private func finish() {
    if let around, around.isOpen { around.fire(element, "load") }
  }

  // MARK: Its end

  /// https://html.spec.whatwg.org/multipage/document-sequences.html#destroy-a-child-navigable
  func destroy() {
    guard !isGone, !isEnding else { return }
    (isEnding, isLoading) = (true, false)
    navigation += 1
    active?.end()
    (isGone, asleep) = (true, nil)
    closePage()
  }

  private func closePage() {
    if frame == nil { services?.closeFrame(element) } else { services?.closeWindow(number) }
  }

  /// https://html.spec.whatwg.org/multipage/document-sequences.html#close-a-top-level-traversable
  func closeByScript() {
    guard frame != nil, !isClosing, !isGone else { return }
    isClosing = true
    page?.queueTask { [weak self] _ in
      self?.active?.fireBeforeUnload()
      self?.destroy()
    }
  }

  var isClosed: Bool { isClosing || isGone }

  /// The page is no more.
  func forget() { (active, face, asleep, isGone) = (nil, nil, nil, true) }
}

/// Where a window of its own is on the screen, and how large the page in it.
package struct WindowFrame: Equatable {
  package var (x, y) = (0, 0)
  /// As the page's own where they are nil.
  package var width: Int?
  package var height: Int?

  package init() {}
}
