import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// A plane that is seen in perspective: where its contents are drawn level, and how each pixel of the
/// canvas finds its place there.
struct ProjectedPlane {
  /// The contents, drawn level. Its pixels are `scale` to a CSS pixel of the plane.
  let canvas: Canvas
  private let scale: Double
  private let target: DeviceRect
  /// From the canvas's pixels to the plane: see `Projection.inverse`.
  private let toPlane: Projection

  /// A plane has no more pixels than this, however large it is.
  private static let maximumPixels = 16_000_000.0
  private static let maximumLength = 16_000.0

  /// Nil where nothing of `bounds`, which are on the plane, is seen on `outer`.
  init?(_ projection: Projection, bounds: PaintRect, seenOn outer: Canvas) {
    guard let inverse = projection.inverse, let toSpace = outer.transform.inverse else { return nil }
    // 1. Where on the canvas it is seen.
    let seen = projection.bounds(of: bounds).intersection(outer.clip.paintRect.bounds(under: toSpace))
    guard !seen.isEmpty else { return nil }
    let target = DeviceRect(covering: seen.bounds(under: outer.transform)).outset(by: 1).intersection(outer.clip)
    guard !target.isEmpty else { return nil }
    // 2. What of the plane that is, at the canvas's scale, within reason: of a plane that goes far away
    //    a few pixels on the canvas may show any number.
    let onPlane = inverse.bounds(of: seen).outset(by: 2).intersection(bounds)
    guard !onPlane.isEmpty else { return nil }
    var scale = outer.transform.meanScale
    let pixels = onPlane.width * onPlane.height * scale * scale
    let most = min(Self.maximumPixels, 1_000_000 + 8 * Double(target.width) * Double(target.height))
    if pixels > most { scale *= (most / pixels).squareRoot() }
    let longest = max(onPlane.width, onPlane.height) * scale
    if longest > Self.maximumLength { scale *= Self.maximumLength / longest }
    let level = Transform.scale(x: scale, y: scale)
    let frame = DeviceRect(covering: onPlane.mapped(by: level)).outset(by: 1)
    guard let canvas = Canvas(frame: frame, transform: level) else { return nil }
    (self.canvas, self.scale, self.target) = (canvas, scale, target)
    toPlane = inverse.after(toSpace)
  }

  /// The contents in perspective.
  func put(on outer: Canvas, opacity: Double) {
    canvas.flush()
    guard let picture = try? Bitmap(width: target.width, height: target.height) else { return }
    let (left, top) = (Double(canvas.frame.minX) + 0.5, Double(canvas.frame.minY) + 0.5)
    for line in 0..<target.height {
      let row = picture.row(line)
      let y = Double(target.minY + line) + 0.5
      let (startX, startY) = (toPlane.xy * y + toPlane.x0, toPlane.yy * y + toPlane.y0)
      let startW = toPlane.wy * y + toPlane.w0
      for column in 0..<target.width {
        let x = Double(target.minX + column) + 0.5
        let w = toPlane.wx * x + startW
        // Only what is before the eye.
        guard w > 1e-6, w < 1e6 else { continue }
        let toPixel = scale / w
        row[column] = canvas.bitmap.interpolated(
          (toPlane.xx * x + startX) * toPixel - left, (toPlane.yx * x + startY) * toPixel - top)
      }
    }
    outer.draw(picture, atX: target.minX, y: target.minY, within: nil, opacity: opacity)
  }
}

extension Projection {
  /// First the transform, then this.
  fileprivate func after(_ first: Transform) -> Projection {
    func row(_ x: Double, _ y: Double, _ constant: Double) -> (Double, Double, Double) {
      (x * first.a + y * first.b, x * first.c + y * first.d, x * first.tx + y * first.ty + constant)
    }
    let (x, y, w) = (row(xx, xy, x0), row(yx, yy, y0), row(wx, wy, w0))
    return Projection(xx: x.0, xy: x.1, x0: x.2, yx: y.0, yy: y.1, y0: y.2, wx: w.0, wy: w.1, w0: w.2)
  }
}

extension Bitmap {
  /// The mean of the four pixels around a point, each as near as it is; beyond the edges there is nothing.
  @inline(__always)
  fileprivate func interpolated(_ x: Double, _ y: Double) -> UInt32 {
    guard x > -1, y > -1, x < Double(width), y < Double(height) else { return 0 }
    // From 0 on, cutting is rounding down.
    let (column, line) = (Int(x + 1) - 1, Int(y + 1) - 1)
    let right = UInt32((x - Double(column)) * 255)
    let below = UInt32((y - Double(line)) * 255)
    let upper = pair(column, line, right)
    let lower = pair(column, line + 1, right)
    return upper == lower ? upper : Pixels.scaled(upper, 255 - below) &+ Pixels.scaled(lower, below)
  }

  /// Of two neighbours in a row.
  @inline(__always)
  private func pair(_ column: Int, _ line: Int, _ weight: UInt32) -> UInt32 {
    guard line >= 0, line < height else { return 0 }
    let row = row(line)
    let first = column >= 0 ? row[column] : 0
    let second = column + 1 < width ? row[column + 1] : 0
    return first == second ? first : Pixels.scaled(first, 255 - weight) &+ Pixels.scaled(second, weight)
  }
}
