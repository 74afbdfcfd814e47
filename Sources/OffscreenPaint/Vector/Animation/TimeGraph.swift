import OffscreenDOM

/// The intervals in which animations run, up to a moment: each element's follow from its lists of begin and end times,
/// and those from others' intervals.
/// https://www.w3.org/TR/2001/REC-smil-animation-20010904/#TimingModelDetails
struct TimeGraph {
  struct Interval: Equatable {
    var begin: Double
    /// Infinite where it is not known.
    var end: Double
  }

  /// Begin and end times that scripts and events have given an element.
  struct Given {
    var begins: [Double] = []
    var ends: [Double] = []
    var isEmpty: Bool { begins.isEmpty && ends.isEmpty }
  }

  let elements: [TimedElement]
  /// Of each element, the last of which may not have begun yet.
  private(set) var intervals: [[Interval]]
  private let moments: [NodeID: Double]
  private let given: [NodeID: Given]
  /// By identifier, the elements' places.
  private let named: (String, TimedElement) -> Int?
  private var derived: [Given]
  /// Steps that are left: conditions can refer to each other in circles.
  private var budget = 400_000
  private static let mostIntervals = 1_000

  /// `moments`: of each outermost `svg`, its time. `named`: the animation with an identifier, as an element sees it.
  init(
    _ elements: [TimedElement], at moments: [NodeID: Double], given: [NodeID: Given],
    named: @escaping (String, TimedElement) -> Int?
  ) {
    (self.elements, self.moments, self.given, self.named) = (elements, moments, given, named)
    intervals = Array(repeating: [], count: elements.count)
    derived = Array(repeating: Given(), count: elements.count)
    run()
  }

  private mutating func run() {
    // 1. Who is told of whose intervals.
    var dependents: [[Int]] = Array(repeating: [], count: elements.count)
    for (place, element) in elements.enumerated() {
      for condition in element.begins + element.ends {
        if let base = base(of: condition, for: element), !dependents[base].contains(place) {
          dependents[base].append(place)
        }
      }
    }
    // 2. Until nothing changes any more.
    var waiting = Array(elements.indices)
    var isWaiting = Array(repeating: true, count: elements.count)
    var next = 0
    while next < waiting.count, budget > 0 {
      let place = waiting[next]
      next += 1
      isWaiting[place] = false
      derived[place] = times(of: place)
      let found = resolve(place)
      if found == intervals[place] { continue }
      intervals[place] = found
      for dependent in dependents[place] where !isWaiting[dependent] {
        isWaiting[dependent] = true
        waiting.append(dependent)
      }
    }
  }

  private func base(of condition: TimedElement.Condition, for element: TimedElement) -> Int? {
    switch condition {
    case .syncbase(let name, _, _): named(name, element)
    case .repetition(let name, _, _): name.flatMap { named($0, element) }
    case .offset, .event, .indefinite: nil
    }
  }

  /// The begin and end times of an element, as the others' intervals are now.
  private mutating func times(of place: Int) -> Given {
    let element = elements[place]
    var result = given[element.node] ?? Given()
    result.begins += element.begins.flatMap { times(of: $0, for: element) }
    result.ends += element.ends.flatMap { times(of: $0, for: element) }
    (result.begins, result.ends) = (result.begins.sortedOnce(), result.ends.sortedOnce())
    budget -= 1 + result.begins.count + result.ends.count
    return result
  }

  private func times(of condition: TimedElement.Condition, for element: TimedElement) -> [Double] {
    guard let base = base(of: condition, for: element) else {
      if case .offset(let offset) = condition { return [offset] }
      return []
    }
    let other = elements[base]
    // Times of another drawing are those of its own clock.
    let shift = (moments[element.container] ?? 0) - (moments[other.container] ?? 0)
    switch condition {
    case .syncbase(_, let isBegin, let offset):
      return intervals[base].map { (isBegin ? $0.begin : $0.end) + offset + shift }.filter(\.isFinite)
    case .repetition(_, let number, let offset):
      guard let duration = other.duration else { return [] }
      let now = moments[other.container] ?? 0
      return intervals[base].flatMap { interval -> [Double] in
        let last = min(interval.end, now + duration)
        let all = min(Double(Self.mostIntervals), ((last - interval.begin) / duration).rounded(.up) - 1)
        guard all >= 1 else { return [] }
        return (1...Int(all)).filter { number == nil || number == $0 }
          .map { interval.begin + Double($0) * duration + offset + shift }
      }
    case .offset, .event, .indefinite: return []
    }
  }

