import Foundation
import OffscreenGeometry
import OffscreenPaint

/// Adds what a line covers whose pen is a circle: what lies beside each of its pieces, and what its joins and ends say.
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

  /// A straight piece, or one of a curve, which has the curve's directions at its ends.
  private struct Piece {
    var start: PaintPoint
    var end: PaintPoint
    /// One long.
    var direction: PaintPoint
    var startDirection: PaintPoint
    var endDirection: PaintPoint
  }
  private var pieces: [Piece] = []
  /// Bounds the memory that curves take.
  private static let mostPieces = 1 << 20
  private var first = PaintPoint.zero
  private var current = PaintPoint.zero

  /// `scale`: how much larger the pen is than the line says.
  init(_ line: Stroke, scale: Double, on coverage: PathCoverage) {
    self.coverage = coverage
    reach = line.width / 2 * scale
    (cap, join, miterLimit) = (line.cap, line.join, line.miterLimit)
    step = 2 * acos(max(0, 1 - PathCoverage.tolerance / max(reach, PathCoverage.tolerance)))
  }

  /// Adds a path.
  mutating func add(_ path: PaintPath) {
    for element in path.elements {
      switch element {
      case .move(let point):
        finish(isClosed: false)
        (first, current) = (point, point)
      case .line(let point): goOn(to: point)
      case .curve(let a, let b, let end):
        let curve = Curve(start: current, a, b, end: end)
        // Behind that many pieces a curve is a line.
        let count = pieces.count < Self.mostPieces ? curve.pieceCount : 1
        for index in 0..<count {
          let (from, to) = (Double(index) / Double(count), Double(index + 1) / Double(count))
          goOn(to: curve.point(at: to), curve.direction(at: from), curve.direction(at: to))
        }
      case .close:
        goOn(to: first)
        finish(isClosed: true)
        current = first
      }
    }
    finish(isClosed: false)
  }

  private mutating func goOn(
    to end: PaintPoint, _ startDirection: PaintPoint = .zero, _ endDirection: PaintPoint = .zero
  ) {
    defer { current = end }
    guard let direction = Self.unit(end - current) else { return }
    pieces.append(
      Piece(
        start: current, end: end, direction: direction, startDirection: Self.unit(startDirection) ?? direction,
        endDirection: Self.unit(endDirection) ?? direction))
  }

  /// Nil of no length.
  private static func unit(_ vector: PaintPoint) -> PaintPoint? {
    let length = (vector.x * vector.x + vector.y * vector.y).squareRoot()
    return length > 0 && length.isFinite ? PaintPoint(x: vector.x / length, y: vector.y / length) : nil
  }

  private mutating func finish(isClosed: Bool) {
    defer { pieces = [] }
    guard let start = pieces.first, let end = pieces.last else { return }
    for index in pieces.indices {
      addPiece(
        pieces[index], isFirst: index == 0 && !isClosed, isLast: index == pieces.count - 1 && !isClosed)
      if index > 0 { addJoin(pieces[index].start, pieces[index - 1].endDirection, pieces[index].startDirection) }
    }
    if isClosed {
      addJoin(start.start, end.endDirection, start.startDirection)
    } else if cap == .round {
      addFan(start.start, normal(start.startDirection), .pi)
      addFan(end.end, normal(end.endDirection).scaled(by: -1), .pi)
    }
  }

  /// From the line to its edge, a quarter of a turn clockwise.
  private func normal(_ direction: PaintPoint) -> PaintPoint {
    PaintPoint(x: -direction.y * reach, y: direction.x * reach)
  }

  private func addPiece(_ piece: Piece, isFirst: Bool, isLast: Bool) {
    var (start, end) = (piece.start, piece.end)
    if cap == .square {
      if isFirst { start = start - piece.startDirection.scaled(by: reach) }
      if isLast { end = end + piece.endDirection.scaled(by: reach) }
    }
    let (from, to) = (normal(piece.startDirection), normal(piece.endDirection))
    /// But for as little as what curves are followed by may go back where they turn around the pen's edge.
    func goesOn(_ a: PaintPoint, _ b: PaintPoint) -> Bool {
      (b.x - a.x) * piece.direction.x + (b.y - a.y) * piece.direction.y > -0.05
    }
    if goesOn(start - from, end - to), goesOn(start + from, end + to) {
      return addBox(start - from, end - to, end + to, start + from)
    }
    // The curve turns within the pen: its piece as a straight one, and what lies between that and the others.
    let n = normal(piece.direction)
    addBox(start - n, end - n, end + n, start + n)
    addCorner(start, from, n)
    addCorner(start, from.scaled(by: -1), n.scaled(by: -1))
    addCorner(end, n, to)
    addCorner(end, n.scaled(by: -1), to.scaled(by: -1))
  }

  private func addBox(_ a: PaintPoint, _ b: PaintPoint, _ c: PaintPoint, _ d: PaintPoint) {
    coverage.add(a, b)
    coverage.add(b, c)
    coverage.add(c, d)
    coverage.add(d, a)
  }

  /// A triangle at a point, whichever way it goes around.
  private func addCorner(_ point: PaintPoint, _ from: PaintPoint, _ to: PaintPoint) {
    let sign: Double = from.x * to.y - from.y * to.x > 0 ? 1 : -1
    coverage.add(point, point + from, sign)
    coverage.add(point + from, point + to, sign)
    coverage.add(point + to, point, sign)
  }

  private func addJoin(_ point: PaintPoint, _ before: PaintPoint, _ after: PaintPoint) {
    let cross = before.x * after.y - before.y * after.x
    let dot = before.x * after.x + before.y * after.y
    if dot > 0, cross.magnitude < 1e-6 { return }
    // The outer side.
    let side: Double = cross > 0 ? -1 : 1
    let (from, to) = (normal(before).scaled(by: side), normal(after).scaled(by: side))
    switch join {
    case .round: addFan(point, from, atan2(cross, dot))
    case .miter where 1 + dot > 1e-9 && 2 / (1 + dot) <= miterLimit * miterLimit:
      let tip = (from + to).scaled(by: 1 / (1 + dot))
      addCorner(point, from, tip)
      addCorner(point, tip, to)
    case .miter, .bevel: addCorner(point, from, to)
    }
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
