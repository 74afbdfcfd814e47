/// The box itself: how it is made, sized and placed. Nothing here is inherited.
package struct BoxStyle: Hashable, Sendable {
  package var display: Display = .inline
  /// `display` before floats, positioning and item blockification changed it.
  package var specifiedDisplay: Display = .inline
  package var position: Position = .static
  package var float: FloatSide = .none
  package var clear: Clear = .none
  package var inset = Sides<LengthOrAuto>(.auto)
  package var width: SizeValue = .auto
  package var height: SizeValue = .auto
  package var minWidth: SizeValue = .auto
  package var minHeight: SizeValue = .auto
  package var maxWidth: SizeValue = .auto
  package var maxHeight: SizeValue = .auto
  package var boxSizing: BoxSizing = .contentBox
  package var aspectRatio: AspectRatio = .init()
  package var margin = Sides<LengthOrAuto>(.zero)
  package var marginTrim: MarginTrim = []
  package var textBoxTrim: TextBoxTrim = []
  package var initialLetter = InitialLetter()
  package var padding = Sides<LengthPercentage>(.zero)
  package var overflowX: Overflow = .visible
  package var overflowY: Overflow = .visible
  package var overflowClipMargin: Float = 0
  /// The box that `overflow-clip-margin` starts from.
  package var overflowClipBox: VisualBox = .paddingBox
  /// nil is `auto`.
  package var zIndex: Int32?
  package var verticalAlign: VerticalAlign = .baseline
  package var baselineSource: BaselineSource = .auto
  package var unicodeBidi: UnicodeBidi = .normal
  package var textOverflow: TextOverflow = .clip
  package var scrollMarkerGroup = ScrollMarkerGroup()
  package var scrollbarGutter: ScrollbarGutter = .auto
  package var scrollbarWidth: ScrollbarWidth = .auto
  package var lineClamp: Int32 = 0
  /// `-webkit-box` with `-webkit-box-orient: vertical`, which line clamping needs.
  package var isLegacyVerticalBox = false
  /// `display` is `-webkit-box` or its inline form.
  package var isLegacyBox = false
  /// The boxes in it are on lines: in ruby, and in what is inline there.
  /// https://drafts.csswg.org/css-ruby-1/#anon-gen-inlinize
  package var inlinizesChildren = false
  package var objectFit: ObjectFit = .fill
  package var objectPosition = LengthPair(x: .percentage(50), y: .percentage(50))
  package var objectViewBox = ObjectViewBox()
  package var tableLayout: TableLayoutMode = .auto
  /// With what `content-visibility` contains.
  package var contain: Containment = []
  /// Without that.
  package var declaredContain: Containment = []
  package var contentVisibility: ContentVisibility = .visible
  package var containerType: ContainerType = .normal
  package var isScrollStateContainer = false
  /// Queries may ask by which fallback it is placed.
  package var isAnchoredContainer = false
  package var containerNames: [String] = []
  /// CSS pixels; nil is `none`.
  package var containIntrinsicWidth: Float?
  package var containIntrinsicHeight: Float?
  /// `auto`: a size remembered from an earlier rendering, where contents are skipped.
  package var remembersIntrinsicWidth = false
  package var remembersIntrinsicHeight = false
  package var floatShape: FloatShape = .none
  package var shapeMargin: LengthPercentage = .zero
  package var shapeImageThreshold: Float = 0
  package var appearance: Appearance = .none
  /// A control whose borders or background are of the page's author: where it can, it has not the system's look.
  /// https://drafts.csswg.org/css-ui-4/#computing-appearance
  package var isStyledControl = false
  package var resize: Resize = .none
  /// Whether controls are as large as their contents.
  package var fieldSizing: FieldSizing = .fixed
  /// The element's own zoom, a part of that which was applied to lengths.
  package var zoom: Float = 1
  package var anchor = AnchorStyle()
  package init() {}
}

package struct AspectRatio: Hashable, Sendable {
  package var isAuto = true
  /// As they were said; nil without a ratio.
  package var terms: RatioTerms?
  /// Width over height; nil without a ratio (or with a degenerate one).
  package var ratio: Float?
  package init() {}
}

