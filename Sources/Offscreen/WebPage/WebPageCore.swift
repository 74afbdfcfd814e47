import OffscreenLoading
import Synchronization

/// What a page consists of beside its owner's hold on it: its jobs keep this, not the page.
final class WebPageCore: Sendable {
  private struct State {
    weak var page: WebPage?
    weak var delegate: (any NavigationDelegate)?
    var options: PageOptions
    var history = BackForwardList()
    var current: Navigation?
    var lastNumber = 0
    var progress = 0.0
    /// By origin.
    var credentials: [String: Credentials] = [:]
    var subscribers: [Int: AsyncStream<WebPageEvent>.Continuation] = [:]
  }
  private let state: Mutex<State>
  let thread: PageThread<PageContents>

  /// Events that a subscriber may leave lying; older ones are lost.
  private static let keptEvents = 4_096

  init(_ configuration: WebPage.Configuration) {
    state = Mutex(State(options: configuration.options))
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

  /// A new navigation in place of the one that is under way.
  func makeNavigation(_ type: NavigationType, _ address: String) -> Navigation {
    let (navigation, former) = state.withLock { state in
      state.lastNumber += 1
      let navigation = Navigation(id: state.lastNumber, type: type, address: address, core: self)
      let former = state.current
      state.current = navigation
      state.progress = 0
      return (navigation, former)
    }
    former?.stop()
    return navigation
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
          state.history.items[index] = item
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

  func emit(_ event: WebPageEvent) {
    state.withLock { state in
      for subscriber in state.subscribers.values { subscriber.yield(event) }
    }
  }

  func events() -> AsyncStream<WebPageEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: WebPageEvent.self, bufferingPolicy: .bufferingNewest(Self.keptEvents))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.subscribers[state.lastNumber] = continuation
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.subscribers.removeValue(forKey: number) }
    }
    return stream
  }

  /// The page is gone.
  func close() {
    current?.stop()
    thread.end()
    let subscribers = state.withLock { state in
      defer { state.subscribers = [:] }
      return Array(state.subscribers.values)
    }
    for subscriber in subscribers { subscriber.finish() }
  }
}
