import OffscreenCSS
import OffscreenPaint

/// How much of each pixel a shape covers, exactly: each edge adds what it cuts off of the pixels in the rows that it
/// crosses, once. Cairo looks at fifteen lines of a row, and at all edges beside each other on each.
///
/// Where edges cross within a pixel, what they cover together is counted as if they lay beside each other.
struct PathCoverage {
  /// Of each pixel and two behind each row: how much more of it is covered than of the one before. Between shapes all 0.
  private let cells: UnsafeMutablePointer<Float>
  /// The columns of each row that edges have touched; none where the first is behind the last.
  private let touched: UnsafeMutablePointer<(first: Int32, last: Int32)>
  let box: DeviceRect

  /// How far a line may be from the curve that it stands for, in pixels.
  static let tolerance = 0.02

  /// What shapes are counted in, one after the other.
  final class Memory {
    private var cells = UnsafeMutableBufferPointer<Float>.allocate(capacity: 0)
    private var touched = UnsafeMutableBufferPointer<(first: Int32, last: Int32)>.allocate(capacity: 0)

    deinit {
      cells.deallocate()
      touched.deallocate()
    }

    /// The most pixels that a shape is counted in.
    static let mostPixels = 1 << 24

    /// Begins a shape, of which the pixels of a box are asked for. Nil where there are none.
    func begin(_ box: DeviceRect) -> PathCoverage? {
      let count = (box.width + 2) * box.height
      if count > cells.count {
        cells.deallocate()
        cells = .allocate(capacity: count)
        cells.initialize(repeating: 0)
      }
      if box.height > touched.count {
        touched.deallocate()
        touched = .allocate(capacity: box.height)
        touched.initialize(repeating: (.max, -1))
      }
      guard !box.isEmpty, let cells = cells.baseAddress, let touched = touched.baseAddress else { return nil }
      return PathCoverage(cells: cells, touched: touched, box: box)
    }
  }

  /// A part of a row that is covered.
  struct Stretch {
    let x: Int
    let y: Int
    let count: Int
    /// In parts of 255: where that is the same everywhere, one byte.
    let bytes: UnsafePointer<UInt8>
    let isEven: Bool
  }

  /// Gives what is covered, row by row, and forgets it.
  func finish(_ rule: FillRule, _ body: (Stretch) -> Void) {
    let isEvenOdd = if case .evenodd = rule { true } else { false }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: box.width + 2) { bytes in
      guard let bytes = bytes.baseAddress else { return }
      for line in 0..<box.height where touched[line].first <= touched[line].last {
        let (first, end) = (Int(touched[line].first), min(Int(touched[line].last) + 1, box.width))
        touched[line] = (.max, -1)
        let row = cells + line * (box.width + 2)
        var sum: Float = 0
        // What was not given yet begins here.
        var start = first
        var column = first
        func give(_ count: Int, isEven: Bool) {
          if count > 0 {
            body(
              Stretch(
                x: box.minX + start, y: box.minY + line, count: count, bytes: bytes + start, isEven: isEven))
          }
        }
        while column < end {
          if row[column] == 0 {
            // Optimization: within a shape, and beside it, there are no edges.
            var next = column
            while next + 8 <= end, Self.isEven(row + next) { next += 8 }
            if next > column {
              give(column - start, isEven: false)
              start = column
              bytes[column] = Self.byte(sum.magnitude, isEvenOdd)
              if bytes[column] > 0 { give(next - column, isEven: true) }
              (start, column) = (next, next)
              continue
            }
          }
          sum += row[column]
          row[column] = 0
          bytes[column] = Self.byte(sum.magnitude, isEvenOdd)
          column += 1
        }
        give(end - start, isEven: false)
        // Behind the row's end.
        (row[box.width], row[box.width + 1]) = (0, 0)
      }
    }
  }

  /// Whether eight pixels are covered as the one before them.
  @inline(__always)
  private static func isEven(_ cells: UnsafePointer<Float>) -> Bool {
    let words = UnsafeRawPointer(cells)
    func word(_ index: Int) -> UInt64 { words.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self) }
    return word(0) | word(1) | word(2) | word(3) == 0
  }

  /// As `GradientShader` makes whole numbers.
  @inline(__always)
  private static func byte(_ winding: Float, _ isEvenOdd: Bool) -> UInt8 {
    var covered = winding
    if isEvenOdd {
      covered = winding - 2 * (winding / 2).rounded(.down)
      if covered > 1 { covered = 2 - covered }
    }
    return UInt8(truncatingIfNeeded: ((min(covered, 1) * 255 + (0.5 - 1 / 512) + 32_768).bitPattern &>> 8))
  }

  // MARK: Edges

  /// Adds an edge of a closed shape. `sign`: 1, or -1 for one that goes the other way.
  func add(_ start: PaintPoint, _ end: PaintPoint, _ sign: Double = 1) {
    guard (start.x + start.y + end.x + end.y).isFinite else { return }
    let (x, y) = (Double(box.minX), Double(box.minY))
    let (from, to) = (PaintPoint(x: start.x - x, y: start.y - y), PaintPoint(x: end.x - x, y: end.y - y))
    if from.y < to.y { addDown(from, to, sign) } else if from.y > to.y { addDown(to, from, -sign) }
  }

  /// An edge that goes down. What is left of the box counts at its left edge, what is right of it at its right one.
  private func addDown(_ from: PaintPoint, _ to: PaintPoint, _ sign: Double) {
    guard to.y > 0, from.y < Double(box.height) else { return }
    let width = Double(box.width)
    // 1. It is cut where it crosses the sides.
    for side in [0, width] where (from.x < side) != (to.x < side) && from.x != side && to.x != side {
      let y = from.y + (side - from.x) * (to.y - from.y) / (to.x - from.x)
      guard y > from.y, y < to.y else { continue }
      let cut = PaintPoint(x: side, y: y)
      addDown(from, cut, sign)
      return addDown(cut, to, sign)
    }
    func inside(_ x: Double) -> Double { max(0, min(width, x)) }
    addRows(PaintPoint(x: inside(from.x), y: from.y), PaintPoint(x: inside(to.x), y: to.y), sign)
  }

  /// An edge that lies within the sides.
  private func addRows(_ from: PaintPoint, _ to: PaintPoint, _ sign: Double) {
    let slope = (to.x - from.x) / (to.y - from.y)
    let (left, right) = (min(from.x, to.x), max(from.x, to.x))
    // Whatever the slope is, the edge stays between its ends.
    func inside(_ x: Double) -> Double { max(left, min(right, x)) }
    let (first, last) = (Int(max(0, from.y)), Int(min(Double(box.height), to.y.rounded(.up))))
    var x = from.y < 0 ? inside(from.x - from.y * slope) : from.x
    func add(_ line: Int, _ height: Double) {
      let next = inside(x + slope * height)
      addCells(line, min(x, next), max(x, next), height * sign)
      x = next
    }
    guard first < last else { return }
    add(first, min(Double(first + 1), to.y) - max(Double(first), from.y))
    guard last - first > 1 else { return }
    // Whole rows, and a part of the last one.
    for line in first + 1..<last - 1 { add(line, 1) }
    add(last - 1, min(Double(last), to.y) - Double(last - 1))
  }

  /// An edge from one side of a row to the other, or as far as `height` says: to its right, that much is covered.
  @inline(__always)
  private func addCells(_ line: Int, _ left: Double, _ right: Double, _ height: Double) {
    let row = cells + line * (box.width + 2)
    let (first, last) = (min(Int(left), box.width), min(Int(right), box.width))
    touched[line].first = min(touched[line].first, Int32(truncatingIfNeeded: first))
    touched[line].last = max(touched[line].last, Int32(truncatingIfNeeded: last + 1))
    if first == last {
      // Of the pixel, what is right of the middle.
      let share = height * (Double(first + 1) - (left + right) / 2)
      row[first] += Float(share)
      row[first + 1] += Float(height - share)
      return
    }
    // Triangles at both ends, and slices of the same height between.
    let slice = height / (right - left)
    let (start, end) = (Double(first + 1) - left, right - Double(last))
    var covered = slice * start * start / 2
    row[first] += Float(covered)
    var before = covered
    for column in first + 1..<last {
      covered = slice * (start + Double(column - first) - 0.5)
      row[column] += Float(covered - before)
      before = covered
    }
    covered = height - slice * end * end / 2
    row[last] += Float(covered - before)
    row[last + 1] += Float(height - covered)
  }
}

