import OffscreenCSS
import OffscreenGeometry

/// Where an item is, in tracks from the start of the explicit grid; implicit ones before it are
/// negative until the grid is complete.
struct GridSpan: Hashable {
  var start: Int
  var end: Int
  var count: Int { end - start }
}

struct GridItem {
  var box: BoxID
  var column = GridSpan(start: 0, end: 1)
  var row = GridSpan(start: 0, end: 1)
  /// The used self-alignment along each axis.
  var justification = SelfAlignment(.start)
  var alignment = SelfAlignment(.start)
  /// How far it is moved to share a baseline.
  var columnShim = LayoutUnit.zero
  var rowShim = LayoutUnit.zero
}

/// The placement properties of an item in one axis.
/// https://drafts.csswg.org/css-grid-2/#grid-placement-property
enum LinePlacement {
  case definite(GridSpan)
  /// To be placed, so many tracks wide.
  case automatic(span: Int)

  func clamped(to count: Int) -> LinePlacement {
    switch self {
    case .automatic(let span): return .automatic(span: max(1, min(span, count)))
    case .definite(let span):
      let start = max(0, min(span.start, count - 1))
      return .definite(GridSpan(start: start, end: max(start + 1, min(span.end, count))))
    }
  }
}

/// Places items into the cells of a grid.
/// https://drafts.csswg.org/css-grid-2/#auto-placement-algo
struct GridPlacement {
  let columns: GridTemplate
  let rows: GridTemplate
  let flowsByColumn: Bool
  let isDense: Bool
  private var occupied = GridOccupancy()
  /// For areas of a size, where the last one was found: nothing before is free any more.
  private var found: [AreaSize: (major: Int, minor: Int)] = [:]

  private struct AreaSize: Hashable {
    /// nil where any will do.
    var minorStart: Int?
    var minorCount: Int
    var majorCount: Int
  }

  /// Whether items lie on one another because looking for room took too long.
  var isCutShort: Bool { occupied.isSpent }

  private(set) var items: [GridItem] = []
  /// The extent of the implicit grid.
  private(set) var columnRange: Range<Int>
  private(set) var rowRange: Range<Int>
  /// A subgrid has no implicit tracks along the axes that it takes over.
  var clampsColumns = false
  var clampsRows = false

  init(columns: GridTemplate, rows: GridTemplate, flowsByColumn: Bool, isDense: Bool) {
    (self.columns, self.rows) = (columns, rows)
    (self.flowsByColumn, self.isDense) = (flowsByColumn, isDense)
    columnRange = 0..<columns.tracks.count
    rowRange = 0..<rows.tracks.count
  }

  // MARK: Lines

  static func resolve(_ start: GridLine, _ end: GridLine, in template: GridTemplate) -> LinePlacement {
    let limit = GridTemplate.limit
    func clamped(_ line: Int) -> Int { max(-limit, min(limit, line)) }
    let first = line(start, side: "-start", template)
    let last = line(end, side: "-end", template)
    func span(_ value: GridLine) -> (count: Int, name: String?)? {
      if case .span(let count, let name) = value { return (max(1, min(limit, Int(count))), name) }
      return nil
    }
    switch (first, last) {
    case (let first?, let last?):
      if first == last { return .definite(GridSpan(start: clamped(first), end: clamped(first) + 1)) }
      return .definite(GridSpan(start: clamped(min(first, last)), end: clamped(max(first, last))))
    case (let first?, nil):
      if let (count, name) = span(end) {
        let line = name.map { Self.line(named: $0, after: first, count: count, template) } ?? first + count
        return .definite(GridSpan(start: clamped(first), end: max(clamped(first) + 1, clamped(line))))
      }
      return .definite(GridSpan(start: clamped(first), end: clamped(first) + 1))
    case (nil, let last?):
      if let (count, name) = span(start) {
        let line = name.map { Self.line(named: $0, before: last, count: count, template) } ?? last - count
        return .definite(GridSpan(start: min(clamped(last) - 1, clamped(line)), end: clamped(last)))
      }
      return .definite(GridSpan(start: clamped(last) - 1, end: clamped(last)))
    case (nil, nil):
      // A span by name counts for one where nothing is definite.
      let (own, other) = (span(start), span(end))
      if let own { return .automatic(span: own.name == nil ? own.count : 1) }
      if let other { return .automatic(span: other.name == nil ? other.count : 1) }
      return .automatic(span: 1)
    }
  }

  /// The line, from 0; nil for `auto` and spans.
  static func line(_ value: GridLine, side: String, _ template: GridTemplate) -> Int? {
    switch value {
    case .auto, .span: return nil
    case .line(let number, let name):
      if let name { return line(number: Int(number), named: name, template) }
      return number > 0 ? Int(number) - 1 : template.tracks.count + Int(number) + 1
    case .named(let name):
      let area = name + side
      if let line = template.lines(named: area).first { return line }
      return line(number: 1, named: name, template)
    }
  }

  /// All lines outside of the explicit grid have every name.
  private static func line(number: Int, named name: String, _ template: GridTemplate) -> Int {
    let lines = template.lines(named: name)
    if number > 0 {
      return number <= lines.count ? lines[number - 1] : template.tracks.count + (number - lines.count)
    }
    return -number <= lines.count ? lines[lines.count + number] : -(-number - lines.count)
  }

  private static func line(named name: String, after start: Int, count: Int, _ template: GridTemplate) -> Int {
    let lines = template.lines(named: name).drop { $0 <= start }
    if count <= lines.count { return lines[lines.startIndex + count - 1] }
    return max(template.tracks.count, start) + (count - lines.count)
  }

