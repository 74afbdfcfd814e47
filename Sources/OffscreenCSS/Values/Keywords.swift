/// An enum whose cases are a property's keywords, spelled as their raw values.
package protocol KeywordValue: AbsoluteValue, RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {}

// https://drafts.csswg.org/css-display-3/
package enum DisplayOutside: UInt8, Hashable, Sendable { case block, inline, runIn }
package enum DisplayInside: UInt8, Hashable, Sendable {
  case flow, flowRoot, table, flex, grid, ruby, math
}
/// Boxes that are part of a table or a ruby container.
package enum DisplayInternal: UInt8, Hashable, Sendable {
  case tableRowGroup, tableHeaderGroup, tableFooterGroup, tableRow, tableCell, tableColumnGroup
  case tableColumn, tableCaption, rubyBase, rubyText, rubyBaseContainer, rubyTextContainer
}
/// https://drafts.csswg.org/css-display-3/#the-display-properties
package enum Display: Hashable, Sendable {
  case none, contents
  case box(DisplayOutside, DisplayInside, listItem: Bool)
  case part(DisplayInternal)

  package static let block = Display.box(.block, .flow, listItem: false)
  package static let inline = Display.box(.inline, .flow, listItem: false)
  package static let inlineBlock = Display.box(.inline, .flowRoot, listItem: false)
  package static let listItem = Display.box(.block, .flow, listItem: true)
  package static let flowRoot = Display.box(.block, .flowRoot, listItem: false)
  package static let table = Display.box(.block, .table, listItem: false)
  package static let flex = Display.box(.block, .flex, listItem: false)
  package static let grid = Display.box(.block, .grid, listItem: false)

  /// https://drafts.csswg.org/css-ruby-1/#internal-ruby-box
  package var isRubyPart: Bool {
    switch self {
    case .part(.rubyBase), .part(.rubyText), .part(.rubyBaseContainer), .part(.rubyTextContainer): true
    case .none, .contents, .box, .part: false
    }
  }

  /// Whether size containment applies: not to tables and their parts, but to captions.
  /// https://drafts.csswg.org/css-contain-2/#containment-size
  package var maySkipContents: Bool {
    switch self {
    case .box(_, .table, _): false
    case .part(.tableCaption): true
    case .part: false
    case .none, .contents, .box: true
    }
  }

  /// Whether layout containment applies: of the parts of tables, to captions and cells.
  /// https://drafts.csswg.org/css-contain-2/#containment-layout
  package var mayContainLayout: Bool {
    if case .part(let part) = self { part == .tableCaption || part == .tableCell } else { true }
  }
}

