import OffscreenCSS
import OffscreenGeometry

/// The sizing properties along the axes of a writing mode.
package struct SizeProperties: Sendable {
  package var inline: SizeValue
  package var minInline: SizeValue
  package var maxInline: SizeValue
  package var block: SizeValue
  package var minBlock: SizeValue
  package var maxBlock: SizeValue

  package init(_ style: ComputedStyle, _ direction: WritingDirection) {
    // Optimization: field by field, since a copy of the whole group costs more.
    if direction.isHorizontal {
      (inline, minInline, maxInline) = (style.box.width, style.box.minWidth, style.box.maxWidth)
      (block, minBlock, maxBlock) = (style.box.height, style.box.minHeight, style.box.maxHeight)
    } else {
      (inline, minInline, maxInline) = (style.box.height, style.box.minHeight, style.box.maxHeight)
      (block, minBlock, maxBlock) = (style.box.width, style.box.minWidth, style.box.maxWidth)
    }
  }

  /// The properties that count in a constraint space.
  init(_ style: ComputedStyle, _ direction: WritingDirection, in space: ConstraintSpace) {
    self.init(style, direction)
    if space.ignoresInlineSize { (inline, minInline, maxInline) = (.auto, .value(.zero), .auto) }
    if space.ignoresBlockSize { (block, minBlock, maxBlock) = (.auto, .value(.zero), .auto) }
  }
}

extension LayoutContext {
  /// Used border widths. Boxes that paint no border of their own (parts of a table with collapsed
  /// borders) are given theirs by the table.
  package func borderWidths(of box: BoxID) -> Edges {
    if box == .root { return scrollbarGutter(of: box) }
    switch boxes[box].kind {
    case .tableRow, .tableRowGroup, .tableColumn, .tableColumnGroup, .text, .lineBreak, .breakOpportunity:
      return .zero
    case .container, .inline, .replaced, .tableGrid, .tableCell, .tableCaption: break
    }
    // The wrapper box of a table has none: its grid has.
    if self[box].isTable { return .zero }
    if boxes[box].kind == .tableCell, !collapsedBorderWidths.isEmpty, let collapsed = collapsedBorderWidths[box] {
      return collapsed
    }
    // Optimization: field by field; the style is large.
    let style = boxes[box].style
    func width(_ width: Float, _ style: BorderLineStyle) -> LayoutUnit {
      switch style {
      case .none, .hidden: .zero
      case .dotted, .dashed, .solid, .double, .groove, .ridge, .inset, .outset, .auto: LayoutUnit(width)
      }
    }
    let (widths, styles) = (style.border.width, style.border.style)
    return Edges(
      top: width(widths.top, styles.top), right: width(widths.right, styles.right),
      bottom: width(widths.bottom, styles.bottom), left: width(widths.left, styles.left))
  }

  /// `basis`: the containing block's inline size.
  package func padding(of box: BoxID, basis: LayoutUnit) -> Edges {
    switch boxes[box].kind {
    case .tableRow, .tableRowGroup, .tableColumn, .tableColumnGroup, .text, .lineBreak, .breakOpportunity:
      return .zero
    case .container, .inline, .replaced, .tableGrid, .tableCell, .tableCaption: break
    }
    if self[box].isTable { return .zero }
    let padding = boxes[box].style.box.padding
    let edges = Edges(
      top: padding.top.resolved(basis).nonNegative, right: padding.right.resolved(basis).nonNegative,
      bottom: padding.bottom.resolved(basis).nonNegative, left: padding.left.resolved(basis).nonNegative)
    return keepsGutter(box) ? edges + scrollbarGutter(of: box) : edges
  }

  /// Whether a scroll container keeps room for scrollbars, which are never shown. The root element's is the
  /// viewport's.
  private func keepsGutter(_ box: BoxID) -> Bool {
    guard boxes[box].style.box.scrollbarGutter != .auto else { return false }
    let entry = boxes[box]
    return entry.origin == .element && !boxes.isRootElement(entry) && entry.kind == .container
      && !entry.flags.contains(.control)
      && (entry.style.box.overflowX.scrolls || entry.style.box.overflowY.scrolls)
  }

