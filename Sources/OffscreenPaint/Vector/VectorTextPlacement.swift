import Foundation
import OffscreenGeometry

/// Where the characters of a text go: the steps of SVG's text layout that move them.
/// https://svgwg.org/svg2-draft/text.html#TextLayoutAlgorithm
struct VectorTextPlacement {
  /// What attributes say, by character.
  var x: [Double?]
  var y: [Double?]
  var dx: [Double]
  var dy: [Double]
  /// Degrees.
  var rotation: [Double]

  struct Spot {
    var point = PaintPoint.zero
    var advance = 0.0
    /// Of the line that it is on, in radians.
    var angle = 0.0
    /// How much longer it is than it would be.
    var stretch = 1.0
    /// The first of a cluster.
    var isFirst = false
    /// Not the first of what has a length of its own, which is moved as one.
    var isInResolved = false
    var startsChunk = false
    var isHidden = false
    /// The chunk begins where the path does.
    var startsPath = false
    var isOnPath = false
  }
  private var spots: [Spot]
  private let isVertical: Bool

  init(count: Int, isVertical: Bool) {
    x = Array(repeating: nil, count: count)
    y = x
    dx = Array(repeating: 0, count: count)
    dy = dx
    rotation = dx
    spots = Array(repeating: Spot(), count: count)
    self.isVertical = isVertical
  }

  func spot(at index: Int) -> Spot { spots[index] }

  private func along(_ point: PaintPoint) -> Double { isVertical ? point.y : point.x }
  private func across(_ point: PaintPoint) -> Double { isVertical ? point.x : point.y }
  private mutating func move(_ index: Int, along distance: Double) {
    if isVertical { spots[index].point.y += distance } else { spots[index].point.x += distance }
  }

  mutating func startPath(_ range: Range<Int>) {
    for index in range { spots[index].isOnPath = true }
    spots[range.lowerBound].startsPath = true
  }

  mutating func hide(_ range: Range<Int>) { for index in range { spots[index].isHidden = true } }

  /// A cluster's place in the line. Its other characters are where the first one is.
  mutating func setCluster(_ range: Range<Int>, at place: Double, advance: Double) {
    for index in range.clamped(to: spots.indices) {
      spots[index].point = isVertical ? PaintPoint(x: 0, y: place) : PaintPoint(x: place, y: 0)
      spots[index].isFirst = index == range.lowerBound
      spots[index].advance = spots[index].isFirst ? advance : 0
    }
  }

  /// Adjust positions: `dx`, `dy`. What is said of the middle of a cluster moves what follows it.
  mutating func shiftByLists() {
    var shift = PaintPoint.zero
    for index in spots.indices {
      shift.x += dx[index]
      shift.y += dy[index]
      spots[index].point.x += shift.x
      spots[index].point.y += shift.y
    }
  }

  /// Apply `textLength`: between the characters, or to them too.
  /// https://svgwg.org/svg2-draft/text.html#TextLayoutAlgorithm , resolve text length
  mutating func stretch(_ range: Range<Int>, to length: Double, glyphsToo: Bool) {
    let inside = range.filter { spots[$0].isFirst }
    guard !inside.isEmpty else { return }
    defer { for index in range.dropFirst() { spots[index].isInResolved = true } }
    var (start, end) = (Double.infinity, -Double.infinity)
    for index in inside {
      let place = along(spots[index].point)
      start = min(start, place)
      end = max(end, place + spots[index].advance * spots[index].stretch)
    }
    let change = length - (end - start)
    guard end > start, change.isFinite else { return }
    var shift = 0.0
    if glyphsToo {
      let factor = length / (end - start)
      for index in range {
        move(index, along: (along(spots[index].point) - start) * (factor - 1))
        spots[index].stretch *= factor
      }
      shift = change
    } else {
      let count = inside.count { !spots[$0].isInResolved }
      guard count > 1 else { return }
      // In the order in which they are seen.
      for index in inside.sorted(by: { along(spots[$0].point) < along(spots[$1].point) }) {
        move(index, along: shift)
        if !spots[index].isInResolved { shift += change / Double(count - 1) }
      }
    }
    // What follows in the same chunk moves too.
    var index = range.upperBound
    while index < spots.count {
      if isVertical ? y[index] != nil : x[index] != nil { break }
      move(index, along: shift)
      index += 1
    }
  }

