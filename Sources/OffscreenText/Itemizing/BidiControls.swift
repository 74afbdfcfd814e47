/// The characters that embed, override and isolate text, checked before FriBidi gets them: it counts isolates beyond
/// the deepest level too, past the end of its table, and closes isolates that were never opened.
/// https://www.unicode.org/reports/tr9/#Explicit_Levels_and_Directions
enum BidiControls {
  /// The specification's is 125. No text has two levels of those left.
  private static let deepest: UInt8 = 123
  /// Without a direction of its own, as isolating characters are: "‖".
  private static let neutral: UInt32 = 0x2016
  /// Removed by the algorithm, as embedding characters are: the zero width space.
  private static let removed: UInt32 = 0x200B

  private struct Embedding {
    var level: UInt8
    var isIsolate: Bool
  }

  /// The text, with what opens nothing or closes nothing replaced by characters that count as much.
  static func checked(_ text: [UInt32], base: UInt8) -> [UInt32] {
    guard text.contains(where: { (0x202A...0x202E).contains($0) || (0x2066...0x2069).contains($0) }) else {
      return text
    }
    var text = text
    var open: [Embedding] = []
    var (overflowIsolates, overflowEmbeddings, isolates) = (0, 0, 0)
    for index in text.indices {
      switch text[index] {
      // 1. X2 to X5c: one that would be too deep is not opened.
      case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068:
        let isIsolate = text[index] >= 0x2066
        let level = open.last?.level ?? base
        // The direction of a first strong isolate is not known here: it takes the higher level.
        let isOdd = [0x202B, 0x202E, 0x2067].contains(text[index])
        let next = text[index] == 0x2068 ? level + 2 : isOdd ? (level + 1) | 1 : (level + 2) & ~1
        if next <= deepest, overflowIsolates == 0, overflowEmbeddings == 0 {
          open.append(Embedding(level: next, isIsolate: isIsolate))
          if isIsolate { isolates += 1 }
        } else if isIsolate {
          overflowIsolates += 1
          text[index] = neutral
        } else {
          if overflowIsolates == 0 { overflowEmbeddings += 1 }
          text[index] = removed
        }
      // 2. X6a.
      case 0x2069:
        if overflowIsolates > 0 {
          overflowIsolates -= 1
          text[index] = neutral
        } else if isolates == 0 {
          text[index] = neutral
        } else {
          overflowEmbeddings = 0
          while let last = open.popLast(), !last.isIsolate {}
          isolates -= 1
        }
      // 3. X7.
      case 0x202C:
        if overflowIsolates > 0 {
          text[index] = removed
        } else if overflowEmbeddings > 0 {
          overflowEmbeddings -= 1
          text[index] = removed
        } else if let last = open.last, !last.isIsolate {
          open.removeLast()
        } else {
          text[index] = removed
        }
      // 4. X8: a paragraph ends everything.
      case 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029:
        open = []
        (overflowIsolates, overflowEmbeddings, isolates) = (0, 0, 0)
      case _: break
      }
    }
    return text
  }
}
