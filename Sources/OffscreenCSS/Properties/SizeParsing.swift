/// The grammars of sizes, margins and their like.
extension TokenCursor {
  enum SizeKind { case preferred, minimum, maximum, basis }

  /// https://drafts.csswg.org/css-sizing-4/#sizing-values
  mutating func consumeSize(in context: ValueContext, _ kind: SizeKind) -> SizeValue? {
    if let length = consumeLengthPercentage(in: context, .nonNegative) { return .value(length) }
    if var limit = consumeFunction("fit-content") {
      guard let value = limit.consumeLengthPercentage(in: context, .nonNegative), limit.isAtEnd
      else { return nil }
      return .fitContent(value)
    }
    switch peekedName {
    case "auto" where kind != .maximum: advance(); return .auto
    case "none" where kind == .maximum: advance(); return .auto
    case "content" where kind == .basis: advance(); return .content
    default:
      return consumeOne(of: [
        "min-content": SizeValue.minContent, "max-content": .maxContent, "fit-content": .fitContent(nil),
        "stretch": .stretch, "-webkit-fill-available": .stretch, "-webkit-min-content": .minContent,
        "-webkit-max-content": .maxContent, "-webkit-fit-content": .fitContent(nil),
        "min-intrinsic": .minContent, "intrinsic": .maxContent,
      ])
    }
  }

  mutating func consumeBorderWidth(in context: ValueContext) -> Float? {
    if let width: Float = consumeOne(of: ["thin": 1, "medium": 3, "thick": 5]) {
      return width
    }
    guard let width = consumeLength(in: context, .nonNegative) else { return nil }
    // https://drafts.csswg.org/css-values-4/#snap-a-length-as-a-border-width
    return Float(width > 0 && width < 1 ? 1 : width.rounded(.down))
  }

  mutating func consumeLineStyle(forOutline: Bool = false) -> BorderLineStyle? {
    var attempt = self
    guard let style = attempt.consumeKeyword(BorderLineStyle.self),
      style != (forOutline ? BorderLineStyle.hidden : BorderLineStyle.auto)
    else { return nil }
    self = attempt
    return style
  }

  /// nil inside is `auto`.
  mutating func consumeAutoOrInteger(in context: ValueContext) -> Int32?? {
    if consumeIdent("auto") { return .some(nil) }
    return consumeInteger(in: context).map { .some($0) }
  }
}

extension LengthOrAuto: PropertyValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> LengthOrAuto? {
    cursor.consumeIdent("auto") ? .auto : cursor.consumeLengthPercentage(in: context).map { .value($0) }
  }
}
