import OffscreenGeometry

/// https://drafts.csswg.org/css-color-4/#serializing-color-values
/// Deviation: colours of other spaces are spelled as the sRGB that they are painted with.
extension Color: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    func part(_ value: Float) -> Int { Int((min(max(value, 0), 1) * 255).rounded()) }
    let parts = "\(part(red)), \(part(green)), \(part(blue))"
    return alpha >= 1 ? "rgb(\(parts))" : "rgba(\(parts), \(computed.number(shortAlpha)))"
  }

  /// The fewest digits that say the same of 256 steps.
  private var shortAlpha: Double {
    let steps = Double((min(max(alpha, 0), 1) * 255).rounded())
    let short = (steps / 255 * 100).rounded() / 100
    return (Float(short) * 255).rounded() == Float(steps) ? short : (steps / 255 * 1000).rounded() / 1000
  }
}

extension ColorValue {
  package func text(in computed: ComputedText) -> String {
    resolved(computed.style.inherited.color).text(in: computed)
  }
}

extension ValueText<ColorValue?> {
  /// `auto` is told as what is used.
  static var orCurrentColor: ValueText { ValueText { ($0 ?? .currentColor).text(in: $1) } }
}

extension ValueText<String> {
  /// SVG's paint, which is kept as it was written: its colours are made absolute.
  static func paint(initial: String) -> ValueText {
    ValueText { value, computed in
      guard !value.isEmpty else { return initial }
      var cursor = TokenCursor(value)
      var words: [String] = []
      while !cursor.isAtEnd {
        if let address = cursor.consumeURL() {
          words.append(computed.url(address))
        } else if let color = cursor.consumeColor(in: ValueContext()) {
          words.append(color.text(in: computed))
        } else if let word = cursor.consumeIdent() {
          words.append(cursor.buffer.lowercased(word))
        } else {
          return value
        }
      }
      return words.joined(separator: " ")
    }
  }

  /// SVG's lengths, which may be plain numbers.
  static func userLength(initial: String) -> ValueText {
    ValueText { value, computed in
      guard !value.isEmpty else { return initial }
      var cursor = TokenCursor(value)
      let context = ValueContext()
      let element = ValueContext.Element(parent: computed.style)
      element.zoom = Double(computed.style.inherited.zoom)
      context.element = element
      context.allowsUnitlessLength = true
      return cursor.consumeLengthPercentage(in: context)?.text(in: computed) ?? value
    }
  }
}

extension Shadow: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    dropText(in: computed) + " " + computed.pixels(spread) + (isInset ? " inset" : "")
  }

  /// Of texts and filters, which have no spread.
  func dropText(in computed: ComputedText) -> String {
    ([color.text(in: computed)] + [x, y, blur].map { computed.pixels($0) }).joined(separator: " ")
  }
}

extension ValueText<Shadow> {
  static var drop: ValueText { ValueText { $0.dropText(in: $1) } }
}
