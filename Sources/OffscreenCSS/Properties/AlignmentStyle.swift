/// https://drafts.csswg.org/css-align-3/ and https://drafts.csswg.org/css-flexbox-1/ .
/// Nothing here is inherited.
package struct AlignmentStyle: Hashable, Sendable {
  package var alignContent: ContentAlignment = .init(.normal)
  package var justifyContent: ContentAlignment = .init(.normal)
  package var alignItems: SelfAlignment = .init(.normal)
  package var justifyItems: SelfAlignment = .init(.normal)
  package var justifyItemsLegacy = false
  package var alignSelf: SelfAlignment = .init(.auto)
  package var justifySelf: SelfAlignment = .init(.auto)
  /// nil is `normal`: 0, or 1em between columns of text.
  package var rowGap: LengthPercentage?
  package var columnGap: LengthPercentage?
  package var flexDirection: FlexDirection = .row
  package var flexWrap: FlexWrap = .nowrap
  package var flexGrow: Float = 0
  package var flexShrink: Float = 1
  package var flexBasis: SizeValue = .auto
  package var order: Int32 = 0
  package var oldBox = OldBoxStyle()
  package init() {}
}

/// The properties that came before flexible boxes; what they do is in the fields for those.
package struct OldBoxStyle: Hashable, Sendable {
  var isVertical = false
  var isReversed = false
  var align = SelfAlignment.Value.stretch
  var pack = ContentAlignment.Value.flexStart
  var flex: Float = 0
  var ordinalGroup: Int32 = 1
}

package struct ContentAlignment: Hashable, Sendable {
  package enum Value: UInt8, Hashable, Sendable {
    case normal, start, end, center, flexStart, flexEnd, left, right
    case baseline, lastBaseline, spaceBetween, spaceAround, spaceEvenly, stretch
  }
  package enum OverflowPosition: UInt8, Hashable, Sendable { case unspecified, safe, unsafe }
  package var value: Value
  package var overflow: OverflowPosition
  package init(_ value: Value, overflow: OverflowPosition = .unspecified) {
    (self.value, self.overflow) = (value, overflow)
  }
}

package struct SelfAlignment: Hashable, Sendable {
  package enum Value: UInt8, Hashable, Sendable {
    case auto, normal, stretch, center, start, end, selfStart, selfEnd, flexStart, flexEnd
    case left, right, baseline, lastBaseline, anchorCenter
  }
  package var value: Value
  package var overflow: ContentAlignment.OverflowPosition
  package init(_ value: Value, overflow: ContentAlignment.OverflowPosition = .unspecified) {
    (self.value, self.overflow) = (value, overflow)
  }
}

extension AlignmentStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-align-3/
    .reset("align-content", \.alignment.alignContent) { cursor, _ in
      .constant(ContentAlignment.parse(&cursor, isInline: false))
    },
    .reset("justify-content", \.alignment.justifyContent) { cursor, _ in
      .constant(ContentAlignment.parse(&cursor, isInline: true))
    },
    .reset("align-items", \.alignment.alignItems) { cursor, _ in
      .constant(SelfAlignment.parse(&cursor, .block, allowsAuto: false))
    },
    .reset(
      "justify-items", Field(get: { $0.alignment.justifyItemsValue }, set: { $1.alignment.justifyItemsValue = $0 })),
    .reset("align-self", \.alignment.alignSelf) { cursor, _ in
      .constant(SelfAlignment.parse(&cursor, .block, allowsAuto: true))
    },
    .reset("justify-self", \.alignment.justifySelf) { cursor, _ in
      .constant(SelfAlignment.parse(&cursor, .inline, allowsAuto: true))
    },
    .reset("row-gap", \.alignment.rowGap, text: .or("normal", .own)) { $0.consumeGap(in: $1) },
    .reset("column-gap", \.alignment.columnGap, text: .or("normal", .own)) { $0.consumeGap(in: $1) },
    // https://drafts.csswg.org/css-flexbox-1/
    .reset("flex-direction", \.alignment.flexDirection),
    .reset("flex-wrap", \.alignment.flexWrap),
    .reset("flex-grow", \.alignment.flexGrow, text: .number) {
      $0.consumeNumber(in: $1, .nonNegative)?.map(\.clampedNumber)
    },
    .reset("flex-shrink", \.alignment.flexShrink, text: .number) {
      $0.consumeNumber(in: $1, .nonNegative)?.map(\.clampedNumber)
    },
    .reset("flex-basis", \.alignment.flexBasis) { $0.consumeSize(in: $1, .basis) },
    .reset("order", \.alignment.order, text: .integer) { $0.consumeInteger(in: $1) },
  ]

  /// Both fields of `justify-items`.
  fileprivate var justifyItemsValue: JustifyItems {
    get { JustifyItems(alignment: justifyItems, isLegacy: justifyItemsLegacy) }
    set { (justifyItems, justifyItemsLegacy) = (newValue.alignment, newValue.isLegacy) }
  }
}

