import OffscreenGeometry

/// A part of a gap of a grid or flex container that a rule is drawn in the middle of.
package struct GapRule: Sendable {
  /// From the top left of the container's border box, as wide as the gap.
  package var area: Rect
  /// Between rows; else between columns.
  package var isRow: Bool
  package var isHorizontal: Bool
}

/// Collects the rules of a container.
/// https://drafts.csswg.org/css-gaps-1/
struct GapRuleList {
  let direction: WritingDirection
  let container: Size
  /// Of the content box.
  let origin: LogicalOffset
  private(set) var rules: [GapRule] = []
  /// No container has more.
  private static let maximumCount = 20_000

  init(_ direction: WritingDirection, container: Size, origin: LogicalOffset) {
    (self.direction, self.container, self.origin) = (direction, container, origin)
  }

  var isFull: Bool { rules.count >= Self.maximumCount }

  /// `across`: where the gap is between two tracks or lines; `along`: from where to where the rule goes.
  mutating func add(across: Range<LayoutUnit>, along: Range<LayoutUnit>, isRow: Bool) {
    guard !isFull, !along.isEmpty else { return }
    let (inline, block) = isRow ? (along, across) : (across, along)
    let size = direction.physical(
      LogicalSize(inline: inline.upperBound - inline.lowerBound, block: block.upperBound - block.lowerBound))
    let start = LogicalOffset(inline: inline.lowerBound, block: block.lowerBound) + origin
    rules.append(
      GapRule(
        area: Rect(origin: direction.physical(start, of: size, in: container), size: size), isRow: isRow,
        isHorizontal: isRow == direction.isHorizontal))
  }
}