  /// https://www.w3.org/TR/2001/REC-smil-animation-20010904/#Timing-BeginEnd-LifeCycle , "Getting the first interval"
  private mutating func resolve(_ place: Int) -> [Interval] {
    let (element, times) = (elements[place], derived[place])
    let now = moments[element.container] ?? 0
    var result: [Interval] = []
    var (after, next) = (-Double.infinity, 0)
    while next < times.begins.count, result.count < Self.mostIntervals {
      budget -= 1
      let begin = times.begins[next]
      guard begin >= after else {
        next += 1
        continue
      }
      // 1. Where it ends: by its end times, where there are some or might be.
      var end = Double.infinity
      let last = result.last
      if let found = times.ends.firstPlace(notBefore: begin).map({ times.ends[$0] }) {
        end = found
        // One without length does not come twice.
        if found == begin, last?.end == begin {
          end = times.ends.first { $0 > begin } ?? (element.awaitsEnd ? .infinity : begin)
        }
      } else if !element.ends.isEmpty, !element.awaitsEnd, !times.ends.isEmpty {
        break
      }
      end = element.activeEnd(begin: begin, end: end)
      // 2. An interval before the document's begin is none.
      guard end > 0 || begin == 0 && end == 0 else {
        if element.restart == .never { break }
        after = end
        next += 1
        continue
      }
      // 3. The next begin cuts it off.
      next += 1
      while next < times.begins.count, times.begins[next] <= begin { next += 1 }
      if element.restart == .always, next < times.begins.count { end = min(end, times.begins[next]) }
      result.append(Interval(begin: begin, end: end))
      after = end
      if element.restart == .never || begin > now { break }
    }
    return result
  }

  // MARK: Where an animation stands

  enum State: Equatable {
    case inactive
    /// Since a moment, with the number of the repetition and the part of it that is over.
    case running(begin: Double, iteration: Double, part: Double)
    case frozen(begin: Double, iteration: Double, part: Double)
  }

  func state(_ place: Int) -> State {
    let element = elements[place]
    let now = moments[element.container] ?? 0
    guard let interval = intervals[place].last(where: { $0.begin <= now }) else { return .inactive }
    let isActive = now < interval.end
    guard isActive || element.isFrozen else { return .inactive }
    let whole = (isActive ? now : interval.end) - interval.begin
    // `min` makes an interval longer, and nothing moves in what it adds.
    let elapsed = min(whole, max(element.activeDuration ?? .infinity, 0))
    if isActive, elapsed < whole, !element.isFrozen { return .inactive }
    guard let duration = element.duration else {
      return isActive
        ? .running(begin: interval.begin, iteration: 0, part: 0) : .frozen(begin: interval.begin, iteration: 0, part: 0)
    }
    var iteration = (elapsed / duration).rounded(.down)
    var part = max(0, min(1, elapsed / duration - iteration))
    if isActive, elapsed == whole { return .running(begin: interval.begin, iteration: iteration, part: part) }
    // It stays where its last repetition ended.
    if part < 1e-9, iteration > 0 { (iteration, part) = (iteration - 1, 1) }
    return .frozen(begin: interval.begin, iteration: iteration, part: part)
  }

  /// The interval that is, or else the next one.
  func currentInterval(_ place: Int) -> Interval? {
    let now = moments[elements[place].container] ?? 0
    return intervals[place].first { $0.end > now }
  }

  /// Whether something may still begin, go on or end by time alone.
  var isMoving: Bool {
    elements.indices.contains { place in
      let now = moments[elements[place].container] ?? 0
      guard let last = intervals[place].last else { return false }
      return last.begin > now || last.end > now && (last.end.isFinite || elements[place].duration != nil)
    }
  }
}

extension TimedElement {
  /// Whether an end may come that is not known yet.
  fileprivate var awaitsEnd: Bool {
    ends.contains {
      switch $0 {
      case .event, .indefinite, .syncbase, .repetition: true
      case .offset: false
      }
    }
  }
}

extension [Double] {
  /// In order, each once.
  fileprivate func sortedOnce() -> [Double] {
    var result: [Double] = []
    for value in sorted() where result.last != value { result.append(value) }
    return result
  }

  fileprivate func firstPlace(notBefore value: Double) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < count ? low : nil
  }
}