  /// What lies between a scroll container's border and what is positioned in it; the viewport's is its border.
  func gutterInsideBorder(of box: BoxID) -> Edges {
    box != .root && keepsGutter(box) ? scrollbarGutter(of: box) : .zero
  }

  /// Beside the content, along the inline axis; a part of the padding but for what is positioned in the box.
  /// https://drafts.csswg.org/css-overflow-3/#scrollbar-gutter-property
  private func scrollbarGutter(of box: BoxID) -> Edges {
    let style = boxes[box].style
    guard style.box.scrollbarGutter != .auto else { return .zero }
    // As wide as Chromium's on Linux.
    let width: LayoutUnit =
      switch style.box.scrollbarWidth {
      case .auto: 15
      case .thin: 10
      case .none: 0
      }
    let start = style.box.scrollbarGutter == .stableBothEdges ? width : .zero
    let direction = WritingDirection(style)
    guard direction.isHorizontal else { return Edges(top: start, right: .zero, bottom: width, left: .zero) }
    // The viewport's is on the right in any direction.
    let isAtRight = direction.isLTR || box == .root
    return Edges(top: .zero, right: isAtRight ? width : start, bottom: .zero, left: isAtRight ? start : width)
  }

  /// Margins, `auto` as zero. `basis`: the containing block's inline size.
  package func margins(of box: BoxID, basis: LayoutUnit) -> Edges {
    switch boxes[box].kind {
    case .tableRow, .tableRowGroup, .tableColumn, .tableColumnGroup, .tableCell, .tableGrid, .text,
      .lineBreak, .breakOpportunity:
      return .zero
    case .container, .inline, .replaced, .tableCaption: break
    }
    let margin = boxes[box].style.box.margin
    func used(_ value: LengthOrAuto) -> LayoutUnit {
      if case .value(let length) = value { length.resolved(basis) } else { .zero }
    }
    return Edges(
      top: used(margin.top), right: used(margin.right), bottom: used(margin.bottom), left: used(margin.left))
  }

  /// The used inline size of a box's border box.
  /// https://drafts.csswg.org/css2/#visudet
  package func inlineSize(of box: BoxID, in space: ConstraintSpace) -> LayoutUnit {
    if let fixed = space.fixedInline { return fixed }
    if self[box].isTable {
      return TableSizing(box, in: space, context: self).inlineSize
    }
    return inlineSize(of: box, in: space, edges: usedEdges(of: box, in: space).inlineSum)
  }

  /// Used borders and padding, along the box's own axes.
  private func usedEdges(of box: BoxID, in space: ConstraintSpace) -> LogicalEdges {
    let direction = self[box].direction
    return direction.logical(borderWidths(of: box) + padding(of: box, basis: space.marginBasis))
  }

