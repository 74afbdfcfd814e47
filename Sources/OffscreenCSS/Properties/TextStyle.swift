/// https://drafts.csswg.org/css-text-4/ and what else text inherits. All inherited.
package struct TextStyle: Hashable, Sendable {
  package var align: TextAlign = .start
  package var alignLast: TextAlignLast = .auto
  package var justify: TextJustify = .auto
  package var indent: LengthPercentage = .zero
  package var indentHanging = false
  package var indentEachLine = false
  package var transform: TextTransform = .none
  package var whiteSpaceCollapse: WhiteSpaceCollapse = .collapse
  package var wrapMode: TextWrapMode = .wrap
  package var wrapStyle: TextWrapStyle = .auto
  package var wordBreak: WordBreak = .normal
  package var lineBreak: LineBreak = .auto
  /// Deviation: `normal` is not the initial value, as in Chromium.
  package var autospace: TextAutospace = .none
  package var overflowWrap: OverflowWrap = .normal
  package var hyphens: Hyphens = .manual
  /// nil is `auto`.
  package var hyphenateCharacter: String?
  package var hyphenateLimits = HyphenateLimits()
  package var tabSize: TabSize = .spaces(8)
  /// CSS pixels, beside what a percentage of the font size gives.
  package var letterSpacing: LengthPercentage = .zero
  package var wordSpacing: LengthPercentage = .zero
  package var direction: Direction = .ltr
  package var writingMode: WritingMode = .horizontalTB
  package var orientation: TextOrientation = .mixed
  package var combineUpright = false
  package var shadows: [Shadow] = []
  package var emphasisStyle: TextEmphasis = .none
  package var emphasisColor: ColorValue = .currentColor
  package var emphasisPosition: TextEmphasisPosition = .init()
  package var underlinePosition: UnderlinePosition = .init()
  package var underlineOffset: LengthPercentage?
  package var decorationSkipInk: TextDecorationSkipInk = .auto
  package var strokeWidth: Float = 0
  package var strokeColor: ColorValue = .currentColor
  package var fillColor: ColorValue = .currentColor
  package var rubyPosition: RubyPosition = .over
  package var rubyAlign: RubyAlign = .spaceAround
  /// `hanging-punctuation`: first, force-end, allow-end, last.
  package var hangingFirst = false
  package var hangingForceEnd = false
  package var hangingAllowEnd = false
  package var hangingLast = false
  package var textBoxEdge = TextBoxEdge()
  package var orphans: Int32 = 2
  package var widows: Int32 = 2
  package init() {}
}

/// In characters; nil is `auto`.
/// https://drafts.csswg.org/css-text-4/#propdef-hyphenate-limit-chars
package struct HyphenateLimits: Hashable, Sendable {
  package var word: Int?
  package var before: Int?
  /// Where it is left out, as `before`.
  package var after: Int?

  package init() {}

  /// Of one to three values.
  private init(_ values: [Int?]) {
    word = values[0]
    before = values.count > 1 ? values[1] : nil
    after = values.count > 2 ? values[2] : before
  }

  static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<HyphenateLimits>? {
    var values: [Specified<Int?>] = []
    while values.count < 3 {
      if cursor.consumeIdent("auto") {
        values.append(.computed(nil))
      } else if let count = cursor.consumeInteger(in: context, from: 0) {
        values.append(count.map { Int(min($0, 1000)) })
      } else {
        break
      }
    }
    return values.isEmpty ? nil : values.joined().map { HyphenateLimits($0) }
  }
}

package struct TextTransform: Hashable, Sendable {
  package enum Case: UInt8, Hashable, Sendable { case none, capitalize, uppercase, lowercase, mathAuto }
  package var letterCase: Case
  package var fullWidth: Bool
  package var fullSizeKana: Bool
  package init(letterCase: Case, fullWidth: Bool = false, fullSizeKana: Bool = false) {
    (self.letterCase, self.fullWidth, self.fullSizeKana) = (letterCase, fullWidth, fullSizeKana)
  }
  package static let none = TextTransform(letterCase: .none)
}
package enum TabSize: Hashable, Sendable {
  /// So many advances of a space.
  case spaces(Float)
  /// CSS pixels.
  case length(Float)
}
package enum TextEmphasis: Hashable, Sendable {
  case none
  /// The mark, one character.
  case string(String)
  /// Where there is no shape, it depends on the writing mode.
  case shape(TextEmphasisShape?, isFilled: Bool)
}
package struct TextEmphasisPosition: Hashable, Sendable {
  package var over = true
  package var right = true
  package init() {}
}
package struct UnderlinePosition: Hashable, Sendable {
  package var fromFont = false
  package var under = false
  package var left = false
  package var right = false
  package init() {}
}