package enum Position: String, KeywordValue { case `static`, relative, absolute, fixed, sticky }
package enum FloatSide: String, KeywordValue {
  case none, left, right
  case inlineStart = "inline-start"
  case inlineEnd = "inline-end"
}
package enum Clear: String, KeywordValue {
  case none, left, right, both
  case inlineStart = "inline-start"
  case inlineEnd = "inline-end"
}
package enum BoxSizing: String, KeywordValue {
  case contentBox = "content-box"
  case borderBox = "border-box"
}
package enum Overflow: String, KeywordValue {
  case visible, hidden, clip, scroll, auto
  /// Whether a box with it is a scroll container.
  /// https://drafts.csswg.org/css-overflow-3/#scroll-container
  package var scrolls: Bool {
    switch self {
    case .visible, .clip: false
    case .hidden, .scroll, .auto: true
    }
  }
}
package enum ScrollbarGutter: String, KeywordValue {
  case auto, stable
  case stableBothEdges = "stable both-edges"
}
package enum ScrollbarWidth: String, KeywordValue { case auto, thin, none }
package enum Visibility: String, KeywordValue { case visible, hidden, collapse }
package enum BorderLineStyle: String, KeywordValue {
  case none, hidden, dotted, dashed, solid, double, groove, ridge, inset, outset
  /// Only for outlines.
  case auto
}
package enum Direction: String, KeywordValue { case ltr, rtl }
package enum WritingMode: String, KeywordValue {
  case horizontalTB = "horizontal-tb"
  case verticalRL = "vertical-rl"
  case verticalLR = "vertical-lr"
  case sidewaysRL = "sideways-rl"
  case sidewaysLR = "sideways-lr"
  package var isHorizontal: Bool { self == .horizontalTB }
}
package enum TextOrientation: String, KeywordValue { case mixed, upright, sideways }
package enum UnicodeBidi: String, KeywordValue {
  case normal, embed, isolate, plaintext
  case bidiOverride = "bidi-override"
  case isolateOverride = "isolate-override"
}
package enum TextAlign: String, KeywordValue {
  case start, end, left, right, center, justify
  case matchParent = "match-parent"
  case justifyAll = "justify-all"
  // What the `align` attribute and <center> do: they align blocks too.
  case webkitLeft = "-webkit-left"
  case webkitRight = "-webkit-right"
  case webkitCenter = "-webkit-center"
}
package enum TextAlignLast: String, KeywordValue {
  case auto, start, end, left, right, center, justify
  case matchParent = "match-parent"
}
package enum TextJustify: String, KeywordValue {
  case auto, none
  case interWord = "inter-word"
  case interCharacter = "inter-character"
}
package enum WhiteSpaceCollapse: String, KeywordValue {
  case collapse, preserve
  case preserveBreaks = "preserve-breaks"
  case preserveSpaces = "preserve-spaces"
  case breakSpaces = "break-spaces"
}
package enum TextWrapMode: String, KeywordValue { case wrap, nowrap }
package enum TextWrapStyle: String, KeywordValue { case auto, balance, stable, pretty }
package enum WordBreak: String, KeywordValue {
  case normal
  case breakAll = "break-all"
  case keepAll = "keep-all"
  case breakWord = "break-word"
  case autoPhrase = "auto-phrase"
}
package enum TextAutospace: String, KeywordValue {
  case normal
  case none = "no-autospace"
}
package enum LineBreak: String, KeywordValue { case auto, loose, normal, strict, anywhere }
package enum OverflowWrap: String, KeywordValue {
  case normal, anywhere
  case breakWord = "break-word"
}
package enum Hyphens: String, KeywordValue { case none, manual, auto }
package enum TextOverflow: String, KeywordValue { case clip, ellipsis }
package enum CaptionSide: String, KeywordValue { case top, bottom }
package enum BorderCollapse: String, KeywordValue { case separate, collapse }
package enum EmptyCells: String, KeywordValue { case show, hide }
package enum TableLayoutMode: String, KeywordValue { case auto, fixed }
package enum ListStylePosition: String, KeywordValue { case inside, outside }
package enum FlexDirection: String, KeywordValue {
  case row, column
  case rowReverse = "row-reverse"
  case columnReverse = "column-reverse"
}
package enum FlexWrap: String, KeywordValue {
  case nowrap, wrap
  case wrapReverse = "wrap-reverse"
}
package enum ObjectFit: String, KeywordValue {
  case fill, contain, cover, none
  case scaleDown = "scale-down"
}
package enum ImageRendering: String, KeywordValue {
  case auto, smooth, pixelated
  case highQuality = "high-quality"
  case crispEdges = "crisp-edges"
}
package enum BlendMode: String, KeywordValue {
  case normal, multiply, screen, overlay, darken, lighten, hue, saturation, color, luminosity
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion
  case plusLighter = "plus-lighter"
}
package enum BreakBetween: String, KeywordValue {
  case auto, avoid, always, all, page, left, right, recto, verso, column, region
  case avoidPage = "avoid-page"
  case avoidColumn = "avoid-column"
  case avoidRegion = "avoid-region"
}
package enum BreakInside: String, KeywordValue {
  case auto, avoid
  case avoidPage = "avoid-page"
  case avoidColumn = "avoid-column"
  case avoidRegion = "avoid-region"
}
package enum BoxDecorationBreak: String, KeywordValue { case slice, clone }
package enum ColumnFill: String, KeywordValue { case auto, balance, balanceAll = "balance-all" }
package enum ColumnWrap: String, KeywordValue { case auto, nowrap, wrap }
package enum ColumnSpan: String, KeywordValue { case none, all }
package enum Isolation: String, KeywordValue { case auto, isolate }
package enum TransformStyle: String, KeywordValue { case flat, preserve3D = "preserve-3d" }
package enum TransformBox: String, KeywordValue {
  case contentBox = "content-box"
  case borderBox = "border-box"
  case fillBox = "fill-box"
  case strokeBox = "stroke-box"
  case viewBox = "view-box"
}
package enum BackfaceVisibility: String, KeywordValue { case visible, hidden }
package enum TextDecorationStyle: String, KeywordValue { case solid, double, dotted, dashed, wavy }
package enum TextDecorationSkipInk: String, KeywordValue { case auto, none, all }
package enum FontKerning: String, KeywordValue { case auto, normal, none }
package enum RubyPosition: String, KeywordValue { case over, under, alternate, interCharacter = "inter-character" }
package enum RubyAlign: String, KeywordValue {
  case start, center
  case spaceBetween = "space-between"
  case spaceAround = "space-around"
}
package enum ContentVisibility: String, KeywordValue { case visible, auto, hidden }
package enum ContainerType: String, KeywordValue {
  case normal, size
  case inlineSize = "inline-size"
}
package enum Appearance: String, KeywordValue {
  case auto, none, button, checkbox, listbox, menulist, meter, radio, searchfield, textarea, textfield
  case progressBar = "progress-bar"
  case menulistButton = "menulist-button"
  case pushButton = "push-button"
  case squareButton = "square-button"
  case sliderHorizontal = "slider-horizontal"
  case baseSelect = "base-select"
}
package enum ImageOrientation: String, KeywordValue { case fromImage = "from-image", none }
package enum PointerEvents: String, KeywordValue {
  case auto, none, visible, painted, fill, stroke, all
  case visiblePainted = "visiblepainted"
  case visibleFill = "visiblefill"
  case visibleStroke = "visiblestroke"
  case boundingBox = "bounding-box"
}
/// https://drafts.csswg.org/css-inline-3/#baseline-source
package enum BaselineSource: String, KeywordValue { case auto, first, last }
/// https://drafts.csswg.org/css-forms-1/#field-sizing
package enum FieldSizing: String, KeywordValue { case fixed, content }
package enum Resize: String, KeywordValue { case none, both, horizontal, vertical, inline, block }
/// https://drafts.csswg.org/css-text-decor-4/#text-emphasis-style-property
package enum TextEmphasisShape: String, KeywordValue {
  case dot, circle, triangle, sesame
  case doubleCircle = "double-circle"

  package func mark(isFilled: Bool) -> String {
    switch self {
    case .dot: isFilled ? "\u{2022}" : "\u{25E6}"
    case .circle: isFilled ? "\u{25CF}" : "\u{25CB}"
    case .doubleCircle: isFilled ? "\u{25C9}" : "\u{25CE}"
    case .triangle: isFilled ? "\u{25B2}" : "\u{25B3}"
    case .sesame: isFilled ? "\u{FE45}" : "\u{FE46}"
    }
  }
}
package enum RepeatStyle: String, KeywordValue {
  case `repeat`, space, round
  case noRepeat = "no-repeat"
}
package enum BackgroundAttachment: String, KeywordValue { case scroll, fixed, local }
/// The boxes that backgrounds, masks, clips and shapes refer to.
package enum VisualBox: String, KeywordValue {
  case borderBox = "border-box"
  case paddingBox = "padding-box"
  case contentBox = "content-box"
  case marginBox = "margin-box"
  case fillBox = "fill-box"
  case strokeBox = "stroke-box"
  case viewBox = "view-box"
  /// Only for `background-clip`.
  case text
  case borderArea = "border-area"
  /// Only for `mask-clip` and `clip-path`.
  case noClip = "no-clip"
}
package enum MaskMode: String, KeywordValue {
  case alpha, luminance
  case matchSource = "match-source"
}
package enum MaskComposite: String, KeywordValue { case add, subtract, intersect, exclude }
