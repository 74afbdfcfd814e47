import Foundation
import Offscreen
import Synchronization

/// The code of the articles in `Offscreen.docc`, each block as it stands there: `ArticleTests` compares them.
enum ArticleExamples {
  static func firstPicture(folder: String, address: String) async throws -> [Snapshot] {
    let page = WebPage(configuration: .init(viewport: Viewport(width: 800, height: 600)))
    try await page.load(html: "<title>Hello</title><h1>Hello</h1><p id=text>Drawn without a browser.")
    let picture = try await page.snapshot()
    try picture.write(to: folder + "/hello.png")

    try await page.load(.address(address))
    print(page.title, page.address ?? "")

    let whole = try await page.snapshot(SnapshotOptions(region: .fullPage))
    let element = try await page.snapshot(SnapshotOptions(region: .element("h1"), padding: 8))
    let sharp = try await page.snapshot(SnapshotOptions(scale: 2))
    let card = try await page.snapshot(
      SnapshotOptions(thumbnail: ThumbnailSize(width: 320, height: nil), format: .webp(quality: 80)))

    let both = try await page.snapshot(SnapshotOptions(region: .elements(["h1", "#text"])))
    let each = try await page.snapshots(
      SnapshotOptions(region: .eachElement("h1, p"), thumbnail: ThumbnailSize(covering: 64, 64)))

    let boxes = try await page.boxes()
    for element in boxes.elements { print(element.path, element.tag, element.id ?? "", element.classes, element.rect) }
    let paragraphs = try await page.elements(matching: "p")
    assert(paragraphs.count == 1)

    await page.releaseCaches()

    try await page.load(
      template: "<h1>{{title}}</h1><p>{{text}}", values: ["title": "Q & A", "text": "Is 1 < 2?"])
    return [picture, whole, element, sharp, card, both] + each
  }

  static func thumbnail() throws -> Snapshot {
    let thumbnail = try Thumbnail.render(
      .html("<h1>Hello</h1>"), snapshot: SnapshotOptions(thumbnail: ThumbnailSize(width: 320, height: nil)))
    return thumbnail
  }

  static func archive(_ file: String) async throws -> WebPage {
    var options = PageOptions()
    options.archivedPage = "https://example.com/"
    let page = WebPage(configuration: .init(options: options))
    try await page.load(.address(file))
    return page
  }

  static func policy(folder: String) -> WebPage {
    var options = PageOptions()
    options.network = .none
    options.root = folder
    options.timeout = .seconds(10)
    let page = WebPage(configuration: .init(options: options))
    return page
  }

  final class OneSite: NavigationDelegate {
    let prefix: String
    init(prefix: String) { self.prefix = prefix }

    func decidePolicy(for action: NavigationAction, of navigation: Navigation) async -> NavigationPolicy {
      action.address.hasPrefix(prefix) ? .allow : .cancel
    }

    func didFail(_ navigation: Navigation, _ error: WebPageError) async {
      print(error)
    }
  }

  static func oneSite(_ page: WebPage, site: String) async throws {
    let delegate = OneSite(prefix: site)
    page.delegate = delegate
    try await page.load(.address(site + "/index.html"))
    try await page.follow(link: "a.next")
  }

  static func form(_ page: WebPage, site: String) async throws {
    try await page.load(.request(.form(site + "/search", ["q": "pictures"])))
  }

  final class Doorman: NavigationDelegate {
    func didReceive(_ challenge: AuthenticationChallenge, of navigation: Navigation) async -> Credentials? {
      challenge.previousFailures == 0 ? Credentials(name: "reader", password: "secret") : nil
    }
  }

  static func rightMoment(_ page: WebPage) async throws -> [Snapshot] {
    try await page.load(
      html: "<style>p { animation: fade 2s both } @keyframes fade { from { opacity: 0 } }</style><p>Slowly")
    let beginning = try await page.snapshot(SnapshotOptions(settle: .zero))
    let middle = try await page.snapshot(SnapshotOptions(settle: .seconds(1)))
    let end = try await page.snapshot(SnapshotOptions(settle: .seconds(2)))
    return [beginning, middle, end]
  }

  static func failing() -> WebPage {
    var options = PageOptions()
    options.timeout = .seconds(5)
    options.failsOnTimeout = true
    let page = WebPage(configuration: .init(options: options))
    return page
  }

  static func events(_ page: WebPage) async {
    let events = page.events
    let navigation = page.begin(.html("<title>Soon</title>"))
    for await event in events {
      switch event {
      case .progress(_, let value): print("\(Int(value * 100)) %")
      case .title(let title): print(title)
      case .started, .continued: continue
      case .finished, .failed: break
      }
      if !navigation.isUnderway { break }
    }
  }

