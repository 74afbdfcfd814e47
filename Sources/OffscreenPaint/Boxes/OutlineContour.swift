/// A line of right angles around rectangles that overlap or touch, clockwise; around a hole in them the other way.
struct OutlineContour {
  private(set) var points: [PaintPoint]

  private typealias Edge = (start: PaintPoint, end: PaintPoint, side: BoxSide)
  /// What is covered of a strip.
  private typealias Span = (start: Double, end: Double)

  /// The contours of what some rectangles cover together. The work grows with the square of their number.
  static func around(_ rects: [PaintRect]) -> [OutlineContour] {
    let rects = rects.filter { !$0.isEmpty }
    let levels = Set(rects.flatMap { [$0.minY, $0.maxY] }).sorted()
    var edges = Edges()
    var above: [Span] = []
    for (index, top) in levels.enumerated() {
      let below = index + 1 < levels.count ? spans(of: rects, from: top, to: levels[index + 1]) : []
      addLevel(top, above, below, to: &edges)
      if index + 1 < levels.count {
        for span in below {
          edges.add(PaintPoint(x: span.start, y: levels[index + 1]), PaintPoint(x: span.start, y: top))
          edges.add(PaintPoint(x: span.end, y: top), PaintPoint(x: span.end, y: levels[index + 1]))
        }
      }
      above = below
    }
    return edges.contours().map { OutlineContour(points: $0) }
  }

  /// What is covered between two heights, from the left, without overlaps.
  private static func spans(of rects: [PaintRect], from top: Double, to bottom: Double) -> [Span] {
    var result: [Span] = []
    let there = rects.filter { $0.minY <= top && $0.maxY >= bottom }.sorted { $0.minX < $1.minX }
    for rect in there {
      if let last = result.last, rect.minX <= last.end {
        result[result.count - 1].end = max(last.end, rect.maxX)
      } else {
        result.append((rect.minX, rect.maxX))
      }
    }
    return result
  }

  /// The edges at a height: where there is something on one side of it alone.
  private static func addLevel(_ y: Double, _ above: [Span], _ below: [Span], to edges: inout Edges) {
    let ends = Set((above + below).flatMap { [$0.start, $0.end] }).sorted()
    for (start, end) in zip(ends, ends.dropFirst()) {
      func covers(_ spans: [Span]) -> Bool { spans.contains { $0.start <= start && $0.end >= end } }
      let (isAbove, isBelow) = (covers(above), covers(below))
      let (left, right) = (PaintPoint(x: start, y: y), PaintPoint(x: end, y: y))
      if isBelow, !isAbove { edges.add(left, right) }
      if isAbove, !isBelow { edges.add(right, left) }
    }
  }

  /// Directed edges, by where they start.
  private struct Edges {
    private var ends: [PaintPoint: [PaintPoint]] = [:]
    private var starts: [PaintPoint] = []

    mutating func add(_ start: PaintPoint, _ end: PaintPoint) {
      ends[start, default: []].append(end)
      starts.append(start)
    }

    /// Every edge is on one closed line.
    func contours() -> [[PaintPoint]] {
      var left = ends
      var result: [[PaintPoint]] = []
      for start in starts {
        var points: [PaintPoint] = []
        var point = start
        while let next = left[point]?.popLast() {
          points.append(point)
          point = next
        }
        if points.count >= 4 { result.append(OutlineContour.corners(of: points)) }
      }
      return result
    }
  }

  /// Without points in the middle of edges.
  private static func corners(of points: [PaintPoint]) -> [PaintPoint] {
    points.indices.filter { index in
      let before = points[index == 0 ? points.count - 1 : index - 1]
      let after = points[index + 1 == points.count ? 0 : index + 1]
      let point = points[index]
      return !(before.x == point.x && point.x == after.x) && !(before.y == point.y && point.y == after.y)
    }.map { points[$0] }
  }

  // MARK: Shapes

  /// From each point to the next, and the side of the box that such an edge is.
  var edges: [(start: PaintPoint, end: PaintPoint, side: BoxSide)] {
    points.indices.map { index in
      let (start, end) = (points[index], points[index + 1 == points.count ? 0 : index + 1])
      let side: BoxSide =
        if start.y == end.y { start.x < end.x ? .top : .bottom } else { start.y < end.y ? .right : .left }
      return (start, end, side)
    }
  }

  /// The line as far inside of this one on all sides.
  func inset(by amount: Double) -> OutlineContour {
    let edges = edges
    func inward(_ side: BoxSide) -> PaintPoint {
      switch side {
      case .top: PaintPoint(x: 0, y: amount)
      case .right: PaintPoint(x: -amount, y: 0)
      case .bottom: PaintPoint(x: 0, y: -amount)
      case .left: PaintPoint(x: amount, y: 0)
      }
    }
    return OutlineContour(
      points: edges.indices.map { index in
        let before = edges[index == 0 ? edges.count - 1 : index - 1]
        return edges[index].start + inward(before.side) + inward(edges[index].side)
      })
  }

  /// Its line with rounded corners, those that point inwards with a radius of their own.
  func path(convex: Double = 0, concave: Double = 0) -> PaintPath {
    guard convex > 0 || concave > 0 else { return PaintPath(polygon: points) }
    var path = PaintPath()
    let edges = edges
    for (index, edge) in edges.enumerated() {
      let before = edges[index == 0 ? edges.count - 1 : index - 1]
      let (arriving, leaving) = (Self.direction(before), Self.direction(edge))
      let isConvex = arriving.x * leaving.y - arriving.y * leaving.x > 0
      // Two corners share an edge.
      let radius = min(isConvex ? convex : concave, Self.length(before) / 2, Self.length(edge) / 2)
      func at(_ direction: PaintPoint, _ length: Double) -> PaintPoint {
        PaintPoint(x: edge.start.x + direction.x * length, y: edge.start.y + direction.y * length)
      }
      let start = at(arriving, -radius)
      if index == 0 { path.move(to: start) } else { path.line(to: start) }
      guard radius > 0 else { continue }
      let control = radius * (1 - PaintPath.arcControl)
      path.curve(at(arriving, -control), at(leaving, control), to: at(leaving, radius))
    }
    path.close()
    return path
  }

  private static func length(_ edge: Edge) -> Double {
    (edge.end.x - edge.start.x).magnitude + (edge.end.y - edge.start.y).magnitude
  }

  private static func direction(_ edge: Edge) -> PaintPoint {
    switch edge.side {
    case .top: PaintPoint(x: 1, y: 0)
    case .right: PaintPoint(x: 0, y: 1)
    case .bottom: PaintPoint(x: -1, y: 0)
    case .left: PaintPoint(x: 0, y: -1)
    }
  }
}
