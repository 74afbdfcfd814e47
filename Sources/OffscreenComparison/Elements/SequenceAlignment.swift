/// Pairs the entries of two sequences that correspond, in order: a longest common
/// subsequence.
enum SequenceAlignment {
  /// Beyond this many steps, what is between the common beginning and end is paired by position.
  private static let maximumSteps = 4_000_000

  static func pairs<Key: Hashable>(_ old: [Key], _ new: [Key]) -> [(old: Int, new: Int)] {
    var result: [(old: Int, new: Int)] = []
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] {
      result.append((start, start))
      start += 1
    }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    result += middle(old, new, start..<(old.count - end), start..<(new.count - end))
    for index in (0..<end).reversed() { result.append((old.count - 1 - index, new.count - 1 - index)) }
    return result
  }

  private static func middle<Key: Hashable>(
    _ old: [Key], _ new: [Key], _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> [(old: Int, new: Int)] {
    let (rows, columns) = (oldRange.count, newRange.count)
    if rows == 0 || columns == 0 { return [] }
    guard rows <= maximumSteps / (columns + 1) else {
      return zip(oldRange, newRange).filter { old[$0] == new[$1] }.map { (old: $0, new: $1) }
    }
    // lengths[r][c]: of the longest common subsequence of what follows.
    let width = columns + 1
    var lengths = [Int32](repeating: 0, count: (rows + 1) * width)
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        lengths[row * width + column] =
          old[oldRange.lowerBound + row] == new[newRange.lowerBound + column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var result: [(old: Int, new: Int)] = []
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      let (a, b) = (oldRange.lowerBound + row, newRange.lowerBound + column)
      if old[a] == new[b] {
        result.append((a, b))
        (row, column) = (row + 1, column + 1)
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return result
  }
}
