import OffscreenCSS
import OffscreenGeometry

/// Lays out a ruby column: a base, and its annotation over or under the base's text.
/// https://drafts.csswg.org/css-ruby-1/#ruby-layout
///
/// The column is as tall as the base's line. The annotation sticks out of it: the line that the column stands on
/// makes room where that is not enough.
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
    let lower = context.layout(base, in: partSpace(base, inlineSize: sizes.max))
    let upper = layoutAnnotation(annotation, inlineSize: sizes.max)
    // 1. A base without text is as high as a line of it.
    let isStartUnder = direction.mode == .verticalLR
    let strut = style(of: base).strut
    let lowerSize = lower.lastBaseline == nil ? strut.height : direction.logical(lower.size).block
    let baseline = lower.lastBaseline ?? (isStartUnder ? strut.descent : strut.ascent)
    // 2. The annotation is on the side that `ruby-position` says; their em boxes touch.
    var extent = lower.rubyExtent ?? emptyExtent(base)
    let own = upper.rubyExtent ?? emptyExtent(annotation)
    let isUnder = context.boxes[annotation].style.text.rubyPosition == .under
    let shift = isUnder ? extent.text.descent + own.text.ascent : .zero - extent.text.ascent - own.text.descent
    let upperHeight = style(of: annotation).strut
    let upperBaseline = upper.lastBaseline ?? (isStartUnder ? upperHeight.descent : upperHeight.ascent)
    let start = baseline + (isStartUnder ? .zero - shift : shift) - upperBaseline
    builder.add(lower, at: .zero)
    builder.add(upper, at: LogicalOffset(inline: .zero, block: start), shift: relativeShift(annotation))
    // 3. Marks of the base stand beyond the annotation.
    let marks = extent
    extent.unite(own.moved(by: shift))
    if isUnder {
      extent.isAnnotatedUnder = true
      extent.marked.descent += marks.marked.descent - marks.text.descent
    } else {
      extent.isAnnotatedOver = true
      extent.marked.ascent += marks.marked.ascent - marks.text.ascent
    }
    var result = builder.finish(LogicalSize(inline: sizes.max, block: lowerSize))
    result.intrinsicBlockSize = lowerSize
    result.firstBaseline = baseline
    result.lastBaseline = baseline
    result.rubyExtent = extent
    return result
  }

  private func style(of part: BoxID) -> InlineStyle {
    let entry = context.boxes[part]
    return context.inlineStyle(entry.style, language: context.contentLanguage(entry.node))
  }

  private func emptyExtent(_ part: BoxID) -> LineExtent {
    let style = style(of: part)
    return LineExtent(style, font: style.metrics)
  }

  private func relativeShift(_ part: BoxID) -> Point {
    context.relativeShift(of: part, containingWidth: .zero, containingHeight: nil, direction: direction)
  }

  private func partSpace(_ part: BoxID, inlineSize: LayoutUnit) -> ConstraintSpace {
    var inner = context.childSpace(
      for: part, in: direction, available: LogicalSize(inline: inlineSize, block: .max), percentageBlock: nil,
      inlineAuto: .stretch, mode: space.mode)
    inner.fixedInline = inlineSize
    return inner
  }

  /// An annotation is as high as its content area: its `line-height` has no say.
  private func layoutAnnotation(_ annotation: BoxID, inlineSize: LayoutUnit) -> LayoutResult {
    var inner = partSpace(annotation, inlineSize: inlineSize)
    let text = style(of: annotation).fontHeight
    let edges = direction.logical(
      context.borderWidths(of: annotation) + context.padding(of: annotation, basis: inlineSize))
    let plain = context.layout(annotation, in: inner)
    guard let baseline = plain.lastBaseline else { return plain }
    inner.fixedBlock = text.height + edges.blockSum
    inner.blockContentShift = edges.blockStart + (direction.mode == .verticalLR ? text.descent : text.ascent) - baseline
    if inner.blockContentShift == .zero, direction.logical(plain.size).block == inner.fixedBlock { return plain }
    return context.layout(annotation, in: inner)
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
