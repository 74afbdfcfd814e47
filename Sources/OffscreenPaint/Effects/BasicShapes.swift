import Foundation
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
    }
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

/// Reads SVG path data.
/// https://www.w3.org/TR/SVG2/paths.html#PathData
struct PathDataParser {
  private let bytes: [UInt8]
  private var position = 0
  private var result = PaintPath()
  private var current = PaintPoint.zero
  private var start = PaintPoint.zero
  /// The last control point, for smooth curves.
  private var cubicControl: PaintPoint?
  private var quadraticControl: PaintPoint?

  private static let maximumBytes = 1 << 20

  init(_ data: String) {
    bytes = Array(data.utf8.prefix(Self.maximumBytes))
    result.isCutShort = data.utf8.count > Self.maximumBytes
  }

  mutating func path() -> PaintPath {
    var command: UInt8 = 0
    while true {
      skipSeparators()
      guard position < bytes.count else { break }
      let byte = bytes[position]
      if (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A {
        command = byte
        position += 1
      } else if command == 0 || command | 0x20 == 0x7A {
        break
      } else if command == 0x4D {
        command = 0x4C
      } else if command == 0x6D {
        command = 0x6C
      }
      guard run(command) else { break }
    }
    return result
  }

  private mutating func skipSeparators() {
    while position < bytes.count, bytes[position] <= 0x20 || bytes[position] == 0x2C { position += 1 }
  }

  private mutating func number() -> Double? {
    skipSeparators()
    let begin = position
    if position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D { position += 1 }
    var digits = 0
    func isDigit(_ at: Int) -> Bool { at < bytes.count && bytes[at] >= 0x30 && bytes[at] <= 0x39 }
    while isDigit(position) { (position, digits) = (position + 1, digits + 1) }
    if position < bytes.count, bytes[position] == 0x2E {
      position += 1
      while isDigit(position) { (position, digits) = (position + 1, digits + 1) }
    }
    guard digits > 0 else { return nil }
    if position < bytes.count, bytes[position] | 0x20 == 0x65 {
      var after = position + 1
      if after < bytes.count, bytes[after] == 0x2B || bytes[after] == 0x2D { after += 1 }
      if isDigit(after) {
        while isDigit(after) { after += 1 }
        position = after
      }
    }
    let value = Double(String(decoding: bytes[begin..<position], as: UTF8.self)) ?? 0
    return max(-1e9, min(1e9, value))
  }

  private mutating func flag() -> Bool? {
    skipSeparators()
    guard position < bytes.count, bytes[position] == 0x30 || bytes[position] == 0x31 else { return nil }
    position += 1
    return bytes[position - 1] == 0x31
  }

  private mutating func point(relative: Bool) -> PaintPoint? {
    guard let x = number(), let y = number() else { return nil }
    return relative ? PaintPoint(x: current.x + x, y: current.y + y) : PaintPoint(x: x, y: y)
  }

  private mutating func run(_ command: UInt8) -> Bool {
    let relative = command >= 0x61
    let (lastCubic, lastQuadratic) = (cubicControl, quadraticControl)
    (cubicControl, quadraticControl) = (nil, nil)
    switch command | 0x20 {
    case 0x6D:  // m
      guard let end = point(relative: relative) else { return false }
      result.move(to: end)
      (current, start) = (end, end)
    case 0x6C:  // l
      guard let end = point(relative: relative) else { return false }
      line(to: end)
    case 0x68:  // h
      guard let x = number() else { return false }
      line(to: PaintPoint(x: relative ? current.x + x : x, y: current.y))
    case 0x76:  // v
      guard let y = number() else { return false }
      line(to: PaintPoint(x: current.x, y: relative ? current.y + y : y))
    case 0x63:  // c
      guard let a = point(relative: relative), let b = point(relative: relative),
        let end = point(relative: relative)
      else { return false }
      curve(a, b, end)
    case 0x73:  // s
      guard let b = point(relative: relative), let end = point(relative: relative) else { return false }
      let a = lastCubic.map { PaintPoint(x: 2 * current.x - $0.x, y: 2 * current.y - $0.y) } ?? current
      curve(a, b, end)
    case 0x71:  // q
      guard let control = point(relative: relative), let end = point(relative: relative) else { return false }
      quadratic(control, end)
    case 0x74:  // t
      guard let end = point(relative: relative) else { return false }
      let control = lastQuadratic.map { PaintPoint(x: 2 * current.x - $0.x, y: 2 * current.y - $0.y) } ?? current
      quadratic(control, end)
    case 0x61:  // a
      guard let rx = number(), let ry = number(), let rotation = number(), let large = flag(),
        let sweep = flag(), let end = point(relative: relative)
      else { return false }
      arc(rx, ry, rotation, large, sweep, end)
    case 0x7A:  // z
      result.close()
      current = start
    case _: return false
    }
    return true
  }

  private mutating func line(to end: PaintPoint) {
    result.line(to: end)
    current = end
  }
  private mutating func curve(_ a: PaintPoint, _ b: PaintPoint, _ end: PaintPoint) {
    result.curve(a, b, to: end)
    cubicControl = b
    current = end
  }
  private mutating func quadratic(_ control: PaintPoint, _ end: PaintPoint) {
    func third(_ from: PaintPoint) -> PaintPoint {
      PaintPoint(x: from.x + (control.x - from.x) * 2 / 3, y: from.y + (control.y - from.y) * 2 / 3)
    }
    result.curve(third(current), third(end), to: end)
    quadraticControl = control
    current = end
  }

  /// https://www.w3.org/TR/SVG2/implnote.html#ArcImplementationNotes
  private mutating func arc(
    _ rx: Double, _ ry: Double, _ rotation: Double, _ large: Bool, _ sweep: Bool, _ end: PaintPoint
  ) {
    var (rx, ry) = (rx.magnitude, ry.magnitude)
    guard rx > 0, ry > 0, end != current else { return line(to: end) }
    let phi = rotation * .pi / 180
    let (sinPhi, cosPhi) = (sin(phi), cos(phi))
    let (dx, dy) = ((current.x - end.x) / 2, (current.y - end.y) / 2)
    let x1 = cosPhi * dx + sinPhi * dy
    let y1 = -sinPhi * dx + cosPhi * dy
    let lambda = x1 * x1 / (rx * rx) + y1 * y1 / (ry * ry)
    if lambda > 1 { (rx, ry) = (rx * lambda.squareRoot(), ry * lambda.squareRoot()) }
    let numerator = rx * rx * ry * ry - rx * rx * y1 * y1 - ry * ry * x1 * x1
    let denominator = rx * rx * y1 * y1 + ry * ry * x1 * x1
    var factor = denominator > 0 ? max(0, numerator / denominator).squareRoot() : 0
    if large == sweep { factor = -factor }
    let cx1 = factor * rx * y1 / ry
    let cy1 = -factor * ry * x1 / rx
    let cx = cosPhi * cx1 - sinPhi * cy1 + (current.x + end.x) / 2
    let cy = sinPhi * cx1 + cosPhi * cy1 + (current.y + end.y) / 2
    let first = atan2((y1 - cy1) / ry, (x1 - cx1) / rx)
    var sweepAngle = atan2((-y1 - cy1) / ry, (-x1 - cx1) / rx) - first
    if sweep, sweepAngle < 0 { sweepAngle += 2 * .pi }
    if !sweep, sweepAngle > 0 { sweepAngle -= 2 * .pi }
    let pieces = max(1, min(8, Int((sweepAngle.magnitude / (.pi / 2)).rounded(.up))))
    let step = sweepAngle / Double(pieces)
    let k = 4.0 / 3 * tan(step / 4)
    func at(_ x: Double, _ y: Double) -> PaintPoint {
      PaintPoint(x: cosPhi * rx * x - sinPhi * ry * y + cx, y: sinPhi * rx * x + cosPhi * ry * y + cy)
    }
    for piece in 0..<pieces {
      let a = first + Double(piece) * step
      let b = a + step
      let last = piece == pieces - 1 ? end : at(cos(b), sin(b))
      result.curve(
        at(cos(a) - k * sin(a), sin(a) + k * cos(a)), at(cos(b) + k * sin(b), sin(b) - k * cos(b)), to: last)
    }
    current = end
  }
}
