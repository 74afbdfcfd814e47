/// https://drafts.csswg.org/css-images-4/#gradients
extension TokenCursor {
  /// The gradient that the function `name` makes of this cursor's arguments.
  mutating func gradient(_ name: String, in context: ValueContext) -> Gradient? {
    switch name {
    case "linear-gradient": linearGradient(in: context)
    case "repeating-linear-gradient": linearGradient(in: context)?.repeating
    case "radial-gradient": radialGradient(in: context)
    case "repeating-radial-gradient": radialGradient(in: context)?.repeating
    case "conic-gradient": conicGradient(in: context)
    case "repeating-conic-gradient": conicGradient(in: context)?.repeating
    case "-webkit-linear-gradient", "-moz-linear-gradient", "-o-linear-gradient":
      name.hasPrefix("-webkit") ? prefixedLinearGradient(in: context) : nil
    case "-webkit-repeating-linear-gradient": prefixedLinearGradient(in: context)?.repeating
    case "-webkit-radial-gradient": prefixedRadialGradient(in: context)
    case "-webkit-repeating-radial-gradient": prefixedRadialGradient(in: context)?.repeating
    case "-webkit-gradient": oldGradient(in: context)
    default: nil
    }
  }

  // MARK: Linear

  private mutating func linearGradient(in context: ValueContext) -> Gradient? {
    var direction = Gradient.LinearDirection.angle(180)
    var interpolation: ColorInterpolation?
    var hasPrelude = false
    for _ in 0..<2 {
      if let angle = consumeAngle(in: context, unitlessZero: true) {
        direction = .angle(angle.clampedNumber)
        hasPrelude = true
      } else if consumeIdent("to") {
        guard let corner = consumeCorner() else { return nil }
        direction = corner
        hasPrelude = true
      } else if interpolation == nil, isIdent("in") {
        guard let value = consumeColorInterpolation() else { return nil }
        interpolation = value
        hasPrelude = true
      }
    }
    if hasPrelude, !consumeComma() { return nil }
    return stops(.linear(direction), interpolation, in: context)
  }

  /// A side or a corner.
  private mutating func consumeCorner() -> Gradient.LinearDirection? {
    var x: Int8 = 0
    var y: Int8 = 0
    for _ in 0..<2 {
      if x == 0, let side: Int8 = consumeOne(of: ["left": -1, "right": 1]) {
        x = side
      } else if y == 0, let side: Int8 = consumeOne(of: ["top": -1, "bottom": 1]) {
        y = side
      }
    }
    return x != 0 || y != 0 ? .corner(x: x, y: y) : nil
  }

  /// The form with a prefix: sides are where it starts, angles run counterclockwise from the right.
  /// https://compat.spec.whatwg.org/#css-gradients-webkit-linear-gradient
  private mutating func prefixedLinearGradient(in context: ValueContext) -> Gradient? {
    var direction = Gradient.LinearDirection.angle(180)
    if let angle = consumeAngle(in: context, unitlessZero: true) {
      direction = .angle((90 - angle).clampedNumber)
      guard consumeComma() else { return nil }
    } else if let corner = consumeCorner() {
      switch corner {
      case .corner(let x, let y) where x != 0 && y != 0:
        // The line goes from one corner to the other.
        let start = LengthPair(x: .percentage(x < 0 ? 0 : 100), y: .percentage(y < 0 ? 0 : 100))
        let end = LengthPair(x: .percentage(x < 0 ? 100 : 0), y: .percentage(y < 0 ? 100 : 0))
        direction = .points(start, end)
      case .corner(let x, let y): direction = .corner(x: -x, y: -y)
      case .points: break
      case .angle(let angle): direction = .angle((angle + 180).truncatingRemainder(dividingBy: 360))
      }
      guard consumeComma() else { return nil }
    }
    return stops(.linear(direction), .legacy, in: context)
  }

  // MARK: Radial

  private mutating func consumeExtent() -> Gradient.RadialExtent? {
    consumeOne(of: [
      "closest-side": Gradient.RadialExtent.closestSide, "farthest-side": .farthestSide,
      "closest-corner": .closestCorner, "farthest-corner": .farthestCorner,
      "contain": .closestSide, "cover": .farthestCorner,
    ])
  }

