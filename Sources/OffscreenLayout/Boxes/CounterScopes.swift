import OffscreenDOM

/// The counters in scope while boxes are generated in tree order.
/// https://drafts.csswg.org/css-lists-3/#auto-numbering
struct CounterScopes {
  private struct Counter {
    var value: Int
    /// How deep the element is that made the counter.
    var level: Int
    /// How deep the element is with which the counter ends: the one that made it or, where its siblings
    /// share the counter, its parent.
    var depth: Int
    var isReversed: Bool
    /// The element that made it, as `serials` count; 0 before something was left out, and where a change made it.
    var maker = 0
    /// Of items without a list.
    var isOfParent = false
  }
  /// By number of the name.
  private var counters: [[Counter]] = []
  private var numbers: [String: Int] = [:]
  /// Optimization: the name that was asked for last is mostly asked for again.
  private var last: (name: String, number: Int)?
  /// The counters that end with the open elements.
  private var made: [[Int]] = [[]]
  /// The levels of the open elements with style containment.
  private var containedLevels: [Int] = []
  /// Of each open element, the outermost depth of what was asked or changed in it.
  private var reaches: [Int] = [.max]
  /// Numbers of the open elements, of those behind what is left out; 0 for others.
  private var serials: [Int] = [0]
  private var lastSerial = 0
  private var hasLeftOut = false
  /// Of the elements behind all that is left out.
  private var firstBehind = 1
  /// Whether a value was asked for that what is left out may have a part in.
  private(set) var asksForLeftOut = false

  /// Elements are left out, which may have changed counters and quotes.
  mutating func leaveOut() {
    hasLeftOut = true
    firstBehind = lastSerial + 1
  }

  private mutating func number(_ name: String) -> Int {
    if let last, last.name == name { return last.number }
    let number = numbers[name] ?? counters.count
    if number == counters.count {
      numbers[name] = number
      counters.append([])
    }
    last = (name, number)
    return number
  }

  mutating func enter(_ element: NodeID) {
    made.append([])
    reaches.append(.max)
    if hasLeftOut { lastSerial += 1 }
    serials.append(lastSerial)
  }

  /// Something that all of the page has in common is asked or changed.
  mutating func reachOut() { reach(0) }

  /// The same, where it is what elements before have made of it.
  mutating func askForAll() {
    reachOut()
    if hasLeftOut { asksForLeftOut = true }
  }

  private mutating func reach(_ depth: Int) {
    reaches[reaches.count - 1] = min(reaches[reaches.count - 1], depth)
  }

  /// Whether the current element asks or changes what is outside of it.
  var reachesOutside: Bool { reaches[reaches.count - 1] < made.count }

  /// Changes of counters inside the element just entered do not reach those outside.
  /// https://drafts.csswg.org/css-contain-2/#containment-style
  mutating func contain() { containedLevels.append(made.count) }

  /// Ends the counters that the element or its children made.
  mutating func leave(_ element: NodeID) {
    guard made.count > 1 else { return }
    let depth = made.count
    serials.removeLast()
    reach(min(reaches.removeLast(), reaches[reaches.count - 1]))
    if containedLevels.last == depth { containedLevels.removeLast() }
    for number in made.removeLast() {
      while let last = counters[number].last, last.depth >= depth { counters[number].removeLast() }
    }
  }

  /// Makes a counter on the current element. Later siblings share it, unless there is one already that
  /// they have from their parent, or the counter is `isOwn`.
  /// https://drafts.csswg.org/css-lists-3/#inherit-counters
  mutating func reset(
    _ name: String, to value: Int, isReversed: Bool = false, isOwn: Bool = false, isDeclared: Bool = true
  ) {
    let number = number(name)
    let level = made.count
    if !isOwn { reachOut() }
    // One that a sibling before or the element itself made is replaced.
    if let last = counters[number].last, last.level == level, last.depth == level || !isOwn {
      counters[number].removeLast()
    }
    let isInherited = counters[number].last.map { $0.depth >= containedLevels.last ?? 0 } ?? false
    let depth = isOwn || isInherited ? level : level - 1
    if depth >= 1 { made[depth - 1].append(number) }
    let maker = isDeclared ? serials[serials.count - 1] : 0
    counters[number].append(
      Counter(value: value, level: level, depth: depth, isReversed: isReversed, maker: maker))
  }

  /// Makes the counter of the items of the current element's parent, which is no list, where there is none, or only one
  /// of an element further outside.
  mutating func beginList() {
    let number = number("list-item")
    let level = made.count
    guard level > 1 else { return }
    if let last = counters[number].last {
      guard last.isOfParent, last.depth < level - 1 else { return }
    }
    reachOut()
    made[level - 2].append(number)
    counters[number].append(
      Counter(value: 0, level: level, depth: level - 1, isReversed: false, isOfParent: true))
  }

  /// Makes the counter that a change is of, where there is none or only one outside of a containment.
  private mutating func instantiate(_ name: String) -> Int {
    let number = number(name)
    guard let last = counters[number].last, last.depth >= containedLevels.last ?? 0 else {
      reset(name, to: 0, isDeclared: false)
      return number
    }
    reach(last.depth)
    return number
  }

  mutating func increment(_ name: String, by amount: Int) {
    let number = instantiate(name)
    guard let index = counters[number].indices.last else { return }
    let (sum, overflow) = counters[number][index].value.addingReportingOverflow(amount)
    // A counter that would leave its range stays as it is.
    if !overflow, sum >= Int(Int32.min), sum <= Int(Int32.max) { counters[number][index].value = sum }
  }

  mutating func set(_ name: String, to value: Int) {
    let number = instantiate(name)
    guard let index = counters[number].indices.last else { return }
    counters[number][index].value = value
  }

  mutating func value(_ name: String) -> Int {
    let number = number(name)
    reach(counters[number].last?.depth ?? 0)
    if hasLeftOut, !isOfOpenElement(counters[number].last) { asksForLeftOut = true }
    return counters[number].last?.value ?? 0
  }

  /// Whether an element that is behind what is left out, and is still open, has made the counter.
  private func isOfOpenElement(_ counter: Counter?) -> Bool {
    guard let counter, counter.maker >= firstBehind, serials.indices.contains(counter.level - 1) else { return false }
    return serials[counter.level - 1] == counter.maker
  }

  mutating func isReversed(_ name: String) -> Bool {
    guard let last = counters[number(name)].last, last.depth >= containedLevels.last ?? 0 else { return false }
    return last.isReversed
  }
  /// Outermost first.
  mutating func values(_ name: String) -> [Int] {
    askForAll()
    let all = counters[number(name)].map(\.value)
    return all.isEmpty ? [0] : all
  }
}
