import Foundation
import OffscreenDOM
import OffscreenGeometry

/// The way of an `animateMotion` element.
/// https://svgwg.org/specs/animations/#AnimateMotionElement
struct MotionAnimation {
  private enum Rotation { case auto, reverse, angle(Double) }
  private let path: PathMeasure?
  private let rotation: Rotation

  /// Whether it is a path, and no list of points.
  var hasPath: Bool { path != nil }

  init?(_ timed: TimedElement, _ vectors: VectorElements) {
    let node = timed.node
    // 1. `mpath` goes before `path`.
    var found: PaintPath?
    if let link = vectors.children(node).first(where: { vectors.name($0) == "mpath" }) {
      guard let address = vectors.address(link), let shape = vectors.find(reference: address, from: node),
        let outline = vectors.outline(of: shape)
      else { return nil }
      found = outline
    } else if let data = vectors.plainAttribute(node, "path") {
      var parser = PathDataParser(data)
      found = parser.path()
    }
    path = found.map { PathMeasure($0) }
    // 2. https://svgwg.org/specs/animations/#RotateAttribute
    switch vectors.plainAttribute(node, "rotate")?.trimmed {
    case "auto": rotation = .auto
    case "auto-reverse": rotation = .reverse
    case let text: rotation = .angle(text.flatMap { AttributeValue($0)?.items.first?.number } ?? 0)
    }
  }

  /// The matrix outside of the target's own transform.
  func matrix(_ values: AnimationValues, _ iteration: Double, _ part: Double) -> Transform? {
    guard let (point, angle) = path.map({ place($0, values, iteration, part) }) ?? place(values, iteration, part) else {
      return nil
    }
    let turned: Double
    switch rotation {
    case .auto: turned = angle
    case .reverse: turned = angle + .pi
    case .angle(let degrees): turned = degrees * .pi / 180
    }
    let (sine, cosine) = (sin(turned), cos(turned))
    return Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: point.x, ty: point.y)
  }

  private func place(
    _ path: PathMeasure, _ values: AnimationValues, _ iteration: Double, _ part: Double
  ) -> (point: PaintPoint, angle: Double)? {
    var along = part
    let points = values.keyPoints
    if points.count > 1, values.mode != .paced {
      let place = values.place(at: part, count: points.count) { abs(points[$0 + 1] - points[$0]) }
      along = points[place.from] * (1 - place.part) + points[place.to] * place.part
    } else if values.mode == .spline {
      along = values.place(at: part, count: 2) { _ in 1 }.part
    } else if values.mode == .discrete {
      along = part < 0.5 ? 0 : 1
    }
    guard var found = path.place(at: path.length * along) else { return nil }
    if values.isCumulative, iteration > 0, let end = path.place(at: path.length) {
      found.point.x += end.point.x * iteration
      found.point.y += end.point.y * iteration
    }
    return found
  }

  private func place(
    _ values: AnimationValues, _ iteration: Double, _ part: Double
  ) -> (point: PaintPoint, angle: Double)? {
    var points = values.values.map { text -> PaintPoint? in
      guard let text else { return .zero }
      guard let items = AttributeValue(text)?.items, items.count == 2 else { return nil }
      return PaintPoint(x: items[0].number, y: items[1].number)
    }
    if values.isBy, points.count == 2, let from = points[0], let by = points[1] {
      points[1] = PaintPoint(x: from.x + by.x, y: from.y + by.y)
    }
    func distance(_ index: Int) -> Double? {
      guard let one = points[index], let next = points[index + 1] else { return nil }
      return ((next.x - one.x) * (next.x - one.x) + (next.y - one.y) * (next.y - one.y)).squareRoot()
    }
    let place = values.place(at: part, count: points.count, distance: distance)
    guard let from = points[place.from], let to = points[place.to] else { return nil }
    var point = PaintPoint(x: from.x + (to.x - from.x) * place.part, y: from.y + (to.y - from.y) * place.part)
    if values.isCumulative, iteration > 0, let end = points.last ?? nil {
      (point.x, point.y) = (point.x + end.x * iteration, point.y + end.y * iteration)
    }
    return (point, atan2(to.y - from.y, to.x - from.x))
  }
}
