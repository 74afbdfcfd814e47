/// Two pictures compared after rows that only moved have been put back: what else changed.
package struct ShiftedComparison: Equatable, Sendable {
  /// From the top down; never empty.
  package let shifts: [RowShift]
  /// The other differences, at the places of the actual picture.
  package let rest: PictureComparison
  /// Pixels of rows that are gone and showed more than what is around them.
  package let removedPixels: Int
  /// Rows of the actual picture that are new.
  private let inserted: [Range<Int>]

  /// More moves than this are another layout, which is not told in these terms.
  private static let mostShifts = 12

  package var differingPixels: Int { rest.differingPixels + removedPixels }
  package var isMatch: Bool { rest.rules.tolerates(differingPixels, of: rest.comparedPixels) }

  /// Nil where nothing moved as a whole, or where that explains little. `strict`: how the pictures differ as they
  /// are. `aligned`: the expected picture with its rows where the actual one has them.
  package static func find(
    _ expected: Bitmap, _ actual: Bitmap, rules: ComparisonRules, strict: PictureComparison
  ) -> (comparison: ShiftedComparison, aligned: Bitmap)? {
    guard expected.width == actual.width, strict.differingPixels > 0 else { return nil }
    let blocks = RowAlignment(expected, actual, masks: rules.masks).blocks
    let isSameHeight = expected.height == actual.height
    let shifts = shifts(blocks)
    guard !shifts.isEmpty, shifts.count <= mostShifts,
      let aligned = try? Bitmap(width: actual.width, height: actual.height)
    else { return nil }

    var rows = AlignedRows(expected: expected, actual: actual, aligned: aligned, rules: rules)
    var last = RowAlignment.Block(old: 0, new: 0, count: 0)
    for block in blocks {
      rows.fillGap(old: last.oldEnd..<block.old, new: last.newEnd..<block.new)
      rows.copy(block)
      last = block
    }
    // Of a picture that is as tall as before, what leaves at the bottom, or comes in there, is part of the move.
    let (oldRest, newRest) = (last.oldEnd..<expected.height, last.newEnd..<actual.height)
    if isSameHeight, last.distance != 0 {
      let common = min(oldRest.count, newRest.count)
      rows.fillGap(old: oldRest.prefix(common), new: newRest.prefix(common))
      rows.keep(newRest.dropFirst(common))
    } else {
      rows.fillGap(old: oldRest, new: newRest)
    }

    var movedRules = rules
    movedRules.masks += rows.movedMasks
    let rest = PictureComparison(aligned, actual, rules: movedRules)
    guard (rest.differingPixels + rows.removedPixels) * 2 <= strict.differingPixels else { return nil }
    return (
      ShiftedComparison(shifts: shifts, rest: rest, removedPixels: rows.removedPixels, inserted: rows.inserted), aligned
    )
  }

  /// `everything below y=300 moved down by 12 px`
  package var description: String { shifts.map(\.description).joined(separator: ", ") }

  /// Where the pictures differ besides, as `PictureComparison.picture` shows it; new rows are tinted.
  package func picture(_ aligned: Bitmap, _ actual: Bitmap) throws(ImageError) -> Bitmap {
    let picture = try PictureComparison.picture(aligned, actual, rules: rest.rules)
    for y in inserted.joined() {
      let row = picture.row(y)
      for x in 0..<picture.width where row[x] & 0xFF > 0xB0 { row[x] = 0xFF00_0000 | (row[x] & 0xFF_FFFF) &- 0x0A_2000 }
    }
    return picture
  }

  private static func shifts(_ blocks: [RowAlignment.Block]) -> [RowShift] {
    var shifts: [RowShift] = []
    var distance = 0
    for block in blocks {
      if block.distance != distance, distance != 0 { shifts[shifts.count - 1].bottom = block.old }
      if block.distance != distance, block.distance != 0 {
        shifts.append(RowShift(top: block.old, bottom: nil, distance: block.distance))
      }
      distance = block.distance
    }
    return shifts
  }
}

