import OffscreenCSS
import OffscreenGeometry

/// The contributions of items to the tracks that they span.
/// https://drafts.csswg.org/css-grid-2/#algo-spanning-items
extension GridLayout {
  /// The items' contributions to the tracks of an axis; those of subgrids' items instead of the subgrids themselves.
  func contributions(isColumn: Bool) -> [TrackContribution] {
    var result: [TrackContribution] = []
    result.reserveCapacity(items.count)
    let widest = longestSpan(isColumn: isColumn)
    for item in items {
      guard (isColumn ? item.column.count : item.row.count) <= widest else { continue }
      if isSubgrid(item.box, isColumn: isColumn) {
        result += subgridContributions(of: item, isColumn: isColumn)
        continue
      }
      let contribution: MinMaxSizes
      if isColumn {
        contribution = inlineContribution(of: item) + item.columnShim
      } else {
        contribution = blockContribution(of: item) + item.rowShim
      }
      let span = isColumn ? item.column : item.row
      result.append(
        TrackContribution(
          span: span.start..<span.end,
          minimum: minimumContribution(of: item, contribution: contribution, isColumn: isColumn),
          minContent: contribution.min, maxContent: contribution.max))
    }
    return result
  }

  /// Tracks that all items together may ask for room.
  private static let mostSpannedTracks = 400_000

  /// Items that span more tracks do not make them larger: each is looked at for each item, again and again.
  private func longestSpan(isColumn: Bool) -> Int {
    let counts = items.map { isColumn ? $0.column.count : $0.row.count }
    guard counts.reduce(0, +) > Self.mostSpannedTracks else { return .max }
    context.note("the items of a grid span too many tracks: the largest do not make them larger")
    var (left, longest) = (Self.mostSpannedTracks, 0)
    for count in counts.sorted() {
      left -= count
      if left < 0 { break }
      longest = count
    }
    // All of a length, or none.
    return left < 0 && counts.reduce(0, { $0 + ($1 <= longest ? $1 : 0) }) > 2 * Self.mostSpannedTracks
      ? longest - 1 : longest
  }

  /// The block size of an item's area where its rows are of fixed sizes, or sized already.
  func definiteRows(of item: GridItem) -> LayoutUnit? {
    guard item.row.end <= rows.count, item.row.start < item.row.end else { return nil }
    var sum = rowGap(definiteBlock) * (item.row.count - 1)
    if hasSizedRows { return rows[item.row.start..<item.row.end].reduce(sum) { $0 + $1.base } }
    for track in rows[item.row.start..<item.row.end] {
      guard case .length(let low) = track.min, case .length(let high) = track.max,
        definiteBlock != nil || !low.hasPercentage && !high.hasPercentage
      else { return nil }
      sum += max(low.resolved(definiteBlock ?? .zero), high.resolved(definiteBlock ?? .zero)).nonNegative
    }
    return sum
  }

  /// Whether an item is as wide as its rows let it be: an orthogonal one, and one with a ratio and a height of
  /// theirs.
  func widthFollowsRows(_ item: GridItem) -> Bool {
    let entry = context[item.box]
    if entry.direction.isOrthogonal(to: direction) { return true }
    guard entry.isReplaced || context.preferredRatio(of: item.box) != nil else { return false }
    let properties = SizeProperties(entry.style, direction)
    guard !properties.inline.isDefiniteLength else { return false }
    let alignment = item.alignment.value
    return alignment == .stretch || alignment == .normal || properties.block.hasPercentage
      || properties.minBlock.hasPercentage || properties.maxBlock.hasPercentage
  }

  private func inlineContribution(of item: GridItem) -> MinMaxSizes {
    guard let block = definiteRows(of: item) else {
      return context.intrinsicContribution(of: item.box, to: direction)
    }
    let entry = context[item.box]
    if entry.direction.isOrthogonal(to: direction) {
      var probe = areaSpace(of: item, inline: contentInline, block: block)
      (probe.availableBlock, probe.percentageBlock) = (nil, nil)
      probe.mode = .measure
      let margins = direction.logical(context.margins(of: item.box, basis: .zero))
      let size = direction.logical(context.layout(item.box, in: probe).size).inline + margins.inlineSum
      return MinMaxSizes(min: size, max: size)
    }
    // A stretched height decides the width of what has a ratio.
    let hasRatio = entry.isReplaced || context.preferredRatio(of: item.box) != nil
    let alignment = alignment(of: item, isColumn: false).value
    let isStretched = alignment == .stretch || alignment == .normal
    if hasRatio, isStretched, SizeProperties(entry.style, direction).block.isAuto,
      SizeProperties(entry.style, direction).inline.isAuto
    {
      let margins = direction.logical(context.margins(of: item.box, basis: .zero))
      var probe = context.childSpace(
        for: item.box, in: direction, available: LogicalSize(inline: .max / 4, block: .max), percentageBlock: block,
        mode: .measure)
      probe.fixedBlock = (block - margins.blockSum).nonNegative
      let size = direction.logical(context.layout(item.box, in: probe).size).inline + margins.inlineSum
      return MinMaxSizes(min: size, max: size)
    }
    return context.intrinsicContribution(of: item.box, to: direction, percentageBlock: block)
  }

