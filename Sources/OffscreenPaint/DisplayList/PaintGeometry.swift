import OffscreenGeometry

/// A point in CSS pixels.
package struct PaintPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package static let zero = PaintPoint(x: 0, y: 0)
  @inlinable package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  @inlinable package init(_ point: Point) { self.init(x: point.x.pixels, y: point.y.pixels) }
  @inlinable package static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
  @inlinable package static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
}

/// A rectangle in CSS pixels.
package struct PaintRect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
  package static let zero = PaintRect(x: 0, y: 0, width: 0, height: 0)
  /// As large as anything that is painted may be; what is unlimited is cut to this.
  package static let everything = PaintRect(
    x: -33_554_432, y: -33_554_432, width: 67_108_864, height: 67_108_864)

  @inlinable package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
  @inlinable package init(_ rect: Rect) {
    self.init(
      x: rect.minX.pixels, y: rect.minY.pixels, width: rect.width.pixels, height: rect.height.pixels)
  }
  @inlinable package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }
  @inlinable package var minX: Double { x }
  @inlinable package var minY: Double { y }
  @inlinable package var maxX: Double { x + width }
  @inlinable package var maxY: Double { y + height }
  @inlinable package var midX: Double { x + width / 2 }
  @inlinable package var midY: Double { y + height / 2 }
  @inlinable package var isEmpty: Bool { !(width > 0 && height > 0) }

  @inlinable package func inset(top: Double, right: Double, bottom: Double, left: Double) -> PaintRect {
    PaintRect(
      x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
  }
  @inlinable package func inset(by amount: Double) -> PaintRect {
    inset(top: amount, right: amount, bottom: amount, left: amount)
  }
  @inlinable package func outset(by amount: Double) -> PaintRect {
    PaintRect(
      x: x - amount, y: y - amount, width: max(0, width + 2 * amount), height: max(0, height + 2 * amount))
  }
  @inlinable package func offset(x dx: Double, y dy: Double) -> PaintRect {
    PaintRect(x: x + dx, y: y + dy, width: width, height: height)
  }
  @inlinable package func intersects(_ other: PaintRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
  @inlinable package func contains(_ other: PaintRect) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }
  package func intersection(_ other: PaintRect) -> PaintRect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return PaintRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
  package func union(_ other: PaintRect) -> PaintRect {
    PaintRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }
  /// The box around the transformed rectangle.
  package func bounds(under transform: Transform) -> PaintRect {
    if transform.b == 0, transform.c == 0 {
      let (x, y) = (minX * transform.a + transform.tx, minY * transform.d + transform.ty)
      let (otherX, otherY) = (maxX * transform.a + transform.tx, maxY * transform.d + transform.ty)
      return PaintRect(minX: min(x, otherX), minY: min(y, otherY), maxX: max(x, otherX), maxY: max(y, otherY))
    }
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    func include(_ x: Double, _ y: Double) {
      let corner = transform.apply(x: x, y: y)
      (left, top) = (min(left, corner.x), min(top, corner.y))
      (right, bottom) = (max(right, corner.x), max(bottom, corner.y))
    }
    include(minX, minY)
    include(maxX, minY)
    include(minX, maxY)
    include(maxX, maxY)
    return PaintRect(minX: left, minY: top, maxX: right, maxY: bottom)
  }
}

/// Used widths or the like, one for each physical side, in CSS pixels.
package struct PaintEdges: Hashable, Sendable {
  package var top: Double
  package var right: Double
  package var bottom: Double
  package var left: Double
  package static let zero = PaintEdges(top: 0, right: 0, bottom: 0, left: 0)
  @inlinable package init(top: Double, right: Double, bottom: Double, left: Double) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }
  @inlinable package init(_ edges: Edges) {
    self.init(
      top: edges.top.pixels, right: edges.right.pixels, bottom: edges.bottom.pixels,
      left: edges.left.pixels)
  }
  @inlinable package static func + (a: Self, b: Self) -> Self {
    Self(top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom, left: a.left + b.left)
  }
}

/// The radii of an ellipse's quarter.
package struct CornerRadius: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package static let zero = CornerRadius(x: 0, y: 0)
  @inlinable package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  @inlinable package var isZero: Bool { !(x > 0 && y > 0) }
}

