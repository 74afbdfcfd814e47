/// A change in the style of an element, where the inspect data has styles.
package enum StyleChange {
  /// The properties that decide how an element is painted, apart from its box and its text.
  package static let properties = [
    "background-color", "background-image", "background-size", "background-position", "background-repeat", "color",
    "opacity",
    "visibility", "border-top-color", "border-right-color", "border-bottom-color", "border-left-color",
    "border-top-style",
    "border-right-style", "border-bottom-style", "border-left-style", "border-top-left-radius",
    "border-top-right-radius",
    "border-bottom-left-radius", "border-bottom-right-radius", "outline-color", "outline-style", "box-shadow",
    "text-shadow",
    "font-family", "font-weight", "font-style", "text-decoration-line", "text-decoration-color",
    "text-decoration-style", "filter",
    "backdrop-filter", "mix-blend-mode", "clip-path", "mask-image", "fill", "stroke", "list-style-type",
    "list-style-image",
  ]

  private static let mostTold = 4

  /// `background-color: rgb(255, 255, 255) became rgb(238, 238, 238)`; nil where nothing is different, or where it is
  /// no more than what is inherited.
  static func detail(
    _ old: ElementData.Element, _ new: ElementData.Element, parents: (ElementData.Element, ElementData.Element)?
  ) -> String? {
    guard let before = old.style, let after = new.style else { return nil }
    var told: [(name: String, old: String, new: String)] = []
    for name in properties {
      guard let a = before[name], let b = after[name], a != b else { continue }
      if let (oldParent, newParent) = parents, oldParent.style?[name] == a, newParent.style?[name] == b { continue }
      // Colours that follow the text's.
      if name.hasSuffix("-color"), name != "background-color", before["color"] == a, after["color"] == b { continue }
      told.append((name, a, b))
    }
    told = joined(told)
    if told.isEmpty { return nil }
    let texts = told.prefix(mostTold).map { "\($0.name): \(short($0.old)) became \(short($0.new))" }
    return texts.joined(separator: "; ") + (told.count > mostTold ? "; and \(told.count - mostTold) more" : "")
  }

  /// Four sides, or corners, that changed alike are named once.
  private static func joined(_ changes: [(name: String, old: String, new: String)]) -> [(
    name: String, old: String, new: String
  )] {
    let families = [
      ("border-color", ["border-top-color", "border-right-color", "border-bottom-color", "border-left-color"]),
      ("border-style", ["border-top-style", "border-right-style", "border-bottom-style", "border-left-style"]),
      (
        "border-radius",
        [
          "border-top-left-radius", "border-top-right-radius", "border-bottom-left-radius",
          "border-bottom-right-radius",
        ]
      ),
    ]
    var changes = changes
    for (name, parts) in families {
      let found = changes.filter { parts.contains($0.name) }
      guard found.count == parts.count, let first = found.first,
        found.allSatisfy({ $0.old == first.old && $0.new == first.new }),
        let place = changes.firstIndex(where: { parts.contains($0.name) })
      else { continue }
      changes[place] = (name, first.old, first.new)
      changes.removeAll { parts.contains($0.name) }
    }
    return changes
  }

  private static func short(_ text: String) -> String { text.count > 80 ? text.prefix(77) + "…" : text }
}
