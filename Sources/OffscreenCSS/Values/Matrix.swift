import Foundation
import OffscreenGeometry

/// A 4 by 4 matrix: `m[column][row]`.
/// https://drafts.csswg.org/css-transforms-2/#mathematical-description
package struct Matrix: Hashable {
  package var m: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

  package static let identity = Matrix()

  package subscript(column: Int, row: Int) -> Double {
    get { m[column * 4 + row] }
    set { m[column * 4 + row] = newValue }
  }

  /// The matrix that applies `other` first and then this.
  package func multiplied(by other: Matrix) -> Matrix {
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

  package static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Matrix {
    var result = Matrix()
    (result[3, 0], result[3, 1], result[3, 2]) = (x, y, z)
    return result
  }

  package static func scale(_ x: Double, _ y: Double, _ z: Double) -> Matrix {
    var result = Matrix()
    (result[0, 0], result[1, 1], result[2, 2]) = (x, y, z)
    return result
  }

  package static func perspective(_ distance: Double) -> Matrix {
    var result = Matrix()
    result[2, 3] = -1 / max(1, distance)
    return result
  }

  /// https://drafts.csswg.org/css-transforms-2/#Rotate3dDefined
  package static func rotation(_ x: Double, _ y: Double, _ z: Double, degrees: Double) -> Matrix {
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

  package init() {}

  /// `width` and `height` are those of the reference box.
  package init(_ function: TransformFunction, width: Double, height: Double) {
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
  package init(_ functions: [TransformFunction], width: Double, height: Double) {
    self = functions.reduce(.identity) { $0.multiplied(by: Matrix($1, width: width, height: height)) }
  }

  /// The flattened matrix: depth is removed.
  /// https://drafts.csswg.org/css-transforms-2/#accumulated-3d-transformation-matrix-computation
  package var flattened: Matrix {
    var result = self
    for index in 0..<4 {
      result[2, index] = index == 2 ? 1 : 0
      result[index, 2] = index == 2 ? 1 : 0
    }
    return result
  }

  /// Whether all of the plane is as far behind the eye.
  package var isBehindEye: Bool { self[0, 3] == 0 && self[1, 3] == 0 && self[3, 3] <= 0 }

  /// Its part in two dimensions.
  package var planar: Transform {
    Transform(a: self[0, 0], b: self[0, 1], c: self[1, 0], d: self[1, 1], tx: self[3, 0], ty: self[3, 1]).finite
  }

  /// The affine transform that does the same to the plane, if there is one.
  package var affine: Transform? {
    guard self[0, 3] == 0, self[1, 3] == 0, self[3, 3] != 0 else { return nil }
    let w = self[3, 3]
    return Transform(
      a: self[0, 0] / w, b: self[0, 1] / w, c: self[1, 0] / w, d: self[1, 1] / w, tx: self[3, 0] / w,
      ty: self[3, 1] / w
    ).finite
  }

  /// Whether all of space is flattened into a plane or less: then nothing is seen.
  package var isSingular: Bool {
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

}

extension Transform {
  /// Itself, or a transform to nothing where a part is not a number.
  package var finite: Transform {
    [a, b, c, d, tx, ty].allSatisfy { $0.isFinite && $0.magnitude < 1e12 }
      ? self : Transform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
  }
}
