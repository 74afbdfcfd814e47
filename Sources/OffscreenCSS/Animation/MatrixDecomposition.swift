extension Matrix {
  /// The matrix between this (0) and another; the nearer one where either cannot be taken apart.
  /// https://drafts.csswg.org/css-transforms-2/#matrix-interpolation
  func mixed(with other: Matrix, at progress: Double) -> Matrix {
    guard let a = DecomposedMatrix(self), let b = DecomposedMatrix(other) else { return progress < 0.5 ? self : other }
    return a.mixed(with: b, at: progress).matrix
  }
}

/// https://drafts.csswg.org/css-transforms-2/#decomposing-a-3d-matrix
private struct DecomposedMatrix {
  var translation = SIMD3<Double>()
  var scale = SIMD3<Double>(1, 1, 1)
  /// xy, xz, yz.
  var skew = SIMD3<Double>()
  var perspective = SIMD4<Double>(0, 0, 0, 1)
  var rotation = Quaternion(x: 0, y: 0, z: 0, w: 1)

  init?(_ source: Matrix) {
    // 1. Normalize.
    guard source[3, 3] != 0, source.m.allSatisfy(\.isFinite), !source.isSingular else { return nil }
    var matrix = source
    for index in matrix.m.indices { matrix.m[index] /= source[3, 3] }
    // 2. Perspective, by the rest without it.
    var affine = matrix
    for column in 0..<3 { affine[column, 3] = 0 }
    affine[3, 3] = 1
    if (0..<3).contains(where: { matrix[$0, 3] != 0 }) {
      let right = SIMD4(matrix[0, 3], matrix[1, 3], matrix[2, 3], matrix[3, 3])
      guard let solved = affine.solvedTransposed(right) else { return nil }
      perspective = solved
    }
    // 3. Translation.
    translation = SIMD3(matrix[3, 0], matrix[3, 1], matrix[3, 2])
    // 4. Scale and skew, column by column.
    var rows = (0..<3).map { SIMD3(matrix[$0, 0], matrix[$0, 1], matrix[$0, 2]) }
    func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
    func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }
    scale.x = length(rows[0])
    guard scale.x > 0 else { return nil }
    rows[0] /= scale.x
    skew.x = dot(rows[0], rows[1])
    rows[1] -= rows[0] * skew.x
    scale.y = length(rows[1])
    guard scale.y > 0 else { return nil }
    rows[1] /= scale.y
    skew.x /= scale.y
    skew.y = dot(rows[0], rows[2])
    rows[2] -= rows[0] * skew.y
    skew.z = dot(rows[1], rows[2])
    rows[2] -= rows[1] * skew.z
    scale.z = length(rows[2])
    guard scale.z > 0 else { return nil }
    rows[2] /= scale.z
    skew.y /= scale.z
    skew.z /= scale.z
    // 5. A coordinate system that was turned inside out.
    let (p, q) = (rows[1], rows[2])
    let cross = SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
    if dot(rows[0], cross) < 0 {
      scale = -scale
      rows = rows.map { -$0 }
    }
    // 6. The rotation.
    let (xx, yy, zz) = (rows[0].x, rows[1].y, rows[2].z)
    rotation = Quaternion(
      x: max(1 + xx - yy - zz, 0).squareRoot() / 2, y: max(1 - xx + yy - zz, 0).squareRoot() / 2,
      z: max(1 - xx - yy + zz, 0).squareRoot() / 2, w: max(1 + xx + yy + zz, 0).squareRoot() / 2)
    if rows[2].y > rows[1].z { rotation.x = -rotation.x }
    if rows[0].z > rows[2].x { rotation.y = -rotation.y }
    if rows[1].x > rows[0].y { rotation.z = -rotation.z }
  }

  func mixed(with other: DecomposedMatrix, at progress: Double) -> DecomposedMatrix {
    var result = self
    result.translation += (other.translation - translation) * progress
    result.scale += (other.scale - scale) * progress
    result.skew += (other.skew - skew) * progress
    result.perspective += (other.perspective - perspective) * progress
    result.rotation = rotation.mixed(with: other.rotation, at: progress)
    return result
  }

  /// https://drafts.csswg.org/css-transforms-2/#recomposing-to-a-3d-matrix
  var matrix: Matrix {
    var result = Matrix()
    // 1. Perspective and translation.
    for column in 0..<4 { result[column, 3] = perspective[column] }
    result = result.multiplied(by: .translation(translation.x, translation.y, translation.z))
    // 2. Rotation.
    let (x, y, z, w) = (rotation.x, rotation.y, rotation.z, rotation.w)
    var turn = Matrix()
    (turn[0, 0], turn[1, 0], turn[2, 0]) = (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w))
    (turn[0, 1], turn[1, 1], turn[2, 1]) = (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w))
    (turn[0, 2], turn[1, 2], turn[2, 2]) = (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y))
    result = result.multiplied(by: turn)
    // 3. Skew and scale.
    for (column, row, amount) in [(2, 1, skew.z), (2, 0, skew.y), (1, 0, skew.x)] where amount != 0 {
      var shear = Matrix()
      shear[column, row] = amount
      result = result.multiplied(by: shear)
    }
    return result.multiplied(by: .scale(scale.x, scale.y, scale.z))
  }
}

extension Matrix {
  /// The vector that this matrix, transposed, takes to `right`.
  fileprivate func solvedTransposed(_ right: SIMD4<Double>) -> SIMD4<Double>? {
    // By elimination: row i of the transposed matrix is column i of this one.
    var rows = (0..<4).map { column in (0..<4).map { self[column, $0] } + [right[column]] }
    for column in 0..<4 {
      let pivot = (column..<4).max { rows[$0][column].magnitude < rows[$1][column].magnitude } ?? column
      guard rows[pivot][column].magnitude > 1e-12 else { return nil }
      rows.swapAt(pivot, column)
      for row in 0..<4 where row != column {
        let factor = rows[row][column] / rows[column][column]
        for k in column..<5 { rows[row][k] -= factor * rows[column][k] }
      }
    }
    var result = SIMD4<Double>()
    for row in 0..<4 { result[row] = rows[row][4] / rows[row][row] }
    return result
  }
}
