import OffscreenCSS
import OffscreenGeometry

/// Where the lines of a laid out grid are: what the grid areas of absolutely positioned boxes are made
/// of. Offsets are from the start corner of the container's border box.
/// https://drafts.csswg.org/css-grid-2/#abspos
package struct GridLines {
  struct Axis {
    var template: GridTemplate
    /// Tracks before the explicit grid.
    var trackOffset: Int
    var starts: [LayoutUnit]
    var ends: [LayoutUnit]
    /// Where the only line of a grid without tracks is.
    var origin: LayoutUnit

    /// The area between two placements; nil is the padding edge.
    func edges(_ start: GridLine, _ end: GridLine) -> (start: LayoutUnit?, end: LayoutUnit?) {
      var first = GridPlacement.line(start, side: "-start", template)
      var last = GridPlacement.line(end, side: "-end", template)
      let resolved = GridPlacement.resolve(start, end, in: template)
      if first != nil, last == nil, case .span = end, case .definite(let span) = resolved { last = span.end }
      if last != nil, first == nil, case .span = start, case .definite(let span) = resolved { first = span.start }
      // A line that does not exist is `auto`.
      func existing(_ line: Int?) -> Int? {
        guard let line = line.map({ $0 + trackOffset }), line >= 0, line <= starts.count else { return nil }
        return line
      }
      var (low, high) = (existing(first), existing(last))
      if let a = low, let b = high {
        if a > b { (low, high) = (b, a) }
        if a == b { high = nil }
      }
      return (
        low.map { $0 < starts.count ? starts[$0] : ends.last ?? origin },
        high.map { $0 > 0 ? ends[$0 - 1] : starts.first ?? origin }
      )
    }
  }
  var columns: Axis
  var rows: Axis
  var direction: WritingDirection

  /// The containing block of a box in the container of this border-box size and these borders.
  package func area(of style: ComputedStyle, in size: Size, border: Edges) -> Rect {
    let outer = direction.logical(size)
    let border = direction.logical(border)
    let inline = columns.edges(style.grid.columnStart, style.grid.columnEnd)
    let block = rows.edges(style.grid.rowStart, style.grid.rowEnd)
    let start = LogicalOffset(inline: inline.start ?? border.inlineStart, block: block.start ?? border.blockStart)
    let end = LogicalOffset(
      inline: inline.end ?? outer.inline - border.inlineEnd, block: block.end ?? outer.block - border.blockEnd)
    let area = direction.physical(
      LogicalSize(inline: (end.inline - start.inline).nonNegative, block: (end.block - start.block).nonNegative))
    return Rect(origin: direction.physical(start, of: area, in: size), size: area)
  }
}
