import OffscreenCSS
import OffscreenGeometry

/// Computed values as getComputedStyle() spells them.
struct ComputedText {
  let style: ComputedStyle

  func value(_ property: String) -> String? {
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

  // MARK: Values

  private func number(_ value: Float) -> String {
    // Six significant digits, as Chromium prints.
    guard value != 0 else { return "0" }
    var scale = 1.0
    var magnitude = Double(abs(value))
    while magnitude < 100_000, scale < 1e6 { (magnitude, scale) = (magnitude * 10, scale * 10) }
    let rounded = (Double(value) * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
  private func pixels(_ value: Float) -> String { number(value) + "px" }

  private func length(_ value: LengthPercentage) -> String {
    switch value {
    case .length(let length): return pixels(length)
    case .percentage(let percentage): return number(percentage) + "%"
    case .calculation(.linear(let length, let percentage)):
      return "calc(\(number(Float(percentage)))% \(length < 0 ? "-" : "+") \(pixels(Float(abs(length)))))"
    case .calculation(.maximum(let parts)):
      // The clamping of a calculation is not shown.
      let rest = parts.filter { $0 != .linear(length: 0, percentage: 0) }
      if rest.count == 1, case .linear(let l, let p) = rest[0] { return length(.linear(length: l, percentage: p)) }
      if rest.count == 1, case .maximum(let inner) = rest[0] {
        return "max(" + inner.map(node).joined(separator: ", ") + ")"
      }
      return "max(" + rest.map(node).joined(separator: ", ") + ")"
    case .calculation: return "calc(?)"
    }
  }
  private func node(_ node: Calculation) -> String {
    if case .linear(let l, let p) = node { length(.linear(length: l, percentage: p)) } else { "?" }
  }
  private func length(_ value: LengthOrAuto) -> String {
    switch value {
    case .auto: "auto"
    case .value(let value): length(value)
    }
  }
  private func pair(_ value: LengthPair) -> String {
    value.x == value.y ? length(value.x) : "\(length(value.x)) \(length(value.y))"
  }
  private func size(_ value: SizeValue) -> String {
    switch value {
    case .auto: "auto"
    case .value(let value): length(value)
    case .minContent: "min-content"
    case .maxContent: "max-content"
    case .fitContent(nil): "fit-content"
    case .fitContent(let limit?): "fit-content(\(length(limit)))"
    case .stretch: "stretch"
    case .content: "content"
    }
  }
  private func color(_ value: ColorValue) -> String {
    let color = value.resolved(style.inherited.color)
    func part(_ value: Float) -> Int { Int((value * 255).rounded()) }
    let parts = "\(part(color.red)), \(part(color.green)), \(part(color.blue))"
    return color.alpha >= 1 ? "rgb(\(parts))" : "rgba(\(parts), \(number((color.alpha * 1000).rounded() / 1000)))"
  }
  private func image(_ value: ImageValue) -> String {
    switch value {
    case .none: "none"
    case .url(let url): "url(\"\(url)\")"
    case .gradient: "gradient"
    case .resolution, .color, .crossFade: "?"
    }
  }
  private func slant(_ value: FontSlantValue) -> String {
    switch value {
    case .normal: "normal"
    case .italic: "italic"
    case .oblique(let angle): "oblique \(number(angle))deg"
    }
  }
  private func family(_ value: FontFamilyName) -> String {
    switch value {
    case .standard: "standard"
    case .named(let name): name.contains(" ") ? "\"\(name)\"" : name
    case .systemUI: "system-ui"
    case .sansSerif: "sans-serif"
    default: String(describing: value)
    }
  }
  private func verticalAlign(_ value: VerticalAlign) -> String {
    switch value {
    case .raised(let value): length(value)
    case .baselineMiddle: "-webkit-baseline-middle"
    default: hyphenated(String(describing: value))
    }
  }
  private func aspectRatio(_ value: AspectRatio) -> String {
    guard let ratio = value.ratio else { return "auto" }
    return (value.isAuto ? "auto " : "") + number(ratio)
  }
  private func counters(_ changes: [CounterChange]) -> String {
    changes.isEmpty ? "none" : changes.map { "\($0.name) \($0.value)" }.joined(separator: " ")
  }
  private func hyphenated(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
  private func display(_ value: Display) -> String {
    switch value {
    case .none: return "none"
    case .contents: return "contents"
    case .part(let part): return part == .tableRowGroup ? "table-row-group" : hyphenated(String(describing: part))
    case .box(let outside, let inside, let isListItem):
      if isListItem { return outside == .block ? "list-item" : "inline list-item" }
      switch (outside, inside) {
      case (.block, .flow): return "block"
      case (.inline, .flow): return "inline"
      case (.inline, .flowRoot): return "inline-block"
      case (.block, .flowRoot): return "flow-root"
      case (.block, .table): return "table"
      case (.inline, .table): return "inline-table"
      case (.block, .flex): return "flex"
      case (.inline, .flex): return "inline-flex"
      case (.block, .grid): return "grid"
      case (.inline, .grid): return "inline-grid"
      case (.inline, .ruby): return "ruby"
      case (.block, .ruby): return "block ruby"
      case (.inline, .math): return "math"
      case (.block, .math): return "block math"
      case (.runIn, _): return "run-in"
      }
    }
  }
}
