import Foundation

/// https://drafts.csswg.org/css-transforms-2/#interpolation-of-transforms
extension TransformFunction: InterpolableValue {
  func mixed(with other: TransformFunction, at progress: Double) -> TransformFunction? {
    func mix(_ a: Float, _ b: Float) -> Float { a.mixed(with: b, at: progress) ?? b }
    func mix(_ a: LengthPercentage, _ b: LengthPercentage) -> LengthPercentage { a.mixed(with: b, at: progress) ?? b }
    switch (self, other) {
    case (.translate(let x, let y, let z), .translate(let u, let v, let w)):
      return .translate(x: mix(x, u), y: mix(y, v), z: mix(z, w))
    case (.scale(let x, let y, let z), .scale(let u, let v, let w)):
      return .scale(x: mix(x, u), y: mix(y, v), z: mix(z, w))
    case (.rotate(let x, let y, let z, let from), .rotate(let u, let v, let w, let to)):
      // A rotation by nothing has the other's axis.
      if from == 0 || (x, y, z) == (u, v, w) { return .rotate(x: u, y: v, z: w, angle: mix(from, to)) }
      if to == 0 { return .rotate(x: x, y: y, z: z, angle: mix(from, to)) }
      return turned(from: (x, y, z, from), to: (u, v, w, to), progress)
    case (.skew(let x, let y), .skew(let u, let v)): return .skew(x: mix(x, u), y: mix(y, v))
    case (.perspective(let a), .perspective(let b)):
      // By the reciprocals: what has none is infinitely far away.
      let inverse = mix(a.map { 1 / max(1, $0) } ?? 0, b.map { 1 / max(1, $0) } ?? 0)
      return .perspective(inverse > 0 ? 1 / inverse : nil)
    case (.matrix, .matrix), (.matrix3D, .matrix3D), (.matrix, .matrix3D), (.matrix3D, .matrix):
      return self == other ? self : .interpolated(from: [self], to: [other], progress: Float(progress))
    case (_, _): return nil
    }
  }

  /// The shortest way between two rotations.
  /// https://drafts.csswg.org/css-transforms-2/#interpolation-of-3d-matrices
  private func turned(
    from: (x: Float, y: Float, z: Float, angle: Float), to: (x: Float, y: Float, z: Float, angle: Float),
    _ progress: Double
  ) -> TransformFunction? {
    guard let a = Quaternion(axis: (Double(from.x), Double(from.y), Double(from.z)), degrees: Double(from.angle)),
      let b = Quaternion(axis: (Double(to.x), Double(to.y), Double(to.z)), degrees: Double(to.angle))
    else { return nil }
    let (axis, degrees) = a.mixed(with: b, at: progress).axisAndDegrees
    return .rotate(
      x: axis.0.clampedNumber, y: axis.1.clampedNumber, z: axis.2.clampedNumber, angle: degrees.clampedNumber)
  }

  static func mixed(_ a: [Self], _ b: [Self], at progress: Double) -> [Self]? {
    // 1. Functions of the same kind, one by one; where a list ends, the other's go from or to nothing.
    var result: [Self] = []
    var index = 0
    while index < max(a.count, b.count) {
      let from = index < a.count ? a[index] : b[index].neutral
      let to = index < b.count ? b[index] : a[index].neutral
      guard let from, let to, let mixed = from.mixed(with: to, at: progress) else { break }
      result.append(mixed)
      index += 1
    }
    if index == max(a.count, b.count) { return result }
    // 2. The rest as matrices, which are known when the box is. Matrices between matrices would have to be
    // found again and again: such lists change half way.
    guard !a.contains(where: \.isInterpolated), !b.contains(where: \.isInterpolated) else { return nil }
    result.append(
      .interpolated(from: Array(a.dropFirst(index)), to: Array(b.dropFirst(index)), progress: Float(progress)))
    return result
  }

  static func added(_ list: [Self], to underlying: [Self]) -> [Self]? { appended(list, to: underlying) }
  static func accumulated(_ list: [Self], onto underlying: [Self]) -> [Self]? {
    sum(list, underlying, from: \.neutral) ?? appended(list, to: underlying)
  }

  private var isInterpolated: Bool { if case .interpolated = self { true } else { false } }

  /// The identity transform function of the same kind; nil where only a matrix is.
  var neutral: TransformFunction? {
    switch self {
    case .matrix: .matrix(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    case .matrix3D: .matrix3D([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    case .translate: .translate(x: .zero, y: .zero, z: 0)
    case .scale: .scale(x: 1, y: 1, z: 1)
    case .rotate(let x, let y, let z, _): .rotate(x: x, y: y, z: z, angle: 0)
    case .skew: .skew(x: 0, y: 0)
    case .perspective: .perspective(nil)
    case .interpolated: nil
    }
  }

  func added(to underlying: TransformFunction) -> TransformFunction? {
    switch (self, underlying) {
    case (.translate(let x, let y, let z), .translate(let u, let v, let w)):
      guard let x = x.added(to: u), let y = y.added(to: v) else { return nil }
      return .translate(x: x, y: y, z: z + w)
    case (.scale(let x, let y, let z), .scale(let u, let v, let w)): return .scale(x: x * u, y: y * v, z: z * w)
    case (.rotate(let x, let y, let z, let a), .rotate(let u, let v, let w, let b)) where (x, y, z) == (u, v, w):
      return .rotate(x: x, y: y, z: z, angle: a + b)
    case (_, _): return nil
    }
  }
}

/// A rotation in space, of length 1.
package struct Quaternion {
  package var x: Double
  package var y: Double
  package var z: Double
  package var w: Double

  package init(x: Double, y: Double, z: Double, w: Double) { (self.x, self.y, self.z, self.w) = (x, y, z, w) }

  init?(axis: (Double, Double, Double), degrees: Double) {
    let length = (axis.0 * axis.0 + axis.1 * axis.1 + axis.2 * axis.2).squareRoot()
    guard length > 0, length.isFinite, degrees.isFinite else { return nil }
    let half = degrees * .pi / 360
    let s = sin(half) / length
    self.init(x: axis.0 * s, y: axis.1 * s, z: axis.2 * s, w: cos(half))
  }

  /// https://drafts.csswg.org/css-transforms-2/#interpolation-of-decomposed-3d-matrix-values
  package func mixed(with other: Quaternion, at progress: Double) -> Quaternion {
    var product = x * other.x + y * other.y + z * other.z + w * other.w
    product = min(max(product, -1), 1)
    guard product.magnitude < 1 else { return self }
    let angle = acos(product)
    let s = sin(angle)
    guard s.magnitude > 1e-9 else { return self }
    let first = sin((1 - progress) * angle) / s
    let second = sin(progress * angle) / s
    return Quaternion(
      x: x * first + other.x * second, y: y * first + other.y * second, z: z * first + other.z * second,
      w: w * first + other.w * second)
  }

  fileprivate var axisAndDegrees: ((Double, Double, Double), Double) {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 1e-9 else { return ((0, 0, 1), 0) }
    return ((x / length, y / length, z / length), 2 * acos(min(max(w, -1), 1)) * 180 / .pi)
  }
}
