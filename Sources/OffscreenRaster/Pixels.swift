import OffscreenGeometry

/// Arithmetic on premultiplied pixels, `0xAARRGGBB`.
enum Pixels {
  /// A colour as a premultiplied pixel.
  static func premultiplied(_ color: Color, opacity: Double = 1) -> UInt32 {
    let alpha = clamp(color.alpha * Float(opacity))
    func part(_ value: Float) -> UInt32 { UInt32((clamp(value) * alpha * 255 + 0.5).rounded(.down)) }
    return UInt32((alpha * 255 + 0.5).rounded(.down)) << 24 | part(color.red) << 16 | part(color.green) << 8
      | part(color.blue)
  }

  @inline(__always)
  static func clamp(_ value: Float) -> Float { value > 0 ? min(1, value) : 0 }

  /// Each part times `factor` / 255, rounded.
  @inline(__always)
  static func scaled(_ pixel: UInt32, _ factor: UInt32) -> UInt32 {
    var low = (pixel & 0x00FF_00FF) &* factor &+ 0x0080_0080
    low = ((low &+ ((low >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
    var high = ((pixel >> 8) & 0x00FF_00FF) &* factor &+ 0x0080_0080
    high = (high &+ ((high >> 8) & 0x00FF_00FF)) & 0xFF00_FF00
    return low | high
  }

  /// `source` over `target`, both premultiplied.
  @inline(__always)
  static func over(_ source: UInt32, _ target: UInt32) -> UInt32 {
    source &+ scaled(target, 255 &- (source >> 24))
  }
}

extension Color {
  func faded(_ opacity: Double) -> Color {
    var color = self
    color.alpha *= Float(opacity)
    return color
  }
}

extension Pixels {
  /// Red, green, blue and alpha from 0 to 1.
  @inline(__always)
  static func parts(_ pixel: UInt32, isPremultiplied: Bool) -> SIMD4<Float> {
    let alpha = Float(pixel >> 24) / 255
    let divisor: Float = isPremultiplied ? 1 / 255 : (alpha > 0 ? 1 / (255 * alpha) : 0)
    return SIMD4(
      Float((pixel >> 16) & 255) * divisor, Float((pixel >> 8) & 255) * divisor, Float(pixel & 255) * divisor, alpha)
  }

  /// From premultiplied parts from 0 to 1; what is more is cut, colours at their alpha.
  @inline(__always)
  static func pack(premultiplied parts: SIMD4<Float>) -> UInt32 {
    let alpha = clamp(parts[3])
    func part(_ value: Float) -> UInt32 { UInt32(min(clamp(value), alpha) * 255 + 0.5) }
    return UInt32(alpha * 255 + 0.5) << 24 | part(parts[0]) << 16 | part(parts[1]) << 8 | part(parts[2])
  }
}
