/// A shorthand written from the values of its longhands.
/// https://drafts.csswg.org/cssom-1/#serialize-a-css-value
package struct ShorthandText {
  private let name: String
  private let values: [String: String]

  /// `longhands`: names and values as `DeclarationText` gives them. "" where one is missing, or where the shorthand
  /// cannot say it.
  package static func text(_ name: String, _ longhands: [(name: String, value: String)]) -> String {
    let lowercased = name.lowercased()
    guard let names = DeclarationText.longhandNames(lowercased), !names.isEmpty else { return "" }
    let values = Dictionary(longhands.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    var first: String?
    var isSame = true
    var isWide = false
    for longhand in names {
      guard let value = values[longhand], !value.isEmpty else { return "" }
      if first == nil { first = value }
      if value != first { isSame = false }
      if value.hasPrefix(DeclarationText.pending) || WideKeyword(rawValue: value) != nil { isWide = true }
    }
    guard let first else { return "" }
    if names == [lowercased] { return first.hasPrefix(DeclarationText.pending) ? "" : first }
    // 1. What was declared for all together.
    if first.hasPrefix(DeclarationText.pending) {
      let parts = first.split(separator: DeclarationText.pending, maxSplits: 1)
      let own: String
      switch PropertyTable.find(lowercased) {
      case .shorthand(let index)?: own = PropertyTable.shorthands[index].name
      default: own = lowercased
      }
      return isSame && parts.count == 2 && parts[0] == own ? String(parts[1]) : ""
    }
    if isWide { return isSame ? first : "" }
    if lowercased == "all" { return "" }
    return ShorthandText(name: lowercased, values: values).text(names) ?? ""
  }

  private func text(_ names: [String]) -> String? {
    let list = names.map { values[$0] ?? "" }
    switch name {
    case "margin", "padding", "inset", "scroll-margin", "scroll-padding", "border-width", "border-style",
      "border-color", "corner-shape":
      return four(list)
    case "border-radius": return radii(list)
    case "margin-block", "margin-inline", "padding-block", "padding-inline", "inset-block", "inset-inline", "overflow",
      "gap", "grid-gap", "contain-intrinsic-size", "border-spacing", "place-items", "place-self", "place-content",
      "border-block-width", "border-inline-width", "border-block-style", "border-inline-style", "border-block-color",
      "border-inline-color", "scroll-margin-block", "scroll-margin-inline", "scroll-padding-block",
      "scroll-padding-inline", "overscroll-behavior", "corner-top-shape", "corner-right-shape", "corner-bottom-shape",
      "corner-left-shape", "corner-block-start-shape", "corner-block-end-shape", "corner-inline-start-shape",
      "corner-inline-end-shape":
      return two(list)
    case "border": return border(list)
    case "border-block", "border-inline":
      guard Array(list[0..<3]) == Array(list[3..<6]) else { return nil }
      return anyOrder(Array(names[0..<3]))
    case "outline": return anyOrder(["outline-color", "outline-style", "outline-width"], fallback: "outline-style")
    case "text-decoration":
      return anyOrder(
        ["text-decoration-line", "text-decoration-thickness", "text-decoration-style", "text-decoration-color"])
    case "list-style": return anyOrder(["list-style-position", "list-style-image", "list-style-type"])
    case "border-image", "mask-border", "-webkit-mask-box-image": return slicedImage(names)
    case "flex": return list.joined(separator: " ")
    case "font": return font()
    case "font-variant": return variant(names)
    case "font-synthesis": return synthesis(list)
    case "white-space": return whiteSpace(list)
    case "animation-range": return ranges(list)
    case "scroll-timeline", "view-timeline": return timelines(list)
    case "position-try": return list[0] == "normal" ? list[1] : list.joined(separator: " ")
    case "text-box":
      if list[0] == "none", list[1] == "auto" { return "normal" }
      if list[1] == "auto" { return list[0] }
      return list[0] == "trim-both" ? list[1] : list.joined(separator: " ")
    case "container": return list[1] == "normal" ? list[0] : "\(list[0]) / \(list[1])"
    case "background-position", "mask-position", "-webkit-mask-position": return positions(list[0], list[1])
    case "background", "mask", "-webkit-mask": return layers(of: name == "background" ? "background" : "mask")
    case "transition":
      return items([
        "transition-property", "transition-duration", "transition-timing-function", "transition-delay",
        "transition-behavior",
      ])
    case "animation":
      return items([
        "animation-duration", "animation-timing-function", "animation-delay", "animation-iteration-count",
        "animation-direction", "animation-fill-mode", "animation-play-state", "animation-name",
      ])
    case "grid-row", "grid-column": return lines(list)
    case "grid-area": return area(list)
    case "grid-template": return template()
    case "grid": return grid()
    default:
      let sides = names.allSatisfy { $0.hasSuffix("-width") || $0.hasSuffix("-style") || $0.hasSuffix("-color") }
      return anyOrder(names, fallback: sides && name.hasPrefix("border-") ? names[1] : nil)
    }
  }

  private func initial(_ longhand: String) -> String {
    switch PropertyTable.find(longhand) {
    case .longhand(let id)?: PropertyTable.initialText(id)
    default: ""
    }
  }

  private func isInitial(_ longhand: String) -> Bool { values[longhand] == initial(longhand) }

  // MARK: Forms

  private func two(_ list: [String]) -> String { list[0] == list[1] ? list[0] : "\(list[0]) \(list[1])" }

  private func four(_ list: [String]) -> String {
    let (top, right, bottom, left) = (list[0], list[1], list[2], list[3])
    if right != left { return list.joined(separator: " ") }
    if top != bottom { return "\(top) \(right) \(bottom)" }
    return top == right ? top : "\(top) \(right)"
  }

  /// What says something; where none does, the first alone (or another one).
  private func anyOrder(_ names: [String], fallback: String? = nil) -> String? {
    let said = names.filter { !isInitial($0) }.compactMap { values[$0] }
    if said.isEmpty { return values[fallback ?? names[0]] }
    return said.joined(separator: " ")
  }

  private func radii(_ list: [String]) -> String {
    let pairs = list.map { text -> (String, String) in
      let parts = Self.split(text, " ")
      return (parts[0], parts.count > 1 ? parts[1] : parts[0])
    }
    let (horizontal, vertical) = (four(pairs.map(\.0)), four(pairs.map(\.1)))
    return horizontal == vertical ? horizontal : "\(horizontal) / \(vertical)"
  }

  private func border(_ list: [String]) -> String? {
    for part in 0..<3 where Set([0, 3, 6, 9].map { list[$0 + part] }).count > 1 { return nil }
    for image in ["source", "slice", "width", "outset", "repeat"] where !isInitial("border-image-\(image)") {
      return nil
    }
    return anyOrder(["border-top-width", "border-top-style", "border-top-color"], fallback: "border-top-style")
  }

  private func slicedImage(_ names: [String]) -> String? {
    let (source, slice, width, outset, repetition) = (names[0], names[1], names[2], names[3], names[4])
    var parts: [String] = []
    if !isInitial(source) { parts.append(values[source] ?? "") }
    var slices = isInitial(slice) ? "" : values[slice] ?? ""
    if !isInitial(width) || !isInitial(outset) {
      slices = values[slice] ?? ""
      slices += " /" + (isInitial(width) ? "" : " " + (values[width] ?? ""))
      if !isInitial(outset) { slices += " / " + (values[outset] ?? "") }
    }
    if !slices.isEmpty { parts.append(slices) }
    if !isInitial(repetition) { parts.append(values[repetition] ?? "") }
    return parts.isEmpty ? values[source] : parts.joined(separator: " ")
  }

  // MARK: Texts

  private func font() -> String? {
    for longhand in [
      "font-variant-ligatures", "font-variant-numeric", "font-variant-east-asian", "font-variant-alternates",
      "font-variant-position", "font-variant-emoji", "font-kerning", "font-feature-settings", "font-variation-settings",
      "font-optical-sizing", "font-size-adjust", "font-language-override",
    ] where !isInitial(longhand) { return nil }
    var parts: [String] = []
    if let style = values["font-style"], style != "normal" { parts.append(style) }
    switch values["font-variant-caps"] {
    case "normal"?: break
    case "small-caps"?: parts.append("small-caps")
    default: return nil
    }
    if let weight = values["font-weight"], weight != "normal", weight != "400" { parts.append(weight) }
    if let stretch = values["font-stretch"], stretch != "normal", stretch != "100%" {
      let keywords = [
        "50%": "ultra-condensed", "62.5%": "extra-condensed", "75%": "condensed", "87.5%": "semi-condensed",
        "112.5%": "semi-expanded", "125%": "expanded", "150%": "extra-expanded", "200%": "ultra-expanded",
      ]
      guard let keyword = keywords[stretch] ?? (stretch.hasSuffix("%") ? nil : stretch) else { return nil }
      parts.append(keyword)
    }
    guard let size = values["font-size"], let height = values["line-height"], let family = values["font-family"] else {
      return nil
    }
    parts.append(height == "normal" ? size : "\(size) / \(height)")
    parts.append(family)
    return parts.joined(separator: " ")
  }

  private func variant(_ names: [String]) -> String? {
    let said = names.compactMap { values[$0] }.filter { $0 != "normal" }
    if said.contains("none"), said.count > 1 { return nil }
    return said.isEmpty ? "normal" : said.joined(separator: " ")
  }

  private func synthesis(_ list: [String]) -> String {
    let words = ["weight", "style", "small-caps"]
    let said = words.indices.filter { list[$0] == "auto" }.map { words[$0] }
    return said.isEmpty ? "none" : said.joined(separator: " ")
  }

  private func whiteSpace(_ list: [String]) -> String {
    switch (list[0], list[1]) {
    case ("collapse", "wrap"): "normal"
    case ("preserve", "nowrap"): "pre"
    case ("preserve", "wrap"): "pre-wrap"
    case ("preserve-breaks", "wrap"): "pre-line"
    case ("collapse", let mode): mode
    case (let collapse, "wrap"): collapse
    case (let collapse, let mode): "\(collapse) \(mode)"
    }
  }

  // MARK: Layers

  private func positions(_ x: String, _ y: String) -> String? {
    let (x, y) = (Self.split(x, ","), Self.split(y, ","))
    guard x.count == y.count else { return nil }
    return zip(x, y).map { "\($0) \($1)" }.joined(separator: ", ")
  }

  private func layers(of kind: String) -> String? {
    let prefix = kind == "mask" ? "-webkit-mask-position" : "background-position"
    func list(_ name: String) -> [String] { Self.split(values[name] ?? "", ",") }
    let (images, x, y) = (list("\(kind)-image"), list("\(prefix)-x"), list("\(prefix)-y"))
    let (sizes, repeats) = (list("\(kind)-size"), list("\(kind)-repeat"))
    let (origins, clips) = (list("\(kind)-origin"), list("\(kind)-clip"))
    let further = kind == "mask" ? [list("mask-composite"), list("mask-mode")] : [list("background-attachment")]
    let count = images.count
    guard ([x, y, sizes, repeats, origins, clips] + further).allSatisfy({ $0.count == count }) else { return nil }
    if kind == "mask" {
      for part in ["source", "slice", "width", "outset", "repeat"] where !isInitial("mask-border-\(part)") {
        return nil
      }
    }
    let (usualOrigin, usualClip) = (kind == "mask" ? "border-box" : "padding-box", "border-box")
    let usual = kind == "mask" ? ["add", "match-source"] : ["scroll"]
    var texts: [String] = []
    for index in 0..<count {
      var parts: [String] = []
      if images[index] != "none" { parts.append(images[index]) }
      let isAtStart = (x[index] == "0%" || x[index] == "left") && (y[index] == "0%" || y[index] == "top")
      let hasSize = sizes[index] != "auto"
      if !isAtStart || hasSize || x[index] == "left" { parts.append("\(x[index]) \(y[index])") }
      if hasSize { parts.append("/ \(sizes[index])") }
      if repeats[index] != "repeat" { parts.append(repeats[index]) }
      if kind == "background", further[0][index] != usual[0] { parts.append(further[0][index]) }
      if origins[index] != usualOrigin || clips[index] != usualClip {
        parts.append(origins[index])
        if origins[index] != clips[index] { parts.append(clips[index]) }
      }
      if kind == "mask" {
        for part in 0..<2 where further[part][index] != usual[part] { parts.append(further[part][index]) }
      }
      if kind == "background", index == count - 1, let color = values["background-color"], color != "transparent",
        color != "rgba(0, 0, 0, 0)"
      {
        parts.append(color)
      }
      if parts.isEmpty { parts.append("none") }
      texts.append(parts.joined(separator: " "))
    }
    return texts.joined(separator: ", ")
  }

  /// Of transitions and animations.
  private func items(_ names: [String]) -> String? {
    let lists = names.map { Self.split(values[$0] ?? "", ",") }
    let count = lists[0].count
    guard count > 0, lists.allSatisfy({ $0.count == count }) else { return nil }
    if name == "animation" {
      for (longhand, usual) in [
        ("animation-timeline", "auto"), ("animation-range-start", "normal"), ("animation-range-end", "normal"),
      ] where values[longhand].map({ $0 != usual }) ?? false { return nil }
    }
    if name == "animation", let composition = values["animation-composition"],
      Self.split(composition, ",").contains(where: { $0 != "replace" })
    {
      return nil
    }
    let initials = names.map { $0 == "animation-duration" ? "0s" : $0 == "transition-property" ? "all" : initial($0) }
    return (0..<count).map { index -> String in
      let hasDelay = zip(names, zip(lists, initials)).contains { $0.hasSuffix("-delay") && $1.0[index] != $1.1 }
      let last = lists[lists.count - 1][index].lowercased()
      let said = names.indices.filter {
        lists[$0][index] != initials[$0] || hasDelay && names[$0].hasSuffix("-duration")
          || Self.keywords[names[$0]]?.contains(last) ?? false
      }
      return said.isEmpty
        ? lists[name == "animation" ? names.count - 1 : 0][index] : said.map { lists[$0][index] }.joined(separator: " ")
    }.joined(separator: ", ")
  }

  /// Words that would be read as the value of another property, were they the name of an animation.
  private static let keywords: [String: Set<String>] = [
    "animation-timing-function": ["linear", "ease", "ease-in", "ease-out", "ease-in-out", "step-start", "step-end"],
    "animation-iteration-count": ["infinite"],
    "animation-direction": ["normal", "reverse", "alternate", "alternate-reverse"],
    "animation-fill-mode": ["forwards", "backwards", "both"], "animation-play-state": ["running", "paused"],
  ]

  /// https://drafts.csswg.org/scroll-animations-1/#animation-range
  private func ranges(_ list: [String]) -> String? {
    let (starts, ends) = (Self.split(list[0], ","), Self.split(list[1], ","))
    guard starts.count == ends.count else { return nil }
    return zip(starts, ends).map { start, end -> String in
      let name = start.split(separator: " ").first.map(String.init) ?? ""
      let isNamed = AnimationStyle.RangeName(rawValue: name) != nil
      return end == (isNamed ? name : "normal") ? start : "\(start) \(end)"
    }.joined(separator: ", ")
  }

  /// Names with what is not as usual of each.
  private func timelines(_ list: [String]) -> String? {
    let parts = list.map { Self.split($0, ",") }
    guard let names = parts.first, parts.allSatisfy({ $0.count == names.count }) else { return nil }
    return names.indices.map { index -> String in
      let usual = ["", "block", "auto"]
      let said = parts.indices.filter { $0 == 0 || parts[$0][index] != usual[$0] }
      return said.map { parts[$0][index] }.joined(separator: " ")
    }.joined(separator: ", ")
  }

  // MARK: Grids

  private func isName(_ line: String) -> Bool {
    line != "auto" && !line.contains(" ") && !(line.first?.isNumber ?? false) && line.first != "-" && line != "span"
  }

  private func implied(_ start: String) -> String { isName(start) ? start : "auto" }

  private func lines(_ list: [String]) -> String {
    list[1] == implied(list[0]) ? list[0] : "\(list[0]) / \(list[1])"
  }

  private func area(_ list: [String]) -> String {
    // Row start, column start, row end, column end.
    var said = list
    if said[3] == implied(said[1]) {
      said.removeLast()
      if said[2] == implied(said[0]) {
        said.removeLast()
        if said[1] == implied(said[0]) { said.removeLast() }
      }
    }
    return said.joined(separator: " / ")
  }

  private func template() -> String? {
    guard let rows = values["grid-template-rows"], let columns = values["grid-template-columns"],
      let areas = values["grid-template-areas"]
    else { return nil }
    if areas == "none" { return rows == "none" && columns == "none" ? "none" : "\(rows) / \(columns)" }
    // Each row's string stands before its size.
    guard !rows.contains("repeat("), !columns.contains("repeat("), rows != "none" else { return nil }
    var strings = Self.quoted(areas)[...]
    var parts: [String] = []
    var hasTrack = false
    for part in Self.split(rows, " ") {
      if part.hasPrefix("[") {
        parts.append(part)
      } else {
        guard let string = strings.popFirst() else { return nil }
        parts.append(part == "auto" ? string : "\(string) \(part)")
        hasTrack = true
      }
    }
    guard strings.isEmpty, hasTrack else { return nil }
    return parts.joined(separator: " ") + (columns == "none" ? "" : " / \(columns)")
  }

  private func grid() -> String? {
    guard let flow = values["grid-auto-flow"], let autoRows = values["grid-auto-rows"],
      let autoColumns = values["grid-auto-columns"], let rows = values["grid-template-rows"],
      let columns = values["grid-template-columns"]
    else { return nil }
    if flow == "row", autoRows == "auto", autoColumns == "auto" { return template() }
    guard values["grid-template-areas"] == "none" else { return nil }
    let dense = flow.contains("dense") ? " dense" : ""
    if flow.contains("column") {
      guard columns == "none", autoRows == "auto" else { return nil }
      return "\(rows) / auto-flow\(dense)" + (autoColumns == "auto" ? "" : " \(autoColumns)")
    }
    guard rows == "none", autoColumns == "auto" else { return nil }
    return "auto-flow\(dense)" + (autoRows == "auto" ? "" : " \(autoRows)") + " / \(columns)"
  }

  // MARK: Lists

  /// At separators outside of parentheses, brackets and strings.
  private static func split(_ text: String, _ separator: Character) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" || character == "[" {
        depth += 1
      } else if character == ")" || character == "]" {
        depth -= 1
      } else if character == separator, depth == 0 {
        if !part.isEmpty { parts.append(part) }
        part = ""
        continue
      }
      if part.isEmpty, character == " " { continue }
      part.append(character)
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }

  private static func quoted(_ text: String) -> [String] {
    text.split(separator: "\"").filter { !$0.allSatisfy { $0 == " " } }.map { "\"\($0)\"" }
  }
}
