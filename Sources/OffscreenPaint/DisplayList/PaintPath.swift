import OffscreenGeometry

/// An outline of lines and cubic curves in CSS pixels.
package struct PaintPath: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    case move(PaintPoint)
    case line(PaintPoint)
    case curve(PaintPoint, PaintPoint, PaintPoint)
    case close
  }
  package private(set) var elements: [Element] = []
  /// Elements that end within an arc, which is one to those who ask for a path's corners.
  private(set) var arcParts: Set<Int> = []
  /// Around all points, control points included.
  package var bounds: PaintRect { extent.rect }
  private var extent = Extent()

  /// No page makes a path of more elements than this.
  package static let maximumElements = 200_000
  /// Whether it was to have more.
  package internal(set) var isCutShort = false
  /// How far a cubic curve's control points are along a quarter circle's tangents.
  package static let arcControl = 0.552_284_749_830_793_4

  package init() {}

  package init(polygon points: [PaintPoint]) { add(polygon: points) }

  package init(_ shape: RoundedRect) { add(shape) }
  package init(_ rect: PaintRect) { add(rect) }
  package init(ellipseIn rect: PaintRect) {
    var shape = RoundedRect(rect)
    let corner = CornerRadius(x: rect.width / 2, y: rect.height / 2)
    (shape.topLeft, shape.topRight, shape.bottomRight, shape.bottomLeft) = (corner, corner, corner, corner)
    add(shape)
  }

  /// An ellipse that begins at its rightmost point and goes round clockwise.
  /// https://svgwg.org/svg2-draft/shapes.html#EllipseElement
  init(ellipseFromRightAround center: PaintPoint, _ rx: Double, _ ry: Double) {
    let k = Self.arcControl
    func at(_ x: Double, _ y: Double) -> PaintPoint { PaintPoint(x: center.x + x * rx, y: center.y + y * ry) }
    elements.reserveCapacity(6)
    move(to: at(1, 0))
    curve(at(1, k), at(k, 1), to: at(0, 1))
    curve(at(-k, 1), at(-1, k), to: at(-1, 0))
    curve(at(-1, -k), at(-k, -1), to: at(0, -1))
    curve(at(k, -1), at(1, -k), to: at(1, 0))
    close()
  }

  /// The circle that it is, if it goes around one in a few curves, from wherever it begins.
  package var circle: (center: PaintPoint, radius: Double)? {
    guard (5...18).contains(elements.count), case .move(let start) = elements[0] else { return nil }
    let center = PaintPoint(x: extent.rect.midX, y: extent.rect.midY)
    func distance(_ point: PaintPoint) -> Double {
      let (x, y) = (point.x - center.x, point.y - center.y)
      return (x * x + y * y).squareRoot()
    }
    let radius = distance(start)
    // Curves that stand for quarters leave them by less than this.
    let tolerance = radius * 1e-3
    var (from, turn, rounds) = (start, 0.0, 0)
    for (index, element) in elements.enumerated().dropFirst() {
      guard case .curve(let first, let second, let end) = element else {
        if case .close = element, index == elements.count - 1 { break }
        return nil
      }
      let middle = PaintPoint(
        x: (from.x + 3 * first.x + 3 * second.x + end.x) / 8, y: (from.y + 3 * first.y + 3 * second.y + end.y) / 8)
      guard (distance(end) - radius).magnitude <= tolerance, (distance(middle) - radius).magnitude <= tolerance else {
        return nil
      }
      let cross = (from.x - center.x) * (end.y - center.y) - (from.y - center.y) * (end.x - center.x)
      guard cross * turn >= 0, cross != 0 else { return nil }
      turn = cross
      if (from.y < center.y) != (end.y < center.y) { rounds += 1 }
      from = end
    }
    let isClosed = (from.x - start.x).magnitude <= tolerance && (from.y - start.y).magnitude <= tolerance
    return isClosed && rounds == 2 && radius > 0 && radius.isFinite ? (center, radius) : nil
  }

  package var isEmpty: Bool { elements.isEmpty }

  /// Whether it is a copy that takes no memory of its own.
  func sharesElements(with other: PaintPath) -> Bool {
    elements.withUnsafeBufferPointer { own in
      other.elements.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
  }

  /// Around what the lines and curves cover, which is less than their control points span.
  /// https://svgwg.org/svg2-draft/coords.html#BoundingBoxes
  package var coveredBounds: PaintRect {
    var result = Extent()
    // Optimization: where the ends span as much as the control points, the curves do not leave them.
    for element in elements {
      switch element {
      case .move(let point), .line(let point), .curve(_, _, let point): result.include(point)
      case .close: break
      }
    }
    if result == extent { return result.rect }
    var current = PaintPoint(x: 0, y: 0)
    for element in elements {
      switch element {
      case .move(let point), .line(let point):
        result.include(point)
        current = point
      case .curve(let first, let second, let end):
        for t in Self.turningPoints(current.x, first.x, second.x, end.x)
          + Self.turningPoints(current.y, first.y, second.y, end.y)
        {
          func at(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
            let s = 1 - t
            return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
          }
          result.include(
            PaintPoint(x: at(current.x, first.x, second.x, end.x), y: at(current.y, first.y, second.y, end.y)))
        }
        result.include(end)
        current = end
      case .close: break
      }
    }
    return result.rect
  }

  /// Where along a cubic curve one of its coordinates turns round: the zeros of its derivative inside of it.
  private static func turningPoints(_ start: Double, _ first: Double, _ second: Double, _ end: Double) -> [Double] {
    // Control points between the ends: it cannot leave them.
    let (low, high) = (min(start, end), max(start, end))
    if first >= low, first <= high, second >= low, second <= high { return [] }
    let a = end - 3 * second + 3 * first - start
    let b = 2 * (second - 2 * first + start)
    let c = first - start
    var zeros: [Double] = []
    if a.magnitude < 1e-12 {
      if b != 0 { zeros = [-c / b] }
    } else {
      let discriminant = b * b - 4 * a * c
      guard discriminant >= 0 else { return [] }
      let root = discriminant.squareRoot()
      zeros = [(-b + root) / (2 * a), (-b - root) / (2 * a)]
    }
    return zeros.filter { $0 > 0 && $0 < 1 }
  }

  /// Around points.
  private struct Extent: Hashable {
    private(set) var rect = PaintRect.zero
    private var isEmpty = true

    mutating func include(_ point: PaintPoint) {
      guard point.x.isFinite, point.y.isFinite else { return }
      rect =
        isEmpty
        ? PaintRect(x: point.x, y: point.y, width: 0, height: 0)
        : PaintRect(
          minX: min(rect.minX, point.x), minY: min(rect.minY, point.y),
          maxX: max(rect.maxX, point.x), maxY: max(rect.maxY, point.y))
      isEmpty = false
    }
  }

  /// Makes room for so many elements at once.
  package mutating func reserve(_ count: Int) { elements.reserveCapacity(min(count, Self.maximumElements)) }

  private mutating func hasRoom() -> Bool {
    let hasRoom = elements.count < Self.maximumElements
    if !hasRoom { isCutShort = true }
    return hasRoom
  }

  package mutating func move(to point: PaintPoint) {
    guard hasRoom() else { return }
    extent.include(point)
    elements.append(.move(point))
  }
  package mutating func line(to point: PaintPoint) {
    guard hasRoom() else { return }
    extent.include(point)
    elements.append(.line(point))
  }
  package mutating func curve(_ first: PaintPoint, _ second: PaintPoint, to end: PaintPoint) {
    guard hasRoom() else { return }
    extent.include(first)
    extent.include(second)
    extent.include(end)
    elements.append(.curve(first, second, end))
  }
  /// The last element is not the last one of its arc.
  mutating func noteArcPart() { arcParts.insert(elements.count - 1) }
  package mutating func close() {
    guard !elements.isEmpty, hasRoom() else { return }
    elements.append(.close)
  }

  package mutating func add(polygon points: [PaintPoint]) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(to: point) } else { line(to: point) }
    }
    close()
  }

  package mutating func add(_ rect: PaintRect) {
    move(to: PaintPoint(x: rect.minX, y: rect.minY))
    line(to: PaintPoint(x: rect.maxX, y: rect.minY))
    line(to: PaintPoint(x: rect.maxX, y: rect.maxY))
    line(to: PaintPoint(x: rect.minX, y: rect.maxY))
    close()
  }

  package mutating func add(_ shape: RoundedRect) {
    guard shape.isRounded else { return add(shape.rect) }
    if let contour = shape.contour { return shape.addOutline(contour, to: &self) }
    guard shape.hasRoomForRadii else { return add(polygon: shape.cutPolygon) }
    let rect = shape.rect
    let k = 1 - Self.arcControl
    func at(_ x: Double, _ y: Double) -> PaintPoint { PaintPoint(x: x, y: y) }
    let (tl, tr, br, bl) = (shape.topLeft, shape.topRight, shape.bottomRight, shape.bottomLeft)
    move(to: at(rect.minX + tl.x, rect.minY))
    line(to: at(rect.maxX - tr.x, rect.minY))
    if !tr.isZero {
      curve(
        at(rect.maxX - tr.x * k, rect.minY), at(rect.maxX, rect.minY + tr.y * k),
        to: at(rect.maxX, rect.minY + tr.y))
    }
    line(to: at(rect.maxX, rect.maxY - br.y))
    if !br.isZero {
      curve(
        at(rect.maxX, rect.maxY - br.y * k), at(rect.maxX - br.x * k, rect.maxY),
        to: at(rect.maxX - br.x, rect.maxY))
    }
    line(to: at(rect.minX + bl.x, rect.maxY))
    if !bl.isZero {
      curve(
        at(rect.minX + bl.x * k, rect.maxY), at(rect.minX, rect.maxY - bl.y * k),
        to: at(rect.minX, rect.maxY - bl.y))
    }
    line(to: at(rect.minX, rect.minY + tl.y))
    if !tl.isZero {
      curve(
        at(rect.minX, rect.minY + tl.y * k), at(rect.minX + tl.x * k, rect.minY),
        to: at(rect.minX + tl.x, rect.minY))
    }
    close()
  }

  /// Its parts, each of which begins with a move.
  var subpaths: [PaintPath] {
    var all: [PaintPath] = []
    var (start, isClosed) = (PaintPoint.zero, false)
    for element in elements {
      if case .move(let point) = element {
        start = point
        all.append(PaintPath())
      } else if isClosed || all.isEmpty {
        // What follows a closed one begins where that did.
        all.append(PaintPath())
        all[all.count - 1].move(to: start)
      }
      isClosed = false
      switch element {
      case .move(let point): all[all.count - 1].move(to: point)
      case .line(let point): all[all.count - 1].line(to: point)
      case .curve(let a, let b, let c): all[all.count - 1].curve(a, b, to: c)
      case .close:
        all[all.count - 1].close()
        isClosed = true
      }
    }
    return all
  }

  /// Another path's lines after these.
  package mutating func add(_ other: PaintPath) {
    for element in other.elements {
      switch element {
      case .move(let point): move(to: point)
      case .line(let point): line(to: point)
      case .curve(let a, let b, let c): curve(a, b, to: c)
      case .close: close()
      }
    }
  }

  package func transformed(by transform: Transform) -> PaintPath {
    func map(_ point: PaintPoint) -> PaintPoint {
      let (x, y) = transform.apply(x: point.x, y: point.y)
      return PaintPoint(x: x, y: y)
    }
    var result = PaintPath()
    result.reserve(elements.count)
    for element in elements {
      switch element {
      case .move(let point): result.move(to: map(point))
      case .line(let point): result.line(to: map(point))
      case .curve(let a, let b, let c): result.curve(map(a), map(b), to: map(c))
      case .close: result.close()
      }
    }
    result.isCutShort = isCutShort
    return result
  }
}