package enum VerticalAlign: Hashable, Sendable {
  case baseline, sub, `super`, textTop, textBottom, middle, top, bottom
  /// `-webkit-baseline-middle`, which the HTML `align` attributes map to.
  case baselineMiddle
  /// Raised by this; percentages are of the line height.
  case raised(LengthPercentage)
}

/// https://drafts.csswg.org/css-contain-2/
@usableFromInline package struct Containment: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  @inlinable package static var size: Self { Self(rawValue: 1) }
  @inlinable package static var inlineSize: Self { Self(rawValue: 2) }
  @inlinable package static var layout: Self { Self(rawValue: 4) }
  @inlinable package static var style: Self { Self(rawValue: 8) }
  @inlinable package static var paint: Self { Self(rawValue: 16) }
}

extension ComputedStyle {
  /// Whether container queries may ask it.
  package var isQueryContainer: Bool {
    box.containerType != .normal || box.isScrollStateContainer || box.isAnchoredContainer
  }

  /// `content-visibility` where it applies.
  package var usedContentVisibility: ContentVisibility {
    box.contentVisibility == .visible || box.display.maySkipContents ? box.contentVisibility : .visible
  }

  /// Containment by `contain` and `container-type`.
  /// https://drafts.csswg.org/css-conditional-5/#container-type
  // Optimization: of the whole style, for to ask a group of it is to copy the group.
  package var usedContainment: Containment {
    switch box.containerType {
    case .normal: box.isAnchoredContainer ? box.contain.union(.style) : box.contain
    case .size: box.contain.union([.size, .style])
    case .inlineSize: box.contain.union([.inlineSize, .style])
    }
  }
}

