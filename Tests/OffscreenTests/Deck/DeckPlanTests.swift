import Testing

@testable import Offscreen

/// What a deck stops, releases and begins: each rule by itself, and all of them together.
struct DeckPlanTests {
  private static func file(_ size: Int) -> Snapshot {
    Snapshot(data: [UInt8](repeating: 0, count: size), width: 1, height: 1, warnings: [])
  }

  /// A page with a picture and a thumbnail of so many bytes.
  private static func page(_ picture: Int, _ thumbnail: Int = 10) -> DeckPage {
    DeckPage(picture: file(picture), thumbnail: file(thumbnail))
  }

  /// One whose picture was released.
  private static func thumbnail(_ picture: Int = 100, _ thumbnail: Int = 10) -> DeckPage {
    var page = page(picture, thumbnail)
    page.picture = nil
    return page
  }

  private static func situation(
    at position: Int, of count: Int = 100, reach: Int = 2, budget: Int = 1_000_000, threads: Int = 8,
    _ pages: [Int: DeckPage] = [:], underway: Set<Int> = [], leaving: Int = 0
  ) -> DeckPlan.Situation {
    DeckPlan.Situation(
      position: position, count: count, reach: reach, budget: budget, threads: threads, pages: pages,
      underway: underway, leaving: leaving)
  }

  // MARK: What is near

  @Test func theNextPageIsNearerThanTheOneBefore() {
    #expect(Self.situation(at: 50).near == [50, 51, 49, 52, 48])
    #expect(Self.situation(at: 0).near == [0, 1, 2])
    #expect(Self.situation(at: 99).near == [99, 98, 97])
    #expect(Self.situation(at: 5, reach: 0).near == [5])
    #expect(Self.situation(at: 5, reach: -3).near == [5])
    #expect(Self.situation(at: 1, of: 3, reach: .max).near == [1, 2, 0])
  }

  @Test func beyondTheEndNothingIsNear() {
    for (position, count) in [(100, 100), (-1, 100), (0, 0)] {
      let plan = DeckPlan(Self.situation(at: position, of: count, underway: [3]))
      #expect(plan.begins.isEmpty && plan.stops == [3])
    }
  }

  // MARK: What begins

  @Test func whatIsNearBeginsInItsOrder() {
    #expect(DeckPlan(Self.situation(at: 50)).begins == [50, 51, 49, 52, 48])
    let pages = [50: Self.page(100), 51: Self.thumbnail(), 49: DeckPage(failure: .stopped)]
    #expect(DeckPlan(Self.situation(at: 50, pages, underway: [52])).begins == [51, 48])
  }

  @Test func oneThreadIsForTheCurrentPage() {
    #expect(DeckPlan(Self.situation(at: 50, threads: 1)).begins == [50])
    #expect(DeckPlan(Self.situation(at: 50, threads: 2)).begins == [50, 51])
    #expect(DeckPlan(Self.situation(at: 50, threads: 2, [50: Self.page(1)])).begins == [51])
    #expect(DeckPlan(Self.situation(at: 50, threads: 3, [50: Self.page(1)])).begins == [51, 49])
    #expect(DeckPlan(Self.situation(at: 50, threads: 1, [50: Self.page(1)])).begins == [51])
  }

  @Test func whatWasStoppedHasItsThreadUntilItIsFree() {
    let jumped = DeckPlan(Self.situation(at: 50, threads: 2, underway: [3]))
    #expect(jumped.stops == [3] && jumped.begins == [50])
    #expect(DeckPlan(Self.situation(at: 50, threads: 2, leaving: 1)).begins == [50])
    #expect(DeckPlan(Self.situation(at: 50, threads: 2, leaving: 2)).begins.isEmpty)
    #expect(DeckPlan(Self.situation(at: 50, threads: 1, underway: [3])).begins.isEmpty)
  }

  @Test func aPictureThatWouldNotStayIsNotRendered() {
    // 50 and 51 are as large as the budget; how large 49 is, is known: it was there.
    let pages = [50: Self.page(100, 0), 51: Self.page(100, 0), 49: Self.thumbnail(100, 0)]
    #expect(DeckPlan(Self.situation(at: 50, budget: 250, pages)).begins.isEmpty)
    #expect(DeckPlan(Self.situation(at: 50, budget: 300, pages)).begins == [49, 52, 48])
    // The current one is.
    #expect(DeckPlan(Self.situation(at: 49, reach: 0, budget: 0, pages)).begins == [49])
  }

  // MARK: What is stopped

