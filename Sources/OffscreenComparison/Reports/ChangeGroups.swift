/// One change that is there in many pictures.
package struct ChangeGroup: Hashable, Sendable {
  /// `header.site` or `everything below y=64 moved down by 12 px`
  package var title: String
  /// The kinds of change of the element: `moved, painted`; empty where it is no element.
  package var kinds: [String]
  /// The pictures' names, in the order of the comparison.
  package var names: [String]

  /// `header.site changed (painted) in 14 pictures`
  package var description: String {
    let what = kinds.isEmpty ? title : "\(title) changed (\(kinds.joined(separator: ", ")))"
    return "\(what) in \(names.count) pictures"
  }
}

/// Finds changes that many pictures share: of the same element, by the same move, or at the same place.
package struct ChangeGroups {
  /// The largest first.
  package static func find(_ comparison: Comparison) -> [ChangeGroup] {
    var groups: [String: ChangeGroup] = [:]
    func add(_ key: String, _ title: String, kind: String? = nil, _ name: String) {
      var group = groups[key] ?? ChangeGroup(title: title, kinds: [], names: [])
      if group.names.last != name { group.names.append(name) }
      if let kind, !group.kinds.contains(kind) { group.kinds.append(kind) }
      groups[key] = group
    }
    for item in comparison.items where !item.isMatch {
      guard let difference = item.difference else { continue }
      for shift in (difference.shift?.shifts ?? []).prefix(20) { add("shift \(shift)", shift.description, item.name) }
      for change in difference.elements.prefix(500) {
        // A name is the same on every page; of an element without one, the place in the tree is.
        let isNamed = change.element.contains("#") || change.element.contains(".")
        let title = isNamed ? change.element : "\(change.element) (\(change.path))"
        add("element " + title, title, kind: change.kind.rawValue, item.name)
      }
      if difference.elements.isEmpty {
        let regions = (difference.shift?.rest ?? difference.pixels)?.regions ?? []
        for region in regions.prefix(50) {
          let box = region.box
          let title = "the \(box.width)x\(box.height) pixels at \(box.x),\(box.y) changed"
          add("region \(box.x),\(box.y),\(box.width),\(box.height)", title, item.name)
        }
      }
    }
    return groups.values.filter { $0.names.count > 1 }
      .sorted { ($1.names.count, $0.title) < ($0.names.count, $1.title) }
  }
}
