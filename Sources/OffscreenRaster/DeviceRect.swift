import OffscreenGeometry
import OffscreenPaint

/// A rectangle of whole device pixels.
struct DeviceRect: Hashable {
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int

  init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// All pixels that the rectangle touches.
  init(covering rect: PaintRect) {
    minX = Self.whole(rect.minX.rounded(.down))
    minY = Self.whole(rect.minY.rounded(.down))
    maxX = Self.whole(rect.maxX.rounded(.up))
    maxY = Self.whole(rect.maxY.rounded(.up))
  }

  /// The pixels that lie in the rectangle.
  init(inside rect: PaintRect) {
    minX = Self.whole(rect.minX.rounded(.up))
    minY = Self.whole(rect.minY.rounded(.up))
    maxX = Self.whole(rect.maxX.rounded(.down))
    maxY = Self.whole(rect.maxY.rounded(.down))
  }

  static let empty = DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// Whether all pixels of another one are in it.
  func contains(_ other: DeviceRect) -> Bool {
    !isEmpty && other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
  }

  /// The pixels that the rectangle covers by more than a half.
  init(rounding rect: PaintRect) {
    minX = Self.whole(rect.minX.rounded())
    minY = Self.whole(rect.minY.rounded())
    maxX = Self.whole(rect.maxX.rounded())
    maxY = Self.whole(rect.maxY.rounded())
  }

  /// The pixels whose centres are in the rectangle.
  init(centersIn rect: PaintRect) {
    minX = Self.whole((rect.minX + 0.5).rounded(.down))
    minY = Self.whole((rect.minY + 0.5).rounded(.down))
    maxX = Self.whole((rect.maxX + 0.5).rounded(.down))
    maxY = Self.whole((rect.maxY + 0.5).rounded(.down))
  }

  /// The rectangle, where its edges lie on pixels' edges (or as good as).
  init?(aligned rect: PaintRect) {
    let (left, top) = (rect.minX.rounded(), rect.minY.rounded())
    let (right, bottom) = (rect.maxX.rounded(), rect.maxY.rounded())
    let tolerance = 1.0 / 512
    guard (left - rect.minX).magnitude < tolerance, (top - rect.minY).magnitude < tolerance,
      (right - rect.maxX).magnitude < tolerance, (bottom - rect.maxY).magnitude < tolerance
    else { return nil }
    self.init(minX: Self.whole(left), minY: Self.whole(top), maxX: Self.whole(right), maxY: Self.whole(bottom))
  }

  /// Never traps: what is not a number is zero, what is too large is cut.
  static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(max(-1e8, min(1e8, value)))
  }

  var width: Int { max(0, maxX - minX) }
  var height: Int { max(0, maxY - minY) }
  var isEmpty: Bool { maxX <= minX || maxY <= minY }

  func intersection(_ other: DeviceRect) -> DeviceRect {
    DeviceRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }
  func outset(by amount: Int) -> DeviceRect {
    DeviceRect(minX: minX - amount, minY: minY - amount, maxX: maxX + amount, maxY: maxY + amount)
  }
  var paintRect: PaintRect {
    PaintRect(x: Double(minX), y: Double(minY), width: Double(width), height: Double(height))
  }
}

extension Transform {
  /// Whether rectangles stay rectangles with their sides in place: only moved and scaled up or down.
  var isScaleAndTranslation: Bool { b == 0 && c == 0 && a > 0 && d > 0 }

  /// Whether rectangles stay rectangles, which may be turned over.
  var keepsAxes: Bool { b == 0 && c == 0 && a != 0 && d != 0 }

  /// How much lengths grow, on average.
  var meanScale: Double {
    let scale = determinant.magnitude.squareRoot()
    return scale.isFinite ? scale : 0
  }

  /// How much lengths grow where they grow most.
  var largestScale: Double {
    let scale = max((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    return scale.isFinite ? scale : 0
  }

  var inverse: Transform? {
    let det = determinant
    guard det != 0, det.isFinite else { return nil }
    let result = Transform(
      a: d / det, b: -b / det, c: -c / det, d: a / det, tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
    return result.a.isFinite && result.d.isFinite && result.tx.isFinite && result.ty.isFinite ? result : nil
  }
}

extension PaintRect {
  /// Quick for the common transforms.
  func mapped(by transform: Transform) -> PaintRect {
    if transform.isScaleAndTranslation {
      return PaintRect(
        x: x * transform.a + transform.tx, y: y * transform.d + transform.ty, width: width * transform.a,
        height: height * transform.d)
    }
    return bounds(under: transform)
  }
}
