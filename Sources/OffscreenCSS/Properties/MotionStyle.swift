/// Where a box is along a path. Nothing here is inherited.
/// https://drafts.csswg.org/motion-1/
package struct MotionStyle: Hashable, Sendable {
  package var path: OffsetPath = .none
  package var distance: LengthPercentage = .zero
  package var rotate = OffsetRotate()
  package var anchor: OffsetAnchor = .auto
  package var position: OffsetPosition = .normal
  package init() {}
}

/// https://drafts.csswg.org/motion-1/#offset-path-property
package indirect enum OffsetPath: Hashable, Sendable {
  case none
  case reference(String)
  case ray(OffsetRay, VisualBox)
  /// `isPlaced`: the shape says where its own centre is.
  case shape(BasicShape, isPlaced: Bool, VisualBox)
  case box(VisualBox)

  @inlinable package var isNone: Bool { if case .none = self { true } else { false } }
}

/// https://drafts.csswg.org/motion-1/#ray-function
package struct OffsetRay: Hashable, Sendable {
  package enum Size: String, KeywordValue {
    case closestSide = "closest-side"
    case closestCorner = "closest-corner"
    case farthestSide = "farthest-side"
    case farthestCorner = "farthest-corner"
    case sides
  }
  /// Degrees, clockwise from upwards.
  package var angle: Double
  package var size: Size
  package var contain: Bool
  package var center: LengthPair?
}

/// https://drafts.csswg.org/motion-1/#offset-rotate-property
package struct OffsetRotate: Hashable, Sendable {
  /// Whether the box turns with the path.
  package var isAuto = true
  /// Degrees; half a turn for `reverse`.
  package var angle = 0.0
}

/// https://drafts.csswg.org/motion-1/#offset-anchor-property
package enum OffsetAnchor: Hashable, Sendable {
  /// As `transform-origin`.
  case auto
  case position(LengthPair)
}

/// https://drafts.csswg.org/motion-1/#offset-position-property
package enum OffsetPosition: Hashable, Sendable {
  case normal, auto
  case position(LengthPair)
}

extension MotionStyle {
  static let properties: [Property] = [
    .reset("offset-path", \.effect.motion.path),
    .reset("offset-distance", \.effect.motion.distance) { $0.consumeLengthPercentage(in: $1) },
    .reset("offset-rotate", \.effect.motion.rotate),
    .reset("offset-anchor", \.effect.motion.anchor),
    .reset("offset-position", \.effect.motion.position),
  ]

  /// `[position? [path [distance || rotate]?]?]! [/ anchor]?`
  /// https://drafts.csswg.org/motion-1/#offset-shorthand
  static let shorthand = Shorthand(
    "offset", ["offset-position", "offset-path", "offset-distance", "offset-rotate", "offset-anchor"]
  ) { cursor, reader in
    let hasPosition = reader.read(0, &cursor)
    let hasPath = reader.read(1, &cursor)
    guard hasPosition || hasPath else { return false }
    if hasPath {
      var open = [2, 3]
      while let index = open.first(where: { reader.read($0, &cursor) }) { open.removeAll { $0 == index } }
    }
    return !cursor.consumeSlash() || reader.read(4, &cursor)
  }
}

extension OffsetPath: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<OffsetPath>? {
    if cursor.consumeIdent("none") { return .computed(.none) }
    var path: Specified<OffsetPath>?
    var box: VisualBox?
    for _ in 0..<2 {
      if box == nil, let value = cursor.consumeVisualBox(except: [.text, .borderArea, .noClip, .marginBox]) {
        box = value
      } else if path == nil {
        path = cursor.consumeOffsetPath(in: context)
      }
    }
    guard let path else { return .constant(box.map { .box($0) }) }
    guard let box else { return path }
    return path.map { $0.within(box) }
  }

  private func within(_ box: VisualBox) -> OffsetPath {
    switch self {
    case .ray(let ray, _): .ray(ray, box)
    case .shape(let shape, let isPlaced, _): .shape(shape, isPlaced: isPlaced, box)
    case .none, .reference, .box: self
    }
  }
}

extension TokenCursor {
  fileprivate mutating func consumeOffsetPath(in context: ParsingContext) -> Specified<OffsetPath>? {
    if let url = consumeURL() { return .computed(.reference(context.resolveURL(url))) }
    if let ray = consumeRay(in: context) { return ray.map { .ray($0, .borderBox) } }
    let isPlaced = saysPlace
    return consumeBasicShape(in: context)?.map { .shape($0, isPlaced: isPlaced, .borderBox) }
  }

  /// Whether there is an `at` in the function at the cursor.
  fileprivate var saysPlace: Bool {
    var attempt = self
    guard let (_, contents) = attempt.consumeFunction() else { return false }
    var inner = contents
    while !inner.isAtEnd {
      if inner.consumeIdent("at") { return true }
      inner.advance()
    }
    return false
  }

  /// `ray(<angle> && <ray-size>? && contain? && [at <position>]?)`
  fileprivate mutating func consumeRay(in context: ParsingContext) -> Specified<OffsetRay>? {
    guard var inner = consumeFunction("ray") else { return nil }
    var angle: Specified<Double>?
    var size: OffsetRay.Size?
    var contain = false
    var center: Specified<LengthPair>?
    while !inner.isAtEnd {
      if angle == nil, let value = inner.consumeAngle(in: context, unitlessZero: true) {
        angle = value
      } else if size == nil, let value = inner.consumeKeyword(OffsetRay.Size.self) {
        size = value
      } else if !contain, inner.consumeIdent("contain") {
        contain = true
      } else if center == nil, inner.consumeIdent("at") {
        guard let value = inner.consumePosition(in: context) else { return nil }
        center = value
      } else {
        return nil
      }
    }
    let (reach, isContained) = (size ?? .closestSide, contain)
    return angle?.with(center.lifted()) {
      OffsetRay(angle: $0, size: reach, contain: isContained, center: $1)
    }
  }
}

extension OffsetRotate: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<OffsetRotate>? {
    var turn: Double?
    var angle: Specified<Double>?
    for _ in 0..<2 {
      if turn == nil, let value = cursor.consumeOne(of: ["auto": 0.0, "reverse": 180]) {
        turn = value
      } else if angle == nil, let value = cursor.consumeAngle(in: context) {
        angle = value
      }
    }
    guard turn != nil || angle != nil else { return nil }
    let (isAuto, start) = (turn != nil, turn ?? 0)
    return (angle ?? .computed(0)).map { OffsetRotate(isAuto: isAuto, angle: $0 + start) }
  }
}

extension OffsetAnchor: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<OffsetAnchor>? {
    cursor.consumeIdent("auto") ? .computed(.auto) : cursor.consumePosition(in: context)?.map { .position($0) }
  }
}

extension OffsetPosition: PropertyValue {
  package static func specified(
    _ cursor: inout TokenCursor, in context: ParsingContext
  ) -> Specified<OffsetPosition>? {
    if let keyword = cursor.consumeOne(of: ["auto": OffsetPosition.auto, "normal": .normal]) {
      return .computed(keyword)
    }
    return cursor.consumePosition(in: context)?.map { .position($0) }
  }
}