  /// The same of a box that is no table. `edges`: its used borders and padding.
  func inlineSize(of box: BoxID, in space: ConstraintSpace, edges: LayoutUnit) -> LayoutUnit {
    if let fixed = space.fixedInline { return fixed }
    let style = boxes[box].style
    let direction = WritingDirection(style)
    let margin = direction.logical(margins(of: box, basis: space.marginBasis)).inlineSum
    var properties = SizeProperties(style, direction, in: space)
    let calculation = properties.inline.calculation
    properties.inline = properties.inline.basis
    let available = (space.availableInline - margin).nonNegative

    var size: LayoutUnit
    var isAutomatic = true
    var automaticMinimum = edges
    var contentByRatio: LayoutUnit?
    if let given = resolveInline(properties.inline, box, space, edges: edges, available: available),
      !(properties.inline.isContentBased && inlineSizeFromRatio(of: box, in: space, edges: edges) != nil)
    {
      size = given
      isAutomatic = properties.inline.isContentBased
      // Limits by the content are those by the preferred aspect ratio.
      if properties.minInline.isContentBased || properties.maxInline.isContentBased {
        contentByRatio = inlineSizeFromRatio(of: box, in: space, edges: edges)
      }
    } else if let fromRatio = inlineSizeFromRatio(of: box, in: space, edges: edges) {
      size = fromRatio
      // The block size that it comes from is within its limits already.
      isAutomatic = false
      // The content size is the one by the preferred aspect ratio.
      if properties.maxInline.isContentBased { properties.maxInline = .auto }
      if properties.minInline.isContentBased {
        properties.minInline = .auto
      } else if properties.minInline.basis.isAuto, !style.box.overflowX.scrolls,
        resolveBlock(properties.block, box, space, edges: .zero, intrinsic: nil) != nil
      {
        // Deviation: only where the block size is given, not where flexing or stretching made it, as in Chromium.
        automaticMinimum = min(
          ownIntrinsicSizes(of: box, edges: edges, in: space).min,
          resolveInline(properties.maxInline, box, space, edges: edges, available: available) ?? .max)
      }
    } else {
      switch space.inlineAuto {
      case .stretch where boxes[box].context != .table: size = max(available, edges)
      case .fitContent, .stretch:
        size = ownIntrinsicSizes(of: box, edges: edges, in: space).shrinkToFit(available)
      }
    }
    if isAutomatic, preferredRatio(of: box) != nil {
      size = clampedByTransfer(size, of: box, space, edges: edges)
    }
    size = calculated(calculation, on: size, of: box, edges: edges, basis: space.percentageInline)
    func limit(_ value: SizeValue) -> LayoutUnit? {
      if value.isContentBased, let contentByRatio { return contentByRatio }
      return resolveInline(value, box, space, edges: edges, available: available)
    }
    if let limit = limit(properties.maxInline) { size = min(size, limit) }
    let floor =
      limit(properties.minInline)
      ?? calculated(
        properties.minInline.calculation, on: automaticMinimum, of: box, edges: edges, basis: space.percentageInline)
    return max(size, floor, edges)
  }

  /// The intrinsic sizes of a box whose containing block is known: percentages of its padding count,
  /// `edges` being its used borders and padding.
  package func ownIntrinsicSizes(of box: BoxID, edges: LayoutUnit, in space: ConstraintSpace) -> MinMaxSizes {
    var ownBlock: LayoutUnit?
    if let fixed = space.fixedBlock, space.isFixedBlockDefinite {
      ownBlock = (fixed - usedEdges(of: box, in: space).blockSum).nonNegative
    }
    let sizes = intrinsicSizes(of: box, percentageBlock: space.percentageBlock, ownBlock: ownBlock)
    let padding = boxes[box].style.box.padding
    guard
      padding.left.hasPercentage || padding.right.hasPercentage || padding.top.hasPercentage
        || padding.bottom.hasPercentage
    else { return sizes }
    return sizes + (edges - sizingEdges(of: box, along: self[box].direction).inlineSum)
  }

  /// The border-box size that a value gives; nil for `auto` and percentages of nothing.
  package func resolveInline(
    _ value: SizeValue, _ box: BoxID, _ space: ConstraintSpace, edges: LayoutUnit, available: LayoutUnit
  ) -> LayoutUnit? {
    switch value {
    case .auto, .content: return nil
    case .value(let length):
      if length.hasPercentage, space.percentageInline == nil { return nil }
      let size = length.resolved(space.percentageInline ?? .zero).nonNegative
      if boxes[box].style.box.boxSizing == .borderBox { return max(size, edges) }
      // A given width holds the scrollbar too.
      let gutter =
        keepsGutter(box) ? self[box].direction.logical(scrollbarGutter(of: box)).inlineSum : .zero
      return max(size - gutter, .zero) + edges
    case .minContent: return ownIntrinsicSizes(of: box, edges: edges, in: space).min
    case .maxContent: return ownIntrinsicSizes(of: box, edges: edges, in: space).max
    case .fitContent(let limit):
      let room = limit.map { $0.resolved(space.percentageInline ?? .zero) + edges } ?? available
      return ownIntrinsicSizes(of: box, edges: edges, in: space).shrinkToFit(room)
    case .stretch: return available
    case .calculated(let basis, let calculation):
      return resolveInline(basis, box, space, edges: edges, available: available).map {
        calculated(calculation, on: $0, of: box, edges: edges, basis: space.percentageInline)
      }
    }
  }

