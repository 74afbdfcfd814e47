extension Display {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .none: return "none"
    case .contents: return "contents"
    case .part(let part): return part.name
    case .box(let outside, let inside, let isListItem):
      if isListItem {
        let words = [outside == .inline ? "inline" : nil, inside == .flowRoot ? "flow-root" : nil, "list-item"]
        return words.compactMap { $0 }.joined(separator: " ")
      }
      let isInline = outside == .inline
      switch inside {
      case .flow: return isInline ? "inline" : "block"
      case .flowRoot: return isInline ? "inline-block" : "flow-root"
      case .table: return isInline ? "inline-table" : "table"
      case .flex: return isInline ? "inline-flex" : "flex"
      case .grid: return isInline ? "inline-grid" : "grid"
      case .ruby: return isInline ? "ruby" : "block ruby"
      case .math: return isInline ? "math" : "block math"
      }
    }
  }
}

extension DisplayInternal {
  fileprivate var name: String {
    switch self {
    case .tableRowGroup: "table-row-group"
    case .tableHeaderGroup: "table-header-group"
    case .tableFooterGroup: "table-footer-group"
    case .tableRow: "table-row"
    case .tableCell: "table-cell"
    case .tableColumnGroup: "table-column-group"
    case .tableColumn: "table-column"
    case .tableCaption: "table-caption"
    case .rubyBase: "ruby-base"
    case .rubyText: "ruby-text"
    case .rubyBaseContainer: "ruby-base-container"
    case .rubyTextContainer: "ruby-text-container"
    }
  }
}

extension AspectRatio {
  package func text(in computed: ComputedText) -> String {
    guard let terms else { return "auto" }
    return "\(isAuto ? "auto " : "")\(computed.number(terms.width)) / \(computed.number(terms.height))"
  }
}

extension VerticalAlign {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .baseline: "baseline"
    case .sub: "sub"
    case .super: "super"
    case .textTop: "text-top"
    case .textBottom: "text-bottom"
    case .middle: "middle"
    case .top: "top"
    case .bottom: "bottom"
    case .baselineMiddle: "-webkit-baseline-middle"
    case .raised(let length): length.text(in: computed)
    }
  }
}

extension Containment {
  package func text(in computed: ComputedText) -> String {
    if self == [.layout, .style, .paint] { return "content" }
    if self == [.size, .layout, .style, .paint] { return "strict" }
    let names: KeyValuePairs<Containment, String> = [
      .size: "size", .inlineSize: "inline-size", .layout: "layout", .style: "style", .paint: "paint",
    ]
    let words = names.filter { contains($0.key) }.map(\.value)
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }
}

extension ValueText<Int32> {
  /// Of `-webkit-line-clamp`: 0 is no clamping.
  static var lineClamp: ValueText { ValueText { value, _ in value == 0 ? "none" : String(value) } }
}

extension ValueText<SelfAlignment.Value> {
  /// Of `-webkit-box-align`.
  static var oldBox: ValueText {
    ValueText { value, _ in
      switch value {
      case .flexStart: "start"
      case .flexEnd: "end"
      case .center: "center"
      case .baseline: "baseline"
      default: "stretch"
      }
    }
  }
}

extension ValueText<ContentAlignment.Value> {
  /// Of `-webkit-box-pack`.
  static var oldBox: ValueText {
    ValueText { value, _ in
      switch value {
      case .flexEnd: "end"
      case .center: "center"
      case .spaceBetween: "justify"
      default: "start"
      }
    }
  }
}

// MARK: Alignment

extension ContentAlignment.OverflowPosition {
  fileprivate var words: [String] {
    switch self {
    case .unspecified: []
    case .safe: ["safe"]
    case .unsafe: ["unsafe"]
    }
  }
}

extension ContentAlignment: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    let name =
      switch value {
      case .normal: "normal"
      case .start: "start"
      case .end: "end"
      case .center: "center"
      case .flexStart: "flex-start"
      case .flexEnd: "flex-end"
      case .left: "left"
      case .right: "right"
      case .baseline: "baseline"
      case .lastBaseline: "last baseline"
      case .spaceBetween: "space-between"
      case .spaceAround: "space-around"
      case .spaceEvenly: "space-evenly"
      case .stretch: "stretch"
      }
    return (overflow.words + [name]).joined(separator: " ")
  }
}

extension SelfAlignment: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    // As in Chromium, without what it is to do where there is no room.
    if value == .anchorCenter { return "anchor-center" }
    let name =
      switch value {
      case .auto: "auto"
      case .normal: "normal"
      case .stretch: "stretch"
      case .center: "center"
      case .start: "start"
      case .end: "end"
      case .selfStart: "self-start"
      case .selfEnd: "self-end"
      case .flexStart: "flex-start"
      case .flexEnd: "flex-end"
      case .left: "left"
      case .right: "right"
      case .baseline: "baseline"
      case .lastBaseline: "last baseline"
      case .anchorCenter: "anchor-center"
      }
    return (overflow.words + [name]).joined(separator: " ")
  }
}
