/// Declarations as scripts see them: the longhands that they set, each with its value as it is serialized.
/// https://drafts.csswg.org/cssom-1/#css-declarations
package enum DeclarationText {
  package struct Longhand: Equatable, Sendable {
    package var name: String
    package var value: String
    package var isImportant = false
  }

  /// What stands for the value of a longhand whose shorthand was declared with `var()`: this, the shorthand's name,
  /// this, the shorthand's text. As a value of its own, it is the empty string.
  /// https://drafts.csswg.org/css-variables-2/#variables-in-shorthands
  package static let pending = "\u{1}"

  /// The declarations of a block, in order; later ones do not replace earlier ones here.
  package static func declarations(_ text: String) -> [Longhand] {
    let buffer = TokenBuffer(text)
    return StyleSheet.declarations(ofAttribute: buffer).flatMap { declaration -> [Longhand] in
      let name = buffer.string(buffer.tokens[declaration.name])
      let value = TokenCursor(buffer, declaration.value)
      return (longhands(of: name, value) ?? []).map {
        Longhand(name: $0.name, value: $0.value, isImportant: declaration.isImportant)
      }
    }
  }

  /// Of one declaration; nil where it is not valid.
  package static func longhands(of name: String, value: String) -> [Longhand]? {
    let cursor = TokenCursor(value)
    // The value of a declaration has no semicolon, and its importance is given apart.
    var scan = cursor
    while !scan.isAtEnd {
      if scan.kind == .semicolon || scan.isDelim("!") { return nil }
      scan.advance()
    }
    return longhands(of: name, cursor)
  }

  /// The names of a property's longhands, in the order in which they are set; nil where it is not known.
  package static func longhandNames(_ name: String) -> [String]? {
    if name.hasPrefix("--") { return [name] }
    let lowercased = name.lowercased()
    switch PropertyTable.find(lowercased) {
    case .longhand(let id): return [PropertyTable.name(of: id)]
    case .shorthand(let index): return PropertyTable.shorthands[index].longhands.map(PropertyTable.name)
    case .everything: return everything.map(PropertyTable.name)
    case .ignored: return [lowercased]
    case nil: return nil
    }
  }

  /// All names that there are: longhands, shorthands, other names of both.
  package static let names: [String] = PropertyTable.allNames.sorted()

  private static let everything = PropertyTable.all.filter {
    $0 != PropertyTable.direction && $0 != PropertyTable.unicodeBidi
  }

  private static func longhands(of name: String, _ cursor: TokenCursor) -> [Longhand]? {
    if name.hasPrefix("--") { return custom(name, cursor) }
    let lowercased = name.lowercased()
    guard let found = PropertyTable.find(lowercased), !cursor.isAtEnd else { return nil }
    let source = String(decoding: cursor.source, as: UTF8.self)
    switch found {
    case .longhand(let id):
      let name = PropertyTable.name(of: id)
      return PropertyTable.specifiedText(name, source).map { [Longhand(name: name, value: $0)] }
    case .shorthand(let index): return longhands(of: PropertyTable.shorthands[index], cursor, source)
    case .everything:
      return cursor.wideKeyword.map { wide in
        everything.map { Longhand(name: PropertyTable.name(of: $0), value: wide.rawValue) }
      }
    case .ignored: return ignored(lowercased, cursor, source)
    }
  }

  /// Of a property that no picture shows: one that takes a keyword is read as such, others as they are.
  private static func ignored(_ name: String, _ cursor: TokenCursor, _ source: String) -> [Longhand]? {
    guard let text = PropertyTable.componentText(source) else { return nil }
    if cursor.wideKeyword == nil, !Substitution.isNeeded(in: cursor.range, cursor.buffer), let known = keywords[name],
      !known.contains(text)
    {
      return nil
    }
    return [Longhand(name: name, value: text)]
  }

  private static let keywords: [String: Set<String>] = [
    "user-select": ["auto", "none", "text", "all", "contain"], "scroll-behavior": ["auto", "smooth"],
    "overscroll-behavior-x": ["auto", "contain", "none"], "overscroll-behavior-y": ["auto", "contain", "none"],
    "scroll-snap-stop": ["normal", "always"], "print-color-adjust": ["economy", "exact"],
    "text-rendering": ["auto", "optimizespeed", "optimizelegibility", "geometricprecision"],
    "forced-color-adjust": ["auto", "none", "preserve-parent-color"], "math-style": ["normal", "compact"],
    "math-shift": ["normal", "compact"], "overflow-anchor": ["auto", "none"],
    "interpolate-size": ["numeric-only", "allow-keywords"], "field-sizing": ["fixed", "content"],
    "text-autospace": ["normal", "no-autospace", "auto"],
  ]

  /// https://drafts.csswg.org/css-variables-2/#serializing-custom-props
  private static func custom(_ name: String, _ cursor: TokenCursor) -> [Longhand]? {
    guard name.utf8.count > 2, Substitution.isValid(cursor.range, in: cursor.buffer, isCustom: true) else { return nil }
    if let wide = cursor.wideKeyword { return [Longhand(name: name, value: wide.rawValue)] }
    var text = String(decoding: cursor.source, as: UTF8.self)
    while let last = text.utf8.last, last.isCSSWhitespace { text.removeLast() }
    return [Longhand(name: name, value: text)]
  }

  private static func longhands(of shorthand: Shorthand, _ cursor: TokenCursor, _ source: String) -> [Longhand]? {
    let names = shorthand.longhands.map(PropertyTable.name)
    func all(_ value: String) -> [Longhand] { names.map { Longhand(name: $0, value: value) } }
    if let wide = cursor.wideKeyword { return all(wide.rawValue) }
    if Substitution.isNeeded(in: cursor.range, cursor.buffer) {
      guard Substitution.isValid(cursor.range, in: cursor.buffer, isCustom: false) else { return nil }
      return all(pending + shorthand.name + pending + source)
    }
    guard let (values, places) = shorthand.readPlaces(cursor, in: ParsingContext()) else { return nil }
    let layers = LayerTexts(shorthand.name, cursor)
    return names.indices.map { index in
      let id = shorthand.longhands[index]
      let text: String
      if let own = layers?.texts[names[index]] {
        text = own
      } else if let value = values[index] {
        let place =
          places[index]
          ?? names.indices.first { places[$0] != nil && values[$0]?.isSame(as: value) == true }.flatMap { places[$0] }
        text =
          place.flatMap { parts in
            let texts = parts.map { String(decoding: cursor.buffer.source(of: $0), as: UTF8.self) }
            return PropertyTable.specifiedText(names[index], texts.joined(separator: " "))
          }
          ?? PropertyTable.row(id).text(of: PropertyTable.values(id, value), in: ComputedText(.initial))
      } else {
        text = PropertyTable.initialText(id)
      }
      return Longhand(name: names[index], value: text)
    }
  }
}

