import OffscreenCSS
import OffscreenGeometry

/// Computed values as `getComputedStyle()` spells them. Not implemented: properties beyond `names`.
/// https://drafts.csswg.org/cssom-1/#resolved-values
package struct ComputedText {
  let style: ComputedStyle

  package init(_ style: ComputedStyle) { self.style = style }

  /// The properties that have a text.
  package static let names: [String] = [
    "display", "position", "float", "clear", "margin-top", "margin-right", "margin-bottom", "margin-left",
    "padding-top", "padding-right", "padding-bottom", "padding-left", "border-top-width",
    "border-right-width", "border-bottom-width", "border-left-width", "border-top-style",
    "border-right-style", "border-bottom-style", "border-left-style", "border-top-color",
    "border-left-color", "border-top-left-radius", "color", "background-color", "background-image",
    "font-size", "font-weight", "font-style", "font-family", "line-height", "text-align", "text-indent",
    "text-transform", "letter-spacing", "white-space-collapse", "text-wrap-mode", "vertical-align",
    "text-decoration-line", "text-decoration-style", "list-style-type", "list-style-position", "direction",
    "unicode-bidi", "width", "height", "min-width", "min-height", "box-sizing", "overflow-x", "overflow-y",
    "border-collapse", "-webkit-border-horizontal-spacing", "caption-side", "visibility", "object-fit",
    "aspect-ratio", "counter-reset", "counter-set", "counter-increment", "quotes", "overflow-wrap",
    "align-items", "writing-mode",
  ]

  /// Nil for a property that is not known here.
  package func value(_ property: String) -> String? {
    let box = style.box
    let border = style.border
    switch property {
    case "display": return display(box.display)
    case "position": return box.position.rawValue
    case "float": return box.float.rawValue
    case "clear": return box.clear.rawValue
    case "margin-top": return length(box.margin.top)
    case "margin-right": return length(box.margin.right)
    case "margin-bottom": return length(box.margin.bottom)
    case "margin-left": return length(box.margin.left)
    case "padding-top": return length(box.padding.top)
    case "padding-right": return length(box.padding.right)
    case "padding-bottom": return length(box.padding.bottom)
    case "padding-left": return length(box.padding.left)
    case "border-top-width": return pixels(border.width.top)
    case "border-right-width": return pixels(border.width.right)
    case "border-bottom-width": return pixels(border.width.bottom)
    case "border-left-width": return pixels(border.width.left)
    case "border-top-style": return border.style.top.rawValue
    case "border-right-style": return border.style.right.rawValue
    case "border-bottom-style": return border.style.bottom.rawValue
    case "border-left-style": return border.style.left.rawValue
    case "border-top-color": return color(border.color.top)
    case "border-left-color": return color(border.color.left)
    case "border-top-left-radius": return pair(border.radius.topLeft)
    case "color": return color(.color(style.inherited.color))
    case "background-color": return color(style.background.color)
    case "background-image": return style.background.layers.map { image($0.image) }.joined(separator: ", ")
    case "font-size": return pixels(style.font.size)
    case "font-weight": return number(style.font.weight)
    case "font-style": return slant(style.font.slant)
    case "font-family": return style.font.families.map(family).joined(separator: ", ")
    case "line-height":
      switch style.font.lineHeight {
      case .normal: return "normal"
      case .number(let factor): return pixels(factor * style.font.size)
      case .length(let length): return pixels(length)
      }
    case "text-align": return style.text.align.rawValue
    case "text-indent": return length(style.text.indent)
    case "text-transform": return String(describing: style.text.transform.letterCase)
    case "letter-spacing": return style.text.letterSpacing.isZero ? "normal" : length(style.text.letterSpacing)
    case "white-space-collapse": return style.text.whiteSpaceCollapse.rawValue
    case "text-wrap-mode": return style.text.wrapMode.rawValue
    case "vertical-align": return verticalAlign(box.verticalAlign)
    case "text-decoration-line":
      let lines = style.effect.decorationLines
      var names: [String] = []
      if lines.contains(.underline) { names.append("underline") }
      if lines.contains(.overline) { names.append("overline") }
      if lines.contains(.lineThrough) { names.append("line-through") }
      return names.isEmpty ? "none" : names.joined(separator: " ")
    case "text-decoration-style": return style.effect.decorationStyle.rawValue
    case "list-style-type":
      switch style.inherited.listStyleType {
      case .none: return "none"
      case .named(let name): return name
      case .string(let text): return "\"\(text)\""
      case .symbols: return "symbols()"
      }
    case "list-style-position": return style.inherited.listStylePosition.rawValue
    case "direction": return style.text.direction.rawValue
    case "unicode-bidi": return box.unicodeBidi.rawValue
    case "width": return size(box.width)
    case "height": return size(box.height)
    case "min-width": return size(box.minWidth)
    case "min-height": return size(box.minHeight)
    case "box-sizing": return box.boxSizing.rawValue
    case "overflow-x": return box.overflowX.rawValue
    case "overflow-y": return box.overflowY.rawValue
    case "border-collapse": return style.inherited.borderCollapse.rawValue
    case "-webkit-border-horizontal-spacing": return pixels(style.inherited.borderSpacingX)
    case "caption-side": return style.inherited.captionSide.rawValue
    case "visibility": return style.inherited.visibility.rawValue
    case "object-fit": return box.objectFit.rawValue
    case "aspect-ratio": return aspectRatio(box.aspectRatio)
    case "counter-reset": return counters(style.content.counterReset)
    case "counter-set": return counters(style.content.counterSet)
    case "counter-increment": return counters(style.content.counterIncrement)
    case "quotes":
      switch style.inherited.quotes {
      case .auto: return "auto"
      case .none: return "none"
      case .pairs(let pairs): return pairs.map { "\"\($0.open)\" \"\($0.close)\"" }.joined(separator: " ")
      }
    case "overflow-wrap": return style.text.overflowWrap.rawValue
    case "align-items": return hyphenated(String(describing: style.alignment.alignItems.value))
    case "writing-mode": return style.text.writingMode.rawValue
    default: return nil
    }
  }
}
