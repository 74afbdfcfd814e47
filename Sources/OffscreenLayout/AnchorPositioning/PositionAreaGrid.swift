import OffscreenCSS
import OffscreenGeometry

/// The part of a containing block that a `position-area` names.
/// https://drafts.csswg.org/css-anchor-position-1/#resolving-spans
struct PositionAreaGrid {
  /// Of an axis, which of the four lines the area is between, from the left or the top.
  struct Lines: Equatable {
    var start: Int
    var end: Int
  }
  let x: Lines
  let y: Lines

  /// `container`: of the containing block; `own`: of the box.
  init(_ area: PositionArea, container: WritingDirection, own: WritingDirection) {
    let (first, second) = (
      Self.lines(area.first, isFirst: true, container, own), Self.lines(area.second, isFirst: false, container, own)
    )
    (x, y) = first.isX ? (first.lines, second.lines) : (second.lines, first.lines)
  }

  private static func lines(
    _ part: PositionArea.Part, isFirst: Bool, _ container: WritingDirection, _ own: WritingDirection
  ) -> (isX: Bool, lines: Lines) {
    let isX: Bool
    let isFlipped: Bool
    switch part.axis {
    case .x, .y:
      isX = part.axis == .x
      switch part.direction {
      case .physical: isFlipped = false
      case .container: isFlipped = container.isFlipped(alongX: isX)
      case .own: isFlipped = own.isFlipped(alongX: isX)
      }
    case .block, .inline:
      isX = container.isHorizontal == (part.axis == .inline)
      isFlipped = container.isFlipped(alongX: isX)
    case .selfBlock, .selfInline:
      isX = own.isHorizontal == (part.axis == .selfInline)
      isFlipped = own.isFlipped(alongX: isX)
    case .any:
      isX = container.isHorizontal != isFirst
      isFlipped = container.isFlipped(alongX: isX)
    case .anySelf:
      isX = own.isHorizontal != isFirst
      isFlipped = own.isFlipped(alongX: isX)
    }
    let lines =
      switch part.tracks {
      case .start: Lines(start: 0, end: 1)
      case .center: Lines(start: 1, end: 2)
      case .end: Lines(start: 2, end: 3)
      case .spanStart: Lines(start: 0, end: 2)
      case .spanEnd: Lines(start: 1, end: 3)
      case .spanAll: Lines(start: 0, end: 3)
      }
    return (isX, isFlipped ? Lines(start: 3 - lines.end, end: 3 - lines.start) : lines)
  }

  /// The area, around an anchor that may stick out of the containing block.
  func area(in container: Rect, around anchor: Rect) -> Rect {
    let columns = [
      min(container.minX, anchor.minX), anchor.minX, anchor.maxX, max(container.maxX, anchor.maxX),
    ]
    let rows = [
      min(container.minY, anchor.minY), anchor.minY, anchor.maxY, max(container.maxY, anchor.maxY),
    ]
    return Rect(
      x: columns[x.start], y: rows[y.start], width: (columns[x.end] - columns[x.start]).nonNegative,
      height: (rows[y.end] - rows[y.start]).nonNegative)
  }
}

extension PositionAreaGrid.Lines {
  /// How a box is aligned that does not say so: towards the anchor.
  var alignment: AreaAlignment {
    switch (start, end) {
    case (1, 2): .center
    case (0, 3): .anchorCenter
    case (0, _): .end
    case _: .start
    }
  }
}

/// Along a physical axis.
enum AreaAlignment { case start, center, end, anchorCenter }

extension WritingDirection {
  /// Whether the axis of this that is physically horizontal, or vertical, runs backwards.
  func isFlipped(alongX isX: Bool) -> Bool { isX == isHorizontal ? isInlineFlipped : isBlockFlipped }
}
