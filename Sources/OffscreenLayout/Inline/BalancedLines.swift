import OffscreenCSS
import OffscreenGeometry

extension InlineLayout {
  /// More lines than this are not balanced, as in Chromium.
  private static var balancedLineLimit: Int { 6 }

  /// The smallest inline size at which the content takes no more lines; nil where nothing is balanced.
  /// https://drafts.csswg.org/css-text-4/#valdef-text-wrap-style-balance
  mutating func balance(from start: InlineCursor) -> LayoutUnit? {
    let text = content.styles[0].style.text
    guard text.wrapStyle == .balance, text.wrapMode == .wrap, exclusions.isEmpty, !content.isEmpty,
      !content.items.contains(where: { $0.kind == .float || $0.kind == .tab || $0.kind == .lineBreak })
    else { return nil }
    let count = lineCount(from: start, room: constraint.inlineSize)
    guard count > 1, count <= Self.balancedLineLimit else { return nil }
    var low = constraint.inlineSize / 2
    var high = constraint.inlineSize
    if lineCount(from: start, room: low) <= count { low = constraint.inlineSize / count }
    // Halving ends at one pixel.
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if lineCount(from: start, room: middle) <= count { high = middle } else { low = middle }
    }
    return high
  }

  private mutating func lineCount(from start: InlineCursor, room: LayoutUnit) -> Int {
    var cursor = start
    var count = 0
    let indent = content.styles[0].style.text.indent.resolved(constraint.inlineSize)
    while cursor.item < content.items.count, count <= Self.balancedLineLimit {
      var breaker = LineBreaker(
        context: context, content: content, mode: direction.mode, basis: constraint.inlineSize)
      let (end, _) = breaker.findEnd(
        from: cursor, available: room, indent: count == 0 ? indent : .zero, openBoxes: [],
        atomicWidth: { atomic($0, $1).width }, float: { _, _, _, _ in .postponed })
      guard end != cursor else { break }
      cursor = end
      count += 1
    }
    return count
  }
}