extension BoxStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-display-3/#propdef-display
    .reset("display", Field(get: { $0.box.displayValue }, set: { $1.box.displayValue = $0 })),
    // https://drafts.csswg.org/css-position-3/
    .reset("position", \.box.position),
    .reset("top", \.box.inset.top, quirks: .unitlessLength, text: .used(\.inset.top)) {
      LengthOrAuto.specified(&$0, in: $1.allowing([.sides, .sizes]))
    },
    .reset("right", \.box.inset.right, quirks: .unitlessLength, text: .used(\.inset.right)) {
      LengthOrAuto.specified(&$0, in: $1.allowing([.sides, .sizes]))
    },
    .reset("bottom", \.box.inset.bottom, quirks: .unitlessLength, text: .used(\.inset.bottom)) {
      LengthOrAuto.specified(&$0, in: $1.allowing([.sides, .sizes]))
    },
    .reset("left", \.box.inset.left, quirks: .unitlessLength, text: .used(\.inset.left)) {
      LengthOrAuto.specified(&$0, in: $1.allowing([.sides, .sizes]))
    },
    .reset("z-index", \.box.zIndex, text: .or("auto", .integer)) { $0.consumeAutoOrInteger(in: $1) },
    // https://drafts.csswg.org/css2/#floats
    .reset("float", \.box.float),
    .reset("clear", \.box.clear),
    // https://drafts.csswg.org/css-sizing-4/
    .reset("width", \.box.width, quirks: .unitlessLength, text: .used(\.width)) {
      $0.consumeSize(in: $1.allowing(.sizes), .preferred)
    },
    .reset("height", \.box.height, quirks: .unitlessLength, text: .used(\.height)) {
      $0.consumeSize(in: $1.allowing(.sizes), .preferred)
    },
    .reset("min-width", \.box.minWidth, quirks: .unitlessLength, text: .minimum) {
      $0.consumeSize(in: $1.allowing(.sizes), .minimum)
    },
    .reset("min-height", \.box.minHeight, quirks: .unitlessLength, text: .minimum) {
      $0.consumeSize(in: $1.allowing(.sizes), .minimum)
    },
    .reset("max-width", \.box.maxWidth, quirks: .unitlessLength, text: .maximum) {
      $0.consumeSize(in: $1.allowing(.sizes), .maximum)
    },
    .reset("max-height", \.box.maxHeight, quirks: .unitlessLength, text: .maximum) {
      $0.consumeSize(in: $1.allowing(.sizes), .maximum)
    },
    .reset("box-sizing", \.box.boxSizing),
    .reset("aspect-ratio", \.box.aspectRatio),
    .reset("contain-intrinsic-width", Field(get: { $0.box.intrinsicWidth }, set: { $1.box.intrinsicWidth = $0 })),
    .reset("contain-intrinsic-height", Field(get: { $0.box.intrinsicHeight }, set: { $1.box.intrinsicHeight = $0 })),
    // https://drafts.csswg.org/css-box-4/
    .reset("margin-top", \.box.margin.top, quirks: .unitlessLength, text: .used(\.margin.top)) {
      LengthOrAuto.specified(&$0, in: $1.allowing(.sizes))
    },
    .reset("margin-right", \.box.margin.right, quirks: .unitlessLength, text: .used(\.margin.right)) {
      LengthOrAuto.specified(&$0, in: $1.allowing(.sizes))
    },
    .reset("margin-bottom", \.box.margin.bottom, quirks: .unitlessLength, text: .used(\.margin.bottom)) {
      LengthOrAuto.specified(&$0, in: $1.allowing(.sizes))
    },
    .reset("margin-left", \.box.margin.left, quirks: .unitlessLength, text: .used(\.margin.left)) {
      LengthOrAuto.specified(&$0, in: $1.allowing(.sizes))
    },
    .reset("padding-top", \.box.padding.top, quirks: .unitlessLength, text: .used(\.padding.top)) {
      $0.consumeLengthPercentage(in: $1, .nonNegative)
    },
    .reset("padding-right", \.box.padding.right, quirks: .unitlessLength, text: .used(\.padding.right)) {
      $0.consumeLengthPercentage(in: $1, .nonNegative)
    },
    .reset("padding-bottom", \.box.padding.bottom, quirks: .unitlessLength, text: .used(\.padding.bottom)) {
      $0.consumeLengthPercentage(in: $1, .nonNegative)
    },
    .reset("padding-left", \.box.padding.left, quirks: .unitlessLength, text: .used(\.padding.left)) {
      $0.consumeLengthPercentage(in: $1, .nonNegative)
    },
    // https://drafts.csswg.org/css-overflow-4/
    .reset("overflow-x", \.box.overflowX) { $0.consumeOverflow(in: $1) },
    .reset("overflow-y", \.box.overflowY) { $0.consumeOverflow(in: $1) },
    .reset("initial-letter", \.box.initialLetter),
    .reset("margin-trim", \.box.marginTrim),
    .reset("overflow-clip-margin", Field(get: { $0.box.clipMargin }, set: { $1.box.clipMargin = $0 })),
    .reset("scroll-marker-group", \.box.scrollMarkerGroup),
    .reset("scrollbar-gutter", \.box.scrollbarGutter) { .constant($0.consumeScrollbarGutter(in: $1)) },
    .reset("scrollbar-width", \.box.scrollbarWidth),
    .reset("text-overflow", \.box.textOverflow) { cursor, context in
      // Deviation: of two sides, the end's counts.
      guard let first = TextOverflow.parse(&cursor, in: context) else { return nil }
      return .computed(TextOverflow.parse(&cursor, in: context) ?? first)
    },
    .reset("-webkit-line-clamp", \.box.lineClamp, text: .lineClamp) { cursor, context in
      cursor.consumeIdent("none") ? .computed(0) : cursor.consumeInteger(in: context, from: 1)
    },
    .reset("vertical-align", \.box.verticalAlign, quirks: .unitlessLength),
    .reset("baseline-source", \.box.baselineSource),
    .reset("unicode-bidi", \.box.unicodeBidi) { cursor, context in
      let old = cursor.consumeOne(of: [
        "-webkit-isolate": UnicodeBidi.isolate, "-webkit-plaintext": .plaintext,
        "-webkit-isolate-override": .isolateOverride,
      ])
      return .constant(old ?? UnicodeBidi.parse(&cursor, in: context))
    },
    .reset("object-fit", \.box.objectFit),
    .reset("object-position", \.box.objectPosition),
    .reset("object-view-box", \.box.objectViewBox),
    .reset("table-layout", \.box.tableLayout),
    // https://drafts.csswg.org/css-contain-3/
    .reset("contain", Field(get: { $0.box.containValue }, set: { $1.box.containValue = $0 })),
    .reset("content-visibility", \.box.contentVisibility),
    .reset("container-type", Field(get: { $0.box.containerKind }, set: { $1.box.containerKind = $0 })),
    .reset("container-name", \.box.containerNames, text: .identifiers(empty: "none", separator: " ")) { cursor, _ in
      if cursor.consumeIdent("none") { return .computed([]) }
      var names: [String] = []
      while let name = cursor.consumeCustomIdent(except: ["none", "and", "or", "not"]) { names.append(name) }
      return names.isEmpty ? nil : .computed(names)
    },
    // https://drafts.csswg.org/css-shapes-1/
    .reset("shape-outside", \.box.floatShape) { $0.consumeFloatShape(in: $1) },
    .reset("shape-margin", \.box.shapeMargin) { $0.consumeLengthPercentage(in: $1, .nonNegative) },
    .reset("shape-image-threshold", \.box.shapeImageThreshold, text: .number) { cursor, context in
      cursor.consumeNumberOrPercentage(in: context)?.map { min(max($0, 0), 1).clampedNumber }
    },
    // https://drafts.csswg.org/css-ui-4/
    .reset("appearance", \.box.appearance) { cursor, context in
      guard let name = cursor.peekedName else { return nil }
      if let value = Appearance(rawValue: name) {
        cursor.advance()
        return .computed(value)
      }
      // Keywords that mean `auto` to the elements that have a native look.
      guard ["button-bevel", "media-slider", "checkbox"].contains(name) || context.isUserAgentSheet
      else { return nil }
      cursor.advance()
      return .computed(.auto)
    },
    .reset("resize", \.box.resize),
    .reset("field-sizing", \.box.fieldSizing),
    // What came before flexible boxes.
    .reset("-webkit-box-orient", \.alignment.oldBox.isVertical, text: .either("vertical", "horizontal")) { cursor, _ in
      .constant(
        cursor.consumeOne(of: ["horizontal": false, "inline-axis": false, "vertical": true, "block-axis": true]))
    },
    .reset("-webkit-box-direction", \.alignment.oldBox.isReversed, text: .either("reverse", "normal")) { cursor, _ in
      .constant(cursor.consumeOne(of: ["normal": false, "reverse": true]))
    },
    .reset("-webkit-box-align", \.alignment.oldBox.align, text: .oldBox) { cursor, _ in
      .constant(
        cursor.consumeOne(of: [
          "stretch": SelfAlignment.Value.stretch, "start": .flexStart, "end": .flexEnd, "center": .center,
          "baseline": .baseline,
        ]))
    },
    .reset("-webkit-box-pack", \.alignment.oldBox.pack, text: .oldBox) { cursor, _ in
      .constant(
        cursor.consumeOne(of: [
          "start": ContentAlignment.Value.flexStart, "end": .flexEnd, "center": .center,
          "justify": .spaceBetween,
        ]))
    },
    .reset("-webkit-box-flex", \.alignment.oldBox.flex, text: .number) {
      $0.consumeNumber(in: $1, .nonNegative)?.map(\.clampedNumber)
    },
    .reset("-webkit-box-ordinal-group", \.alignment.oldBox.ordinalGroup, text: .integer) {
      $0.consumeInteger(in: $1, from: 1)
    },
  ]

  fileprivate var containValue: Containment {
    get { declaredContain }
    set { (contain, declaredContain) = (newValue, newValue) }
  }
  fileprivate var containerKind: ContainerKind {
    get {
      ContainerKind(type: containerType, hasScrollState: isScrollStateContainer, isAnchored: isAnchoredContainer)
    }
    set {
      containerType = newValue.type
      (isScrollStateContainer, isAnchoredContainer) = (newValue.hasScrollState, newValue.isAnchored)
    }
  }
  fileprivate var clipMargin: ClipMargin {
    get { ClipMargin(box: overflowClipBox, length: overflowClipMargin) }
    set { (overflowClipBox, overflowClipMargin) = (newValue.box, newValue.length) }
  }
  fileprivate var intrinsicWidth: IntrinsicSize {
    get { IntrinsicSize(length: containIntrinsicWidth, isRemembered: remembersIntrinsicWidth) }
    set { (containIntrinsicWidth, remembersIntrinsicWidth) = (newValue.length, newValue.isRemembered) }
  }
  fileprivate var intrinsicHeight: IntrinsicSize {
    get { IntrinsicSize(length: containIntrinsicHeight, isRemembered: remembersIntrinsicHeight) }
    set { (containIntrinsicHeight, remembersIntrinsicHeight) = (newValue.length, newValue.isRemembered) }
  }
  fileprivate var displayValue: DisplayValue {
    get { DisplayValue(display: specifiedDisplay, isLegacyBox: isLegacyBox) }
    set {
      (display, specifiedDisplay) = (newValue.display, newValue.display)
      isLegacyBox = newValue.isLegacyBox
    }
  }
}