  @Test func aJumpStopsWhatIsNoLongerNear() {
    let plan = DeckPlan(Self.situation(at: 50, underway: [3, 48, 49, 53, 52]))
    #expect(plan.stops == [3, 53])
  }

  // MARK: What is released

  @Test func withinTheBudgetEverythingStays() {
    let pages = Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, Self.page(100)) })
    let plan = DeckPlan(Self.situation(at: 0, budget: 1100, pages))
    #expect(plan.pictures.isEmpty && plan.thumbnails.isEmpty)
  }

  @Test func farPicturesGoFirstTheFarthestBefore() {
    let pages = Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, Self.page(100)) })
    // From 5: 9 and 1 are at the same distance; the one before is farther.
    let plan = DeckPlan(Self.situation(at: 5, reach: 1, budget: 700, pages))
    #expect(plan.pictures == [0, 1, 9, 2] && plan.thumbnails.isEmpty)
  }

  @Test func thenThumbnailsThenNearPictures() {
    let pages = Dictionary(uniqueKeysWithValues: (0..<6).map { ($0, Self.page(100)) })
    let some = DeckPlan(Self.situation(at: 2, reach: 1, budget: 335, pages))
    #expect(some.pictures == [5, 0, 4] && some.thumbnails == [5, 0, 4])
    let most = DeckPlan(Self.situation(at: 2, reach: 1, budget: 250, pages))
    #expect(most.pictures == [5, 0, 4, 1] && most.thumbnails == [5, 0, 4, 1, 3])
    // Without any budget the current page's picture is all that stays.
    let all = DeckPlan(Self.situation(at: 2, reach: 1, budget: 0, pages))
    #expect(all.pictures == [5, 0, 4, 1, 3] && all.thumbnails == [5, 0, 4, 1, 3, 2])
  }

  // MARK: All together

  /// A deck in one thread, whose renderings end in an order that chance says.
  private struct Model {
    var situation: DeckPlan.Situation
    let sizes: [Int]
    var begun = 0

    mutating func carryOut() {
      let plan = DeckPlan(situation)
      situation.underway.subtract(plan.stops)
      situation.leaving += plan.stops.count
      for index in plan.pictures { situation.pages[index]?.picture = nil }
      for index in plan.thumbnails { situation.pages[index]?.thumbnail = nil }
      situation.underway.formUnion(plan.begins)
      begun += plan.begins.count
    }

    mutating func end(_ index: Int) {
      situation.underway.remove(index)
      situation.pages[index] = DeckPlanTests.page(sizes[index], sizes[index] / 10)
    }
  }

  /// Whatever happens: the budget holds, no more threads are used than there are, and where nobody jumps, it comes to
  /// rest with the current page and what has room beside it.
  @Test func randomJumps() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let (count, threads) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...4, using: &random))
      let sizes = (0..<count).map { _ in Int.random(in: 50...150, using: &random) }
      var model = Model(
        situation: Self.situation(
          at: 0, of: count, reach: Int.random(in: 0...4, using: &random),
          budget: Int.random(in: 0...2_000, using: &random), threads: threads), sizes: sizes)
      for _ in 0..<100 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: model.situation.position = Int.random(in: 0..<count, using: &random)
        case 1: model.situation.leaving = max(0, model.situation.leaving - 1)
        default:
          if let index = model.situation.underway.sorted().randomElement(using: &random) { model.end(index) }
        }
        model.carryOut()
        check(model)
      }
      rest(&model)
    }
  }

  private func check(_ model: Model) {
    let situation = model.situation
    let size = situation.pages.values.reduce(0) { $0 + $1.size }
    let own = situation.pages[situation.position]?.picture?.data.count ?? 0
    #expect(size <= max(situation.budget, own))
    #expect(situation.underway.count + situation.leaving <= situation.threads)
    #expect(situation.underway.isSubset(of: situation.near))
  }

  private func rest(_ model: inout Model) {
    model.situation.leaving = 0
    model.carryOut()
    let before = model.begun
    while let index = model.situation.underway.first {
      model.end(index)
      model.carryOut()
      check(model)
    }
    // Nothing is rendered over and over.
    #expect(model.begun - before <= model.situation.near.count)
    let situation = model.situation
    #expect(situation.pages[situation.position]?.picture != nil)
    var room = situation.budget - (situation.pages[situation.position]?.thumbnail?.data.count ?? 0)
    for index in situation.near {
      room -= model.sizes[index]
      guard room >= 0 else { break }
      #expect(situation.pages[index]?.picture != nil)
    }
  }
}
