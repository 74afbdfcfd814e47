import Foundation
import OffscreenCSS

/// The corners of a box of which not all are elliptic: what shapes inside and outside of its border box keep to.
/// https://drafts.csswg.org/css-borders-4/#corner-shaping
package final class CornerContour: Sendable {
  /// The border box with the radii that count.
  let origin: RoundedRect
  let shapes: Corners<CornerShape>

  init(origin: RoundedRect, shapes: Corners<CornerShape>) { (self.origin, self.shapes) = (origin, shapes) }

  func offset(x: Double, y: Double) -> CornerContour {
    CornerContour(origin: origin.offset(x: x, y: y), shapes: shapes)
  }
}

extension CornerContour: Hashable {
  package static func == (a: CornerContour, b: CornerContour) -> Bool {
    a === b || a.origin == b.origin && a.shapes == b.shapes
  }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(origin)
    hasher.combine(shapes)
  }
}

extension RoundedRect {
  /// Gives the corners their shapes, where they have room for them.
  mutating func setShapes(_ shapes: Corners<CornerShape>) {
    guard shapes != Corners(.round), isRounded else { return }
    func sharpened(_ radius: inout CornerRadius, _ shape: CornerShape) { if shape.isStraight { radius = .zero } }
    sharpened(&topLeft, shapes.topLeft)
    sharpened(&topRight, shapes.topRight)
    sharpened(&bottomRight, shapes.bottomRight)
    sharpened(&bottomLeft, shapes.bottomLeft)
    func used(_ shape: CornerShape, _ radius: CornerRadius) -> CornerShape { radius.isZero ? .round : shape }
    let used = Corners(
      topLeft: used(shapes.topLeft, topLeft), topRight: used(shapes.topRight, topRight),
      bottomRight: used(shapes.bottomRight, bottomRight), bottomLeft: used(shapes.bottomLeft, bottomLeft))
    guard used != Corners(.round) else { return }
    let factor = ContourCorner.oppositeFactor(ContourCorner.all(of: self, used))
    if factor < 1 { scaleRadii(by: factor) }
    contour = CornerContour(origin: self, shapes: used)
  }

  /// The outline: that of the border box, or one beside it.
  /// https://drafts.csswg.org/css-borders-4/#corner-shape-rendering
  func addOutline(_ contour: CornerContour, to path: inout PaintPath) {
    var origin = contour.origin
    origin.contour = self.contour
    let corners = ContourCorner.all(of: contour.origin, contour.shapes)
    if origin == self { return path.add(polygon: corners.flatMap { $0.points }) }
    // The rectangle, less what each corner cuts out of it: paths that go round the other way.
    path.add(rect)
    guard !rect.isEmpty else { return }
    let targets = ContourCorner.all(of: self, contour.shapes)
    let (outer, inner) = (contour.origin.rect, rect)
    let insets = [
      inner.minY - outer.minY, outer.maxX - inner.maxX, outer.maxY - inner.maxY, inner.minX - outer.minX,
    ]
    for (index, (corner, target)) in zip(corners, targets).enumerated() {
      let cut = corner.cutOut(of: target, start: insets[index], end: insets[(index + 1) % 4])
      let seen = cut.clipped(to: rect)
      if seen.count > 2 { path.add(polygon: seen.signedArea > 0 ? seen.reversed() : seen) }
    }
  }

  /// Whether a point is within the outline of the border box itself.
  func contains(_ point: PaintPoint, along contour: CornerContour) -> Bool {
    guard point.x >= rect.minX, point.x < rect.maxX, point.y >= rect.minY, point.y < rect.maxY else { return false }
    return ContourCorner.all(of: self, contour.shapes).allSatisfy { !$0.cutsOff(point) }
  }
}

extension CornerShape {
  /// Curves that cannot be told from right angles.
  fileprivate static let limit = 10.0
  var isStraight: Bool { parameter >= Self.limit }
  fileprivate var isNotch: Bool { parameter <= -Self.limit }
}

/// A corner, clockwise: from where its curve begins to where it ends.
private struct ContourCorner {
  var start: PaintPoint
  /// The tip of the right angle.
  var outer: PaintPoint
  var end: PaintPoint
  var center: PaintPoint
  var shape: CornerShape

  /// Clockwise from the top right.
  static func all(of box: RoundedRect, _ shapes: Corners<CornerShape>) -> [ContourCorner] {
    let rect = box.rect
    func corner(_ x: Double, _ y: Double, _ radius: CornerRadius, _ inX: Double, _ inY: Double, _ shape: CornerShape)
      -> ContourCorner
    {
      let (farX, farY) = (x + inX * radius.x, y + inY * radius.y)
      // On the horizontal edge, and on the vertical one.
      let (along, across) = (PaintPoint(x: farX, y: y), PaintPoint(x: x, y: farY))
      let startsOnHorizontal = inX * inY < 0
      return ContourCorner(
        start: startsOnHorizontal ? along : across, outer: PaintPoint(x: x, y: y),
        end: startsOnHorizontal ? across : along, center: PaintPoint(x: farX, y: farY), shape: shape)
    }
    return [
      corner(rect.maxX, rect.minY, box.topRight, -1, 1, shapes.topRight),
      corner(rect.maxX, rect.maxY, box.bottomRight, -1, -1, shapes.bottomRight),
      corner(rect.minX, rect.maxY, box.bottomLeft, 1, -1, shapes.bottomLeft),
      corner(rect.minX, rect.minY, box.topLeft, 1, 1, shapes.topLeft),
    ]
  }

