import Foundation
import OffscreenLoading
import OffscreenPlatform

/// A web page that can be loaded, looked at, and left for another.
///
/// ```swift
/// let page = WebPage(configuration: .init(viewport: Viewport(width: 800, height: 600)))
/// try await page.load(.address("https://example.com/"))
/// let picture = try await page.snapshot(SnapshotOptions(region: .fullPage))
/// try picture.write(to: "example.png")
/// ```
///
/// A page may be used from any actor and any thread. Loading and drawing are done on a thread of its own, which is
/// there only while there is something to do; several pages work side by side. When the last reference is gone, what is
/// under way is stopped, and the page's memory is given back to the system.
public final class WebPage: Sendable {
  /// How pages are loaded and laid out.
  public struct Configuration: Sendable {
    /// Viewport (default 1280 by 800 CSS pixels), network policy (default: no private addresses), time limits
    /// (default 30 s), what is sent with requests, and more. What is shown (`region`, `padding`, `scroll`,
    /// `thumbnail`) is said by each snapshot.
    public var options: PageOptions
    /// A font folder in place of the bundled one.
    public var fonts: String?
    /// Scripts that run in every page besides its own, in their order.
    public var userScripts: [UserScript] = []

    public init(options: PageOptions = PageOptions(), fonts: String? = nil, userScripts: [UserScript] = []) {
      (self.options, self.fonts, self.userScripts) = (options, fonts, userScripts)
    }

    /// The usual options, in a viewport of this size.
    public init(viewport: Viewport) {
      self.init()
      options.viewport = viewport
    }
  }

  let core: WebPageCore

  public init(configuration: Configuration = Configuration()) {
    core = WebPageCore(configuration)
    core.setPage(self)
  }

  deinit { core.close() }

  /// Is notified of navigations, and decides about them. Held weakly.
  public var delegate: (any NavigationDelegate)? {
    get { core.delegate }
    set { core.delegate = newValue }
  }

  /// Answers what the page's scripts ask. Held weakly.
  public var scriptDelegate: (any ScriptDelegate)? {
    get { core.scriptDelegate }
    set { core.scriptDelegate = newValue }
  }

  /// Scripts that run in the page besides its own, in their order; of the pages that are loaded from now on.
  public var userScripts: [UserScript] {
    get { core.userScripts }
    set { core.userScripts = newValue }
  }

  /// Of the navigations and snapshots that begin from now on.
  public var options: PageOptions {
    get { core.options }
    set { core.options = newValue }
  }

  // MARK: What is shown

  /// The address of the page that is shown; nil before the first.
  public var address: String? { core.history.current?.address }
  /// Of the page that is shown; empty where it has none.
  public var title: String { core.history.current?.title ?? "" }
  /// Whether a navigation is under way.
  public var isLoading: Bool { core.current?.isUnderway ?? false }
  /// Of the navigation that is under way, or the last one: from 0 to 1.
  public var estimatedProgress: Double { core.progress }
  public var backForwardList: BackForwardList { core.history }

  /// What happens from now on, for one listener: each call makes another sequence, which ends when the page is
  /// gone. Of a listener that does not listen, the last 4,096 events are kept.
  public var events: AsyncStream<WebPageEvent> { core.events() }

  /// What the page's scripts write to their console from now on, and the exceptions that nobody has caught, as errors;
  /// for one listener, as `events` are.
  public var console: AsyncStream<ConsoleLine> { core.console() }

  /// Where the viewport's top left is in the document, in CSS pixels; a snapshot scrolls as far as it can.
  public var scrollPosition: PagePoint {
    get { core.history.current?.scroll ?? .zero }
    set { core.setScroll(newValue) }
  }

  // MARK: Pictures

