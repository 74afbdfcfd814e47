import OffscreenGeometry

/// A row while its size is being worked out.
struct RowConstraint: Equatable {
  var size: LayoutUnit = .zero
  var cellBaselines = RowBaseline()
  /// 100 is the whole of the row group.
  var percent: Float?
  /// The row or a cell of one row in it has a height of its own.
  var isConstrained = false
  /// A cell over several rows starts in it.
  var startsSpan = false
  /// `visibility: collapse`.
  var isCollapsed = false
  /// What a cut leaves free before the row.
  var breakSpace = LayoutUnit.zero

  /// From the start of the row.
  var baseline: LayoutUnit { cellBaselines.baseline(in: size) }
}

/// A row group while its size is being worked out.
struct SectionConstraint: Equatable {
  var rows: Range<Int>
  var size: LayoutUnit
  var percent: Float?
  var isConstrained = false
  var isBody = true
}

/// A cell over several rows.
struct RowSpanningCell {
  var row: Int
  var span: Int
  var size: LayoutUnit
}

/// How room is handed out to row groups and rows. Pure functions.
///
/// The specification leaves this open (https://github.com/w3c/csswg-drafts/issues/4418): this is what
/// browsers do.
enum RowDistribution {
  /// Grows the rows under cells that span several, the narrower cells first and cells inside others
  /// before those around them.
  static func distribute(
    _ cells: [RowSpanningCell], spacing: LayoutUnit, to rows: inout [RowConstraint]
  ) {
    let ordered = cells.enumerated().sorted { a, b in
      let (x, y) = (a.element, b.element)
      if x.row == y.row, x.span == y.span { return x.size > y.size || x.size == y.size && a.offset < b.offset }
      let xInY = x.row >= y.row && x.row + x.span <= y.row + y.span
      let yInX = y.row >= x.row && y.row + y.span <= x.row + x.span
      if xInY != yInX { return xInY }
      return x.row == y.row ? x.span < y.span : x.row < y.row
    }
    for (_, cell) in ordered {
      grow(
        cell.row..<(cell.row + cell.span), to: cell.size, isSpan: true, spacing: spacing, percentBasis: nil,
        rows: &rows)
    }
  }

  /// Grows the rows of a range until they are `target` together, spacing included.
  static func grow(
    _ range: Range<Int>, to target: LayoutUnit, isSpan: Bool, spacing: LayoutUnit, percentBasis: LayoutUnit?,
    rows: inout [RowConstraint]
  ) {
    guard !range.isEmpty else { return }
    func deficit(_ row: RowConstraint) -> LayoutUnit {
      guard let basis = percentBasis, let percent = row.percent else { return .zero }
      return (LayoutUnit(percent * Float(basis.pixels) / 100) - row.size).nonNegative
    }
    var total = LayoutUnit.zero
    for index in range { total += rows[index].size }
    var room = target - spacing * (range.count - 1) - total
    if room <= .zero { return }

    var spanStarts: [Int] = []
    var shortOfPercent: [Int] = []
    var (empty, unconstrainedEmpty): ([Int], [Int]) = ([], [])
    var (filled, unconstrainedFilled): ([Int], [Int]) = ([], [])
    var percentDeficit = LayoutUnit.zero
    var unconstrainedSize = LayoutUnit.zero
    for index in range {
      let row = rows[index]
      if isSpan, index != range.lowerBound, row.startsSpan { spanStarts.append(index) }
      var isEmpty = row.size == .zero
      let missing = deficit(row)
      if missing != .zero {
        shortOfPercent.append(index)
        percentDeficit += missing
        isEmpty = false
      }
      let isConstrained = row.isConstrained && (row.percent == nil || percentBasis != nil)
      if isEmpty {
        empty.append(index)
        if !isConstrained { unconstrainedEmpty.append(index) }
      } else {
        filled.append(index)
        if !isConstrained {
          unconstrainedFilled.append(index)
          unconstrainedSize += row.size
        }
      }
    }

    // 1. Rows with percentages grow up to them.
    if let last = shortOfPercent.last {
      let available = min(percentDeficit, room)
      var rest = available
      for index in shortOfPercent {
        let delta = available.share(deficit(rows[index]), of: percentDeficit)
        rows[index].size += delta
        total += delta
        rest -= delta
      }
      rows[last].size += rest
      room -= available
      if room <= .zero { return }
    }
    // 2. Of a spanning cell's rows, those in which other spans start take all the rest.
    if let last = spanStarts.last {
      let delta = room / spanStarts.count
      for index in spanStarts { rows[index].size += delta }
      rows[last].size = (rows[last].size + room - delta * spanStarts.count).nonNegative
      return
    }
    // 3. Rows without a height of their own, by their sizes.
    if !unconstrainedFilled.isEmpty {
      share(room, among: unconstrainedFilled, total: unconstrainedSize, rows: &rows)
      return
    }
    // 4. Empty rows, if all are, or if the others all have heights of their own.
    if let last = empty.last {
      if isSpan {
        if empty.count == range.count {
          rows[last].size += room
          return
        }
      } else {
        let growing = unconstrainedEmpty.isEmpty ? empty : unconstrainedEmpty
        let delta = room / growing.count
        for index in growing { rows[index].size = delta }
        rows[growing[growing.count - 1]].size += room - delta * growing.count
        return
      }
    }
    // 5. All that is not empty, by size.
    share(room, among: filled, total: total, rows: &rows)
  }

