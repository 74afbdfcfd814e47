import Foundation

/// The pages that a `WebPage` has shown, in their order.
public struct BackForwardList: Sendable {
  public struct Item: Sendable, Codable, Hashable {
    /// Where the page came from in the end.
    public var address: String
    public var title: String
    /// Where the viewport's top left was, in CSS pixels.
    public var scroll: PagePoint
    /// Of a page that was given as text or bytes.
    var content: PageContent?
    /// Of a page that a plain GET does not bring: what brings it again. Another run does not know of it: it may
    /// hold what is secret.
    var request: HTTPRequest?

    /// The origin that gets what the program gives for requests: that of the address that the program named, which has
    /// led here. Another run takes it for the page's own.
    var home: String?

    private enum CodingKeys: String, CodingKey { case address, title, scroll, content }

    /// What brings the page again.
    var target: NavigationJob.Target {
      content.map { .content($0) } ?? request.map { .request($0) } ?? .address(address)
    }

    /// The bytes that it keeps.
    fileprivate var size: Int {
      let own = address.utf8.count + title.utf8.count + (home?.utf8.count ?? 0)
      let given = content.map { $0.bytes.count + $0.base.utf8.count } ?? 0
      let sent = request.map { $0.address.utf8.count + ($0.body?.count ?? 0) } ?? 0
      return own + given + sent
    }
  }

  public internal(set) var items: [Item] = []
  /// Of `items`; nil where there are none.
  public internal(set) var currentIndex: Int?

  /// More are forgotten, the oldest first.
  static let most = 100
  /// Bytes of what the program gave: pages as text, forms. Of more than that, the oldest are forgotten, then the newest;
  /// the current page never is.
  static let mostBytes = 32 << 20

  public var current: Item? { currentIndex.map { items[$0] } }
  public var canGoBack: Bool { (currentIndex ?? 0) > 0 }
  public var canGoForward: Bool { currentIndex.map { $0 + 1 < items.count } ?? false }

  /// The item so many steps further; nil where there is none.
  func index(by steps: Int) -> Int? {
    guard let currentIndex else { return nil }
    let (index, overflows) = currentIndex.addingReportingOverflow(steps)
    return !overflows && items.indices.contains(index) ? index : nil
  }

  /// A page comes after the current one; what came after that is forgotten.
  mutating func push(_ item: Item) {
    if let currentIndex { items.removeSubrange((currentIndex + 1)...) }
    items.append(item)
    if items.count > Self.most { items.removeFirst(items.count - Self.most) }
    currentIndex = items.count - 1
    forgetWhatIsTooMuch()
  }

  mutating func replaceCurrent(with item: Item) {
    guard let currentIndex else { return push(item) }
    items[currentIndex] = item
    forgetWhatIsTooMuch()
  }

  fileprivate mutating func forgetWhatIsTooMuch() {
    guard var current = currentIndex else { return }
    var excess = items.reduce(0) { $0 + $1.size } - Self.mostBytes
    while excess > 0, items.count > 1 {
      let isBefore = current > 0
      excess -= (isBefore ? items.removeFirst() : items.removeLast()).size
      if isBefore { current -= 1 }
    }
    currentIndex = current
  }

  /// Where a page's program was: codable, for another run.
  var session: SessionState { SessionState(items: items, currentIndex: currentIndex) }
}

/// What a `WebPage` can be brought back to: its back-forward list with the scroll positions.
public struct SessionState: Sendable, Codable, Hashable {
  var items: [BackForwardList.Item]
  var currentIndex: Int?

  /// The list; nil where the state makes no sense, as one that comes from elsewhere may.
  var list: BackForwardList? {
    guard items.count <= BackForwardList.most, currentIndex.map(items.indices.contains) ?? items.isEmpty else {
      return nil
    }
    var list = BackForwardList()
    (list.items, list.currentIndex) = (items, currentIndex)
    list.forgetWhatIsTooMuch()
    return list
  }
}

/// A document that the program gave.
struct PageContent: Sendable, Codable, Hashable {
  var bytes: Data
  var mimeType: String
  var encoding: String?
  /// The base URL.
  var base: String
}
