import Foundation
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// Computes a gradient's colour at every pixel: exact stops.
struct GradientShader {
  private struct Segment {
    var start: Float
    var end: Float
    /// 0 to 255: blue, green, red, alpha; premultiplied where they are mixed so.
    var color: SIMD4<Float>
    /// For each unit of position.
    var slope: SIMD4<Float>
  }
  private let shape: PaintGradient.Shape
  private var segments: [Segment] = []
  private let isRepeating: Bool
  private let first: Float
  private let length: Float
  private let opacity: Float
  private let isMixedPremultiplied: Bool

  init(_ gradient: PaintGradient, opacity: Double) {
    shape = gradient.shape
    self.opacity = Float(max(0, min(1, opacity)))
    isMixedPremultiplied = gradient.isMixedPremultiplied
    var stops = gradient.stops
    if stops.isEmpty { stops = [.init(position: 0, color: .transparent)] }
    let start = Float(stops[0].position)
    let end = Float(stops[stops.count - 1].position)
    let span = end - start
    // Stops that are all in one place: what repeats has no width, its mean is seen.
    isRepeating = gradient.isRepeating && span > 1e-6
    first = start
    length = span
    let limit = Float.greatestFiniteMagnitude
    var colors: [SIMD4<Float>] = []
    for stop in stops {
      colors.append(
        isMixedPremultiplied
          ? Self.parts(stop.color, isPremultiplied: true) * self.opacity
          : Self.parts(stop.color, isPremultiplied: false))
    }
    if gradient.isRepeating, !isRepeating {
      let mean = stops.count > 1 ? colors[colors.count - 1] : colors[0]
      segments = [Segment(start: -limit, end: limit, color: mean, slope: .zero)]
      return
    }
    segments.append(Segment(start: -limit, end: start, color: colors[0], slope: .zero))
    for index in 1..<max(1, stops.count) {
      let (a, b) = (Float(stops[index - 1].position), Float(stops[index].position))
      guard b > a else { continue }
      segments.append(
        Segment(start: a, end: b, color: colors[index - 1], slope: (colors[index] - colors[index - 1]) / (b - a)))
    }
    segments.append(Segment(start: end, end: limit, color: colors[colors.count - 1], slope: .zero))
  }

  private static func parts(_ color: Color, isPremultiplied: Bool) -> SIMD4<Float> {
    let alpha = Pixels.clamp(color.alpha)
    let factor = isPremultiplied ? alpha * 255 : 255
    return SIMD4(
      Pixels.clamp(color.blue) * factor, Pixels.clamp(color.green) * factor, Pixels.clamp(color.red) * factor,
      alpha * 255)
  }