  /// The border-box block size that a value gives; nil for `auto` and percentages of nothing.
  /// `intrinsic`: the border-box block size of the content.
  package func resolveBlock(
    _ value: SizeValue, _ box: BoxID, _ space: ConstraintSpace, edges: LayoutUnit, intrinsic: LayoutUnit?
  ) -> LayoutUnit? {
    switch value {
    case .auto, .content: return nil
    case .value(let length):
      if length.hasPercentage, space.percentageBlock == nil { return nil }
      let size = length.resolved(space.percentageBlock ?? .zero).nonNegative
      return boxes[box].style.box.boxSizing == .borderBox ? max(size, edges) : size + edges
    case .minContent, .maxContent: return intrinsic
    case .fitContent:
      return intrinsic
    case .stretch:
      let style = boxes[box].style
      let margin = WritingDirection(style).logical(margins(of: box, basis: space.marginBasis)).blockSum
      return space.availableBlock.map { max(($0 - margin).nonNegative, edges) }
    case .calculated(let basis, let calculation):
      return resolveBlock(basis, box, space, edges: edges, intrinsic: intrinsic).map {
        calculated(calculation, on: $0, of: box, edges: edges, basis: space.percentageBlock)
      }
    }
  }

  /// The same of a minimum, where a percentage of nothing counts as zero.
  /// https://drafts.csswg.org/css2/#min-max-heights
  private func resolveMinimumBlock(
    _ value: SizeValue, _ box: BoxID, _ space: ConstraintSpace, edges: LayoutUnit, intrinsic: LayoutUnit?
  ) -> LayoutUnit? {
    guard space.percentageBlock == nil, case .value = value else {
      return resolveBlock(value, box, space, edges: edges, intrinsic: intrinsic)
    }
    var space = space
    space.percentageBlock = .zero
    return resolveBlock(value, box, space, edges: edges, intrinsic: intrinsic)
  }

  /// The used block size of a border box whose content size is `intrinsic` (borders and padding
  /// included) and whose inline size is known.
  package func blockSize(
    of box: BoxID, in space: ConstraintSpace, intrinsic: LayoutUnit, inlineSize: LayoutUnit
  ) -> LayoutUnit {
    blockSize(
      of: box, in: space, intrinsic: intrinsic, inlineSize: inlineSize, edges: usedEdges(of: box, in: space).blockSum)
  }

  /// The same where the used borders and padding are known: `edges`.
  func blockSize(
    of box: BoxID, in space: ConstraintSpace, intrinsic: LayoutUnit, inlineSize: LayoutUnit, edges: LayoutUnit
  ) -> LayoutUnit {
    let direction = self[box].direction
    if let fixed = space.fixedBlock {
      let size = max(fixed, boxes[box].kind == .tableCell ? .zero : edges)
      guard space.columns?.growsToContent ?? false else { return size }
      let limit = resolveBlock(
        SizeProperties(boxes[box].style, direction).maxBlock, box, space, edges: edges, intrinsic: intrinsic)
      return max(size, min(intrinsic, limit ?? .max))
    }
    if space.usesMinimumBlockSize {
      let floor = SizeProperties(boxes[box].style, direction).minBlock
      return max(resolveBlock(floor, box, space, edges: edges, intrinsic: intrinsic) ?? edges, edges)
    }
    // The height properties of a cell are its row's business.
    if boxes[box].kind == .tableCell { return max(intrinsic, edges) }
    let style = boxes[box].style
    let intrinsic = containedIntrinsicBlock(of: box, edges: edges) ?? intrinsic
    var properties = SizeProperties(style, direction, in: space)
    let calculation = properties.block.calculation
    let isAutomatic = properties.block.isAuto
    properties.block = properties.block.basis
    if properties.block.isContentBased, preferredRatio(of: box) != nil { properties.block = .auto }
    var size: LayoutUnit
    var isFromRatio = false
    if let given = resolveBlock(properties.block, box, space, edges: edges, intrinsic: intrinsic) {
      size = given
    } else if space.blockAuto == .stretch, properties.block.isAuto, let available = space.availableBlock {
      let margin = direction.logical(margins(of: box, basis: space.marginBasis)).blockSum
      size = max(available - margin, edges)
      if space.columns?.growsToContent ?? false { size = max(size, intrinsic) }
    } else if let fromRatio = blockSizeFromRatio(of: box, space, inlineSize: inlineSize) {
      size = fromRatio
      isFromRatio = true
    } else {
      size = intrinsic
      if isAutomatic, space.isNewFormattingContext, fillsContainer(box), let available = space.percentageBlock {
        let margin = direction.logical(margins(of: box, basis: space.marginBasis)).blockSum
        size = max(size, available - margin)
      }
    }
    // The content size is the one by the preferred aspect ratio.
    let content = isFromRatio ? size : intrinsic
    size = calculated(calculation, on: size, of: box, edges: edges, basis: space.percentageBlock)
    if let limit = resolveBlock(properties.maxBlock, box, space, edges: edges, intrinsic: content) {
      size = min(size, limit)
    }
    if let floor = resolveMinimumBlock(properties.minBlock, box, space, edges: edges, intrinsic: content) {
      size = max(size, floor)
    } else {
      var floor = edges
      if isFromRatio, properties.block.isAuto, !style.box.overflowY.scrolls {
        // https://drafts.csswg.org/css-sizing-4/#aspect-ratio-minimum
        floor = min(
          intrinsic, resolveBlock(properties.maxBlock, box, space, edges: edges, intrinsic: content) ?? .max)
      }
      size = max(
        size,
        calculated(
          properties.minBlock.calculation, on: floor, of: box, edges: edges, basis: space.percentageBlock))
    }
    return max(size, edges)
  }

