/// https://drafts.csswg.org/css-images-4/#gradients
extension TokenCursor {
  /// The gradient that the function `name` makes of this cursor's arguments.
  mutating func gradient(_ name: String, in context: ParsingContext) -> Specified<Gradient>? {
    switch name {
    case "linear-gradient": linearGradient(in: context)
    case "repeating-linear-gradient": linearGradient(in: context)?.map(\.repeating)
    case "radial-gradient": radialGradient(in: context)
    case "repeating-radial-gradient": radialGradient(in: context)?.map(\.repeating)
    case "conic-gradient": conicGradient(in: context)
    case "repeating-conic-gradient": conicGradient(in: context)?.map(\.repeating)
    case "-webkit-linear-gradient", "-moz-linear-gradient", "-o-linear-gradient":
      name.hasPrefix("-webkit") ? prefixedLinearGradient(in: context) : nil
    case "-webkit-repeating-linear-gradient": prefixedLinearGradient(in: context)?.map(\.repeating)
    case "-webkit-radial-gradient": prefixedRadialGradient(in: context)
    case "-webkit-repeating-radial-gradient": prefixedRadialGradient(in: context)?.map(\.repeating)
    case "-webkit-gradient": oldGradient(in: context)
    default: nil
    }
  }

  // MARK: Linear

