import Foundation
import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// A corner of a shape, and how a line comes to it and leaves it.
/// https://svgwg.org/svg2-draft/painting.html#VertexMarkerProperties
struct PathVertex {
  var point: PaintPoint
  /// Directions, not of unit length; zero where there is none.
  var into = PaintPoint.zero
  var out = PaintPoint.zero
  /// https://svgwg.org/svg2-draft/paths.html#TermDirection , in radians.
  var angle: Double {
    func angle(_ vector: PaintPoint) -> Double? { vector == .zero ? nil : atan2(vector.y, vector.x) }
    switch (angle(into), angle(out)) {
    case (let a?, let b?):
      // Where the path turns back, across it; else half way between them, the shorter way round.
      if abs((a - b).magnitude - .pi) < 1e-9 { return b + .pi / 2 }
      let middle = (a + b) / 2
      return (a - b).magnitude > .pi ? middle + .pi : middle
    case (let a?, nil): return a
    case (nil, let b?): return b
    case (nil, nil): return 0
    }
  }
}

extension PaintPath {
  /// Where markers are put, in order.
  func vertices(most: Int) -> [PathVertex] {
    var result: [PathVertex] = []
    var start = 0
    var current = PaintPoint.zero
    func difference(_ a: PaintPoint, _ b: PaintPoint) -> PaintPoint { PaintPoint(x: b.x - a.x, y: b.y - a.y) }
    func isZero(_ vector: PaintPoint) -> Bool { vector.x == 0 && vector.y == 0 }
    func add(_ end: PaintPoint, leaving: PaintPoint, arriving: PaintPoint, isContinued: Bool = false) {
      if !result.isEmpty, !isContinued { result[result.count - 1].out = leaving }
      result.append(PathVertex(point: end, into: arriving))
    }
    // Within an arc there is no corner.
    var isInArc = false
    for (index, element) in elements.enumerated() {
      guard result.count < most else { break }
      let isContinued = isInArc
      if isContinued { result.removeLast() }
      isInArc = arcParts.contains(index)
      let last = current
      switch element {
      case .move(let point):
        start = result.count
        current = point
        result.append(PathVertex(point: point))
      case .line(let point):
        let direction = difference(last, point)
        add(point, leaving: direction, arriving: direction)
        current = point
      case .curve(let first, let second, let end):
        // Control points on the ends say nothing of the direction.
        let leaving = [difference(last, first), difference(last, second), difference(last, end)].first { !isZero($0) }
        let arriving = [difference(second, end), difference(first, end), difference(last, end)].first { !isZero($0) }
        add(end, leaving: leaving ?? .zero, arriving: arriving ?? .zero, isContinued: isContinued)
        current = end
      case .close:
        guard result.indices.contains(start) else { break }
        let first = result[start]
        current = first.point
        let direction = difference(last, first.point)
        add(first.point, leaving: direction, arriving: isZero(direction) ? result[result.count - 1].into : direction)
        if isZero(direction), result.count >= 2 { result[result.count - 2].out = first.out }
        // Both ends of a closed subpath go round its corner.
        result[result.count - 1].out = first.out
        result[start].into = result[result.count - 1].into
      }
    }
    return result
  }
}

/// A marker as it is on all corners of one shape.
private struct VectorMarker {
  enum Orientation {
    case auto, autoStartReverse
    /// In radians.
    case angle(Double)
  }
  let element: NodeID
  let owner: VectorElements
  let contents: VectorTree
  /// The marker's viewport, and whether it clips.
  let area: PaintRect
  let clips: Bool
  /// From the contents to the viewport.
  let inner: Transform
  /// What comes to lie on the corner, in the viewport.
  let reference: PaintPoint
  let orientation: Orientation
  let scale: Double
}

extension VectorPainter {
  /// Markers of one shape.
  private static let maximumMarkers = 20_000

  /// https://svgwg.org/svg2-draft/painting.html#Markers
  mutating func paintMarkers(of node: VectorNode, _ path: PaintPath, ctm: Transform, context: ContextPaint?, depth: Int)
  {
    switch elements.kind(node.element) {
    case .path, .line, .polyline, .polygon: break
    case _: return
    }
    let first = marker(.markerStart, of: node)
    let middle = marker(.markerMid, of: node)
    let last = marker(.markerEnd, of: node)
    guard first != nil || middle != nil || last != nil else { return }
    let vertices = path.vertices(most: Self.maximumMarkers)
    let context = ContextPaint(
      fill: paint(of: node, .fill, ctm, context), stroke: paint(of: node, .stroke, ctm, context))
    for (index, vertex) in vertices.enumerated() {
      var isStart = false
      if index == 0 {
        isStart = true
        if let first { paint(first, on: vertex, isStart: true, context, ctm: ctm, depth: depth) }
        if vertices.count > 1 { continue }
      }
      if index == vertices.count - 1 {
        if let last { paint(last, on: vertex, isStart: false, context, ctm: ctm, depth: depth) }
      } else if !isStart, let middle {
        paint(middle, on: vertex, isStart: false, context, ctm: ctm, depth: depth)
      }
    }
  }

