/// The grammars of sizes, margins and their like.
extension TokenCursor {
  enum SizeKind { case preferred, minimum, maximum, basis }

  /// https://drafts.csswg.org/css-sizing-4/#sizing-values
  mutating func consumeSize(
    in context: ParsingContext, _ kind: SizeKind, depth: Int = 0
  ) -> Specified<SizeValue>? {
    if let length = consumeLengthPercentage(in: context, .nonNegative) { return length.map { .value($0) } }
    if let size = consumeCalcSize(in: context, kind, depth: depth) { return size }
    if var limit = consumeFunction("fit-content") {
      guard let value = limit.consumeLengthPercentage(in: context, .nonNegative), limit.isAtEnd
      else { return nil }
      return value.map { .fitContent($0) }
    }
    switch peekedName {
    case "auto" where kind != .maximum: advance(); return .computed(.auto)
    case "none" where kind == .maximum: advance(); return .computed(.auto)
    case "content" where kind == .basis: advance(); return .computed(.content)
    default:
      let keyword = consumeOne(of: [
        "min-content": SizeValue.minContent, "max-content": .maxContent, "fit-content": .fitContent(nil),
        "stretch": .stretch, "-webkit-fill-available": .stretch, "-webkit-min-content": .minContent,
        "-webkit-max-content": .maxContent, "-webkit-fit-content": .fitContent(nil),
        "min-intrinsic": .minContent, "intrinsic": .maxContent,
      ])
      return .constant(keyword)
    }
  }

  mutating func consumeBorderWidth(in context: ParsingContext) -> Specified<Float>? {
    if let width: Float = consumeOne(of: ["thin": 1, "medium": 3, "thick": 5]) {
      return .computed(width)
    }
    // https://drafts.csswg.org/css-values-4/#snap-a-length-as-a-border-width
    return consumeLength(in: context, .nonNegative)?.map { Float($0 > 0 && $0 < 1 ? 1 : $0.rounded(.down)) }
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
  mutating func consumeAutoOrInteger(in context: ParsingContext) -> Specified<Int32?>? {
    if consumeIdent("auto") { return .computed(nil) }
    return consumeInteger(in: context)?.map { $0 }
  }
}

extension LengthOrAuto: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<LengthOrAuto>? {
    cursor.consumeIdent("auto")
      ? .computed(.auto) : cursor.consumeLengthPercentage(in: context)?.map { .value($0) }
  }
}
