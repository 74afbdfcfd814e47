/// A page of a deck that is being rendered.
struct DeckRendering {
  /// Tells it from others of the same page.
  let number: Int
  let task: Task<Void, Never>
  /// From 0 to 1.
  var progress = 0.0

  /// Renders a page. It is loaded by a `WebPage` of its own, so that its picture is the same whatever was rendered before
  /// it. Returns once that page's thread has nothing more to do, also where the task is cancelled.
  static func render(
    _ index: Int, of source: any PageDeckSource, _ configuration: PageDeck.Configuration,
    advance: @escaping @Sendable (Double) async -> Void
  ) async -> DeckPage {
    if Task.isCancelled { return DeckPage(failure: .stopped) }
    let page = WebPage(configuration: configuration.page)
    let events = page.events
    // It ends with the page.
    Task {
      for await event in events {
        if case .progress(_, let value) = event { await advance(value) }
      }
    }
    let result: DeckPage
    do throws(WebPageError) {
      try await load(index, of: source, in: page)
      result = try await page.deckPage(configuration)
    } catch {
      result = DeckPage(failure: error)
    }
    await page.whenIdle()
    return result
  }

  private static func load(
    _ index: Int, of source: any PageDeckSource, in page: WebPage
  ) async throws(WebPageError) {
    let navigation = page.begin(try source.request(at: index))
    try await navigation.finished()
    if Task.isCancelled { throw .stopped }
  }
}

extension WebPage {
  /// The picture and the thumbnail of what is shown, of one drawing.
  fileprivate func deckPage(_ configuration: PageDeck.Configuration) async throws(WebPageError) -> DeckPage {
    let snapshot = configuration.snapshot
    var sizes = [snapshot.thumbnail]
    if let thumbnail = configuration.thumbnail { sizes.append(thumbnail) }
    let outputs = sizes.map { PictureOutput(path: "the picture", thumbnail: $0, format: snapshot.format) }
    let pictures = try await run { contents, wanted throws(WebPageError) in
      try contents.snapshots(wanted, outputs).map(\.first)
    } with: {
      snapshot.options($0, scroll: $1)
    }
    guard let first = pictures.first, let picture = first else { throw PageContents.noPicture }
    return DeckPage(picture: picture, thumbnail: pictures.count > 1 ? pictures[1] : nil)
  }

  /// Waits until all that was asked of the page so far is done.
  fileprivate func whenIdle() async {
    await withCheckedContinuation { continuation in
      core.thread.run { _ in
        continuation.resume()
      } orGiveUp: {
        continuation.resume()
      }
    }
  }
}
