import OffscreenCSS
import OffscreenGeometry

/// Lays out a table: the wrapper box with its captions and the grid in it.
///
/// The sizes of columns come first (`TableSizing`), then those of rows (`TableRows`), then the
/// fragments are made (`TableFragments`).
/// https://drafts.csswg.org/css-tables-3/#table-layout-algorithm
package struct TableLayout {
  let context: LayoutContext
  let box: BoxID
  let space: ConstraintSpace
  let sizing: TableSizing
  /// Whether the table has a specified height, definite or not.
  let hasBlockSize: Bool
  /// Where columns are while rows are measured, and then while cells are placed.
  var columns: TableColumns
  var captions: [CaptionResult] = []
  var captionsSize = LayoutUnit.zero
  var rows: [RowConstraint] = []
  var sections: [SectionConstraint] = []
  /// By the index of the cell in the grid.
  var cells: [CellMeasure] = []
  /// Of a table in columns: the spaces of its cells, by their indices in the grid.
  var fragmentedCells: [Int: ConstraintSpace] = [:]
  var repeated = RepeatedSections()
  /// What a cut takes of the spacing behind the last row.
  var lostSpacing = LayoutUnit.zero
  /// What a cut leaves free before the edges at the end.
  var endSpace = LayoutUnit.zero
  /// What sticks out of columns.
  var overflow = ColumnOverflow()
  /// See `ColumnResult`.
  var brokeAtEnd = false
  /// The least block size of the grid's border box by the table's style.
  var minimumGridSize = LayoutUnit.zero

  struct CaptionResult {
    var box: BoxID
    var result: LayoutResult
    var margins: LogicalEdges
    var size: LogicalSize
    /// What a cut leaves free before it.
    var breakSpace = LayoutUnit.zero
  }

  var grid: TableGrid { sizing.grid }
  var direction: WritingDirection { sizing.grid.direction }
  /// A table without columns has no border spacing.
  var spacing: LogicalSize { columns.locations.isEmpty ? .zero : sizing.spacing }

  package init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
    (self.context, self.box, self.space) = (context, box, space)
    sizing = TableSizing(box, in: space, context: context)
    hasBlockSize = !SizeProperties(context[box].style, sizing.grid.direction).block.isAuto
    columns = TableColumns(
      sizing.columns, sizing.columnSizes, spacing: sizing.spacing.inline, collapses: false)
  }

  package mutating func run() -> LayoutResult {
    // 1. Captions: the grid gets what they leave of a given height.
    layoutCaptions()
    // 2. Rows by their contents.
    measureRows()
    // 3. Rows by the table's own height.
    distributeBlockSize()
    collapseRows()
    // 4. Now that everything was measured, collapsed columns go.
    if columns.hasCollapsed {
      columns = TableColumns(
        sizing.columns, sizing.columnSizes, spacing: sizing.spacing.inline, collapses: true)
    }
    // 5. In columns: what moves to the next one.
    var flow: FragmentainerFlow?
    if let columns = space.columns {
      flow = fragment(in: columns)
      guard flow != nil else { return LayoutResult(needingBreakBeforeIn: columns.flow) }
    }
    // 6. Fragments.
    var result = makeFragments()
    result.columns = flow.map { ColumnResult(flow: $0, brokeAtEnd: brokeAtEnd, overflow: overflow) }
    return result
  }

  // MARK: Captions

  mutating func layoutCaptions() {
    for caption in grid.captions {
      let result = context.layout(caption, in: captionSpace(caption))
      let size = direction.logical(result.size)
      let margins = captionMargins(caption, inlineSize: size.inline)
      captions.append(CaptionResult(box: caption, result: result, margins: margins, size: size))
      captionsSize += size.block + margins.blockSum
    }
  }

  func captionSpace(_ caption: BoxID) -> ConstraintSpace {
    var result = context.childSpace(
      for: caption, in: direction, available: LogicalSize(inline: sizing.inlineSize, block: .max),
      percentageBlock: nil, inlineAuto: .stretch, mode: space.mode)
    result.marginBasis = sizing.inlineSize
    return result
  }

  /// https://drafts.csswg.org/css2/#blockwidth : auto margins share what is left.
  private func captionMargins(_ caption: BoxID, inlineSize: LayoutUnit) -> LogicalEdges {
    var margins = direction.logical(context.margins(of: caption, basis: sizing.inlineSize))
    let given = direction.sides(context[caption].style.box.margin)
    let room = (sizing.inlineSize - inlineSize - margins.inlineSum).nonNegative
    switch (given.inlineStart.isAuto, given.inlineEnd.isAuto) {
    case (true, true):
      margins.inlineStart = room / 2
      margins.inlineEnd = room - margins.inlineStart
    case (true, false): margins.inlineStart = room
    case (false, true): margins.inlineEnd = room
    case (false, false): break
    }
    return margins
  }

  // MARK: The table's block size

  /// https://drafts.csswg.org/css-tables-3/#computing-the-table-height
  private mutating func distributeBlockSize() {
    guard let size = specifiedGridSize() else { return }
    // https://quirks.spec.whatwg.org/#the-collapsing-table-quirk
    if context.isQuirksMode, grid.sections.isEmpty { return }
    minimumGridSize = size
    let room = (size - sizing.edges.blockSum).nonNegative
    let used = sections.reduce(LayoutUnit.zero) { $0 + $1.size }
    if room > used {
      RowDistribution.distribute(room, spacing: spacing.block, to: &sections, rows: &rows)
    }
  }

  /// The block size that the style or the parent gives the grid's border box.
  func specifiedGridSize() -> LayoutUnit? {
    let edges = sizing.edges.blockSum
    if let fixed = space.fixedBlock { return max((fixed - captionsSize).nonNegative, edges) }
    let properties = SizeProperties(context[box].style, direction, in: space)
    func resolve(_ value: SizeValue) -> LayoutUnit? {
      if value == .stretch {
        return space.availableBlock.map { max(($0 - blockMargins - captionsSize).nonNegative, edges) }
      }
      return context.resolveBlock(value, box, space, edges: edges, intrinsic: nil)
    }
    var size = resolve(properties.block)
    if size == nil, properties.block.isAuto, space.blockAuto == .stretch { size = resolve(.stretch) }
    let floor = resolve(properties.minBlock)
    if let known = size, let limit = resolve(properties.maxBlock) { size = min(known, limit) }
    if let floor { size = max(size ?? edges, floor) }
    return size.map { max($0, edges) }
  }

  private var blockMargins: LayoutUnit {
    direction.logical(context.margins(of: box, basis: space.marginBasis)).blockSum
  }

  /// https://drafts.csswg.org/css-tables-3/#visibility-collapse-rendering
  private mutating func collapseRows() {
    for index in rows.indices where rows[index].isCollapsed {
      if minimumGridSize != .zero {
        minimumGridSize -= rows[index].size
        if rows.count > 1 { minimumGridSize -= spacing.block }
      }
      rows[index].size = .zero
    }
  }
}
