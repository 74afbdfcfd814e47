/// What a deck stops, releases and begins: a function of where it is and of what is there.
struct DeckPlan: Equatable {
  /// Where a deck is, and what it has.
  struct Situation {
    /// The current page.
    var position: Int
    /// Of all pages.
    var count: Int
    /// How many pages before the current one, and how many after it, are to be there before they are asked for.
    var reach: Int
    /// Bytes of all pictures.
    var budget: Int
    /// How many pages may be rendered side by side.
    var threads: Int
    var pages: [Int: DeckPage] = [:]
    /// The pages that are being rendered.
    var underway: Set<Int> = []
    /// How many threads still work on what was stopped.
    var leaving = 0

    /// The pages that are to be there, the most urgent first: the current one, the one after it, the one before it,
    /// and so on.
    var near: [Int] {
      guard (0..<count).contains(position) else { return [] }
      let steps = min(max(0, reach), count)
      return [position] + (0..<steps).flatMap { [position + $0 + 1, position - $0 - 1] }.filter((0..<count).contains)
    }
  }

  /// Pages whose rendering is stopped, as they are no longer near.
  private(set) var stops: [Int] = []
  /// Pages whose pictures are released, in that order.
  private(set) var pictures: [Int] = []
  /// Pages whose thumbnails are released, in that order.
  private(set) var thumbnails: [Int] = []
  /// Pages whose rendering begins, in that order.
  private(set) var begins: [Int] = []

  init(_ situation: Situation) {
    let near = situation.near
    stops = situation.underway.subtracting(near).sorted()
    release(situation, near)
    begin(situation, near)
  }

  /// How far a page is from the current one; of two at the same distance, the one before it is farther.
  private static func distance(_ index: Int, _ position: Int) -> Int {
    index > position ? 2 * (index - position) - 1 : 2 * (position - index)
  }

  /// While there is more than the budget, what is farthest goes: first the pictures of pages that are not near, then
  /// thumbnails, then the pictures of near pages. The current page's picture stays.
  private mutating func release(_ situation: Situation, _ near: [Int]) {
    var excess = situation.pages.values.reduce(0) { $0 + $1.size } - situation.budget
    guard excess > 0 else { return }
    let all = situation.pages.keys.sorted {
      Self.distance($0, situation.position) > Self.distance($1, situation.position)
    }
    func size(_ index: Int, _ kind: KeyPath<DeckPage, Snapshot?>) -> Int {
      situation.pages[index]?[keyPath: kind]?.data.count ?? 0
    }
    func take(_ candidates: [Int], _ kind: KeyPath<DeckPage, Snapshot?>) -> [Int] {
      candidates.filter { index in
        guard excess > 0, situation.pages[index]?[keyPath: kind] != nil else { return false }
        excess -= size(index, kind)
        return true
      }
    }
    let (position, nearby) = (situation.position, Set(near))
    pictures = take(all.filter { !nearby.contains($0) }, \.picture)
    thumbnails = take(all.filter { $0 != position }, \.thumbnail)
    pictures += take(all.filter { nearby.contains($0) && $0 != position }, \.picture)
    thumbnails += take([position], \.thumbnail)
  }

  /// What is near begins as far as there are threads, and as far as its picture would stay. One thread is for the
  /// current page alone, so that it need not wait for others.
  private mutating func begin(_ situation: Situation, _ near: [Int]) {
    let underway = situation.underway.subtracting(stops)
    let leaving = situation.leaving + stops.count
    var free = situation.threads - underway.count - leaving
    var freeAhead = max(1, situation.threads - 1) - underway.subtracting([situation.position]).count - leaving
    var room = situation.budget - (situation.pages[situation.position]?.thumbnail?.data.count ?? 0)
    for index in near {
      let page = situation.pages[index]
      let isCurrent = index == situation.position
      room -= page?.pictureSize ?? 0
      guard free > 0, isCurrent || freeAhead > 0, isCurrent || room >= 0 else { break }
      if page?.picture != nil || page?.failure != nil || underway.contains(index) { continue }
      begins.append(index)
      free -= 1
      if !isCurrent { freeAhead -= 1 }
    }
  }
}
