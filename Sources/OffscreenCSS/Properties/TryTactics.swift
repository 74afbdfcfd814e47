/// A style turned over: what the tactics of fallbacks do to computed values.
/// https://drafts.csswg.org/css-anchor-position-1/#try-tactic
extension StyleValues {
  package mutating func apply(_ tactic: TryTactic) {
    let isHorizontal = text.writingMode.isHorizontal
    switch tactic {
    case .flipX: flip(horizontally: true)
    case .flipY: flip(horizontally: false)
    case .flipBlock: flip(horizontally: !isHorizontal)
    case .flipInline: flip(horizontally: isHorizontal)
    case .flipStart: flipAxes()
    }
  }

  private mutating func flip(horizontally: Bool) {
    let turn = Turn(flipsX: horizontally, flipsY: !horizontally)
    box.turn(turn)
    if horizontally {
      swap(&box.inset.left, &box.inset.right)
      swap(&box.margin.left, &box.margin.right)
    } else {
      swap(&box.inset.top, &box.inset.bottom)
      swap(&box.margin.top, &box.margin.bottom)
    }
    // Aligned along the lines is what is justified.
    if horizontally == text.writingMode.isHorizontal {
      alignment.justifySelf = alignment.justifySelf.flipped
    } else {
      alignment.alignSelf = alignment.alignSelf.flipped
    }
    box.anchor.area = box.anchor.area?.flipped(horizontally: horizontally, isHorizontal: text.writingMode.isHorizontal)
  }

  /// What is along the block axis is along the inline axis, from the corner of both starts.
  private mutating func flipAxes() {
    // Where one of the axes runs backwards, the starts are not both at the top left.
    let (startsRight, startsBottom) = starts
    box.turn(Turn(swapsAxes: true, crosses: startsRight != startsBottom))
    box.inset = box.inset.diagonal(crosses: startsRight != startsBottom)
    box.margin = box.margin.diagonal(crosses: startsRight != startsBottom)
    swap(&box.width, &box.height)
    swap(&box.minWidth, &box.minHeight)
    swap(&box.maxWidth, &box.maxHeight)
    swap(&alignment.alignSelf, &alignment.justifySelf)
    box.anchor.area = box.anchor.area?.axesSwapped(crosses: startsRight != startsBottom)
  }

  private var starts: (right: Bool, bottom: Bool) {
    let isLTR = text.direction == .ltr
    return switch text.writingMode {
    case .horizontalTB: (!isLTR, false)
    case .verticalRL, .sidewaysRL: (true, !isLTR)
    case .verticalLR: (false, !isLTR)
    case .sidewaysLR: (false, isLTR)
    }
  }
}

/// How sides and axes change places.
private struct Turn {
  var flipsX = false
  var flipsY = false
  var swapsAxes = false
  /// The axes are swapped along the other diagonal.
  var crosses = false

  func function(_ function: AnchorFunction, isX: Bool) -> AnchorFunction {
    var function = function
    switch function.query {
    case .side(let side): function.query = .side(self.side(side, isX: isX))
    case .size(let dimension): if swapsAxes { function.query = .size(dimension?.other) }
    }
    function.fallback = function.fallback?.mapAnchors { .anchor(self.function($0, isX: isX)) }
    return function
  }

  private func side(_ side: AnchorSide, isX: Bool) -> AnchorSide {
    if swapsAxes {
      switch side {
      case .left: return crosses ? .bottom : .top
      case .top: return crosses ? .right : .left
      case .right: return crosses ? .top : .bottom
      case .bottom: return crosses ? .left : .right
      case .inside, .outside, .start, .end, .selfStart, .selfEnd, .percentage: return side
      }
    }
    guard isX ? flipsX : flipsY else { return side }
    switch side {
    case .left: return .right
    case .right: return .left
    case .top: return .bottom
    case .bottom: return .top
    case .start: return .end
    case .end: return .start
    case .selfStart: return .selfEnd
    case .selfEnd: return .selfStart
    case .percentage(let value): return .percentage(100 - value)
    case .inside, .outside: return side
    }
  }
}

extension BoxStyle {
  /// Turns what stands in the functions of anchors.
  fileprivate mutating func turn(_ turn: Turn) {
    guard usesAnchorFunctions else { return }
    mapAnchors { function, isX in .anchor(turn.function(function, isX: isX)) }
  }
}

extension BoxStyle {
  package var usesAnchorFunctions: Bool {
    inset.usesAnchors || margin.usesAnchors || width.usesAnchors || height.usesAnchors || minWidth.usesAnchors
      || minHeight.usesAnchors || maxWidth.usesAnchors || maxHeight.usesAnchors
  }

