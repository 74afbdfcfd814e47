import OffscreenCSS
import OffscreenGeometry

/// Where the lines of a table's column and row edges are, from the start corner of its border box.
struct TableLines {
  var columns: [LayoutUnit]
  var rows: [LayoutUnit]
  /// Where rows start that are behind a break, by row.
  var starts: [Int: LayoutUnit] = [:]
  /// Whether their edges there are cut, and those before the breaks: not where a header or a footer is repeated.
  var cutsStarts = true
  var cutsEnds = true
  /// Rows that are there again in another column, and how far down they are there.
  var repetitions: [(rows: Range<Int>, shift: LayoutUnit)] = []
}

extension CollapsedBorderGrid {
  /// The borders as segments for painting: each edge as long as the joints that it wins allow.
  func segments(_ lines: TableLines, tableSize: LogicalSize, context: LayoutContext) -> CollapsedBorders {
    var result = CollapsedBorders()
    let container = direction.physical(tableSize)
    func add(_ edge: Edge, _ offset: LogicalOffset, _ size: LogicalSize, alongInline: Bool) {
      guard size.inline > .zero, size.block > .zero else { return }
      let physical = direction.physical(size)
      let border = context[edge.box].style.border
      let color =
        switch edge.side {
        case .top: border.color.top
        case .right: border.color.right
        case .bottom: border.color.bottom
        case .left: border.color.left
        }
      result.segments.append(
        .init(
          rect: Rect(origin: direction.physical(offset, of: physical, in: container), size: physical),
          isHorizontal: alongInline == direction.isHorizontal, style: edge.style, color: color, box: edge.box))
    }
    // Fewer lines than edges: columns that merged at the table's end.
    let rows = min(rowCount, lines.rows.count - 1)
    let columns = min(columnCount, lines.columns.count - 1)
    guard rows >= 0, columns >= 0 else { return result }
    func addColumnEdge(
      _ row: Int, _ column: Int, from rowStart: LayoutUnit, to rowEnd: LayoutUnit, startsAtCut: Bool, endsAtCut: Bool
    ) {
      let down = columnEdge(row: row, column: column)
      guard down.isVisible else { return }
      let before = joint(row: row + 1, column: column, cut: endsAtCut ? .before : nil)
      let from = startsAtCut ? rowStart : rowStart + joint(row: row, column: column).columnReach(.after)
      let to = rowEnd - (endsAtCut ? before.size.block / 2 : before.columnReach(.before))
      add(
        down, LogicalOffset(inline: lines.columns[column] - down.width / 2, block: from),
        LogicalSize(inline: down.width, block: to - from), alongInline: false)
    }
    // `cut`: where the row edge is cut along its middle, the half that is on this side.
    func addRowEdge(_ row: Int, _ column: Int, at place: LayoutUnit, cut: Joint.Place? = nil) {
      let across = rowEdge(row: row, column: column)
      guard column < columns, across.isVisible else { return }
      let from = lines.columns[column] + joint(row: row, column: column, cut: cut).rowReach(.after)
      let to = lines.columns[column + 1] - joint(row: row, column: column + 1, cut: cut).rowReach(.before)
      let half = across.width / 2
      let size =
        switch cut {
        case .none: across.width
        case .before: half
        case .after: across.width - half
        }
      add(
        across, LogicalOffset(inline: from, block: cut == .after ? place : place - half),
        LogicalSize(inline: to - from, block: size), alongInline: true)
    }
    // In Chromium's order: over a corner is the row edge that begins there, and over that which ends there the column
    // edge.
    func addEdges(_ row: Int, from start: LayoutUnit, to end: LayoutUnit?, startsAtCut: Bool = false, endsAtCut: Bool) {
      for column in 0...columns {
        if let end {
          addColumnEdge(row, column, from: start, to: end, startsAtCut: startsAtCut, endsAtCut: endsAtCut)
        }
        addRowEdge(row, column, at: start, cut: startsAtCut ? .after : nil)
      }
    }
    for row in 0...rows {
      let start = lines.starts[row]
      if start != nil {
        // Both rows at a break have a border there.
        for column in 0..<columns { addRowEdge(row, column, at: lines.rows[row], cut: lines.cutsEnds ? .before : nil) }
      }
      addEdges(
        row, from: start ?? lines.rows[row], to: row < rows ? lines.rows[row + 1] : nil,
        startsAtCut: start != nil && lines.cutsStarts, endsAtCut: lines.starts[row + 1] != nil && lines.cutsEnds)
    }
    for repetition in lines.repetitions where !repetition.rows.isEmpty && repetition.rows.upperBound <= rows {
      let shift = repetition.shift
      for row in repetition.rows {
        addEdges(
          row, from: (lines.starts[row] ?? lines.rows[row]) + shift, to: lines.rows[row + 1] + shift, endsAtCut: false)
      }
      for column in 0..<columns {
        let end = repetition.rows.upperBound
        addRowEdge(end, column, at: lines.rows[end] + shift)
      }
    }
    return result
  }

  /// Where up to four edges meet. The strongest is drawn through; equals all are.
  private struct Joint {
    enum Place { case before, after }
    /// How large the crossing is: the wider of the column edges, and of the row edges.
    var size = LogicalSize.zero
    /// Of the two row edges, and of the two column edges, which is stronger: 1 the one before.
    var rowOrder = 0
    var columnOrder = 0
    /// 1: the row edges are stronger than the column edges.
    var rowsOverColumns = 0

    /// Whether the row edge that is before or after the crossing goes through it.
    func rowWins(edge: Place) -> Bool { rowsOverColumns != -1 && rowOrder != (edge == .after ? 1 : -1) }
    func columnWins(edge: Place) -> Bool { rowsOverColumns != 1 && columnOrder != (edge == .after ? 1 : -1) }

    /// How far from the crossing's centre a row edge starts; negative where it goes through.
    func rowReach(_ edge: Place) -> LayoutUnit { rowWins(edge: edge) ? -(size.inline / 2) : size.inline / 2 }
    func columnReach(_ edge: Place) -> LayoutUnit {
      columnWins(edge: edge) ? -(size.block / 2) : size.block / 2
    }
  }

  /// `cut`: the side of a cut along the row edges on which this is; the column edge on the other one has no part in it.
  private func joint(row: Int, column: Int, cut: Joint.Place? = nil) -> Joint {
    let before = rowEdge(row: row, column: column - 1)
    let after = rowEdge(row: row, column: column)
    let over = cut == .after ? Edge() : columnEdge(row: row - 1, column: column)
    let under = cut == .before ? Edge() : columnEdge(row: row, column: column)
    var joint = Joint()
    joint.rowOrder = Self.compare(before, after)
    joint.columnOrder = Self.compare(over, under)
    let rowEdge = joint.rowOrder == 1 ? before : after
    let columnEdge = joint.columnOrder == 1 ? over : under
    joint.size = LogicalSize(inline: columnEdge.usedWidth, block: rowEdge.usedWidth)
    joint.rowsOverColumns = Self.compare(rowEdge, columnEdge)
    return joint
  }

  /// 1 where the first edge is drawn over the second, -1 the reverse, 0 for both alike.
  private static func compare(_ a: Edge, _ b: Edge) -> Int {
    switch (a.isVisible, b.isVisible) {
    case (false, false): return 0
    case (true, false): return 1
    case (false, true): return -1
    case (true, true): break
    }
    if a.width != b.width { return a.width > b.width ? 1 : -1 }
    if a.style != b.style { return strength(a.style) > strength(b.style) ? 1 : -1 }
    return a.order == b.order ? 0 : a.order < b.order ? 1 : -1
  }
}
