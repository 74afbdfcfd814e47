/// Turns an outline into coverage the way Chromium's rasterizer does: curves become lines whose ends
/// lie on quarter rows, and every line's area is exact.
struct GlyphRasterizer {
  let left: Int
  let top: Int
  let width: Int
  let height: Int
  /// Changes of coverage along each row; their running sum is the coverage.
  private var changes: [Float]
  private let stride: Int

  /// The bounds are whole pixels around the outline: x to the right, y down.
  init?(left: Int, top: Int, width: Int, height: Int) {
    guard width > 0, height > 0, width <= 2048, height <= 2048 else { return nil }
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    // A line at the right border touches two cells beyond it.
    stride = width + 2
    changes = [Float](repeating: 0, count: stride * height)
  }

  private struct Place {
    var x: Double
    var y: Double
  }

  /// Draws an outline moved by `dx` pixels.
  mutating func fill(_ outline: GlyphOutline, dx: Double) {
    let (originX, originY) = (Double(left) - dx, Double(top))
    func place(_ x: Double, _ y: Double) -> Place {
      Place(x: x - originX, y: y - originY)
    }
    var first = Place(x: 0, y: 0)
    var pen = first
    for element in outline.elements {
      switch element {
      case .move(let x, let y):
        first = place(x, y)
        pen = first
      case .line(let x, let y):
        let end = place(x, y)
        line(pen, end)
        pen = end
      case .quad(let cx, let cy, let x, let y):
        let end = place(x, y)
        quad(pen, place(cx, cy), end)
        pen = end
      case .cubic(let ax, let ay, let bx, let by, let x, let y):
        let end = place(x, y)
        cubic(pen, place(ax, ay), place(bx, by), end)
        pen = end
      case .close:
        line(pen, first)
        pen = first
      }
    }
  }

