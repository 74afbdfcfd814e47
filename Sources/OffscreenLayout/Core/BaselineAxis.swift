import OffscreenCSS
import OffscreenGeometry

/// An axis of a flex or grid container along which items are aligned by their baselines.
/// https://drafts.csswg.org/css-align-3/#baseline-sharing-group
struct BaselineAxis {
  private let style: ComputedStyle
  private let direction: WritingDirection
  /// Whether it is the container's inline axis.
  private let isInline: Bool
  /// Whether it runs against the container's direction: that of a flex container with `wrap-reverse`.
  private let isReversed: Bool

  init(of style: ComputedStyle, isInline: Bool, isReversed: Bool = false) {
    (self.style, self.isInline, self.isReversed) = (style, isInline, isReversed)
    direction = WritingDirection(style)
  }

  /// Whether the container's own direction runs against the physical axis.
  private var isFlipped: Bool { isInline ? direction.isInlineFlipped : direction.isBlockFlipped }

  /// Whether an item of such a direction stands at the end of its line or area: by its last baseline, or by its first
  /// one if its lines go against the container's direction.
  func isAtEnd(_ item: WritingDirection, isLast: Bool) -> Bool {
    isLast != (item.isOrthogonal(to: direction) == isInline && item.isBlockFlipped != isFlipped)
  }

  /// An item's own baseline, from its block start: a box has some along its block axis only.
  func own(of result: LayoutResult, _ item: WritingDirection, isLast: Bool) -> LayoutUnit? {
    guard item.isOrthogonal(to: direction) == isInline else { return nil }
    return isLast ? result.lastBaseline : result.firstBaseline
  }

  /// From the start of an item's border box along this axis to its baseline.
  func baseline(of result: LayoutResult, _ item: WritingDirection, isLast: Bool) -> LayoutUnit {
    let size = direction.logical(result.size)
    let length = isInline ? size.inline : size.block
    guard let found = own(of: result, item, isLast: isLast) else { return synthesized(in: length) }
    return item.isBlockFlipped == (isFlipped != isReversed) ? found : length - found
  }

  /// The baseline of a border box without one, from its start: its under edge, or its middle where lines are
  /// aligned by their middles.
  /// https://drafts.csswg.org/css-align-3/#synthesize-baseline
  private func synthesized(in length: LayoutUnit) -> LayoutUnit {
    switch style.text.writingMode {
    case .verticalLR where style.text.orientation != .sideways, .verticalRL where style.text.orientation != .sideways:
      return length / 2
    case .horizontalTB, .verticalLR, .verticalRL, .sidewaysLR, .sidewaysRL: break
    }
    // The under edge is the bottom one, or the left one of lines that go down.
    let isVerticalAxis = direction.isHorizontal != isInline
    return isVerticalAxis == (isFlipped != isReversed) ? .zero : length
  }
}
