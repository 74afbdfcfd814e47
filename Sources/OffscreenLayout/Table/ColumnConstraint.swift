import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// A cell's contribution to the columns it spans: outer sizes, along the table's inline axis.
/// https://drafts.csswg.org/css-tables-3/#computing-cell-measures
struct CellConstraint: Equatable {
  var min: LayoutUnit = .zero
  var max: LayoutUnit = .zero
  /// 100 is the whole of the table.
  var percent: Float?
  /// Added to what the percentage gives: borders and padding, in fixed layout.
  var percentEdges: LayoutUnit = .zero
  /// Has a width of its own that is a length.
  var isConstrained = false

  /// Takes another cell of the same column in. A length wins over the max-content size of others.
  mutating func encompass(_ other: CellConstraint) {
    min = Swift.max(min, other.min)
    if isConstrained == other.isConstrained {
      max = Swift.max(max, other.max)
    } else if isConstrained {
      max = Swift.max(max, other.min)
    } else {
      max = Swift.max(min, other.max)
    }
    isConstrained = isConstrained || other.isConstrained
    if let more = other.percent, more > percent ?? -.infinity {
      percent = more
      percentEdges = other.percentEdges
    }
  }
}

/// A cell over several columns.
struct SpanningCell {
  var constraint: CellConstraint
  var column: Int
  var span: Int
}

/// The measures of a column: of its column box and the cells in it.
struct ColumnConstraint: Equatable {
  /// nil: nothing is known of the column yet.
  var min: LayoutUnit?
  var max: LayoutUnit?
  var percent: Float?
  var percentEdges: LayoutUnit = .zero
  var isConstrained = false
  /// `visibility: collapse`.
  var isCollapsed = false
  var isFixedLayout = false
  /// No cell starts in it: it gets no room, and no border spacing, of its own.
  var isMergeable = false

  var isFixed: Bool { isConstrained && percent == nil && max != nil }
  var minOrZero: LayoutUnit { min ?? .zero }
  var maxOrZero: LayoutUnit { max ?? .zero }

  /// What the percentage gives in a table of the size `target`.
  func percentSize(of target: LayoutUnit) -> LayoutUnit {
    Swift.max(minOrZero, LayoutUnit((percent ?? 0) * Float(target.pixels) / 100) + percentEdges)
  }

  mutating func encompass(_ cell: CellConstraint) {
    // In fixed layout a column box with a width is the last word.
    if isConstrained, isFixedLayout { return }
    if !isFixedLayout { isMergeable = false }
    if let known = min {
      min = Swift.max(known, cell.min)
      if isConstrained {
        max = Swift.max(maxOrZero, cell.isConstrained ? cell.max : cell.min)
      } else {
        max = Swift.max(maxOrZero, cell.max)
      }
    } else {
      min = cell.min
      max = cell.max
    }
    max = Swift.max(minOrZero, maxOrZero)
    if let more = cell.percent, more > percent ?? -.infinity {
      percent = more
      percentEdges = cell.percentEdges
    }
    isConstrained = isConstrained || cell.isConstrained
  }
}

extension SizeValue {
  /// A length without percentages, in layout units.
  var fixedLength: LayoutUnit? {
    guard case .value(let length) = self, !length.hasPercentage else { return nil }
    return length.resolved(.zero).nonNegative
  }
  /// A percentage and nothing else.
  var tablePercentage: Float? {
    switch self {
    case .value(.percentage(let value)): return Swift.max(0, value)
    case .value(.calculation(.linear(let length, let percentage))) where length == 0:
      return Swift.max(0, Float(percentage))
    case .value, .auto, .minContent, .maxContent, .fitContent, .stretch, .content, .calculated: return nil
    }
  }
}

extension LayoutContext {
  /// The columns of a table with what they have to be.
  /// https://drafts.csswg.org/css-tables-3/#computing-column-measures
  func columnConstraints(of grid: TableGrid) -> [ColumnConstraint] {
    var columns = columnBoxConstraints(of: grid)
    var single = [CellConstraint?](repeating: nil, count: grid.cellColumnCount)
    var spanning: [SpanningCell] = []
    // In fixed layout the first row says it all.
    let firstFilled = grid.sections.first { !$0.rows.isEmpty }?.rows.lowerBound ?? 0
    for (index, row) in grid.rows.enumerated() where !grid.isFixedLayout || index == firstFilled {
      for cell in grid.cells[row.cells] {
        let constraint = cellConstraint(cell.box, grid)
        if cell.columnSpan > 1 {
          spanning.append(SpanningCell(constraint: constraint, column: cell.column, span: cell.columnSpan))
        } else if single[cell.column] == nil {
          single[cell.column] = constraint
        } else {
          single[cell.column]?.encompass(constraint)
        }
      }
    }
    ColumnDistribution.apply(
      single, spanning: spanning, spacing: borderSpacing(of: grid).inline, isFixedLayout: grid.isFixedLayout,
      to: &columns)
    return columns
  }

