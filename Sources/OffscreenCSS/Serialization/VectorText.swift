extension ValueText<VectorStyle.Value?> {
  /// Of SVG's own properties, whose values are kept in the syntax of its attributes.
  static func vector(_ property: VectorProperty) -> ValueText {
    ValueText { value, computed in
      switch value {
      case .color(let color): color.text(in: computed)
      case .number(let number): computed.number(number)
      case .text(let text): property.spelled(text, in: computed)
      case nil: property.spelled(property.initialText, in: computed)
      }
    }
  }
}

extension VectorProperty {
  fileprivate func spelled(_ text: String, in computed: ComputedText) -> String {
    switch self {
    case .fill, .stroke, .marker, .markerStart, .markerMid, .markerEnd, .stopColor, .floodColor, .lightingColor:
      Self.paint(text, in: computed)
    case .strokeWidth, .strokeDashoffset, .cx, .cy, .r, .rx, .ry, .x, .y: Self.length(text, in: computed)
    case .d: text
    case .fillOpacity, .fillRule, .clipRule, .strokeOpacity, .strokeLinecap, .strokeLinejoin, .strokeMiterlimit,
      .strokeDasharray, .textAnchor, .paintOrder, .shapeRendering, .colorInterpolation,
      .colorInterpolationFilters, .stopOpacity, .floodOpacity, .dominantBaseline, .alignmentBaseline,
      .baselineShift, .vectorEffect, .maskType:
      text.lowercased()
    }
  }

  /// Addresses, colours and keywords.
  private static func paint(_ text: String, in computed: ComputedText) -> String {
    var cursor = TokenCursor(text)
    var words: [String] = []
    while !cursor.isAtEnd {
      if let address = cursor.consumeURL() {
        words.append(computed.url(address))
      } else if let color = cursor.consumeColor(in: ParsingContext()) {
        words.append(color.computed(in: .initial).text(in: computed))
      } else if let word = cursor.consumeIdent() {
        words.append(cursor.buffer.lowercased(word))
      } else {
        return text
      }
    }
    return words.joined(separator: " ")
  }

  /// Lengths, which may be plain numbers.
  private static func length(_ text: String, in computed: ComputedText) -> String {
    var cursor = TokenCursor(text)
    let context = ParsingContext(isQuirky: true).allowing(.unitlessLength)
    return cursor.consumeLengthPercentage(in: context)?.computed(in: .initial).text(in: computed) ?? text
  }
}
