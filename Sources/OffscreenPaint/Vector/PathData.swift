import Foundation
import OffscreenCSS
import OffscreenGeometry

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
    let count = data.utf8.count
    // Optimization: a slice of a text is copied byte by byte.
    bytes = count <= Self.maximumBytes ? Array(data.utf8) : Array(data.utf8.prefix(Self.maximumBytes))
    result.isCutShort = count > Self.maximumBytes
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
      // Whatever comes first is a move.
      guard !result.isEmpty || command | 0x20 == 0x6D, run(command) else { break }
    }
    return result
  }

  private mutating func skipSeparators() {
    while position < bytes.count, bytes[position] <= 0x20 || bytes[position] == 0x2C { position += 1 }
  }

  private mutating func number() -> Double? {
    skipSeparators()
    return NumberScanner.number(bytes, &position)
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
    // Radii that are next to nothing have no centre that numbers can tell.
    guard sweepAngle.isFinite else { return line(to: end) }
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
      if piece < pieces - 1 { result.noteArcPart() }
    }
    current = end
  }
}
