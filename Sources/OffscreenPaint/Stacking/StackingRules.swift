import OffscreenCSS
import OffscreenDOM
import OffscreenLayout

/// How a box takes part in the painting order.
/// https://www.w3.org/TR/CSS22/zindex.html
enum StackingRole: UInt8 {
  /// Painted in the phases of what it is in.
  case inFlow
  /// A float: all its phases at once, among the floats.
  case float
  /// An inline block, a flex or grid item: all its phases at once, among the foreground.
  case atomic
  /// Positioned without a stacking context: all its phases at once, on its parent context's level 0.
  case positioned
  case stackingContext

  /// Whether it is painted where its stacking context says, not in tree order.
  var isLayer: Bool { self == .positioned || self == .stackingContext }
}

extension BoxTree {
  /// Boxes that an element's effects and position belong to. Text has its parent's style; a table's
  /// effects are its wrapper's.
  private func carriesEffects(_ box: Box) -> Bool {
    switch box.kind {
    case .text, .lineBreak, .breakOpportunity, .tableGrid: false
    case .container, .inline, .replaced, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup,
      .tableColumn, .tableCaption:
      true
    }
  }

  /// https://drafts.csswg.org/css-transforms-1/#transformable-element
  func isTransformable(_ box: Box) -> Bool {
    carriesEffects(box) && box.kind != .inline && box.kind != .tableColumn && box.kind != .tableColumnGroup
  }

  func role(of id: BoxID) -> StackingRole {
    let box = self[id]
    guard carriesEffects(box) else { return .inFlow }
    if isStackingContext(box, id) { return .stackingContext }
    if box.style.box.position != .static { return .positioned }
    // Deviation: anonymous items and tables are painted in the phases of what they are in.
    if box.origin == .anonymous { return .inFlow }
    if box.flags.contains(.floating) { return .float }
    if !box.flags.isDisjoint(with: [.atomicInline, .item]) { return .atomic }
    return .inFlow
  }

  func isStackingContext(_ box: Box, _ id: BoxID) -> Bool {
    guard carriesEffects(box) else { return false }
    // The root element, in the initial containing block.
    if id == .root || (box.parent == .root && box.origin == .element) { return true }
    let style = box.style
    switch style.box.position {
    case .fixed, .sticky: return true
    case .absolute, .relative: if style.mayHaveZIndex { return true }
    case .static: if box.flags.contains(.item), style.mayHaveZIndex { return true }
    }
    let effect = style.effect
    if effect.opacity < 1 || effect.mixBlendMode != .normal || effect.isolation == .isolate
      || effect.willChangeStacking || !effect.filters.isEmpty || !effect.backdropFilters.isEmpty
      || effect.clipPath != .none || !effect.masks.isEmpty || effect.maskBorder.source != .none
    {
      return true
    }
    guard isTransformable(box) else { return false }
    // In a shared space, it is a plane of its own that is seen or not.
    if effect.backfaceVisibility == .hidden, !box.parent.isNone,
      self[box.parent].style.effect.transformStyle == .preserve3D
    {
      return true
    }
    return style.hasTransform || effect.perspective != nil || effect.transformStyle == .preserve3D
      || !style.box.contain.isDisjoint(with: [.paint, .layout])
  }

  /// The stacking context that a layer is a part of: the nearest ancestor box that is one.
  func stackingContext(around id: BoxID) -> BoxID {
    var ancestor = self[id].parent
    while !ancestor.isNone, ancestor != .root {
      if isStackingContext(self[ancestor], ancestor) { return ancestor }
      ancestor = self[ancestor].parent
    }
    return .root
  }
}

extension ComputedStyle {
  /// Whether it has a number in `z-index`, or is said to get one: which matters where the property applies.
  /// https://drafts.csswg.org/css-will-change-1/#will-change
  fileprivate var mayHaveZIndex: Bool {
    box.zIndex != nil || effect.willChange.contains { $0.lowercased() == "z-index" }
  }
}
