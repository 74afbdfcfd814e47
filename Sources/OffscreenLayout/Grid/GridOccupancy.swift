/// The cells of a grid that items take: for each line of cells along the axis that fills first, what is taken of it.
struct GridOccupancy {
  /// Sorted; neither overlapping nor touching.
  private var lines: [Int: [Range<Int>]] = [:]
  /// Lines that may still be looked at: with many items as large as the grid, or with gaps into which nothing fits,
  /// they are as many as items squared.
  private var left = 10_000_000

  /// Whether the limit was met. From then on everything is free.
  var isSpent: Bool { left <= 0 }

  /// What lies in the way of an area.
  struct Obstacle {
    /// The last line that it is found in.
    var line: Int
    /// Where it ends there.
    var end: Int
  }

  mutating func take(_ minor: GridSpan, lines major: GridSpan) {
    for line in major.start..<major.end {
      left -= 1
      guard left > 0 else { return }
      Self.add(minor.start..<minor.end, to: &lines[line, default: []])
    }
  }

  private static func add(_ range: Range<Int>, to taken: inout [Range<Int>]) {
    // 1. The first one that it touches, and the first one behind it.
    let first = place(in: taken) { $0.upperBound < range.lowerBound }
    var (end, merged) = (first, range)
    while end < taken.count, taken[end].lowerBound <= range.upperBound {
      merged = min(merged.lowerBound, taken[end].lowerBound)..<max(merged.upperBound, taken[end].upperBound)
      end += 1
    }
    // 2. All between become one.
    if end == first + 1 { taken[first] = merged } else { taken.replaceSubrange(first..<end, with: [merged]) }
  }

  /// The first place whose range is not before.
  private static func place(in taken: [Range<Int>], isBefore: (Range<Int>) -> Bool) -> Int {
    // Optimization: grids fill from the start to the end.
    if let last = taken.last, isBefore(last) { return taken.count }
    var (low, high) = (0, taken.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(taken[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// nil where the area is free.
  mutating func obstacle(_ minor: GridSpan, lines major: GridSpan) -> Obstacle? {
    for line in (major.start..<major.end).reversed() {
      left -= 1
      guard left > 0 else { return nil }
      guard let taken = lines[line] else { continue }
      let index = Self.place(in: taken) { $0.upperBound <= minor.start }
      if index < taken.count, taken[index].lowerBound < minor.end {
        return Obstacle(line: line, end: taken[index].upperBound)
      }
    }
    return nil
  }
}