extension DeclaredValue {
  /// Whether it is the same object.
  fileprivate func isSame(as other: DeclaredValue) -> Bool {
    switch (self, other) {
    case (.computed(let a), .computed(let b)): a === b
    case (.relative(let a), .relative(let b)): a === b
    default: false
    }
  }
}

/// The longhands of a shorthand that is a list of layers (`background`, `transition`, ...), component by component.
private struct LayerTexts {
  private(set) var texts: [String: String] = [:]

  /// Longhands in the order in which they are tried.
  private static let members: [String: [String]] = [
    "background": [
      "background-image", "background-position", "background-repeat", "background-attachment", "background-origin",
      "background-clip", "background-color",
    ],
    "mask": ["mask-image", "mask-position", "mask-repeat", "mask-origin", "mask-clip", "mask-mode", "mask-composite"],
    "transition": [
      "transition-duration", "transition-delay", "transition-timing-function", "transition-behavior",
      "transition-property",
    ],
    "animation": [
      "animation-duration", "animation-delay", "animation-timing-function", "animation-iteration-count",
      "animation-direction", "animation-fill-mode", "animation-play-state", "animation-name",
    ],
    "background-position": ["background-position"], "mask-position": ["mask-position"],
  ]

  init?(_ name: String, _ cursor: TokenCursor) {
    guard let members = Self.members[name] else { return nil }
    var layers: [[String: String]] = []
    var cursor = cursor
    while !cursor.isAtEnd {
      let start = cursor.position
      while !cursor.isAtEnd, cursor.kind != .comma { cursor.advanceValue() }
      guard let layer = Self.layer(TokenCursor(cursor.buffer, start..<cursor.position), members) else { return nil }
      layers.append(layer)
      _ = cursor.consumeComma()
    }
    for key in Set(layers.flatMap(\.keys)) where key != "background-color" {
      guard case .longhand(let id)? = PropertyTable.find(key) else { continue }
      let initial = PropertyTable.initialText(id)
      texts[key] = layers.map { $0[key] ?? initial }.joined(separator: ", ")
    }
    if let color = layers.last?["background-color"] { texts["background-color"] = color }
    // One box is both the origin and the clip.
    for prefix in ["background", "mask"] where name == prefix {
      let boxes = layers.map { layer -> (String, String)? in
        guard let origin = layer["\(prefix)-origin"] else { return nil }
        return (origin, layer["\(prefix)-clip"] ?? origin)
      }
      let defaults = prefix == "mask" ? ("border-box", "border-box") : ("padding-box", "border-box")
      if boxes.contains(where: { $0 != nil }) {
        texts["\(prefix)-origin"] = boxes.map { ($0 ?? defaults).0 }.joined(separator: ", ")
        texts["\(prefix)-clip"] = boxes.map { ($0 ?? defaults).1 }.joined(separator: ", ")
      }
    }
  }

