import Foundation

extension RoundedRect {
  /// Tangents that approximate a corner's curve.
  private static let tangents = 48

  /// The outline of a shape whose curves do not fit on its sides: what of the rectangle is within all of them.
  /// All of it is convex, so that the curves' tangents cut it out.
  var cutPolygon: [PaintPoint] {
    var polygon = [
      PaintPoint(x: rect.minX, y: rect.minY), PaintPoint(x: rect.maxX, y: rect.minY),
      PaintPoint(x: rect.maxX, y: rect.maxY), PaintPoint(x: rect.minX, y: rect.maxY),
    ]
    func cut(_ corner: PaintPoint, _ radius: CornerRadius, _ signX: Double, _ signY: Double) {
      guard !radius.isZero else { return }
      let center = PaintPoint(x: corner.x - signX * radius.x, y: corner.y - signY * radius.y)
      for index in 1..<Self.tangents {
        let angle = Double(index) / Double(Self.tangents) * .pi / 2
        let (x, y) = (signX * cos(angle), signY * sin(angle))
        let touch = PaintPoint(x: center.x + x * radius.x, y: center.y + y * radius.y)
        polygon = Self.cut(polygon, at: touch, normal: PaintPoint(x: x / radius.x, y: y / radius.y))
      }
    }
    cut(PaintPoint(x: rect.minX, y: rect.minY), topLeft, -1, -1)
    cut(PaintPoint(x: rect.maxX, y: rect.minY), topRight, 1, -1)
    cut(PaintPoint(x: rect.maxX, y: rect.maxY), bottomRight, 1, 1)
    cut(PaintPoint(x: rect.minX, y: rect.maxY), bottomLeft, -1, 1)
    return polygon
  }

  /// The part of a convex polygon on the inner side of a line.
  private static func cut(_ polygon: [PaintPoint], at point: PaintPoint, normal: PaintPoint) -> [PaintPoint] {
    func distance(_ other: PaintPoint) -> Double {
      (other.x - point.x) * normal.x + (other.y - point.y) * normal.y
    }
    guard var last = polygon.last, polygon.contains(where: { distance($0) > 0 }) else { return polygon }
    var result: [PaintPoint] = []
    for next in polygon {
      let (before, after) = (distance(last), distance(next))
      if (before > 0) != (after > 0) {
        let part = before / (before - after)
        result.append(PaintPoint(x: last.x + (next.x - last.x) * part, y: last.y + (next.y - last.y) * part))
      }
      if after <= 0 { result.append(next) }
      last = next
    }
    return result
  }
}
