import OffscreenCSS
import OffscreenGeometry

extension BasicShape {
  /// The shape within a reference box.
  /// https://drafts.csswg.org/css-shapes-1/#supported-basic-shapes
  /// `zoom` is what path data is multiplied with; lengths were already.
  func path(in box: PaintRect, zoom: Double = 1) -> (PaintPath, FillRule) {
    switch self {
    case .inset(let sides, let radii):
      var edges = PaintEdges(
        top: sides.top.pixels(basis: box.height), right: sides.right.pixels(basis: box.width),
        bottom: sides.bottom.pixels(basis: box.height), left: sides.left.pixels(basis: box.width))
      // Insets that overlap are reduced in proportion.
      func reduce(_ a: inout Double, _ b: inout Double, to length: Double) {
        guard a + b > length, a + b > 0 else { return }
        let factor = length / (a + b)
        (a, b) = (a * factor, b * factor)
      }
      reduce(&edges.left, &edges.right, to: box.width)
      reduce(&edges.top, &edges.bottom, to: box.height)
      var shape = RoundedRect(
        PaintRect(
          minX: box.minX + edges.left, minY: box.minY + edges.top, maxX: box.maxX - edges.right,
          maxY: box.maxY - edges.bottom))
      shape.setRadii(radii, width: box.width, height: box.height)
      return (PaintPath(shape), .nonzero)
    case .circle(let radius, let center):
      let point = Self.point(center, in: box)
      let size: Double
      switch radius {
      case .length(let length):
        let diagonal = (box.width * box.width + box.height * box.height).squareRoot() / 2.0.squareRoot()
        size = length.pixels(basis: diagonal)
      case .closestSide:
        size = min(
          min((point.x - box.minX).magnitude, (box.maxX - point.x).magnitude),
          min((point.y - box.minY).magnitude, (box.maxY - point.y).magnitude))
      case .farthestSide:
        size = max(
          max((point.x - box.minX).magnitude, (box.maxX - point.x).magnitude),
          max((point.y - box.minY).magnitude, (box.maxY - point.y).magnitude))
      }
      return (Self.ellipse(point, size, size), .nonzero)
    case .ellipse(let radiusX, let radiusY, let center):
      let point = Self.point(center, in: box)
      let x = Self.radius(radiusX, point.x, box.minX, box.maxX)
      let y = Self.radius(radiusY, point.y, box.minY, box.maxY)
      return (Self.ellipse(point, x, y), .nonzero)
    case .polygon(let rule, let points):
      return (PaintPath(polygon: points.map { Self.point($0, in: box) }), rule)
    case .path(let rule, let data):
      var parser = PathDataParser(data)
      let path = parser.path()
      return (path.transformed(by: Transform(a: zoom, b: 0, c: 0, d: zoom, tx: box.minX, ty: box.minY)), rule)
    case .shape(let rule, let commands): return (PaintPath(data: Self.pathData(commands, in: box)), rule)
    }
  }

  /// The commands of `shape()` as path data.
  private static func pathData(_ commands: [ShapeCommand], in box: PaintRect) -> String {
    var (current, start) = (PaintPoint(x: box.minX, y: box.minY), PaintPoint.zero)
    func offset(_ pair: LengthPair) -> PaintPoint {
      PaintPoint(x: pair.x.pixels(basis: box.width), y: pair.y.pixels(basis: box.height))
    }
    func text(_ point: PaintPoint) -> String { "\(point.x) \(point.y)" }
    let diagonal = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
    return commands.map { command in
      let distance = offset(command.end)
      let origin = command.isRelative ? current : PaintPoint(x: box.minX, y: box.minY)
      var end = PaintPoint(x: origin.x + distance.x, y: origin.y + distance.y)
      if command.kind == .hline { end.y = current.y }
      if command.kind == .vline { end.x = current.x }
      let controls = command.controls.map { control in
        let distance = offset(control.point)
        let from =
          switch control.origin {
          case .start: current
          case .end: end
          case .origin, nil: PaintPoint(x: box.minX, y: box.minY)
          }
        return text(PaintPoint(x: from.x + distance.x, y: from.y + distance.y))
      }
      if command.kind == .close {
        current = start
        return "Z"
      }
      current = end
      switch command.kind {
      case .move:
        start = end
        return "M\(text(end))"
      case .line, .hline, .vline, .close: return "L\(text(end))"
      case .curve: return (controls.count > 1 ? "C" : "Q") + (controls + [text(end)]).joined(separator: " ")
      case .smooth: return (controls.isEmpty ? "T" : "S") + (controls + [text(end)]).joined(separator: " ")
      case .arc:
        let (x, y) = (command.radii?.x.pixels(basis: diagonal) ?? 0, command.radii?.y.pixels(basis: diagonal) ?? 0)
        return "A\(x) \(y) \(command.rotation) \(command.isLarge ? 1 : 0) \(command.isClockwise ? 1 : 0) \(text(end))"
      }
    }.joined()
  }

  private static func point(_ pair: LengthPair, in box: PaintRect) -> PaintPoint {
    PaintPoint(x: box.minX + pair.x.pixels(basis: box.width), y: box.minY + pair.y.pixels(basis: box.height))
  }

  private static func radius(_ radius: ShapeRadius, _ center: Double, _ low: Double, _ high: Double) -> Double {
    switch radius {
    case .length(let length): length.pixels(basis: high - low)
    case .closestSide: min((center - low).magnitude, (high - center).magnitude)
    case .farthestSide: max((center - low).magnitude, (high - center).magnitude)
    }
  }

  private static func ellipse(_ center: PaintPoint, _ x: Double, _ y: Double) -> PaintPath {
    let (x, y) = (max(0, x), max(0, y))
    return PaintPath(ellipseIn: PaintRect(x: center.x - x, y: center.y - y, width: 2 * x, height: 2 * y))
  }
}

extension PaintPath {
  /// Of SVG path data, up to what is wrong in them.
  package init(data text: String) {
    var parser = PathDataParser(text)
    self = parser.path()
  }
}