extension TextStyle {
  /// Whether emphasis marks are on the over side of their line.
  /// https://drafts.csswg.org/css-text-decor-4/#text-emphasis-position-property
  package var emphasisIsOver: Bool {
    switch writingMode {
    case .horizontalTB: emphasisPosition.over
    case .verticalRL, .verticalLR, .sidewaysRL: emphasisPosition.right
    case .sidewaysLR: !emphasisPosition.right
    }
  }
}

extension TextStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-writing-modes-4/
    .inherited("writing-mode", \.text.writingMode) { cursor, context in
      let old = cursor.consumeOne(of: [
        "lr": WritingMode.horizontalTB, "lr-tb": .horizontalTB, "rl": .horizontalTB, "rl-tb": .horizontalTB,
        "tb": .verticalRL, "tb-rl": .verticalRL, "tb-lr": .verticalLR,
      ])
      return .constant(old ?? WritingMode.parse(&cursor, in: context))
    },
    .inherited("direction", \.text.direction),
    .inherited("text-orientation", \.text.orientation) { cursor, context in
      let old = cursor.consumeOne(of: ["sideways-right": TextOrientation.sideways, "vertical-right": .mixed])
      return .constant(old ?? TextOrientation.parse(&cursor, in: context))
    },
    .inherited("text-combine-upright", \.text.combineUpright, text: .either("all", "none")) { cursor, _ in
      .constant(cursor.consumeOne(of: ["none": false, "all": true, "horizontal": true]))
    },
    // https://drafts.csswg.org/css-text-4/
    .inherited("text-align", Field(get: { $0.text.alignValue }, set: { $1.text.alignValue = $0 })),
    .inherited("text-align-last", Field(get: { $0.text.alignLastValue }, set: { $1.text.alignLastValue = $0 })),
    .inherited("text-justify", \.text.justify) { cursor, context in
      .constant(cursor.consumeIdent("distribute") ? .interCharacter : TextJustify.parse(&cursor, in: context))
    },
    .inherited(
      "text-indent", Field(get: { $0.text.indentValue }, set: { $1.text.indentValue = $0 }), quirks: .unitlessLength),
    .inherited("text-transform", \.text.transform),
    .inherited("white-space-collapse", \.text.whiteSpaceCollapse),
    .inherited("text-wrap-mode", \.text.wrapMode),
    .inherited("text-wrap-style", \.text.wrapStyle),
    .inherited("word-break", \.text.wordBreak),
    .inherited("line-break", \.text.lineBreak),
    .inherited("text-autospace", \.text.autospace),
    .inherited("overflow-wrap", \.text.overflowWrap),
    .inherited("hyphens", \.text.hyphens),
    .inherited("hyphenate-character", \.text.hyphenateCharacter, text: .or("auto", .quoted)) { cursor, _ in
      if cursor.consumeIdent("auto") { return .computed(nil) }
      return .constant(cursor.consumeString().map { .some($0) })
    },
    .inherited("hyphenate-limit-chars", \.text.hyphenateLimits) { cursor, context in
      HyphenateLimits.specified(&cursor, in: context)
    },
    .inherited("tab-size", \.text.tabSize) { cursor, context in
      if let spaces = cursor.consumeNumber(in: context, .nonNegative) {
        return spaces.map { .spaces($0.clampedNumber) }
      }
      return cursor.consumeLength(in: context, .nonNegative)?.map { .length(Float($0)) }
    },
    .inherited("letter-spacing", \.text.letterSpacing, quirks: .unitlessLength, text: .letterSpacing) {
      $0.consumeSpacing(in: $1)
    },
    .inherited("word-spacing", \.text.wordSpacing, quirks: .unitlessLength) { $0.consumeSpacing(in: $1) },
    .inherited("hanging-punctuation", Field(get: { $0.text.hangingValue }, set: { $1.text.hangingValue = $0 })),
    // https://drafts.csswg.org/css-text-decor-4/
    .inherited("text-shadow", \.text.shadows, text: .list(empty: "none", .drop)) {
      $0.consumeShadows(in: $1, isDrop: true)
    },
    .inherited("text-emphasis-style", \.text.emphasisStyle),
    .inherited("text-emphasis-color", \.text.emphasisColor),
    .inherited("text-emphasis-position", \.text.emphasisPosition),
    .inherited("text-underline-position", \.text.underlinePosition),
    .inherited("text-underline-offset", \.text.underlineOffset, text: .or("auto", .own)) { cursor, context in
      if cursor.consumeIdent("auto") { return .computed(nil) }
      return cursor.consumeLengthPercentage(in: context)?.map { $0 }
    },
    .inherited("text-decoration-skip-ink", \.text.decorationSkipInk),
    .inherited("-webkit-text-stroke-width", \.text.strokeWidth, text: .pixels) { cursor, context in
      if let width: Float = cursor.consumeOne(of: ["thin": 1, "medium": 3, "thick": 5]) { return .computed(width) }
      return cursor.consumeLength(in: context, .nonNegative)?.map { Float($0) }
    },
    .inherited("-webkit-text-stroke-color", \.text.strokeColor),
    .inherited("-webkit-text-fill-color", \.text.fillColor),
    // https://drafts.csswg.org/css-ruby-1/
    .inherited("ruby-position", \.text.rubyPosition),
    .inherited("ruby-align", \.text.rubyAlign),
    // https://drafts.csswg.org/css-break-4/#widows-orphans
    .inherited("orphans", \.text.orphans, text: .integer) { $0.consumeInteger(in: $1, from: 1) },
    .inherited("widows", \.text.widows, text: .integer) { $0.consumeInteger(in: $1, from: 1) },
  ]

  fileprivate var indentValue: TextIndent {
    get { TextIndent(length: indent, hanging: indentHanging, eachLine: indentEachLine) }
    set { (indent, indentHanging, indentEachLine) = (newValue.length, newValue.hanging, newValue.eachLine) }
  }
  /// What is set is relative to the alignment that is there: the inherited one.
  fileprivate var alignValue: TextAlignValue {
    get { .align(align) }
    set {
      switch newValue {
      case .align(let value): align = value
      case .matchParent: break
      case .center: if align == .start { align = .center }
      }
    }
  }
  fileprivate var alignLastValue: TextAlignLast {
    get { alignLast }
    set { if newValue != .matchParent { alignLast = newValue } }
  }
  fileprivate var hangingValue: HangingPunctuation {
    get {
      HangingPunctuation(
        first: hangingFirst, forceEnd: hangingForceEnd, allowEnd: hangingAllowEnd, last: hangingLast)
    }
    set {
      (hangingFirst, hangingForceEnd) = (newValue.first, newValue.forceEnd)
      (hangingAllowEnd, hangingLast) = (newValue.allowEnd, newValue.last)
    }
  }
}

