import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

/// The contents of one plane of a 3D rendering context.
struct SpacePlane {
  enum Content {
    /// The decorations and contents of a box that extends a 3D rendering context.
    case own
    /// A context in the space, by its index; its own transform is still to come.
    case context(Int32)
    /// A context deeper in the box, drawn on the box's plane.
    case onPlane(Int32)
  }
  var content: Content
  /// The layer whose plane it is.
  var layer: Int32
  /// The matrix of the layer's plane.
  var matrix: Matrix
  /// The polygon that is taken for what is drawn, in page coordinates before the matrix.
  var outline: [PaintPoint]
  /// The part that is drawn, where the plane was divided. It reaches further out than the outline: there
  /// may be shadows.
  var part: [PaintPoint]?
  /// The outline in space.
  var corners: [SIMD3<Double>]

  init(content: Content, layer: Int32, matrix: Matrix, frame: PaintRect) {
    (self.content, self.layer, self.matrix) = (content, layer, matrix)
    outline = Self.corners(of: frame)
    corners = outline.map { matrix.point($0) }
  }

  static func corners(of frame: PaintRect) -> [PaintPoint] {
    [
      PaintPoint(x: frame.minX, y: frame.minY), PaintPoint(x: frame.maxX, y: frame.minY),
      PaintPoint(x: frame.maxX, y: frame.maxY), PaintPoint(x: frame.minX, y: frame.maxY),
    ]
  }
}

/// https://drafts.csswg.org/css-transforms-2/#3d-rendering-contexts
extension Painter {
  /// In a space of more planes, planes are not divided.
  private static let maximumPlanes = 256

  /// A context whose children are in its own three-dimensional space: all planes in it are drawn from
  /// the furthest to the nearest, divided where they cut through one another.
  mutating func paintSpace(_ index: Int32, _ matrix: Matrix) {
    var planes: [SpacePlane] = []
    collectPlanes(index, matrix, into: &planes, depth: 0)
    for plane in PlaneSorting(limit: Self.maximumPlanes).backToFront(planes) { paint(plane) }
  }

  private mutating func paint(_ plane: SpacePlane) {
    if plane.matrix.isBehindEye { return }
    let layer = layers.layers[Int(plane.layer)]
    switch plane.content {
    case .own: paintOwnPlane(layer, plane.matrix, part: plane.part)
    case .context(let index): paintStackingContext(index, at: plane.matrix, part: plane.part)
    case .onPlane(let index): paintOnPlane(index, of: layer, plane.matrix, part: plane.part)
    }
  }

  private func collectPlanes(_ index: Int32, _ matrix: Matrix, into planes: inout [SpacePlane], depth: Int) {
    let layer = layers.layers[Int(index)]
    if !isEmpty(layer) { planes.append(plane(.own, index, matrix, layer)) }
    guard depth < 64 else { return }
    for child in layer.children {
      let inner = layers.layers[Int(child)]
      guard isInSpace(child, of: layer) else {
        planes.append(plane(.onPlane(child), index, matrix, inner))
        continue
      }
      let own = accumulatedMatrix(of: inner, in: matrix) ?? matrix
      if own.isSingular || showsHiddenBack(inner, own) { continue }
      if tree.boxes[inner.box].style.preserves3D {
        collectPlanes(child, own, into: &planes, depth: depth + 1)
      } else {
        planes.append(plane(.context(child), child, own, inner))
      }
    }
  }

  private func plane(
    _ content: SpacePlane.Content, _ index: Int32, _ matrix: Matrix, _ drawn: PaintLayer
  ) -> SpacePlane {
    SpacePlane(content: content, layer: index, matrix: matrix, frame: PaintRect(drawn.frame))
  }

  private func isEmpty(_ layer: PaintLayer) -> Bool {
    layer.selfDecorations.isEmpty && layer.backgrounds.isEmpty && layer.floats.isEmpty && layer.foreground.isEmpty
      && layer.outlines.isEmpty
  }
}

extension Matrix {
  /// Where a point of the plane comes to lie in space, after the division by its distance.
  func point(_ place: PaintPoint) -> SIMD3<Double> {
    let (x, y) = (place.x, place.y)
    let w = max(1e-6, self[0, 3] * x + self[1, 3] * y + self[3, 3])
    return SIMD3(
      self[0, 0] * x + self[1, 0] * y + self[3, 0], self[0, 1] * x + self[1, 1] * y + self[3, 1],
      self[0, 2] * x + self[1, 2] * y + self[3, 2]) / w
  }
}

