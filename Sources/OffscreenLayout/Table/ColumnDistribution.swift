import OffscreenGeometry

extension LayoutUnit {
  /// The share of the whole that `part` has in `total`, cut off.
  @inline(__always)
  func share(_ part: LayoutUnit, of total: LayoutUnit) -> LayoutUnit {
    guard total.rawValue != 0 else { return .zero }
    let product = Int64(rawValue) * Int64(part.rawValue)
    return LayoutUnit(rawValue: Int32(clamping: product / Int64(total.rawValue)))
  }
}

/// How room is handed out to columns. Pure functions over column constraints.
enum ColumnDistribution {
  // MARK: Cells to columns

  /// Brings what cells ask for into the columns, those over one column first.
  /// https://drafts.csswg.org/css-tables-3/#computing-column-measures
  static func apply(
    _ single: [CellConstraint?], spanning: [SpanningCell], spacing: LayoutUnit, isFixedLayout: Bool,
    to columns: inout [ColumnConstraint]
  ) {
    // 1. As many columns as cells need; column boxes beyond them count only if they have a width.
    if columns.count < single.count {
      let more = ColumnConstraint(isFixedLayout: isFixedLayout, isMergeable: !isFixedLayout)
      columns.append(contentsOf: repeatElement(more, count: single.count - columns.count))
    } else {
      while columns.count > single.count, columns[columns.count - 1].isMergeable { columns.removeLast() }
    }
    // 2. Of the columns under a spanning cell at least one takes room: the first that is shown.
    for cell in spanning {
      let range = self.range(of: cell, in: columns)
      guard let first = range.first else { continue }
      columns[range.first { !columns[$0].isCollapsed } ?? first].isMergeable = false
    }
    // 3. Cells in one column.
    for (index, cell) in single.enumerated() {
      if let cell { columns[index].encompass(cell) }
    }
    // 4. Cells in several, the narrower first.
    let ordered = spanning.sorted { ($0.span, $0.column) < ($1.span, $1.column) }
    for cell in ordered {
      if isFixedLayout {
        distributeFixed(cell, spacing: spacing, to: &columns)
      } else {
        distributeAutomatic(cell, spacing: spacing, to: &columns)
      }
    }
    // 5. Percentages are 100 % together at most.
    var total: Float = 0
    for index in columns.indices {
      if var percent = columns[index].percent {
        if !isFixedLayout, percent + total > 100 {
          percent = 100 - total
          columns[index].percent = percent
        }
        total += percent
      }
      columns[index].min = columns[index].minOrZero
      columns[index].max = columns[index].maxOrZero
    }
    if isFixedLayout, total > 100 {
      for index in columns.indices {
        if let percent = columns[index].percent { columns[index].percent = percent * 100 / total }
      }
    }
  }

  private static func range(of cell: SpanningCell, in columns: [ColumnConstraint]) -> Range<Int> {
    let start = min(cell.column, columns.count)
    return start..<min(columns.count, start + cell.span)
  }

  /// The border spacing between the columns of a range that take room.
  private static func innerSpacing(
    _ range: Range<Int>, _ spacing: LayoutUnit, _ columns: [ColumnConstraint]
  ) -> LayoutUnit {
    var count = -1
    for index in range where !columns[index].isMergeable { count += 1 }
    return spacing * max(0, count)
  }

  private static func distributeFixed(
    _ cell: SpanningCell, spacing: LayoutUnit, to columns: inout [ColumnConstraint]
  ) {
    let range = self.range(of: cell, in: columns).filter { !columns[$0].isMergeable }
    guard let last = range.last else { return }
    let inner = spacing * (range.count - 1)
    let constraint = cell.constraint
    let min = constraint.isConstrained ? (constraint.min - inner).nonNegative : .zero
    let max = (constraint.max - inner).nonNegative
    let count = Float(range.count)
    let eachMin = LayoutUnit(Float(min.pixels) / count)
    let eachMax = LayoutUnit(Float(max.pixels) / count)
    var restMin = min
    var restMax = max
    for index in range {
      restMin -= eachMin
      restMax -= eachMax
      if columns[index].min == nil {
        columns[index].isConstrained = columns[index].isConstrained || constraint.isConstrained
        columns[index].min = eachMin
      }
      if columns[index].max == nil {
        columns[index].isConstrained = columns[index].isConstrained || constraint.isConstrained
        columns[index].max = eachMax
      }
      if let percent = constraint.percent, columns[index].percent == nil, !columns[index].isConstrained {
        columns[index].percent = percent / count
      }
    }
    columns[last].min = columns[last].minOrZero + restMin
    columns[last].max = columns[last].maxOrZero + restMax
  }

