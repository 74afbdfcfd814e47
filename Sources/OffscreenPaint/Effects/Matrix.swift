import Foundation
import OffscreenCSS
import OffscreenGeometry

/// A 4 by 4 matrix: `m[column][row]`.
/// https://drafts.csswg.org/css-transforms-2/#mathematical-description
struct Matrix: Hashable {
  var m: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

  static let identity = Matrix()

  subscript(column: Int, row: Int) -> Double {
    get { m[column * 4 + row] }
    set { m[column * 4 + row] = newValue }
  }

  /// The matrix that applies `other` first and then this.
  func multiplied(by other: Matrix) -> Matrix {
    var result = Matrix()
    for column in 0..<4 {
      for row in 0..<4 {
        var sum = 0.0
        for k in 0..<4 { sum += self[k, row] * other[column, k] }
        result[column, row] = sum
      }
    }
    return result
  }

  static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Matrix {
    var result = Matrix()
    (result[3, 0], result[3, 1], result[3, 2]) = (x, y, z)
    return result
  }

  static func scale(_ x: Double, _ y: Double, _ z: Double) -> Matrix {
    var result = Matrix()
    (result[0, 0], result[1, 1], result[2, 2]) = (x, y, z)
    return result
  }

  static func perspective(_ distance: Double) -> Matrix {
    var result = Matrix()
    result[2, 3] = -1 / max(1, distance)
    return result
  }

