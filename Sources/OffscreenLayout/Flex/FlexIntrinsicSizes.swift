import OffscreenCSS
import OffscreenGeometry

/// The intrinsic inline sizes of a flex container.
/// https://drafts.csswg.org/css-flexbox-1/#intrinsic-sizes ; as Chromium, without the flex fraction.
struct FlexIntrinsicSizes {
  let context: LayoutContext
  let box: BoxID
  let percentageBlock: LayoutUnit?
  private let style: ComputedStyle
  private let direction: WritingDirection
  private let isRow: Bool
  private let isWrapping: Bool
  /// The content block size, where it does not depend on the content.
  private let contentBlock: LayoutUnit?
  /// The least content block size that makes the items of a column container wrap; nil where none does.
  private let wrappingBlock: LayoutUnit?

  /// `ownBlock`: the content block size, where the container's own container gives it.
  init(context: LayoutContext, box: BoxID, percentageBlock: LayoutUnit?, ownBlock: LayoutUnit?) {
    (self.context, self.box, self.percentageBlock) = (context, box, percentageBlock)
    style = context[box].style
    direction = WritingDirection(style)
    isRow = style.alignment.flexDirection == .row || style.alignment.flexDirection == .rowReverse
    isWrapping = style.alignment.flexWrap != .nowrap && !style.box.isLegacyBox
    let edges = direction.logical(context.borderWidths(of: box) + context.padding(of: box, basis: .zero)).blockSum
    var space = ConstraintSpace(availableInline: .zero)
    space.percentageBlock = percentageBlock
    let properties = SizeProperties(style, direction)
    func content(_ value: SizeValue) -> LayoutUnit? {
      context.resolveBlock(value, box, space, edges: edges, intrinsic: nil).map { ($0 - edges).nonNegative }
    }
    contentBlock = ownBlock ?? content(properties.block)
    wrappingBlock = contentBlock ?? content(properties.maxBlock)
  }

  /// Of the content box.
  func sizes() -> MinMaxSizes {
    var sizes = MinMaxSizes.zero
    var count = 0
    for child in context[box].children where !child.isOutOfFlow {
      let contribution = contribution(of: child.id)
      count += 1
      if isRow {
        sizes.max += contribution.max
        if isWrapping { sizes.min = max(sizes.min, contribution.min) } else { sizes.min += contribution.min }
      } else {
        sizes.encompass(contribution)
      }
    }
    if isRow, count > 1, let gap = style.alignment.columnGap {
      let sum = gap.resolved(.zero).nonNegative * (count - 1)
      sizes.max += sum
      if !isWrapping { sizes.min += sum }
    }
    if !isRow, isWrapping, count > 1, wrappingBlock != nil {
      // As in Chromium, a container as wide as its lines are, whose items are as wide as they like.
      sizes.max = FlexLayout.crossSize(
        of: box, widestItem: sizes.max, percentageBlock: percentageBlock, context: context)
    }
    // Negative margins may leave less than nothing.
    return MinMaxSizes(min: sizes.min.nonNegative, max: sizes.max.nonNegative)
  }

  /// An item's contribution: its margin box.
  private func contribution(of child: BoxID) -> MinMaxSizes {
    let sizes = stretchedSizes(of: child)
    if context[child].direction.isOrthogonal(to: direction) {
      return sizes ?? context.outerIntrinsicSizes(of: child, to: direction)
    }
    let contribution =
      sizes
      ?? context.outerIntrinsicSizes(
        of: child, to: direction, percentageBlock: contentBlock, ownBlock: stretchedBlock(of: child))
    return isRow ? withinBasis(contribution, of: child) : contribution
  }

  /// The border-box height, along the container's axes, that an item of a row is stretched to.
  private func stretchedBorderBox(of child: BoxID) -> LayoutUnit? {
    let entry = context[child]
    guard let contentBlock, isRow, !isWrapping, SizeProperties(entry.style, direction).block.isAuto else { return nil }
    let sides = direction.sides(entry.style.box.margin)
    var alignment = entry.style.alignment.alignSelf.value
    if alignment == .auto { alignment = style.alignment.alignItems.value }
    guard alignment == .normal || alignment == .stretch, !sides.blockStart.isAuto, !sides.blockEnd.isAuto else {
      return nil
    }
    return (contentBlock - direction.logical(context.margins(of: child, basis: .zero)).blockSum).nonNegative
  }

  private func stretchedBlock(of child: BoxID) -> LayoutUnit? {
    stretchedBorderBox(of: child).map {
      ($0 - direction.logical(context.borderWidths(of: child) + context.padding(of: child, basis: .zero)).blockSum)
        .nonNegative
    }
  }

  /// A definite height that an item is stretched to decides the width of what has a ratio, or lines that go down.
  private func stretchedSizes(of child: BoxID) -> MinMaxSizes? {
    let entry = context[child]
    let isOrthogonal = entry.direction.isOrthogonal(to: direction)
    guard let contentBlock, SizeProperties(entry.style, direction).inline.isAuto,
      isOrthogonal || entry.isReplaced || context.preferredRatio(of: child) != nil,
      let stretched = stretchedBorderBox(of: child)
    else { return nil }
    let margins = direction.logical(context.margins(of: child, basis: .zero))
    var probe = context.childSpace(
      for: child, in: direction, available: LogicalSize(inline: .max / 4, block: .max), percentageBlock: contentBlock,
      mode: .measure)
    if isOrthogonal { probe.fixedInline = stretched } else { probe.fixedBlock = stretched }
    let size = direction.logical(context.layout(child, in: probe).size).inline + margins.inlineSum
    return MinMaxSizes(min: size, max: size)
  }

  /// An item is no larger than its flex base size where it does not grow, and no smaller where it does not shrink,
  /// within its own limits. As in Chromium the smallest size of a container that wraps is left alone.
  /// https://drafts.csswg.org/css-flexbox-1/#intrinsic-item-contributions
  private func withinBasis(_ sizes: MinMaxSizes, of child: BoxID) -> MinMaxSizes {
    let entry = context[child]
    let alignment = entry.style.alignment
    guard alignment.flexGrow == 0 || alignment.flexShrink == 0 else { return sizes }
    let edges = context.sizingEdges(of: child, along: direction).inlineSum
    let margins = direction.logical(context.margins(of: child, basis: .zero)).inlineSum
    func limit(_ value: SizeValue) -> LayoutUnit? {
      guard value.isDefiniteLength else { return nil }
      return context.resolveInline(
        value, child, ConstraintSpace(availableInline: .zero), edges: edges, available: .zero)
    }
    guard let basis = limit(alignment.flexBasis) else { return sizes }
    let properties = SizeProperties(entry.style, direction)
    let overflow = direction.isHorizontal ? entry.style.box.overflowX : entry.style.box.overflowY
    var floor = limit(properties.minInline) ?? edges
    if properties.minInline.isAuto, !overflow.scrolls {
      let content = context.intrinsicSizes(of: child, percentageBlock: contentBlock).min
      floor = max(floor, min(content, limit(properties.inline) ?? content, limit(properties.maxInline) ?? content))
    }
    func clamped(_ outer: LayoutUnit) -> LayoutUnit {
      var size = outer - margins
      if alignment.flexGrow == 0 { size = min(size, basis) }
      if alignment.flexShrink == 0 { size = max(size, basis) }
      return max(min(size, limit(properties.maxInline) ?? size), floor) + margins
    }
    return MinMaxSizes(min: isWrapping ? sizes.min : clamped(sizes.min), max: clamped(sizes.max))
  }
}
