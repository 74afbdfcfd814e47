/// https://drafts.csswg.org/css-transforms-2/#transform-functions
/// Angles in degrees.
package enum TransformFunction: Hashable, Sendable {
  case matrix(a: Float, b: Float, c: Float, d: Float, tx: Float, ty: Float)
  /// Column by column, sixteen numbers.
  case matrix3D([Float])
  case translate(x: LengthPercentage, y: LengthPercentage, z: Float)
  case scale(x: Float, y: Float, z: Float)
  /// Around the axis (x, y, z).
  case rotate(x: Float, y: Float, z: Float, angle: Float)
  case skew(x: Float, y: Float)
  /// nil is `none`.
  case perspective(Float?)
  /// The matrix between those of two lists, as animations make it: 0 is the first's.
  case interpolated(from: [TransformFunction], to: [TransformFunction], progress: Float)
}

/// https://drafts.fxtf.org/filter-effects-1/#filter-functions
package enum FilterFunction: Hashable, Sendable {
  /// CSS pixels, the standard deviation.
  case blur(Float)
  case brightness(Float), contrast(Float), grayscale(Float), invert(Float), opacity(Float)
  case saturate(Float), sepia(Float)
  /// Degrees.
  case hueRotate(Float)
  case dropShadow(Shadow)
  /// The address of an SVG filter.
  case reference(String)
}

package enum ClipPath: Hashable, Sendable {
  case none
  case reference(String)
  case shape(BasicShape, VisualBox)
  case box(VisualBox)
}

/// https://drafts.csswg.org/css-shapes-1/#shape-outside-property
package enum FloatShape: Hashable, Sendable {
  case none
  case shape(BasicShape, VisualBox)
  case box(VisualBox)
  case image(ImageValue)
}
