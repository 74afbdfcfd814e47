/// A prefix code for one alphabet of a deflate block: the length and the (bit-reversed) code of each
/// symbol.
/// https://www.rfc-editor.org/rfc/rfc1951#section-3.2.2
struct HuffmanCode {
  private(set) var lengths: [UInt8]
  private(set) var codes: [UInt16]

  /// The code that is best for these frequencies, with no length above `limit`.
  init(frequencies: [UInt32], limit: Int) {
    lengths = Self.lengths(for: frequencies, limit: limit)
    codes = Self.codes(for: lengths, limit: limit)
  }

  /// Huffman's lengths by Moffat and Katajainen's method in place: first the parents, then the
  /// depths of inner nodes, then those of leaves. Lengths above the limit are shortened to it, and
  /// others lengthened until the code fits again.
  private static func lengths(for frequencies: [UInt32], limit: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    // Sorted by frequency, then symbol, so that the result is always the same.
    let used = frequencies.indices.filter { frequencies[$0] > 0 }
      .sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
    let count = used.count
    guard count > 1 else {
      // A single symbol still needs one bit.
      if let only = used.first { lengths[only] = 1 }
      return lengths
    }

    var tree = used.map { Int(frequencies[$0]) }
    // 1. Combine the two lightest, and let each inner node remember its parent.
    var leaf = 0
    var root = 0
    for next in 0..<(count - 1) {
      var weight = 0
      for _ in 0..<2 {
        if leaf >= count || (root < next && tree[root] < tree[leaf]) {
          weight += tree[root]
          tree[root] = next
          root += 1
        } else {
          weight += tree[leaf]
          leaf += 1
        }
      }
      tree[next] = weight
    }
    // 2. The depth of each inner node is its parent's and one.
    tree[count - 2] = 0
    for next in Swift.stride(from: count - 3, through: 0, by: -1) { tree[next] = tree[tree[next]] + 1 }
    // 3. Count the leaves of each depth: what is not an inner node is a leaf.
    var leavesOfDepth = [Int](repeating: 0, count: max(limit, count) + 1)
    var available = 1
    var depth = 0
    var inner = count - 2
    while available > 0 {
      var innerHere = 0
      while inner >= 0, tree[inner] == depth {
        innerHere += 1
        inner -= 1
      }
      leavesOfDepth[depth] += available - innerHere
      available = innerHere * 2
      depth += 1
    }
    // 4. Move leaves that are too deep up to the limit, and make room for them.
    for deep in (limit + 1)..<max(limit + 2, leavesOfDepth.count) where deep < leavesOfDepth.count {
      leavesOfDepth[limit] += leavesOfDepth[deep]
      leavesOfDepth[deep] = 0
    }
    var room = 0
    for length in 1...limit { room += leavesOfDepth[length] << (limit - length) }
    while room > 1 << limit {
      // One leaf of the limit becomes the sibling of a shorter one that moves a level down.
      guard let shorter = (1..<limit).last(where: { leavesOfDepth[$0] > 0 }) else { break }
      leavesOfDepth[limit] -= 1
      leavesOfDepth[shorter] -= 1
      leavesOfDepth[shorter + 1] += 2
      room -= 1
    }
    // 5. The rarest symbols get the longest codes.
    var position = 0
    for length in Swift.stride(from: limit, through: 1, by: -1) {
      for _ in 0..<leavesOfDepth[length] {
        lengths[used[position]] = UInt8(length)
        position += 1
      }
    }
    return lengths
  }

  /// Codes in the order of their lengths and symbols, reversed because deflate writes the highest
  /// bit first.
  private static func codes(for lengths: [UInt8], limit: Int) -> [UInt16] {
    var counts = [UInt16](repeating: 0, count: limit + 1)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var next = [UInt16](repeating: 0, count: limit + 1)
    var code: UInt16 = 0
    for length in 1...limit {
      code = (code &+ (length > 1 ? counts[length - 1] : 0)) << 1
      next[length] = code
    }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      let code = next[Int(length)]
      next[Int(length)] &+= 1
      return code.bitReversed >> (16 - UInt16(length))
    }
  }
}

extension UInt16 {
  fileprivate var bitReversed: UInt16 {
    var value = self
    value = (value & 0x5555) << 1 | (value >> 1) & 0x5555
    value = (value & 0x3333) << 2 | (value >> 2) & 0x3333
    value = (value & 0x0F0F) << 4 | (value >> 4) & 0x0F0F
    return value.byteSwapped
  }
}
