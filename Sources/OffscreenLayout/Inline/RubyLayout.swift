import OffscreenCSS
import OffscreenGeometry

/// Lays out a ruby column: a base, and its annotation over or under the base's text.
/// https://drafts.csswg.org/css-ruby-1/#ruby-layout
///
/// The column is as tall as the base's line, and taller where the annotation does not fit into its leading.
package struct RubyLayout {
  let context: LayoutContext
  let box: BoxID
  let space: ConstraintSpace
  let direction: WritingDirection

  package init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
    (self.context, self.box, self.space) = (context, box, space)
    direction = WritingDirection(context.boxes[box].style)
  }

  package func run() -> LayoutResult {
    let base = context.boxes[box].firstChild
    let annotation = context.boxes[box].lastChild
    var builder = FragmentBuilder(context: context, box: box, writingDirection: direction, mode: space.mode)
    let sizes = Self.intrinsicSizes(of: box, context: context)
    let lower = layout(base, inlineSize: sizes.max)
    let upper = layout(annotation, inlineSize: sizes.max)
    let lowerSize = direction.logical(lower.size).block
    let upperSize = direction.logical(upper.size).block

    // 1. The text of the base, from the block start of its line.
    let isStartUnder = direction.mode == .verticalLR
    let text = textHeight(base)
    let baseline = lower.lastBaseline ?? (isStartUnder ? text.descent : text.ascent)
    let textStart = baseline - (isStartUnder ? text.descent : text.ascent)
    let textEnd = baseline + (isStartUnder ? text.ascent : text.descent)
    // 2. The annotation on the side that `ruby-position` says.
    let isUnder = context.boxes[annotation].style.text.rubyPosition == .under
    let isAtStart = isUnder == isStartUnder
    let start = isAtStart ? textStart - upperSize : textEnd
    // 3. What sticks out makes the column taller.
    let over = (-start).nonNegative
    let size = over + max(lowerSize, start + upperSize)
    builder.add(lower, at: LogicalOffset(inline: .zero, block: over))
    builder.add(upper, at: LogicalOffset(inline: .zero, block: over + start), shift: relativeShift(annotation))
    var result = builder.finish(LogicalSize(inline: sizes.max, block: size))
    result.intrinsicBlockSize = size
    result.firstBaseline = over + baseline
    result.lastBaseline = over + baseline
    return result
  }

  private func relativeShift(_ part: BoxID) -> Point {
    context.relativeShift(of: part, containingWidth: .zero, containingHeight: nil, direction: direction)
  }

  private func layout(_ part: BoxID, inlineSize: LayoutUnit) -> LayoutResult {
    var inner = context.childSpace(
      for: part, in: direction, available: LogicalSize(inline: inlineSize, block: .max), percentageBlock: nil,
      inlineAuto: .stretch, mode: space.mode)
    inner.fixedInline = inlineSize
    return context.layout(part, in: inner)
  }

  /// The content area of the tallest text of the base.
  private func textHeight(_ base: BoxID) -> FontHeight {
    var height = FontHeight.none
    var next = base.rawValue + 1
    while next < context.boxes[base].end.rawValue {
      let entry = context.boxes[BoxID(rawValue: next)]
      if entry.kind == .text {
        height.unite(
          context.inlineStyle(entry.style, language: context.contentLanguage(entry.node)).fontHeight)
      }
      next += 1
    }
    guard height.isNone else { return height }
    let entry = context.boxes[base]
    return context.inlineStyle(entry.style, language: context.contentLanguage(entry.node)).fontHeight
  }

  /// A column is not broken.
  static func intrinsicSizes(of box: BoxID, context: LayoutContext) -> MinMaxSizes {
    let direction = WritingDirection(context.boxes[box].style)
    let base = context.intrinsicContribution(of: context.boxes[box].firstChild, to: direction).max
    let annotation = context.intrinsicContribution(of: context.boxes[box].lastChild, to: direction).max
    let size = max(base, annotation)
    return MinMaxSizes(min: size, max: size)
  }
}
