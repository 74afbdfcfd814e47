import OffscreenCSS
import OffscreenGeometry

/// The rules in a grid's gaps.
/// https://drafts.csswg.org/css-gaps-1/
extension GridLayout {
  func keepGapRules(of fragment: FragmentID, _ size: Size) {
    guard !fragment.isNone, style.column.hasColumnRules || style.column.hasRowRules else { return }
    var list = GapRuleList(
      direction, container: size, origin: LogicalOffset(inline: edges.inlineStart, block: edges.blockStart))
    if style.column.hasColumnRules { addRules(isRow: false, style.column.gapRules.columnBreak, to: &list) }
    if style.column.hasRowRules { addRules(isRow: true, style.column.gapRules.rowBreak, to: &list) }
    if !list.rules.isEmpty { context.tree.gapRules[fragment] = list.rules }
  }

  private func addRules(isRow: Bool, _ breaks: RuleBreak, to list: inout GapRuleList) {
    let tracks = isRow ? places(rows, rowStarts) : places(columns, columnStarts)
    let crossing = isRow ? places(columns, columnStarts) : places(rows, rowStarts)
    guard tracks.count > 1, let first = crossing.first, let last = crossing.last else { return }
    let spans = breaks == .none ? [:] : spannedTracks(isRow: isRow)
    // Which gaps of the other axis are under items, in each track.
    let crossed = breaks == .intersection ? spannedGaps(isRow: isRow) : [:]
    for gap in 0..<tracks.count - 1 where !list.isFull {
      let end = tracks[gap].upperBound
      let across = end..<max(end, tracks[gap + 1].lowerBound)
      guard breaks != .none else {
        list.add(
          across: across, along: first.lowerBound..<max(first.lowerBound, last.upperBound), isRow: isRow)
        continue
      }
      let blocked = spans[gap] ?? []
      let (before, after) = (crossed[gap] ?? [], crossed[gap + 1] ?? [])
      var start: LayoutUnit?
      for track in crossing.indices {
        if blocked.contains(track) {
          if let from = start {
            list.add(across: across, along: from..<max(from, crossing[track - 1].upperBound), isRow: isRow)
          }
          start = nil
          continue
        }
        let from = start ?? crossing[track].lowerBound
        start = from
        let isIntersection = breaks == .intersection && !(before.contains(track) && after.contains(track))
        guard isIntersection || track == crossing.count - 1 else { continue }
        list.add(across: across, along: from..<max(from, crossing[track].upperBound), isRow: isRow)
        start = nil
      }
    }
  }

  private func places(_ tracks: [GridTrack], _ starts: [LayoutUnit]) -> [Range<LayoutUnit>] {
    zip(tracks, starts).filter { !$0.0.isCollapsed }.map { $0.1..<$0.1 + $0.0.base.nonNegative }
  }

  /// By gap, the tracks of the other axis in which an item spans it.
  private func spannedTracks(isRow: Bool) -> [Int: Set<Int>] {
    var result: [Int: Set<Int>] = [:]
    var left = Self.maximumSpanned
    for item in items {
      let (span, other) = isRow ? (item.row, item.column) : (item.column, item.row)
      guard span.end - span.start > 1 else { continue }
      for gap in span.start..<span.end - 1 {
        left -= max(1, other.end - other.start)
        guard left > 0 else { return result }
        result[gap, default: []].formUnion(other.start..<max(other.start, other.end))
      }
    }
    return result
  }

  /// By track, the gaps of the other axis that an item spans in it.
  private func spannedGaps(isRow: Bool) -> [Int: Set<Int>] {
    var result: [Int: Set<Int>] = [:]
    var left = Self.maximumSpanned
    for item in items {
      let (span, other) = isRow ? (item.row, item.column) : (item.column, item.row)
      guard other.end - other.start > 1 else { continue }
      for track in span.start..<max(span.start, span.end) {
        left -= other.end - other.start
        guard left > 0 else { return result }
        result[track, default: []].formUnion(other.start..<other.end - 1)
      }
    }
    return result
  }

  /// As many tracks and gaps under items are looked at; behind that rules do not break.
  private static let maximumSpanned = 500_000
}