  private static func distributeAutomatic(
    _ cell: SpanningCell, spacing: LayoutUnit, to columns: inout [ColumnConstraint]
  ) {
    let range = self.range(of: cell, in: columns)
    guard !range.isEmpty else { return }
    let inner = innerSpacing(range, spacing, columns)
    let min = (cell.constraint.min - inner).nonNegative
    let max = (cell.constraint.max - inner).nonNegative
    for index in range {
      columns[index].min = columns[index].minOrZero
      columns[index].max = columns[index].maxOrZero
    }
    if let percent = cell.constraint.percent { distributePercent(percent, over: range, to: &columns) }

    let minimums = distributeAutomatic(min, over: range, of: columns, growsFixed: true)
    for (index, size) in zip(range, minimums) {
      columns[index].min = Swift.max(columns[index].minOrZero, size)
    }
    let maximums = distributeAutomatic(
      max, over: range, of: columns, growsFixed: cell.constraint.isConstrained)
    for (index, size) in zip(range, maximums) {
      columns[index].max = Swift.max(columns[index].minOrZero, columns[index].maxOrZero, size)
    }
  }

  /// What a spanning cell's percentage has beyond those of its columns goes to the columns without one,
  /// by their max-content sizes.
  private static func distributePercent(
    _ percent: Float, over range: Range<Int>, to columns: inout [ColumnConstraint]
  ) {
    var known: Float = 0
    var others = 0
    var othersMax = LayoutUnit.zero
    for index in range where !columns[index].isMergeable {
      if let own = columns[index].percent {
        known += own
      } else {
        others += 1
        othersMax += columns[index].maxOrZero
      }
    }
    let surplus = percent - known
    guard surplus > 0, others > 0 else { return }
    for index in range where !columns[index].isMergeable && columns[index].percent == nil {
      columns[index].percent =
        othersMax == .zero
        ? surplus / Float(others)
        : surplus * Float(columns[index].maxOrZero.pixels) / Float(othersMax.pixels)
    }
  }

  // MARK: The table's size to columns

  /// The sizes of all columns of a table that has `target` for them together.
  /// https://drafts.csswg.org/css-tables-3/#width-distribution-algorithm
  static func distribute(
    _ target: LayoutUnit, isFixedLayout: Bool, to columns: [ColumnConstraint]
  ) -> [LayoutUnit] {
    if columns.isEmpty { return [] }
    return isFixedLayout
      ? distributeFixed(target, to: columns)
      : distributeAutomatic(target, over: columns.indices, of: columns, growsFixed: true)
  }

  private enum Kind { case merged, percent, fixed, auto }

  private static func kind(_ column: ColumnConstraint) -> Kind {
    if column.isMergeable { return .merged }
    if column.percent != nil { return .percent }
    return column.isConstrained ? .fixed : .auto
  }