private struct DisplayValue: AbsoluteValue, Equatable {
  var display: Display
  var isLegacyBox: Bool

  func text(in computed: ComputedText) -> String {
    // The one that was adjusted.
    let box = computed.style.box
    guard box.isLegacyBox, case .box(let outside, .flex, _) = box.display else { return box.display.text(in: computed) }
    return outside == .inline ? "-webkit-inline-box" : "-webkit-box"
  }

  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> DisplayValue? {
    let isLegacyBox = cursor.isIdent("-webkit-box") || cursor.isIdent("-webkit-inline-box")
    return Display.parse(&cursor, in: context).map { DisplayValue(display: $0, isLegacyBox: isLegacyBox) }
  }
}

extension DisplayValue: InterpolableValue {
  func mixed(with other: DisplayValue, at progress: Double) -> DisplayValue? {
    display.mixed(with: other.display, at: progress).map {
      DisplayValue(display: $0, isLegacyBox: $0 == display ? isLegacyBox : other.isLegacyBox)
    }
  }
}

/// https://drafts.csswg.org/css-overflow-4/#overflow-clip-margin
private struct ClipMargin: PropertyValue, Equatable {
  var box: VisualBox
  var length: Float

  static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<ClipMargin>? {
    var box = cursor.consumeVisualBox(except: [.text, .borderArea, .noClip, .marginBox])
    let length = cursor.consumeLength(in: context)
    if box == nil { box = cursor.consumeVisualBox(except: [.text, .borderArea, .noClip, .marginBox]) }
    guard box != nil || length != nil else { return nil }
    let edge = box ?? .paddingBox
    return (length ?? .computed(0)).map { ClipMargin(box: edge, length: Float($0)) }
  }

