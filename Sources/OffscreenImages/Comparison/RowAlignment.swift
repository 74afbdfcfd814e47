/// Finds the rows of one picture in another of the same width: blocks of rows that are the same, in order, at the
/// same height or another.
///
/// As in a patient comparison of texts: what is there once in both pictures anchors the alignment, and grows from
/// there. Equal rows that follow each other count as one, since the empty space of a page is what repeats.
struct RowAlignment {
  /// Rows that are the same, from these on.
  struct Block: Equatable {
    var old: Int
    var new: Int
    var count: Int

    var distance: Int { new - old }
    var oldEnd: Int { old + count }
    var newEnd: Int { new + count }
  }

  /// From the top down; neither overlaps another in either picture.
  let blocks: [Block]

  /// Blocks that moved and have fewer rows than this are chance.
  private static let fewestRows = 6

  init(_ expected: Bitmap, _ actual: Bitmap, masks: [PixelBox]) {
    let (old, new) = (Self.keys(expected, masks), Self.keys(actual, masks))
    var anchors = Self.anchors(Self.runs(old), Self.runs(new))
    anchors = Self.grown(anchors, old, new)
    // What is left of the chance matches must not keep others from growing.
    let solid = anchors.indices.filter { index in
      let block = anchors[index]
      let neighbours = [index - 1, index + 1].filter(anchors.indices.contains).map { anchors[$0].distance }
      return block.distance == 0 || block.count >= Self.fewestRows || neighbours.contains(block.distance)
    }.map { anchors[$0] }
    blocks = Self.grown(solid, old, new)
  }

  // MARK: Rows

  /// A hash of a row. That two unlike rows share one does no harm: pixels are compared
  /// in the end.
  private static func keys(_ picture: Bitmap, _ masks: [PixelBox]) -> [UInt64] {
    (0..<picture.height).map { y in
      let row = UnsafeBufferPointer(picture.row(y))
      let hidden = masks.filter { $0.y <= y && y < $0.bottom }
      return hidden.isEmpty ? key(row) : key(row, without: hidden)
    }
  }

  private static func key(_ row: UnsafeBufferPointer<UInt32>) -> UInt64 {
    var key: UInt64 = 0xCBF2_9CE4_8422_2325
    for pixel in row { key = mixed(key, pixel) }
    return key
  }

  private static func key(_ row: UnsafeBufferPointer<UInt32>, without masks: [PixelBox]) -> UInt64 {
    var key: UInt64 = 0xCBF2_9CE4_8422_2325
    for (x, pixel) in row.enumerated() {
      key = mixed(key, masks.contains { $0.x <= x && x < $0.right } ? 0 : pixel)
    }
    return key
  }

  @inline(__always)
  private static func mixed(_ key: UInt64, _ pixel: UInt32) -> UInt64 {
    let next = (key ^ UInt64(pixel)) &* 0x9E37_79B9_7F4A_7C15
    return next ^ next >> 29
  }

  /// Rows that are the same and follow each other.
  private struct Run {
    var key: UInt64
    var start: Int
    var count: Int
  }

  private static func runs(_ keys: [UInt64]) -> [Run] {
    var runs: [Run] = []
    for (y, key) in keys.enumerated() {
      if let last = runs.last, last.key == key {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(key: key, start: y, count: 1))
      }
    }
    return runs
  }

  // MARK: Blocks

  /// Runs that are there once in each, as far as their order is the same: a longest increasing subsequence.
  private static func anchors(_ old: [Run], _ new: [Run]) -> [Block] {
    func once(_ runs: [Run]) -> [UInt64: Int] {
      var places: [UInt64: Int] = [:]
      for (index, run) in runs.enumerated() { places[run.key] = places[run.key] == nil ? index : -1 }
      return places.filter { $0.value >= 0 }
    }
    let (oldPlaces, newPlaces) = (once(old), once(new))
    let pairs = old.indices.compactMap { index -> (old: Int, new: Int)? in
      guard oldPlaces[old[index].key] == index, let other = newPlaces[old[index].key] else { return nil }
      return (index, other)
    }
    // Patience: the last pair of the best sequence of each length, and each pair's forerunner.
    var tops: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, tops.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tops[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? tops[low - 1] : -1
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var blocks: [Block] = []
    var place = tops.last ?? -1
    while place >= 0 {
      let (a, b) = (old[pairs[place].old], new[pairs[place].new])
      blocks.append(Block(old: a.start, new: b.start, count: min(a.count, b.count)))
      place = before[place]
    }
    return blocks.reversed()
  }

  /// Each block with the equal rows behind and before it; blocks that touch become one.
  private static func grown(_ blocks: [Block], _ old: [UInt64], _ new: [UInt64]) -> [Block] {
    var result: [Block] = []
    for (index, block) in blocks.enumerated() {
      var block = block
      // Rows at the same height belong together before anything is said to have moved.
      let next = index + 1 < blocks.count ? blocks[index + 1] : Block(old: old.count, new: new.count, count: 0)
      while block.oldEnd < next.old, block.newEnd < next.new, old[block.oldEnd] == new[block.newEnd] {
        block.count += 1
      }
      let last = result.last ?? Block(old: 0, new: 0, count: 0)
      while block.old > last.oldEnd, block.new > last.newEnd, old[block.old - 1] == new[block.new - 1] {
        (block.old, block.new, block.count) = (block.old - 1, block.new - 1, block.count + 1)
      }
      if let last = result.last, last.oldEnd == block.old, last.newEnd == block.new {
        result[result.count - 1].count += block.count
      } else {
        result.append(block)
      }
    }
    return withEnds(result, old, new)
  }

  /// And what is the same at both tops, and at both bottoms, though it is there more than once.
  private static func withEnds(_ blocks: [Block], _ old: [UInt64], _ new: [UInt64]) -> [Block] {
    var blocks = blocks
    if blocks.first.map({ $0.old > 0 && $0.new > 0 }) ?? true {
      let limit = blocks.first.map { min($0.old, $0.new) } ?? min(old.count, new.count)
      var count = 0
      while count < limit, old[count] == new[count] { count += 1 }
      if count > 0 { blocks.insert(Block(old: 0, new: 0, count: count), at: 0) }
    }
    let last = blocks.last ?? Block(old: 0, new: 0, count: 0)
    var count = 0
    while old.count - count > last.oldEnd, new.count - count > last.newEnd,
      old[old.count - 1 - count] == new[new.count - 1 - count]
    { count += 1 }
    if count > 0 { blocks.append(Block(old: old.count - count, new: new.count - count, count: count)) }
    return blocks
  }
}