  /// The pixel at a position; `hint` is the segment of the pixel before.
  @inline(__always)
  private func pixel(at position: Float, _ hint: inout Int) -> UInt32 {
    var t = position.isNaN ? first : position
    if isRepeating {
      t = (t - first) / length
      t = first + (t - t.rounded(.down)) * length
    }
    var index = hint
    while index > 0, t < segments[index].start { index -= 1 }
    while index < segments.count - 1, t >= segments[index].end { index += 1 }
    hint = index
    let segment = segments[index]
    let offset = segment.slope == .zero ? 0 : t - segment.start
    var color = segment.color + segment.slope * offset
    if !isMixedPremultiplied {
      let alpha = color[3] * opacity
      color *= alpha / 255
      color[3] = alpha
    }
    color += SIMD4<Float>(repeating: 0.5)
    // Optimization: the library converts vectors to integers ten times slower.
    func part(_ value: Float) -> UInt32 { UInt32(max(0, min(255.4, value))) }
    return part(color[0]) | part(color[1]) << 8 | part(color[2]) << 16 | part(color[3]) << 24
  }

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
  }

  /// Fills rows of pixels; `x`, `y` are the first one's place in device space.
  func fill(
    _ row: UnsafeMutableBufferPointer<UInt32>, x: Int, y: Int, _ placement: Placement
  ) {
    var hint = 0
    let inverse = placement.inverse
    let scaleX = placement.source.width / placement.tile.width
    let scaleY = placement.source.height / placement.tile.height
    for index in row.indices {
      let deviceX = Double(x + index) + 0.5
      let deviceY = Double(y) + 0.5
      var localX = inverse.a * deviceX + inverse.c * deviceY + inverse.tx - placement.tile.x
      var localY = inverse.b * deviceX + inverse.d * deviceY + inverse.ty - placement.tile.y
      if !placement.isSingle {
        localX -= (localX / placement.stepX).rounded(.down) * placement.stepX
        localY -= (localY / placement.stepY).rounded(.down) * placement.stepY
        if localX > placement.tile.width || localY > placement.tile.height {
          row[index] = 0
          continue
        }
      }
      let sourceX = placement.source.x + localX * scaleX
      let sourceY = placement.source.y + localY * scaleY
      let place = position(sourceX, sourceY)
      row[index] = place.isNaN && hasGaps ? 0 : pixel(at: place, &hint)
    }
  }

  /// The pixels of a part of device space; nil without memory.
  func bitmap(of box: DeviceRect, _ placement: Placement) -> Bitmap? {
    guard let picture = try? Bitmap(width: box.width, height: box.height) else { return nil }
    if isConstantAlongRows(placement) {
      for y in 0..<box.height {
        let row = picture.row(y)
        fill(UnsafeMutableBufferPointer(rebasing: row[0..<1]), x: box.minX, y: box.minY + y, placement)
        row.update(repeating: row[0])
      }
    } else if isConstantAlongColumns(placement) {
      let top = picture.row(0)
      fill(top, x: box.minX, y: box.minY, placement)
      for y in 1..<max(1, box.height) { _ = picture.row(y).update(fromContentsOf: top) }
    } else {
      for y in 0..<box.height { fill(picture.row(y), x: box.minX, y: box.minY + y, placement) }
    }
    return picture
  }

  /// Whether it leaves a part of the plane alone.
  private var hasGaps: Bool { if case .cone = shape { true } else { false } }

  /// Whether all pixels of a device row have the same colour.
  private func isConstantAlongRows(_ placement: Placement) -> Bool {
    guard placement.isSingle || placement.tile.width == placement.stepX, placement.inverse.b == 0 else { return false }
    guard case .linear(let start, let end) = shape else { return false }
    return start.x == end.x && placement.inverse.c == 0
  }

  /// Whether all rows are alike.
  private func isConstantAlongColumns(_ placement: Placement) -> Bool {
    guard placement.isSingle || placement.tile.height == placement.stepY, placement.inverse.c == 0 else { return false }
    guard case .linear(let start, let end) = shape else { return false }
    return start.y == end.y && placement.inverse.b == 0
  }

  @inline(__always)
  private func position(_ x: Double, _ y: Double) -> Float {
    switch shape {
    case .linear(let start, let end):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      return square > 0 ? Float(((x - start.x) * dx + (y - start.y) * dy) / square) : 0
    case .radial(let center, let radiusX, let radiusY):
      let (dx, dy) = ((x - center.x) / radiusX, (y - center.y) / radiusY)
      return Float((dx * dx + dy * dy).squareRoot())
    case .cone(let start, let r0, let end, let r1): return Self.positionOnCone(x, y, start, r0, end, r1)
    case .conic(let center, let from):
      let angle = atan2(x - center.x, center.y - y) / (2 * .pi) - from / 360
      return Float(angle - angle.rounded(.down))
    }
  }

  /// Of the circles that go through a point, the last one with a radius; not a number where there is none.
  /// https://html.spec.whatwg.org/multipage/canvas.html#dom-context-2d-createradialgradient
  @inline(__always)
  private static func positionOnCone(
    _ x: Double, _ y: Double, _ start: PaintPoint, _ r0: Double, _ end: PaintPoint, _ r1: Double
  ) -> Float {
    // |p - c(t)| = r(t) is a square equation of t.
    let (cx, cy, dr) = (end.x - start.x, end.y - start.y, r1 - r0)
    let (px, py) = (x - start.x, y - start.y)
    let a = cx * cx + cy * cy - dr * dr
    let b = px * cx + py * cy + r0 * dr
    let c = px * px + py * py - r0 * r0
    if a.magnitude < 1e-9 {
      guard b != 0 else { return .nan }
      let t = c / (2 * b)
      return r0 + t * dr >= 0 ? Float(t) : .nan
    }
    let discriminant = b * b - a * c
    guard discriminant >= 0 else { return .nan }
    let root = discriminant.squareRoot()
    let (t1, t2) = ((b + root) / a, (b - root) / a)
    let (high, low) = t1 > t2 ? (t1, t2) : (t2, t1)
    if r0 + high * dr >= 0 { return Float(high) }
    return r0 + low * dr >= 0 ? Float(low) : .nan
  }
}