// MARK: Paths

extension PathCoverage {
  /// Adds what is inside of a path.
  func add(_ path: some Sequence<PaintPath.Element>, _ place: (PaintPoint) -> PaintPoint) {
    var (start, current) = (PaintPoint.zero, PaintPoint.zero)
    for element in path {
      switch element {
      case .move(let point):
        add(current, start)
        (start, current) = (place(point), place(point))
      case .line(let point):
        let next = place(point)
        add(current, next)
        current = next
      case .curve(let a, let b, let end):
        let curve = Curve(start: current, place(a), place(b), end: place(end))
        let count = curve.pieceCount
        for index in 1...count {
          let next = curve.point(at: Double(index) / Double(count))
          add(current, next)
          current = next
        }
      case .close:
        add(current, start)
        current = start
      }
    }
    add(current, start)
  }
}

/// A cubic curve.
struct Curve {
  let start: PaintPoint
  let first: PaintPoint
  let second: PaintPoint
  let end: PaintPoint

  init(start: PaintPoint, _ first: PaintPoint, _ second: PaintPoint, end: PaintPoint) {
    (self.start, self.first, self.second, self.end) = (start, first, second, end)
  }

  /// How many lines follow it, by Wang's formula; at least one.
  var pieceCount: Int {
    func bend(_ p: PaintPoint, _ q: PaintPoint, _ r: PaintPoint) -> Double {
      let (x, y) = (p.x - 2 * q.x + r.x, p.y - 2 * q.y + r.y)
      return (x * x + y * y).squareRoot()
    }
    let most = max(bend(start, first, second), bend(first, second, end))
    let wanted = (0.75 * most / PathCoverage.tolerance).squareRoot().rounded(.up)
    return wanted.isNaN ? 1 : Int(max(1, min(500, wanted)))
  }

  /// At 0 it starts, at 1 it ends.
  func point(at t: Double) -> PaintPoint {
    if t >= 1 { return end }
    let u = 1 - t
    let (p, q, r, s) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return PaintPoint(
      x: p * start.x + q * first.x + r * second.x + s * end.x, y: p * start.y + q * first.y + r * second.y + s * end.y)
  }

  /// Where it goes; zero where it stands still.
  func direction(at t: Double) -> PaintPoint {
    let u = 1 - t
    let (a, b, c) = (first - start, second - first, end - second)
    return PaintPoint(
      x: u * u * a.x + 2 * u * t * b.x + t * t * c.x, y: u * u * a.y + 2 * u * t * b.y + t * t * c.y)
  }
}
