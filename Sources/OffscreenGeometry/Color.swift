/// A colour ready to paint: sRGB with gamma, alpha not premultiplied, each part from 0 to 1.
///
/// The colours of style sheets (other spaces, `currentcolor`, `color-mix()`) is resolved to this by
/// the style stage.
@usableFromInline package struct Color: Hashable, Sendable {
  @usableFromInline package var red: Float
  @usableFromInline package var green: Float
  @usableFromInline package var blue: Float
  @usableFromInline package var alpha: Float

  @inlinable package init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// From 8-bit parts, as in `#rrggbb`.
  @inlinable package init(hex: UInt32, alpha: Float = 1) {
    self.init(
      red: Float((hex >> 16) & 255) / 255, green: Float((hex >> 8) & 255) / 255,
      blue: Float(hex & 255) / 255, alpha: alpha)
  }

  @inlinable package static var transparent: Color { Color(red: 0, green: 0, blue: 0, alpha: 0) }
  @inlinable package static var black: Color { Color(red: 0, green: 0, blue: 0) }
  @inlinable package static var white: Color { Color(red: 1, green: 1, blue: 1) }

  @inlinable package var isTransparent: Bool { alpha <= 0 }
  @inlinable package var isOpaque: Bool { alpha >= 1 }
}
