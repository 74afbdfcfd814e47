/// What the descriptors of `@font-face` have of the properties' grammars.
extension TokenCursor {
  /// One family name.
  package var fontFamilyDescriptor: String? {
    var cursor = self
    if let name = cursor.consumeString() { return cursor.isAtEnd ? name : nil }
    var words: [String] = []
    while let token = cursor.consumeIdent() { words.append(buffer.string(token)) }
    return cursor.isAtEnd && !words.isEmpty ? words.joined(separator: " ") : nil
  }

  package enum FontRangeKind { case weight, stretch, angle }

  /// One or two values, the lower first.
  package mutating func fontRange(in context: ParsingContext, _ kind: FontRangeKind) -> ClosedRange<Float>? {
    if consumeIdent("auto") {
      // As without the descriptor.
      // https://drafts.csswg.org/css-fonts-4/#font-prop-desc
      switch kind {
      case .stretch: return 50...200
      case .weight, .angle: return nil
      }
    }
    func one(_ cursor: inout TokenCursor) -> Float? {
      switch kind {
      case .weight:
        cursor.isIdent("bolder") || cursor.isIdent("lighter")
          ? nil : cursor.consumeFontWeight(in: context)?.computed(in: .initial)
      case .stretch: cursor.consumeFontStretch(in: context)?.computed(in: .initial)
      case .angle: cursor.consumeAngle(in: context)?.computed(in: .initial).clampedNumber
      }
    }
    guard let first = one(&self) else { return nil }
    let second = one(&self) ?? first
    return min(first, second)...max(first, second)
  }

  package mutating func fontSettingsDescriptor(in context: ParsingContext, isFeature: Bool) -> [FontSetting] {
    consumeFontSettings(in: context, isFeature: isFeature)?.computed(in: .initial) ?? []
  }
}
