/// A computed `<image>`.
/// https://drafts.csswg.org/css-images-4/
package indirect enum ImageValue: Hashable, Sendable {
  case none
  /// The absolute address, resolved against the style sheet's.
  case url(String)
  case gradient(Gradient)
  /// One option of `image-set()`, with its resolution in device pixels per CSS pixel.
  case resolution(ImageValue, Float)
  /// `image(color)`.
  case color(ColorValue)
  case crossFade([CrossFadePart])
}

package struct CrossFadePart: Hashable, Sendable {
  package var image: ImageValue
  /// From 0 to 1.
  package var weight: Float
  package init(image: ImageValue, weight: Float) { (self.image, self.weight) = (image, weight) }
}

package struct Gradient: Hashable, Sendable {
  package enum Shape: Hashable, Sendable {
    case linear(LinearDirection)
    case radial(RadialShape, center: LengthPair)
    /// From this angle, in degrees, clockwise from the top.
    case conic(from: Float, center: LengthPair)
  }
  package enum LinearDirection: Hashable, Sendable {
    /// In degrees, clockwise from the top.
    case angle(Float)
    /// `to left`, `to top right`...: -1, 0 or 1 on each axis, y down; not both 0.
    case corner(x: Int8, y: Int8)
    /// From one point to another: only the forms with a prefix know this.
    case points(LengthPair, LengthPair)
  }
  package enum RadialExtent: Hashable, Sendable {
    case closestSide, farthestSide, closestCorner, farthestCorner
  }
  package enum RadialShape: Hashable, Sendable {
    case circle(RadialExtent)
    case ellipse(RadialExtent)
    case circleRadius(Float)
    case ellipseRadii(LengthPercentage, LengthPercentage)
  }
  /// A colour stop, or, without a colour, a hint. A conic gradient's positions are percentages of a
  /// full turn.
  package struct Stop: Hashable, Sendable {
    package var color: ColorValue?
    /// The colour as it was said, with what is missing and what sRGB cannot show; nil where `color` is all there is.
    package var exact: SpaceColor?
    package var position: LengthPercentage?
    package init(color: ColorValue?, position: LengthPercentage?, exact: SpaceColor? = nil) {
      (self.color, self.position, self.exact) = (color, position, exact)
    }
  }
  package var shape: Shape
  package var stops: [Stop]
  package var isRepeating: Bool
  package var interpolation: ColorInterpolation
  package init(
    shape: Shape, stops: [Stop], isRepeating: Bool = false, interpolation: ColorInterpolation = .legacy
  ) {
    (self.shape, self.stops) = (shape, stops)
    (self.isRepeating, self.interpolation) = (isRepeating, interpolation)
  }
}

/// https://drafts.csswg.org/css-backgrounds-3/#background-size
package enum BackgroundSize: Hashable, Sendable {
  case cover, contain
  /// nil is `auto`.
  case size(width: LengthPercentage?, height: LengthPercentage?)
  package static let auto = BackgroundSize.size(width: nil, height: nil)
}

package struct Shadow: Hashable, Sendable {
  package var color: ColorValue
  /// CSS pixels, as all of a shadow's lengths.
  package var x: Float
  package var y: Float
  package var blur: Float
  package var spread: Float
  package var isInset: Bool
  package init(color: ColorValue, x: Float, y: Float, blur: Float, spread: Float = 0, isInset: Bool = false) {
    (self.color, self.x, self.y) = (color, x, y)
    (self.blur, self.spread, self.isInset) = (blur, spread, isInset)
  }
}

package enum FillRule: String, KeywordValue { case nonzero, evenodd }

/// https://drafts.csswg.org/css-shapes-1/#basic-shape-functions
package enum BasicShape: Hashable, Sendable {
  case inset(Sides<LengthPercentage>, radii: Corners<LengthPair>)
  case circle(ShapeRadius, center: LengthPair)
  case ellipse(ShapeRadius, ShapeRadius, center: LengthPair)
  case polygon(FillRule, [LengthPair])
  /// SVG path data.
  case path(FillRule, String)
  case shape(FillRule, [ShapeCommand])
}

/// One command of `shape()`; the first says where the outline begins.
/// https://drafts.csswg.org/css-shapes-2/#shape-function
package struct ShapeCommand: Hashable, Sendable {
  package enum Kind: String, KeywordValue { case move, line, hline, vline, curve, smooth, arc, close }

  package struct Control: Hashable, Sendable {
    package enum Origin: String, KeywordValue { case start, end, origin }
    package var point: LengthPair
    /// Nil for a position in the reference box.
    package var origin: Origin?
  }

  package var kind: Kind
  /// Whether the end is a distance from where the command begins.
  package var isRelative = false
  /// Of lines along one axis, the same on the other.
  package var end = LengthPair(x: .percentage(0), y: .percentage(0))
  package var controls: [Control] = []
  package var radii: LengthPair?
  package var isClockwise = false
  package var isLarge = false
  /// Degrees.
  package var rotation = 0.0

  package init(_ kind: Kind) { self.kind = kind }
}
package enum ShapeRadius: Hashable, Sendable {
  case length(LengthPercentage)
  case closestSide, farthestSide
}