  /// `growsFixed`: whether columns with lengths may grow beyond them.
  static func distributeAutomatic(
    _ target: LayoutUnit, over range: Range<Int>, of columns: [ColumnConstraint], growsFixed: Bool
  ) -> [LayoutUnit] {
    // 1. The sums of the guesses: all minimal; percentages met; lengths met; contents met.
    var minimum = LayoutUnit.zero
    for index in range where !columns[index].isMergeable { minimum += columns[index].minOrZero }
    // Of a spanning cell it may be less; columns are never below their minimum.
    let target = max(target, minimum)
    var (percentGuess, specifiedGuess, maximumGuess) = (LayoutUnit.zero, LayoutUnit.zero, LayoutUnit.zero)
    var (percentGain, fixedGain, autoGain) = (LayoutUnit.zero, LayoutUnit.zero, LayoutUnit.zero)
    var (percentCount, fixedCount, autoCount) = (0, 0, 0)
    var totalPercent: Float = 0
    var (fixedMaximum, autoMaximum) = (LayoutUnit.zero, LayoutUnit.zero)
    for index in range {
      let column = columns[index]
      let (low, high) = (column.minOrZero, column.maxOrZero)
      switch kind(column) {
      case .merged: continue
      case .percent:
        let size = column.percentSize(of: target)
        percentCount += 1
        totalPercent += column.percent ?? 0
        percentGuess += size
        specifiedGuess += size
        maximumGuess += size
        percentGain += size - low
      case .fixed:
        fixedCount += 1
        fixedMaximum += high
        percentGuess += low
        specifiedGuess += high
        maximumGuess += high
        fixedGain += high - low
      case .auto:
        autoCount += 1
        autoMaximum += high
        percentGuess += low
        specifiedGuess += low
        maximumGuess += high
        autoGain += high - low
      }
    }

    // 2. Between two guesses, the columns in which they differ share what is there.
    let growing: Kind
    let room: LayoutUnit
    let total: LayoutUnit
    enum Stage { case minimum, percent, specified, maximum, beyond }
    let stage: Stage
    if minimum >= target {
      (stage, growing, room, total) = (.minimum, .merged, .zero, .zero)
    } else if percentGuess >= target {
      (stage, growing, room, total) = (.percent, .percent, target - minimum, percentGain)
    } else if specifiedGuess >= target {
      (stage, growing, room, total) = (.specified, .fixed, target - percentGuess, fixedGain)
    } else if maximumGuess >= target {
      (stage, growing, room, total) = (.maximum, .auto, target - specifiedGuess, autoGain)
    } else if autoCount > 0 {
      (stage, growing, room, total) = (.beyond, .auto, target - maximumGuess, autoMaximum)
    } else if fixedCount > 0, growsFixed {
      (stage, growing, room, total) = (.beyond, .fixed, target - maximumGuess, fixedMaximum)
    } else if percentCount > 0 {
      (stage, growing, room, total) = (.beyond, .percent, target - maximumGuess, .zero)
    } else {
      return [LayoutUnit](repeating: .zero, count: range.count)
    }
    // Contents that fit exactly get exactly their size: dividing could make a line wrap.
    let fitsExactly = stage == .maximum && maximumGuess == target
    let growingCount =
      switch growing {
      case .merged: 1
      case .percent: percentCount
      case .fixed: fixedCount
      case .auto: autoCount
      }

    var sizes = [LayoutUnit](repeating: .zero, count: range.count)
    var rest = fitsExactly ? .zero : room
    var last: Int?
    for (position, index) in range.enumerated() {
      let column = columns[index]
      let kind = kind(column)
      if kind == .merged { continue }
      let (low, high) = (column.minOrZero, column.maxOrZero)
      if kind != growing || fitsExactly {
        switch (kind, stage) {
        case (.percent, .minimum), (.fixed, .minimum), (.fixed, .percent): sizes[position] = low
        case (.auto, .minimum), (.auto, .percent), (.auto, .specified): sizes[position] = low
        case (.percent, _): sizes[position] = column.percentSize(of: target)
        case (.fixed, .beyond) where growing == .percent: break
        case (.fixed, _), (.auto, _): sizes[position] = high
        case (.merged, _): break
        }
        continue
      }
      last = position
      let base: LayoutUnit
      var delta: LayoutUnit
      if stage == .beyond, kind == .percent {
        base = column.percentSize(of: target)
        delta =
          totalPercent != 0
          ? LayoutUnit(Float(room.pixels) * (column.percent ?? 0) / totalPercent) : room / growingCount
      } else {
        let weight: LayoutUnit
        switch stage {
        case .beyond: (base, weight) = (high, high)
        case .percent: (base, weight) = (low, column.percentSize(of: target) - low)
        case .minimum, .specified, .maximum: (base, weight) = (low, high - low)
        }
        delta = total > .zero ? room.share(weight, of: total) : room / growingCount
      }
      rest -= delta
      sizes[position] = base + delta
    }
    if let last { sizes[last] += rest }
    return sizes
  }