  private mutating func radialGradient(in context: ValueContext) -> Gradient? {
    var isCircle: Bool?
    var extent: Gradient.RadialExtent?
    var lengths: [LengthPercentage] = []
    var interpolation: ColorInterpolation?
    var center = LengthPair(x: .percentage(50), y: .percentage(50))
    let start = position
    // The shape, its size and its place stand together, before or behind the colour space.
    var shapeIsOver = false
    var hasCenter = false
    while position < end, kind != .comma {
      if isIdent("in"), isCircle != nil || extent != nil || !lengths.isEmpty || hasCenter { shapeIsOver = true }
      if shapeIsOver, !isIdent("in") { return nil }
      if isCircle == nil, let shape = consumeOne(of: ["circle": true, "ellipse": false]) {
        isCircle = shape
      } else if extent == nil, lengths.isEmpty, !isIdent("contain"), !isIdent("cover"),
        let value = consumeExtent()
      {
        extent = value
      } else if extent == nil, lengths.isEmpty,
        let first = consumeLengthPercentage(in: context, .nonNegative)
      {
        lengths.append(first)
        if let second = consumeLengthPercentage(in: context, .nonNegative) { lengths.append(second) }
      } else if consumeIdent("at") {
        guard !hasCenter, let value = consumePosition(in: context) else { return nil }
        center = value
        hasCenter = true
      } else if interpolation == nil, isIdent("in") {
        guard let value = consumeColorInterpolation() else { return nil }
        interpolation = value
      } else if position == start {
        break
      } else {
        return nil
      }
    }
    if position > start, !consumeComma() { return nil }
    guard let shape = Self.radialShape(isCircle: isCircle, extent, lengths) else { return nil }
    return stops(.radial(shape, center: center), interpolation, in: context)
  }

  private static func radialShape(
    isCircle: Bool?, _ extent: Gradient.RadialExtent?, _ lengths: [LengthPercentage]
  ) -> Gradient.RadialShape? {
    switch lengths.count {
    case 0: return isCircle == true ? .circle(extent ?? .farthestCorner) : .ellipse(extent ?? .farthestCorner)
    case 1:
      guard isCircle != false, !lengths[0].hasPercentage else { return nil }
      return .circleRadius(Float(lengths[0].pixels(basis: 0)))
    default: return isCircle == true ? nil : .ellipseRadii(lengths[0], lengths[1])
    }
  }

  /// https://compat.spec.whatwg.org/#css-gradients-webkit-radial-gradient
  private mutating func prefixedRadialGradient(in context: ValueContext) -> Gradient? {
    var center = LengthPair(x: .percentage(50), y: .percentage(50))
    if let position = consumePosition(in: context) {
      center = position
      guard consumeComma() else { return nil }
    }
    var isCircle: Bool?
    var extent: Gradient.RadialExtent?
    var lengths: [LengthPercentage] = []
    for _ in 0..<2 {
      if isCircle == nil, let shape = consumeOne(of: ["circle": true, "ellipse": false]) { isCircle = shape }
      if extent == nil { extent = consumeExtent() }
    }
    if isCircle == nil, extent == nil, let x = consumeLengthPercentage(in: context, .nonNegative) {
      guard let y = consumeLengthPercentage(in: context, .nonNegative) else { return nil }
      lengths = [x, y]
    }
    if isCircle != nil || extent != nil || !lengths.isEmpty, !consumeComma() { return nil }
    guard let shape = Self.radialShape(isCircle: isCircle, extent, lengths) else { return nil }
    return stops(.radial(shape, center: center), .legacy, in: context)
  }

  // MARK: Conic

  private mutating func conicGradient(in context: ValueContext) -> Gradient? {
    var from = 0.0
    var center = LengthPair(x: .percentage(50), y: .percentage(50))
    var interpolation: ColorInterpolation?
    var hasPrelude = false
    while position < end, kind == .ident {
      if consumeIdent("from") {
        guard let angle = consumeAngle(in: context, unitlessZero: true) else { return nil }
        from = angle
      } else if consumeIdent("at") {
        guard let value = consumePosition(in: context) else { return nil }
        center = value
      } else if interpolation == nil, isIdent("in") {
        guard let value = consumeColorInterpolation() else { return nil }
        interpolation = value
      } else {
        break
      }
      hasPrelude = true
    }
    if hasPrelude, !consumeComma() { return nil }
    return stops(.conic(from: from.clampedNumber, center: center), interpolation, isAngular: true, in: context)
  }

  // MARK: Stops