  func text(in computed: ComputedText) -> String {
    if box == .paddingBox { return computed.pixels(length) }
    return length == 0 ? box.rawValue : "\(box.rawValue) \(computed.pixels(length))"
  }
}

/// https://drafts.csswg.org/css-conditional-5/#container-type
private struct ContainerKind: AbsoluteValue, Equatable {
  var type: ContainerType
  var hasScrollState = false
  var isAnchored = false

  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> ContainerKind? {
    if cursor.consumeIdent("normal") { return ContainerKind(type: .normal) }
    var kind = ContainerKind(type: .normal)
    var isEmpty = true
    for _ in 0..<3 {
      if kind.type == .normal,
        let type = cursor.consumeOne(of: ["size": ContainerType.size, "inline-size": .inlineSize])
      {
        kind.type = type
      } else if !kind.hasScrollState, cursor.consumeIdent("scroll-state") {
        kind.hasScrollState = true
      } else if !kind.isAnchored, cursor.consumeIdent("anchored") {
        kind.isAnchored = true
      } else {
        break
      }
      isEmpty = false
    }
    return isEmpty ? nil : kind
  }

  func text(in computed: ComputedText) -> String {
    let words = [
      type == .normal ? nil : type.rawValue, hasScrollState ? "scroll-state" : nil, isAnchored ? "anchored" : nil,
    ].compactMap { $0 }
    return words.isEmpty ? "normal" : words.joined(separator: " ")
  }
}

