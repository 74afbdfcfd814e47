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
    switch shape {
    case .linear(let start, let end):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      guard square > 0 else { return fill(row, x, y) { _, _ in 0 } }
      fill(row, x, y) { Float((($0 - start.x) * dx + ($1 - start.y) * dy) / square) }
    case .radial(let center, let radiusX, let radiusY):
      fill(row, x, y) {
        let (dx, dy) = (($0 - center.x) / radiusX, ($1 - center.y) / radiusY)
        return Float((dx * dx + dy * dy).squareRoot())
      }
    case .conic(let center, let from):
      let start = from / 360 - (from / 360).rounded(.down)
      fill(row, x, y) {
        let turn = Self.turn(toX: $0 - center.x, y: $1 - center.y) - start
        return Float(turn < 0 ? turn + 1 : turn)
      }
    case .cone(let start, let r0, let end, let r1): fillCone(row, x, y, start, r0, end, r1)
    }
  }

  /// Optimization: a loop for each shape, without calls, so that several pixels are counted at once.
  @inline(__always)
  private func fill(
    _ row: UnsafeMutableBufferPointer<Float>, _ x: Int, _ y: Int, _ position: (Double, Double) -> Float
  ) {
    let (inverse, tile, source) = (placement.inverse, placement.tile, placement.source)
    let (scaleX, scaleY) = (source.width / tile.width, source.height / tile.height)
    let (firstX, deviceY) = (Double(x) + 0.5, Double(y) + 0.5)
    let count = Int32(clamping: row.count)
    if placement.isSingle {
      for index in 0..<count {
        let deviceX = firstX + Double(index)
        let localX = inverse.a * deviceX + inverse.c * deviceY + inverse.tx - tile.x
        let localY = inverse.b * deviceX + inverse.d * deviceY + inverse.ty - tile.y
        row[Int(index)] = position(source.x + localX * scaleX, source.y + localY * scaleY)
      }
      return
    }
    for index in 0..<count {
      let deviceX = firstX + Double(index)
      var localX = inverse.a * deviceX + inverse.c * deviceY + inverse.tx - tile.x
      var localY = inverse.b * deviceX + inverse.d * deviceY + inverse.ty - tile.y
      localX -= (localX / placement.stepX).rounded(.down) * placement.stepX
      localY -= (localY / placement.stepY).rounded(.down) * placement.stepY
      row[Int(index)] =
        localX > tile.width || localY > tile.height
        ? Self.nowhere : position(source.x + localX * scaleX, source.y + localY * scaleY)
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
  private static func turn(toX x: Double, y: Double) -> Double {
    let (width, height) = (x.magnitude, y.magnitude)
    let longer = width > height ? width : height
    let shorter = width > height ? height : width
    // Of the eighth of a turn next to an axis.
    let eighth = longer > 0 ? arctangent(shorter / longer) : 0
    let quarter = width > height ? 0.25 - eighth : eighth
    let half = y > 0 ? 0.5 - quarter : quarter
    return x < 0 ? 1 - half : half
  }

  /// Of 0 to 1, in turns: a polynomial that is nowhere further off than 1e-9.
  @inline(__always)
  private static func arctangent(_ value: Double) -> Double {
    let z = value * value
    var sum = 0.000_384_090_206_594_045_46
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
    _ row: UnsafeMutableBufferPointer<Float>, _ x: Int, _ y: Int, _ start: PaintPoint, _ r0: Double, _ end: PaintPoint,
    _ r1: Double
  ) {
    // |p - c(t)| = r(t) is a square equation of t.
    let (cx, cy, dr) = (end.x - start.x, end.y - start.y, r1 - r0)
    let a = cx * cx + cy * cy - dr * dr
    if cx == 0, cy == 0, dr != 0 {
      // Circles around one centre.
      return fill(row, x, y) {
        let (px, py) = ($0 - start.x, $1 - start.y)
        return Float(((px * px + py * py).squareRoot() - r0) / dr)
      }
    }
    if a.magnitude < 1e-9 {
      return fill(row, x, y) {
        let (px, py) = ($0 - start.x, $1 - start.y)
        let b = px * cx + py * cy + r0 * dr
        let t = (px * px + py * py - r0 * r0) / (2 * b)
        return b != 0 && r0 + t * dr >= 0 ? Float(t) : Self.nowhere
      }
    }
    // Which of the two solutions is the larger one.
    let sign: Double = a > 0 ? 1 : -1
    fill(row, x, y) {
      let (px, py) = ($0 - start.x, $1 - start.y)
      let b = px * cx + py * cy + r0 * dr
      let c = px * px + py * py - r0 * r0
      let discriminant = b * b - a * c
      let root = (discriminant > 0 ? discriminant : 0).squareRoot() * sign
      let (high, low) = ((b + root) / a, (b - root) / a)
      let isHigh = r0 + high * dr >= 0
      let t = isHigh ? high : low
      return discriminant >= 0 && (isHigh || r0 + low * dr >= 0) ? Float(t) : Self.nowhere
    }
  }
}
