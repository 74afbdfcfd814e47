import Foundation
import OffscreenGeometry

extension PropertyTable {
  /// A longhand's value as `element.style` spells it: the specified one. Nil where it is not valid.
  ///
  /// It is written component by component, as it was declared; `SpecifiedOrder` knows of other orders and omissions.
  /// Not implemented: those that Chromium has for `color-mix()`.
  /// https://drafts.csswg.org/cssom-1/#serializing-css-values
  package static func specifiedText(_ name: String, _ value: String) -> String? {
    guard case .longhand(let id)? = find(name.lowercased()) else { return nil }
    let cursor = TokenCursor(value)
    if let keyword = cursor.wideKeyword { return keyword.rawValue }
    if Substitution.isNeeded(in: cursor.range, cursor.buffer) {
      guard Substitution.isValid(cursor.range, in: cursor.buffer, isCustom: false) else { return nil }
      return String(decoding: cursor.source, as: UTF8.self)
    }
    let property = row(id)
    guard let declared = values(id, cursor) else { return nil }
    if let usual = SpecifiedText.rangeOffsets[property.name] {
      var writer = SpecifiedText(keepsNames: false)
      return writer.text(of: cursor).components(separatedBy: ", ").map { item in
        let parts = item.split(separator: " ")
        if item == "0" { return "0px" }
        return parts.count == 2 && parts[1] == usual && parts[0].first?.isLetter == true ? String(parts[0]) : item
      }.joined(separator: ", ")
    }
    if SpecifiedText.plain.contains(property.name) {
      var attempt = cursor
      if let tree = attempt.consumeCalculation(), attempt.isAtEnd { return tree.text(in: ComputedText(.initial)) }
      return property.text(of: declared, in: ComputedText(ComputedStyle(declared), isSpecified: true))
    }
    var writer = SpecifiedText(keepsNames: SpecifiedText.named.contains(property.name))
    let plain = SpecifiedOrder.text(property.name, writer.text(of: cursor))
    guard writer.sawZero else { return plain }
    // A zero without a unit is written with one where it is a length or an angle.
    for zero in ["0px", "0deg"] {
      writer.zero = zero
      let text = SpecifiedOrder.text(property.name, writer.text(of: cursor))
      if let same = values(id, TokenCursor(text)), property.isSame(in: declared, and: same) { return text }
    }
    return plain
  }

  /// A value of a property without a row: its components as they are.
  static func componentText(_ value: String) -> String? {
    let cursor = TokenCursor(value)
    if cursor.isAtEnd { return nil }
    if let keyword = cursor.wideKeyword { return keyword.rawValue }
    var writer = SpecifiedText(keepsNames: false)
    return writer.text(of: cursor)
  }

  /// What a longhand is without a declaration, as one would be written that says so.
  static func initialText(_ id: PropertyID) -> String {
    let name = name(of: id)
    if let text = initialTexts[name] { return text }
    if name.hasSuffix("-width"), name.hasPrefix("border-"), name != "border-image-width" { return "medium" }
    if name.hasSuffix("-color"), name.hasPrefix("border-") { return "currentcolor" }
    let values = StyleValues()
    return row(id).text(of: values, in: ComputedText(.initial))
  }

  /// Where they are not written like computed values.
  private static let initialTexts = [
    "outline-width": "medium", "outline-color": "currentcolor", "column-rule-width": "medium",
    "column-rule-color": "currentcolor", "row-rule-width": "medium", "row-rule-color": "currentcolor",
    "text-decoration-color": "currentcolor",
    "text-emphasis-color": "currentcolor", "-webkit-text-stroke-color": "currentcolor",
    "background-color": "transparent", "font-size": "medium", "font-weight": "normal", "font-stretch": "normal",
    "animation-name": "none", "animation-duration": "0s", "border-image-source": "none", "animation-timeline": "auto",
    "mask-border-source": "none",
  ]

  static func name(of id: PropertyID) -> String {
    let index = Int(id.rawValue)
    return index < longhands.count ? longhands[index].name : logical[index - longhands.count].name
  }

  /// Initial values with the one that is declared.
  private static func values(_ id: PropertyID, _ cursor: TokenCursor) -> StyleValues? {
    var cursor = cursor
    guard let value = parse(id, &cursor, in: ParsingContext()), cursor.isAtEnd else { return nil }
    return values(id, value)
  }

  static func values(_ id: PropertyID, _ value: DeclaredValue) -> StyleValues {
    var values = StyleValues()
    switch value {
    case .computed(let value): row(id).apply(value, to: &values)
    case .relative(let value): row(id).apply(value.computed(in: .initial), to: &values)
    }
    return values
  }
}

