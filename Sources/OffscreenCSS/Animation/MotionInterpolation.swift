/// https://drafts.csswg.org/motion-1/
extension OffsetPath: InterpolableValue {
  func mixed(with other: OffsetPath, at progress: Double) -> OffsetPath? {
    switch (self, other) {
    case (.ray(let a, let box), .ray(let b, let otherBox)):
      guard box == otherBox else { return nil }
      return a.mixed(with: b, at: progress).map { .ray($0, box) }
    case (.shape(let a, let isPlaced, let box), .shape(let b, let isOtherPlaced, let otherBox)):
      guard box == otherBox, isPlaced == isOtherPlaced else { return nil }
      return a.mixed(with: b, at: progress).map { .shape($0, isPlaced: isPlaced, box) }
    case (_, _): return nil
    }
  }
  func added(to underlying: OffsetPath) -> OffsetPath? {
    guard case .ray(let a, let box) = self, case .ray(let b, box) = underlying else { return nil }
    return a.added(to: b).map { .ray($0, box) }
  }
}

extension OffsetRay: InterpolableValue {
  func mixed(with other: OffsetRay, at progress: Double) -> OffsetRay? {
    guard size == other.size, contain == other.contain else { return nil }
    var result = self
    result.angle = angle * (1 - progress) + other.angle * progress
    switch (center, other.center) {
    case (nil, nil): break
    case (let a?, let b?):
      guard let center = a.mixed(with: b, at: progress) else { return nil }
      result.center = center
    case (_, _): return nil
    }
    return result
  }
  /// The angles are added; where the rays are from is that of the one on top.
  func added(to underlying: OffsetRay) -> OffsetRay? {
    guard size == underlying.size, contain == underlying.contain, (center == nil) == (underlying.center == nil) else {
      return nil
    }
    var result = self
    result.angle += underlying.angle
    return result
  }
}

extension OffsetRotate: InterpolableValue {
  func mixed(with other: OffsetRotate, at progress: Double) -> OffsetRotate? {
    guard isAuto == other.isAuto else { return nil }
    return OffsetRotate(isAuto: isAuto, angle: angle * (1 - progress) + other.angle * progress)
  }
  func added(to underlying: OffsetRotate) -> OffsetRotate? {
    isAuto == underlying.isAuto ? OffsetRotate(isAuto: isAuto, angle: angle + underlying.angle) : nil
  }
}

extension OffsetAnchor: InterpolableValue {
  func mixed(with other: OffsetAnchor, at progress: Double) -> OffsetAnchor? {
    guard case .position(let a) = self, case .position(let b) = other else { return nil }
    return a.mixed(with: b, at: progress).map { .position($0) }
  }
  func added(to underlying: OffsetAnchor) -> OffsetAnchor? {
    guard case .position(let a) = self, case .position(let b) = underlying else { return nil }
    return a.added(to: b).map { .position($0) }
  }
}

extension OffsetPosition: InterpolableValue {
  func mixed(with other: OffsetPosition, at progress: Double) -> OffsetPosition? {
    guard case .position(let a) = self, case .position(let b) = other else { return nil }
    return a.mixed(with: b, at: progress).map { .position($0) }
  }
  func added(to underlying: OffsetPosition) -> OffsetPosition? {
    guard case .position(let a) = self, case .position(let b) = underlying else { return nil }
    return a.added(to: b).map { .position($0) }
  }
}
