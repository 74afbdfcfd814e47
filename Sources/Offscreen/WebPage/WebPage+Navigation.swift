import Foundation
import OffscreenLoading

extension WebPage {
  /// Loads a page and waits until it is there with all that it uses. A navigation that is under way is stopped;
  /// where this one fails, the page stays what it was. A task that is cancelled meanwhile stops it.
  ///
  /// Throws `WebPageError`.
  @discardableResult public func load(_ request: PageRequest) async throws(WebPageError) -> Navigation {
    let navigation = begin(request)
    try await navigation.finished()
    return navigation
  }

  /// Loads a `file:`, `http:`, `https:` or `data:` address.
  @discardableResult public func load(_ url: URL) async throws(WebPageError) -> Navigation {
    try await load(.address(url.absoluteString))
  }

  /// Loads HTML from a text. Relative addresses in it are relative to `baseURL`, whose rights it gets.
  @discardableResult public func load(html: String, baseURL: URL? = nil) async throws(WebPageError) -> Navigation {
    try await load(.html(html, baseURL: baseURL))
  }

  /// Loads a page from bytes. `encoding`: a label such as `utf-8`; nil is as the bytes say.
  @discardableResult public func load(
    data: Data, mimeType: String, encoding: String? = nil, baseURL: URL? = nil
  ) async throws(WebPageError) -> Navigation {
    try await load(.data(data, mimeType: mimeType, encoding: encoding, baseURL: baseURL))
  }

  /// Loads HTML in which every `{{name}}` is replaced by a value, escaped: values are text.
  @discardableResult public func load(
    template: String, values: [String: String], baseURL: URL? = nil
  ) async throws(WebPageError) -> Navigation {
    try await load(.template(template, values: values, baseURL: baseURL))
  }

  /// Loads what is shown once more.
  @discardableResult public func reload() async throws(WebPageError) -> Navigation { try await load(.reload) }

  /// Loads the page before. Throws `WebPageError.nothingThere` where there is none.
  @discardableResult public func goBack() async throws(WebPageError) -> Navigation { try await load(.history(by: -1)) }

  /// Loads the page after. Throws `WebPageError.nothingThere` where there is none.
  @discardableResult public func goForward() async throws(WebPageError) -> Navigation {
    try await load(.history(by: 1))
  }

  /// Goes where a link leads: the first that the selector matches, or that contains or is inside of what it
  /// matches. A link into the page itself scrolls to its place.
  @discardableResult public func follow(link selector: String) async throws(WebPageError) -> Navigation {
    try await load(.link(selector: selector))
  }

  /// Stops the navigation that is under way, if any.
  public func stop() { core.current?.stop() }

  /// Begins a navigation and does not wait for it.
  @discardableResult public func begin(_ request: PageRequest) -> Navigation {
    switch request {
    case .address(let address): return begin(.load, PageURL.displayed(address), .address(address))
    case .request(let request): return begin(.load, PageURL.displayed(request.address), .request(request))
    case .html(let html, let base):
      return begin(
        PageContent(bytes: Data(html.utf8), mimeType: "text/html", encoding: "utf-8", base: Self.address(base)))
    case .data(let data, let type, let encoding, let base):
      return begin(PageContent(bytes: data, mimeType: type, encoding: encoding, base: Self.address(base)))
    case .template(let template, let values, let base):
      return begin(.html(PageTemplate.fill(template, values), baseURL: base))
    case .link(let selector): return begin(.link, "the link \(selector.prefix(100))", .link(selector: selector))
    case .reload:
      guard let item = core.history.current else { return nothing(.reload, "there is no page yet to reload") }
      return begin(.reload, item, .current)
    case .history(let steps):
      let list = core.history
      guard let index = list.index(by: steps) else {
        return nothing(.backForward, "the back-forward list has no page there")
      }
      return begin(.backForward, list.items[index], .index(index))
    }
  }

  private static func address(_ base: URL?) -> String { base?.absoluteString ?? "about:blank" }

  private func begin(_ content: PageContent) -> Navigation {
    begin(.load, PageURL.displayed(content.base), .content(content))
  }

  private func begin(_ type: NavigationType, _ item: BackForwardList.Item, _ place: NavigationJob.Place) -> Navigation {
    begin(type, item.address, item.target, place, scroll: item.scroll, home: item.home)
  }

  private func begin(
    _ type: NavigationType, _ address: String, _ target: NavigationJob.Target, _ place: NavigationJob.Place = .next,
    scroll: PagePoint = .zero, home: String? = nil
  ) -> Navigation {
    let navigation = core.makeNavigation(type, address)
    core.carryOut(navigation, target, place, scroll: scroll, home: home)
    return navigation
  }

  private func nothing(_ type: NavigationType, _ reason: String) -> Navigation {
    let navigation = core.makeNavigation(type, "")
    navigation.end(.failure(.nothingThere(reason)))
    return navigation
  }
}
