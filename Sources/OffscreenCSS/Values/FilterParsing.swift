extension TokenCursor {
  /// `none` or a list of filter functions.
  /// https://drafts.fxtf.org/filter-effects-1/#FilterProperty
  mutating func consumeFilters(in context: ParsingContext) -> Specified<[FilterFunction]>? {
    if consumeIdent("none") { return .computed([]) }
    var filters: [Specified<FilterFunction>] = []
    while !isAtEnd, filters.count < 256 {
      if let url = consumeURL() {
        filters.append(.computed(.reference(context.resolveURL(url))))
        continue
      }
      guard let (token, contents) = consumeFunction() else { return nil }
      var inner = contents
      guard let filter = inner.filterFunction(buffer.lowercased(token), in: context), inner.isAtEnd
      else { return nil }
      filters.append(filter)
    }
    return filters.isEmpty ? nil : filters.joined()
  }

  private mutating func filterFunction(_ name: String, in context: ParsingContext) -> Specified<FilterFunction>? {
    switch name {
    case "blur":
      return isAtEnd ? .computed(.blur(0)) : consumeLength(in: context, .nonNegative)?.map { .blur(Float($0)) }
    case "brightness": return amount(in: context)?.map { .brightness($0) }
    case "contrast": return amount(in: context)?.map { .contrast($0) }
    case "grayscale": return amount(in: context)?.map { .grayscale(min($0, 1)) }
    case "invert": return amount(in: context)?.map { .invert(min($0, 1)) }
    case "opacity": return amount(in: context)?.map { .opacity(min($0, 1)) }
    case "saturate": return amount(in: context)?.map { .saturate($0) }
    case "sepia": return amount(in: context)?.map { .sepia(min($0, 1)) }
    case "hue-rotate":
      return isAtEnd
        ? .computed(.hueRotate(0))
        : consumeAngle(in: context, unitlessZero: true)?.map { .hueRotate($0.clampedNumber) }
    case "drop-shadow":
      return consumeShadow(in: context, isDrop: true)?.map { .dropShadow($0) }
    default: return nil
    }
  }

  private mutating func amount(in context: ParsingContext) -> Specified<Float>? {
    isAtEnd ? .computed(1) : consumeNumberOrPercentage(in: context, .nonNegative)?.map(\.clampedNumber)
  }

  /// A shadow; `isDrop`: without spread and `inset`, as of texts and in filters.
  /// https://drafts.csswg.org/css-backgrounds-3/#typedef-shadow
  mutating func consumeShadow(in context: ParsingContext, isDrop: Bool = false) -> Specified<Shadow>? {
    var color: Specified<ColorValue>?
    var lengths: [Specified<Double>] = []
    var isInset = false
    while !isAtEnd, kind != .comma {
      if !isDrop, !isInset, consumeIdent("inset") {
        isInset = true
      } else if lengths.isEmpty, let x = consumeLength(in: context) {
        guard let y = consumeLength(in: context) else { return nil }
        lengths = [x, y]
        if let blur = consumeLength(in: context, .nonNegative) {
          lengths.append(blur)
          if !isDrop, let spread = consumeLength(in: context) { lengths.append(spread) }
        }
      } else if color == nil, let value = consumeColor(in: context) {
        color = value
      } else {
        return nil
      }
    }
    guard lengths.count >= 2 else { return nil }
    let isInner = isInset
    return (color ?? .computed(.currentColor)).with(lengths.joined()) { color, lengths in
      Shadow(
        color: color, x: Float(lengths[0]), y: Float(lengths[1]),
        blur: lengths.count > 2 ? Float(lengths[2]) : 0, spread: lengths.count > 3 ? Float(lengths[3]) : 0,
        isInset: isInner)
    }
  }

  /// `none` or a list with commas.
  mutating func consumeShadows(in context: ParsingContext, isDrop: Bool = false) -> Specified<[Shadow]>? {
    if consumeIdent("none") { return .computed([]) }
    return consumeList { $0.consumeShadow(in: context, isDrop: isDrop) }?.joined()
  }
}
