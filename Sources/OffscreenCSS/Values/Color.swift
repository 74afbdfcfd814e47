import OffscreenGeometry

/// A computed `<color>`: absolute, or waiting for the element's `color`.
package enum ColorValue: Hashable, Sendable {
  case currentColor
  case color(Color)
  /// A function such as `color-mix()` of which some part is `currentcolor`: of each part of
  /// `currentcolor`, and the rest.
  indirect case mixed(ColorMix)
  /// A colour made of the channels of another, of which some part is `currentcolor`.
  case relative(RelativeColor)

  package static let transparent = ColorValue.color(.transparent)

  package func resolved(_ currentColor: Color) -> Color {
    switch self {
    case .currentColor: currentColor
    case .color(let color): color
    case .mixed(let mix): mix.resolved(currentColor)
    case .relative(let relative): relative.resolve(currentColor)
    }
  }
}

/// `color-mix()` that involves `currentcolor`. Nested as deep as functions may nest.
package struct ColorMix: Hashable, Sendable {
  package var space: ColorInterpolation
  package var first: ColorValue
  package var second: ColorValue
  /// Of the first and the second, normalized; they may add up to less than one (then it is alpha).
  package var weights: (Float, Float)

  package init(space: ColorInterpolation, first: ColorValue, second: ColorValue, weights: (Float, Float)) {
    (self.space, self.first, self.second, self.weights) = (space, first, second, weights)
  }
  package static func == (a: Self, b: Self) -> Bool {
    a.space == b.space && a.first == b.first && a.second == b.second && a.weights == b.weights
  }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(weights.0)
  }
  package func resolved(_ currentColor: Color) -> Color {
    let (a, b) = (first.resolved(currentColor), second.resolved(currentColor))
    return space.mix(a, b, weights: weights)
  }
}

/// https://drafts.csswg.org/css-color-5/#resolving-rcs
package final class RelativeColor: Hashable, Sendable {
  private let origin: ColorValue
  /// The function as it was written, behind its origin: with this, what `resolve` does.
  private let text: [UInt8]
  private let space: ColorConversion.Space
  let resolve: @Sendable (Color) -> Color
  init(
    _ origin: ColorValue, _ space: ColorConversion.Space, _ text: [UInt8],
    _ resolve: @escaping @Sendable (Color) -> Color
  ) {
    (self.origin, self.space, self.text, self.resolve) = (origin, space, text, resolve)
  }
  package static func == (one: RelativeColor, other: RelativeColor) -> Bool {
    one === other || one.space == other.space && one.text == other.text && one.origin == other.origin
  }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(space)
    hasher.combine(text)
  }
}

/// A space to interpolate colours in.
/// https://drafts.csswg.org/css-color-4/#interpolation
package struct ColorInterpolation: Hashable, Sendable {
  package enum Space: String, KeywordValue {
    case srgb, hsl, hwb, lab, lch, oklab, oklch, xyz, rec2020
    case srgbLinear = "srgb-linear"
    case displayP3 = "display-p3"
    case displayP3Linear = "display-p3-linear"
    case a98 = "a98-rgb"
    case prophoto = "prophoto-rgb"
    case xyzD50 = "xyz-d50"
    case xyzD65 = "xyz-d65"
  }
  package enum Hue: String, KeywordValue { case shorter, longer, increasing, decreasing }
  package var space: Space
  package var hue: Hue
  package init(space: Space, hue: Hue = .shorter) { (self.space, self.hue) = (space, hue) }
  package static let legacy = ColorInterpolation(space: .srgb)
}
