import Foundation
import OffscreenGeometry

/// How long a path is, and where one comes to along it: curves as chains of short lines.
/// https://svgwg.org/svg2-draft/paths.html#DistanceAlongAPath
package struct PathMeasure {
  private struct Piece {
    var start: PaintPoint
    var end: PaintPoint
    /// The directions of the curve at both ends, of any length.
    var tangents: (start: PaintPoint, end: PaintPoint)
    /// From the path's beginning to the piece's.
    var distance: Double
    var length: Double
  }
  private var pieces: [Piece] = []
  package private(set) var length = 0.0
  private static let piecesOfCurve = 64
  private static let maximumPieces = 1_000_000

  package init(_ path: PaintPath) { self.init(path, closes: false) }

  /// With a line from each subpath's end to its beginning.
  init(closing path: PaintPath) { self.init(path, closes: true) }

  private init(_ path: PaintPath, closes: Bool) {
    var (current, start) = (PaintPoint.zero, PaintPoint.zero)
    func between(_ a: PaintPoint, _ b: PaintPoint, _ c: PaintPoint, _ d: PaintPoint, _ t: Double) -> PaintPoint {
      let s = 1 - t
      let (u, v, w, z) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      return PaintPoint(x: u * a.x + v * b.x + w * c.x + z * d.x, y: u * a.y + v * b.y + w * c.y + z * d.y)
    }
    func tangent(_ a: PaintPoint, _ b: PaintPoint, _ c: PaintPoint, _ d: PaintPoint, _ t: Double) -> PaintPoint {
      let s = 1 - t
      let (u, v, w) = (s * s, 2 * s * t, t * t)
      return PaintPoint(
        x: u * (b.x - a.x) + v * (c.x - b.x) + w * (d.x - c.x), y: u * (b.y - a.y) + v * (c.y - b.y) + w * (d.y - c.y))
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        if closes { add(current, start) }
        (current, start) = (point, point)
      case .line(let point):
        add(current, point)
        current = point
      case .curve(let first, let second, let end):
        var last = current
        var from = tangent(current, first, second, end, 0)
        for step in 1...Self.piecesOfCurve {
          let t = Double(step) / Double(Self.piecesOfCurve)
          let next = step == Self.piecesOfCurve ? end : between(current, first, second, end, t)
          let to = tangent(current, first, second, end, t)
          add(last, next, (from, to))
          (last, from) = (next, to)
        }
        current = end
      case .close:
        add(current, start)
        current = start
      }
    }
    if closes { add(current, start) }
  }

  var lines: [(start: PaintPoint, end: PaintPoint)] { pieces.map { ($0.start, $0.end) } }

  /// How far a point is from the path.
  func distance(to point: PaintPoint) -> Double {
    pieces.reduce(.infinity) { nearest, piece in
      let (dx, dy) = (piece.end.x - piece.start.x, piece.end.y - piece.start.y)
      let along = ((point.x - piece.start.x) * dx + (point.y - piece.start.y) * dy) / (piece.length * piece.length)
      let part = max(0, min(1, along))
      let (x, y) = (piece.start.x + dx * part - point.x, piece.start.y + dy * part - point.y)
      return min(nearest, (x * x + y * y).squareRoot())
    }
  }

  private mutating func add(
    _ start: PaintPoint, _ end: PaintPoint, _ tangents: (start: PaintPoint, end: PaintPoint)? = nil
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0, length.isFinite, pieces.count < Self.maximumPieces else { return }
    // Where control points fall together, the line says more.
    let chord = PaintPoint(x: dx, y: dy)
    func known(_ tangent: PaintPoint?) -> PaintPoint {
      guard let tangent, hypot(tangent.x, tangent.y) > 1e-9, tangent.x.isFinite, tangent.y.isFinite else {
        return chord
      }
      let factor = length / hypot(tangent.x, tangent.y)
      return PaintPoint(x: tangent.x * factor, y: tangent.y * factor)
    }
    pieces.append(
      Piece(
        start: start, end: end, tangents: (known(tangents?.start), known(tangents?.end)), distance: self.length,
        length: length))
    self.length += length
  }

  /// The place at a distance, and the direction there, in radians. Beyond the ends, the ends; nil of an empty path.
  package func place(at distance: Double) -> (point: PaintPoint, angle: Double)? {
    guard !pieces.isEmpty else { return nil }
    let distance = distance.isNaN ? 0 : max(0, min(length, distance))
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].distance <= distance { low = middle } else { high = middle - 1 }
    }
    let piece = pieces[low]
    let part = min(1, (distance - piece.distance) / piece.length)
    let (dx, dy) = (piece.end.x - piece.start.x, piece.end.y - piece.start.y)
    let (first, last) = piece.tangents
    let angle = atan2(first.y + (last.y - first.y) * part, first.x + (last.x - first.x) * part)
    return (PaintPoint(x: piece.start.x + dx * part, y: piece.start.y + dy * part), angle)
  }
}
