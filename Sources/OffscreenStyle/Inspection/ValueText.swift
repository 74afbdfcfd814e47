import OffscreenCSS
import OffscreenGeometry

/// How single values are spelled.
extension ComputedText {
  func number(_ value: Float) -> String {
    // Six significant digits, as Chromium prints.
    guard value != 0 else { return "0" }
    var scale = 1.0
    var magnitude = Double(abs(value))
    while magnitude < 100_000, scale < 1e6 { (magnitude, scale) = (magnitude * 10, scale * 10) }
    let rounded = (Double(value) * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
  func pixels(_ value: Float) -> String { number(value) + "px" }

  func length(_ value: LengthPercentage) -> String {
    switch value {
    case .length(let length): return pixels(length)
    case .percentage(let percentage): return number(percentage) + "%"
    case .calculation(.linear(let length, let percentage)):
      // A percentage of nothing only marks a margin as quirky.
      if percentage == 0 { return pixels(Float(length)) }
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
  func node(_ node: Calculation) -> String {
    if case .linear(let l, let p) = node { length(.linear(length: l, percentage: p)) } else { "?" }
  }
  func length(_ value: LengthOrAuto) -> String {
    switch value {
    case .auto: "auto"
    case .value(let value): length(value)
    }
  }
  func pair(_ value: LengthPair) -> String {
    value.x == value.y ? length(value.x) : "\(length(value.x)) \(length(value.y))"
  }
  func size(_ value: SizeValue) -> String {
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
  func color(_ value: ColorValue) -> String {
    let color = value.resolved(style.inherited.color)
    func part(_ value: Float) -> Int { Int((value * 255).rounded()) }
    let parts = "\(part(color.red)), \(part(color.green)), \(part(color.blue))"
    return color.alpha >= 1 ? "rgb(\(parts))" : "rgba(\(parts), \(number((color.alpha * 1000).rounded() / 1000)))"
  }
  func image(_ value: ImageValue) -> String {
    switch value {
    case .none: "none"
    case .url(let url): "url(\"\(url)\")"
    case .gradient: "gradient"
    case .resolution, .color, .crossFade: "?"
    }
  }
  func slant(_ value: FontSlantValue) -> String {
    switch value {
    case .normal: "normal"
    case .italic: "italic"
    case .oblique(let angle): "oblique \(number(angle))deg"
    }
  }
  func family(_ value: FontFamilyName) -> String {
    switch value {
    case .standard: "standard"
    case .named(let name): name.contains(" ") ? "\"\(name)\"" : name
    case .systemUI: "system-ui"
    case .sansSerif: "sans-serif"
    default: String(describing: value)
    }
  }
  func verticalAlign(_ value: VerticalAlign) -> String {
    switch value {
    case .raised(let value): length(value)
    case .baselineMiddle: "-webkit-baseline-middle"
    default: hyphenated(String(describing: value))
    }
  }
  func aspectRatio(_ value: AspectRatio) -> String {
    guard let ratio = value.ratio else { return "auto" }
    return (value.isAuto ? "auto " : "") + number(ratio)
  }
  func counters(_ changes: [CounterChange]) -> String {
    changes.isEmpty ? "none" : changes.map { "\($0.name) \($0.value)" }.joined(separator: " ")
  }
  func hyphenated(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
  func display(_ value: Display) -> String {
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
