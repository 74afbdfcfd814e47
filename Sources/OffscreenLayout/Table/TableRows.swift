import OffscreenCSS
import OffscreenGeometry

/// The measures of a cell along the table's block axis.
struct CellMeasure {
  /// The border box by its content.
  var size: LayoutUnit
  /// From the start of the border box; nil where the cell takes no part in baseline alignment.
  var baseline: LayoutUnit?
  /// Border and padding at the block end.
  var endEdge: LayoutUnit
  /// Its height is a length.
  var isConstrained: Bool
  /// It has something in flow.
  var hasContent: Bool
}

/// The alignment of a cell's content.
enum CellAlignment {
  case start, center, end, baseline

  /// https://drafts.csswg.org/css-align-3/#distribution-block
  init(_ style: ComputedStyle) {
    switch style.alignment.alignContent.value {
    case .normal:
      switch style.box.verticalAlign {
      case .top: self = .start
      case .middle: self = .center
      case .bottom: self = .end
      case .baseline, .sub, .super, .textTop, .textBottom, .baselineMiddle, .raised: self = .baseline
      }
    case .start, .flexStart, .left, .right, .spaceBetween, .stretch: self = .start
    case .center, .spaceAround, .spaceEvenly: self = .center
    case .end, .flexEnd, .lastBaseline: self = .end
    case .baseline: self = .baseline
    }
  }
}

/// The baseline of a row, from its cells.
/// https://drafts.csswg.org/css-tables-3/#row-layout
struct RowBaseline: Equatable {
  private var ascent: LayoutUnit?
  private var descent = LayoutUnit.zero
  private var fallbackDescent: LayoutUnit?

  mutating func add(_ cell: CellMeasure, isSpanning: Bool) {
    if let baseline = cell.baseline {
      ascent = max(ascent ?? .min, baseline)
      if !isSpanning { descent = max(descent, cell.size - baseline) }
    }
    // Without a cell that has a baseline, it is the highest end of a content box.
    if ascent == nil { fallbackDescent = min(fallbackDescent ?? .max, cell.endEdge) }
  }

  func rowSize(atLeast size: LayoutUnit) -> LayoutUnit { ascent.map { max(size, $0 + descent) } ?? size }

  func baseline(in rowSize: LayoutUnit) -> LayoutUnit {
    if let ascent { return ascent }
    return fallbackDescent.map { (rowSize - $0).nonNegative } ?? .zero
  }
}

extension TableLayout {
  /// The sizes of rows and row groups by what is in them and their own heights.
  /// https://drafts.csswg.org/css-tables-3/#computing-the-table-height
  mutating func measureRows() {
    rows.reserveCapacity(grid.rows.count)
    cells.reserveCapacity(grid.cells.count)
    for section in grid.sections {
      let isCollapsed = context[section.box].style.inherited.visibility == .collapse
      var spanning: [RowSpanningCell] = []
      var percents: Float = 0
      for index in section.rows {
        var row = measureRow(index, spanning: &spanning)
        row.isCollapsed = row.isCollapsed || isCollapsed
        if let percent = row.percent {
          row.percent = min(100 - percents, percent)
          percents += row.percent ?? 0
        }
        rows.append(row)
      }
      // As in Chromium, what spans add to rows does not count when a table's height is shared out.
      let spacings = spacing.block * max(0, section.rows.count - 1)
      var size = section.rows.reduce(spacings) { $0 + rows[$1].size }
      RowDistribution.distribute(spanning, spacing: spacing.block, to: &rows)

      let block = SizeProperties(context[section.box].style, direction).block
      if let given = block.fixedLength, given > size {
        RowDistribution.grow(
          section.rows, to: given, isSpan: false, spacing: spacing.block, percentBasis: given, rows: &rows)
        size = given
      }
      sections.append(
        SectionConstraint(
          rows: section.rows, size: size, percent: block.tablePercentage,
          isConstrained: block.fixedLength != nil || block.tablePercentage != nil, isBody: section.isBody))
    }
  }

  private mutating func measureRow(_ index: Int, spanning: inout [RowSpanningCell]) -> RowConstraint {
    let box = grid.rows[index].box
    var row = RowConstraint()
    var baseline = RowBaseline()
    var largest = LayoutUnit.zero
    for cellIndex in grid.rows[index].cells {
      let cell = grid.cells[cellIndex]
      let isSpanning = cell.rowSpan > 1
      let measure = measureCell(cell)
      cells.append(measure)
      baseline.add(measure, isSpanning: isSpanning)
      let block = SizeProperties(context[cell.box].style, direction).block
      let given = specifiedSize(of: cell.box, block)
      if isSpanning {
        row.startsSpan = true
        spanning.append(
          RowSpanningCell(row: index, span: cell.rowSpan, size: max(measure.size, given ?? .zero)))
        continue
      }
      let percent = block.tablePercentage
      if given != nil || percent != nil { row.isConstrained = true }
      if let percent { row.percent = max(row.percent ?? 0, percent) }
      largest = max(largest, measure.size, given ?? .zero)
    }
    let block = SizeProperties(context[box].style, direction).block
    if let percent = block.tablePercentage {
      row.isConstrained = true
      row.percent = max(row.percent ?? 0, percent)
    } else if let given = block.fixedLength {
      row.isConstrained = true
      largest = max(largest, given)
    }
    row.size = baseline.rowSize(atLeast: largest)
    row.cellBaselines = baseline
    row.isCollapsed = context[box].style.inherited.visibility == .collapse
    return row
  }

