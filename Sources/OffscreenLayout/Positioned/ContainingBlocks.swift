import OffscreenCSS

extension LayoutContext {
  /// Whether a box is the containing block of absolutely positioned (or fixed) descendants.
  /// https://drafts.csswg.org/css-position-3/#def-cb
  package func isContainingBlock(_ box: BoxID, forFixed: Bool) -> Bool {
    let entry = boxes[box]
    if box == .root { return true }
    // Text has its parent's style; a table's wrapper box counts for its grid box.
    if entry.kind == .text || entry.kind == .tableGrid { return false }
    return entry.style.containsPositioned(
      forFixed: forFixed, as: entry.kind, isRootElement: boxes.isRootElement(entry))
  }
}

extension ComputedStyle {
  /// Whether a box of this style is the containing block of absolutely positioned (or fixed) descendants.
  func containsPositioned(forFixed: Bool, as kind: BoxKind, isRootElement: Bool) -> Bool {
    if !forFixed, isPositioned { return true }
    let takesTransforms = kind != .inline
    // https://drafts.csswg.org/css-contain-2/#containment-layout : not of the parts of a table but its cells,
    // nor of those of a ruby.
    let takesContainment = kind != .tableRow && kind != .tableRowGroup && !box.specifiedDisplay.isRubyPart
    if takesTransforms,
      effect.transformsBox || effect.perspective != nil || effect.transformStyle == .preserve3D
        || takesContainment && !box.contain.isDisjoint(with: [.layout, .paint]) || usedContentVisibility != .visible
    {
      return true
    }
    if kind == .inline { return effect.filtersInline }
    // The root element's filter does not make it a containing block.
    return isRootElement ? effect.willChangeContainingBlock : effect.filtersContainPositioned
  }

  /// Whether absolutely positioned boxes are contained for the sake of `position`, or because it will change: any
  /// value but the initial one would. https://drafts.csswg.org/css-will-change-1/#will-change
  var isPositioned: Bool {
    box.position != .static
      || !effect.willChange.isEmpty && effect.willChange.contains { $0.lowercased() == "position" }
  }
}

extension EffectStyle {
  /// An inline box cannot be transformed: that it will be is no matter.
  var filtersInline: Bool {
    !filters.isEmpty || !backdropFilters.isEmpty
      || willChange.contains { ["filter", "-webkit-filter", "backdrop-filter"].contains($0.lowercased()) }
  }

  /// https://drafts.fxtf.org/filter-effects-1/#FilterProperty
  var filtersContainPositioned: Bool {
    !filters.isEmpty || !backdropFilters.isEmpty || willChangeContainingBlock
  }
}
