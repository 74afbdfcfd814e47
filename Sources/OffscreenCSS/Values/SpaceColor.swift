import OffscreenGeometry

/// A colour as it was written: not yet cut to what sRGB can show.
package struct SpaceColor: Hashable, Sendable {
  var space: ColorConversion.Space
  /// Those that are missing are 0.
  var channels: SIMD3<Double>
  var alpha: Double
  /// Which channels are missing, alpha as the fourth.
  /// https://drafts.csswg.org/css-color-4/#missing
  var missing: Set<Int> = []
  package var isIncomplete: Bool { !missing.isEmpty }

  init(space: ColorConversion.Space, channels: SIMD3<Double>, alpha: Double = 1) {
    (self.space, self.channels, self.alpha) = (space, channels, alpha)
  }

  package init(_ color: Color) { self.init(space: .srgb, channels: color.channels, alpha: Double(color.alpha)) }

  var color: Color { Color(clipping: ColorConversion.toSRGB(channels, from: space), alpha: alpha) }

  /// What is missing stays so in the channel that says the same there; a colour without chroma has no hue.
  /// https://drafts.csswg.org/css-color-4/#interpolation-missing
  func converted(to target: ColorConversion.Space) -> SpaceColor {
    guard target != space else { return self }
    var result = SpaceColor(
      space: target, channels: ColorConversion.fromSRGB(ColorConversion.toSRGB(channels, from: space), to: target),
      alpha: alpha)
    if !missing.isEmpty {
      result.missing = missing.intersection([3])
      let lost = missing.compactMap { space.meaning(of: $0) }
      for index in 0..<3 where target.meaning(of: index).map(lost.contains) ?? false { result.missing.insert(index) }
    }
    if let hue = target.hueIndex, result.isAchromatic { result.missing.insert(hue) }
    for index in result.missing where index < 3 { result.channels[index] = 0 }
    return result
  }

  private var isAchromatic: Bool {
    switch space {
    case .hsl: channels[1] < 1e-5
    case .hwb: channels[1] + channels[2] > 1 - 1e-5
    case .lch: channels[1] < 0.0015
    case .oklch: channels[1] < 0.00004
    default: false
    }
  }

  /// Takes from another colour of the same space what is missing.
  func completed(by other: SpaceColor) -> SpaceColor {
    var result = self
    for index in missing {
      if index < 3 { result.channels[index] = other.channels[index] } else { result.alpha = other.alpha }
    }
    result.missing = missing.intersection(other.missing)
    return result
  }
}

extension ColorConversion.Space {
  /// What a channel says; channels of several spaces say the same.
  fileprivate enum Meaning { case red, green, blue, lightness, colorfulness, hue, a, b }

  fileprivate func meaning(of channel: Int) -> Meaning? {
    let meanings: [Meaning?] =
      switch self {
      case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98, .prophoto, .rec2020, .xyz, .xyzD50, .xyzD65:
        [.red, .green, .blue]
      case .hsl: [.hue, .colorfulness, .lightness]
      case .hwb: [.hue, nil, nil]
      case .lab, .oklab: [.lightness, .a, .b]
      case .lch, .oklch: [.lightness, .colorfulness, .hue]
      }
    return meanings.indices.contains(channel) ? meanings[channel] : nil
  }
}