  func coverage() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height) { output, filled in
      for y in 0..<height {
        var sum: Float = 0
        for x in 0..<width {
          sum += changes[y * stride + x]
          output[y * width + x] = UInt8(Swift.min(255, abs(sum) * 255 + 0.5))
        }
      }
      filled = width * height
    }
  }

  // MARK: Lines

  /// Rows are told apart by quarters.
  private static func snapped(_ y: Double) -> Double { (y * 4 + 0.5).rounded(.down) / 4 }

  private mutating func line(_ a: Place, _ b: Place) {
    let (y0, y1) = (Self.snapped(a.y), Self.snapped(b.y))
    if y0 == y1 { return }
    edge(a.x, y0, b.x, y1)
  }

  private mutating func edge(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    var (x0, y0, x1, y1) = (Float(x0), Float(y0), Float(x1), Float(y1))
    var direction: Float = 1
    if y0 > y1 {
      swap(&x0, &x1)
      swap(&y0, &y1)
      direction = -1
    }
    let slope = (x1 - x0) / (y1 - y0)
    let limit = Float(width)
    var x = x0
    var row = Swift.max(0, Int(y0))
    let end = Swift.min(height, Int(y1.rounded(.up)))
    while row < end {
      let dy = Swift.min(Float(row + 1), y1) - Swift.max(Float(row), y0)
      let next = x + slope * dy
      let low = Swift.max(0, Swift.min(limit, Swift.min(x, next)))
      let high = Swift.max(0, Swift.min(limit, Swift.max(x, next)))
      add(row * stride, low, high, dy * direction)
      x = next
      row += 1
    }
  }

  /// The area right of a piece of a line within one row: `low` and `high` are its ends' places.
  private mutating func add(_ start: Int, _ low: Float, _ high: Float, _ amount: Float) {
    let first = Int(low)
    let last = Int(high)
    if last == first {
      let middle = (low + high) / 2 - Float(first)
      changes[start + first] += amount * (1 - middle)
      changes[start + first + 1] += amount * middle
      return
    }
    // Several cells: the coverage of a cell is the mean, over the line's places, of the cell's part to
    // the right of it.
    let span = high - low
    var before: Float = 0
    var covered: Float = 0
    for cell in first...last {
      let border = Float(cell + 1)
      let reached = Swift.min(border, high) - low
      let total = reached * reached / (2 * span) + Swift.max(0, border - high)
      changes[start + cell] += amount * (total - before - covered)
      (covered, before) = (total - before, total)
    }
    changes[start + last + 1] += amount * (1 - covered)
  }

  // MARK: Curves

  /// How many halvings a curve needs whose middle is so far (1/256 pixel) from its chord.
  private static func halvings(_ dx: Int, _ dy: Int, shift: Int) -> Int {
    let (x, y) = (abs(dx), abs(dy))
    let distance = x > y ? x + y / 2 : y + x / 2
    let steps = (distance + (1 << 4)) >> (3 + shift)
    return (Int.bitWidth - Swift.max(0, steps).leadingZeroBitCount) / 2
  }

  /// Curves are cut where they turn up or down, then walked in equal steps of their parameter.
  private mutating func quad(_ a: Place, _ c: Place, _ b: Place) {
    let up = a.y - c.y
    let down = a.y - 2 * c.y + b.y
    if (a.y - c.y) * (c.y - b.y) < 0 && down != 0 {
      let t = up / down
      if t > 0 && t < 1 {
        let ab = Place(x: a.x + (c.x - a.x) * t, y: a.y + (c.y - a.y) * t)
        let bc = Place(x: c.x + (b.x - c.x) * t, y: c.y + (b.y - c.y) * t)
        let middle = Place(x: ab.x + (bc.x - ab.x) * t, y: ab.y + (bc.y - ab.y) * t)
        monotoneQuad(a, Place(x: ab.x, y: middle.y), middle)
        monotoneQuad(middle, Place(x: bc.x, y: middle.y), b)
        return
      }
    }
    monotoneQuad(a, c, b)
  }

  private mutating func monotoneQuad(_ a: Place, _ c: Place, _ b: Place) {
    if a.y > b.y {
      walkQuad(b, c, a, -1)
    } else {
      walkQuad(a, c, b, 1)
    }
  }

  /// From top to bottom.
  private mutating func walkQuad(_ a: Place, _ c: Place, _ b: Place, _ direction: Float) {
    let dx = Int((c.x * 2 - a.x - b.x) * 256) >> 2
    let dy = Int((c.y * 2 - a.y - b.y) * 256) >> 2
    let shift = Swift.max(1, Swift.min(6, Self.halvings(dx, dy, shift: 2)))
    let count = 1 << shift
    let (startY, lastY) = (Self.snapped(a.y), Self.snapped(b.y))
    if startY == lastY { return }
    var walk = Walk(x: a.x, y: startY, exactY: startY)
    for index in 1...count {
      let t = Double(index) / Double(count)
      let u = 1 - t
      let x = u * u * a.x + 2 * u * t * c.x + t * t * b.x
      let y = startY - a.y + u * u * a.y + 2 * u * t * c.y + t * t * b.y
      step(&walk, x, y, isLast: index == count, lastY, direction)
    }
  }

  private struct Walk {
    var x: Double
    var y: Double
    /// Where the step before ended, before it was put on a row.
    var exactY: Double
  }

  /// One line of a curve. Short ones end on the nearest quarter row, those of two rows and more on a
  /// whole one; a line that stays on its quarter row is left to the next.
  private mutating func step(
    _ walk: inout Walk, _ x: Double, _ y: Double, isLast: Bool, _ lastY: Double, _ direction: Float
  ) {
    var (endX, endY) = (x, lastY)
    if !isLast {
      if y - walk.exactY >= 2 && y > walk.y {
        endY = Swift.min(lastY, (y + 0.5).rounded(.down))
        endX = x - (x - walk.x) / (y - walk.y) * (y - endY)
      } else {
        endY = Swift.min(lastY, Self.snapped(y))
      }
    }
    walk.exactY = y
    if endY <= walk.y { return }
    if direction > 0 { edge(walk.x, walk.y, endX, endY) } else { edge(endX, endY, walk.x, walk.y) }
    (walk.x, walk.y) = (endX, endY)
  }

  private mutating func cubic(_ a: Place, _ c: Place, _ d: Place, _ b: Place) {
    // The places where the curve turns: roots of the derivative.
    let p = b.y - a.y + 3 * (c.y - d.y)
    let q = 2 * (a.y - 2 * c.y + d.y)
    let r = c.y - a.y
    var turns: [Double] = []
    if abs(p) < 1e-9 {
      if abs(q) > 1e-9 { turns = [-r / q] }
    } else {
      let root = q * q - 4 * p * r
      if root > 0 {
        let s = root.squareRoot()
        turns = [(-q - s) / (2 * p), (-q + s) / (2 * p)]
      }
    }
    turns = turns.filter { $0 > 1e-6 && $0 < 1 - 1e-6 }.sorted()
    var (start, first, second) = (a, c, d)
    var done = 0.0
    for turn in turns {
      let t = (turn - done) / (1 - done)
      func mix(_ m: Place, _ n: Place) -> Place {
        Place(x: m.x + (n.x - m.x) * t, y: m.y + (n.y - m.y) * t)
      }
      let (ab, bc, cd) = (mix(start, first), mix(first, second), mix(second, b))
      let (abc, bcd) = (mix(ab, bc), mix(bc, cd))
      let middle = mix(abc, bcd)
      monotoneCubic(start, ab, abc, middle)
      (start, first, second) = (middle, bcd, cd)
      done = turn
    }
    monotoneCubic(start, first, second, b)
  }

  private mutating func monotoneCubic(_ a: Place, _ c: Place, _ d: Place, _ b: Place) {
    if a.y > b.y {
      walkCubic(b, d, c, a, -1)
    } else {
      walkCubic(a, c, d, b, 1)
    }
  }

  private mutating func walkCubic(
    _ a: Place, _ c: Place, _ d: Place, _ b: Place, _ direction: Float
  ) {
    // How far the controls are from a straight line, in 1/256 pixel.
    func bend(_ a: Double, _ c: Double, _ d: Double, _ b: Double) -> Int {
      let first = Int((8 * a - 15 * c + 6 * d + b) * 256) * 19
      let second = Int((a + 6 * c - 15 * d + 8 * b) * 256) * 19
      return Swift.max(abs(first), abs(second)) >> 9
    }
    let shift = Swift.max(
      1, Swift.min(6, Self.halvings(bend(a.x, c.x, d.x, b.x), bend(a.y, c.y, d.y, b.y), shift: 2) + 1))
    let count = 1 << shift
    let (startY, lastY) = (Self.snapped(a.y), Self.snapped(b.y))
    if startY == lastY { return }
    var walk = Walk(x: a.x, y: startY, exactY: startY)
    for index in 1...count {
      let t = Double(index) / Double(count)
      let u = 1 - t
      let (k0, k1, k2, k3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      let x = k0 * a.x + k1 * c.x + k2 * d.x + k3 * b.x
      let y = startY - a.y + k0 * a.y + k1 * c.y + k2 * d.y + k3 * b.y
      step(&walk, x, y, isLast: index == count, lastY, direction)
    }
  }
}
