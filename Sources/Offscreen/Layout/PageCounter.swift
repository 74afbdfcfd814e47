import OffscreenCSS

/// The counter `page`, from page to page.
/// https://drafts.csswg.org/css-page-3/#page-based-counters
struct PageCounter {
  private var value = 0

  /// What it says on the next page, whose style may change it.
  mutating func next(_ style: ComputedStyle?) -> Int {
    let content = style?.content
    func last(_ changes: [CounterChange]?) -> Int? { changes?.last { $0.name == "page" }.map { Int($0.value) } }
    if let reset = last(content?.counterReset) { value = reset }
    value = min(
      max(value + (last(content?.counterIncrement) ?? (last(content?.counterReset) == nil ? 1 : 0)), -1_000_000),
      1_000_000)
    if let set = last(content?.counterSet) { value = set }
    return value
  }
}
