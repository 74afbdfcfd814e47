import Foundation
import OffscreenGeometry
import OffscreenPaint

/// Adds what a line covers whose pen is a circle: a box for each straight piece, and what its joins and ends say.
/// https://html.spec.whatwg.org/multipage/canvas.html#trace-a-path
struct StrokeCoverage {
  let coverage: PathCoverage
  /// Half of the pen's width.
  let reach: Double
  let cap: LineCap
  let join: LineJoin
  let miterLimit: Double
  /// How far a round corner turns between two of its points.
  private let step: Double

  /// A corner of a line, from which the next piece goes on.
  private struct Corner {
    var point: PaintPoint
    /// Whether it stands within a curve, which has no corners.
    var isSmooth: Bool
  }
  private var corners: [Corner] = []

  /// `scale`: how much larger the pen is than the line says.
  init(_ line: Stroke, scale: Double, on coverage: PathCoverage) {
    self.coverage = coverage
    reach = line.width / 2 * scale
    (cap, join, miterLimit) = (line.cap, line.join, line.miterLimit)
    step = 2 * acos(max(0, 1 - PathCoverage.tolerance / max(reach, PathCoverage.tolerance)))
  }

  /// Adds a path, without lines of no length.
  mutating func add(_ path: PaintPath) {
    for element in path.elements {
      switch element {
      case .move(let point):
        finish(isClosed: false)
        corners.append(Corner(point: point, isSmooth: false))
      case .line(let point): goOn(to: point, isSmooth: false)
      case .curve(let a, let b, let end):
        guard let last = corners.last?.point else { continue }
        var points: [PaintPoint] = []
        PathCoverage.flatten(last, a, b, end) { points.append($0) }
        for (index, point) in points.enumerated() { goOn(to: point, isSmooth: index < points.count - 1) }
      case .close:
        let start = corners.first
        finish(isClosed: true)
        if let start { corners.append(start) }
      }
    }
    finish(isClosed: false)
  }

  private mutating func goOn(to point: PaintPoint, isSmooth: Bool) {
    guard let last = corners.last, last.point != point else { return }
    corners.append(Corner(point: point, isSmooth: isSmooth))
  }

  private mutating func finish(isClosed: Bool) {
    defer { corners = [] }
    if isClosed, let first = corners.first, corners.count > 2, corners.last?.point != first.point {
      corners.append(first)
    }
    guard corners.count > 1 else { return }
    var directions: [PaintPoint] = []
    directions.reserveCapacity(corners.count)
    for index in 1..<corners.count {
      let (a, b) = (corners[index - 1].point, corners[index].point)
      let (x, y) = (b.x - a.x, b.y - a.y)
      let length = (x * x + y * y).squareRoot()
      directions.append(PaintPoint(x: x / length, y: y / length))
    }
    let last = directions.count - 1
    for (index, direction) in directions.enumerated() {
      var (start, end) = (corners[index].point, corners[index + 1].point)
      if cap == .square, !isClosed {
        if index == 0 { start = start - direction.scaled(by: reach) }
        if index == last { end = end + direction.scaled(by: reach) }
      }
      addBox(start, end, direction)
      if index < last { addJoin(corners[index + 1], direction, directions[index + 1]) }
    }
    if isClosed {
      addJoin(corners[0], directions[last], directions[0])
    } else if cap == .round {
      addFan(corners[0].point, normal(directions[0]), .pi)
      addFan(corners[last + 1].point, normal(directions[last]).scaled(by: -1), .pi)
    }
  }

  /// From the line to its edge, a quarter of a turn clockwise.
  private func normal(_ direction: PaintPoint) -> PaintPoint {
    PaintPoint(x: -direction.y * reach, y: direction.x * reach)
  }

  private func addBox(_ start: PaintPoint, _ end: PaintPoint, _ direction: PaintPoint) {
    let n = normal(direction)
    let (a, b, c, d) = (start - n, end - n, end + n, start + n)
    coverage.add(a, b)
    coverage.add(b, c)
    coverage.add(c, d)
    coverage.add(d, a)
  }

  private func addJoin(_ corner: Corner, _ before: PaintPoint, _ after: PaintPoint) {
    let cross = before.x * after.y - before.y * after.x
    let dot = before.x * after.x + before.y * after.y
    // The outer side.
    let side: Double = cross > 0 ? -1 : 1
    let (from, to) = (normal(before).scaled(by: side), normal(after).scaled(by: side))
    let point = corner.point
    if corner.isSmooth || join == .round { return addFan(point, from, atan2(cross, dot)) }
    let sign: Double = cross > 0 ? 1 : -1
    coverage.add(point, point + from, sign)
    if join == .miter, 1 + dot > 1e-9, 2 / (1 + dot) <= miterLimit * miterLimit {
      let tip = point + (from + to).scaled(by: 1 / (1 + dot))
      coverage.add(point + from, tip, sign)
      coverage.add(tip, point + to, sign)
    } else {
      coverage.add(point + from, point + to, sign)
    }
    coverage.add(point + to, point, sign)
  }

  /// A part of a circle, from a place on it on, clockwise where the angle is positive.
  private func addFan(_ center: PaintPoint, _ from: PaintPoint, _ angle: Double) {
    let count = max(1, min(200, (angle.magnitude / step).rounded(.up)))
    guard count.isFinite, angle != 0 else { return }
    let sign: Double = angle > 0 ? 1 : -1
    let (c, s) = (cos(angle / count), sin(angle / count))
    var current = from
    coverage.add(center, center + current, sign)
    for _ in 0..<Int(count) {
      let next = PaintPoint(x: current.x * c - current.y * s, y: current.x * s + current.y * c)
      coverage.add(center + current, center + next, sign)
      current = next
    }
    coverage.add(center + current, center, sign)
  }
}

extension PaintPoint {
  fileprivate func scaled(by factor: Double) -> PaintPoint { PaintPoint(x: x * factor, y: y * factor) }
}

extension Transform {
  /// How much larger circles become that stay circles; nil where they do not.
  var circleScale: Double? {
    let (first, second) = (a * a + b * b, c * c + d * d)
    guard first > 0, (first - second).magnitude < 1e-9 * first, (a * c + b * d).magnitude < 1e-9 * first else {
      return nil
    }
    return first.squareRoot()
  }
}