  /// Takes a picture of the page that is shown; of one that is being loaded, once it is there.
  ///
  /// Throws `WebPageError.nothingThere` before the first page, `.failed` where the options make no sense or the
  /// picture cannot be made.
  public func snapshot(_ options: SnapshotOptions = SnapshotOptions()) async throws(WebPageError) -> Snapshot {
    let result = await withCheckedContinuation { continuation in
      takeSnapshot(options) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Takes all pictures of the region, in document order: of `PictureRegion.eachElement` one of each element, up to
  /// 1,000, of any other region one. Throws as `snapshot` does.
  public func snapshots(_ options: SnapshotOptions) async throws(WebPageError) -> [Snapshot] {
    try await run { contents, wanted throws(WebPageError) in
      try contents.snapshot(wanted, format: options.format)
    } with: {
      options.options($0, scroll: $1)
    }
  }

  /// Calls back once, from another thread.
  func takeSnapshot(
    _ options: SnapshotOptions, _ body: @escaping @Sendable (Result<Snapshot, WebPageError>) -> Void
  ) {
    run { contents, wanted throws(WebPageError) in
      let all = try contents.snapshot(wanted, format: options.format)
      guard let first = all.first else { throw PageContents.noPicture }
      return first
    } with: {
      options.options($0, scroll: $1)
    } then: {
      body($0)
    }
  }

  // MARK: Boxes

  /// The elements of the page that is shown that have boxes, in document order, and where they are; with a selector,
  /// those that it matches. What is fixed or sticky is where the scroll position leaves it.
  ///
  /// Throws `WebPageError.nothingThere` before the first page, `.failed` where the selector is not valid.
  public func elements(matching selector: String? = nil) async throws(WebPageError) -> [PageElement] {
    try await boxes(matching: selector).elements
  }

  /// The same elements with the size of the document that they stand in.
  public func boxes(matching selector: String? = nil) async throws(WebPageError) -> PageBoxes {
    try await run { contents, wanted throws(WebPageError) in
      try contents.boxes(wanted, matching: selector)
    } with: {
      SnapshotOptions().options($0, scroll: $1)
    }
  }

  // MARK: Memory

  /// Gives back the memory of what can be made again: the layout, decoded pictures, shaped text, scripts' code. The page
  /// stays loaded, and the next picture takes as long as the first. What is left is the document, which is a third of a
  /// megabyte of a short page, and what scripts hold, where it has some: three and a half megabytes and more. A page
  /// that is dropped gives back everything by itself.
  public func releaseCaches() async {
    await withCheckedContinuation { continuation in
      core.thread.run { contents in
        contents.releaseCaches()
        ProcessMemory.releaseFreed()
        continuation.resume()
      } orGiveUp: {
        continuation.resume()
      }
    }
  }

  // MARK: Jobs

  typealias Work<Value> = @Sendable (PageContents, PageOptions) throws(WebPageError) -> Value
  /// The options that a job has, from the page's own and the scroll position.
  typealias Choice = @Sendable (PageOptions, PagePoint) -> PageOptions

  func run<Value: Sendable>(
    _ work: @escaping Work<Value>, with choice: @escaping Choice
  ) async throws(WebPageError) -> Value {
    let result = await withCheckedContinuation { continuation in
      run(work, with: choice) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Calls back once, from another thread.
  func run<Value: Sendable>(
    _ work: @escaping Work<Value>, with choice: @escaping Choice,
    then body: @escaping @Sendable (Result<Value, WebPageError>) -> Void
  ) {
    core.thread.run { [core] contents in
      let options = choice(core.options, core.history.current?.scroll ?? .zero)
      body(Result { () throws(WebPageError) in try work(contents, options) })
    } orGiveUp: {
      body(.failure(WebPageCore.noThread))
    }
  }

  // MARK: The session

  /// The back-forward list with the scroll positions: codable, for another run.
  public var sessionState: SessionState { core.history.session }

  /// Brings back a list, and loads its current page.
  ///
  /// Throws `WebPageError.nothingThere` where the state holds no page, and what `load` throws.
  @discardableResult public func restore(_ session: SessionState) async throws(WebPageError) -> Navigation {
    guard let list = session.list, list.current != nil else {
      throw .nothingThere("the session's state holds no page")
    }
    core.current?.stop()
    core.setHistory(list)
    return try await load(.reload)
  }
}
