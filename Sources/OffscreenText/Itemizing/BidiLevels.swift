import CFonts

/// Embedding levels of a text, one a character; each line that ends in a forced break is a
/// paragraph of its own.
/// https://www.unicode.org/reports/tr9/
package enum BidiLevels {
  /// Rule L2: from the highest level to the lowest odd one, all that is at that level or higher turns round.
  /// https://www.unicode.org/reports/tr9/#L2
  package static func visualOrder(of given: [UInt8]) -> [Int] {
    var levels = given
    var order = Array(levels.indices)
    var level = levels.max() ?? 0
    let lowestOdd = levels.min().map { $0 | 1 } ?? 1
    while level >= lowestOdd, level > 0 {
      var index = 0
      while index < order.count {
        if levels[index] < level {
          index += 1
          continue
        }
        var end = index + 1
        while end < order.count, levels[end] >= level { end += 1 }
        order[index..<end].reverse()
        levels[index..<end].reverse()
        index = end
      }
      level -= 1
    }
    return order
  }

  static func levels(of codepoints: [UInt32], base: BaseDirection) -> [UInt8] {
    let count = codepoints.count
    var result = [UInt8](repeating: base == .rightToLeft ? 1 : 0, count: count)
    var types = [UInt32](repeating: 0, count: count)
    var brackets = [UInt32](repeating: 0, count: count)
    var levels = [Int8](repeating: 0, count: count)
    let direction: Int32 =
      switch base {
      case .leftToRight: 0
      case .rightToLeft: 1
      case .automatic: 2
      }
    BidiControls.checked(codepoints, base: base == .leftToRight ? 0 : 1).withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return }
      var lower = 0
      while lower < count {
        var upper = lower
        while upper < count, text[upper] != 0x0A, text[upper] != 0x2029 { upper += 1 }
        upper = Swift.min(upper + 1, count)
        let isFine = offscreen_bidi_levels(
          start + lower, Int32(clamping: upper - lower), direction, &types, &brackets, &levels)
        if isFine != 0 {
          for index in lower..<upper { result[index] = UInt8(clamping: levels[index - lower]) }
          placeRemoved(types, in: &result[lower..<upper], end: base == .automatic ? nil : direction == 1 ? 1 : 0)
        }
        lower = upper
      }
    }
    return result
  }

  /// Rule X9 removes the characters that open and close embeddings; they have to stand somewhere all the
  /// same: with what comes behind them, so that an opening one stands inside what it opens; at the end, where
  /// known, on the paragraph's own level.
  /// https://www.unicode.org/reports/tr9/#Retaining_Explicit_Formatting_Characters
  private static func placeRemoved(_ types: [UInt32], in levels: inout ArraySlice<UInt8>, end: UInt8?) {
    let removed = UInt32(FRIBIDI_MASK_EXPLICIT | FRIBIDI_MASK_BN)
    var next = end
    for index in levels.indices.reversed() {
      if types[index - levels.startIndex] & removed != 0, let next { levels[index] = next }
      next = levels[index]
    }
  }
}
