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
  /// The resolved value of `auto` is the used one.
  static var orCurrentColor: ValueText { ValueText { ($0 ?? .currentColor).text(in: $1) } }
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