  /// Nil where nothing is shown.
  private func marker(_ property: VectorProperty, of node: VectorNode) -> VectorMarker? {
    let vector = node.style.inherited.vector
    guard let text = vector.text(property) ?? vector.text(.marker), text.hasPrefix("url("), text.hasSuffix(")"),
      let (owner, marker) = elements.resource(VectorReference.address(text.dropFirst(4).dropLast())),
      owner.name(marker) == "marker"
    else { return nil }
    let elements = owner
    let contents = elements.contents(of: marker)
    guard !contents.roots.isEmpty else { return nil }
    // 1. The marker's viewport.
    let style = elements.style(marker)
    let around = elements.viewport(of: marker)
    let geometry = elements.geometry(marker, style, VectorSize(width: around.width, height: around.height))
    let width = geometry.attribute("markerWidth", basis: around.width) ?? 3
    let height = geometry.attribute("markerHeight", basis: around.height) ?? 3
    guard width > 0, height > 0 else { return nil }
    let area = PaintRect(x: 0, y: 0, width: width, height: height)
    var inner = Transform.identity
    let box = elements.viewBox(of: marker)
    if let box {
      let fit = PreserveAspectRatio(elements.attribute(marker, "preserveAspectRatio"))
      guard let transform = fit.transform(viewBox: box, in: area) else { return nil }
      inner = transform
    }
    // 2. The reference point, which comes to lie on the vertex.
    func reference(_ name: String, _ low: String, _ high: String, _ start: Double, _ length: Double) -> Double {
      switch elements.attribute(marker, name) {
      case low?: start
      case "center"?: start + length / 2
      case high?: start + length
      case _: geometry.attribute(name, basis: length) ?? 0
      }
    }
    let content = box ?? area
    let (x, y) = inner.apply(
      x: reference("refX", "left", "right", content.x, content.width),
      y: reference("refY", "top", "bottom", content.y, content.height))
    // 3. Its direction and its size.
    let orientation: VectorMarker.Orientation
    let orient = elements.attribute(marker, "orient")?.split { $0.isWhitespace }.first.map(String.init)
    switch orient {
    case "auto"?: orientation = .auto
    case "auto-start-reverse"?: orientation = .autoStartReverse
    case let text?: orientation = .angle(VectorElements.angle(text) ?? 0)
    case nil: orientation = .angle(0)
    }
    let isUser = elements.attribute(marker, "markerUnits") == "userSpaceOnUse"
    return VectorMarker(
      element: marker, owner: owner, contents: contents, area: area, clips: style.clipsDrawing, inner: inner,
      reference: PaintPoint(x: x, y: y), orientation: orientation,
      scale: isUser ? 1 : VectorElements.strokeLength(node.style, .strokeWidth, node.viewport) ?? 1)
  }

  private mutating func paint(
    _ marker: VectorMarker, on vertex: PathVertex, isStart: Bool, _ context: ContextPaint, ctm: Transform, depth: Int
  ) {
    guard enter(marker.element) else { return }
    defer { leave() }
    let angle: Double
    switch marker.orientation {
    case .auto: angle = vertex.angle
    case .autoStartReverse: angle = vertex.angle + (isStart ? .pi : 0)
    case .angle(let given): angle = given
    }
    let (c, s) = (cos(angle) * marker.scale, sin(angle) * marker.scale)
    let placed = Transform.translation(x: -marker.reference.x, y: -marker.reference.y)
      .then(Transform(a: c, b: s, c: -s, d: c, tx: vertex.point.x, ty: vertex.point.y))
    guard placed.determinant.magnitude > 1e-12 else { return }
    let start = list.depth
    list.pushTransform(placed)
    if marker.clips { list.pushClip(marker.area) }
    if marker.inner != .identity { list.pushTransform(marker.inner) }
    within(marker.owner) {
      $0.paint(marker.contents, ctm: marker.inner.then(placed).then(ctm), context: context, depth: depth + 1)
    }
    list.pop(to: start)
  }
}

extension VectorElements {
  /// In radians.
  static func angle(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    var position = 0
    guard let number = NumberScanner.number(bytes, &position) else { return nil }
    switch String(decoding: bytes[position...], as: UTF8.self).lowercased() {
    case "", "deg": return number * .pi / 180
    case "rad": return number
    case "grad": return number * .pi / 200
    case "turn": return number * 2 * .pi
    case _: return nil
    }
  }
}
