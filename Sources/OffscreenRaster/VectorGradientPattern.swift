import CCairo
import OffscreenGeometry
import OffscreenPaint

extension VectorGradient {
  /// Finds its pixels; nil where the gradient's space has no area, or it goes back and forth.
  func shader(opacity: Double, toDevice: Transform) -> GradientShader? {
    guard spread != .reflect, let inverse = transform.then(toDevice).inverse else { return nil }
    // A line of no length is Cairo's.
    if case .linear(let start, let end) = shape, start == end { return nil }
    let own: PaintGradient.Shape =
      switch shape {
      case .linear(let start, let end): .linear(start, end)
      case .radial(let focus, let focalRadius, let center, let radius):
        .cone(from: focus, startRadius: focalRadius, to: center, endRadius: radius)
      }
    var gradient = PaintGradient(shape: own, stops: stopsOverAll, isRepeating: spread == .repeat)
    gradient.isMixedPremultiplied = false
    let unit = PaintRect(x: 0, y: 0, width: 1, height: 1)
    return GradientShader(
      gradient, opacity: opacity,
      GradientPositions.Placement(inverse: inverse, tile: unit, stepX: 1, stepY: 1, source: unit, isSingle: true))
  }

  /// What repeats does so from the first stop to the last, where a gradient goes from 0 to 1.
  private var stopsOverAll: [PaintGradient.Stop] {
    var stops = stops
    if let first = stops.first, first.position > 0 { stops.insert(.init(position: 0, color: first.color), at: 0) }
    if let last = stops.last, last.position < 1 { stops.append(.init(position: 1, color: last.color)) }
    return stops
  }

  /// Cairo's pattern; nil where the gradient's space has no area. The matrix that is in force while it is set must be
  /// the identity.
  func pattern(opacity: Double, toBitmap: Transform) -> OpaquePointer? {
    guard let inverse = transform.then(toBitmap).inverse else { return nil }
    let pattern: OpaquePointer?
    switch shape {
    case .linear(let start, let end): pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    case .radial(let focus, let focalRadius, let center, let radius):
      pattern = cairo_pattern_create_radial(focus.x, focus.y, focalRadius, center.x, center.y, radius)
    }
    guard let pattern else { return nil }
    for stop in stopsOverAll {
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.position, Double(stop.color.red), Double(stop.color.green), Double(stop.color.blue),
        Double(stop.color.alpha) * opacity)
    }
    switch spread {
    case .pad: cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    case .reflect: cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REFLECT)
    case .repeat: cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    }
    var matrix = cairo_matrix_t(
      xx: inverse.a, yx: inverse.b, xy: inverse.c, yy: inverse.d, x0: inverse.tx, y0: inverse.ty)
    cairo_pattern_set_matrix(pattern, &matrix)
    return pattern
  }
}