  private mutating func consumeStopPosition(isAngular: Bool, in context: ValueContext) -> LengthPercentage? {
    guard isAngular else { return consumeLengthPercentage(in: context) }
    if let angle = consumeAngle(in: context, unitlessZero: true) {
      return .percentage((angle / 3.6).clampedNumber)
    }
    return consumePercentage(in: context).map { .percentage($0.clampedNumber) }
  }

  /// https://drafts.csswg.org/css-images-4/#color-stop-syntax
  private mutating func stops(
    _ shape: Gradient.Shape, _ interpolation: ColorInterpolation?, isAngular: Bool = false,
    in context: ValueContext
  ) -> Gradient? {
    let sawModernColor = context.sawModernColor
    context.sawModernColor = false
    defer { context.sawModernColor = context.sawModernColor || sawModernColor }
    var stops: [Gradient.Stop] = []
    var wasHint = true
    repeat {
      var position = consumeStopPosition(isAngular: isAngular, in: context)
      guard let color = consumeColor(in: context) else {
        // A hint, between two colours.
        guard let position, !wasHint else { return nil }
        stops.append(Gradient.Stop(color: nil, position: position))
        wasHint = true
        continue
      }
      if position == nil { position = consumeStopPosition(isAngular: isAngular, in: context) }
      stops.append(Gradient.Stop(color: color, position: position))
      if position != nil, let second = consumeStopPosition(isAngular: isAngular, in: context) {
        stops.append(Gradient.Stop(color: color, position: second))
      }
      wasHint = false
    } while consumeComma()
    guard !wasHint, !stops.isEmpty, isAtEnd else { return nil }
    return Gradient(
      shape: shape, stops: stops,
      interpolation: interpolation
        ?? (context.sawModernColor ? ColorInterpolation(space: .oklab) : .legacy))
  }

  // MARK: -webkit-gradient()

  /// https://compat.spec.whatwg.org/#css-gradients-webkit-gradient
  private mutating func oldGradient(in context: ValueContext) -> Gradient? {
    guard let isLinear = consumeOne(of: ["linear": true, "radial": false]), consumeComma(),
      let start = consumeOldPoint(in: context), consumeComma()
    else { return nil }
    var radii = (0.0, 0.0)
    if !isLinear {
      guard let radius = consumeNumber(in: context), consumeComma() else { return nil }
      radii.0 = radius
    }
    guard let end = consumeOldPoint(in: context) else { return nil }
    if !isLinear {
      guard consumeComma(), let radius = consumeNumber(in: context) else { return nil }
      radii.1 = radius
    }
    var stops: [(position: Double, color: ColorValue)] = []
    while consumeComma() {
      guard let (token, contents) = consumeFunction() else { return nil }
      var inner = contents
      var position = 0.0
      if buffer.matches(token, "to") {
        position = 1
      } else if buffer.matches(token, "color-stop") {
        guard let value = inner.consumeNumberOrPercentage(in: context), inner.consumeComma() else { return nil }
        position = value
      } else if !buffer.matches(token, "from") {
        return nil
      }
      guard let color = inner.consumeColor(in: context), inner.isAtEnd else { return nil }
      stops.append((position, color))
    }
    let sorted = stops.enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }.map(\.element)
    guard isLinear else {
      // The inner radius moves the stops outwards.
      guard radii.1 > 0 else { return nil }
      return Gradient(
        shape: .radial(.circleRadius(radii.1.clampedLength), center: end),
        stops: sorted.map {
          let place = radii.0 + (radii.1 - radii.0) * $0.position
          return Gradient.Stop(color: $0.color, position: .length(place.clampedLength))
        })
    }
    return Gradient(
      shape: .linear(.points(start, end)),
      stops: sorted.map {
        Gradient.Stop(color: $0.color, position: .percentage(($0.position * 100).clampedNumber))
      })
  }

  private mutating func consumeOldPoint(in context: ValueContext) -> LengthPair? {
    func coordinate(_ cursor: inout TokenCursor) -> LengthPercentage? {
      if let side: Float = cursor.consumeOne(of: [
        "left": 0, "top": 0, "center": 50, "right": 100, "bottom": 100,
      ]) {
        return .percentage(side)
      }
      if let percentage = cursor.consumePercentage(in: context) { return .percentage(percentage.clampedNumber) }
      return cursor.consumeNumber(in: context).map { .length($0.clampedLength) }
    }
    guard let x = coordinate(&self), let y = coordinate(&self) else { return nil }
    return LengthPair(x: x, y: y)
  }
}

extension Gradient {
  fileprivate var repeating: Gradient {
    var copy = self
    copy.isRepeating = true
    return copy
  }
}
