import CCairo
import OffscreenGeometry
import OffscreenPaint

/// A pattern: its tile drawn once, as large as it is seen, and repeated.
/// https://svgwg.org/svg2-draft/pservers.html#Patterns
struct PatternTiles {
  /// Where the contents are drawn.
  let canvas: Canvas
  private let tiling: Tiling
  /// From the tile's pixels to its coordinates.
  private let fromPixels: Transform

  /// Pixels of a tile's side: larger ones are drawn smaller and scaled.
  private static let longestSide = 4_096.0

  init?(_ tiling: Tiling, seenOn outer: Canvas) {
    let (tile, total) = (tiling.tile, tiling.transform.then(outer.transform))
    guard tile.width > 0, tile.height > 0, total.determinant.isFinite else { return nil }
    func pixels(_ length: Double, _ scale: Double) -> Int {
      max(1, DeviceRect.whole(min(Self.longestSide, (length * scale).rounded(.up))))
    }
    let width = pixels(tile.width, (total.a * total.a + total.b * total.b).squareRoot())
    let height = pixels(tile.height, (total.c * total.c + total.d * total.d).squareRoot())
    let (scaleX, scaleY) = (Double(width) / tile.width, Double(height) / tile.height)
    let toPixels = Transform(a: scaleX, b: 0, c: 0, d: scaleY, tx: -tile.x * scaleX, ty: -tile.y * scaleY)
    guard let back = toPixels.inverse,
      let canvas = Canvas(frame: DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height), transform: toPixels)
    else { return nil }
    (self.canvas, self.tiling, fromPixels) = (canvas, tiling, back)
  }

  static func cost(_ tiling: Tiling, area: Int, _ canvas: Canvas) -> DrawingBudget.Cost {
    let total = tiling.transform.then(canvas.transform)
    let pixels = min(tiling.tile.width * tiling.tile.height * total.determinant.magnitude, longestSide * longestSide)
    return 10 * DrawingCost.call + DrawingCost.whole(pixels) * 2 + 12 * area
  }

  func put(on outer: Canvas) {
    canvas.flush()
    outer.withSurface(of: canvas.bitmap) { surface in
      guard let pattern = cairo_pattern_create_for_surface(surface),
        let inverse = fromPixels.then(tiling.transform).then(outer.toBitmap).inverse
      else { return }
      defer { cairo_pattern_destroy(pattern) }
      let isPlain =
        inverse.b == 0 && inverse.c == 0 && (inverse.a - 1).magnitude < 1e-6 && (inverse.d - 1).magnitude < 1e-6
        && (inverse.tx - inverse.tx.rounded()).magnitude < 1e-3 && (inverse.ty - inverse.ty.rounded()).magnitude < 1e-3
      var matrix = cairo_matrix_t(
        xx: inverse.a, yx: inverse.b, xy: inverse.c, yy: inverse.d, x0: inverse.tx, y0: inverse.ty)
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
      cairo_pattern_set_filter(pattern, isPlain ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
      cairo_save(outer.cairo)
      cairo_set_source(outer.cairo, pattern)
      outer.setPath(PaintPath(tiling.area))
      cairo_fill(outer.cairo)
      cairo_restore(outer.cairo)
    }
  }
}
