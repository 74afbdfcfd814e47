import Foundation
import OffscreenCSS
import OffscreenGeometry

/// A basic shape as the polygon that comes close enough to it.
/// https://drafts.csswg.org/css-shapes-1/#basic-shape-functions
struct ShapePolygon {
  typealias Vertex = FloatOutline.Vertex
  private(set) var vertices: [Vertex] = []
  /// A quarter of an ellipse is so many sides.
  private static let quarterSides = 64
  /// What is behind this many corners of a polygon is left out.
  private static let longest = 10_000

  var segments: [FloatOutline.Segment] {
    guard let last = vertices.last else { return [] }
    var previous = last
    return vertices.map { vertex in
      defer { previous = vertex }
      return FloatOutline.Segment(from: previous, to: vertex)
    }
  }

  /// nil where the shape makes no polygon. `margin` becomes zero where it is in the polygon.
  init?(_ shape: BasicShape, in box: ShapeRect, margin: inout Double) {
    switch shape {
    case .inset(let sides, let radii):
      var (top, bottom) = (sides.top.pixels(basis: box.height), sides.bottom.pixels(basis: box.height))
      var (left, right) = (sides.left.pixels(basis: box.width), sides.right.pixels(basis: box.width))
      // Insets that overlap are reduced in proportion.
      func reduce(_ a: inout Double, _ b: inout Double, to length: Double) {
        guard a + b > length, a + b > 0 else { return }
        (a, b) = (a * length / (a + b), b * length / (a + b))
      }
      reduce(&left, &right, to: box.width)
      reduce(&top, &bottom, to: box.height)
      let rect = ShapeRect(
        left: box.left + left, top: box.top + top, width: max(0, box.width - left - right),
        height: max(0, box.height - top - bottom))
      self = .roundedRect(rect, ShapeCorners(radii, width: box.width, height: box.height))
    case .circle(let radius, let center):
      let point = Self.point(center, in: box)
      let (x, y) = Self.distances(point, box)
      let size =
        switch radius {
        case .length(let length):
          length.pixels(basis: ((box.width * box.width + box.height * box.height) / 2).squareRoot())
        case .closestSide: min(x.low, x.high, y.low, y.high)
        case .farthestSide: max(x.low, x.high, y.low, y.high)
        }
      appendEllipse(point, size, size)
    case .ellipse(let radiusX, let radiusY, let center):
      let point = Self.point(center, in: box)
      let (x, y) = Self.distances(point, box)
      // Deviation: with a margin it is an ellipse again, as in Chromium.
      appendEllipse(
        point, Self.radius(radiusX, x, basis: box.width) + margin,
        Self.radius(radiusY, y, basis: box.height) + margin)
      margin = 0
    case .polygon(_, let points):
      vertices = points.prefix(Self.longest).map { Self.point($0, in: box) }
    case .path, .shape:
      // Not implemented: path() and shape(), which Chromium does not take for floats either.
      return nil
    }
  }

  private init() {}

  static func roundedRect(_ rect: ShapeRect, _ corners: ShapeCorners) -> ShapePolygon {
    var polygon = ShapePolygon()
    let corners = corners.fitted(rect)
    let (right, bottom) = (rect.left + rect.width, rect.top + rect.height)
    polygon.appendCorner(corners.topLeft, x: rect.left, y: rect.top, quarter: 2)
    polygon.appendCorner(corners.topRight, x: right, y: rect.top, quarter: 3)
    polygon.appendCorner(corners.bottomRight, x: right, y: bottom, quarter: 0)
    polygon.appendCorner(corners.bottomLeft, x: rect.left, y: bottom, quarter: 1)
    return polygon
  }

  private static func point(_ pair: LengthPair, in box: ShapeRect) -> Vertex {
    Vertex(
      line: box.left + pair.x.pixels(basis: box.width), block: box.top + pair.y.pixels(basis: box.height))
  }

  private typealias Distances = (low: Double, high: Double)
  private static func distances(_ point: Vertex, _ box: ShapeRect) -> (x: Distances, y: Distances) {
    (
      ((point.line - box.left).magnitude, (box.left + box.width - point.line).magnitude),
      ((point.block - box.top).magnitude, (box.top + box.height - point.block).magnitude)
    )
  }

  private static func radius(_ radius: ShapeRadius, _ sides: Distances, basis: Double) -> Double {
    switch radius {
    case .length(let length): length.pixels(basis: basis)
    case .closestSide: min(sides.low, sides.high)
    case .farthestSide: max(sides.low, sides.high)
    }
  }

  private mutating func appendEllipse(_ center: Vertex, _ x: Double, _ y: Double) {
    for quarter in 0..<4 { appendArc(center, max(0, x), max(0, y), quarter: quarter) }
  }

  /// The corner that is nearest to (x, y); quarters go clockwise from the lower right one.
  private mutating func appendCorner(_ radius: (x: Double, y: Double), x: Double, y: Double, quarter: Int) {
    guard radius.x > 0, radius.y > 0 else { return vertices.append(Vertex(line: x, block: y)) }
    let center = Vertex(
      line: quarter == 0 || quarter == 3 ? x - radius.x : x + radius.x,
      block: quarter < 2 ? y - radius.y : y + radius.y)
    appendArc(center, radius.x, radius.y, quarter: quarter)
  }

  private mutating func appendArc(_ center: Vertex, _ x: Double, _ y: Double, quarter: Int) {
    for step in 0...Self.quarterSides {
      let angle = (Double(quarter) + Double(step) / Double(Self.quarterSides)) * .pi / 2
      vertices.append(Vertex(line: center.line + x * cos(angle), block: center.block + y * sin(angle)))
    }
  }
}

/// The radii of a rectangle's corners, in CSS pixels.
struct ShapeCorners {
  typealias Radius = (x: Double, y: Double)
  var topLeft: Radius
  var topRight: Radius
  var bottomRight: Radius
  var bottomLeft: Radius

  init(topLeft: Radius, topRight: Radius, bottomRight: Radius, bottomLeft: Radius) {
    (self.topLeft, self.topRight) = (topLeft, topRight)
    (self.bottomRight, self.bottomLeft) = (bottomRight, bottomLeft)
  }

  init(_ radii: Corners<LengthPair>, width: Double, height: Double) {
    func used(_ pair: LengthPair) -> Radius {
      (max(0, pair.x.pixels(basis: width)), max(0, pair.y.pixels(basis: height)))
    }
    topLeft = used(radii.topLeft)
    topRight = used(radii.topRight)
    bottomRight = used(radii.bottomRight)
    bottomLeft = used(radii.bottomLeft)
  }

  /// Reduced so that corners do not overlap.
  /// https://drafts.csswg.org/css-backgrounds-3/#corner-overlap
  func fitted(_ rect: ShapeRect) -> ShapeCorners {
    var factor = 1.0
    func fit(_ length: Double, _ sum: Double) { if sum > length, sum > 0 { factor = min(factor, length / sum) } }
    fit(rect.width, topLeft.x + topRight.x)
    fit(rect.width, bottomLeft.x + bottomRight.x)
    fit(rect.height, topLeft.y + bottomLeft.y)
    fit(rect.height, topRight.y + bottomRight.y)
    func scaled(_ radius: Radius) -> Radius { (radius.x * factor, radius.y * factor) }
    return ShapeCorners(
      topLeft: scaled(topLeft), topRight: scaled(topRight), bottomRight: scaled(bottomRight),
      bottomLeft: scaled(bottomLeft))
  }
}
