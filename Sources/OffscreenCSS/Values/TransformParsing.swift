/// https://drafts.csswg.org/css-transforms-2/
extension TokenCursor {
  /// `none` or a list of functions.
  mutating func consumeTransforms(in context: ParsingContext) -> Specified<[TransformFunction]>? {
    if consumeIdent("none") { return .computed([]) }
    var functions: [Specified<TransformFunction>] = []
    while let (token, contents) = consumeFunction() {
      var inner = contents
      guard let function = inner.transformFunction(buffer.lowercased(token), in: context), inner.isAtEnd,
        functions.count < 1000
      else { return nil }
      functions.append(function)
    }
    return functions.isEmpty ? nil : functions.joined()
  }

  private mutating func transformFunction(_ name: String, in context: ParsingContext) -> Specified<TransformFunction>? {
    switch name {
    case "matrix":
      let zoom = Float(context.zoom)
      return numbers(6, in: context)?.map {
        .matrix(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4] * zoom, ty: $0[5] * zoom)
      }
    case "matrix3d": return numbers(16, in: context)?.map { .matrix3D($0) }
    case "translate":
      guard let x = consumeLengthPercentage(in: context) else { return nil }
      guard consumeComma() else { return x.map { .translate(x: $0, y: .zero, z: 0) } }
      return consumeLengthPercentage(in: context).map { x.with($0) { .translate(x: $0, y: $1, z: 0) } }
    case "translatex": return consumeLengthPercentage(in: context)?.map { .translate(x: $0, y: .zero, z: 0) }
    case "translatey": return consumeLengthPercentage(in: context)?.map { .translate(x: .zero, y: $0, z: 0) }
    case "translatez":
      return consumeLength(in: context)?.map { .translate(x: .zero, y: .zero, z: Float($0)) }
    case "translate3d":
      guard let x = consumeLengthPercentage(in: context), consumeComma(),
        let y = consumeLengthPercentage(in: context), consumeComma(), let z = consumeLength(in: context)
      else { return nil }
      return Self.translate(x, y, z)
    case "scale":
      guard let x = factor(in: context) else { return nil }
      guard consumeComma() else { return x.map { .scale(x: $0, y: $0, z: 1) } }
      return factor(in: context).map { x.with($0) { .scale(x: $0, y: $1, z: 1) } }
    case "scalex": return factor(in: context)?.map { .scale(x: $0, y: 1, z: 1) }
    case "scaley": return factor(in: context)?.map { .scale(x: 1, y: $0, z: 1) }
    case "scalez": return factor(in: context)?.map { .scale(x: 1, y: 1, z: $0) }
    case "scale3d":
      guard let x = factor(in: context), consumeComma(), let y = factor(in: context), consumeComma(),
        let z = factor(in: context)
      else { return nil }
      return Self.scale(x, y, z)
    case "rotate", "rotatez": return degrees(in: context)?.map { .rotate(x: 0, y: 0, z: 1, angle: $0) }
    case "rotatex": return degrees(in: context)?.map { .rotate(x: 1, y: 0, z: 0, angle: $0) }
    case "rotatey": return degrees(in: context)?.map { .rotate(x: 0, y: 1, z: 0, angle: $0) }
    case "rotate3d":
      var axis: [Specified<Double>] = []
      for _ in 0..<3 {
        guard let part = consumeNumber(in: context), consumeComma() else { return nil }
        axis.append(part)
      }
      return degrees(in: context).map { Self.rotate(axis, $0) }
    case "skew":
      guard let x = degrees(in: context) else { return nil }
      guard consumeComma() else { return x.map { .skew(x: $0, y: 0) } }
      return degrees(in: context).map { x.with($0) { .skew(x: $0, y: $1) } }
    case "skewx": return degrees(in: context)?.map { .skew(x: $0, y: 0) }
    case "skewy": return degrees(in: context)?.map { .skew(x: 0, y: $0) }
    case "perspective":
      if consumeIdent("none") { return .computed(.perspective(nil)) }
      return consumeLength(in: context, .nonNegative)?.map { .perspective(Float($0)) }
    default: return nil
    }
  }

  private static func translate(
    _ x: Specified<LengthPercentage>, _ y: Specified<LengthPercentage>, _ z: Specified<Double>
  ) -> Specified<TransformFunction> {
    x.with(y) { LengthPair(x: $0, y: $1) }.with(z) { .translate(x: $0.x, y: $0.y, z: Float($1)) }
  }

  private static func scale(
    _ x: Specified<Float>, _ y: Specified<Float>, _ z: Specified<Float>
  ) -> Specified<TransformFunction> {
    x.with(y) { SIMD2($0, $1) }.with(z) { .scale(x: $0.x, y: $0.y, z: $1) }
  }

  /// Around an axis of three numbers.
  private static func rotate(_ axis: [Specified<Double>], _ angle: Specified<Float>) -> Specified<TransformFunction> {
    axis.joined().with(angle) {
      .rotate(x: $0[0].clampedNumber, y: $0[1].clampedNumber, z: $0[2].clampedNumber, angle: $1)
    }
  }

  private mutating func numbers(_ count: Int, in context: ParsingContext) -> Specified<[Float]>? {
    var numbers: [Specified<Float>] = []
    for index in 0..<count {
      if index > 0, !consumeComma() { return nil }
      guard let number = consumeNumber(in: context) else { return nil }
      numbers.append(number.map(\.clampedNumber))
    }
    return numbers.joined()
  }

  private mutating func factor(in context: ParsingContext) -> Specified<Float>? {
    consumeNumberOrPercentage(in: context)?.map(\.clampedNumber)
  }

  private mutating func degrees(in context: ParsingContext) -> Specified<Float>? {
    consumeAngle(in: context, unitlessZero: true)?.map(\.clampedNumber)
  }

  // MARK: Individual properties; nil inside is `none`

  mutating func consumeTranslate(in context: ParsingContext) -> Specified<TransformFunction?>? {
    if consumeIdent("none") { return .computed(nil) }
    guard let x = consumeLengthPercentage(in: context) else { return nil }
    guard let y = consumeLengthPercentage(in: context) else { return x.map { .translate(x: $0, y: .zero, z: 0) } }
    return Self.translate(x, y, consumeLength(in: context) ?? .computed(0)).map { $0 }
  }

  mutating func consumeScale(in context: ParsingContext) -> Specified<TransformFunction?>? {
    if consumeIdent("none") { return .computed(nil) }
    guard let x = factor(in: context) else { return nil }
    guard let y = factor(in: context) else { return x.map { .scale(x: $0, y: $0, z: 1) } }
    return Self.scale(x, y, factor(in: context) ?? .computed(1)).map { $0 }
  }

  mutating func consumeRotate(in context: ParsingContext) -> Specified<TransformFunction?>? {
    if consumeIdent("none") { return .computed(nil) }
    var angle = consumeAngle(in: context)
    var axis: [Specified<Double>] = [.computed(0), .computed(0), .computed(1)]
    if let named: [Double] = consumeOne(of: ["x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]]) {
      axis = named.map { .computed($0) }
    } else if let x = consumeNumber(in: context) {
      guard let y = consumeNumber(in: context), let z = consumeNumber(in: context) else { return nil }
      axis = [x, y, z]
    }
    if angle == nil { angle = consumeAngle(in: context) }
    return angle.map { Self.rotate(axis, $0.map(\.clampedNumber)).map { $0 } }
  }
}