  /// https://drafts.csswg.org/css-transforms-2/#Rotate3dDefined
  static func rotation(_ x: Double, _ y: Double, _ z: Double, degrees: Double) -> Matrix {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else { return .identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (sine, cosine) = exactSineAndCosine(degrees: degrees)
    let t = 1 - cosine
    var result = Matrix()
    (result[0, 0], result[0, 1], result[0, 2]) = (t * x * x + cosine, t * x * y + sine * z, t * x * z - sine * y)
    (result[1, 0], result[1, 1], result[1, 2]) = (t * x * y - sine * z, t * y * y + cosine, t * y * z + sine * x)
    (result[2, 0], result[2, 1], result[2, 2]) = (t * x * z + sine * y, t * y * z - sine * x, t * z * z + cosine)
    return result
  }

  /// Right angles without rounding errors, so that turned boxes keep sharp edges.
  private static func exactSineAndCosine(degrees: Double) -> (Double, Double) {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    switch turned {
    case 0: return (0, 1)
    case 90, -270: return (1, 0)
    case 180, -180: return (0, -1)
    case 270, -90: return (-1, 0)
    case _:
      let radians = turned * .pi / 180
      return (sin(radians), cos(radians))
    }
  }

  init() {}

  /// `width` and `height` are those of the reference box.
  init(_ function: TransformFunction, width: Double, height: Double) {
    self.init()
    switch function {
    case .matrix(let a, let b, let c, let d, let tx, let ty):
      (self[0, 0], self[0, 1], self[1, 0], self[1, 1]) = (Double(a), Double(b), Double(c), Double(d))
      (self[3, 0], self[3, 1]) = (Double(tx), Double(ty))
    case .matrix3D(let values):
      if values.count == 16 { m = values.map { Double($0) } }
    case .translate(let x, let y, let z):
      self = .translation(x.pixels(basis: width), y.pixels(basis: height), Double(z))
    case .scale(let x, let y, let z):
      self = .scale(Double(x), Double(y), Double(z))
    case .rotate(let x, let y, let z, let angle):
      self = .rotation(Double(x), Double(y), Double(z), degrees: Double(angle))
    case .skew(let x, let y):
      self[1, 0] = tan(Double(x) * .pi / 180)
      self[0, 1] = tan(Double(y) * .pi / 180)
    case .perspective(let distance):
      if let distance { self = .perspective(Double(distance)) }
    case .interpolated(let from, let to, let progress):
      self = Matrix(from, width: width, height: height)
        .mixed(with: Matrix(to, width: width, height: height), at: Double(progress))
    }
  }

  /// The functions one after the other, the last applied first.
  init(_ functions: [TransformFunction], width: Double, height: Double) {
    self = functions.reduce(.identity) { $0.multiplied(by: Matrix($1, width: width, height: height)) }
  }

  /// Where a point of the plane comes to lie.
  func project(_ x: Double, _ y: Double) -> PaintPoint {
    let w = self[0, 3] * x + self[1, 3] * y + self[3, 3]
    // What is behind the eye is put far away.
    let divisor = w > 1e-6 ? w : 1e-6
    return PaintPoint(
      x: (self[0, 0] * x + self[1, 0] * y + self[3, 0]) / divisor,
      y: (self[0, 1] * x + self[1, 1] * y + self[3, 1]) / divisor)
  }

  /// The flattened matrix: depth is removed.
  /// https://drafts.csswg.org/css-transforms-2/#accumulated-3d-transformation-matrix-computation
  var flattened: Matrix {
    var result = self
    for index in 0..<4 {
      result[2, index] = index == 2 ? 1 : 0
      result[index, 2] = index == 2 ? 1 : 0
    }
    return result
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

  /// Whether all of the plane is as far behind the eye.
  var isBehindEye: Bool { self[0, 3] == 0 && self[1, 3] == 0 && self[3, 3] <= 0 }

  /// Its part in two dimensions.
  var planar: Transform {
    Transform(a: self[0, 0], b: self[0, 1], c: self[1, 0], d: self[1, 1], tx: self[3, 0], ty: self[3, 1]).finite
  }

  /// The affine transform that does the same to the plane, if there is one.
  var affine: Transform? {
    guard self[0, 3] == 0, self[1, 3] == 0, self[3, 3] != 0 else { return nil }
    let w = self[3, 3]
    return Transform(
      a: self[0, 0] / w, b: self[0, 1] / w, c: self[1, 0] / w, d: self[1, 1] / w, tx: self[3, 0] / w,
      ty: self[3, 1] / w
    ).finite
  }

  /// Whether all of space is flattened into a plane or less: then nothing is seen.
  var isSingular: Bool {
    // By elimination, over a copy.
    var rows = (0..<4).map { row in (0..<4).map { self[$0, row] } }
    for column in 0..<4 {
      let pivot = (column..<4).max { rows[$0][column].magnitude < rows[$1][column].magnitude } ?? column
      guard rows[pivot][column].magnitude > 1e-12 else { return true }
      rows.swapAt(pivot, column)
      for row in (column + 1)..<max(column + 1, 4) {
        let factor = rows[row][column] / rows[column][column]
        for k in column..<4 { rows[row][k] -= factor * rows[column][k] }
      }
    }
    return false
  }

  /// The matrix as a projective transformation of the plane z = 0.
  var projection: Projection {
    Projection(
      xx: self[0, 0], xy: self[1, 0], x0: self[3, 0], yx: self[0, 1], yy: self[1, 1], y0: self[3, 1],
      wx: self[0, 3], wy: self[1, 3], w0: self[3, 3])
  }

  /// Whether a part of the plane shows its back: its corners then go round the other way.
  func showsBack(at frame: PaintRect) -> Bool {
    let width = max(1, frame.width)
    let height = max(1, frame.height)
    let a = project(frame.minX, frame.minY)
    let b = project(frame.minX + width, frame.minY)
    let c = project(frame.minX, frame.minY + height)
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < 0
  }
}

extension Transform {
  /// Itself, or a transform to nothing where a part is not a number.
  var finite: Transform {
    [a, b, c, d, tx, ty].allSatisfy { $0.isFinite && $0.magnitude < 1e12 }
      ? self : Transform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
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

extension EffectStyle {
  /// The current transformation matrix around the transform origin, in page coordinates.
  /// https://drafts.csswg.org/css-transforms-2/#ctm
  func matrix(of frame: PaintRect, originX: Double, originY: Double) -> Matrix {
    let (width, height) = (frame.width, frame.height)
    let x = originX + transformOrigin.x.pixels(basis: width)
    let y = originY + transformOrigin.y.pixels(basis: height)
    let z = Double(transformOriginZ)
    var matrix = Matrix.translation(x, y, z)
    for function in [translate, rotate, scale] {
      if let function { matrix = matrix.multiplied(by: Matrix(function, width: width, height: height)) }
    }
    matrix = matrix.multiplied(by: Matrix(transform, width: width, height: height))
    return matrix.multiplied(by: .translation(-x, -y, -z))
  }
}