/// Builds the expected picture with its rows where the actual one has them.
private struct AlignedRows {
  let expected: Bitmap
  let actual: Bitmap
  let aligned: Bitmap
  let rules: ComparisonRules
  var inserted: [Range<Int>] = []
  var removedPixels = 0
  /// Masks at the places that the expected picture's rows have now.
  var movedMasks: [PixelBox] = []

  init(expected: Bitmap, actual: Bitmap, aligned: Bitmap, rules: ComparisonRules) {
    (self.expected, self.actual, self.aligned, self.rules) = (expected, actual, aligned, rules)
  }

  mutating func copy(_ block: RowAlignment.Block) {
    copy(old: block.old..<block.oldEnd, to: block.new)
  }

  private mutating func copy(old: Range<Int>, to new: Int) {
    for (offset, y) in old.enumerated() { _ = aligned.row(new + offset).update(fromContentsOf: expected.row(y)) }
    if new == old.lowerBound { return }
    for mask in rules.masks {
      let (top, bottom) = (max(mask.y, old.lowerBound), min(mask.bottom, old.upperBound))
      guard top < bottom else { continue }
      movedMasks.append(PixelBox(x: mask.x, y: top + new - old.lowerBound, width: mask.width, height: bottom - top))
    }
  }

  /// Rows of the actual picture that count as the same.
  func keep(_ rows: Range<Int>) {
    for y in rows { _ = aligned.row(y).update(fromContentsOf: actual.row(y)) }
  }

  /// Rows between two blocks: as many as both have are compared; the others are new, or gone.
  mutating func fillGap(old: Range<Int>, new: Range<Int>) {
    let common = min(old.count, new.count)
    // The common rows may be the upper or the lower ones: those that are more alike.
    let isUpper =
      cost(old.lowerBound, new.lowerBound, common) <= cost(old.upperBound - common, new.upperBound - common, common)
    let (oldStart, newStart) =
      isUpper ? (old.lowerBound, new.lowerBound) : (old.upperBound - common, new.upperBound - common)
    copy(old: oldStart..<oldStart + common, to: newStart)
    let oldOnly = isUpper ? old.dropFirst(common) : old.dropLast(common)
    let newOnly = isUpper ? new.dropFirst(common) : new.dropLast(common)
    if !newOnly.isEmpty { insert(newOnly) }
    removedPixels += Self.ownPixels(of: oldOnly, in: expected) { x, y in rules.masks.contains { $0.contains(x, y) } }
  }

  private func cost(_ old: Int, _ new: Int, _ count: Int) -> Int {
    var cost = 0
    for offset in 0..<count {
      let (a, b) = (expected.row(old + offset), actual.row(new + offset))
      for x in 0..<actual.width where a[x] != b[x] { cost += 1 }
    }
    return cost
  }

  /// A new row is compared with what stands above and below of all new ones: space that only grew is no change.
  private mutating func insert(_ rows: Range<Int>) {
    inserted.append(rows)
    let above = rows.lowerBound > 0 ? rows.lowerBound - 1 : nil
    let below = rows.upperBound < actual.height ? rows.upperBound : nil
    for y in rows {
      let (target, row) = (aligned.row(y), actual.row(y))
      for x in 0..<actual.width {
        let (upper, lower) = (above.map { actual.row($0)[x] }, below.map { actual.row($0)[x] })
        target[x] = row[x] == upper || row[x] == lower ? row[x] : upper ?? lower ?? 0
      }
    }
  }

  private static func ownPixels(of rows: Range<Int>, in picture: Bitmap, isMasked: (Int, Int) -> Bool) -> Int {
    let above = rows.lowerBound > 0 ? rows.lowerBound - 1 : nil
    let below = rows.upperBound < picture.height ? rows.upperBound : nil
    var count = 0
    for y in rows {
      let row = picture.row(y)
      for x in 0..<picture.width
      where row[x] != above.map({ picture.row($0)[x] }) && row[x] != below.map({ picture.row($0)[x] }) {
        if !isMasked(x, y) { count += 1 }
      }
    }
    return count
  }
}
