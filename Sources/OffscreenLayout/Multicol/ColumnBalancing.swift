import OffscreenGeometry

/// The heights of the rows of columns of one section, while they are found.
/// https://drafts.csswg.org/css-multicol-1/#filling-columns
struct SectionHeights {
  let columnsPerRow: Int
  /// How tall the rows may be: the first, and those after it (in a column of an outer container).
  let limits: [LayoutUnit]
  let balances: Bool
  /// Rows that are not full are as tall as their content.
  let fitsContent: Bool
  /// Taller columns do not help where breaks are forced in all of them.
  private let mayGrow: Bool
  /// Heights that stay.
  private(set) var settled: [LayoutUnit] = []
  private(set) var last: LayoutUnit

  var rows: [LayoutUnit] { settled + [last] }

  /// `measured`: the section at unlimited height, and where it ends.
  init(
    _ measured: FragmentainerFlow.Section, end: LayoutUnit, columnsPerRow: Int, limits: [LayoutUnit], balances: Bool,
    fitsContent: Bool
  ) {
    self.columnsPerRow = columnsPerRow
    self.limits = limits
    self.balances = balances
    self.fitsContent = fitsContent
    mayGrow = balances && measured.forcedBreaks.count < columnsPerRow
    let limit = limits.first ?? .max
    if balances {
      let ideal = Self.balanced(
        from: measured.start, to: end, breaks: measured.forcedBreaks, columns: columnsPerRow)
      last = min(max(ideal, measured.tallestUnbreakable), limit)
    } else if limit < .max, !fitsContent {
      last = limit
    } else {
      // Without a limit the first column takes all, up to a forced break.
      last = min(
        limit,
        Self.balanced(
          from: measured.start, to: end, breaks: measured.forcedBreaks, columns: measured.forcedBreaks.count + 1))
    }
  }

  private var limit: LayoutUnit { limits[min(settled.count, limits.count - 1)] }

  /// Shares out the columns among the runs between forced breaks; the height that the tallest needs.
  private static func balanced(
    from start: LayoutUnit, to end: LayoutUnit, breaks: [LayoutUnit], columns: Int
  ) -> LayoutUnit {
    var runs: [(size: LayoutUnit, columns: Int)] = []
    var begin = start
    for place in breaks.prefix(columns) + [end] where place > begin {
      runs.append((place - begin, 1))
      begin = place
    }
    func height(_ run: (size: LayoutUnit, columns: Int)) -> LayoutUnit {
      LayoutUnit(rawValue: (run.size.rawValue &+ Int32(run.columns) &- 1) / Int32(run.columns))
    }
    guard !runs.isEmpty else { return .zero }
    for _ in 0..<max(0, columns - runs.count) {
      guard let tallest = runs.indices.max(by: { height(runs[$0]) < height(runs[$1]) }) else { break }
      runs[tallest].columns += 1
    }
    return runs.map(height).max() ?? .zero
  }

  /// Adjusts the height after a layout with these heights, in which the section ended at `end`. False if they stay.
  mutating func improve(_ section: FragmentainerFlow.Section, end: LayoutUnit) -> Bool {
    guard end > section.start else { return false }
    let place = FragmentainerFlow.fragmentainer(
      at: end - .epsilon, from: section.start, rows: rows, columnsPerRow: columnsPerRow)
    let isFull = place.index >= rows.count * columnsPerRow
    guard isFull || section.hasViolation && section.shortage < .max && mayGrow else { return false }
    if last < limit, mayGrow {
      // The least that changes anything.
      let even = (end - section.start) / (columnsPerRow * rows.count) - last
      let step = section.shortage == .max ? max(even, LayoutUnit(1)) : section.shortage
      last = min(limit, last + max(step, .epsilon))
      return true
    }
    guard isFull else { return false }
    if !balances, fitsContent, last < limit {
      last = limit
      return true
    }
    // The row is full: the rest goes to another row in the next column of the outer container.
    guard limits.count > 1, settled.count < 1000 && last > .zero else { return false }
    let rowStart = rows.reduce(section.start) { $0 + $1 * columnsPerRow }
    settled.append(last)
    last =
      balances
      ? min(limit, max((end - rowStart) / columnsPerRow, section.tallestUnbreakable, .epsilon))
      : fitsContent ? min(limit, max(end - rowStart, .epsilon)) : limit
    return true
  }
}
