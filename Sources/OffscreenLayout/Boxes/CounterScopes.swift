import OffscreenDOM

/// The counters in scope while boxes are generated in tree order.
/// https://drafts.csswg.org/css-lists-3/#auto-numbering
struct CounterScopes {
  private struct Counter {
    var value: Int
    /// The parent of the element that made the counter: it is in scope until that element ends, and
    /// a later sibling's reset replaces it.
    var depth: Int
    var isReversed: Bool
  }
  private var counters: [String: [Counter]] = [:]
  /// Names of the counters that the open elements' children made.
  private var made: [[String]] = [[]]
  /// The levels of the open elements with style containment.
  private var containedLevels: [Int] = []

  mutating func enter(_ element: NodeID) { made.append([]) }

  /// Changes of counters inside the element just entered do not reach those outside.
  /// https://drafts.csswg.org/css-contain-2/#containment-style
  mutating func contain() { containedLevels.append(made.count) }

  /// Ends the counters that the children of the element made.
  mutating func leave(_ element: NodeID) {
    guard made.count > 1 else { return }
    let depth = made.count
    if containedLevels.last == depth { containedLevels.removeLast() }
    for name in made.removeLast() {
      while let last = counters[name]?.last, last.depth >= depth { counters[name]?.removeLast() }
    }
  }

  /// Makes a counter on the current element.
  mutating func reset(_ name: String, to value: Int, isReversed: Bool = false) {
    // The element's own level is the last one; its counters live among its parent's children.
    let depth = made.count - 1
    let counter = Counter(value: value, depth: depth, isReversed: isReversed)
    var all = counters[name] ?? []
    if all.last?.depth == depth {
      all.removeLast()
    } else if depth >= 1 {
      made[depth - 1].append(name)
    }
    all.append(counter)
    counters[name] = all
  }

  /// Makes the counter that a change is of, where there is none or only one outside of a containment.
  private mutating func instantiate(_ name: String) {
    guard let last = counters[name]?.last else { return reset(name, to: 0) }
    guard let contained = containedLevels.last, last.depth < contained else { return }
    made[contained - 1].append(name)
    counters[name]?.append(Counter(value: 0, depth: contained, isReversed: false))
  }

  mutating func increment(_ name: String, by amount: Int) {
    instantiate(name)
    guard let index = counters[name]?.indices.last, let value = counters[name]?[index].value else { return }
    let (sum, overflow) = value.addingReportingOverflow(amount)
    // A counter that would leave its range stays as it is.
    if !overflow, sum >= Int(Int32.min), sum <= Int(Int32.max) { counters[name]?[index].value = sum }
  }

  mutating func set(_ name: String, to value: Int) {
    instantiate(name)
    guard let index = counters[name]?.indices.last else { return }
    counters[name]?[index].value = value
  }

  func value(_ name: String) -> Int { counters[name]?.last?.value ?? 0 }
  func isReversed(_ name: String) -> Bool { counters[name]?.last?.isReversed ?? false }
  /// Outermost first.
  func values(_ name: String) -> [Int] {
    let all = counters[name]?.map(\.value) ?? []
    return all.isEmpty ? [0] : all
  }
}