  /// https://drafts.csswg.org/css2/#fixed-table-layout , with what browsers do of columns of zero width.
  private static func distributeFixed(_ target: LayoutUnit, to columns: [ColumnConstraint]) -> [LayoutUnit] {
    func isFixed(_ column: ColumnConstraint) -> Bool { column.isFixed && column.max != .zero }
    func isZero(_ column: ColumnConstraint) -> Bool { column.isConstrained && column.max == .zero }
    var sizes = [LayoutUnit](repeating: .zero, count: columns.count)
    var (percentCount, fixedCount, zeroCount, autoCount) = (0, 0, 0, 0)
    var (percentTotal, fixedTotal, assigned) = (LayoutUnit.zero, LayoutUnit.zero, LayoutUnit.zero)
    for column in columns {
      if column.percent != nil {
        percentCount += 1
        percentTotal += column.percentSize(of: target)
      } else if isFixed(column) {
        fixedCount += 1
        fixedTotal += column.maxOrZero
      } else if isZero(column) {
        zeroCount += 1
      } else {
        autoCount += 1
      }
    }
    var last: Int?
    // 1. Lengths: scaled up if nothing else takes the room, down if there is not enough.
    if fixedCount > 0 {
      let room = (target - percentTotal).nonNegative
      var scale: Float = 1
      if (fixedTotal < room && autoCount == 0) || fixedTotal > target {
        scale = Float(room.pixels) / Float(fixedTotal.pixels)
      }
      for (index, column) in columns.enumerated() where isFixed(column) {
        last = index
        sizes[index] = LayoutUnit(scale * Float(column.maxOrZero.pixels))
        assigned += sizes[index]
      }
    }
    if assigned >= target { return sizes }
    // 2. Percentages.
    if percentCount > 0 {
      let room = target - assigned
      let mayScale = (percentTotal < room && autoCount == 0) || percentTotal > room
      for (index, column) in columns.enumerated() where column.percent != nil {
        last = index
        if mayScale, percentTotal == .zero {
          sizes[index] = LayoutUnit(Float(room.pixels) / Float(percentCount))
        } else {
          let scale = mayScale ? Float(room.pixels) / Float(percentTotal.pixels) : 1
          sizes[index] = LayoutUnit(scale * Float(column.percentSize(of: target).pixels))
        }
        assigned += sizes[index]
      }
    }
    // 3. The rest evenly; columns of zero width only if there are no others.
    let room = target - assigned
    let onlyZero = zeroCount == columns.count
    for (index, column) in columns.enumerated() where column.percent == nil && !isFixed(column) {
      if isZero(column), !onlyZero { continue }
      last = index
      sizes[index] = LayoutUnit(Float(room.pixels) / Float(onlyZero ? zeroCount : autoCount))
      assigned += sizes[index]
    }
    if let last { sizes[last] += target - assigned }
    return sizes
  }

  // MARK: The columns' sizes to the table

  /// The min-content and max-content sizes of the grid, `edges` (borders, padding, spacing) included.
  /// https://drafts.csswg.org/css-tables-3/#computing-the-table-width
  static func gridSizes(
    _ columns: [ColumnConstraint], edges: LayoutUnit, isFixedLayout: Bool, usesPercentages: Bool
  ) -> MinMaxSizes {
    var sizes = MinMaxSizes.zero
    var fromOnePercentage = LayoutUnit.zero
    var others = LayoutUnit.zero
    var percents: Float = 0
    for column in columns {
      let (low, high) = (column.minOrZero, column.maxOrZero)
      sizes.min += isFixedLayout && column.isFixed ? high : low
      if let percent = column.percent, percent > 0 {
        if high > .zero {
          let whole = LayoutUnit(100 / percent * Float((high - column.percentEdges).pixels))
          fromOnePercentage = max(fromOnePercentage, whole)
        }
      } else {
        others += high
      }
      sizes.max += high
      percents += column.percent ?? 0
    }
    percents = min(percents, 100)
    if percents > 0, usesPercentages {
      if others != .zero {
        let whole =
          percents == 100 ? Self.largestTable : LayoutUnit(100 / (100 - percents) * Float(others.pixels))
        sizes.max = max(sizes.max, whole)
      }
      sizes.max = max(sizes.max, fromOnePercentage)
    }
    sizes.max = max(sizes.min, sizes.max)
    return sizes + edges
  }

  /// The max-content size of a table that no finite size could satisfy.
  static let largestTable = LayoutUnit(1_000_000)

  /// How many columns take border spacing.
  static func spacedCount(_ columns: [ColumnConstraint]) -> Int {
    columns.reduce(0) { $0 + ($1.isMergeable ? 0 : 1) }
  }
}
