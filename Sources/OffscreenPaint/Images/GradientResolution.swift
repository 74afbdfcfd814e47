import Foundation
import OffscreenCSS
import OffscreenGeometry

extension PaintGradient {
  /// The gradient over a box of this size.
  /// https://drafts.csswg.org/css-images-4/#gradients
  init?(_ gradient: Gradient, width: Double, height: Double, currentColor: Color) {
    guard width > 0, height > 0, width.isFinite, height.isFinite, !gradient.stops.isEmpty else { return nil }
    let lineLength: Double
    let shape: Shape
    switch gradient.shape {
    case .linear(let direction):
      let (start, end) = Self.line(direction, width, height)
      lineLength = ((end.x - start.x) * (end.x - start.x) + (end.y - start.y) * (end.y - start.y)).squareRoot()
      shape = .linear(start, end)
    case .radial(let radial, let center):
      let point = PaintPoint(x: center.x.pixels(basis: width), y: center.y.pixels(basis: height))
      var (x, y) = Self.radii(radial, point, width, height)
      // Degenerate shapes: https://drafts.csswg.org/css-images-3/#degenerate-radials
      if x <= 0, y <= 0 { (x, y) = (0.00001, 0.00001) }
      if x <= 0 { (x, y) = (0.00001, max(y, 1) * 100_000) }
      if y <= 0 { (x, y) = (max(x, 1) * 100_000, 0.00001) }
      lineLength = x
      shape = .radial(point, radiusX: x, radiusY: y)
    case .conic(let from, let center):
      lineLength = 1
      shape = .conic(
        PaintPoint(x: center.x.pixels(basis: width), y: center.y.pixels(basis: height)), from: Double(from))
    }
    let stops = Self.stops(gradient, lineLength: lineLength, currentColor)
    guard !stops.isEmpty else { return nil }
    self.init(shape: shape, stops: stops, isRepeating: gradient.isRepeating)
  }

  /// https://drafts.csswg.org/css-images-3/#linear-gradient-syntax
  private static func line(
    _ direction: Gradient.LinearDirection, _ width: Double, _ height: Double
  ) -> (PaintPoint, PaintPoint) {
    var (dx, dy): (Double, Double)
    switch direction {
    case .angle(let degrees):
      let turned = Double(degrees).truncatingRemainder(dividingBy: 360)
      switch turned {
      case 0: (dx, dy) = (0, -1)
      case 90, -270: (dx, dy) = (1, 0)
      case 180, -180: (dx, dy) = (0, 1)
      case 270, -90: (dx, dy) = (-1, 0)
      case _: (dx, dy) = (sin(turned * .pi / 180), -cos(turned * .pi / 180))
      }
    case .corner(let x, let y):
      // At right angles to the diagonal between the two other corners.
      (dx, dy) = (Double(x) * (y == 0 ? 1 : height), Double(y) * (x == 0 ? 1 : width))
      let length = (dx * dx + dy * dy).squareRoot()
      if length > 0 { (dx, dy) = (dx / length, dy / length) }
    case .points(let start, let end):
      return (
        PaintPoint(x: start.x.pixels(basis: width), y: start.y.pixels(basis: height)),
        PaintPoint(x: end.x.pixels(basis: width), y: end.y.pixels(basis: height))
      )
    }
    let half = (width * dx.magnitude + height * dy.magnitude) / 2
    let (x, y) = (width / 2, height / 2)
    return (PaintPoint(x: x - dx * half, y: y - dy * half), PaintPoint(x: x + dx * half, y: y + dy * half))
  }