  private static let segments = 40

  /// The curve with its ends.
  var points: [PaintPoint] {
    if start == end { return [outer] }
    if shape.isNotch { return [start, center, end] }
    if shape.isStraight { return [start, outer, end] }
    if shape.parameter == 0 { return [start, end] }
    // A carved corner mirrors the convex one of the same degree.
    let isConvex = shape.parameter > 0
    let (origin, tip) = isConvex ? (center, outer) : (outer, center)
    let exponent = 2 / exp2(shape.parameter.magnitude)
    let (across, along) = (tip - start, end - tip)
    var points = [start]
    for index in 1..<Self.segments {
      let angle = Double(index) / Double(Self.segments) * .pi / 2
      let (x, y) = (pow(sin(angle), exponent), pow(cos(angle), exponent))
      points.append(
        PaintPoint(x: origin.x + across.x * x - along.x * y, y: origin.y + across.y * x - along.y * y))
    }
    return points + [end]
  }

  func cutsOff(_ point: PaintPoint) -> Bool {
    let (width, height) = (center.x - outer.x, center.y - outer.y)
    guard width != 0, height != 0 else { return false }
    // From the tip (0) to the centre (1).
    let (x, y) = ((point.x - outer.x) / width, (point.y - outer.y) / height)
    guard x >= 0, x < 1, y >= 0, y < 1 else { return false }
    if shape.isNotch { return true }
    let exponent = exp2(shape.parameter.magnitude)
    if shape.parameter >= 0 { return pow(1 - x, exponent) + pow(1 - y, exponent) > 1 }
    return pow(x, exponent) + pow(y, exponent) < 1
  }

  // MARK: Beside the border box

  /// What the corner takes from a rectangle whose edges are so far inside of the border box.
  /// https://drafts.csswg.org/css-borders-4/#border-aligned-corner-clip-out-path
  func cutOut(of target: ContourCorner, start edgeStart: Double, end edgeEnd: Double) -> [PaintPoint] {
    let (across, along) = (center - end, end - outer)
    let (startRadius, endRadius) = (along.length, across.length)
    guard startRadius > 0, endRadius > 0, !shape.isStraight else { return [] }
    let (a, b) = (across.normalized, along.normalized)
    // Outside, curves go as far as their radii grow.
    let startInset = edgeStart >= 0 ? edgeStart : startRadius - (target.end - target.outer).length
    let endInset = edgeEnd >= 0 ? edgeEnd : endRadius - (target.center - target.end).length
    let difference = min(max(endInset - startInset, -startRadius), endRadius)
    if shape.parameter <= 0, difference == -startRadius || difference == endRadius { return [] }
    // 1. In which direction the ends move: as the tangents of a curve near to the superellipse are.
    let flat = min(max(shape.halfCorner / (2.0.squareRoot() - 1) - 0.5.squareRoot(), 0), 1)
    var (first, last) = (flat, flat)
    if difference != 0 {
      let root = (startRadius * startRadius + endRadius * endRadius - difference * difference).squareRoot()
      let normal = PaintPoint(
        x: endRadius * difference + startRadius * root, y: endRadius * root - startRadius * difference)
      let slope = startRadius * normal.y / (startRadius * normal.y + endRadius * normal.x)
      first = shape.parameter < 0 ? slope * 2 * flat : 1 - (1 - slope) * 2 * (1 - flat)
      last = 2 * flat - first
    }
    let one = PaintPoint(x: (1 - first) * startRadius, y: first * endRadius).normalized
    let two = PaintPoint(x: last * startRadius, y: (1 - last) * endRadius).normalized
    let (startNormal, endNormal) = (a * one.x + b * one.y, a * two.x + b * two.y)
    let (startTangent, endTangent) = (startNormal.turned, endNormal.turned)
    // 2. The curve there; convex ones outside reach from edge to edge.
    var moved = self
    moved.start = outer + a * endRadius + startNormal * startInset
    moved.end = outer + b * startRadius + endNormal * endInset
    func onStartEdge(_ point: PaintPoint) -> PaintPoint {
      PaintPoint.meeting(point, startTangent, target.outer, a) ?? point
    }
    func onEndEdge(_ point: PaintPoint) -> PaintPoint {
      PaintPoint.meeting(point, endTangent, target.outer, b) ?? point
    }
    if shape.parameter >= 0 {
      if startInset < 0 { moved.start = onStartEdge(moved.start) }
      if endInset < 0 { moved.end = onEndEdge(moved.end) }
    }
    let height = (moved.end - moved.start).dot(b)
    moved.outer = moved.end - b * height
    moved.center = moved.start + b * height
    if shape.parameter > -1, shape.parameter < 0 {
      let tip = PaintPoint.meeting(moved.start, startTangent, moved.end, endTangent) ?? moved.start
      (moved.outer, moved.center, moved.shape) = (tip, moved.start + (moved.end - tip), .round)
    }
    // 3. From the edges to the curve and back.
    let isCarved = shape.parameter < 0
    let from = isCarved && startInset < 0 ? onStartEdge(moved.start) : moved.start
    let to = isCarved && endInset < 0 ? onEndEdge(moved.end) : moved.end
    return [from] + moved.points + [to, target.outer]
  }

