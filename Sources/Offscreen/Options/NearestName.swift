/// The name that was probably meant: the nearest one, if it is near.
package func nearestName(to name: String, in names: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().filter { $0 != "-" && $0 != "_" }.utf8.prefix(64))
  let near = names.map { candidate in
    (candidate, editDistance(wanted, Array(candidate.lowercased().filter { $0 != "-" && $0 != "_" }.utf8.prefix(64))))
  }
  guard let best = near.min(by: { $0.1 < $1.1 }), best.1 <= max(1, wanted.count / 3) else { return nil }
  return best.0
}

/// How many letters have to be added, removed, changed or swapped with their neighbour.
private func editDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...other.count)
  for i in one.indices {
    var row = [i + 1]
    for j in other.indices {
      var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (one[i] == other[j] ? 0 : 1))
      if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[other.count]
}
