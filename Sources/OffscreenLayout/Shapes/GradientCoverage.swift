import Foundation
import OffscreenCSS
import OffscreenGeometry

/// How opaque a gradient is at a point of the box that it fills.
/// https://drafts.csswg.org/css-images-4/#gradients
struct GradientCoverage {
  private enum Line {
    /// Along a direction from a point, in lengths of the gradient line.
    case linear(x: Double, y: Double, dx: Double, dy: Double)
    case radial(x: Double, y: Double, radiusX: Double, radiusY: Double)
    /// `from` in turns.
    case conic(x: Double, y: Double, from: Double)
  }
  private let line: Line
  private var stops: [(position: Double, alpha: Float)] = []
  private let isRepeating: Bool

  init?(_ gradient: Gradient, width: Double, height: Double, _ color: Color) {
    guard width > 0, height > 0, !gradient.stops.isEmpty else { return nil }
    isRepeating = gradient.isRepeating
    let length: Double
    switch gradient.shape {
    case .linear(let direction):
      var (dx, dy): (Double, Double)
      switch direction {
      case .angle(let degrees):
        let angle = Double(degrees) * .pi / 180
        (dx, dy) = (sin(angle), -cos(angle))
      case .corner(let x, let y):
        (dx, dy) = (Double(x) * (y == 0 ? 1 : height), Double(y) * (x == 0 ? 1 : width))
        let size = (dx * dx + dy * dy).squareRoot()
        if size > 0 { (dx, dy) = (dx / size, dy / size) }
      case .points(let start, let end):
        let (x, y) = (start.x.pixels(basis: width), start.y.pixels(basis: height))
        (dx, dy) = (end.x.pixels(basis: width) - x, end.y.pixels(basis: height) - y)
        let square = dx * dx + dy * dy
        guard square > 0 else { return nil }
        line = .linear(x: x, y: y, dx: dx / square, dy: dy / square)
        appendStops(gradient.stops, length: square.squareRoot(), color)
        return
      }
      length = width * dx.magnitude + height * dy.magnitude
      guard length > 0 else { return nil }
      line = .linear(
        x: width / 2 - dx * length / 2, y: height / 2 - dy * length / 2, dx: dx / length, dy: dy / length)
    case .radial(let shape, let center):
      let (x, y) = (center.x.pixels(basis: width), center.y.pixels(basis: height))
      let (radiusX, radiusY) = Self.radii(shape, x, y, width, height)
      guard radiusX > 0, radiusY > 0 else { return nil }
      length = radiusX
      line = .radial(x: x, y: y, radiusX: radiusX, radiusY: radiusY)
    case .conic(let from, let center):
      length = 1
      line = .conic(
        x: center.x.pixels(basis: width), y: center.y.pixels(basis: height), from: Double(from) / 360)
    }
    appendStops(gradient.stops, length: length, color)
  }

  /// https://drafts.csswg.org/css-images-3/#radial-size
  private static func radii(
    _ shape: Gradient.RadialShape, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> (Double, Double) {
    let near = (min(x.magnitude, (width - x).magnitude), min(y.magnitude, (height - y).magnitude))
    let far = (max(x.magnitude, (width - x).magnitude), max(y.magnitude, (height - y).magnitude))
    func diagonal(_ sides: (Double, Double)) -> Double { (sides.0 * sides.0 + sides.1 * sides.1).squareRoot() }
    switch shape {
    case .circleRadius(let radius): return (Double(radius), Double(radius))
    case .ellipseRadii(let x, let y): return (x.pixels(basis: width), y.pixels(basis: height))
    case .circle(let extent):
      let radius =
        switch extent {
        case .closestSide: min(near.0, near.1)
        case .farthestSide: max(far.0, far.1)
        case .closestCorner: diagonal(near)
        case .farthestCorner: diagonal(far)
        }
      return (radius, radius)
    case .ellipse(let extent):
      let root = 2.0.squareRoot()
      return switch extent {
      case .closestSide: near
      case .farthestSide: far
      case .closestCorner: (near.0 * root, near.1 * root)
      case .farthestCorner: (far.0 * root, far.1 * root)
      }
    }
  }

  /// https://drafts.csswg.org/css-images-4/#color-stop-fixup
  private mutating func appendStops(_ given: [Gradient.Stop], length: Double, _ color: Color) {
    var places: [(position: Double?, alpha: Float)] = []
    var largest = -Double.infinity
    // Deviation: hints are left out: they move no edge that a threshold of zero finds.
    for stop in given {
      guard let value = stop.color else { continue }
      var position = stop.position.map { place in
        if case .percentage(let value) = place { Double(value) / 100 } else { place.pixels(basis: length) / length }
      }
      if position == nil, places.isEmpty { position = 0 }
      if let known = position {
        largest = max(largest, known)
        position = largest
      }
      places.append((position, Float(value.resolved(color).alpha)))
    }
    guard !places.isEmpty else { return }
    if places[places.count - 1].position == nil { places[places.count - 1].position = max(1, largest) }
    var known = 0
    for index in places.indices {
      guard let end = places[index].position else { continue }
      let start = stops.last?.position ?? end
      let count = Double(index - known)
      for middle in known..<index {
        stops.append((start + (end - start) * Double(middle - known + 1) / (count + 1), places[middle].alpha))
      }
      stops.append((end, places[index].alpha))
      known = index + 1
    }
  }

  func alpha(x: Double, y: Double) -> Float {
    guard let first = stops.first, let last = stops.last else { return 0 }
    var position: Double
    switch line {
    case .linear(let startX, let startY, let dx, let dy): position = (x - startX) * dx + (y - startY) * dy
    case .radial(let centerX, let centerY, let radiusX, let radiusY):
      let (a, b) = ((x - centerX) / radiusX, (y - centerY) / radiusY)
      position = (a * a + b * b).squareRoot()
    case .conic(let centerX, let centerY, let from):
      position = atan2(x - centerX, centerY - y) / (2 * .pi) - from
      position -= position.rounded(.down)
    }
    let span = last.position - first.position
    if isRepeating, span > 0 {
      let turns = ((position - first.position) / span).rounded(.down)
      position -= turns * span
    }
    if position < first.position { return first.alpha }
    for (a, b) in zip(stops, stops.dropFirst()) where position < b.position {
      let length = b.position - a.position
      return length > 0 ? a.alpha + (b.alpha - a.alpha) * Float((position - a.position) / length) : b.alpha
    }
    return last.alpha
  }
}