  // MARK: Overlapping corners

  /// By how much opposite corners have to shrink so that their curves do not meet.
  /// https://drafts.csswg.org/css-borders-4/#corner-shape-constrain-radii
  static func oppositeFactor(_ corners: [ContourCorner]) -> Double {
    if corners.allSatisfy({ $0.shape.parameter >= 0 }) { return 1 }
    return min(factor(corners[0], corners[2]), factor(corners[1], corners[3]))
  }

  private static func factor(_ one: ContourCorner, _ two: ContourCorner) -> Double {
    let (a, b) = (one.hull, two.hull)
    guard one.start != one.end, two.start != two.end, a.meets(b) else { return 1 }
    // Deviation: to this accuracy, as in Chromium.
    var (low, high) = (0.0, 1.0)
    while high - low > 0.05 {
      let middle = (low + high) / 2
      if a.scaled(by: middle, around: one.outer).meets(b.scaled(by: middle, around: two.outer)) {
        high = middle
      } else {
        low = middle
      }
    }
    return low
  }

  /// A quadrilateral around the curve: its ends, and where its tangent half way round meets the inner sides.
  private var hull: [PaintPoint] {
    let part = shape.halfCorner
    let middle = center + (outer - center) * part
    let tangent = (middle - outer).turned
    let one = PaintPoint.meeting(middle, tangent, start, center - start) ?? center
    let two = PaintPoint.meeting(middle, tangent, end, center - end) ?? center
    return [start, one, two, end]
  }
}

extension PaintPoint {
  fileprivate static func * (point: Self, factor: Double) -> Self { Self(x: point.x * factor, y: point.y * factor) }
  fileprivate func dot(_ other: Self) -> Double { x * other.x + y * other.y }
  fileprivate var length: Double { (x * x + y * y).squareRoot() }
  fileprivate var normalized: Self { length > 0 ? self * (1 / length) : .zero }
  /// A quarter to the right.
  fileprivate var turned: Self { Self(x: -y, y: x) }

  /// Where two lines meet, each given by a point and a direction.
  fileprivate static func meeting(_ a: Self, _ u: Self, _ b: Self, _ v: Self) -> Self? {
    let area = u.x * v.y - u.y * v.x
    guard area.magnitude > 1e-9 else { return nil }
    let part = ((b.x - a.x) * v.y - (b.y - a.y) * v.x) / area
    return a + u * part
  }
}

extension [PaintPoint] {
  /// Positive where it goes round clockwise.
  fileprivate var signedArea: Double {
    guard var last = last else { return 0 }
    var area = 0.0
    for point in self {
      area += last.x * point.y - point.x * last.y
      last = point
    }
    return area / 2
  }

  fileprivate func scaled(by factor: Double, around origin: PaintPoint) -> [PaintPoint] {
    map { origin + ($0 - origin) * factor }
  }

  /// Whether two convex polygons overlap: no side of either parts them.
  fileprivate func meets(_ other: [PaintPoint]) -> Bool {
    for polygon in [self, other] {
      guard var last = polygon.last else { return false }
      for point in polygon {
        let normal = (point - last).turned
        last = point
        if normal == .zero { continue }
        let (one, two) = (map { $0.dot(normal) }, other.map { $0.dot(normal) })
        guard let a = one.min(), let b = one.max(), let c = two.min(), let d = two.max() else { return false }
        if b < c || d < a { return false }
      }
    }
    return true
  }

  /// The part that is within a rectangle, along whose edges it may run.
  fileprivate func clipped(to rect: PaintRect) -> [PaintPoint] {
    var polygon = self
    for (normal, limit) in [
      (PaintPoint(x: -1, y: 0), -rect.minX), (PaintPoint(x: 1, y: 0), rect.maxX), (PaintPoint(x: 0, y: -1), -rect.minY),
      (PaintPoint(x: 0, y: 1), rect.maxY),
    ] {
      guard var last = polygon.last else { return [] }
      var result: [PaintPoint] = []
      for next in polygon {
        let (before, after) = (last.dot(normal) - limit, next.dot(normal) - limit)
        if (before > 0) != (after > 0) { result.append(last + (next - last) * (before / (before - after))) }
        if after <= 0 { result.append(next) }
        last = next
      }
      polygon = result
    }
    return polygon
  }
}
