import OffscreenGeometry
import OffscreenPaint

/// Where device pixels lie on a gradient: at 0 it starts, at 1 it ends.
struct GradientPositions {
  /// How device pixels lie on the gradient and its tiles.
  struct Placement {
    /// From device space to the space that tiles are in.
    var inverse: Transform
    var tile: PaintRect
    var stepX: Double
    var stepY: Double
    /// The part of the gradient's own space that a tile shows.
    var source: PaintRect
    /// Whether there is one tile only.
    var isSingle: Bool

    /// Whether tiles leave nothing between them.
    var isGapless: Bool { isSingle || (stepX <= tile.width && stepY <= tile.height) }
  }

  let shape: PaintGradient.Shape
  let placement: Placement

  /// The position of what is not painted: between tiles, or where no circle of a cone is.
  private static let nowhere = Float.nan

  /// Whether what has no position is not painted.
  var hasGaps: Bool {
    guard placement.isGapless else { return true }
    guard case .cone(let start, let r0, let end, let r1) = shape else { return false }
    let (cx, cy, dr) = (end.x - start.x, end.y - start.y, r1 - r0)
    return cx * cx + cy * cy >= dr * dr
  }

  /// The positions of a row of pixels, the first of which is at a place in device space.
  func fill(_ row: UnsafeMutableBufferPointer<Float>, x: Int, y: Int) {
    let places = Places(placement, row.count, x: x, y: y)
    switch shape {
    case .linear(let start, let end):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      guard square > 0 else { return row.update(repeating: 0) }
      // Along the line, from 0 to 1.
      let toLine = Transform(
        a: dx / square, b: 0, c: dy / square, d: 0, tx: -(start.x * dx + start.y * dy) / square, ty: 0)
      places.fill(row, toLine) { (x: Double, _: Double) in Float(x) }
    case .radial(let center, let radiusX, let radiusY):
      let toCircle = Transform(
        a: 1 / radiusX, b: 0, c: 0, d: 1 / radiusY, tx: -center.x / radiusX, ty: -center.y / radiusY)
      places.fill(row, toCircle) { (x: Float, y: Float) in (x * x + y * y).squareRoot() }
    case .conic(let center, let from):
      let start = Float(from / 360 - (from / 360).rounded(.down))
      places.fill(row, .translation(x: -center.x, y: -center.y)) { (x: Float, y: Float) in
        let turn = Self.turn(toX: x, y: y) - start
        return turn < 0 ? turn + 1 : turn
      }
    case .cone(let start, let r0, let end, let r1): fillCone(row, places, start, r0, end, r1)
    }
  }

  /// Whether all pixels of a device row have the same colour.
  var isConstantAlongRows: Bool {
    guard placement.isSingle || placement.tile.width == placement.stepX, placement.inverse.b == 0 else { return false }
    guard case .linear(let start, let end) = shape else { return false }
    return start.x == end.x && placement.inverse.c == 0
  }

  /// Whether all rows are alike.
  var isConstantAlongColumns: Bool {
    guard placement.isSingle || placement.tile.height == placement.stepY, placement.inverse.c == 0 else { return false }
    guard case .linear(let start, let end) = shape else { return false }
    return start.y == end.y && placement.inverse.b == 0
  }

  // MARK: Angles

  /// The angle of a direction in turns, clockwise from the top: 0 up to 1.
  @inline(__always)
  private static func turn(toX x: Float, y: Float) -> Float {
    let (width, height) = (x.magnitude, y.magnitude)
    let longer = width > height ? width : height
    let shorter = width > height ? height : width
    // Of the eighth of a turn next to an axis; of no direction none.
    let eighth = arctangent(shorter / (longer > 0 ? longer : 1))
    let quarter = width > height ? 0.25 - eighth : eighth
    let half = y > 0 ? 0.5 - quarter : quarter
    return x < 0 ? 1 - half : half
  }

  /// Of 0 to 1, in turns: a polynomial that is nowhere further off than 1e-9 but by rounding.
  @inline(__always)
  private static func arctangent(_ value: Float) -> Float {
    let z = value * value
    var sum: Float = 0.000_384_090_206_594_045_46
    sum = sum * z - 0.002_264_578_077_019_291_3
    sum = sum * z + 0.006_286_651_304_175_896
    sum = sum * z - 0.011_476_229_145_402_488
    sum = sum * z + 0.016_690_948_565_755_46
    sum = sum * z - 0.022_533_207_084_103_335
    sum = sum * z + 0.031_807_829_640_190_79
    sum = sum * z - 0.053_050_429_577_757_935
    sum = sum * z + 0.159_154_924_167_566_75
    return sum * value
  }

  // MARK: Cones