  private mutating func linearGradient(in context: ParsingContext) -> Specified<Gradient>? {
    var direction = Specified.computed(Gradient.LinearDirection.angle(180))
    var interpolation: ColorInterpolation?
    var hasPrelude = false
    for _ in 0..<2 {
      if let angle = consumeAngle(in: context, unitlessZero: true) {
        direction = angle.map { .angle($0.clampedNumber) }
        hasPrelude = true
      } else if consumeIdent("to") {
        guard let corner = consumeCorner() else { return nil }
        direction = .computed(corner)
        hasPrelude = true
      } else if interpolation == nil, isIdent("in") {
        guard let value = consumeColorInterpolation() else { return nil }
        interpolation = value
        hasPrelude = true
      }
    }
    if hasPrelude, !consumeComma() { return nil }
    return stops(direction.map { .linear($0) }, interpolation, in: context)
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
  private mutating func prefixedLinearGradient(in context: ParsingContext) -> Specified<Gradient>? {
    var direction = Specified.computed(Gradient.LinearDirection.angle(180))
    if let angle = consumeAngle(in: context, unitlessZero: true) {
      direction = angle.map { .angle((90 - $0).clampedNumber) }
      guard consumeComma() else { return nil }
    } else if let corner = consumeCorner() {
      switch corner {
      case .corner(let x, let y) where x != 0 && y != 0:
        // The line goes from one corner to the other.
        let start = LengthPair(x: .percentage(x < 0 ? 0 : 100), y: .percentage(y < 0 ? 0 : 100))
        let end = LengthPair(x: .percentage(x < 0 ? 100 : 0), y: .percentage(y < 0 ? 100 : 0))
        direction = .computed(.points(start, end))
      case .corner(let x, let y): direction = .computed(.corner(x: -x, y: -y))
      case .points, .angle: break
      }
      guard consumeComma() else { return nil }
    }
    return stops(direction.map { .linear($0) }, .legacy, in: context)
  }

  // MARK: Radial

  private mutating func consumeExtent() -> Gradient.RadialExtent? {
    consumeOne(of: [
      "closest-side": Gradient.RadialExtent.closestSide, "farthest-side": .farthestSide,
      "closest-corner": .closestCorner, "farthest-corner": .farthestCorner,
      "contain": .closestSide, "cover": .farthestCorner,
    ])
  }

  private mutating func radialGradient(in context: ParsingContext) -> Specified<Gradient>? {
    var isCircle: Bool?
    var extent: Gradient.RadialExtent?
    var lengths: [Specified<LengthPercentage>] = []
    var interpolation: ColorInterpolation?
    var center = Specified.computed(LengthPair.center)
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
    return stops(shape.with(center) { .radial($0, center: $1) }, interpolation, in: context)
  }

  private static func radialShape(
    isCircle: Bool?, _ extent: Gradient.RadialExtent?, _ lengths: [Specified<LengthPercentage>]
  ) -> Specified<Gradient.RadialShape>? {
    switch lengths.count {
    case 0:
      let extent = extent ?? .farthestCorner
      return .computed(isCircle == true ? .circle(extent) : .ellipse(extent))
    case 1:
      guard isCircle != false, !lengths[0].computed(in: .initial).hasPercentage else { return nil }
      return lengths[0].map { .circleRadius(Float($0.pixels(basis: 0))) }
    default: return isCircle == true ? nil : lengths[0].with(lengths[1]) { .ellipseRadii($0, $1) }
    }
  }

  /// https://compat.spec.whatwg.org/#css-gradients-webkit-radial-gradient
  private mutating func prefixedRadialGradient(in context: ParsingContext) -> Specified<Gradient>? {
    var center = Specified.computed(LengthPair.center)
    if let position = consumePosition(in: context) {
      center = position
      guard consumeComma() else { return nil }
    }
    var isCircle: Bool?
    var extent: Gradient.RadialExtent?
    var lengths: [Specified<LengthPercentage>] = []
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
    return stops(shape.with(center) { .radial($0, center: $1) }, .legacy, in: context)
  }

  // MARK: Conic

  private mutating func conicGradient(in context: ParsingContext) -> Specified<Gradient>? {
    var from = Specified.computed(0.0)
    var center = Specified.computed(LengthPair.center)
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
    let shape: Specified<Gradient.Shape> = from.with(center) { .conic(from: $0.clampedNumber, center: $1) }
    return stops(shape, interpolation, isAngular: true, in: context)
  }

  // MARK: Stops

  private mutating func consumeStopPosition(
    isAngular: Bool, in context: ParsingContext
  ) -> Specified<LengthPercentage>? {
    guard isAngular else { return consumeLengthPercentage(in: context) }
    if let angle = consumeAngle(in: context, unitlessZero: true) {
      return angle.map { .percentage(($0 / 3.6).clampedNumber) }
    }
    return consumePercentage(in: context)?.map { .percentage($0.clampedNumber) }
  }

  /// https://drafts.csswg.org/css-images-4/#color-stop-syntax
  private mutating func stops(
    _ shape: Specified<Gradient.Shape>, _ interpolation: ColorInterpolation?, isAngular: Bool = false,
    in context: ParsingContext
  ) -> Specified<Gradient>? {
    var stops: [Specified<Gradient.Stop>] = []
    var isModern = false
    var wasHint = true
    func add(_ color: Specified<ExactColor>, _ position: Specified<LengthPercentage>?) {
      stops.append(
        color.with(position.lifted()) { Gradient.Stop(color: $0.value, position: $1, exact: $0.moreThanValue) })
    }
    repeat {
      var position = consumeStopPosition(isAngular: isAngular, in: context)
      guard let declared = consumeExactColor(in: context) else {
        // A hint, between two colours.
        guard let position, !wasHint else { return nil }
        stops.append(position.map { Gradient.Stop(color: nil, position: $0) })
        wasHint = true
        continue
      }
      isModern = isModern || declared.isModern
      let color = declared.value
      if position == nil { position = consumeStopPosition(isAngular: isAngular, in: context) }
      add(color, position)
      if position != nil, let second = consumeStopPosition(isAngular: isAngular, in: context) { add(color, second) }
      wasHint = false
    } while consumeComma()
    guard !wasHint, !stops.isEmpty, isAtEnd else { return nil }
    let space = interpolation ?? (isModern ? ColorInterpolation(space: .oklab) : .legacy)
    return shape.with(stops.joined()) { Gradient(shape: $0, stops: $1, interpolation: space) }
  }

  // MARK: -webkit-gradient()

  /// https://compat.spec.whatwg.org/#css-gradients-webkit-gradient
  private mutating func oldGradient(in context: ParsingContext) -> Specified<Gradient>? {
    guard let isLinear = consumeOne(of: ["linear": true, "radial": false]), consumeComma(),
      let start = consumeOldPoint(in: context), consumeComma()
    else { return nil }
    var radii = (Specified.computed(0.0), Specified.computed(0.0))
    if !isLinear {
      guard let radius = consumeNumber(in: context), consumeComma() else { return nil }
      radii.0 = radius
    }
    guard let end = consumeOldPoint(in: context) else { return nil }
    if !isLinear {
      guard consumeComma(), let radius = consumeNumber(in: context) else { return nil }
      radii.1 = radius
    }
    var stops: [Specified<OldStop>] = []
    while consumeComma() {
      guard let (token, contents) = consumeFunction() else { return nil }
      var inner = contents
      var position = Specified.computed(0.0)
      if buffer.matches(token, "to") {
        position = .computed(1)
      } else if buffer.matches(token, "color-stop") {
        guard let value = inner.consumeNumberOrPercentage(in: context), inner.consumeComma() else { return nil }
        position = value
      } else if !buffer.matches(token, "from") {
        return nil
      }
      guard let color = inner.consumeColor(in: context), inner.isAtEnd else { return nil }
      stops.append(position.with(color) { OldStop(position: $0, color: $1) })
    }
    let sorted = stops.joined().map { stops in
      stops.enumerated().sorted {
        ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
      }.map(\.element)
    }
    guard isLinear else {
      guard radii.1.computed(in: .initial) > 0 else { return nil }
      // The inner radius moves the stops outwards.
      let ring = radii.0.with(radii.1) { (inner: $0, outer: $1) }
      let shape: Specified<Gradient.Shape> = ring.with(end) {
        .radial(.circleRadius($0.outer.clampedLength), center: $1)
      }
      let stops = sorted.with(ring) { stops, ring in
        stops.map {
          let place = ring.inner + (ring.outer - ring.inner) * $0.position
          return Gradient.Stop(color: $0.color, position: .length(place.clampedLength))
        }
      }
      return shape.with(stops) { Gradient(shape: $0, stops: $1) }
    }
    let line: Specified<Gradient.Shape> = start.with(end) { .linear(.points($0, $1)) }
    return line.with(sorted) { line, stops in
      Gradient(
        shape: line,
        stops: stops.map {
          Gradient.Stop(color: $0.color, position: .percentage(($0.position * 100).clampedNumber))
        })
    }
  }

  private mutating func consumeOldPoint(in context: ParsingContext) -> Specified<LengthPair>? {
    func coordinate(_ cursor: inout TokenCursor) -> Specified<LengthPercentage>? {
      if let side: Float = cursor.consumeOne(of: [
        "left": 0, "top": 0, "center": 50, "right": 100, "bottom": 100,
      ]) {
        return .computed(.percentage(side))
      }
      if let percentage = cursor.consumePercentage(in: context) {
        return percentage.map { .percentage($0.clampedNumber) }
      }
      return cursor.consumeNumber(in: context)?.map { .length($0.clampedLength) }
    }
    guard let x = coordinate(&self), let y = coordinate(&self) else { return nil }
    return x.with(y) { LengthPair(x: $0, y: $1) }
  }
}

/// A stop of `-webkit-gradient()`.
private struct OldStop: Sendable {
  var position: Double
  var color: ColorValue
}

extension Gradient {
  fileprivate var repeating: Gradient {
    var copy = self
    copy.isRepeating = true
    return copy
  }
}
