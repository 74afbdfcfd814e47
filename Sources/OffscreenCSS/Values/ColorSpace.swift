package import OffscreenGeometry

extension ColorInterpolation {
  /// Mixes premultiplied, as https://drafts.csswg.org/css-color-4/#interpolation says.
  package func mix(_ a: Color, _ b: Color, weights: (Float, Float)) -> Color {
    let alpha = a.alpha * weights.0 + b.alpha * weights.1
    guard alpha > 0 else { return .transparent }
    func part(_ x: Float, _ y: Float) -> Float {
      (x * a.alpha * weights.0 + y * b.alpha * weights.1) / alpha
    }
    return Color(
      red: part(a.red, b.red), green: part(a.green, b.green), blue: part(a.blue, b.blue),
      alpha: min(1, alpha))
  }
}
