import CCairo
import OffscreenGeometry
import OffscreenPaint

extension VectorGradient {
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
    // Cairo repeats from the first stop to the last, where a gradient goes from 0 to 1.
    var stops = stops
    if let first = stops.first, first.position > 0 { stops.insert(.init(position: 0, color: first.color), at: 0) }
    if let last = stops.last, last.position < 1 { stops.append(.init(position: 1, color: last.color)) }
    for stop in stops {
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
