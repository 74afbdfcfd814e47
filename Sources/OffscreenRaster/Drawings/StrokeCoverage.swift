import Foundation
import OffscreenGeometry
import OffscreenPaint

/// Adds what a line covers whose pen is a circle: what lies beside each of its pieces, and what its joins and ends say.
/// https://html.spec.whatwg.org/multipage/canvas.html#trace-a-path
struct StrokeCoverage {
  private let pen: Pen
  private var pieces: [Pen.Piece] = []
  /// Bounds the memory that curves take.
  private static let mostPieces = 1 << 20
  private var first = PaintPoint.zero
  private var current = PaintPoint.zero

  /// `scale`: how much larger the pen is than the line says.
  init(_ line: Stroke, scale: Double, on coverage: PathCoverage) { pen = Pen(line, scale: scale, on: coverage) }

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
        var direction = curve.direction(at: 0)
        for index in 0..<count {
          let t = Double(index + 1) / Double(count)
          let next = curve.direction(at: t)
          goOn(to: curve.point(at: t), direction, next)
          direction = next
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
    guard let direction = Pen.unit(end - current) else { return }
    pieces.append(
      Pen.Piece(
        start: current, end: end, direction: direction, startDirection: Pen.unit(startDirection) ?? direction,
        endDirection: Pen.unit(endDirection) ?? direction))
  }

  private mutating func finish(isClosed: Bool) {
    guard !pieces.isEmpty else { return }
    let last = pieces.count - 1
    if !isClosed, pen.cap == .square {
      pieces[0].start = pieces[0].start - pieces[0].startDirection.scaled(by: pen.reach)
      pieces[last].end = pieces[last].end + pieces[last].endDirection.scaled(by: pen.reach)
    }
    pen.addSides(of: pieces[0])
    for index in 0..<last {
      pen.addJoin(pieces[index], pieces[index + 1])
      pen.addSides(of: pieces[index + 1])
    }
    if isClosed {
      pen.addJoin(pieces[last], pieces[0])
    } else {
      pen.addEnd(pieces[0].start, pen.normal(pieces[0].startDirection))
      pen.addEnd(pieces[last].end, pen.normal(pieces[last].endDirection).scaled(by: -1))
    }
    pieces.removeAll(keepingCapacity: true)
  }
}

/// The edges of a line's outline. Each piece adds its two sides; joins and ends lead from the sides of one piece to those
/// of the next, so that no edge lies within the line but at the inner side of joins.
private struct Pen {
  let coverage: PathCoverage
  /// Half of the pen's width.
  let reach: Double
  let cap: LineCap
  let join: LineJoin
  let miterLimit: Double
  /// How far a round corner turns between two of its points, and the cosine of that.
  private let step: Double
  private let stepCosine: Double

  /// A straight piece, or one of a curve, which has the curve's directions at its ends.
  struct Piece {
    var start: PaintPoint
    var end: PaintPoint
    /// One long.
    var direction: PaintPoint
    var startDirection: PaintPoint
    var endDirection: PaintPoint
  }

  init(_ line: Stroke, scale: Double, on coverage: PathCoverage) {
    self.coverage = coverage
    reach = line.width / 2 * scale
    (cap, join, miterLimit) = (line.cap, line.join, line.miterLimit)
    step = 2 * acos(max(0, 1 - PathCoverage.tolerance / max(reach, PathCoverage.tolerance)))
    stepCosine = cos(step)
  }

  /// Nil of no length.
  static func unit(_ vector: PaintPoint) -> PaintPoint? {
    let length = (vector.x * vector.x + vector.y * vector.y).squareRoot()
    return length > 0 && length.isFinite ? PaintPoint(x: vector.x / length, y: vector.y / length) : nil
  }

  /// From the line to its edge, a quarter of a turn clockwise.
  func normal(_ direction: PaintPoint) -> PaintPoint { PaintPoint(x: -direction.y * reach, y: direction.x * reach) }

  // MARK: Sides