  private static func line(named name: String, before end: Int, count: Int, _ template: GridTemplate) -> Int {
    let lines = template.lines(named: name).prefix { $0 < end }
    if count <= lines.count { return lines[lines.count - count] }
    return min(0, end) - (count - lines.count)
  }

  // MARK: Placing

  private mutating func put(_ box: BoxID, column: GridSpan, row: GridSpan) {
    items.append(GridItem(box: box, column: column, row: row))
    columnRange = min(columnRange.lowerBound, column.start)..<max(columnRange.upperBound, column.end)
    rowRange = min(rowRange.lowerBound, row.start)..<max(rowRange.upperBound, row.end)
    if flowsByColumn { occupied.take(row, lines: column) } else { occupied.take(column, lines: row) }
  }

  /// `boxes` in order-modified document order.
  mutating func place(_ all: [(box: BoxID, column: LinePlacement, row: LinePlacement)]) {
    let boxes =
      !clampsColumns && !clampsRows
      ? all
      : all.map { entry in
        (
          entry.box, clampsColumns ? entry.column.clamped(to: columns.tracks.count) : entry.column,
          clampsRows ? entry.row.clamped(to: rows.tracks.count) : entry.row
        )
      }
    // The major axis is the one that fills first: columns of a row.
    func major(_ entry: (box: BoxID, column: LinePlacement, row: LinePlacement)) -> LinePlacement {
      flowsByColumn ? entry.column : entry.row
    }
    func minor(_ entry: (box: BoxID, column: LinePlacement, row: LinePlacement)) -> LinePlacement {
      flowsByColumn ? entry.row : entry.column
    }
    // 0. What is definite in both axes.
    for entry in boxes {
      if case .definite(let column) = entry.column, case .definite(let row) = entry.row {
        put(entry.box, column: column, row: row)
      }
    }
    // 1. What is locked to a row (or to a column, when filling by columns).
    var cursors: [Int: Int] = [:]
    for entry in boxes {
      guard case .definite(let lines) = major(entry), case .automatic(let span) = minor(entry) else { continue }
      var position =
        isDense ? minorRange.lowerBound : max(minorRange.lowerBound, cursors[lines.start] ?? minorRange.lowerBound)
      while let obstacle = occupied.obstacle(GridSpan(start: position, end: position + span), lines: lines) {
        position = obstacle.end
      }
      put(entry.box, minor: GridSpan(start: position, end: position + span), major: lines)
      cursors[lines.start] = position + span
    }
    // 2. The columns of the implicit grid: those of what has its place, and as many as the widest of the rest.
    var widest = 0
    for entry in boxes {
      switch minor(entry) {
      case .definite(let lines): extendMinor(lines)
      case .automatic(let span): widest = max(widest, span)
      }
    }
    if minorRange.count < widest {
      extendMinor(GridSpan(start: minorRange.lowerBound, end: minorRange.lowerBound + widest))
    }
    // 3. The rest.
    var cursorMinor = minorRange.lowerBound
    var cursorMajor = majorRange.lowerBound
    for entry in boxes {
      guard case .automatic(let majorSpan) = major(entry) else { continue }
      if isDense {
        cursorMajor = majorRange.lowerBound
        cursorMinor = minorRange.lowerBound
      }
      switch minor(entry) {
      case .definite(let lines):
        if lines.start < cursorMinor { cursorMajor += 1 }
        cursorMinor = lines.start
        let size = AreaSize(minorStart: lines.start, minorCount: lines.count, majorCount: majorSpan)
        if let last = found[size] { cursorMajor = max(cursorMajor, last.major) }
        while let obstacle = occupied.obstacle(lines, lines: GridSpan(start: cursorMajor, end: cursorMajor + majorSpan))
        {
          cursorMajor = obstacle.line + 1
        }
        found[size] = (cursorMajor, lines.start)
        put(entry.box, minor: lines, major: GridSpan(start: cursorMajor, end: cursorMajor + majorSpan))
      case .automatic(let span):
        let size = AreaSize(minorStart: nil, minorCount: span, majorCount: majorSpan)
        if let last = found[size], (last.major, last.minor) > (cursorMajor, cursorMinor) {
          (cursorMajor, cursorMinor) = last
        }
        while true {
          if cursorMinor + span > minorRange.upperBound {
            cursorMajor += 1
            cursorMinor = minorRange.lowerBound
          }
          let lines = GridSpan(start: cursorMinor, end: cursorMinor + span)
          let majorLines = GridSpan(start: cursorMajor, end: cursorMajor + majorSpan)
          guard let obstacle = occupied.obstacle(lines, lines: majorLines) else { break }
          cursorMinor = obstacle.end
        }
        found[size] = (cursorMajor, cursorMinor)
        put(
          entry.box, minor: GridSpan(start: cursorMinor, end: cursorMinor + span),
          major: GridSpan(start: cursorMajor, end: cursorMajor + majorSpan))
      }
    }
  }

  private var minorRange: Range<Int> { flowsByColumn ? rowRange : columnRange }
  private var majorRange: Range<Int> { flowsByColumn ? columnRange : rowRange }

  private mutating func extendMinor(_ span: GridSpan) {
    if flowsByColumn {
      rowRange = min(rowRange.lowerBound, span.start)..<max(rowRange.upperBound, span.end)
    } else {
      columnRange = min(columnRange.lowerBound, span.start)..<max(columnRange.upperBound, span.end)
    }
  }

  private mutating func put(_ box: BoxID, minor: GridSpan, major: GridSpan) {
    if flowsByColumn { put(box, column: major, row: minor) } else { put(box, column: minor, row: major) }
  }
}