  private func columnBoxConstraints(of grid: TableGrid) -> [ColumnConstraint] {
    var columns: [ColumnConstraint] = []
    var groupSize: LayoutUnit?
    for column in grid.columnBoxes {
      let style = boxes[column.box].style
      if column.isGroup {
        groupSize = columnBoxConstraint(style, grid, inherited: nil).max
        if column.hasColumns { continue }
      }
      let inherited = column.group.isNone || grid.isFixedLayout ? nil : groupSize
      let constraint = columnBoxConstraint(style, grid, inherited: inherited)
      columns.append(contentsOf: repeatElement(constraint, count: column.span))
    }
    return columns
  }

  private func columnBoxConstraint(
    _ style: ComputedStyle, _ grid: TableGrid, inherited: LayoutUnit?
  ) -> ColumnConstraint {
    let properties = SizeProperties(style, grid.direction)
    let floor = properties.minInline.fixedLength
    var size = properties.inline.fixedLength ?? inherited
    if let floor, let given = size { size = max(given, floor) }
    var percent = properties.inline.tablePercentage
    if let given = percent, let limit = properties.maxInline.tablePercentage { percent = min(given, limit) }
    if percent == 0 { percent = nil }
    return ColumnConstraint(
      min: floor ?? .zero, max: size, percent: percent, isConstrained: size != nil,
      isCollapsed: style.inherited.visibility == .collapse, isFixedLayout: grid.isFixedLayout,
      isMergeable: !grid.isFixedLayout && (size ?? .zero) == .zero && percent == nil)
  }

  /// https://drafts.csswg.org/css-tables-3/#computing-cell-measures
  private func cellConstraint(_ cell: BoxID, _ grid: TableGrid) -> CellConstraint {
    let style = boxes[cell].style
    let direction = grid.direction
    let edges = direction.logical(borderWidths(of: cell) + padding(of: cell, basis: .zero)).inlineSum
    let properties = SizeProperties(style, direction)
    func outer(_ value: SizeValue) -> LayoutUnit? {
      value.fixedLength.map { style.box.boxSizing == .borderBox ? max($0, edges) : $0 + edges }
    }
    let size = outer(properties.inline)
    let floor = outer(properties.minInline)
    var limit = outer(properties.maxInline)
    if let floor, let given = limit { limit = max(given, floor) }
    var percent = properties.inline.tablePercentage
    if let given = percent, let most = properties.maxInline.tablePercentage { percent = min(given, most) }

    // In fixed layout the content is looked at only where no width is given.
    let content = !grid.isFixedLayout || size == nil ? contentSizes(of: cell, direction) : .zero
    var result = CellConstraint(percent: percent, isConstrained: size != nil)
    if !grid.isFixedLayout {
      result.min = max(content.min, floor ?? .zero)
      // https://quirks.spec.whatwg.org/#the-table-cell-nowrap-minimum-width-calculation-quirk
      if let size, isQuirksMode, boxes[cell].origin == .element,
        document.attribute(boxes[cell].node, .nowrap) != nil
      {
        result.min = max(result.min, size)
      }
    }
    var largest = size ?? content.max
    if let limit {
      largest = min(largest, limit)
      result.min = min(result.min, limit)
    }
    result.max = max(result.min, largest)
    if grid.isFixedLayout, percent != nil, style.box.boxSizing == .contentBox { result.percentEdges = edges }
    return result
  }

  /// The border box's intrinsic sizes along the table's inline axis.
  private func contentSizes(of cell: BoxID, _ direction: WritingDirection) -> MinMaxSizes {
    let own = self[cell].direction
    guard own.isOrthogonal(to: direction) else { return intrinsicSizes(of: cell) }
    var space = ConstraintSpace(availableInline: own.isHorizontal ? viewport.width : viewport.height)
    space.inlineAuto = .fitContent
    space.marginBasis = .zero
    space.mode = .measure
    let size = direction.logical(layout(cell, in: space).size).inline
    return MinMaxSizes(min: size, max: size)
  }

  func borderSpacing(of grid: TableGrid) -> LogicalSize {
    if grid.isCollapsed { return .zero }
    let style = boxes[grid.wrapper].style.inherited
    return LogicalSize(
      inline: LayoutUnit(style.borderSpacingX).nonNegative, block: LayoutUnit(style.borderSpacingY).nonNegative)
  }
}
