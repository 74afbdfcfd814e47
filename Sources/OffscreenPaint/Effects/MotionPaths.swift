import Foundation
import OffscreenCSS
import OffscreenGeometry

/// Where something is on its `offset-path`.
struct MotionPlace {
  var point: PaintPoint
  /// Degrees.
  var angle: Double
  /// Whether the point counts from the corner of what moves; else from where coordinates begin.
  var isInFrame = true
  /// Of how many elements its path is.
  var pieces = 0
}

/// What an `offset-path` is laid into.
/// https://drafts.csswg.org/motion-1/#offset-path-property
struct MotionSpace {
  /// Of the containing block, from the top left of the box that moves.
  var reference: RoundedRect
  /// The border box of what moves.
  var size: VectorSize
  /// What path data is multiplied with.
  var zoom: Double

  /// Nil where there is no path.
  func place(_ motion: MotionStyle, reference outline: (String) -> PaintPath?) -> MotionPlace? {
    var place: MotionPlace?
    switch motion.path {
    case .none: return nil
    case .ray(let ray, _): place = along(ray, motion)
    case .reference(let address):
      // What is no shape is a path of one point.
      place = Self.along(outline(address) ?? PaintPath(), motion.distance)
    case .shape(let shape, let isPlaced, _):
      if case .path = shape {
        let own = PaintRect(x: 0, y: 0, width: size.width, height: size.height)
        place = Self.along(shape.path(in: own, zoom: zoom).0, motion.distance)
      } else {
        let shape = isPlaced ? shape : shape.centered(at: start(motion.position, in: reference.rect))
        var path = shape.path(in: reference.rect, zoom: zoom).0
        switch shape {
        // They begin where SVG's do, as in Chromium.
        case .circle, .ellipse:
          let box = path.bounds
          let center = PaintPoint(x: box.x + box.width / 2, y: box.y + box.height / 2)
          path = PaintPath(ellipseFromRightAround: center, box.width / 2, box.height / 2)
        case .inset, .polygon, .path, .shape: break
        }
        place = Self.along(path, motion.distance)
      }
    case .box: place = Self.along(PaintPath(reference), motion.distance)
    }
    if !motion.rotate.isAuto { place?.angle = 0 }
    place?.angle += motion.rotate.angle
    return place
  }

  /// Where a path without a place of its own starts, from the reference box's top left.
  /// https://drafts.csswg.org/motion-1/#offset-position-property
  private func start(_ position: OffsetPosition, in box: PaintRect) -> PaintPoint {
    switch position {
    case .normal: PaintPoint(x: box.width / 2, y: box.height / 2)
    case .auto: PaintPoint(x: -box.x, y: -box.y)
    case .position(let point):
      PaintPoint(x: point.x.pixels(basis: box.width), y: point.y.pixels(basis: box.height))
    }
  }

  /// https://drafts.csswg.org/motion-1/#ray-function
  private func along(_ ray: OffsetRay, _ motion: MotionStyle) -> MotionPlace {
    let box = reference.rect
    let start =
      ray.center.map { PaintPoint(x: $0.x.pixels(basis: box.width), y: $0.y.pixels(basis: box.height)) }
      ?? start(motion.position, in: box)
    var length = ray.length(from: start, width: box.width, height: box.height)
    if ray.contain { length = max(0, length - max(size.width, size.height) / 2) }
    let distance = motion.distance.pixels(basis: length)
    let radians = ray.angle * .pi / 180
    return MotionPlace(
      point: PaintPoint(
        x: box.x + start.x + distance * sin(radians), y: box.y + start.y - distance * cos(radians)),
      angle: ray.angle - 90)
  }

  /// https://drafts.csswg.org/motion-1/#calculating-the-computed-distance-along-a-path
  private static func along(_ path: PaintPath, _ distance: LengthPercentage) -> MotionPlace {
    let measure = PathMeasure(path)
    var along = distance.pixels(basis: measure.length)
    if path.isClosed, measure.length > 0 {
      along = along.truncatingRemainder(dividingBy: measure.length)
      if along < 0 { along += measure.length }
    }
    guard let place = measure.place(at: along) else {
      guard case .move(let point)? = path.elements.first else { return MotionPlace(point: .zero, angle: 0) }
      return MotionPlace(point: point, angle: 0)
    }
    return MotionPlace(point: place.point, angle: place.angle * 180 / .pi, pieces: path.elements.count)
  }
}

extension PaintPath {
  fileprivate var isClosed: Bool { elements.last == .close }
}

extension BasicShape {
  /// A circle or an ellipse that does not say where it is.
  fileprivate func centered(at point: PaintPoint) -> BasicShape {
    let center = LengthPair(x: .length(Float(point.x)), y: .length(Float(point.y)))
    return switch self {
    case .circle(let radius, _): .circle(radius, center: center)
    case .ellipse(let x, let y, _): .ellipse(x, y, center: center)
    case .inset, .polygon, .path, .shape: self
    }
  }
}

extension OffsetRay {
  /// How far the ray goes from a point in a box.
  fileprivate func length(from point: PaintPoint, width: Double, height: Double) -> Double {
    let (left, right) = (point.x, width - point.x)
    let (top, bottom) = (point.y, height - point.y)
    let sides = [left, right, top, bottom].map(\.magnitude)
    func corner(_ choose: (Double, Double) -> Double) -> Double {
      let (x, y) = (choose(sides[0], sides[1]), choose(sides[2], sides[3]))
      return (x * x + y * y).squareRoot()
    }
    switch size {
    case .closestSide: return sides.min() ?? 0
    case .farthestSide: return sides.max() ?? 0
    case .closestCorner: return corner(min)
    case .farthestCorner: return corner(max)
    case .sides:
      guard left >= 0, right >= 0, top >= 0, bottom >= 0 else { return 0 }
      let radians = angle * .pi / 180
      let (sine, cosine) = (sin(radians), cos(radians))
      // A ray along a side does not meet that side, even where it starts on it.
      func distance(_ room: Double, _ part: Double) -> Double {
        part.magnitude < 1e-9 ? .infinity : room / part.magnitude
      }
      let length = min(distance(cosine >= 0 ? top : bottom, cosine), distance(sine >= 0 ? right : left, sine))
      return length.isFinite ? length : 0
    }
  }
}
