import Foundation
import OffscreenLoading
import OffscreenScript
import Synchronization

/// Carries out one navigation as one of the page's jobs.
struct NavigationJob: Sendable {
  enum Target: Sendable {
    case address(String)
    case request(HTTPRequest)
    case content(PageContent)
    case link(selector: String)
    /// Where the scripts of the page want to go.
    case goal(ScriptNavigation)
  }
  /// Where the page comes in the back-forward list.
  enum Place: Sendable {
    case next
    case current
    case index(Int)
  }
  let core: WebPageCore
  let navigation: Navigation
  let target: Target
  let place: Place
  let scroll: PagePoint
  let options: PageOptions
  /// Whether the delegate has allowed it before.
  var isDecided = false
  /// The origin that the program named when it came to a page that is brought again: see `BackForwardList.Item`.
  var home: String?

  /// Where it goes, once that is known.
  private struct Destination {
    var input: PageInput
    var content: PageContent?
    /// The page whose link it is.
    var source: PageURL?
    var opensWindow = false

    var method: String {
      if case .request(_, let content) = input { content.method } else { "GET" }
    }
  }

  func run(on contents: PageContents) {
    guard navigation.isUnderway else { return }
    let watchdog = Watchdog(after: options.timeout) { [navigation] in
      let error = RenderError(.timeout, "\(navigation.address): not finished within the time limit")
      navigation.end(.failure(.failed(error)))
    }
    defer { watchdog.stop() }
    do {
      try go(on: contents)
    } catch {
      navigation.end(.failure(error))
    }
  }

  private func go(on contents: PageContents) throws(WebPageError) {
    // 1. Where it goes, and whether it may.
    let destination = try destination(contents)
    navigation.setAddress(destination.input.displayed)
    guard isDecided || decide(destination.input.displayed, navigation.type, destination) else {
      throw .refused(address: destination.input.displayed)
    }
    navigation.whileUnderway { core.emit(.started(navigation)) }
    navigation.tell { [navigation] in await $0.didStart(navigation) }
    if let item = goWithinPage(destination, contents) {
      navigation.end(.success(())) { core.commit(item, place, of: navigation) }
      return
    }
    core.advance(navigation, to: 0.1)

    // 2. Loading, and everything up to layout, which loads what the page uses.
    let (refused, decided) = (RefusedAddress(), DecidedRequests())
    contents.loaded?.document.scripting?.scripts?.keepStorage()
    var options = self.options
    options.showsAllOfDocument = true
    do throws(RenderError) {
      let renderer = try contents.renderer()
      let loader = try renderer.loader(
        for: named(destination.input.baseURL, contents), options, policyOf: destination.source,
        within: destination.source == nil ? nil : contents.loaded?.loader,
        questions: questions(destination, refused, decided), cookies: try contents.jar())
      navigation.setStopLoading { [weak loader] in loader?.stop() }
      let opened = try renderer.open(destination.input, referrer: destination.source, loader: loader, options)
      guard navigation.isUnderway else { return }
      opened.document.scripting?.referrer = destination.source
      core.advance(navigation, to: 0.5)
      let host = WebPageHost(core, contents.memory, within: options.timeout, navigation, decided)
      let (loaded, laidOut) = try renderer.settle(opened, options, host)
      guard navigation.isUnderway else { return }
      try laidOut.checkWait(destination.input.displayed)
      core.advance(navigation, to: 0.8)
      laidOut.loadWhatIsPainted()
      if options.failsOnTimeout, let late = loader.firstLate { throw RenderError(late) }
      waitForRealClock(loaded.document.settlingLeft)

      // 3. The page is another one.
      let resource = loaded.document.resource
      let address = laidOut.address.withoutCredentials().href
      let item = BackForwardList.Item(
        address: address, title: loaded.document.parsed.document.title,
        scroll: laidOut.place(ofFragment: laidOut.address.fragment) ?? scroll,
        content: loaded.document.url == opened.document.url ? destination.content : nil,
        request: HTTPRequest(resource.content, address: address), home: loader.home ?? Self.nowhere)
      if navigation.end(.success(()), commit: { core.commit(item, place, of: navigation) }) {
        contents.show(loaded, laidOut)
      }
    } catch {
      if let address = refused.address, error.cause == .policy { throw .refused(address: address) }
      throw .failed(error)
    }
  }

  // MARK: Where

  /// The address to whose origin goes what the program gives for requests. Where scripts lead is none that it named.
  private func named(_ base: PageURL, _ contents: PageContents) -> PageURL {
    guard base.isHTTP else { return base }
    var home = home
    if case .goal = target { home = contents.loaded?.loader.home ?? Self.nowhere }
    return home.flatMap { PageURL($0) } ?? base
  }

  private static let nowhere = "about:blank"