/// Orders planes by dividing space at one plane after the other. The eye is far away on the z axis.
struct PlaneSorting {
  let limit: Int
  /// The tolerance for points on a plane, in pixels.
  private let tolerance = 0.05
  private static let maximumCompared = 2_000

  func backToFront(_ planes: [SpacePlane]) -> [SpacePlane] {
    // Too many to compare each with each: by the distance of their middles.
    if planes.count > Self.maximumCompared {
      let depths = planes.map { plane in
        plane.corners.reduce(0) { $0 + ($1.z.isFinite ? $1.z : 0) } / Double(max(1, plane.corners.count))
      }
      return planes.indices.sorted { depths[$0] != depths[$1] ? depths[$0] < depths[$1] : $0 < $1 }.map { planes[$0] }
    }
    var pieces = planes.count
    return sort(planes, &pieces)
  }

  /// Recursion is no deeper than there are pieces.
  private func sort(_ planes: [SpacePlane], _ pieces: inout Int) -> [SpacePlane] {
    guard planes.count > 1 else { return planes }
    // A plane seen from its edge has neither front nor back.
    guard let place = planes.firstIndex(where: { normal($0) != nil }), let normal = normal(planes[place]) else {
      return planes
    }
    let origin = planes[place].corners[0]
    var (behind, level, before): ([SpacePlane], [SpacePlane], [SpacePlane]) = ([], [], [])
    for (index, plane) in planes.enumerated() {
      if index == place {
        level.append(plane)
        continue
      }
      let distances = plane.corners.map { (($0 - origin) * normal).sum() }
      let (low, high) = (distances.min() ?? 0, distances.max() ?? 0)
      if low >= -tolerance, high <= tolerance {
        level.append(plane)
      } else if low >= -tolerance {
        before.append(plane)
      } else if high <= tolerance {
        behind.append(plane)
      } else if pieces < limit, let (back, front) = divided(plane, origin, normal) {
        pieces += 1
        behind.append(back)
        before.append(front)
      } else if distances.reduce(0, +) < 0 {
        behind.append(plane)
      } else {
        before.append(plane)
      }
    }
    return sort(behind, &pieces) + level + sort(before, &pieces)
  }

  /// Towards the eye, of length one.
  private func normal(_ plane: SpacePlane) -> SIMD3<Double>? {
    guard plane.corners.count >= 3 else { return nil }
    let (a, b, c) = (plane.corners[0], plane.corners[1], plane.corners[plane.corners.count - 1])
    let (p, q) = (b - a, c - a)
    let n = SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
    let length = (n * n).sum().squareRoot()
    guard length.isFinite, length > 1e-9, n.z.magnitude > length * 1e-6 else { return nil }
    return n.z < 0 ? n / -length : n / length
  }

  /// The two parts of a plane on either side of another.
  private func divided(
    _ plane: SpacePlane, _ origin: SIMD3<Double>, _ normal: SIMD3<Double>
  ) -> (back: SpacePlane, front: SpacePlane)? {
    func half(_ polygon: [PaintPoint], _ sign: Double, overlap: Double = 0) -> [PaintPoint] {
      let corners = polygon.map { plane.matrix.point($0) }
      let distances = corners.map { (($0 - origin) * normal).sum() * sign + overlap }
      var result: [PaintPoint] = []
      for index in polygon.indices {
        let next = (index + 1) % polygon.count
        let (d, e) = (distances[index], distances[next])
        if d >= 0 { result.append(polygon[index]) }
        if (d > 0 && e < 0) || (d < 0 && e > 0) {
          // Straight lines of the plane are straight lines in space.
          let corner = corners[index] + (corners[next] - corners[index]) * (d / (d - e))
          if let place = plane.matrix.projection.inverse?.apply(x: corner.x, y: corner.y) { result.append(place) }
        }
      }
      return result
    }
    let whole = plane.part ?? SpacePlane.corners(of: PaintPath(polygon: plane.outline).bounds.outset(by: Self.ink))
    func piece(_ sign: Double) -> SpacePlane? {
      var piece = plane
      piece.outline = half(plane.outline, sign)
      // The part behind goes on a little under what comes before it: no seam shines through.
      let part = half(whole, sign, overlap: sign < 0 ? 1 : 0)
      guard piece.outline.count >= 3, part.count >= 3 else { return nil }
      piece.part = part
      piece.corners = piece.outline.map { plane.matrix.point($0) }
      return piece
    }
    guard let back = piece(-1), let front = piece(1) else { return nil }
    return (back, front)
  }

  /// How far shadows and the like may reach out of a divided plane, in CSS pixels.
  private static let ink = 64.0
}
