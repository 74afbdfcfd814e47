/// https://drafts.csswg.org/css-transforms-2/
extension TokenCursor {
  /// `none` or a list of functions.
  mutating func consumeTransforms(in context: ValueContext) -> [TransformFunction]? {
    if consumeIdent("none") { return [] }
    var functions: [TransformFunction] = []
    while let (token, contents) = consumeFunction() {
      var inner = contents
      guard let function = inner.transformFunction(buffer.lowercased(token), in: context), inner.isAtEnd,
        functions.count < 1000
      else { return nil }
      functions.append(function)
    }
    return functions.isEmpty ? nil : functions
  }

  private mutating func transformFunction(_ name: String, in context: ValueContext) -> TransformFunction? {
    switch name {
    case "matrix":
      guard let n = numbers(6, in: context) else { return nil }
      return .matrix(a: n[0], b: n[1], c: n[2], d: n[3], tx: zoomed(n[4], context), ty: zoomed(n[5], context))
    case "matrix3d": return numbers(16, in: context).map { .matrix3D($0) }
    case "translate":
      guard let x = consumeLengthPercentage(in: context) else { return nil }
      guard consumeComma() else { return .translate(x: x, y: .zero, z: 0) }
      return consumeLengthPercentage(in: context).map { .translate(x: x, y: $0, z: 0) }
    case "translatex": return consumeLengthPercentage(in: context).map { .translate(x: $0, y: .zero, z: 0) }
    case "translatey": return consumeLengthPercentage(in: context).map { .translate(x: .zero, y: $0, z: 0) }
    case "translatez":
      return consumeLength(in: context).map { .translate(x: .zero, y: .zero, z: Float($0)) }
    case "translate3d":
      guard let x = consumeLengthPercentage(in: context), consumeComma(),
        let y = consumeLengthPercentage(in: context), consumeComma(), let z = consumeLength(in: context)
      else { return nil }
      return .translate(x: x, y: y, z: Float(z))
    case "scale":
      guard let x = factor(in: context) else { return nil }
      guard consumeComma() else { return .scale(x: x, y: x, z: 1) }
      return factor(in: context).map { .scale(x: x, y: $0, z: 1) }
    case "scalex": return factor(in: context).map { .scale(x: $0, y: 1, z: 1) }
    case "scaley": return factor(in: context).map { .scale(x: 1, y: $0, z: 1) }
    case "scalez": return factor(in: context).map { .scale(x: 1, y: 1, z: $0) }
    case "scale3d":
      guard let x = factor(in: context), consumeComma(), let y = factor(in: context), consumeComma(),
        let z = factor(in: context)
      else { return nil }
      return .scale(x: x, y: y, z: z)
    case "rotate", "rotatez": return degrees(in: context).map { .rotate(x: 0, y: 0, z: 1, angle: $0) }
    case "rotatex": return degrees(in: context).map { .rotate(x: 1, y: 0, z: 0, angle: $0) }
    case "rotatey": return degrees(in: context).map { .rotate(x: 0, y: 1, z: 0, angle: $0) }
    case "rotate3d":
      var axis: [Float] = []
      for _ in 0..<3 {
        guard let part = consumeNumber(in: context), consumeComma() else { return nil }
        axis.append(part.clampedNumber)
      }
      return degrees(in: context).map { .rotate(x: axis[0], y: axis[1], z: axis[2], angle: $0) }
    case "skew":
      guard let x = degrees(in: context) else { return nil }
      guard consumeComma() else { return .skew(x: x, y: 0) }
      return degrees(in: context).map { .skew(x: x, y: $0) }
    case "skewx": return degrees(in: context).map { .skew(x: $0, y: 0) }
    case "skewy": return degrees(in: context).map { .skew(x: 0, y: $0) }
    case "perspective":
      if consumeIdent("none") { return .perspective(nil) }
      return consumeLength(in: context, .nonNegative).map { .perspective(Float($0)) }
    default: return nil
    }
  }

  private func zoomed(_ value: Float, _ context: ValueContext) -> Float {
    value * Float(context.element?.zoom ?? 1)
  }

  private mutating func numbers(_ count: Int, in context: ValueContext) -> [Float]? {
    var numbers: [Float] = []
    for index in 0..<count {
      if index > 0, !consumeComma() { return nil }
      guard let number = consumeNumber(in: context) else { return nil }
      numbers.append(number.clampedNumber)
    }
    return numbers
  }

  private mutating func factor(in context: ValueContext) -> Float? {
    consumeNumberOrPercentage(in: context)?.clampedNumber
  }

  private mutating func degrees(in context: ValueContext) -> Float? {
    consumeAngle(in: context, unitlessZero: true)?.clampedNumber
  }

  // MARK: Individual properties; nil inside is `none`

  mutating func consumeTranslate(in context: ValueContext) -> TransformFunction?? {
    if consumeIdent("none") { return .some(nil) }
    guard let x = consumeLengthPercentage(in: context) else { return nil }
    guard let y = consumeLengthPercentage(in: context) else { return .translate(x: x, y: .zero, z: 0) }
    let z = consumeLength(in: context) ?? 0
    return .translate(x: x, y: y, z: Float(z))
  }

  mutating func consumeScale(in context: ValueContext) -> TransformFunction?? {
    if consumeIdent("none") { return .some(nil) }
    guard let x = factor(in: context) else { return nil }
    guard let y = factor(in: context) else { return .scale(x: x, y: x, z: 1) }
    return .scale(x: x, y: y, z: factor(in: context) ?? 1)
  }

  mutating func consumeRotate(in context: ValueContext) -> TransformFunction?? {
    if consumeIdent("none") { return .some(nil) }
    var angle = consumeAngle(in: context)
    var axis: (Float, Float, Float) = (0, 0, 1)
    if let named: (Float, Float, Float) = consumeOne(of: ["x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)]) {
      axis = named
    } else if let x = consumeNumber(in: context) {
      guard let y = consumeNumber(in: context), let z = consumeNumber(in: context) else { return nil }
      axis = (x.clampedNumber, y.clampedNumber, z.clampedNumber)
    }
    if angle == nil { angle = consumeAngle(in: context) }
    guard let angle else { return nil }
    return .rotate(x: axis.0, y: axis.1, z: axis.2, angle: angle.clampedNumber)
  }
}
