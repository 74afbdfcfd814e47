/// Pages that are kept ready, for a program that shows one after the other.
///
/// ```swift
/// let deck = PageDeck([.address("1.html"), .address("2.html"), .address("3.html")])
/// let first = try await deck.show(0)   // rendered
/// let second = try await deck.show(1)  // there already
/// ```
///
/// While a page is shown, those after and before it are rendered on other threads. Their pictures are kept as far as a
/// budget allows; what is farthest goes first. When the last reference is gone, all that is under way is stopped.
public actor PageDeck {
  public struct Configuration: Sendable {
    /// How pages are loaded and laid out.
    public var page: WebPage.Configuration
    /// What the pictures show. Of several (`PictureRegion.eachElement`, sheets of paper) the first is taken.
    public var snapshot: SnapshotOptions
    /// The box that thumbnails are scaled down into, in device pixels; nil for none. They have the pictures' format.
    public var thumbnail: ThumbnailSize?
    /// How many bytes the files of all pictures and thumbnails may have together. The current page's picture stays even
    /// where it has more. Pages that are being rendered need memory besides.
    public var budget: Int
    /// How many pages before the current one, and how many after it, are rendered before they are asked for.
    public var reach: Int
    /// How many pages are rendered side by side, at least one. Of several threads one is for the current page alone.
    public var threads: Int

    public init(
      page: WebPage.Configuration = .init(), snapshot: SnapshotOptions = SnapshotOptions(),
      thumbnail: ThumbnailSize? = ThumbnailSize(width: 160, height: nil), budget: Int = 64 << 20, reach: Int = 2,
      threads: Int = 2
    ) {
      (self.page, self.snapshot, self.thumbnail) = (page, snapshot, thumbnail)
      (self.budget, self.reach, self.threads) = (budget, reach, threads)
    }
  }

  /// What becomes of the pages, as `events` deliver it. Each `began` is followed by one of `ready`, `failed` and
  /// `cancelled` of that page, once.
  public enum Event: Sendable {
    /// Another page is the current one.
    case moved(to: Int)
    /// It is being rendered.
    case began(page: Int)
    /// Of loading: from 0 to 1.
    case progress(page: Int, Double)
    /// Its picture is there.
    case ready(page: Int)
    case failed(page: Int, WebPageError)
    /// The deck went on: its picture is no longer wanted. Or the page has changed, and is rendered again.
    case cancelled(page: Int)
    /// Its picture, or its thumbnail too, was given up for the budget.
    case released(page: Int, keepsThumbnail: Bool)
  }

  public enum State: Sendable {
    /// Nothing is there, and nothing is under way.
    case absent
    /// `progress`: of loading, from 0 to 1.
    case rendering(progress: Double)
    case ready
    /// Only its thumbnail is there.
    case thumbnail
    case failed(WebPageError)
  }

  /// What there is to see of a page.
  public struct Picture: Sendable {
    public var snapshot: Snapshot
    public var isThumbnail: Bool
  }

  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Result<Snapshot, WebPageError>, Never>
  }

  private let source: any PageDeckSource
  private let configuration: Configuration
  private let listeners = EventListeners<Event>()
  /// Nil before the first page is shown.
  private var position: Int?
  private var pages: [Int: DeckPage] = [:]
  /// What was near when the deck was last looked after.
  private var formerlyNear: [Int] = []
  private var underway: [Int: DeckRendering] = [:]
  /// The numbers of stopped renderings that still have a thread.
  private var leaving: Set<Int> = []
  /// Until another page is shown.
  private var isUnderPressure = false
  /// Those that wait for a page to be shown.
  private var waiting: [Int: [Waiter]] = [:]
  private var waitingForRest: [CheckedContinuation<Void, Never>] = []
  private var lastNumber = 0

  public init(_ source: some PageDeckSource, configuration: Configuration = Configuration()) {
    (self.source, self.configuration) = (source, configuration)
  }

  public init(_ pages: [PageRequest], configuration: Configuration = Configuration()) {
    (source, self.configuration) = (pages, configuration)
  }

  deinit {
    for rendering in underway.values { rendering.task.cancel() }
  }

  // MARK: Showing

  /// Makes a page the current one, and gives its picture: at once where that is there, else when it has been rendered.
  /// A page that has failed is tried once more.
  ///
  /// Throws `WebPageError.nothingThere` where there is no such page, `.stopped` where the deck goes on to a page that
  /// this one is not near to, or the task is cancelled, and why the page has failed.
  public func show(_ index: Int) async throws(WebPageError) -> Snapshot {
    guard (0..<source.count).contains(index) else { throw .nothingThere("the deck has no page \(index)") }
    if position != index { listeners.emit(.moved(to: index)) }
    (position, isUnderPressure) = (index, false)
    pages[index]?.failure = nil
    update()
    if let picture = pages[index]?.picture { return picture }
    lastNumber += 1
    let number = lastNumber
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting[index, default: []].append(Waiter(number: number, continuation: $0)) }
    } onCancel: {
      Task { await self.giveUp(number, index) }
    }
    return try result.get()
  }

  /// The current page; nil before the first is shown.
  public var current: Int? { position }

  /// What is there of a page, without waiting for it: its picture, else its thumbnail, else nil.
  public func picture(of index: Int) -> Picture? {
    guard let page = pages[index] else { return nil }
    if let picture = page.picture { return Picture(snapshot: picture, isThumbnail: false) }
    return page.thumbnail.map { Picture(snapshot: $0, isThumbnail: true) }
  }

  public func state(of index: Int) -> State {
    if let rendering = underway[index] { return .rendering(progress: rendering.progress) }
    guard let page = pages[index] else { return .absent }
    if let failure = page.failure { return .failed(failure) }
    return page.picture != nil ? .ready : page.thumbnail != nil ? .thumbnail : .absent
  }

  /// What happens from now on, for one listener: each call makes another sequence, which ends when the deck is gone. Of
  /// a listener that does not listen, the last 4,096 events are kept.
  public nonisolated var events: AsyncStream<Event> { listeners.events() }

  /// Waits until nothing is under way: the pages near the current one are there, or have failed.
  public func rest() async {
    if underway.isEmpty, leaving.isEmpty { return }
    await withCheckedContinuation { waitingForRest.append($0) }
  }

  // MARK: Memory

  /// Bytes of all pictures and thumbnails that are there.
  public var size: Int { pages.values.reduce(0) { $0 + $1.size } }

  /// Gives up all but the current page's picture, and renders nothing ahead until another page is shown.
  public func memoryPressure() {
    isUnderPressure = true
    update()
  }

  // MARK: Changes

  /// A page is another one than it was: it is rendered again, at once where it is near.
  public func pageChanged(_ index: Int) {
    stop(index)
    forget(index)
    update()
  }

  /// All pages may be others, or there are more or fewer of them.
  public func pagesChanged() {
    for index in underway.keys.sorted() { stop(index) }
    for index in pages.keys.sorted() { forget(index) }
    update()
  }

  private func forget(_ index: Int) {
    guard let page = pages.removeValue(forKey: index) else { return }
    if !page.isEmpty { listeners.emit(.released(page: index, keepsThumbnail: false)) }
  }
}

