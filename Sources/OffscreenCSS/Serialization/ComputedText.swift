import OffscreenGeometry

/// The values of an element's style as `getComputedStyle()` spells them: used values where CSSOM says
/// so and layout is known, computed ones otherwise.
///
/// How each property is serialized is in its row of the table, beside how it is read.
/// https://drafts.csswg.org/cssom-1/#resolved-values
package struct ComputedText {
  let style: ComputedStyle
  /// The used values of the element, if it has a box.
  let used: UsedValues?
  /// Whether computed values are asked for where others are spelled otherwise: transforms as their functions.
  let isComputed: Bool
  /// Whether the value is a declared one, where that is spelled otherwise.
  let isSpecified: Bool
  private let values: StyleValues

  package init(_ style: ComputedStyle, used: UsedValues? = nil, isComputed: Bool = false, isSpecified: Bool = false) {
    (self.style, self.used, self.isComputed, self.isSpecified) = (style, used, isComputed, isSpecified)
    values = StyleValues(copying: style)
  }

  /// Nil for a property that is not known.
  package func value(_ name: String) -> String? {
    if name.hasPrefix("--") { return style.variables[name].map(Self.text(of:)) }
    switch PropertyTable.find(name) {
    case .longhand(let id): return text(of: id)
    case .shorthand: return pair(name)
    case .everything, .ignored, nil: return nil
    }
  }

  /// Every property that has a value, custom ones last, with its value.
  package var all: [(name: String, value: String)] {
    var result = Self.listed.map { (name: $0.name, value: text(of: $0)) }
    for name in style.variables.names {
      if let value = style.variables[name] { result.append((name, Self.text(of: value))) }
    }
    return result
  }

  /// The properties that every element has a value of.
  package static let names: [String] = listed.map(\.name)

  // MARK: One property

  /// An entry of the list: a longhand, or two that are written as one.
  private struct Listed: Sendable {
    var name: String
    var first: PropertyID
    /// Of the same layers (or axes), written behind the first's.
    var second: PropertyID?
  }

  /// In Chromium's order and under its names: by name, those with a prefix last.
  private static let listed: [Listed] = {
    var list = pairs
    let rows = PropertyTable.longhands.map(\.name) + PropertyTable.logical.map(\.name)
    for name in rows where !pairs.contains(where: { $0.first == id(name) || $0.second == id(name) }) {
      // The one group of which Chromium has only the old names.
      let old = name.hasPrefix("mask-border-") ? "-webkit-mask-box-image-" + name.dropFirst(12) : name
      list.append(Listed(name: old, first: id(name)))
    }
    return list.sorted { ($0.name.hasPrefix("-") ? 1 : 0, $0.name) < ($1.name.hasPrefix("-") ? 1 : 0, $1.name) }
  }()

  private static func id(_ name: String) -> PropertyID { PropertyTable.anyLonghand(name) }

  /// Pairs of longhands that are serialized as one.
  private static let pairs = [
    Listed(
      name: "background-position", first: id("background-position-x"), second: id("background-position-y")),
    Listed(
      name: "mask-position", first: id("-webkit-mask-position-x"), second: id("-webkit-mask-position-y")),
  ]

  private func pair(_ name: String) -> String? { Self.pairs.first { $0.name == name }.map(text(of:)) }

  private func text(of entry: Listed) -> String {
    guard let second = entry.second else { return text(of: entry.first) }
    // No item of these lists has a comma in it but a function's.
    let (x, y) = (Self.items(text(of: entry.first)), Self.items(text(of: second)))
    return zip(x, y).map { "\($0) \($1)" }.joined(separator: ", ")
  }

  private static func items(_ list: String) -> [Substring] {
    var depth = 0
    return list.split { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return character == "," && depth == 0
    }.map { $0.first == " " ? $0.dropFirst() : $0 }
  }

  private func text(of id: PropertyID) -> String {
    let physical = PropertyTable.physical(id, style.text.writingMode, style.text.direction)
    if let used,
      let tracks = physical == Self.gridColumns ? used.gridColumns : physical == Self.gridRows ? used.gridRows : nil
    {
      return text(of: tracks)
    }
    return PropertyTable.longhands[Int(physical.rawValue)].text(of: values, in: self)
  }

  private static let gridColumns = id("grid-template-columns")
  private static let gridRows = id("grid-template-rows")

  /// https://drafts.csswg.org/css-grid-2/#resolved-track-list-standalone
  private func text(of tracks: UsedValues.Tracks) -> String {
    var parts: [String] = []
    for (index, names) in tracks.names.enumerated() {
      if !names.isEmpty { parts.append("[" + names.map { identifier($0) }.joined(separator: " ") + "]") }
      if index < tracks.sizes.count { parts.append(number(tracks.sizes[index]) + "px") }
    }
    return parts.isEmpty ? "none" : parts.joined(separator: " ")
  }

  /// As it was written, without the space around it, and with empty comments only where tokens that came
  /// out of variables would become one.
  /// https://drafts.csswg.org/css-variables-2/#serializing-custom-props
  private static func text(of value: CustomProperties.Value) -> String {
    let bytes = value.source
    let isSpace: (UInt8) -> Bool = { $0.isCSSWhitespace }
    guard let start = bytes.firstIndex(where: { !isSpace($0) }), let end = bytes.lastIndex(where: { !isSpace($0) })
    else { return "" }
    var text: [UInt8] = []
    var index = start
    while index <= end {
      if end - index >= 4, bytes[index..<index + 4].elementsEqual("/**/".utf8) {
        if let last = text.last, joins(last, bytes[index + 4]) { text += Array("/**/".utf8) }
        index += 4
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a token that ends and one that begins with these bytes could be read as one.
  /// https://drafts.csswg.org/css-syntax-3/#serialization
  private static func joins(_ last: UInt8, _ first: UInt8) -> Bool {
    (last.isIdent || "#@.+/".utf8.contains(last)) && (first.isIdent || "(.+%*".utf8.contains(first))
  }
}
