import Foundation
import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

/// What a matrix makes of the plane.
extension Matrix {
  /// Where a point of the plane comes to lie.
  func project(_ x: Double, _ y: Double) -> PaintPoint {
    let w = self[0, 3] * x + self[1, 3] * y + self[3, 3]
    // What is behind the eye is put far away.
    let divisor = w > 1e-6 ? w : 1e-6
    return PaintPoint(
      x: (self[0, 0] * x + self[1, 0] * y + self[3, 0]) / divisor,
      y: (self[0, 1] * x + self[1, 1] * y + self[3, 1]) / divisor)
  }

  /// Around where the corners of a part of the plane come to lie; empty where that is no number.
  func bounds(of rect: PaintRect) -> PaintRect {
    let corners = [
      project(rect.minX, rect.minY), project(rect.maxX, rect.minY), project(rect.minX, rect.maxY),
      project(rect.maxX, rect.maxY),
    ]
    guard corners.allSatisfy({ $0.x.magnitude < 1e12 && $0.y.magnitude < 1e12 }) else {
      return PaintRect(x: 0, y: 0, width: 0, height: 0)
    }
    let (x, y) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
    return PaintRect(minX: x[0], minY: y[0], maxX: x[3], maxY: y[3])
  }

  /// The affine transform that does the same to the plane.
  /// Deviation: under perspective it only fits three corners of `frame` (drawing is affine).
  func flattened(for frame: PaintRect) -> Transform {
    if self[0, 3] == 0, self[1, 3] == 0, self[3, 3] == 1 {
      return Transform(
        a: self[0, 0], b: self[0, 1], c: self[1, 0], d: self[1, 1], tx: self[3, 0], ty: self[3, 1]
      ).finite
    }
    let width = max(1, frame.width)
    let height = max(1, frame.height)
    let topLeft = project(frame.minX, frame.minY)
    let topRight = project(frame.minX + width, frame.minY)
    let bottomLeft = project(frame.minX, frame.minY + height)
    let bottomRight = project(frame.minX + width, frame.minY + height)
    // The mean of both pairs of sides.
    let a = (topRight.x - topLeft.x + bottomRight.x - bottomLeft.x) / 2 / width
    let b = (topRight.y - topLeft.y + bottomRight.y - bottomLeft.y) / 2 / width
    let c = (bottomLeft.x - topLeft.x + bottomRight.x - topRight.x) / 2 / height
    let d = (bottomLeft.y - topLeft.y + bottomRight.y - topRight.y) / 2 / height
    let midX = (topLeft.x + topRight.x + bottomLeft.x + bottomRight.x) / 4
    let midY = (topLeft.y + topRight.y + bottomLeft.y + bottomRight.y) / 4
    let (x, y) = (frame.minX + width / 2, frame.minY + height / 2)
    return Transform(a: a, b: b, c: c, d: d, tx: midX - a * x - c * y, ty: midY - b * x - d * y).finite
  }

  /// The matrix as a projective transformation of the plane z = 0.
  var projection: Projection {
    Projection(
      xx: self[0, 0], xy: self[1, 0], x0: self[3, 0], yx: self[0, 1], yy: self[1, 1], y0: self[3, 1],
      wx: self[0, 3], wy: self[1, 3], w0: self[3, 3])
  }

  /// Whether a part of the plane shows its back: its corners then go round the other way, unless space is mirrored.
  /// https://drafts.csswg.org/css-transforms-2/#backface-visibility-property : as in Chromium, by where the plane's
  /// normal points.
  func showsBack(at frame: PaintRect) -> Bool {
    let width = max(1, frame.width)
    let height = max(1, frame.height)
    let a = project(frame.minX, frame.minY)
    let b = project(frame.minX + width, frame.minY)
    let c = project(frame.minX, frame.minY + height)
    let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    return determinant < 0 ? area > 0 : area < 0
  }

  /// By the determinants of the parts of two columns.
  private var determinant: Double {
    func part(_ left: Int, _ right: Int, _ top: Int, _ bottom: Int) -> Double {
      self[left, top] * self[right, bottom] - self[left, bottom] * self[right, top]
    }
    return part(0, 1, 0, 1) * part(2, 3, 2, 3) - part(0, 1, 0, 2) * part(2, 3, 1, 3)
      + part(0, 1, 0, 3) * part(2, 3, 1, 2) + part(0, 1, 1, 2) * part(2, 3, 0, 3)
      - part(0, 1, 1, 3) * part(2, 3, 0, 2) + part(0, 1, 2, 3) * part(2, 3, 0, 1)
  }
}

