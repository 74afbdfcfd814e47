import OffscreenGeometry
import OffscreenPaint

/// How much of each pixel of a small box convex outlines cover, by the areas to the right of their edges. Exact for
/// outlines that lie one in the other, of which the inner one is taken away.
///
/// Optimization: Cairo takes microseconds for a call however little it draws, which is what the points of a chart cost.
struct ConvexCoverage {
  /// In device space.
  let box: DeviceRect
  /// A row of cells for each row of pixels: what each adds to the coverage of its pixel and all to the right of it.
  private let cells: UnsafeMutablePointer<Float>
  private let stride: Int
  private var outline = Outline()

  /// Boxes with longer sides are none of its.
  private static let longestSide = 32
  static let mostCells = (longestSide + 2) * longestSide
  /// In pixels, how far a line may be from the curve that it stands for.
  private static let tolerance: Float = 0.04

  /// `cells`: room for `mostCells`. Nil where the box is larger than that.
  init?(_ box: DeviceRect, in cells: UnsafeMutablePointer<Float>) {
    guard !box.isEmpty, box.width <= Self.longestSide, box.height <= Self.longestSide else { return nil }
    (self.box, self.cells, stride) = (box, cells, box.width + 2)
    cells.initialize(repeating: 0, count: stride * box.height)
  }

  /// What an outline is known by while it is walked along.
  private struct Outline {
    var start = SIMD2<Float>.zero
    var current = SIMD2<Float>.zero
    var direction = SIMD2<Float>.zero
    var firstDirection = SIMD2<Float>.zero
    var turnsLeft = false
    var turnsRight = false
    /// How often it turns from going right to going left or back.
    var reversals = 0
    var isOpen = false
    var count = 0
  }

  // MARK: Outlines

  /// Adds the inside of a path; false where it is not one convex outline, and the coverage of no use any more.
  mutating func add(_ path: PaintPath, _ transform: Transform) -> Bool {
    for element in path.elements {
      switch element {
      case .move(let point):
        guard outline.count == 0 else { return false }
        begin(place(point, transform))
      case .line(let point): line(to: place(point, transform))
      case .curve(let first, let second, let end):
        curve(place(first, transform), place(second, transform), place(end, transform))
      case .close: close()
      }
    }
    close()
    return isConvex
  }

  /// Adds the inside of a circle, or takes it away.
  mutating func add(circleAround center: PaintPoint, radius: Double, _ transform: Transform, isHole: Bool = false) {
    let turn = isHole ? -1.0 : 1
    let k = PaintPath.arcControl
    func at(_ x: Double, _ y: Double) -> SIMD2<Float> {
      place(PaintPoint(x: center.x + x * radius, y: center.y + y * turn * radius), transform)
    }
    begin(at(1, 0))
    curve(at(1, k), at(k, 1), at(0, 1))
    curve(at(-k, 1), at(-1, k), at(-1, 0))
    curve(at(-1, -k), at(-k, -1), at(0, -1))
    curve(at(k, -1), at(1, -k), at(1, 0))
    close()
  }

  /// From the box's corner.
  @inline(__always)
  private func place(_ point: PaintPoint, _ transform: Transform) -> SIMD2<Float> {
    let (x, y) = transform.apply(x: point.x, y: point.y)
    // What a rounding puts beside the box, and what is not a number.
    return SIMD2(
      x > Double(box.minX) ? Float(min(x - Double(box.minX), Double(box.width))) : 0,
      y > Double(box.minY) ? Float(min(y - Double(box.minY), Double(box.height))) : 0)
  }

  private mutating func begin(_ point: SIMD2<Float>) {
    (outline.start, outline.current, outline.isOpen) = (point, point, true)
  }

  private mutating func curve(_ first: SIMD2<Float>, _ second: SIMD2<Float>, _ end: SIMD2<Float>) {
    let start = outline.current
    // https://dl.acm.org/doi/10.1145/15922.15918 : how many pieces keep within the tolerance.
    let (one, other) = (start - 2 * first + second, first - 2 * second + end)
    let bend = max((one * one).sum(), (other * other).sum()).squareRoot()
    let pieces = min(Int((0.75 * bend / Self.tolerance).squareRoot()) + 1, 24)
    let (c, b) = (3 * (first - start), 3 * (second - 2 * first + start))
    let a = end - start - 3 * (second - first)
    let step = 1 / Float(pieces)
    for piece in 1..<max(pieces, 1) {
      let t = Float(piece) * step
      line(to: ((a * t + b) * t + c) * t + start)
    }
    line(to: end)
  }

  private mutating func close() {
    guard outline.isOpen else { return }
    line(to: outline.start)
    if outline.count > 0 { turn(to: outline.firstDirection) }
    outline.isOpen = false
  }

  /// Whether it always turns the same way, and once around.
  private var isConvex: Bool { !(outline.turnsLeft && outline.turnsRight) && outline.reversals <= 2 }

  @inline(__always)
  private mutating func turn(to direction: SIMD2<Float>) {
    let last = outline.direction
    let cross = last.x * direction.y - last.y * direction.x
    // What is straight but for the rounding turns no way.
    if cross * cross > 1e-8 * (last * last).sum() * (direction * direction).sum() {
      if cross > 0 { outline.turnsLeft = true } else { outline.turnsRight = true }
    }
    // Lines straight up count as going right.
    if (last.x < 0) != (direction.x < 0) { outline.reversals += 1 }
    outline.direction = direction
  }

