import OffscreenGeometry

/// The containing block that an inline box makes: from the start corner of its first part to the end corner
/// of its last, whatever the others between are like.
/// https://drafts.csswg.org/css-position-3/#def-cb
struct InlineContainingBlock {
  /// Around the parts on its first line, and on its last.
  private var first: (rect: Rect, border: Edges, line: Int)?
  private var last: (rect: Rect, border: Edges, line: Int)?

  /// Parts come in order; those on one line have the same `line`.
  mutating func add(_ rect: Rect, border: Edges, line: Int) {
    if let known = first, known.line == line {
      first?.rect = known.rect.union(rect)
    } else if first == nil {
      first = (rect, border, line)
    }
    let isSameLine = last?.line == line
    last = (isSameLine ? last?.rect.union(rect) ?? rect : rect, border, line)
  }

  /// The border box and the borders at its ends; nil without parts.
  func area(_ direction: WritingDirection) -> (bounds: Rect, border: Edges)? {
    guard let first, let last else { return nil }
    let isFlippedX = direction.isHorizontal ? direction.isInlineFlipped : direction.isBlockFlipped
    let isFlippedY = direction.isHorizontal ? false : direction.isInlineFlipped
    let (left, right) = (isFlippedX ? last : first, isFlippedX ? first : last)
    let (top, bottom) = (isFlippedY ? last : first, isFlippedY ? first : last)
    let width = (right.rect.maxX - left.rect.minX).nonNegative
    let height = (bottom.rect.maxY - top.rect.minY).nonNegative
    // Where the end comes before the start nothing is left but the start.
    let x = isFlippedX ? right.rect.maxX - width : left.rect.minX
    let y = isFlippedY ? bottom.rect.maxY - height : top.rect.minY
    let border = Edges(
      top: top.border.top, right: right.border.right, bottom: bottom.border.bottom, left: left.border.left)
    return (Rect(x: x, y: y, width: width, height: height), border)
  }
}