// MARK: Rendering

extension PageDeck {
  private func situation(_ position: Int) -> DeckPlan.Situation {
    DeckPlan.Situation(
      position: position, count: source.count, reach: isUnderPressure ? 0 : configuration.reach,
      budget: isUnderPressure ? 0 : configuration.budget, threads: max(1, configuration.threads), pages: pages,
      underway: Set(underway.keys), leaving: leaving.count)
  }

  /// Stops, releases and begins what the plan says.
  private func update() {
    guard let position else { return }
    let situation = situation(position)
    let (plan, near) = (DeckPlan(situation), situation.near)
    for index in plan.stops { stop(index) }
    for index in plan.pictures {
      pages[index]?.picture = nil
      listeners.emit(.released(page: index, keepsThumbnail: pages[index]?.thumbnail != nil))
    }
    for index in plan.thumbnails {
      pages[index]?.thumbnail = nil
      if pages[index]?.isEmpty == true { listeners.emit(.released(page: index, keepsThumbnail: false)) }
    }
    // Of what is far, only pictures are remembered.
    for index in formerlyNear + plan.pictures + plan.thumbnails
    where !near.contains(index) && pages[index]?.isEmpty == true {
      pages[index] = nil
    }
    formerlyNear = near
    for index in waiting.keys.sorted() where !near.contains(index) { answer(index, .failure(.stopped)) }
    for index in plan.begins { begin(index) }
    if underway.isEmpty, leaving.isEmpty { comeToRest() }
  }

  private func comeToRest() {
    // Near pages whose pictures have no room beside the current one's.
    for index in waiting.keys.sorted() { answer(index, .failure(.stopped)) }
    for continuation in waitingForRest { continuation.resume() }
    waitingForRest = []
  }

  private func begin(_ index: Int) {
    lastNumber += 1
    let (number, source, configuration) = (lastNumber, source, configuration)
    let task = Task.detached { [weak self] in
      let page = await DeckRendering.render(index, of: source, configuration) { [weak self] progress in
        await self?.advance(number, index, progress)
      }
      await self?.end(number, index, page)
    }
    underway[index] = DeckRendering(number: number, task: task)
    listeners.emit(.began(page: index))
  }

  private func stop(_ index: Int) {
    guard let rendering = underway.removeValue(forKey: index) else { return }
    leaving.insert(rendering.number)
    rendering.task.cancel()
    listeners.emit(.cancelled(page: index))
  }

  private func advance(_ number: Int, _ index: Int, _ progress: Double) {
    guard underway[index]?.number == number else { return }
    underway[index]?.progress = progress
    listeners.emit(.progress(page: index, progress))
  }

  /// A rendering has come to its end, and its thread is free.
  private func end(_ number: Int, _ index: Int, _ page: DeckPage) {
    leaving.remove(number)
    if underway[index]?.number == number {
      underway[index] = nil
      pages[index] = page
      if let picture = page.picture {
        listeners.emit(.ready(page: index))
        answer(index, .success(picture))
      } else {
        let failure = page.failure ?? .stopped
        listeners.emit(.failed(page: index, failure))
        answer(index, .failure(failure))
      }
    }
    update()
  }

  // MARK: Those that wait

  private func answer(_ index: Int, _ result: Result<Snapshot, WebPageError>) {
    for waiter in waiting.removeValue(forKey: index) ?? [] { waiter.continuation.resume(returning: result) }
  }

  private func giveUp(_ number: Int, _ index: Int) {
    guard let place = waiting[index]?.firstIndex(where: { $0.number == number }) else { return }
    waiting[index]?.remove(at: place).continuation.resume(returning: .failure(.stopped))
    if waiting[index]?.isEmpty == true { waiting[index] = nil }
  }
}