  static func asking(_ page: WebPage) async throws -> [String] {
    try await page.load(html: "<title>Sums</title><p id=sum>1 + 2</p>")
    let text = try await page.evaluateJavaScript("document.querySelector('#sum').textContent")
    let numbers = try await page.evaluateJavaScript("sum.textContent.match(/\\d/g).map(Number)", as: [Int].self)
    let total = try await page.callFunction("return a + await b", arguments: ["a": .number(1), "b": .number(2)])
    return [text, "\(numbers)", total]
  }

  static func messages(_ page: WebPage) async throws -> String {
    page.userScripts = [
      UserScript("window.isPicture = true"),
      UserScript("document.querySelector('dialog')?.remove()", at: .afterLoading),
    ]
    struct Order: Decodable, Sendable { var item: String, count: Int }
    page.setMessageHandler("price", of: Order.self) { order in order.count * 3 }
    try await page.load(
      html: """
        <p id=price></p>
        <script>
        webkit.messageHandlers.price.postMessage({item: "fish", count: 2}).then(value => price.textContent = value)
        </script>
        """)
    return try await page.evaluateJavaScript("price.textContent")
  }

  final class Reader: ScriptDelegate {
    func confirm(_ message: String, on page: WebPage) async -> Bool { message.hasPrefix("Continue") }
    func prompt(_ message: String, initial: String, on page: WebPage) async -> String? { "Ada" }
    func openWindow(_ action: NavigationAction, on page: WebPage) async -> WindowPolicy { .here }
  }

  final class Caller: NavigationDelegate {
    func decidePolicy(for action: NavigationAction, of navigation: Navigation) async -> NavigationPolicy {
      guard action.address.hasPrefix("app:") else { return .allow }
      print("the page calls \(action.address)")
      return .cancel
    }
  }

  static func submitting(_ page: WebPage) async throws {
    try await page.evaluateJavaScript("document.querySelector('form').requestSubmit()")
    let answer = try await page.snapshot()
    _ = answer
  }

  static func console(_ page: WebPage) async {
    do {
      let console = page.console
      try await page.load(html: "<script>\nconsole.warn('careful')</script>")
      for await line in console {
        print(line.level, line.text, line.line ?? 0)
        break
      }
    } catch {
      print(error)
    }
  }

  static func leafing(folder: String, _ names: [String]) async throws -> [Snapshot] {
    let deck = PageDeck(names.map { .address(folder + "/" + $0) })
    let first = try await deck.show(0)
    let second = try await deck.show(1)
    return [first, second]
  }

  static func budget(_ pages: [PageRequest]) async throws -> Snapshot {
    let configuration = PageDeck.Configuration(
      page: .init(viewport: Viewport(width: 400, height: 300)), thumbnail: ThumbnailSize(width: 80, height: nil),
      budget: 8 << 20, reach: 3)
    let deck = PageDeck(pages, configuration: configuration)
    let picture = try await deck.show(0)
    if let known = await deck.picture(of: 1) { print(known.isThumbnail ? "small" : "whole", known.snapshot.width) }
    return picture
  }

  static func becoming(_ deck: PageDeck) async throws {
    let events = deck.events
    _ = try await deck.show(0)
    for await event in events {
      switch event {
      case .progress(let page, let value): print("page \(page): \(Int(value * 100)) %")
      case .ready(let page): print("page \(page) is there")
      case .failed(let page, let error): print("page \(page): \(error)")
      case .moved, .began, .cancelled, .released: continue
      }
      if case .ready = await deck.state(of: 1) { break }
    }
  }

  final class Letters: PageDeckSource {
    private let texts: Mutex<[String]>
    init(_ texts: [String]) { self.texts = Mutex(texts) }

    var count: Int { texts.withLock { $0.count } }
    func page(at index: Int) throws -> PageRequest {
      .template("<p>{{text}}", values: ["text": texts.withLock { $0[index] }])
    }
    func write(_ text: String, to index: Int) { texts.withLock { $0[index] = text } }
  }

  static func writing(_ letters: Letters, _ deck: PageDeck) async throws -> Snapshot {
    letters.write("Dear Ada", to: 0)
    await deck.pageChanged(0)
    let picture = try await deck.show(0)
    return picture
  }

  static func expected(_ letters: Letters) throws -> [[UInt8]] {
    let expected = try DeckSnapshots(of: letters).map { try $0.get().data }
    return expected
  }
}