  // MARK: Edges

  private mutating func line(to end: SIMD2<Float>) {
    let start = outline.current
    let direction = end - start
    // What is no further than a rounding has no direction.
    guard (direction * direction).sum() > 1e-10 else { return }
    if outline.count == 0 {
      (outline.direction, outline.firstDirection) = (direction, direction)
    } else {
      turn(to: direction)
    }
    outline.count += 1
    outline.current = end
    if direction.y != 0 { Self.edge(start, end, cells, stride) }
  }

  @inline(__always)
  private static func edge(
    _ start: SIMD2<Float>, _ end: SIMD2<Float>, _ cells: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    let isDown = start.y < end.y
    let (top, bottom) = isDown ? (start, end) : (end, start)
    var row = Int(top.y)
    // Optimization: most are within a row.
    if bottom.y <= Float(row + 1) { return add(cells + row * stride, start.x, end.x, end.y - start.y) }
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    var (x, y) = (top.x, top.y)
    while y < bottom.y {
      let nextY = min(Float(row + 1), bottom.y)
      let nextX = nextY == bottom.y ? bottom.x : x + slope * (nextY - y)
      add(cells + row * stride, x, nextX, isDown ? nextY - y : y - nextY)
      (x, y) = (nextX, nextY)
      row += 1
    }
  }

  /// The part of an edge in one row, `height` high, below zero where it goes up.
  @inline(__always)
  private static func add(_ row: UnsafeMutablePointer<Float>, _ start: Float, _ end: Float, _ height: Float) {
    let (left, right) = (max(min(start, end), 0), max(start, end))
    let first = Int(left)
    if right <= Float(first + 1) {
      // 1. Within one pixel: what is to the right of the edge's middle.
      let beside = height * ((left + right) / 2 - Float(first))
      row[first] += height - beside
      row[first + 1] += beside
    } else {
      addOverPixels(row, first, left, right, height)
    }
  }

  /// 2. Over several pixels: a triangle in the first one, trapezoids, and what is left in the last one.
  private static func addOverPixels(
    _ row: UnsafeMutablePointer<Float>, _ first: Int, _ left: Float, _ right: Float, _ height: Float
  ) {
    let perPixel = height / (right - left)
    var covered: Float = 0
    var (x, from) = (first, left)
    while from < right {
      let to = min(right, Float(x + 1))
      // The edge's part in this pixel, and what of the pixel is to the right of that.
      let part = (to - from) * perPixel
      let area = part * (Float(x + 1) - (from + to) / 2)
      // What the parts before have in this pixel, all of it, less what their own pixels have.
      row[x] += area + covered
      covered = part - area
      (x, from) = (x + 1, to)
    }
    row[x] += covered
  }

  /// Gives the coverage of the pixels of a row in turn, from 0 to 255.
  @inline(__always)
  func forEachPixel(ofRow y: Int, _ body: (_ x: Int, _ coverage: UInt32) -> Void) {
    let row = cells + (y - box.minY) * stride
    var sum: Float = 0
    for x in 0..<box.width {
      sum += row[x]
      body(box.minX + x, UInt32(min(sum.magnitude, 1) * 255 + 0.5))
    }
  }
}

extension Canvas {
  /// Fills a small convex path with a colour; false for another one.
  func fillConvex(_ path: PaintPath, _ color: Color) -> Bool {
    guard path.elements.count <= 16 else { return false }
    return fill(within: path.bounds, color) { $0.add(path, transform) }
  }

  /// Strokes a small circle; false for another stroke.
  func strokeCircle(_ stroke: Stroke) -> Bool {
    guard stroke.dashes.isEmpty, let circle = stroke.path.circle else { return false }
    let reach = stroke.width / 2
    return fill(within: stroke.path.bounds.outset(by: reach), stroke.color) { coverage in
      coverage.add(circleAround: circle.center, radius: circle.radius + reach, transform)
      if circle.radius > reach {
        coverage.add(circleAround: circle.center, radius: circle.radius - reach, transform, isHole: true)
      }
      return true
    }
  }

  private func fill(within bounds: PaintRect, _ color: Color, _ add: (inout ConvexCoverage) -> Bool) -> Bool {
    let box = DeviceRect(covering: bounds.mapped(by: transform))
    guard isClippedEvenly(box) else { return false }
    guard var coverage = ConvexCoverage(box, in: coverageCells), add(&coverage) else { return false }
    let seen = box.intersection(clip)
    guard !seen.isEmpty else { return true }
    flush()
    let pixel = Pixels.premultiplied(color)
    let left = frame.minX
    for y in seen.minY..<seen.maxY {
      let row = bitmap.row(y - frame.minY)
      coverage.forEachPixel(ofRow: y) { x, amount in
        guard amount > 0, x >= seen.minX, x < seen.maxX else { return }
        let index = x - left
        row[index] = Pixels.over(amount == 255 ? pixel : Pixels.scaled(pixel, amount), row[index])
      }
    }
    noteOwnPixels()
    return true
  }
}