  /// https://drafts.csswg.org/css-grid-2/#minimum-contribution
  private func minimumContribution(of item: GridItem, contribution: MinMaxSizes, isColumn: Bool) -> LayoutUnit {
    let entry = context[item.box]
    let horizontal = isColumn == direction.isHorizontal
    let own = entry.style.box
    let size = horizontal ? own.width : own.height
    let minimum = horizontal ? own.minWidth : own.minHeight
    let overflow = horizontal ? own.overflowX : own.overflowY
    // Only an automatic size with an automatic minimum may be less than the content.
    if case .value(let length) = size, !length.hasPercentage { return contribution.min }
    switch size {
    case .minContent, .maxContent, .fitContent, .calculated: return contribution.min
    case .auto, .value, .stretch, .content: break
    }
    let margins = direction.logical(context.margins(of: item.box, basis: isColumn ? .zero : contentInline))
    let childEdges = direction.logical(context.borderWidths(of: item.box) + context.padding(of: item.box, basis: .zero))
    let marginSum = isColumn ? margins.inlineSum : margins.blockSum
    let edgeSum = isColumn ? childEdges.inlineSum : childEdges.blockSum
    if case .value(let length) = minimum, !length.hasPercentage {
      let value = length.resolved(.zero)
      return (own.boxSizing == .borderBox ? max(value, edgeSum) : value + edgeSum) + marginSum
    }
    guard minimum.isAuto else {
      return minimum == .minContent || minimum == .maxContent ? contribution.min : edgeSum + marginSum
    }
    let tracks = isColumn ? columns : rows
    let span = isColumn ? item.column.start..<item.column.end : item.row.start..<item.row.end
    let spansAuto = tracks[span].contains { if case .auto = $0.min { true } else { false } }
    let spansFlexible = tracks[span].contains { $0.flexFactor != nil }
    guard !overflow.scrolls, spansAuto, span.count == 1 || !spansFlexible else {
      return edgeSum + marginSum
    }
    // No more than fixed maximums leave room for.
    var cap = LayoutUnit.zero
    for track in tracks[span] {
      guard case .length(let length) = track.max else { return contribution.min }
      cap += length.resolved((isColumn ? contentInline : definiteBlock) ?? .zero)
    }
    return min(contribution.min, max(cap, edgeSum + marginSum))
  }

  /// The height of an item's margin box in its columns; of an orthogonal one, its intrinsic inline sizes.
  private func blockContribution(of item: GridItem) -> MinMaxSizes {
    let own = context[item.box].direction
    if own.isOrthogonal(to: direction) {
      return context.intrinsicContribution(of: item.box, to: own, percentageBlock: areaInline(item))
    }
    let height = height(of: item)
    return MinMaxSizes(min: height, max: height)
  }

  private func height(of item: GridItem) -> LayoutUnit {
    var itemSpace = areaSpace(of: item, inline: areaInline(item), block: nil)
    itemSpace.mode = .measure
    addSubgridTracks(to: &itemSpace, of: item, knowsRows: false)
    let margins = direction.logical(context.margins(of: item.box, basis: areaInline(item)))
    // Optimization: a given height needs no layout.
    if let given = givenBlockSize(of: item.box, in: itemSpace) { return given + margins.blockSum }
    return direction.logical(context.layout(item.box, in: itemSpace).size).block + margins.blockSum
  }

  /// The border-box block size of an item where it does not depend on the content.
  private func givenBlockSize(of box: BoxID, in space: ConstraintSpace) -> LayoutUnit? {
    let entry = context[box]
    guard entry.context == .block || entry.context == .inline else { return nil }
    let own = entry.direction
    guard !own.isOrthogonal(to: direction) else { return nil }
    let properties = SizeProperties(entry.style, own)
    guard properties.block.isDefiniteLength, properties.minBlock.isAuto || properties.minBlock.isDefiniteLength,
      properties.maxBlock.isAuto || properties.maxBlock.isDefiniteLength, entry.style.box.contain.isEmpty
    else { return nil }
    return context.blockSize(of: box, in: space, intrinsic: .zero, inlineSize: .zero)
  }
}