  private static func share(
    _ room: LayoutUnit, among growing: [Int], total: LayoutUnit, rows: inout [RowConstraint]
  ) {
    guard let last = growing.last else { return }
    var rest = room
    for index in growing {
      let delta = room.share(rows[index].size, of: total)
      rows[index].size += delta
      rest -= delta
    }
    rows[last].size += rest
  }

  /// Distributes a table's block size (without its borders and padding) to its row groups, and theirs to
  /// their rows.
  static func distribute(
    _ tableSize: LayoutUnit, spacing: LayoutUnit, to sections: inout [SectionConstraint],
    rows: inout [RowConstraint]
  ) {
    guard !sections.isEmpty else { return }
    let available = (tableSize - spacing * (sections.count + 1)).nonNegative
    func percentSize(_ section: SectionConstraint) -> LayoutUnit {
      max(section.size, LayoutUnit((section.percent ?? 0) * Float(available.pixels) / 100))
    }
    var used = LayoutUnit.zero
    var withPercentages = LayoutUnit.zero
    for section in sections {
      used += section.size
      withPercentages += section.percent == nil ? section.size : percentSize(section)
    }
    if available <= used { return }
    var changed = [Bool](repeating: false, count: sections.count)

    // 1. Groups with percentages grow up to them, by how much they lack.
    let percentages = sections.indices.filter { sections[$0].percent != nil }
    if let last = percentages.last, withPercentages > used {
      let room = min(withPercentages, available) - used
      let lacking = withPercentages - used
      var rest = room
      for index in percentages {
        let delta = room.share(percentSize(sections[index]) - sections[index].size, of: lacking)
        sections[index].size += delta
        changed[index] = true
        rest -= delta
      }
      sections[last].size += rest
      used += room
    }

    // 2. The rest goes to bodies rather than headers and footers, and of those to the ones without a
    // height, else to those with a length, else to those with a percentage.
    let bodies = sections.indices.filter { sections[$0].isBody }
    let candidates = bodies.isEmpty ? Array(sections.indices) : bodies
    let automatic = candidates.filter { sections[$0].percent == nil && !sections[$0].isConstrained }
    let lengths = candidates.filter { sections[$0].percent == nil && sections[$0].isConstrained }
    let growing = !automatic.isEmpty ? automatic : !lengths.isEmpty ? lengths : candidates
    let room = available - used
    if room > .zero, let last = growing.last {
      var total = LayoutUnit.zero
      for index in growing { total += sections[index].size }
      var rest = room
      for index in growing {
        let delta = total > .zero ? room.share(sections[index].size, of: total) : room / growing.count
        sections[index].size += delta
        changed[index] = true
        rest -= delta
      }
      sections[last].size += rest
    }

    // 3. Rows follow.
    for (index, section) in sections.enumerated() where changed[index] {
      grow(
        section.rows, to: section.size, isSpan: false, spacing: spacing, percentBasis: section.size,
        rows: &rows)
    }
  }
}
