import Foundation
import OffscreenImages
import Synchronization
import TestSupport
import Testing

@testable import Offscreen

/// Pages that are told apart by their colour, which is their number.
struct ColoredPages: PageDeckSource {
  let count: Int

  func page(at index: Int) -> PageRequest {
    .html("<body style='background: #\(String(String(index + 0x10_00_00, radix: 16)))'>")
  }

  /// The number of the page that a picture is of.
  static func number(of picture: Snapshot) throws -> Int {
    let bitmap = try ImageSource(bytes: picture.data).decode()
    return Int(bitmap[0, 0] & 0xFF_FFFF) - 0x10_00_00
  }
}

extension PageDeck.Configuration {
  static func forTests(budget: Int = 1 << 20, reach: Int = 2, threads: Int = 2) -> PageDeck.Configuration {
    var options = PageOptions()
    options.viewport = Viewport(width: 16, height: 16)
    options.network = .none
    options.runsScripts = false
    return PageDeck.Configuration(
      page: .init(options: options), thumbnail: ThumbnailSize(width: 4, height: nil), budget: budget, reach: reach,
      threads: threads)
  }
}

struct PageDeckTests {
  private static func deck(
    _ count: Int = 20, budget: Int = 1 << 20, reach: Int = 2, threads: Int = 2
  ) -> PageDeck {
    PageDeck(
      ColoredPages(count: count), configuration: .forTests(budget: budget, reach: reach, threads: threads))
  }

  private static func states(_ deck: PageDeck, _ pages: Range<Int>) async -> String {
    var text = ""
    for index in pages {
      switch await deck.state(of: index) {
      case .absent: text += "-"
      case .rendering: text += "r"
      case .ready: text += "P"
      case .thumbnail: text += "t"
      case .failed: text += "x"
      }
    }
    return text
  }

  // MARK: Showing

  @Test func whatIsNearIsThere() async throws {
    let deck = Self.deck()
    #expect(await deck.current == nil)
    #expect(try ColoredPages.number(of: try await deck.show(5)) == 5)
    await deck.rest()
    #expect(await deck.current == 5)
    #expect(await Self.states(deck, 0..<10) == "---PPPPP--")
    for index in 3..<8 {
      let picture = try #require(await deck.picture(of: index))
      #expect(try ColoredPages.number(of: picture.snapshot) == index && !picture.isThumbnail)
    }
    #expect(await deck.picture(of: 9) == nil)
  }

  @Test func pagesThatThereAreNot() async {
    let deck = Self.deck(3)
    for index in [-1, 3, .max, .min] {
      await #expect(throws: WebPageError.self) { try await deck.show(index) }
      #expect(await deck.picture(of: index) == nil)
    }
    await #expect(throws: WebPageError.self) { try await PageDeck([]).show(0) }
    #expect(await deck.current == nil)
  }

  /// Of one drawing, and as a page by itself shows it.
  @Test func picturesAreThoseOfPagesByThemselves() async throws {
    let pages = ColoredPages(count: 4)
    let configuration = PageDeck.Configuration.forTests()
    let deck = PageDeck(pages, configuration: configuration)
    var shown: [[UInt8]] = []
    for index in 0..<4 { shown.append(try await deck.show(index).data) }
    #expect(try DeckSnapshots(of: pages, configuration: configuration).map { try $0.get().data } == shown)
    #expect(try DeckSnapshots(of: pages, configuration: configuration).map { try $0.get().data } == shown)
  }

  @Test func aBudgetLeavesThumbnails() async throws {
    let size = try await Self.deck(1).show(0).data.count
    // Three pictures, and some thumbnails, which are hardly smaller: the file's notes are what takes room.
    let deck = Self.deck(budget: 8 * size, reach: 1)
    for index in 0..<6 {
      _ = try await deck.show(index)
      await deck.rest()
    }
    #expect(await deck.size <= 8 * size)
    #expect(await Self.states(deck, 4..<7) == "PPP")
    #expect(await deck.picture(of: 3)?.isThumbnail == true)
  }

  @Test func underPressureOnlyTheCurrentPictureStays() async throws {
    let deck = Self.deck()
    let picture = try await deck.show(5)
    await deck.memoryPressure()
    await deck.rest()
    #expect(await deck.size == picture.data.count)
    #expect(await Self.states(deck, 0..<10) == "-----P----")
    _ = try await deck.show(6)
    await deck.rest()
    #expect(await Self.states(deck, 0..<10) == "----PPPPP-")
  }

  // MARK: Changes

