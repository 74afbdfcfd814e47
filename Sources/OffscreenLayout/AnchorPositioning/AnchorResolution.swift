import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// A style of a box that is positioned by anchors, with what those say in the place of what asks for them.
struct AnchorResolution {
  let style: ComputedStyle
  /// The containing block, or the part of it that `position-area` names.
  let area: Rect
  /// The containing block, of which the area may be a part.
  let container: Rect
  let defaultAnchor: AnchorTable.Anchor?
  /// Of a box with a `position-area`.
  let grid: PositionAreaGrid?
  /// The axes along which the box compensates for the scrolling of its default anchor.
  /// https://drafts.csswg.org/css-anchor-position-1/#needs-scroll-adjustment
  let follows: (x: Bool, y: Bool)

  /// `scrollable`: what the containing block can be scrolled to.
  init(
    _ original: ComputedStyle, of box: BoxID, in paddingBox: Rect, scrollable: Rect?, _ direction: WritingDirection,
    _ table: AnchorTable, _ context: LayoutContext
  ) {
    let own = WritingDirection(original)
    let anchor = original.box.anchor
    func found(_ name: String?) -> AnchorTable.Anchor? {
      if let name { return table.anchor(name, for: box) }
      switch anchor.positionAnchor {
      case .named(let name): return table.anchor(name, for: box)
      case .none: return nil
      case .normal where anchor.area == nil: return nil
      case .normal, .auto:
        let element = context.implicitAnchor(of: box)
        return element.isNone ? nil : table.anchor(element)
      }
    }
    // 1. The area.
    let defaultAnchor = found(nil)
    self.defaultAnchor = defaultAnchor
    // With an area, a box may be wherever its containing block can be scrolled to.
    let container = anchor.area != nil && defaultAnchor != nil ? scrollable ?? paddingBox : paddingBox
    self.container = container
    var area = container
    var grid: PositionAreaGrid?
    if let named = anchor.area, let defaultAnchor {
      let found = PositionAreaGrid(named, container: direction, own: own)
      area = found.area(in: container, around: defaultAnchor.rect)
      grid = found
    }
    (self.area, self.grid) = (area, grid)
    let centersInline = original.alignment.justifySelf.value == .anchorCenter
    let centersBlock = original.alignment.alignSelf.value == .anchorCenter
    var follows = direction.isHorizontal ? (x: centersInline, y: centersBlock) : (x: centersBlock, y: centersInline)
    if grid != nil { follows = (true, true) }
    // 2. The functions.
    guard original.box.usesAnchorFunctions else {
      style = original
      self.follows = defaultAnchor == nil ? (false, false) : follows
      return
    }
    func length(_ function: AnchorFunction, isX: Bool, isFar: Bool?) -> Calculation? {
      let target = found(function.name)
      var value: LayoutUnit?
      if let target {
        let anchor = target.rect
        switch function.query {
        case .side(let side):
          if let isFar { value = Self.inset(side, of: anchor, in: area, isX: isX, isFar: isFar, direction, own) }
          if target.fragment == defaultAnchor?.fragment, value != nil {
            if isX { follows.x = true } else { follows.y = true }
          }
        case .size(let dimension):
          value = Self.isWidth(dimension, isX: isX, direction, own) ? anchor.width : anchor.height
        }
      }
      if let value { return .linear(length: value.pixels, percentage: 0) }
      return function.fallback?.mapAnchors { length($0, isX: isX, isFar: isFar) }
    }
    var values = StyleValues(copying: original)
    values.box.mapSideAnchors { length($0, isX: $1, isFar: $2) }
    values.box.mapAnchors { length($0, isX: $1, isFar: nil) }
    style = ComputedStyle(values)
    self.follows = defaultAnchor == nil ? (false, false) : follows
  }

  /// How far a side of an anchor is from the side of the area that an inset is of; nil where it is of another axis.
  /// https://drafts.csswg.org/css-anchor-position-1/#anchor-pos
  private static func inset(
    _ side: AnchorSide, of anchor: Rect, in area: Rect, isX: Bool, isFar: Bool, _ container: WritingDirection,
    _ own: WritingDirection
  ) -> LayoutUnit? {
    let (start, end) = isX ? (anchor.minX, anchor.maxX) : (anchor.minY, anchor.maxY)
    func edge(isEnd: Bool, _ direction: WritingDirection) -> LayoutUnit {
      isEnd != direction.isFlipped(alongX: isX) ? end : start
    }
    let place: LayoutUnit
    switch side {
    case .left, .right:
      guard isX else { return nil }
      place = side == .left ? start : end
    case .top, .bottom:
      guard !isX else { return nil }
      place = side == .top ? start : end
    case .inside: place = isFar ? end : start
    case .outside: place = isFar ? start : end
    case .start: place = edge(isEnd: false, container)
    case .end: place = edge(isEnd: true, container)
    case .selfStart: place = edge(isEnd: false, own)
    case .selfEnd: place = edge(isEnd: true, own)
    case .percentage(let percentage):
      let way = container.isFlipped(alongX: isX) ? 100 - percentage : percentage
      place = start + LayoutUnit((end - start).pixels * way / 100)
    }
    return isFar ? (isX ? area.maxX : area.maxY) - place : place - (isX ? area.minX : area.minY)
  }

  private static func isWidth(
    _ dimension: AnchorDimension?, isX: Bool, _ container: WritingDirection, _ own: WritingDirection
  ) -> Bool {
    switch dimension {
    case nil: isX
    case .width: true
    case .height: false
    case .block: !container.isHorizontal
    case .inline: container.isHorizontal
    case .selfBlock: !own.isHorizontal
    case .selfInline: own.isHorizontal
    }
  }
}

extension LayoutContext {
  /// The element that a box is attached to without naming it: of a popover, what has opened it; of a pseudo-element,
  /// its element.
  /// https://drafts.csswg.org/css-anchor-position-1/#implicit-anchor-element
  func implicitAnchor(of box: BoxID) -> NodeID {
    let entry = boxes[box]
    switch entry.origin {
    case .before, .after, .marker, .scrollButton, .scrollMarkerGroup, .scrollMarker: return entry.node
    case .element: return document.controlState(entry.node)?.popoverSource ?? .none
    case .firstLetter, .detailsContent, .fileSelectorButton, .anonymous, .userAgentPart: return .none
    }
  }
}

extension ComputedStyle {
  /// Whether the place or the size of an absolutely positioned box depends on anchors, or on how it fits.
  package var isPlacedByAnchors: Bool {
    !box.anchor.isInitial
      && (box.anchor.area != nil || !box.anchor.tries.isEmpty || box.anchor.positionAnchor != .normal
        || box.anchor.visibility.contains(.noOverflow))
      || box.usesAnchorFunctions || alignment.alignSelf.value == .anchorCenter
      || alignment.justifySelf.value == .anchorCenter
  }
}
