/// A pattern for paths: `*` and `?` within a name, `**` across folders, `[a-z]` and `{a,b}`. A pattern
/// without a slash is held against the last name alone, as in `.gitignore`.
package struct GlobPattern: Sendable {
  private enum Part: Equatable {
    case byte(UInt8)
    case anyByte
    case anyName
    /// `**/`: any number of folders, none included.
    case anyFolders
    case set([ClosedRange<UInt8>], isNegated: Bool)
  }

  private let alternatives: [[Part]]
  private let isForNames: Bool

  /// Nil where a bracket or brace is not closed, or the braces stand for more than 256 patterns.
  package init?(_ text: String) {
    guard let expanded = Self.expandBraces(Array(text.utf8)) else { return nil }
    var alternatives: [[Part]] = []
    for pattern in expanded {
      guard let parts = Self.parse(pattern) else { return nil }
      alternatives.append(parts)
    }
    self.alternatives = alternatives
    isForNames = !text.utf8.contains(UInt8(ascii: "/"))
  }

  /// `path` is relative to the folder that is walked.
  package func matches(_ path: String) -> Bool { matches(Array(path.utf8)) }

  package func matches(_ path: [UInt8]) -> Bool {
    var bytes = path
    if isForNames, let slash = bytes.lastIndex(of: UInt8(ascii: "/")) { bytes.removeSubrange(...slash) }
    return alternatives.contains { Self.matches($0, bytes) }
  }

  /// Keeps the set of places in the pattern that the bytes so far lead to: no path makes it slow.
  private static func matches(_ parts: [Part], _ bytes: [UInt8]) -> Bool {
    var places = [Bool](repeating: false, count: parts.count + 1)
    places[0] = true
    spread(parts, &places, atNameStart: true)
    for byte in bytes {
      var next = [Bool](repeating: false, count: parts.count + 1)
      let slash = UInt8(ascii: "/")
      for (index, part) in parts.enumerated() where places[index] {
        switch part {
        case .byte(let wanted): if byte == wanted { next[index + 1] = true }
        case .anyByte: if byte != slash { next[index + 1] = true }
        case .anyName: if byte != slash { next[index] = true }
        case .anyFolders: next[index] = true
        case .set(let ranges, let isNegated):
          if byte != slash, ranges.contains(where: { $0.contains(byte) }) != isNegated { next[index + 1] = true }
        }
      }
      places = next
      spread(parts, &places, atNameStart: byte == slash)
    }
    return places[parts.count]
  }

  /// A part that can match nothing lets the next part begin at once.
  private static func spread(_ parts: [Part], _ places: inout [Bool], atNameStart: Bool) {
    for (index, part) in parts.enumerated() where places[index] {
      if part == .anyName || (part == .anyFolders && atNameStart) { places[index + 1] = true }
    }
  }

  private static func parse(_ bytes: [UInt8]) -> [Part]? {
    var parts: [Part] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "*"):
        guard index < bytes.count, bytes[index] == UInt8(ascii: "*") else {
          parts.append(.anyName)
          continue
        }
        while index < bytes.count, bytes[index] == UInt8(ascii: "*") { index += 1 }
        parts.append(.anyFolders)
        if index < bytes.count, bytes[index] == UInt8(ascii: "/") { index += 1 } else { parts.append(.anyName) }
      case UInt8(ascii: "?"): parts.append(.anyByte)
      case UInt8(ascii: "\\") where index < bytes.count:
        parts.append(.byte(bytes[index]))
        index += 1
      case UInt8(ascii: "["):
        guard let end = bytes[min(index + 1, bytes.count)...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        var set = Array(bytes[index..<end])
        let isNegated = set.first == UInt8(ascii: "!") || set.first == UInt8(ascii: "^")
        if isNegated { set.removeFirst() }
        parts.append(.set(ranges(set), isNegated: isNegated))
        index = end + 1
      default: parts.append(.byte(byte))
      }
    }
    return parts
  }

  private static func ranges(_ set: [UInt8]) -> [ClosedRange<UInt8>] {
    var ranges: [ClosedRange<UInt8>] = []
    var index = 0
    while index < set.count {
      if index + 2 < set.count, set[index + 1] == UInt8(ascii: "-"), set[index] <= set[index + 2] {
        ranges.append(set[index]...set[index + 2])
        index += 3
      } else {
        ranges.append(set[index]...set[index])
        index += 1
      }
    }
    return ranges
  }

  /// `a{b,c}d` stands for `abd` and `acd`. Braces do not nest.
  private static func expandBraces(_ bytes: [UInt8]) -> [[UInt8]]? {
    var results: [[UInt8]] = [[]]
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "{") else {
        for result in results.indices { results[result].append(bytes[index]) }
        index += 1
        continue
      }
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
      let choices = bytes[(index + 1)..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard results.count * choices.count <= 256 else { return nil }
      results = results.flatMap { result in choices.map { result + $0 } }
      index = end + 1
    }
    return results
  }
}