  private final class Story: PageDeckSource {
    let texts = Mutex(["one", "two", "three"])
    var count: Int { texts.withLock { $0.count } }
    func page(at index: Int) throws -> PageRequest {
      let text = texts.withLock { $0[index] }
      struct Torn: Error, CustomStringConvertible { let description = "the page\nis torn" }
      if text == "torn" { throw Torn() }
      return .html("<body style='background: \(text == "two" ? "red" : "green")'>")
    }
  }

  @Test func aPageThatChangesIsRenderedAgain() async throws {
    let story = Story()
    let deck = PageDeck(story, configuration: .forTests())
    _ = try await deck.show(0)
    await deck.rest()
    let before = try await deck.show(1)
    story.texts.withLock { $0[1] = "four" }
    #expect(try await deck.show(1).data == before.data, "it has not been told")
    await deck.pageChanged(1)
    #expect(try await deck.show(1).data != before.data)
    // Fewer pages.
    story.texts.withLock { $0.removeLast(2) }
    await deck.pagesChanged()
    await deck.rest()
    #expect(await Self.states(deck, 0..<3) == "---")
    await #expect(throws: WebPageError.self) { try await deck.show(1) }
    _ = try await deck.show(0)
  }

  @Test func aFailureIsToldOnceAndTriedAgain() async throws {
    let story = Story()
    story.texts.withLock { $0[1] = "torn" }
    let deck = PageDeck(story, configuration: .forTests())
    _ = try await deck.show(0)
    await deck.rest()
    #expect(await Self.states(deck, 0..<3) == "PxP")
    do throws(WebPageError) {
      _ = try await deck.show(1)
      Issue.record("it is torn")
    } catch {
      #expect(error.description == "page 1 of the deck: the page is torn")
    }
    story.texts.withLock { $0[1] = "whole" }
    _ = try await deck.show(1)
  }

  // MARK: Stopping

  @Test func whoWaitsForAPageThatIsNoLongerNearIsToldSo() async throws {
    let deck = Self.deck(threads: 1)
    let far = Task { try await deck.show(0) }
    while await deck.current == nil { await Task.yield() }
    #expect(try ColoredPages.number(of: try await deck.show(10)) == 10)
    await #expect(throws: WebPageError.self) { try await far.value }
    // A near one is shown.
    let near = Task { try await deck.show(9) }
    while await deck.current == 10 { await Task.yield() }
    _ = try await deck.show(8)
    #expect(try ColoredPages.number(of: try await near.value) == 9)
  }

  @Test func aCancelledTaskWaitsNoLonger() async throws {
    let deck = Self.deck(threads: 1)
    let task = Task { try await deck.show(3) }
    task.cancel()
    // The picture may have been faster.
    if case .success(let picture) = await task.result { #expect(try ColoredPages.number(of: picture) == 3) }
    #expect(try ColoredPages.number(of: try await deck.show(3)) == 3)
  }

  /// What has begun ends once, in whatever way.
  @Test func eventsTellOfEachEndOnce() async throws {
    var deck: PageDeck? = Self.deck(30)
    let events = try #require(deck).events
    for index in [0, 1, 20, 21, 3, 29] { _ = try await deck?.show(index) }
    await deck?.rest()
    deck = nil
    var (underway, ready, moves): (Set<Int>, Set<Int>, [Int]) = ([], [], [])
    for await event in events {
      switch event {
      case .moved(let index): moves.append(index)
      case .began(let page): #expect(underway.insert(page).inserted)
      case .progress(let page, let value): #expect(underway.contains(page) && (0...1).contains(value))
      case .ready(let page):
        #expect(underway.remove(page) != nil)
        ready.insert(page)
      case .cancelled(let page), .failed(let page, _): #expect(underway.remove(page) != nil)
      case .released: Issue.record("the budget is large")
      }
    }
    #expect(underway.isEmpty && moves == [0, 1, 20, 21, 3, 29])
    #expect(ready.isSuperset(of: [0, 1, 20, 21, 3, 29, 28, 27]))
  }

  // MARK: Time

  /// What was rendered ahead is there in less than a millisecond, where other tests leave a processor to it: the
  /// fastest quarter.
  @Test func theNextPageIsShownAtOnce() async throws {
    let deck = Self.deck(40)
    var times: [Duration] = []
    for index in 0..<40 {
      let start = ContinuousClock.now
      _ = try await deck.show(index)
      if index > 0 { times.append(ContinuousClock.now - start) }
      await deck.rest()
    }
    let quarter = times.sorted()[times.count / 4]
    #expect(quarter < .milliseconds(1), "\(times)")
    if ProcessInfo.processInfo.environment["OFFSCREEN_TIMING"] != nil {
      print("the next page: \(times.sorted()[times.count / 2])")
    }
  }
}