private struct TextIndent: PropertyValue, Equatable {
  var length: LengthPercentage
  var hanging = false
  var eachLine = false

  func text(in computed: ComputedText) -> String {
    length.text(in: computed) + (hanging ? " hanging" : "") + (eachLine ? " each-line" : "")
  }

  static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<TextIndent>? {
    var length: Specified<LengthPercentage>?
    var result = TextIndent(length: .zero)
    while !cursor.isAtEnd {
      if length == nil, let value = cursor.consumeLengthPercentage(in: context) {
        length = value
      } else if !result.hanging, cursor.consumeIdent("hanging") {
        result.hanging = true
      } else if !result.eachLine, cursor.consumeIdent("each-line") {
        result.eachLine = true
      } else {
        return nil
      }
    }
    let (hanging, eachLine) = (result.hanging, result.eachLine)
    return length?.map { TextIndent(length: $0, hanging: hanging, eachLine: eachLine) }
  }
}

extension TextIndent: InterpolableValue {
  func mixed(with other: TextIndent, at progress: Double) -> TextIndent? {
    guard hanging == other.hanging, eachLine == other.eachLine else { return nil }
    return length.mixed(with: other.length, at: progress).map {
      TextIndent(length: $0, hanging: hanging, eachLine: eachLine)
    }
  }
}

private struct HangingPunctuation: AbsoluteValue, Equatable {
  var first = false
  var forceEnd = false
  var allowEnd = false
  var last = false

