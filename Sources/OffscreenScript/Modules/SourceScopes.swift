/// Which names a source declares where. A scope is a range of the source: a name means its declaration in all of it,
/// also before the declaration, so that it need not be known where a name stands in its scope when it is read.
struct SourceScopes {
  typealias Scope = Int

  private var starts: [Int] = [0]
  private var ends: [Int] = [.max]
  private(set) var declarations: [(name: SourceNames.ID, scope: Scope)] = []

  /// That of the whole source.
  static let whole: Scope = 0

  mutating func open(at start: Int) -> Scope {
    starts.append(start)
    ends.append(.max)
    return starts.count - 1
  }

  mutating func close(_ scope: Scope, at end: Int) { ends[scope] = end }

  mutating func declare(_ name: SourceNames.ID, in scope: Scope) { declarations.append((name, scope)) }

  /// Where names mean something else than in the source as a whole: for each of them ranges in order that do not
  /// overlap. `index` gives a name's place among those that are asked for, or -1.
  func shadows(count: Int, index: (SourceNames.ID) -> Int) -> [[Range<Int>]] {
    var shadows = [[Range<Int>]](repeating: [], count: count)
    for (name, scope) in declarations where scope != Self.whole {
      let place = index(name)
      if place >= 0 { shadows[place].append(starts[scope]..<max(starts[scope], ends[scope])) }
    }
    return shadows.map { ranges in
      var merged: [Range<Int>] = []
      for range in ranges.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
        // Scopes lie in each other or apart.
        if let last = merged.last, range.lowerBound < last.upperBound { continue }
        merged.append(range)
      }
      return merged
    }
  }
}