  /// Adjust positions: `x`, `y`.
  mutating func startChunks() {
    var shift = PaintPoint.zero
    for index in spots.indices {
      if spots[index].startsPath {
        shift = PaintPoint(x: -spots[index].point.x, y: -spots[index].point.y)
        spots[index].startsChunk = true
      }
      // Across a path there are no places of their own.
      let isOnPath = spots[index].isOnPath
      if let x = x[index], spots[index].isFirst, !isOnPath || !isVertical {
        shift.x = x + dx[index] - spots[index].point.x
      }
      if let y = y[index], spots[index].isFirst, !isOnPath || isVertical {
        shift.y = y + dy[index] - spots[index].point.y
      }
      if spots[index].isFirst, x[index] != nil || y[index] != nil || index == 0 { spots[index].startsChunk = true }
      spots[index].point.x += shift.x
      spots[index].point.y += shift.y
    }
  }

  /// Adjust positions: anchoring. `anchor`: how the chunk that begins at a character is anchored, and whether it runs
  /// from right to left.
  mutating func anchor(_ anchor: (Int) -> (String, Bool)) {
    var index = 0
    while index < spots.count {
      var end = index + 1
      while end < spots.count, !spots[end].startsChunk { end += 1 }
      var (low, high) = (Double.infinity, -Double.infinity)
      for place in index..<end where spots[place].isFirst {
        let start = along(spots[place].point)
        low = min(low, start)
        high = max(high, start + spots[place].advance * spots[place].stretch)
      }
      let wanted = along(spots[index].point)
      let shift: Double
      switch anchor(index) {
      case ("middle", _): shift = wanted - (low + high) / 2
      case ("start", false), ("end", true): shift = wanted - low
      case _: shift = wanted - high
      }
      if shift.isFinite, low.isFinite { for place in index..<end { move(place, along: shift) } }
      index = end
    }
  }

  /// Position on path. What does not fit on it is not shown; what follows in the text goes on at its end.
  mutating func put(_ range: Range<Int>, on path: PathMeasure, offset: Double) {
    for index in range {
      let spot = spots[index]
      let advance = spot.advance * spot.stretch
      let middle = along(spot.point) + advance / 2 + offset
      guard middle >= 0, middle <= path.length, let place = path.place(at: middle) else {
        spots[index].isHidden = true
        continue
      }
      let angle = place.angle
      let (c, s) = (cos(angle), sin(angle))
      let away = across(spot.point)
      // In vertical text the glyphs stand across the path.
      let turn = isVertical ? angle - .pi / 2 : angle
      spots[index].angle = turn
      spots[index].point =
        isVertical
        ? PaintPoint(x: place.point.x - advance / 2 * c + away * s, y: place.point.y - advance / 2 * s - away * c)
        : PaintPoint(x: place.point.x - advance / 2 * c - away * s, y: place.point.y - advance / 2 * s + away * c)
    }
    guard let end = path.place(at: path.length)?.point, range.upperBound < spots.count else { return }
    let next = spots[range.upperBound]
    guard !next.startsPath, x[range.upperBound] == nil, y[range.upperBound] == nil else { return }
    let shift = PaintPoint(x: end.x - next.point.x, y: end.y - next.point.y)
    var index = range.upperBound
    while index < spots.count, !spots[index].startsPath, !(index > range.upperBound && spots[index].startsChunk) {
      spots[index].point.x += shift.x
      spots[index].point.y += shift.y
      index += 1
    }
  }
}