  func text(in computed: ComputedText) -> String {
    let words = [
      first ? "first" : nil, forceEnd ? "force-end" : nil, allowEnd ? "allow-end" : nil, last ? "last" : nil,
    ].compactMap { $0 }
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }

  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> HangingPunctuation? {
    var result = HangingPunctuation()
    if cursor.consumeIdent("none") { return result }
    guard !cursor.isAtEnd else { return nil }
    while !cursor.isAtEnd {
      if cursor.consumeIdent("first") {
        result.first = true
      } else if cursor.consumeIdent("force-end") {
        result.forceEnd = true
      } else if cursor.consumeIdent("allow-end") {
        result.allowEnd = true
      } else if cursor.consumeIdent("last") {
        result.last = true
      } else {
        return nil
      }
    }
    return result
  }
}

/// What `text-align` says.
/// https://drafts.csswg.org/css-text-4/#text-align-property
private enum TextAlignValue: AbsoluteValue, Hashable {
  case align(TextAlign)
  /// Deviation: `start` and `end` stay what they are, as in Chromium.
  case matchParent
  /// What <th> has: centered, unless an ancestor said something.
  case center

  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> TextAlignValue? {
    if context.isUserAgentSheet, cursor.consumeIdent("-internal-center") { return .center }
    if let value = cursor.consumeOne(of: [
      "-webkit-auto": TextAlignValue.align(.start), "-webkit-match-parent": .matchParent, "match-parent": .matchParent,
    ]) {
      return value
    }
    guard let value = cursor.consumeKeyword(TextAlign.self), value != .justifyAll else { return nil }
    return .align(value)
  }

  func text(in computed: ComputedText) -> String {
    switch self {
    case .align(let value): value.text(in: computed)
    case .matchParent, .center: computed.style.text.align.text(in: computed)
    }
  }
}

extension TokenCursor {
  fileprivate mutating func consumeSpacing(in context: ParsingContext) -> Specified<LengthPercentage>? {
    consumeIdent("normal") ? .computed(.zero) : consumeLengthPercentage(in: context)
  }
}

extension TextTransform: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> TextTransform? {
    if cursor.consumeIdent("none") { return TextTransform.none }
    if cursor.consumeIdent("math-auto") { return TextTransform(letterCase: .mathAuto) }
    var result = TextTransform.none
    while let name = cursor.peekedName {
      switch name {
      case "capitalize" where result.letterCase == .none: result.letterCase = .capitalize
      case "uppercase" where result.letterCase == .none: result.letterCase = .uppercase
      case "lowercase" where result.letterCase == .none: result.letterCase = .lowercase
      case "full-width" where !result.fullWidth: result.fullWidth = true
      case "full-size-kana" where !result.fullSizeKana: result.fullSizeKana = true
      default: return nil
      }
      cursor.advance()
    }
    return result == .none ? nil : result
  }
}

extension TextEmphasis: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> TextEmphasis? {
    if cursor.consumeIdent("none") { return TextEmphasis.none }
    if let mark = cursor.consumeString() { return .string(String(mark.prefix(1))) }
    var filled: Bool?
    var shape: TextEmphasisShape?
    for _ in 0..<2 {
      if filled == nil { filled = cursor.consumeOne(of: ["filled": true, "open": false]) }
      if shape == nil { shape = cursor.consumeKeyword(TextEmphasisShape.self) }
    }
    return shape == nil && filled == nil ? nil : .shape(shape, isFilled: filled ?? true)
  }
}

extension TextEmphasisPosition: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> TextEmphasisPosition? {
    var over: Bool?
    var right: Bool?
    for _ in 0..<2 {
      if over == nil { over = cursor.consumeOne(of: ["over": true, "under": false]) }
      if right == nil { right = cursor.consumeOne(of: ["right": true, "left": false]) }
    }
    guard let over else { return nil }
    var result = TextEmphasisPosition()
    (result.over, result.right) = (over, right ?? true)
    return result
  }
}

extension UnderlinePosition: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> UnderlinePosition? {
    var result = UnderlinePosition()
    if cursor.consumeIdent("auto") { return result }
    while let name = cursor.peekedName {
      switch name {
      case "from-font" where !result.fromFont && !result.under: result.fromFont = true
      case "under" where !result.fromFont && !result.under: result.under = true
      case "left" where !result.left && !result.right: result.left = true
      case "right" where !result.left && !result.right: result.right = true
      default: return nil
      }
      cursor.advance()
    }
    return result == UnderlinePosition() ? nil : result
  }
}