  /// With something in the place of each function of an anchor; where there is nothing for one, the property has its
  /// initial value. `isX`: along which axis the property is.
  package mutating func mapAnchors(_ transform: (AnchorFunction, _ isX: Bool) -> Calculation?) {
    mapSideAnchors { function, isX, _ in transform(function, isX) }
    func size(_ value: inout SizeValue, isX: Bool) {
      if value.usesAnchors { value = value.mapAnchors { transform($0, isX) } ?? .auto }
    }
    size(&width, isX: true)
    size(&minWidth, isX: true)
    size(&maxWidth, isX: true)
    size(&height, isX: false)
    size(&minHeight, isX: false)
    size(&maxHeight, isX: false)
  }

  /// The same of insets and margins alone. `isFar`: of the right or the bottom side.
  package mutating func mapSideAnchors(
    _ transform: (AnchorFunction, _ isX: Bool, _ isFar: Bool) -> Calculation?
  ) {
    func side(_ value: inout LengthOrAuto, _ initial: LengthOrAuto, isX: Bool, isFar: Bool) {
      if value.usesAnchors { value = value.mapAnchors { transform($0, isX, isFar) } ?? initial }
    }
    side(&inset.left, .auto, isX: true, isFar: false)
    side(&inset.right, .auto, isX: true, isFar: true)
    side(&inset.top, .auto, isX: false, isFar: false)
    side(&inset.bottom, .auto, isX: false, isFar: true)
    side(&margin.left, .zero, isX: true, isFar: false)
    side(&margin.right, .zero, isX: true, isFar: true)
    side(&margin.top, .zero, isX: false, isFar: false)
    side(&margin.bottom, .zero, isX: false, isFar: true)
  }

  /// A box that is not positioned by anchors: there are none for it.
  /// https://drafts.csswg.org/css-anchor-position-1/#anchor-valid
  package mutating func finishAnchors() {
    guard position != .absolute, position != .fixed, usesAnchorFunctions else { return }
    mapAnchors { function, _ in function.lastFallback }
  }
}

extension AnchorFunction {
  /// What there is where there are no anchors.
  package var lastFallback: Calculation? { fallback?.mapAnchors { $0.lastFallback } }
}

extension Sides<LengthOrAuto> {
  fileprivate var usesAnchors: Bool {
    top.usesAnchors || right.usesAnchors || bottom.usesAnchors || left.usesAnchors
  }

  fileprivate func diagonal(crosses: Bool) -> Self {
    crosses
      ? Sides(top: right, right: top, bottom: left, left: bottom)
      : Sides(top: left, right: bottom, bottom: right, left: top)
  }
}

extension AnchorDimension {
  fileprivate var other: AnchorDimension {
    switch self {
    case .width: .height
    case .height: .width
    case .block: .inline
    case .inline: .block
    case .selfBlock: .selfInline
    case .selfInline: .selfBlock
    }
  }
}

extension SelfAlignment {
  fileprivate var flipped: SelfAlignment {
    var result = self
    switch value {
    case .start: result.value = .end
    case .end: result.value = .start
    case .selfStart: result.value = .selfEnd
    case .selfEnd: result.value = .selfStart
    case .flexStart: result.value = .flexEnd
    case .flexEnd: result.value = .flexStart
    case .left: result.value = .right
    case .right: result.value = .left
    case .auto, .normal, .stretch, .center, .baseline, .lastBaseline, .anchorCenter: break
    }
    return result
  }
}

extension PositionArea {
  fileprivate func flipped(horizontally: Bool, isHorizontal: Bool) -> PositionArea {
    func part(_ part: Part, isFirst: Bool) -> Part {
      let isX =
        switch part.axis {
        case .x: true
        case .y: false
        case .block, .selfBlock: !isHorizontal
        case .inline, .selfInline: isHorizontal
        // The first of two is along the block axis.
        case .any, .anySelf: isFirst != isHorizontal
        }
      return isX == horizontally ? part.flipped : part
    }
    var result = self
    (result.first, result.second) = (part(first, isFirst: true), part(second, isFirst: false))
    return result
  }

  fileprivate func axesSwapped(crosses: Bool) -> PositionArea {
    func part(_ part: Part) -> Part {
      var result = part
      result.axis = part.axis.other
      let isPhysical = part.direction == .physical && (part.axis == .x || part.axis == .y)
      return crosses && isPhysical ? result.flipped : result
    }
    var result = self
    (result.first, result.second) = (part(second), part(first))
    return result
  }
}

extension PositionArea.Part {
  fileprivate var flipped: PositionArea.Part {
    var result = self
    switch tracks {
    case .start: result.tracks = .end
    case .end: result.tracks = .start
    case .spanStart: result.tracks = .spanEnd
    case .spanEnd: result.tracks = .spanStart
    case .center, .spanAll: break
    }
    return result
  }
}