  private func destination(_ contents: PageContents) throws(WebPageError) -> Destination {
    switch target {
    case .address(let address):
      guard let input = PageInput(address), !input.isDescriptor else {
        throw .failed(RenderError(.input, "\(PageURL.displayed(address).onOneLine()): not a valid address"))
      }
      keepCredentials(of: input.baseURL)
      return Destination(input: input)
    case .request(let request):
      guard request.problem == nil, let url = PageURL(request.address) else {
        throw .failed(RenderError(.request, request.problem ?? "not a valid address"))
      }
      keepCredentials(of: url)
      return Destination(input: request.content.map { .request(url, $0) } ?? .url(url))
    case .content(let content):
      guard let base = PageURL(content.base), let type = MIMEType(content.mimeType) else {
        throw .failed(
          RenderError(
            .input,
            "\(PageURL.displayed(content.base).onOneLine()), \(content.mimeType.prefix(100)): not a valid address or type"
          ))
      }
      let resource = Resource(
        bytes: Array(content.bytes), mimeType: type, charset: content.encoding, finalURL: base)
      return Destination(input: .resource(resource), content: content)
    case .goal(let wanted):
      return Destination(
        input: wanted.content.map { .request(wanted.url, $0) } ?? .url(wanted.url),
        source: contents.loaded?.document.url,
        opensWindow: wanted.opensWindow)
    case .link(let selector):
      guard let document = contents.loaded?.document else {
        throw .nothingThere("there is no page yet whose link could be followed")
      }
      guard let link = try PageLink.find(selector, in: document) else {
        throw .nothingThere("no link matches the selector '\(selector.prefix(100))'")
      }
      return Destination(input: .url(link.url), source: document.url, opensWindow: link.opensWindow)
    }
  }

  /// Those in an address serve later navigations too, as those that the delegate gives: the address that is
  /// shown, and goes into the back-forward list, is without them.
  private func keepCredentials(of url: PageURL) {
    guard let origin = url.origin, !url.username.isEmpty || !url.password.isEmpty else { return }
    core.keep(
      Credentials(name: PercentEncoding.decodedText(url.username), password: PercentEncoding.decodedText(url.password)),
      for: origin)
  }

  /// A link to a place in the page itself loads nothing.
  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate-fragid
  private func goWithinPage(_ destination: Destination, _ contents: PageContents) -> BackForwardList.Item? {
    guard navigation.type == .link, case .url(let url) = destination.input, let fragment = url.fragment,
      let loaded = contents.loaded, url.hrefWithoutFragment == loaded.document.url.hrefWithoutFragment,
      var item = core.history.current
    else { return nil }
    item.address = url.href
    if let page = try? contents.layout(options) { item.scroll = page.place(ofFragment: fragment) ?? item.scroll }
    return item
  }

  // MARK: The delegate

  private func decide(
    _ address: String, _ type: NavigationType, _ destination: Destination, method: String? = nil,
    isMainFrame: Bool = true, source: String? = nil
  ) -> Bool {
    let action = NavigationAction(
      address: address, method: method ?? destination.method, type: type, isMainFrame: isMainFrame,
      opensWindow: isMainFrame && destination.opensWindow,
      source: source ?? destination.source?.withoutCredentials().href)
    // An ended navigation has no delegate.
    let policy = navigation.ask(.allow) { [navigation] in await $0.decidePolicy(for: action, of: navigation) }
    return policy ?? .cancel == .allow
  }

  private func questions(
    _ destination: Destination, _ refused: RefusedAddress, _ decided: DecidedRequests
  ) -> LoadQuestions {
    LoadQuestions(
      mayLoad: { request in
        // The delegate has decided about the first URL already, and about those that scripts name.
        if !request.isFrame, !request.isRedirect, decided.take(request.url) { return true }
        let type: NavigationType = request.isRedirect ? .redirect : request.isFrame ? .frame : .refresh
        let address = request.url.withoutCredentials().href
        let isAllowed = decide(
          address, type, destination, method: request.method, isMainFrame: !request.isFrame,
          source: request.referrer?.withoutCredentials().href)
        if isAllowed, !request.isFrame {
          navigation.whileUnderway { core.emit(.continued(navigation, address: address)) }
        }
        if !isAllowed, !request.isFrame { refused.set(address) }
        return isAllowed
      },
      credentials: { challenge in
        let origin = challenge.url.origin ?? ""
        if challenge.previousFailures == 0, let known = core.credentials(for: origin) {
          return .init(name: known.name, password: known.password.revealed)
        }
        let question = AuthenticationChallenge(
          address: challenge.url.href, realm: challenge.realm, previousFailures: challenge.previousFailures)
        let answer = navigation.ask(nil) { [navigation] in await $0.didReceive(question, of: navigation) } ?? nil
        guard let answer else { return nil }
        core.keep(answer, for: origin)
        return .init(name: answer.name, password: answer.password.revealed)
      })
  }

  /// In steps, so that it can be stopped.
  private func waitForRealClock(_ duration: Duration) {
    guard options.settleClock == .real else { return }
    let end = ContinuousClock.now + min(duration, options.timeout / 2)
    while navigation.isUnderway, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
  }
}

/// What the delegate did not allow the page itself to go to.
private final class RefusedAddress: Sendable {
  private let value = Mutex<String?>(nil)
  var address: String? { value.withLock { $0 } }
  func set(_ address: String) { value.withLock { $0 = address } }
}

/// The documents that the delegate has been asked about before they are loaded: the navigation's own, which comes
/// first, and those that scripts go on to.
final class DecidedRequests: Sendable {
  private struct State {
    var isFirst = true
    var addresses: Set<String> = []
  }
  private let state = Mutex(State())

  func add(_ url: PageURL) {
    state.withLock { _ = $0.addresses.insert(url.withoutCredentials().hrefWithoutFragment) }
  }

  func take(_ url: PageURL) -> Bool {
    state.withLock { state in
      defer { state.isFirst = false }
      return state.isFirst || state.addresses.remove(url.withoutCredentials().hrefWithoutFragment) != nil
    }
  }
}

extension PageInput {
  /// Without a password.
  fileprivate var displayed: String { baseURL.withoutCredentials().href }
}