  /// The border-box size by a cell's own `height`. Minima and maxima do not count.
  private func specifiedSize(of cell: BoxID, _ block: SizeValue) -> LayoutUnit? {
    guard let given = block.fixedLength else { return nil }
    let edges = direction.logical(
      context.borderWidths(of: cell) + context.padding(of: cell, basis: measuringBasis)
    ).blockSum
    // https://quirks.spec.whatwg.org/#the-table-cell-height-box-sizing-quirk
    let isBorderBox = context.isQuirksMode || context[cell].style.box.boxSizing == .borderBox
    return isBorderBox ? max(given, edges) : given + edges
  }

  /// The basis of percentages in cells while rows are measured.
  private var measuringBasis: LayoutUnit { sizing.inlineSizeBeforeCollapse - sizing.edges.inlineSum }

  private func measureCell(_ cell: TableGrid.Cell) -> CellMeasure {
    let space = cellSpace(cell, percentageInline: measuringBasis, blockSize: nil, isDefinite: false)
    return measure(cell, context.layout(cell.box, in: space))
  }

  /// What the layout of a cell says for its row.
  func measure(_ cell: TableGrid.Cell, _ result: LayoutResult) -> CellMeasure {
    let style = context[cell.box].style
    let edges = direction.logical(
      context.borderWidths(of: cell.box) + context.padding(of: cell.box, basis: measuringBasis))
    let own = WritingDirection(style)
    let isOrthogonal = own.isOrthogonal(to: direction)
    let size = isOrthogonal ? direction.logical(result.size).block : result.intrinsicBlockSize
    let hasContent = hasContent(cell.box, result, edges)
    var baseline: LayoutUnit?
    if hasContent, !isOrthogonal, CellAlignment(style) == .baseline {
      let isContained = style.box.contain.contains(.layout)
      baseline = (isContained ? nil : result.firstBaseline) ?? size - edges.blockEnd
    }
    return CellMeasure(
      size: size, baseline: baseline, endEdge: edges.blockEnd,
      isConstrained: SizeProperties(style, direction).block.fixedLength != nil, hasContent: hasContent)
  }

  /// Whether a cell has anything in flow, or floating.
  private func hasContent(_ cell: BoxID, _ result: LayoutResult, _ edges: LogicalEdges) -> Bool {
    if result.firstBaseline != nil || direction.logical(result.size).block > edges.blockSum { return true }
    for child in context[cell].children where !child.isOutOfFlow {
      switch child.kind {
      // A line without anything in it has no height: white space that collapsed.
      case .text, .inline, .breakOpportunity: continue
      case .container, .lineBreak, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell,
        .tableColumnGroup, .tableColumn, .tableCaption:
        return true
      }
    }
    return false
  }

  /// The constraint space of a cell; `blockSize` nil while its row is measured.
  func cellSpace(
    _ cell: TableGrid.Cell, percentageInline: LayoutUnit, blockSize: LayoutUnit?, isDefinite: Bool
  ) -> ConstraintSpace {
    let inlineSize = columns.range(cell.column, cell.columnSpan).map(columns.size) ?? .zero
    let own = context[cell.box].direction
    var result: ConstraintSpace
    if own.isOrthogonal(to: direction) {
      let fallback = own.isHorizontal ? context.viewport.width : context.viewport.height
      result = ConstraintSpace(availableInline: blockSize ?? fallback, availableBlock: inlineSize)
      result.percentageInline = blockSize
      result.percentageBlock = nil
      result.fixedInline = blockSize
      result.fixedBlock = inlineSize
      result.inlineAuto = .fitContent
    } else {
      result = ConstraintSpace(availableInline: inlineSize, availableBlock: blockSize)
      result.percentageInline = percentageInline
      result.percentageBlock = nil
      result.fixedInline = inlineSize
      result.fixedBlock = blockSize
      result.isFixedBlockDefinite = isDefinite
    }
    result.isRestrictedCell =
      hasBlockSize || SizeProperties(context[cell.box].style, direction).block.fixedLength != nil
    result.marginBasis = percentageInline
    result.mode = blockSize == nil ? .measure : space.mode
    return result
  }
}