/// Writes component values in their shortest form.
/// https://drafts.csswg.org/cssom-1/#serialize-a-css-component-value
private struct SpecifiedText {
  /// Whether the property takes names that authors make up, whose case counts.
  let keepsNames: Bool
  /// What a zero without a unit is written as.
  var zero = "0"
  private(set) var sawZero = false
  private let computed = ComputedText(.initial)

  /// Of names of ranges, the offset that is not written.
  static let rangeOffsets = ["animation-range-start": "0%", "animation-range-end": "100%"]

  static let named: Set = [
    "animation-name", "container-name", "will-change", "content", "grid-template-areas", "grid-template-columns",
    "grid-template-rows",
  ]
  /// Properties whose values have no units and no colours: the computed value is written as the specified one.
  static let plain: Set = [
    "opacity", "display", "font-family", "counter-reset", "counter-increment", "counter-set",
    "background-repeat", "mask-repeat", "transition-timing-function", "animation-timing-function", "grid-row-start",
    "grid-row-end", "grid-column-start", "grid-column-end",
    "scroll-snap-type", "scroll-snap-align", "touch-action", "text-box-edge",
    "view-transition-name", "view-transition-class", "view-transition-group", "font-palette", "anchor-name",
    "anchor-scope", "position-anchor", "position-area", "position-try-fallbacks", "position-visibility",
  ]
  init(keepsNames: Bool) { self.keepsNames = keepsNames }

  /// All that is left. Functions nest as deep as the tokenizer lets them.
  mutating func text(of list: TokenCursor) -> String {
    var cursor = list
    var text = ""
    while !cursor.isAtEnd {
      if cursor.consumeComma() {
        text += ","
      } else if cursor.consumeSlash() {
        text += " /"
      } else {
        text += (text.isEmpty ? "" : " ") + component(&cursor)
      }
    }
    return text
  }

  private mutating func component(_ cursor: inout TokenCursor) -> String {
    let token = cursor.peek
    switch token.kind {
    case .ident: return name(cursor.consume(), in: cursor.buffer)
    case .number:
      cursor.advance()
      if token.number == 0 { sawZero = true }
      return token.number == 0 ? zero : computed.number(token.number)
    case .percentage:
      cursor.advance()
      return computed.number(token.number) + "%"
    case .dimension:
      cursor.advance()
      return computed.number(token.number) + cursor.buffer.lowercased(token)
    case .string: return computed.string(cursor.consumeString() ?? "")
    case .url, .function, .hash: return function(&cursor)
    case .openSquare:
      let contents = cursor.consumeBlock(.openSquare)
      return "[" + (contents.map { text(of: $0) } ?? "") + "]"
    default:
      cursor.advance()
      return String(decoding: cursor.buffer.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
    }
  }

  private func name(_ token: Token, in buffer: TokenBuffer) -> String {
    let lowercased = buffer.lowercased(token)
    let isName = keepsNames && !["none", "auto", "normal", "span"].contains(lowercased)
    return isName || lowercased.hasPrefix("--") ? computed.identifier(buffer.string(token)) : lowercased
  }

  private mutating func function(_ cursor: inout TokenCursor) -> String {
    if let address = cursor.consumeURL() { return computed.url(address) }
    if let tree = cursor.consumeCalculation() { return tree.text(in: computed) }
    if let color = cursor.consumeColorText() { return color }
    guard let (token, contents) = cursor.consumeFunction() else {
      let token = cursor.consume()
      return String(decoding: cursor.buffer.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
    }
    let name = cursor.buffer.lowercased(token)
    return (TransformFunction.spellings[name] ?? name) + "(" + text(of: contents) + ")"
  }
}

extension TokenCursor {
  /// A colour, other than a name, whose channels depend on nothing.
  /// https://drafts.csswg.org/css-color-4/#serializing-color-values
  fileprivate mutating func consumeColorText() -> String? {
    var attempt = self
    let isRelative = kind == .function && contents().isIdent("from")
    guard !isRelative, let color = attempt.consumeExactColor(in: ParsingContext())?.value.constant else { return nil }
    let text: String?
    switch kind == .function ? buffer.lowercased(peek) : "" {
    case "", "rgb", "rgba", "hsl", "hsla", "hwb":
      text = if case .color(let value) = color.value { value.text(in: ComputedText(.initial)) } else { nil }
    case "lab", "lch", "oklab", "oklch", "color": text = color.exact.flatMap { LoneValues.text(of: $0) }
    default: text = nil
    }
    if text != nil { self = attempt }
    return text
  }

  fileprivate mutating func consumeCalculation() -> CalculationTree? {
    guard kind == .function else { return nil }
    var attempt = self
    var parser = MathParser(context: ParsingContext().allowing([.sides, .sizes]))
    guard let tree = parser.function(&attempt, depth: 0) else { return nil }
    self = attempt
    return tree
  }
}
