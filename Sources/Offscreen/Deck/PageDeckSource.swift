/// The pages of a deck, in their order. A list of requests is one: `[.address("1.html"), .address("2.html")]`.
public protocol PageDeckSource: Sendable {
  /// How many pages there are. Asked for often; where it becomes another, tell the deck by `pagesChanged()`.
  var count: Int { get }

  /// A page, by its place from 0. Called on the threads of tasks, when the page is rendered. What it throws is the
  /// page's failure.
  func page(at index: Int) throws -> PageRequest
}

extension [PageRequest]: PageDeckSource {
  public func page(at index: Int) -> PageRequest { self[index] }
}

extension PageDeckSource {
  /// The same, where the source no longer has that many pages.
  func request(at index: Int) throws(WebPageError) -> PageRequest {
    guard (0..<count).contains(index) else { throw .nothingThere("the deck has no page \(index)") }
    do {
      return try page(at: index)
    } catch let error as WebPageError {
      throw error
    } catch {
      throw .failed(RenderError(.input, "page \(index) of the deck: \(error)".onOneLine()))
    }
  }
}