  func addSides(of piece: Piece) {
    let (start, end) = (piece.start, piece.end)
    let (from, to) = (normal(piece.startDirection), normal(piece.endDirection))
    /// But for as little as what curves are followed by may go back where they turn around the pen's edge.
    func goesOn(_ a: PaintPoint, _ b: PaintPoint) -> Bool {
      (b.x - a.x) * piece.direction.x + (b.y - a.y) * piece.direction.y > -0.05
    }
    if goesOn(start - from, end - to), goesOn(start + from, end + to) {
      coverage.add(start - from, end - to)
      coverage.add(end + to, start + from)
      return
    }
    // The curve turns within the pen: its piece as a straight one, and what lies between that and the others.
    let n = normal(piece.direction)
    coverage.add(start - n, end - n)
    coverage.add(end - n, end + n)
    coverage.add(end + n, start + n)
    coverage.add(start + n, start - n)
    addCorner(start, from, n)
    addCorner(start, from.scaled(by: -1), n.scaled(by: -1))
    addCorner(end, n, to)
    addCorner(end, n.scaled(by: -1), to.scaled(by: -1))
    // All that is closed; what comes before and behind is not.
    coverage.add(start - from, start + from)
    coverage.add(end + to, end - to)
  }

  /// A triangle at a point, whichever way it goes around.
  private func addCorner(_ point: PaintPoint, _ from: PaintPoint, _ to: PaintPoint) {
    let sign: Double = from.x * to.y - from.y * to.x > 0 ? 1 : -1
    coverage.add(point, point + from, sign)
    coverage.add(point + from, point + to, sign)
    coverage.add(point + to, point, sign)
  }

  // MARK: Joins and ends

  /// From where a piece has its sides to where the next one has them.
  func addJoin(_ piece: Piece, _ next: Piece) {
    let (before, after, point) = (piece.endDirection, next.startDirection, next.start)
    let cross = before.x * after.y - before.y * after.x
    let dot = before.x * after.x + before.y * after.y
    let (from, to) = (normal(before), normal(after))
    if dot > 0, cross.magnitude < 1e-6 {
      coverage.add(point - from, point - to)
      coverage.add(point + to, point + from)
      return
    }
    // 1. On the inner side, by way of the point.
    let sign: Double = cross < 0 ? -1 : 1
    coverage.add(point, point + from.scaled(by: sign), sign)
    coverage.add(point + to.scaled(by: sign), point, sign)
    // 2. On the outer one, as the line's corners are.
    let (start, end) = (from.scaled(by: -sign), to.scaled(by: -sign))
    switch join {
    case .round where dot < stepCosine: addArc(point, start, end, atan2(cross.magnitude, dot) * sign)
    case .miter where 1 + dot > 1e-9 && 2 / (1 + dot) <= miterLimit * miterLimit:
      let tip = (start + end).scaled(by: 1 / (1 + dot))
      coverage.add(point + start, point + tip, sign)
      coverage.add(point + tip, point + end, sign)
    case .round, .miter, .bevel: coverage.add(point + start, point + end, sign)
    }
  }

  /// At an end of the line, from a side to the other one.
  func addEnd(_ point: PaintPoint, _ side: PaintPoint) {
    if cap == .round { return addArc(point, side, side.scaled(by: -1), .pi) }
    coverage.add(point + side, point - side)
  }

  /// A part of a circle, from a place on it to another one, clockwise where the angle is positive.
  private func addArc(_ center: PaintPoint, _ from: PaintPoint, _ to: PaintPoint, _ angle: Double) {
    let count = max(1, min(200, (angle.magnitude / step).rounded(.up)))
    guard count.isFinite else { return }
    let sign: Double = angle > 0 ? 1 : -1
    let (c, s) = (cos(angle / count), sin(angle / count))
    var current = from
    for _ in 1..<Int(count) {
      let next = PaintPoint(x: current.x * c - current.y * s, y: current.x * s + current.y * c)
      coverage.add(center + current, center + next, sign)
      current = next
    }
    coverage.add(center + current, center + to, sign)
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