/// A rectangle with elliptic corners, or such as `corner-shape` says.
package struct RoundedRect: Hashable, Sendable {
  package var rect: PaintRect
  package var topLeft: CornerRadius = .zero
  package var topRight: CornerRadius = .zero
  package var bottomRight: CornerRadius = .zero
  package var bottomLeft: CornerRadius = .zero
  /// Nil where all corners are elliptic.
  package internal(set) var contour: CornerContour?

  package init(_ rect: PaintRect) { self.rect = rect }
  package init(_ rect: PaintRect, radius: Double) {
    self.rect = rect
    let corner = CornerRadius(x: radius, y: radius)
    (topLeft, topRight, bottomRight, bottomLeft) = (corner, corner, corner, corner)
    scaleRadiiToFit()
  }

  package var isRounded: Bool {
    contour != nil || !(topLeft.isZero && topRight.isZero && bottomRight.isZero && bottomLeft.isZero)
  }

  /// Corner curves must not overlap.
  /// https://drafts.csswg.org/css-backgrounds-3/#corner-overlap
  package mutating func scaleRadiiToFit() {
    var factor = 1.0
    func fit(_ side: Double, _ sum: Double) { if sum > side, sum > 0 { factor = min(factor, side / sum) } }
    fit(rect.width, topLeft.x + topRight.x)
    fit(rect.width, bottomLeft.x + bottomRight.x)
    fit(rect.height, topLeft.y + bottomLeft.y)
    fit(rect.height, topRight.y + bottomRight.y)
    if factor < 1 { scaleRadii(by: max(0, factor)) }
  }

  mutating func scaleRadii(by factor: Double) {
    func scale(_ corner: inout CornerRadius) { corner = CornerRadius(x: corner.x * factor, y: corner.y * factor) }
    scale(&topLeft)
    scale(&topRight)
    scale(&bottomRight)
    scale(&bottomLeft)
  }

  /// Whether no curve reaches beyond the rectangle or another one.
  var hasRoomForRadii: Bool {
    let tolerance = 1e-6
    return topLeft.x + topRight.x <= rect.width + tolerance && bottomLeft.x + bottomRight.x <= rect.width + tolerance
      && topLeft.y + bottomLeft.y <= rect.height + tolerance && topRight.y + bottomRight.y <= rect.height + tolerance
  }

  /// The inner edge of a border of these widths. Its curves run beside those of the outer edge, and may be cut
  /// where they leave the rectangle.
  /// https://drafts.csswg.org/css-backgrounds-3/#corner-shaping
  package func inset(by edges: PaintEdges) -> RoundedRect {
    var inner = RoundedRect(
      rect.inset(top: edges.top, right: edges.right, bottom: edges.bottom, left: edges.left))
    guard isRounded else { return inner }
    inner.contour = contour
    func reduced(_ corner: CornerRadius, _ x: Double, _ y: Double) -> CornerRadius {
      // A corner without a radius on one axis has none.
      corner.x > x && corner.y > y ? CornerRadius(x: corner.x - x, y: corner.y - y) : .zero
    }
    inner.topLeft = reduced(topLeft, edges.left, edges.top)
    inner.topRight = reduced(topRight, edges.right, edges.top)
    inner.bottomRight = reduced(bottomRight, edges.right, edges.bottom)
    inner.bottomLeft = reduced(bottomLeft, edges.left, edges.bottom)
    return inner
  }

  /// Grown on all sides; sharp corners stay sharp, small radii of large boxes grow less.
  /// https://drafts.csswg.org/css-borders-4/#outset-adjusted-border-radius
  package func outset(by amount: Double) -> RoundedRect {
    if amount < 0 {
      return inset(by: PaintEdges(top: -amount, right: -amount, bottom: -amount, left: -amount))
    }
    return outset(by: PaintEdges(top: amount, right: amount, bottom: amount, left: amount))
  }

  /// The margin box: sides may be negative.
  /// https://drafts.csswg.org/css-shapes-1/#valdef-shape-box-margin-box
  package func outset(by edges: PaintEdges) -> RoundedRect {
    var outer = RoundedRect(
      rect.inset(top: -edges.top, right: -edges.right, bottom: -edges.bottom, left: -edges.left))
    func grown(_ radius: Double, _ amount: Double, _ coverage: Double) -> Double {
      guard radius > 0 else { return 0 }
      if radius >= amount || coverage >= 1 { return max(0, radius + amount) }
      let missing = 1 - radius / amount
      return radius + amount * (1 - missing * missing * missing * (1 - coverage * coverage * coverage))
    }
    func grown(_ corner: CornerRadius, _ x: Double, _ y: Double) -> CornerRadius {
      if corner.isZero { return .zero }
      let coverage = 2 * min(corner.x / max(rect.width, 1e-9), corner.y / max(rect.height, 1e-9))
      return CornerRadius(x: grown(corner.x, x, coverage), y: grown(corner.y, y, coverage))
    }
    outer.topLeft = grown(topLeft, edges.left, edges.top)
    outer.topRight = grown(topRight, edges.right, edges.top)
    outer.bottomRight = grown(bottomRight, edges.right, edges.bottom)
    outer.bottomLeft = grown(bottomLeft, edges.left, edges.bottom)
    outer.contour = contour
    outer.scaleRadiiToFit()
    return outer
  }

  package func offset(x: Double, y: Double) -> RoundedRect {
    var moved = self
    moved.rect = rect.offset(x: x, y: y)
    moved.contour = contour?.offset(x: x, y: y)
    return moved
  }

  /// The same radii around another rectangle.
  package func with(rect: PaintRect) -> RoundedRect {
    var copy = self
    copy.rect = rect
    return copy
  }

  /// Whether the rectangle lies wholly inside, off the corners.
  package func safelyContains(_ other: PaintRect) -> Bool {
    guard rect.contains(other), contour == nil else { return false }
    let left = max(topLeft.x, bottomLeft.x)
    let right = max(topRight.x, bottomRight.x)
    let top = max(topLeft.y, topRight.y)
    let bottom = max(bottomLeft.y, bottomRight.y)
    let tall = rect.inset(top: 0, right: right, bottom: 0, left: left)
    let wide = rect.inset(top: top, right: 0, bottom: bottom, left: 0)
    return tall.contains(other) || wide.contains(other)
  }
}

