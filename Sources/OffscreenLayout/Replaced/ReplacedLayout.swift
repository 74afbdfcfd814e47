import OffscreenCSS
import OffscreenGeometry

/// Sizes a replaced element.
/// https://drafts.csswg.org/css2/#inline-replaced-width
package struct ReplacedLayout {
  let context: LayoutContext
  let box: BoxID
  let space: ConstraintSpace

  package init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
    (self.context, self.box, self.space) = (context, box, space)
  }

  package func run() -> LayoutResult {
    let style = context[box].style
    let direction = WritingDirection(style)
    let border = context.borderWidths(of: box)
    let padding = context.padding(of: box, basis: space.marginBasis)
    let size = direction.physical(borderBoxSize())
    var builder = FragmentBuilder(context: context, box: box, writingDirection: direction, mode: space.mode)
    builder.border = border
    builder.padding = padding
    var result = builder.finish(direction.logical(size))
    result.intrinsicBlockSize = direction.logical(size).block
    if let baseline = baseline(result.intrinsicBlockSize, border, padding) {
      result.firstBaseline = baseline
      result.lastBaseline = baseline
    }
    return result
  }

  /// Where the baseline of a horizontal box this high is not its margin edge: an input control stands on its border
  /// edge, a colour's swatch a little higher, and a broken picture on the frame that stands for it, which is as
  /// high as the box only where the box's height is given.
  /// Deviation: as in Chromium; the specification leaves it open.
  private func baseline(_ height: LayoutUnit, _ border: Edges, _ padding: Edges) -> LayoutUnit? {
    let style = context[box].style
    guard context[box].origin == .element, WritingDirection(style).isHorizontal,
      let content = context.boxes.replacedContent(box)
    else { return nil }
    switch content.kind {
    case .control(.check), .control(.range): return height
    case .control(.color): return height - border.bottom - padding.bottom - 4
    case .brokenImage:
      let end = height - border.bottom - padding.bottom
      let given = SizeProperties(style, WritingDirection(style), in: space).block
      let hasHeight =
        space.fixedBlock != nil
        || context.resolveBlock(given, box, space, edges: .zero, intrinsic: nil) != nil
      return hasHeight ? end : min(end, border.top + padding.top + LayoutUnit(content.naturalHeight ?? 0))
    case .control(.bar), .control(.other), .image, .drawing, .generated, .missingImage: return nil
    }
  }

  /// The natural dimensions: width, height and their ratio, logical.
  struct Natural {
    var inline: LayoutUnit?
    var block: LayoutUnit?
    /// Inline over block size.
    var ratio: Double?
  }

  static func natural(_ box: BoxID, _ context: LayoutContext) -> Natural {
    let entry = context[box]
    guard let content = context.boxes.replacedContent(box) else { return Natural() }
    let style = entry.style
    let zoom = zoom(of: content, style)
    var width = content.naturalWidth.map { LayoutUnit($0 * zoom) }
    var height = content.naturalHeight.map { LayoutUnit($0 * zoom) }
    var ratio = content.naturalRatio
    if let natural = content.shown(by: style) {
      (width, height) = (LayoutUnit(natural.width * zoom), LayoutUnit(natural.height * zoom))
      ratio = natural.width / natural.height
    }
    if width == nil, height == nil, !entry.parent.isNone, context[entry.parent].origin == .marker {
      // https://drafts.csswg.org/css-lists-3/#image-markers
      // Deviation: half of the ascent instead of 1em, as in Chromium.
      let side = Double(context.fonts.metrics(context.primaryFont(style)).roundedAscent) / 2
      width = LayoutUnit(ratio.map { min(side, side * $0) } ?? side)
      height = LayoutUnit(ratio.map { min(side, side / $0) } ?? side)
    }
    let containment = style.usedContainment
    if !containment.isDisjoint(with: [.size, .inlineSize]) {
      let isHorizontal = WritingDirection(style).isHorizontal
      if containment.contains(.size) || isHorizontal { width = LayoutUnit(style.box.containIntrinsicWidth ?? 0) }
      if containment.contains(.size) || !isHorizontal { height = LayoutUnit(style.box.containIntrinsicHeight ?? 0) }
      ratio = nil
    }
    if let preferred = style.box.aspectRatio.ratio, preferred > 0, ratio == nil || !style.box.aspectRatio.isAuto {
      ratio = Double(preferred)
    }
    if let known = ratio, !(known.isFinite && known > 0) { ratio = nil }
    return WritingDirection(style).isHorizontal
      ? Natural(inline: width, block: height, ratio: ratio)
      : Natural(inline: height, block: width, ratio: ratio.map { 1 / $0 })
  }

  /// The factor of the natural size, `zoom`; a bar's is in ems, which are zoomed already.
  /// https://drafts.csswg.org/css-viewport/#zoom-property
  private static func zoom(of content: ReplacedContent, _ style: ComputedStyle) -> Double {
    if case .control(.bar) = content.kind { return 1 }
    return Double(style.inherited.zoom)
  }

  private func borderBoxSize() -> LogicalSize {
    let style = context[box].style
    let direction = WritingDirection(style)
    let edges = direction.logical(context.borderWidths(of: box) + context.padding(of: box, basis: space.marginBasis))
    let properties = SizeProperties(style, direction, in: space)
    let margins = direction.logical(context.margins(of: box, basis: space.marginBasis))
    let available = (space.availableInline - margins.inlineSum).nonNegative
    let natural = Self.natural(box, context)
    let usesBorderBoxRatio =
      style.box.boxSizing == .borderBox && style.box.aspectRatio.ratio != nil
      && !style.box.aspectRatio.isAuto

    func inline(_ value: SizeValue) -> LayoutUnit? {
      switch value {
      case .minContent, .maxContent, .fitContent: return nil
      // Not implemented: calculations on the size of what is replaced.
      case .calculated(let basis, _): return inline(basis)
      case .auto, .value, .stretch, .content:
        return context.resolveInline(value, box, space, edges: edges.inlineSum, available: available)
          .map { ($0 - edges.inlineSum).nonNegative }
      }
    }
    func block(_ value: SizeValue) -> LayoutUnit? {
      context.resolveBlock(value, box, space, edges: edges.blockSum, intrinsic: nil)
        .map { ($0 - edges.blockSum).nonNegative }
    }
    let ratio = natural.ratio
    func inlineFrom(_ block: LayoutUnit) -> LayoutUnit? {
      guard let ratio else { return nil }
      if usesBorderBoxRatio { return ((block + edges.blockSum) * ratio - edges.inlineSum).nonNegative }
      return block * ratio
    }
    func blockFrom(_ inline: LayoutUnit) -> LayoutUnit? {
      guard let ratio else { return nil }
      if usesBorderBoxRatio { return ((inline + edges.inlineSum) * (1 / ratio) - edges.blockSum).nonNegative }
      return inline * (1 / ratio)
    }
    let naturalInline = natural.inline ?? natural.block.flatMap(inlineFrom) ?? defaultInline
    let naturalBlock = natural.block ?? natural.inline.flatMap(blockFrom) ?? defaultBlock
    let fixedInline = space.fixedInline.map { ($0 - edges.inlineSum).nonNegative }
    let fixedBlock = space.fixedBlock.map { ($0 - edges.blockSum).nonNegative }
    // Limits by the content are the natural size, or what the ratio makes of a given height.
    func blockLimit(_ value: SizeValue) -> LayoutUnit? { value.isContentBased ? naturalBlock : block(value) }
    let minBlock = blockLimit(properties.minBlock) ?? .zero
    let maxBlock = max(minBlock, blockLimit(properties.maxBlock) ?? .max)
    let knownBlock = fixedBlock ?? block(properties.block).map { $0.clamped(minBlock, maxBlock) }
    func inlineLimit(_ value: SizeValue) -> LayoutUnit? {
      value.isContentBased ? knownBlock.flatMap(inlineFrom) ?? naturalInline : inline(value)
    }
    let minInline = inlineLimit(properties.minInline) ?? .zero
    let maxInline = max(minInline, inlineLimit(properties.maxInline) ?? .max)
    func finished(_ inline: LayoutUnit, _ block: LayoutUnit) -> LogicalSize {
      LogicalSize(inline: inline + edges.inlineSum, block: block + edges.blockSum)
    }

    let givenInline = fixedInline ?? inline(properties.inline).map { $0.clamped(minInline, maxInline) }
    var givenBlock = knownBlock
    if givenBlock == nil, space.blockAuto == .stretch, let available = space.availableBlock, properties.block.isAuto {
      givenBlock = (available - margins.blockSum - edges.blockSum).nonNegative.clamped(minBlock, maxBlock)
    }

    switch (givenInline, givenBlock) {
    case (let inline?, let block?):
      return finished(inline, block)
    case (let inline?, nil):
      var auto = blockFrom(inline) ?? natural.block ?? defaultBlock
      if context.boxes.replacedContent(box)?.isStandIn == true, let least = natural.block { auto = max(auto, least) }
      return finished(inline, auto.clamped(minBlock, maxBlock))
    case (nil, let block?):
      let auto = inlineFrom(block) ?? natural.inline ?? defaultInline
      return finished(auto.clamped(minInline, maxInline), block)
    case (nil, nil): break
    }

    // Both auto.
    if natural.inline == nil, natural.block == nil, ratio != nil {
      // A ratio alone: as wide as a block would be.
      let wanted = space.inlineAuto == .stretch || direction.isHorizontal ? available - edges.inlineSum : defaultInline
      let inline = (ratioOnlyInline ?? wanted.nonNegative).clamped(minInline, maxInline)
      let block = (blockFrom(inline) ?? .zero).clamped(minBlock, maxBlock)
      return finished(
        (block == blockFrom(inline) ? inline : inlineFrom(block) ?? inline).clamped(minInline, maxInline), block)
    }
    guard ratio != nil, naturalInline > .zero, naturalBlock > .zero else {
      return finished(naturalInline.clamped(minInline, maxInline), naturalBlock.clamped(minBlock, maxBlock))
    }
    // Along the box that the ratio is of.
    let around = usesBorderBoxRatio ? LogicalSize(inline: edges.inlineSum, block: edges.blockSum) : LogicalSize.zero
    func outer(_ inline: LayoutUnit, _ block: LayoutUnit) -> LogicalSize {
      LogicalSize(inline: inline + around.inline, block: block + around.block)
    }
    let size = constrained(
      outer(naturalInline, blockFrom(naturalInline) ?? naturalBlock), min: outer(minInline, minBlock),
      max: outer(maxInline, maxBlock),
      inlineFrom: { block in inlineFrom(block - around.block).map { $0 + around.inline } ?? block },
      blockFrom: { inline in blockFrom(inline - around.inline).map { $0 + around.block } ?? inline })
    return finished(size.inline - around.inline, size.block - around.block)
  }

  /// 300 by 150 pixels, whatever the writing mode.
  private func defaultSize(isWide: Bool) -> LayoutUnit {
    LayoutUnit((isWide ? 300 : 150) * Double(context[box].style.inherited.zoom))
  }
  private var defaultInline: LayoutUnit {
    defaultSize(isWide: context[box].direction.isHorizontal)
  }
  private var defaultBlock: LayoutUnit {
    defaultSize(isWide: !context[box].direction.isHorizontal)
  }
  private var ratioOnlyInline: LayoutUnit? { nil }

  /// Keeps the ratio under minimum and maximum sizes.
  /// https://drafts.csswg.org/css2/#min-max-widths (the table of constraint violations)
  private func constrained(
    _ size: LogicalSize, min low: LogicalSize, max high: LogicalSize,
    inlineFrom: (LayoutUnit) -> LayoutUnit, blockFrom: (LayoutUnit) -> LayoutUnit
  ) -> LogicalSize {
    let (w, h) = (size.inline, size.block)
    let tooWide = w > high.inline
    let tooNarrow = w < low.inline
    let tooTall = h > high.block
    let tooShort = h < low.block
    switch (tooWide, tooNarrow, tooTall, tooShort) {
    case (true, _, true, _):
      // The stronger violation decides.
      if high.inline / w <= high.block / h {
        return LogicalSize(inline: high.inline, block: max(low.block, blockFrom(high.inline)))
      }
      return LogicalSize(inline: max(low.inline, inlineFrom(high.block)), block: high.block)
    case (_, true, _, true):
      if low.inline / w <= low.block / h {
        return LogicalSize(inline: min(high.inline, inlineFrom(low.block)), block: low.block)
      }
      return LogicalSize(inline: low.inline, block: min(high.block, blockFrom(low.inline)))
    case (_, true, true, _): return LogicalSize(inline: low.inline, block: high.block)
    case (true, _, _, true): return LogicalSize(inline: high.inline, block: low.block)
    case (true, _, _, _): return LogicalSize(inline: high.inline, block: max(blockFrom(high.inline), low.block))
    case (_, true, _, _): return LogicalSize(inline: low.inline, block: min(blockFrom(low.inline), high.block))
    case (_, _, true, _): return LogicalSize(inline: max(inlineFrom(high.block), low.inline), block: high.block)
    case (_, _, _, true): return LogicalSize(inline: min(inlineFrom(low.block), high.inline), block: low.block)
    case (false, false, false, false): return size
    }
  }

  /// The inline size of the content box, from the natural size and the block size where it is given.
  static func intrinsicSizes(of box: BoxID, context: LayoutContext, percentageBlock: LayoutUnit?) -> MinMaxSizes {
    let direction = context[box].direction
    var space = ConstraintSpace(availableInline: .zero)
    space.percentageInline = nil
    space.percentageBlock = percentageBlock
    space.inlineAuto = .fitContent
    space.mode = .measure
    let edges = direction.logical(context.borderWidths(of: box) + context.padding(of: box, basis: .zero)).inlineSum
    let layout = ReplacedLayout(context: context, box: box, space: space)
    let natural = natural(box, context)
    if natural.inline == nil, natural.block == nil, natural.ratio != nil {
      let size = layout.borderBoxSize().inline - edges
      // A ratio alone is no size: it fills what others leave, as in Chromium; not so with a percentage.
      if size <= .zero {
        let isAuto = SizeProperties(context[box].style, direction).inline.isAuto
        return MinMaxSizes(min: .zero, max: isAuto ? .zero : 300)
      }
      return MinMaxSizes(min: size, max: size)
    }
    let size = (layout.borderBoxSize().inline - edges).nonNegative
    return MinMaxSizes(min: size, max: size)
  }
}

extension ReplacedContent {
  /// The part of a picture that `object-view-box` shows, in its natural size; nil is all of it.
  package func shown(by style: ComputedStyle) -> (x: Double, y: Double, width: Double, height: Double)? {
    guard let naturalWidth, let naturalHeight else { return nil }
    return style.box.objectViewBox.part(width: naturalWidth, height: naturalHeight)
  }
}