  /// The border-box block size of the content of a box with size containment.
  /// https://drafts.csswg.org/css-contain-2/#containment-size
  func containedIntrinsicBlock(of box: BoxID, edges: LayoutUnit) -> LayoutUnit? {
    let entry = boxes[box]
    guard entry.style.usedContainment.contains(.size), entry.kind != .tableCell else { return nil }
    switch entry.context {
    case .table: return nil
    case .block, .inline, .flex, .grid, .fieldset, .ruby, .math, .replaced: break
    }
    let isHorizontal = WritingDirection(entry.style).isHorizontal
    let given = isHorizontal ? entry.style.box.containIntrinsicHeight : entry.style.box.containIntrinsicWidth
    if let given { return LayoutUnit(given) + edges }
    if entry.context == .grid { return GridLayout.contentBlockWithoutItems(of: box, context: self) + edges }
    // A control is as high as an empty one.
    return (controlBlockSize(of: box) ?? .zero) + edges
  }

  /// The block size that is known before the content is laid out, as percentages of children see it
  /// (border box); nil where it depends on the content. `edges`: used borders and padding.
  func definiteBlockSize(
    of box: BoxID, in space: ConstraintSpace, inlineSize: LayoutUnit, edges: LayoutUnit
  ) -> LayoutUnit? {
    if let fixed = space.fixedBlock { return space.isFixedBlockDefinite ? fixed : nil }
    // Where only the content is asked for, it does not see what a ratio would give.
    if space.ignoresBlockSize { return nil }
    if boxes[box].kind == .tableCell { return nil }
    let direction = self[box].direction
    var properties = SizeProperties(boxes[box].style, direction, in: space)
    let calculation = properties.block.calculation
    properties.block = properties.block.basis
    var size: LayoutUnit
    if let given = resolveBlock(properties.block, box, space, edges: edges, intrinsic: nil) {
      size = given
    } else if space.blockAuto == .stretch, properties.block.isAuto, let available = space.availableBlock {
      size = max(available - direction.logical(margins(of: box, basis: space.marginBasis)).blockSum, edges)
    } else if let fromRatio = blockSizeFromRatio(of: box, space, inlineSize: inlineSize) {
      size = fromRatio
    } else {
      return nil
    }
    size = calculated(calculation, on: size, of: box, edges: edges, basis: space.percentageBlock)
    if let limit = resolveBlock(properties.maxBlock, box, space, edges: edges, intrinsic: nil) {
      size = min(size, limit)
    }
    if let floor = resolveMinimumBlock(properties.minBlock, box, space, edges: edges, intrinsic: nil) {
      size = max(size, floor)
    }
    return max(size, edges)
  }

  // MARK: Aspect ratio