extension ContainerKind: InterpolableValue {
  func mixed(with other: ContainerKind, at progress: Double) -> ContainerKind? { nil }
}

/// https://drafts.csswg.org/css-sizing-4/#intrinsic-size-override
private struct IntrinsicSize: PropertyValue, Equatable {
  /// nil is `none`.
  var length: Float?
  var isRemembered: Bool

  static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<IntrinsicSize>? {
    let isRemembered = cursor.consumeIdent("auto")
    if cursor.consumeIdent("none") {
      return .computed(IntrinsicSize(length: nil, isRemembered: isRemembered))
    }
    return cursor.consumeLength(in: context, .nonNegative)?.map {
      IntrinsicSize(length: Float($0), isRemembered: isRemembered)
    }
  }

  func text(in computed: ComputedText) -> String {
    (isRemembered ? "auto " : "") + (length.map { computed.pixels($0) } ?? "none")
  }
}

extension IntrinsicSize: InterpolableValue {
  func mixed(with other: IntrinsicSize, at progress: Double) -> IntrinsicSize? {
    guard isRemembered == other.isRemembered, let a = length, let b = other.length else { return nil }
    return a.mixed(with: b, at: progress).map { IntrinsicSize(length: max(0, $0), isRemembered: isRemembered) }
  }
}

extension AspectRatio: PropertyValue {
  /// https://drafts.csswg.org/css-sizing-4/#aspect-ratio
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<AspectRatio>? {
    var hasAuto = cursor.consumeIdent("auto")
    let terms = cursor.consumeRatio(in: context)
    if !hasAuto, terms != nil { hasAuto = cursor.consumeIdent("auto") }
    guard hasAuto || terms != nil else { return nil }
    let isAuto = hasAuto
    return terms.lifted().map { terms in
      var result = AspectRatio()
      (result.isAuto, result.terms, result.ratio) = (isAuto, terms, terms?.quotient)
      return result
    }
  }
}

extension VerticalAlign: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<VerticalAlign>? {
    if let keyword = cursor.consumeOne(of: [
      "baseline": VerticalAlign.baseline, "sub": .sub, "super": .super, "text-top": .textTop,
      "text-bottom": .textBottom, "middle": .middle, "top": .top, "bottom": .bottom,
      "-webkit-baseline-middle": .baselineMiddle,
    ]) {
      return .computed(keyword)
    }
    return cursor.consumeLengthPercentage(in: context)?.map { .raised($0) }
  }
}

extension Containment: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> Containment? {
    if let all = cursor.consumeOne(of: [
      "none": Containment([]), "strict": [.size, .layout, .style, .paint],
      "content": [.layout, .style, .paint],
    ]) {
      return all
    }
    var result: Containment = []
    while let one = cursor.consumeOne(of: [
      "size": Containment.size, "inline-size": .inlineSize, "layout": .layout, "style": .style,
      "paint": .paint,
    ]) {
      guard result.insert(one).inserted else { return nil }
    }
    return result.isEmpty || result.isSuperset(of: [.size, .inlineSize]) ? nil : result
  }
}

extension TokenCursor {
  fileprivate mutating func consumeOverflow(in context: ParsingContext) -> Specified<Overflow>? {
    // `overlay` is an old name of `auto`.
    .constant(consumeIdent("overlay") ? .auto : Overflow.parse(&self, in: context))
  }

  fileprivate mutating func consumeScrollbarGutter(in context: ParsingContext) -> ScrollbarGutter? {
    if consumeIdent("both-edges") { return consumeIdent("stable") ? .stableBothEdges : nil }
    guard let value = ScrollbarGutter.parse(&self, in: context) else { return nil }
    return value == .stable && consumeIdent("both-edges") ? .stableBothEdges : value
  }
}
