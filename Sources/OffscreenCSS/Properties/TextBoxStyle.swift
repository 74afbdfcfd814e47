/// Which sides of a box's text are trimmed.
/// https://drafts.csswg.org/css-inline-3/#text-box-trim
@usableFromInline package struct TextBoxTrim: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  @inlinable package static var start: Self { Self(rawValue: 1) }
  @inlinable package static var end: Self { Self(rawValue: 2) }
  /// In layout: the end is where a limit on lines leaves out the rest, if that is in this box.
  @inlinable package static var clampedEnd: Self { Self(rawValue: 4) }
}

/// To which metrics of the font.
/// https://drafts.csswg.org/css-inline-3/#text-edges
package struct TextBoxEdge: Hashable, Sendable {
  package enum Over: String, KeywordValue {
    case text, cap, ex, ideographic
    case ideographicInk = "ideographic-ink"
  }
  package enum Under: String, KeywordValue {
    case text, alphabetic, ideographic
    case ideographicInk = "ideographic-ink"
  }
  package var isAuto = true
  package var over: Over = .text
  package var under: Under = .text
}

enum TextBoxStyle {
  static let properties: [Property] = [
    .reset("text-box-trim", \.box.textBoxTrim),
    .inherited("text-box-edge", \.text.textBoxEdge),
  ]

  /// https://drafts.csswg.org/css-inline-3/#text-box-shorthand
  static let shorthand = Shorthand("text-box", ["text-box-trim", "text-box-edge"]) { cursor, reader in
    var (trim, edge): (TextBoxTrim?, TextBoxEdge?)
    if cursor.consumeIdent("normal") {
      (trim, edge) = ([], TextBoxEdge())
    } else {
      for _ in 0..<2 {
        if trim == nil, let value = TextBoxTrim.parse(&cursor, in: reader.context) {
          trim = value
        } else if edge == nil, let value = TextBoxEdge.parse(&cursor, in: reader.context) {
          edge = value
        }
      }
    }
    if trim == nil, edge == nil { return false }
    reader.set(0, trim ?? [.start, .end])
    reader.set(1, edge ?? TextBoxEdge())
    return true
  }
}

extension TextBoxTrim: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> TextBoxTrim? {
    cursor.consumeOne(of: [
      "none": TextBoxTrim([]), "trim-start": .start, "trim-end": .end, "trim-both": [.start, .end],
    ])
  }

  package func text(in computed: ComputedText) -> String {
    switch self {
    case .start: "trim-start"
    case .end: "trim-end"
    case [.start, .end]: "trim-both"
    default: "none"
    }
  }
}

extension TextBoxEdge: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> TextBoxEdge? {
    if cursor.consumeIdent("auto") { return TextBoxEdge() }
    guard let over = cursor.consumeKeyword(Over.self) else { return nil }
    if let under = cursor.consumeKeyword(Under.self) { return TextBoxEdge(isAuto: false, over: over, under: under) }
    return Under(rawValue: over.rawValue).map { TextBoxEdge(isAuto: false, over: over, under: $0) }
  }

  package func text(in computed: ComputedText) -> String {
    if isAuto { return "auto" }
    return over.rawValue == under.rawValue ? over.rawValue : "\(over.rawValue) \(under.rawValue)"
  }
}