  /// The inline sizes that minimum and maximum block sizes come to.
  /// https://drafts.csswg.org/css-sizing-4/#aspect-ratio-size-transfers
  func clampedByTransfer(
    _ size: LayoutUnit, of box: BoxID, _ space: ConstraintSpace, edges: LayoutUnit
  ) -> LayoutUnit {
    guard let ratio = preferredRatio(of: box) else { return size }
    let style = boxes[box].style
    let direction = WritingDirection(style)
    let blockEdges = usedEdges(of: box, in: space).blockSum
    let properties = SizeProperties(style, direction, in: space)
    func transferred(_ value: SizeValue) -> LayoutUnit? {
      guard let block = resolveBlock(value, box, space, edges: blockEdges, intrinsic: nil) else { return nil }
      return usesBorderBoxRatio(style) ? max(edges, block * ratio) : (block - blockEdges).nonNegative * ratio + edges
    }
    let limit = transferred(properties.maxBlock) ?? .max
    let floor = transferred(properties.minBlock) ?? .min
    return max(min(size, limit), floor)
  }

  /// Inline over block size of a box that is not replaced; nil without `aspect-ratio`.
  package func preferredRatio(of box: BoxID) -> Double? {
    guard boxes[box].context != .replaced, boxes[box].context != .table,
      let ratio = boxes[box].style.box.aspectRatio.ratio, ratio > 0
    else { return nil }
    let horizontal = self[box].direction.isHorizontal
    return horizontal ? Double(ratio) : 1 / Double(ratio)
  }

  /// https://drafts.csswg.org/css-sizing-4/#aspect-ratio
  func inlineSizeFromRatio(of box: BoxID, in space: ConstraintSpace, edges: LayoutUnit) -> LayoutUnit? {
    guard let ratio = preferredRatio(of: box) else { return nil }
    let style = boxes[box].style
    let direction = WritingDirection(style)
    let blockEdges = usedEdges(of: box, in: space).blockSum
    let properties = SizeProperties(style, direction, in: space)
    var given = space.fixedBlock ?? resolveBlock(properties.block, box, space, edges: blockEdges, intrinsic: nil)
    if given == nil, space.blockAuto == .stretch, properties.block.isAuto, let available = space.availableBlock {
      given = available - direction.logical(margins(of: box, basis: space.marginBasis)).blockSum
    }
    guard var block = given else { return nil }
    if let limit = resolveBlock(properties.maxBlock, box, space, edges: blockEdges, intrinsic: nil) {
      block = min(block, limit)
    }
    if let floor = resolveBlock(properties.minBlock, box, space, edges: blockEdges, intrinsic: nil) {
      block = max(block, floor)
    }
    if usesBorderBoxRatio(style) { return max(edges, block * ratio) }
    return (block - blockEdges).nonNegative * ratio + edges
  }

  /// The border-box block size that `aspect-ratio` makes of an inline size; nil without one.
  package func blockSizeFromRatio(of box: BoxID, _ space: ConstraintSpace, inlineSize: LayoutUnit) -> LayoutUnit? {
    guard let ratio = preferredRatio(of: box) else { return nil }
    let style = boxes[box].style
    let edges = usedEdges(of: box, in: space)
    if usesBorderBoxRatio(style) { return inlineSize * (1 / ratio) }
    return (inlineSize - edges.inlineSum).nonNegative * (1 / ratio) + edges.blockSum
  }

  private func usesBorderBoxRatio(_ style: ComputedStyle) -> Bool {
    style.box.boxSizing == .borderBox && !style.box.aspectRatio.isAuto
  }
}

extension Sides<LengthOrAuto> {
  /// Whether one of them is a percentage.
  var hasPercentage: Bool {
    func isPercentage(_ value: LengthOrAuto) -> Bool {
      if case .value(let length) = value { length.hasPercentage } else { false }
    }
    return isPercentage(top) || isPercentage(right) || isPercentage(bottom) || isPercentage(left)
  }
}

extension SizeValue {
  /// `min-content`, `max-content` or `fit-content`.
  var isContentBased: Bool {
    switch self {
    case .minContent, .maxContent, .fitContent: true
    case .auto, .value, .stretch, .content, .calculated: false
    }
  }
  /// A length without percentages.
  var isDefiniteLength: Bool {
    if case .value(let length) = self { !length.hasPercentage } else { false }
  }
  var hasPercentage: Bool {
    if case .value(let length) = self { length.hasPercentage } else { false }
  }
}
