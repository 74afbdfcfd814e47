extension LengthPair: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<LengthPair>? {
    cursor.consumePosition(in: context)
  }
}

extension TokenCursor {
  private enum PositionPart {
    case start(Axis), end(Axis)
    case center
    case offset(Specified<LengthPercentage>)
    enum Axis { case horizontal, vertical }
  }

  private mutating func consumePositionPart(in context: ParsingContext) -> PositionPart? {
    if let side = consumeOne(of: [
      "left": PositionPart.start(.horizontal), "right": .end(.horizontal),
      "top": .start(.vertical), "bottom": .end(.vertical), "center": .center,
    ]) {
      return side
    }
    return consumeLengthPercentage(in: context).map { .offset($0) }
  }

  /// `<position>`; `threeValues`: also with one offset, as `background-position` takes it.
  /// https://drafts.csswg.org/css-values-5/#typedef-position
  mutating func consumePosition(in context: ParsingContext, threeValues: Bool = false) -> Specified<LengthPair>? {
    let start = self
    var parts: [PositionPart] = []
    while parts.count < 4, let part = consumePositionPart(in: context) { parts.append(part) }
    // With a list that is too long for a position, the rest belongs to something else.
    while !parts.isEmpty {
      if threeValues || parts.count != 3, let position = Self.position(parts) { return position }
      parts.removeLast()
      self = start
      for _ in parts { _ = consumePositionPart(in: context) }
    }
    return nil
  }

  private static func position(_ parts: [PositionPart]) -> Specified<LengthPair>? {
    var x: Specified<LengthPercentage>?
    var y: Specified<LengthPercentage>?
    switch parts.count {
    case 1:
      switch parts[0] {
      case .start(let axis): set(.computed(.percentage(0)), axis, &x, &y)
      case .end(let axis): set(.computed(.percentage(100)), axis, &x, &y)
      case .center: break
      case .offset(let offset): x = offset
      }
    case 2:
      for (index, part) in parts.enumerated() {
        switch part {
        case .start(let axis):
          guard set(.computed(.percentage(0)), axis, &x, &y) else { return nil }
        case .end(let axis):
          guard set(.computed(.percentage(100)), axis, &x, &y) else { return nil }
        case .center: break
        case .offset(let offset):
          guard set(offset, index == 0 ? .horizontal : .vertical, &x, &y) else { return nil }
        }
      }
      // An offset is the first for x and the second for y only: `top 10px` is nothing.
      if case .offset = parts[0], case .start(.horizontal) = parts[1] { return nil }
      if case .start(.vertical) = parts[0], case .offset = parts[1] { return nil }
      if case .end(.vertical) = parts[0], case .offset = parts[1] { return nil }
    default:
      var index = 0
      while index < parts.count {
        let offset: Specified<LengthPercentage>? =
          if index + 1 < parts.count, case .offset(let value) = parts[index + 1] { value } else { nil }
        switch parts[index] {
        case .start(let axis):
          guard set(offset ?? .computed(.percentage(0)), axis, &x, &y) else { return nil }
        case .end(let axis):
          guard set(offset?.map(\.fromEnd) ?? .computed(.percentage(100)), axis, &x, &y) else { return nil }
        case .center where offset == nil: break
        case .center, .offset: return nil
        }
        index += offset == nil ? 1 : 2
      }
      if parts.count == 4, index != 4 || x == nil || y == nil { return nil }
    }
    let middle = Specified.computed(LengthPercentage.percentage(50))
    return (x ?? middle).with(y ?? middle) { LengthPair(x: $0, y: $1) }
  }

  @discardableResult
  private static func set(
    _ value: Specified<LengthPercentage>, _ axis: PositionPart.Axis, _ x: inout Specified<LengthPercentage>?,
    _ y: inout Specified<LengthPercentage>?
  ) -> Bool {
    switch axis {
    case .horizontal:
      guard x == nil else { return false }
      x = value
    case .vertical:
      guard y == nil else { return false }
      y = value
    }
    return true
  }

  /// One axis of a position, as `background-position-x` takes it.
  mutating func consumePositionAxis(in context: ParsingContext, vertical: Bool) -> Specified<LengthPercentage>? {
    if consumeIdent("center") { return .computed(.percentage(50)) }
    var isEnd = false
    if consumeIdent(vertical ? "top" : "left") {
    } else if consumeIdent(vertical ? "bottom" : "right") {
      isEnd = true
    } else {
      return consumeLengthPercentage(in: context)
    }
    let offset = consumeLengthPercentage(in: context) ?? .computed(.zero)
    return isEnd ? offset.map(\.fromEnd) : offset.map { $0.isZero ? .percentage(0) : $0 }
  }
}