/// From where a box's children are seen.
struct PerspectiveView: Hashable {
  var distance: Double
  /// In page coordinates.
  var origin: PaintPoint

  /// https://drafts.csswg.org/css-transforms-2/#perspective-matrix
  var matrix: Matrix {
    Matrix.translation(origin.x, origin.y).multiplied(by: .perspective(distance))
      .multiplied(by: .translation(-origin.x, -origin.y))
  }
}

extension Fragment {
  /// The box that the transform of a fragment is relative to, in page coordinates.
  /// https://drafts.csswg.org/css-transforms-1/#transform-box
  func transformFrame(at offset: Point, _ style: ComputedStyle) -> PaintRect {
    let frame = Rect(origin: offset, size: size)
    return switch style.effect.transformBox {
    case .contentBox, .fillBox: PaintRect(frame.inset(by: border + padding))
    case .borderBox, .strokeBox, .viewBox: PaintRect(frame)
    }
  }
}

extension EffectStyle {
  /// The current transformation matrix around the transform origin, in page coordinates. `place`: where the box is
  /// on its path.
  /// https://drafts.csswg.org/css-transforms-2/#ctm
  func matrix(
    of frame: PaintRect, originX: Double, originY: Double, motion place: MotionPlace? = nil
  ) -> Matrix {
    let (width, height) = (frame.width, frame.height)
    let x = originX + transformOrigin.x.pixels(basis: width)
    let y = originY + transformOrigin.y.pixels(basis: height)
    let z = Double(transformOriginZ)
    var matrix = Matrix.translation(x, y, z)
    for function in [translate, rotate, scale] {
      if let function { matrix = matrix.multiplied(by: Matrix(function, width: width, height: height)) }
    }
    if let place {
      let (left, top) = (place.isInFrame ? originX : 0, place.isInFrame ? originY : 0)
      matrix = matrix.multiplied(by: .translation(left + place.point.x - x, top + place.point.y - y))
        .multiplied(by: Matrix(.rotate(x: 0, y: 0, z: 1, angle: Float(place.angle)), width: width, height: height))
      if case .position(let anchor) = motion.anchor {
        let (anchorX, anchorY) = (anchor.x.pixels(basis: width), anchor.y.pixels(basis: height))
        matrix = matrix.multiplied(by: .translation(x - originX - anchorX, y - originY - anchorY))
      }
    }
    matrix = matrix.multiplied(by: Matrix(transform, width: width, height: height))
    return matrix.multiplied(by: .translation(-x, -y, -z))
  }
}

extension ComputedStyle {
  /// What a list of nothing but flat functions makes of an element in a drawing; nil for other transforms.
  /// Optimization: nearly all elements of drawings have such ones. Matrices of space, and the whole group's copy, cost
  /// twenty times as much.
  func flatTransform(of frame: PaintRect) -> Transform? {
    guard effect.translate == nil, effect.rotate == nil, effect.scale == nil, effect.motion.path.isNone else {
      return nil
    }
    let (x, y) = (
      effect.transformOrigin.x.pixels(basis: frame.width), effect.transformOrigin.y.pixels(basis: frame.height)
    )
    let origin = PaintPoint(x: frame.x + x, y: frame.y + y)
    var result = Transform.translation(x: -origin.x, y: -origin.y)
    for function in effect.transform.reversed() {
      guard let flat = function.flat(of: frame) else { return nil }
      result = result.then(flat)
    }
    return result.then(.translation(x: origin.x, y: origin.y)).finite
  }
}

extension TransformFunction {
  fileprivate func flat(of frame: PaintRect) -> Transform? {
    switch self {
    case .matrix(let a, let b, let c, let d, let tx, let ty):
      return Transform(a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: Double(tx), ty: Double(ty))
    case .translate(let x, let y, _):
      return .translation(x: x.pixels(basis: frame.width), y: y.pixels(basis: frame.height))
    case .scale(let x, let y, _): return .scale(x: Double(x), y: Double(y))
    case .rotate(x: 0, y: 0, z: 1, let angle):
      let (c, s) = (cos(Double(angle) * .pi / 180), sin(Double(angle) * .pi / 180))
      return Transform(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
    case .skew(let x, let y):
      return Transform(a: 1, b: tan(Double(y) * .pi / 180), c: tan(Double(x) * .pi / 180), d: 1, tx: 0, ty: 0)
    case .rotate, .matrix3D, .perspective, .interpolated: return nil
    }
  }
}
