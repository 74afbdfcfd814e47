/// The pictures of a deck's pages, one after the other, as the deck shows them: for tests, and for scripts that wait.
/// Each page is rendered when it is asked for, by itself: the same pages give the same bytes.
///
/// ```swift
/// for picture in DeckSnapshots(of: pages) { try picture.get() }
/// ```
public struct DeckSnapshots: Sequence, Sendable {
  private let source: any PageDeckSource
  private let configuration: PageDeck.Configuration

  public init(of source: some PageDeckSource, configuration: PageDeck.Configuration = .init()) {
    (self.source, self.configuration) = (source, configuration)
  }

  public init(of pages: [PageRequest], configuration: PageDeck.Configuration = .init()) {
    (source, self.configuration) = (pages, configuration)
  }

  public func makeIterator() -> Iterator { Iterator(source: source, configuration: configuration) }

  public struct Iterator: IteratorProtocol {
    let source: any PageDeckSource
    let configuration: PageDeck.Configuration
    private var index = 0

    init(source: any PageDeckSource, configuration: PageDeck.Configuration) {
      (self.source, self.configuration) = (source, configuration)
    }

    /// The next page's picture, or why there is none. Waits meanwhile.
    public mutating func next() -> Result<Snapshot, WebPageError>? {
      guard index < source.count else { return nil }
      defer { index += 1 }
      return Result { () throws(WebPageError) in
        try Thumbnail.render(
          try source.request(at: index), configuration: configuration.page, snapshot: configuration.snapshot)
      }
    }
  }
}