private struct JustifyItems: AbsoluteValue, Equatable {
  var alignment: SelfAlignment
  var isLegacy: Bool

  func text(in computed: ComputedText) -> String {
    (isLegacy ? "legacy " : "") + alignment.text(in: computed)
  }

  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> JustifyItems? {
    if let value = SelfAlignment.parse(&cursor, .inline, allowsAuto: false) {
      return JustifyItems(alignment: value, isLegacy: false)
    }
    // `legacy` with a side, in either order.
    var side: SelfAlignment.Value?
    var isLegacy = false
    for _ in 0..<2 {
      if !isLegacy, cursor.consumeIdent("legacy") { isLegacy = true }
      if side == nil {
        side = cursor.consumeOne(of: [
          "left": SelfAlignment.Value.left, "right": .right, "center": .center,
        ])
      }
    }
    guard isLegacy else { return nil }
    return JustifyItems(alignment: SelfAlignment(side ?? .auto), isLegacy: true)
  }
}

extension AlignmentStyle {
  /// `legacy` alone is what the parent says, if that is legacy too.
  /// https://drafts.csswg.org/css-align-3/#valdef-justify-items-legacy
  mutating func finishJustifyItems(parent: AlignmentStyle) {
    guard justifyItemsLegacy, justifyItems.value == .auto else { return }
    (justifyItems, justifyItemsLegacy) =
      parent.justifyItemsLegacy ? (parent.justifyItems, true) : (SelfAlignment(.normal), false)
  }
}

extension TokenCursor {
  fileprivate mutating func consumeOverflowPosition() -> ContentAlignment.OverflowPosition {
    consumeOne(of: ["safe": ContentAlignment.OverflowPosition.safe, "unsafe": .unsafe]) ?? .unspecified
  }

  /// true for `last baseline`.
  fileprivate mutating func consumeBaseline() -> Bool? {
    if consumeIdent("baseline") { return false }
    var attempt = self
    guard let isLast = attempt.consumeOne(of: ["first": false, "last": true]), attempt.consumeIdent("baseline")
    else { return nil }
    self = attempt
    return isLast
  }

  /// nil inside is `normal`.
  fileprivate mutating func consumeGap(in context: ParsingContext) -> Specified<LengthPercentage?>? {
    if consumeIdent("normal") { return .computed(nil) }
    return consumeLengthPercentage(in: context, .nonNegative)?.map { $0 }
  }
}

extension ContentAlignment {
  /// https://drafts.csswg.org/css-align-3/#align-justify-content
  static func parse(_ cursor: inout TokenCursor, isInline: Bool) -> ContentAlignment? {
    if let value = cursor.consumeOne(of: [
      "normal": Value.normal, "space-between": .spaceBetween, "space-around": .spaceAround,
      "space-evenly": .spaceEvenly, "stretch": .stretch,
    ]) {
      return ContentAlignment(value)
    }
    if !isInline, let isLast = cursor.consumeBaseline() {
      return ContentAlignment(isLast ? .lastBaseline : .baseline)
    }
    let overflow = cursor.consumeOverflowPosition()
    var value = cursor.consumeOne(of: [
      "center": Value.center, "start": .start, "end": .end, "flex-start": .flexStart, "flex-end": .flexEnd,
    ])
    if value == nil, isInline { value = cursor.consumeOne(of: ["left": Value.left, "right": .right]) }
    return value.map { ContentAlignment($0, overflow: overflow) }
  }
}

extension SelfAlignment {
  enum Axis { case block, inline }

  /// https://drafts.csswg.org/css-align-3/#align-self-property
  static func parse(_ cursor: inout TokenCursor, _ axis: Axis, allowsAuto: Bool) -> SelfAlignment? {
    if allowsAuto, cursor.consumeIdent("auto") { return SelfAlignment(.auto) }
    if let value = cursor.consumeOne(of: ["normal": Value.normal, "stretch": .stretch]) {
      return SelfAlignment(value)
    }
    if let isLast = cursor.consumeBaseline() { return SelfAlignment(isLast ? .lastBaseline : .baseline) }
    let overflow = cursor.consumeOverflowPosition()
    var value = cursor.consumeOne(of: [
      "center": Value.center, "start": .start, "end": .end, "self-start": .selfStart, "self-end": .selfEnd,
      "flex-start": .flexStart, "flex-end": .flexEnd,
    ])
    if value == nil, allowsAuto, cursor.consumeIdent("anchor-center") { value = .anchorCenter }
    if value == nil, axis == .inline {
      value = cursor.consumeOne(of: ["left": Value.left, "right": .right])
    }
    return value.map { SelfAlignment($0, overflow: overflow) }
  }
}