  private static func layer(_ cursor: TokenCursor, _ members: [String]) -> [String: String]? {
    var (cursor, open, layer) = (cursor, members, [String: String]())
    next: while !cursor.isAtEnd {
      for (place, name) in open.enumerated() {
        if name.hasSuffix("-position") {
          guard let end = Self.positionEnd(cursor) else { continue }
          let prefix = name == "mask-position" ? "-webkit-mask-position" : name
          let (x, y) = Self.axes(TokenCursor(cursor.buffer, cursor.position..<end))
          (layer[prefix + "-x"], layer[prefix + "-y"]) = (x, y)
          cursor = TokenCursor(cursor.buffer, end..<cursor.end)
          if cursor.consumeSlash() {
            let size = name.replacingSuffix("-position", "-size")
            guard let (text, rest) = Self.longest(size, cursor) else { return nil }
            (layer[size], cursor) = (text, rest)
          }
        } else {
          guard let (text, rest) = Self.longest(name, cursor) else { continue }
          (layer[name], cursor) = (text, rest)
        }
        open.remove(at: place)
        continue next
      }
      return nil
    }
    return layer
  }

  /// As many components as a longhand takes, as text.
  private static func longest(_ name: String, _ cursor: TokenCursor) -> (String, TokenCursor)? {
    guard case .longhand(let id)? = PropertyTable.find(name) else { return nil }
    var attempt = cursor
    guard PropertyTable.parse(id, &attempt, in: ParsingContext()) != nil, attempt.position > cursor.position else {
      return nil
    }
    let source = String(decoding: cursor.buffer.source(of: cursor.position..<attempt.position), as: UTF8.self)
    return PropertyTable.specifiedText(name, source).map { ($0, attempt) }
  }

  private static func positionEnd(_ cursor: TokenCursor) -> Int? {
    var attempt = cursor
    guard attempt.consumePosition(in: ParsingContext(), threeValues: true) != nil else { return nil }
    return attempt.position
  }

  /// The horizontal and the vertical part of a position.
  private static func axes(_ cursor: TokenCursor) -> (String, String) {
    var cursor = cursor
    var parts: [String] = []
    while !cursor.isAtEnd {
      let start = cursor.position
      cursor.advance()
      parts.append(
        PropertyTable.componentText(String(decoding: cursor.buffer.source(of: start..<cursor.position), as: UTF8.self))
          ?? "")
    }
    let (horizontal, vertical) = (["left", "right"], ["top", "bottom"])
    if parts.count == 1 { return vertical.contains(parts[0]) ? ("center", parts[0]) : (parts[0], "center") }
    if parts.count == 2 {
      return vertical.contains(parts[0]) || horizontal.contains(parts[1]) ? (parts[1], parts[0]) : (parts[0], parts[1])
    }
    // Keywords, each perhaps with an offset.
    var groups: [[String]] = []
    for part in parts {
      if groups.isEmpty || (horizontal + vertical + ["center"]).contains(part) {
        groups.append([part])
      } else {
        groups[groups.count - 1].append(part)
      }
    }
    let isSwapped = groups.first.map { vertical.contains($0[0]) } ?? false
    let texts = groups.map { $0.joined(separator: " ") }
    guard texts.count == 2 else { return (parts.joined(separator: " "), "center") }
    return isSwapped ? (texts[1], texts[0]) : (texts[0], texts[1])
  }
}

extension String {
  fileprivate func replacingSuffix(_ suffix: String, _ other: String) -> String {
    String(dropLast(suffix.count)) + other
  }
}
