/// Borders and outlines. Nothing here is inherited.
package struct BorderStyle: Hashable, Sendable {
  /// CSS pixels. Used widths: 0 where the style is none or hidden, thin ones at least 1 px, cut to
  /// whole pixels, as Chromium computes them.
  package var width = Sides<Float>(3)
  package var style = Sides<BorderLineStyle>(.none)
  package var color = Sides<ColorValue>(.currentColor)
  package var radius = Corners<LengthPair>(.zero)
  package var image: BorderImage = .init()
  package var outlineWidth: Float = 3
  package var outlineStyle: BorderLineStyle = .none
  package var outlineColor: ColorValue = .currentColor
  package var outlineOffset: Float = 0
  package init() {}
}

/// https://drafts.csswg.org/css-backgrounds-3/#border-images
package struct BorderImage: Hashable, Sendable {
  package var source: ImageValue = .none
  package var slice = Sides<BorderImageSlice>(.percentage(100))
  package var sliceFill = false
  package var width = Sides<BorderImageWidth>(.number(1))
  package var outset = Sides<BorderImageOutset>(.number(0))
  package var repeatX: BorderImageRepeat = .stretch
  package var repeatY: BorderImageRepeat = .stretch
  package init() {}
}
package enum BorderImageSlice: Hashable, Sendable { case number(Float), percentage(Float) }
package enum BorderImageWidth: Hashable, Sendable { case auto, number(Float), length(LengthPercentage) }
package enum BorderImageOutset: Hashable, Sendable { case number(Float), length(Float) }
package enum BorderImageRepeat: String, KeywordValue { case stretch, `repeat`, round, space }
