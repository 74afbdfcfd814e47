import OffscreenCSS
import OffscreenGeometry

/// The explicit tracks of one axis, repetitions expanded, and the names of their lines.
/// https://drafts.csswg.org/css-grid-2/#explicit-grids
struct GridTemplate {
  var tracks: [TrackSize] = []
  /// One more than tracks.
  var lineNames: [[String]] = [[]]
  /// Without the names that come of areas, where there are some.
  private var givenNames: [[String]]?
  /// Where the lines of a name are, in order.
  private var places: [String: [Int]] = [:]
  /// Tracks that `auto-fit` made: they collapse where they are empty.
  var autoFit: Range<Int> = 0..<0
  /// Tracks behind these are there because an area is: they are sized as implicit ones.
  var sizedCount = 0
  /// Tracks of one axis; more are not made.
  static let limit = 10_000

  /// `available`: the content size that automatic repetitions fill; nil where it is not definite, and
  /// then `minimum` is to be reached.
  init(_ list: TrackList, available: LayoutUnit?, minimum: LayoutUnit, gap: LayoutUnit) {
    for component in list.components {
      switch component {
      case .lineNames(let names): lineNames[lineNames.count - 1] += names
      case .track(let size): append(size)
      case .repetition(.count(let count), let parts):
        for _ in 0..<max(0, min(Int(count), Self.limit)) {
          guard tracks.count < Self.limit else { break }
          append(parts)
        }
      case .repetition(let kind, let parts):
        let count = Self.repetitions(of: parts, beside: list, available: available, minimum: minimum, gap: gap)
        let start = tracks.count
        for _ in 0..<count { append(parts) }
        if case .autoFit = kind { autoFit = start..<tracks.count }
      }
    }
    sizedCount = tracks.count
  }

  private mutating func append(_ size: TrackSize) {
    guard tracks.count < Self.limit else { return }
    tracks.append(size)
    lineNames.append([])
  }

  private mutating func append(_ parts: [TrackListComponent]) {
    for part in parts {
      switch part {
      case .lineNames(let names): lineNames[lineNames.count - 1] += names
      case .track(let size): append(size)
      case .repetition: break
      }
    }
  }

  /// https://drafts.csswg.org/css-grid-2/#auto-repeat
  private static func repetitions(
    of parts: [TrackListComponent], beside list: TrackList, available: LayoutUnit?, minimum: LayoutUnit, gap: LayoutUnit
  ) -> Int {
    func size(_ track: TrackSize) -> LayoutUnit {
      func length(_ breadth: TrackBreadth) -> LayoutUnit? {
        guard case .length(let length) = breadth, !length.hasPercentage || available != nil else { return nil }
        return length.resolved(available ?? .zero)
      }
      guard case .minmax(let low, let high) = track else { return .zero }
      return max(length(high).map { max($0, length(low) ?? .zero) } ?? length(low) ?? .zero, .epsilon)
    }
    func sum(_ parts: [TrackListComponent]) -> (size: LayoutUnit, count: Int) {
      var total = LayoutUnit.zero
      var count = 0
      for case .track(let track) in parts {
        total += size(track)
        count += 1
      }
      return (total, count)
    }
    let own = sum(parts)
    guard own.count > 0 else { return 0 }
    var fixed = LayoutUnit.zero
    var fixedCount = 0
    for component in list.components {
      switch component {
      case .lineNames, .repetition(.autoFill, _), .repetition(.autoFit, _): break
      case .track(let track):
        fixed += size(track)
        fixedCount += 1
      case .repetition(.count(let count), let parts):
        let part = sum(parts)
        fixed += part.size * Int(count)
        fixedCount += part.count * Int(count)
      }
    }
    let each = own.size + gap * own.count
    guard each > .zero else { return 1 }
    let room: LayoutUnit
    if let available {
      room = available - fixed - gap * fixedCount + gap
      return max(1, min(limit / own.count, Int(exactly: (room / each).rounded(.down)) ?? 1))
    }
    guard minimum > .zero else { return 1 }
    room = minimum - fixed - gap * fixedCount + gap
    return max(1, min(limit / own.count, Int(exactly: (room / each).rounded(.up)) ?? 1))
  }

  /// What scripts are told: only what the track list names.
  func givenNames(at line: Int) -> [String] {
    let names = givenNames ?? lineNames
    return names.indices.contains(line) ? names[line] : []
  }

  func lines(named name: String) -> [Int] { places[name] ?? [] }

  /// Adds the lines that `grid-template-areas` names.
  mutating func addAreas(_ areas: [GridArea], isColumn: Bool, count: Int32, isSubgrid: Bool) {
    while !isSubgrid, tracks.count < Int(count), tracks.count < Self.limit { append(.auto) }
    if !areas.isEmpty { givenNames = lineNames }
    for area in areas {
      var start = Int(isColumn ? area.columnStart : area.rowStart) - 1
      var end = Int(isColumn ? area.columnEnd : area.rowEnd) - 1
      // What sticks out of a subgrid ends with it.
      if isSubgrid { (start, end) = (min(start, tracks.count), min(end, tracks.count)) }
      guard lineNames.indices.contains(start), lineNames.indices.contains(end) else { continue }
      lineNames[start].append(area.name + "-start")
      lineNames[end].append(area.name + "-end")
    }
    for (line, names) in lineNames.enumerated() {
      for name in names where places[name]?.last != line { places[name, default: []].append(line) }
    }
  }
}
