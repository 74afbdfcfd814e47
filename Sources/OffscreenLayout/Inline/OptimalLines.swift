import OffscreenCSS
import OffscreenGeometry

/// Chooses where the lines of a paragraph end by what the whole looks like, after Knuth and Plass: the sum of the
/// squares of the room left over is least. The penalties are those of Chromium, which has them from Android.
struct OptimalLines {
  let widths: LineWidths
  /// What is taken off the first one's room.
  let indent: LayoutUnit
  /// CSS pixels.
  let fontSize: Double
  let isJustified: Bool
  /// The last line counts as the others do.
  let isBalanced: Bool

  /// More candidates are not compared: each is, with all others of a line.
  private static let limit = 500
  private static let overfull = 1e12
  /// Of the last opportunity: no word is to stand alone at the end.
  private static let orphansPenalty = 10_000.0
  private static let lastLineMultiplier = 4.0

  private struct Best {
    var score = 0.0
    var previous = 0
    var line = 0
  }

  /// The candidates at which lines end, the last one included; nil where there is too little to choose from, or
  /// too much.
  func ends(_ candidates: [LineBreakCandidate]) -> [Int]? {
    guard candidates.count >= 5, candidates.count <= Self.limit else { return nil }
    let area = widths.room.pixels * fontSize
    let hyphenPenalty = isJustified ? area / 2 : area * 2
    let linePenalty = isJustified ? 0 : hyphenPenalty * 2
    var penalties = candidates.map { $0.isHyphen ? hyphenPenalty : 0 }
    for index in penalties.indices.dropLast().reversed() {
      penalties[index] += Self.orphansPenalty
      if !candidates[index].isHyphen { break }
    }

    // For each candidate the best of the lines that may end there.
    var best = [Best()]
    best.reserveCapacity(candidates.count)
    var active = 0
    for end in candidates.indices.dropFirst() {
      let isLast = end == candidates.count - 1
      var found = Best(score: .infinity, previous: active)
      for start in active..<end {
        let width = candidates[end].end - candidates[start].next
        let rest = (available(best[start].line) - width).pixels
        var score = best[start].score
        if rest < 0 {
          score += Self.overfull
          active = start + 1
        } else if isLast, !isBalanced {
          score += Self.lastLineMultiplier * penalties[start]
        } else {
          score += rest * rest
        }
        if score <= found.score { found = Best(score: score, previous: start) }
      }
      found.score += penalties[end] + linePenalty
      found.line = best[found.previous].line + 1
      best.append(found)
    }

    var ends: [Int] = []
    var index = candidates.count - 1
    while index > 0 {
      ends.append(index)
      index = best[index].previous
    }
    return ends.reversed()
  }

  private func available(_ line: Int) -> LayoutUnit {
    (line == 0 ? widths[0] - indent : widths[line]).nonNegative + .epsilon
  }
}