/// A projective transformation of a plane: x' = (xx·x + xy·y + x0) / (wx·x + wy·y + w0), and y' likewise.
package struct Projection: Hashable, Sendable {
  package var xx: Double
  package var xy: Double
  package var x0: Double
  package var yx: Double
  package var yy: Double
  package var y0: Double
  package var wx: Double
  package var wy: Double
  package var w0: Double

  package init(
    xx: Double, xy: Double, x0: Double, yx: Double, yy: Double, y0: Double, wx: Double, wy: Double, w0: Double
  ) {
    (self.xx, self.xy, self.x0) = (xx, xy, x0)
    (self.yx, self.yy, self.y0) = (yx, yy, y0)
    (self.wx, self.wy, self.w0) = (wx, wy, w0)
  }

  /// Nil for what is behind the eye.
  package func apply(x: Double, y: Double) -> PaintPoint? {
    let w = wx * x + wy * y + w0
    guard w > 1e-6 else { return nil }
    let point = PaintPoint(x: (xx * x + xy * y + x0) / w, y: (yx * x + yy * y + y0) / w)
    return point.x.isFinite && point.y.isFinite ? point : nil
  }

  /// The box around the projected rectangle; everything where a corner is behind the eye.
  package func bounds(of rect: PaintRect) -> PaintRect {
    var result: PaintRect?
    for (x, y) in [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY)] {
      guard let point = apply(x: x, y: y) else { return .everything }
      let spot = PaintRect(x: point.x, y: point.y, width: 0, height: 0)
      result = result?.union(spot) ?? spot
    }
    return result?.intersection(.everything) ?? .zero
  }

  /// From where a point has come to back to where it was; nil where the plane is seen from its edge.
  package var inverse: Projection? {
    let a = yy * w0 - y0 * wy
    let b = x0 * wy - xy * w0
    let c = xy * y0 - x0 * yy
    let d = y0 * wx - yx * w0
    let e = xx * w0 - x0 * wx
    let f = x0 * yx - xx * y0
    let g = yx * wy - yy * wx
    let h = xy * wx - xx * wy
    let i = xx * yy - xy * yx
    let determinant = xx * a + xy * d + x0 * g
    guard determinant.isFinite, determinant.magnitude > 1e-12 else { return nil }
    // The sign matters: it tells what is in front of the eye.
    let s = 1 / determinant
    return Projection(
      xx: a * s, xy: b * s, x0: c * s, yx: d * s, yy: e * s, y0: f * s, wx: g * s, wy: h * s, w0: i * s)
  }
}