  /// Of the circles that go through a point, the last one with a radius.
  /// https://html.spec.whatwg.org/multipage/canvas.html#dom-context-2d-createradialgradient
  private func fillCone(
    _ row: UnsafeMutableBufferPointer<Float>, _ places: Places, _ start: PaintPoint, _ r0: Double, _ end: PaintPoint,
    _ r1: Double
  ) {
    // |p - c(t)| = r(t) is a square equation of t.
    let (cx, cy, dr) = (end.x - start.x, end.y - start.y, r1 - r0)
    let a = cx * cx + cy * cy - dr * dr
    let toStart = Transform.translation(x: -start.x, y: -start.y)
    if cx == 0, cy == 0, dr != 0 {
      // Circles around one centre.
      let (radius, length) = (Float(r0), Float(dr))
      return places.fill(row, toStart) { (x: Float, y: Float) in ((x * x + y * y).squareRoot() - radius) / length }
    }
    if a.magnitude < 1e-9 {
      return places.fill(row, toStart) { (x: Double, y: Double) in
        let b = x * cx + y * cy + r0 * dr
        let t = (x * x + y * y - r0 * r0) / (2 * b)
        return b != 0 && r0 + t * dr >= 0 ? Float(t) : Self.nowhere
      }
    }
    if a < 0 {
      // One circle lies in the other: each point has one solution with a radius, the larger one where radii grow.
      let (cx, cy, dr, r0, a) = (Float(cx), Float(cy), Float(dr), Float(r0), Float(a))
      return places.fill(row, toStart) { (x: Float, y: Float) in
        let b = x * cx + y * cy + r0 * dr
        let discriminant = b * b - a * (x * x + y * y - r0 * r0)
        let root = (discriminant > 0 ? discriminant : 0).squareRoot()
        return (dr > 0 ? b - root : b + root) / a
      }
    }
    places.fill(row, toStart) { (x: Double, y: Double) in
      let b = x * cx + y * cy + r0 * dr
      let discriminant = b * b - a * (x * x + y * y - r0 * r0)
      let root = (discriminant > 0 ? discriminant : 0).squareRoot()
      let (high, low) = ((b + root) / a, (b - root) / a)
      let isHigh = r0 + high * dr >= 0
      let t = isHigh ? high : low
      return discriminant >= 0 && (isHigh || r0 + low * dr >= 0) ? Float(t) : Self.nowhere
    }
  }
}

/// The places of a row of pixels in a gradient's own space.
private struct Places {
  let placement: GradientPositions.Placement
  let count: Int32
  /// Of the first pixel's centre, in the tiles' space; each next one is a step further.
  let first: PaintPoint
  let step: PaintPoint

  init(_ placement: GradientPositions.Placement, _ count: Int, x: Int, y: Int) {
    let inverse = placement.inverse
    let start = inverse.apply(x: Double(x) + 0.5, y: Double(y) + 0.5)
    (self.placement, self.count) = (placement, Int32(clamping: count))
    first = PaintPoint(x: start.x - placement.tile.x, y: start.y - placement.tile.y)
    step = PaintPoint(x: inverse.a, y: inverse.b)
  }

  /// From a tile's own space to one that a shape is simple in.
  private func transform(_ shape: Transform) -> Transform {
    let (tile, source) = (placement.tile, placement.source)
    return Transform(
      a: source.width / tile.width, b: 0, c: 0, d: source.height / tile.height, tx: source.x, ty: source.y
    ).then(shape)
  }

  /// Fills a row with what `position` gives of each pixel's place.
  ///
  /// Optimization: a loop of its own wherever it is called, without calls in it, so that several pixels are counted at
  /// once.
  @inline(__always)
  func fill(
    _ row: UnsafeMutableBufferPointer<Float>, _ shape: Transform, _ position: (Double, Double) -> Float
  ) {
    guard placement.isSingle else { return fillTiles(row, shape, position) }
    let m = transform(shape)
    let (x, y) = m.apply(x: first.x, y: first.y)
    let (dx, dy) = (m.a * step.x + m.c * step.y, m.b * step.x + m.d * step.y)
    for index in 0..<count { row[Int(index)] = position(x + dx * Double(index), y + dy * Double(index)) }
  }

  /// The same with less exact numbers: four at once.
  @inline(__always)
  func fill(_ row: UnsafeMutableBufferPointer<Float>, _ shape: Transform, _ position: (Float, Float) -> Float) {
    guard placement.isSingle else { return fillTiles(row, shape) { position(Float($0), Float($1)) } }
    let m = transform(shape)
    let start = m.apply(x: first.x, y: first.y)
    let (x, y) = (Float(start.x), Float(start.y))
    let (dx, dy) = (Float(m.a * step.x + m.c * step.y), Float(m.b * step.x + m.d * step.y))
    for index in 0..<count { row[Int(index)] = position(x + dx * Float(index), y + dy * Float(index)) }
  }

  @inline(__always)
  private func fillTiles(
    _ row: UnsafeMutableBufferPointer<Float>, _ shape: Transform, _ position: (Double, Double) -> Float
  ) {
    let (m, tile, stepX, stepY) = (transform(shape), placement.tile, placement.stepX, placement.stepY)
    for index in 0..<count {
      var x = first.x + step.x * Double(index)
      var y = first.y + step.y * Double(index)
      x -= (x / stepX).rounded(.down) * stepX
      y -= (y / stepY).rounded(.down) * stepY
      row[Int(index)] =
        x > tile.width || y > tile.height
        ? .nan : position(m.a * x + m.c * y + m.tx, m.b * x + m.d * y + m.ty)
    }
  }
}
