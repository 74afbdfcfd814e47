import OffscreenLoading
import OffscreenScript
import Synchronization

/// What a page consists of beside its owner's hold on it: its jobs keep this, not the page.
final class WebPageCore: Sendable {
  private struct State {
    weak var page: WebPage?
    weak var delegate: (any NavigationDelegate)?
    weak var scriptDelegate: (any ScriptDelegate)?
    var options: PageOptions
    var userScripts: [UserScript]
    var messageHandlers: [String: MessageHandler] = [:]
    var history = BackForwardList()
    var current: Navigation?
    var lastNumber = 0
    var progress = 0.0
    /// By origin.
    var credentials: [String: Credentials] = [:]
  }
  /// Gives the answer to a message, as JSON both.
  typealias MessageHandler = @Sendable (String) async -> Result<String, ScriptMessageError>
  private let state: Mutex<State>
  private let listeners = EventListeners<WebPageEvent>()
  private let consoles = EventListeners<ConsoleLine>()
  let thread: PageThread<PageContents>

  init(_ configuration: WebPage.Configuration) {
    state = Mutex(State(options: configuration.options, userScripts: configuration.userScripts))
    let fonts = configuration.fonts
    thread = PageThread { PageContents(fonts: fonts) }
  }

  /// Why a job was given up.
  static let noThread = WebPageError.failed(RenderError(.memory, "the page's thread could not be started"))

  // MARK: What is known

  var page: WebPage? { state.withLock { $0.page } }
  func setPage(_ page: WebPage) { state.withLock { $0.page = page } }
  var delegate: (any NavigationDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }
  var scriptDelegate: (any ScriptDelegate)? {
    get { state.withLock { $0.scriptDelegate } }
    set { state.withLock { $0.scriptDelegate = newValue } }
  }
  var userScripts: [UserScript] {
    get { state.withLock { $0.userScripts } }
    set { state.withLock { $0.userScripts = newValue } }
  }
  var messageHandlers: [String: MessageHandler] { state.withLock { $0.messageHandlers } }
  func setMessageHandler(_ name: String, _ handler: MessageHandler?) {
    state.withLock { $0.messageHandlers[name] = handler }
  }
  var options: PageOptions {
    get { state.withLock { $0.options } }
    set { state.withLock { $0.options = newValue } }
  }
  var history: BackForwardList { state.withLock { $0.history } }
  var progress: Double { state.withLock { $0.progress } }
  var current: Navigation? { state.withLock { $0.current } }

  func setScroll(_ point: PagePoint) {
    state.withLock { state in
      if let index = state.history.currentIndex { state.history.items[index].scroll = point }
    }
  }

  func setHistory(_ list: BackForwardList) { state.withLock { $0.history = list } }

  func credentials(for origin: String) -> Credentials? { state.withLock { $0.credentials[origin] } }
  func keep(_ credentials: Credentials, for origin: String) {
    state.withLock { state in
      if state.credentials.count < 100 { state.credentials[origin] = credentials }
    }
  }

  // MARK: Navigations

  /// A new navigation, in place of the one that is under way where it `isCurrent`.
  func makeNavigation(_ type: NavigationType, _ address: String, isCurrent: Bool = true) -> Navigation {
    let navigation = state.withLock { state in
      state.lastNumber += 1
      return Navigation(id: state.lastNumber, type: type, address: address, core: self)
    }
    if isCurrent { makeCurrent(navigation) }
    return navigation
  }

  private func makeCurrent(_ navigation: Navigation) {
    let former = state.withLock { state in
      defer { (state.current, state.progress) = (navigation, 0) }
      return state.current
    }
    former?.stop()
  }

  /// Carries out a navigation as the next of the page's jobs.
  func carryOut(
    _ navigation: Navigation, _ target: NavigationJob.Target, _ place: NavigationJob.Place = .next,
    scroll: PagePoint = .zero, isDecided: Bool = false, home: String? = nil
  ) {
    var options = options
    // What is shown is each snapshot's matter.
    (options.region, options.padding, options.scroll, options.thumbnail) = (.viewport, 0, .zero, nil)
    if let problem = options.problem {
      navigation.end(.failure(.failed(RenderError(.request, problem))))
      return
    }
    let job = NavigationJob(
      core: self, navigation: navigation, target: target, place: place, scroll: scroll, options: options,
      isDecided: isDecided, home: home)
    thread.run {
      job.run(on: $0)
    } orGiveUp: {
      navigation.end(.failure(WebPageCore.noThread))
    }
  }

  /// Goes where the scripts of the page want to go, which its delegate has allowed.
  func carryOut(_ wanted: ScriptNavigation, _ navigation: Navigation) {
    guard navigation.isUnderway else { return }
    makeCurrent(navigation)
    let item = history.current
    if wanted.cause == .reload, let item {
      carryOut(navigation, item.target, .current, scroll: item.scroll, isDecided: true, home: item.home)
    } else {
      carryOut(navigation, .goal(wanted), wanted.replaces ? .current : .next, isDecided: true)
    }
  }

  /// What scripts have made of the page's address and title.
  func note(_ address: String, _ title: String) {
    let isNewTitle = state.withLock { state in
      guard let before = state.history.current else { return false }
      var item = before
      if item.content == nil { item.address = address }
      item.title = title
      state.history.replaceCurrent(with: item)
      return before.title != title
    }
    if isNewTitle { emit(.title(title)) }
  }

  /// What the page is from now on. Called while the navigation ends.
  func commit(_ item: BackForwardList.Item, _ place: NavigationJob.Place, of navigation: Navigation) {
    let hasNewTitle = state.withLock { state in
      let before = state.history.current?.title
      switch place {
      case .next: state.history.push(item)
      case .current: state.history.replaceCurrent(with: item)
      case .index(let index):
        if state.history.items.indices.contains(index) {
          state.history.currentIndex = index
          state.history.replaceCurrent(with: item)
        } else {
          state.history.push(item)
        }
      }
      state.progress = 1
      return before != item.title
    }
    emit(.progress(navigation, 1))
    if hasNewTitle { emit(.title(item.title)) }
  }

  func ended(_ navigation: Navigation, _ outcome: Navigation.Outcome) {
    state.withLock { state in
      if state.current === navigation { state.current = nil }
    }
    switch outcome {
    case .success: emit(.finished(navigation))
    case .failure(let error): emit(.failed(navigation, error))
    }
  }

  func advance(_ navigation: Navigation, to progress: Double) {
    navigation.whileUnderway {
      state.withLock { $0.progress = max($0.progress, progress) }
      emit(.progress(navigation, progress))
    }
  }

  // MARK: Events

  func emit(_ event: WebPageEvent) { listeners.emit(event) }

  func events() -> AsyncStream<WebPageEvent> { listeners.events() }

  /// A line of the console, or an exception that nobody has caught.
  func log(_ line: ConsoleLine) { consoles.emit(line) }

  func console() -> AsyncStream<ConsoleLine> { consoles.events() }

  /// The page is gone.
  func close() {
    current?.stop()
    thread.end()
    listeners.finish()
    consoles.finish()
  }
}
