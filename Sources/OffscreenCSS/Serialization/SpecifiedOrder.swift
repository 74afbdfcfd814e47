/// The order and the shortest form in which some properties' specified values are written.
/// https://drafts.csswg.org/cssom-1/#serialize-a-css-component-value
enum SpecifiedOrder {
  /// `text`: the value's components as they were declared, each in its own shortest form.
  static func text(_ property: String, _ text: String) -> String {
    switch property {
    case "box-shadow", "text-shadow": items(text, shadow)
    case "background-image", "border-image-source", "list-style-image", "mask-image", "mask-border-source":
      split(text, at: ",").map(image).joined(separator: ", ")
    case "object-position", "perspective-origin", "transform-origin": items(text, position)
    case "scale": scale(parts(text))
    case "rotate": rotation(parts(text))
    case "font-feature-settings": items(text, feature)
    case "color-scheme":
      parts(text).contains("only")
        ? (parts(text).filter { $0 != "only" } + ["only"]).joined(separator: " ") : text
    case "align-content", "align-items", "align-self", "justify-items", "justify-self":
      text.hasPrefix("first ") ? String(text.dropFirst("first ".count)) : text
    case "contain": ordered(text, ["size", "inline-size", "layout", "style", "paint"])
    case "container-type": ordered(text, ["size", "inline-size", "scroll-state", "anchored"])
    case "border-image-slice", "mask-border-slice":
      text.hasPrefix("fill ") ? String(text.dropFirst("fill ".count)) + " fill" : text
    case "border-image-repeat", "mask-border-repeat", "border-top-left-radius", "border-top-right-radius",
      "border-bottom-right-radius", "border-bottom-left-radius":
      parts(text).count == 2 && parts(text)[0] == parts(text)[1] ? parts(text)[0] : text
    default: text
    }
  }

  /// Keywords in the order of the grammar.
  private static func ordered(_ text: String, _ keywords: [String]) -> String {
    let parts = parts(text)
    guard parts.allSatisfy(keywords.contains) else { return text }
    return keywords.filter(parts.contains).joined(separator: " ")
  }

  // MARK: Parts

  /// Between spaces that stand in no function and no string.
  private static func parts(_ text: String) -> [String] { split(text, at: " ") }

  private static func items(_ text: String, _ order: ([String]) -> String) -> String {
    split(text, at: ",").map { order(parts($0)) }.joined(separator: ", ")
  }

  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == "(", !isQuoted { depth += 1 }
      if character == ")", !isQuoted { depth -= 1 }
      if character == separator, depth == 0, !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { $0.first == " " ? String($0.dropFirst()) : $0 }.filter { !$0.isEmpty }
  }

  private static let mathematics = ["calc(", "min(", "max(", "clamp(", "round(", "mod(", "rem(", "abs(", "hypot("]

  private static func isNumeric(_ part: String) -> Bool {
    guard let first = part.first else { return false }
    return first.isNumber || "+-.".contains(first) || mathematics.contains { part.hasPrefix($0) }
  }

  // MARK: Properties

  /// Of a gradient the way between its colours behind its shape; of a set the name without a prefix.
  private static func image(_ text: String) -> String {
    if text.hasPrefix("-webkit-image-set(") { return String(text.dropFirst("-webkit-".count)) }
    guard let open = text.firstIndex(of: "("), text[..<open].hasSuffix("gradient"), text.last == ")"
    else { return text }
    var arguments = split(String(text[text.index(after: open)...].dropLast()), at: ",")
    guard let first = arguments.first else { return text }
    let words = parts(first)
    guard let start = words.firstIndex(of: "in"), start + 1 < words.count else { return text }
    let end = start + (words.dropFirst(start + 3).first == "hue" ? 4 : 2)
    arguments[0] = (words[..<start] + words[end...] + words[start..<end]).joined(separator: " ")
    return text[...open] + arguments.joined(separator: ", ") + ")"
  }

  /// The colour first, `inset` last.
  private static func shadow(_ parts: [String]) -> String {
    let lengths = parts.filter(isNumeric)
    let others = parts.filter { !isNumeric($0) && $0 != "inset" }
    return (others + lengths + (parts.contains("inset") ? ["inset"] : [])).joined(separator: " ")
  }

  /// Horizontal before vertical, both said; what follows two of them is a depth.
  private static func position(_ parts: [String]) -> String {
    let isVertical = { ["top", "bottom", "y-start", "y-end"].contains($0) }
    let isHorizontal = { ["left", "right", "x-start", "x-end"].contains($0) }
    switch parts.count {
    case 1:
      if !isVertical(parts[0]), !isHorizontal(parts[0]), parts[0] != "center", !isNumeric(parts[0]) { return parts[0] }
      return isVertical(parts[0]) ? "center \(parts[0])" : "\(parts[0]) center"
    case 2, 3:
      let isTurned = isVertical(parts[0]) || isHorizontal(parts[1])
      return ((isTurned ? [parts[1], parts[0]] : [parts[0], parts[1]]) + parts.dropFirst(2)).joined(separator: " ")
    case 4 where isVertical(parts[0]): return [parts[2], parts[3], parts[0], parts[1]].joined(separator: " ")
    default: return parts.joined(separator: " ")
    }
  }

  /// Percentages as numbers; no more of them than say something.
  private static func scale(_ parts: [String]) -> String {
    var numbers = parts.map { part -> String in
      guard part.hasSuffix("%"), let value = Double(part.dropLast()) else { return part }
      return ComputedText(.initial).number(value / 100)
    }
    if numbers.count == 3, numbers[2] == "1" { numbers.removeLast() }
    if numbers.count == 2, numbers[0] == numbers[1] { numbers.removeLast() }
    return numbers.joined(separator: " ")
  }

  /// The axis first, by its name where it has one; that of the page is not written.
  /// https://drafts.csswg.org/css-transforms-2/#individual-transform-serialization
  private static func rotation(_ parts: [String]) -> String {
    func isAngle(_ part: String) -> Bool {
      part.last?.isLetter == true && isNumeric(part) || mathematics.contains { part.hasPrefix($0) }
    }
    guard let angle = parts.last(where: isAngle), let place = parts.lastIndex(of: angle) else {
      return parts.joined(separator: " ")
    }
    var axis = parts
    axis.remove(at: place)
    if axis.count == 3 {
      let numbers = axis.compactMap(Double.init)
      if numbers.count == 3 {
        switch (numbers[0], numbers[1], numbers[2]) {
        case (let x, 0, 0) where x > 0: axis = ["x"]
        case (0, let y, 0) where y > 0: axis = ["y"]
        case (0, 0, let z) where z > 0: axis = ["z"]
        default: break
        }
      }
    }
    if axis == ["z"] { axis = [] }
    return (axis + [angle]).joined(separator: " ")
  }

  /// `1` and `on` are what a feature is without a number.
  private static func feature(_ parts: [String]) -> String {
    guard parts.count == 2 else { return parts.joined(separator: " ") }
    switch parts[1] {
    case "1", "on": return parts[0]
    case "off": return "\(parts[0]) 0"
    default: return parts.joined(separator: " ")
    }
  }
}
