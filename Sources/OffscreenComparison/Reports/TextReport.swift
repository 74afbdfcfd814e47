import Offscreen

/// The result of a comparison, as text.
package enum TextReport {
  private static let mostElements = 20
  private static let mostGroups = 10

  /// The most important details of an item that is not the same.
  package static func details(_ item: ComparedItem) -> [String] {
    guard let difference = item.difference else { return [item.summary] }
    var lines: [String] = []
    if let line = origin(difference.fingerprint) { lines.append(line) }
    lines.append(item.summary)
    for change in difference.elements.prefix(mostElements) { lines.append(change.description) }
    if difference.elements.count > mostElements {
      lines.append("and \(difference.elements.count - mostElements) more elements")
    }
    if difference.carriedAlong > 0 { lines.append("\(difference.carriedAlong) elements went along") }
    return lines + difference.notes.map { "note: \($0)" }
  }

  /// `3 same, 1 different`
  package static func totals(_ comparison: Comparison) -> String {
    let totals = comparison.totals
    return ["same", "different", "missing", "added", "trouble"].compactMap { status in
      totals[status].map { "\($0) \(status)" }
    }.joined(separator: ", ")
  }

  /// The changes that many pictures share.
  package static func groups(_ comparison: Comparison) -> [String] {
    let groups = ChangeGroups.find(comparison)
    let more = groups.count > mostGroups ? ["and \(groups.count - mostGroups) more groups"] : []
    return groups.prefix(mostGroups).map(\.description) + more
  }

  /// The line that comes first: pictures that were not made alike need not be alike.
  package static func origin(_ differences: [Fingerprint.Difference]) -> String? {
    if differences.isEmpty { return nil }
    return "not made alike: " + differences.map(\.description).joined(separator: ", ")
  }
}