  /// https://drafts.csswg.org/css-images-3/#radial-size
  private static func radii(
    _ shape: Gradient.RadialShape, _ center: PaintPoint, _ width: Double, _ height: Double
  ) -> (Double, Double) {
    let left = center.x.magnitude
    let right = (width - center.x).magnitude
    let top = center.y.magnitude
    let bottom = (height - center.y).magnitude
    func hypotenuse(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
    switch shape {
    case .circleRadius(let radius): return (Double(radius), Double(radius))
    case .ellipseRadii(let x, let y): return (x.pixels(basis: width), y.pixels(basis: height))
    case .circle(let extent):
      let radius: Double
      switch extent {
      case .closestSide: radius = min(min(left, right), min(top, bottom))
      case .farthestSide: radius = max(max(left, right), max(top, bottom))
      case .closestCorner: radius = hypotenuse(min(left, right), min(top, bottom))
      case .farthestCorner: radius = hypotenuse(max(left, right), max(top, bottom))
      }
      return (radius, radius)
    case .ellipse(let extent):
      switch extent {
      case .closestSide: return (min(left, right), min(top, bottom))
      case .farthestSide: return (max(left, right), max(top, bottom))
      case .closestCorner, .farthestCorner:
        // The same shape as to the sides, through the corner.
        let isClosest = extent == .closestCorner
        let x = isClosest ? min(left, right) : max(left, right)
        let y = isClosest ? min(top, bottom) : max(top, bottom)
        guard x > 0, y > 0 else { return (x, y) }
        return (x * 2.0.squareRoot(), y * 2.0.squareRoot())
      }
    }
  }

  // MARK: Stops

  /// Positions and colours of all stops; hints and other colour spaces are replaced by more stops.
  /// https://drafts.csswg.org/css-images-4/#color-stop-fixup
  private static func stops(_ gradient: Gradient, lineLength: Double, _ currentColor: Color) -> [Stop] {
    var positions: [Double?] = gradient.stops.map { stop in
      guard let position = stop.position else { return nil }
      switch position {
      case .percentage(let value): return Double(value) / 100
      case .length, .calculation:
        guard lineLength > 0 else { return 0 }
        let value = position.pixels(basis: lineLength) / lineLength
        return value.isFinite ? max(-1e9, min(1e9, value)) : 0
      }
    }
    // 1. The ends.
    if positions[0] == nil { positions[0] = 0 }
    let last = positions.count - 1
    if positions[last] == nil { positions[last] = 1 }
    // 2. Never backwards.
    var largest = -Double.infinity
    for index in positions.indices {
      guard let position = positions[index] else { continue }
      largest = max(largest, position)
      positions[index] = largest
    }
    // 3. Those without a place stand evenly between.
    var index = 0
    while index < positions.count {
      guard positions[index] == nil else {
        index += 1
        continue
      }
      var next = index
      while positions[next] == nil { next += 1 }
      let from = positions[index - 1] ?? 0
      let to = positions[next] ?? from
      let parts = Double(next - index + 1)
      for k in index..<next { positions[k] = from + (to - from) * Double(k - index + 1) / parts }
      index = next
    }
    var result: [Stop] = []
    var previous: (stop: Stop, exact: SpaceColor)?
    var hint: Double?
    for (stop, place) in zip(gradient.stops, positions) {
      let position = place ?? 0
      guard let value = stop.color else {
        hint = position
        continue
      }
      let color = value.resolved(currentColor)
      let next = (stop: Stop(position: position, color: color), exact: stop.exact ?? SpaceColor(color))
      let isStraight = gradient.interpolation == .legacy && !next.exact.isIncomplete
      if let previous, hint != nil || !isStraight || previous.exact.isIncomplete {
        appendSteps(from: previous, to: next, hint: hint, gradient.interpolation, into: &result)
      }
      result.append(next.stop)
      previous = next
      hint = nil
      if result.count > 20_000 { break }
    }
    return result
  }

  /// What lies between two stops.
  static func appendSteps(
    from start: (stop: Stop, exact: SpaceColor), to end: (stop: Stop, exact: SpaceColor), hint: Double?,
    _ space: ColorInterpolation, into stops: inout [Stop]
  ) {
    let (a, b) = (start.stop, end.stop)
    let length = b.position - a.position
    guard length > 0 else { return }
    var exponent = 1.0
    if let hint {
      let middle = (hint - a.position) / length
      if middle <= 0 {
        stops.append(Stop(position: a.position, color: b.color))
        return
      }
      if middle >= 1 {
        stops.append(Stop(position: b.position, color: a.color))
        return
      }
      exponent = log(0.5) / log(middle)
    }
    guard space != .legacy || start.exact.isIncomplete || end.exact.isIncomplete else {
      let pieces = 32
      for piece in 1..<pieces {
        let t = Double(piece) / Double(pieces)
        let weight = Float(pow(t, exponent))
        let color = space.mix(a.color, b.color, weights: (1 - weight, weight))
        stops.append(Stop(position: a.position + length * t, color: color))
      }
      return
    }
    // The ends too: what is missing in one is taken from the other.
    for (place, color) in space.steps(from: start.exact, to: end.exact, exponent: exponent) {
      stops.append(Stop(position: a.position + length * place, color: color))
    }
  }
}
