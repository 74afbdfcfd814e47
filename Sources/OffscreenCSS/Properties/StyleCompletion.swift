extension StyleValues {
  /// Makes the style whole when all declarations are applied: what depends on several properties.
  package mutating func finish(parent: ComputedStyle) {
    finishLayers()
    finishBorders()
    finishOverflow()
    finishLegacyBox(parent: parent)
    if alignment.justifyItemsLegacy { alignment.finishJustifyItems(parent: parent.alignment) }
    // https://drafts.csswg.org/css-contain-2/#content-visibility
    switch box.display.maySkipContents ? box.contentVisibility : .visible {
    case .visible: break
    case .auto:
      box.contain.formUnion([.layout, .paint, .style])
      (box.remembersIntrinsicWidth, box.remembersIntrinsicHeight) = (true, true)
    case .hidden: box.contain.formUnion([.size, .layout, .paint, .style])
    }
  }

  private mutating func finishLayers() {
    if !scratch.background.isUntouched { background.layers = scratch.background.backgroundLayers }
    if scratch.mask.images != nil { effect.masks = scratch.mask.maskLayers }
  }

  /// A border without a style has no width.
  /// https://drafts.csswg.org/css-backgrounds-3/#border-width
  private mutating func finishBorders() {
    func isInvisible(_ style: BorderLineStyle) -> Bool { style == .none || style == .hidden }
    if isInvisible(border.style.top) { border.width.top = 0 }
    if isInvisible(border.style.right) { border.width.right = 0 }
    if isInvisible(border.style.bottom) { border.width.bottom = 0 }
    if isInvisible(border.style.left) { border.width.left = 0 }
  }

  /// https://drafts.csswg.org/css-overflow-3/#propdef-overflow-x
  private mutating func finishOverflow() {
    func scrolls(_ overflow: Overflow) -> Bool { overflow != .visible && overflow != .clip }
    if scrolls(box.overflowX) != scrolls(box.overflowY) {
      // Deviation: `clip` stays, as in Chromium.
      func scrolling(_ overflow: Overflow) -> Overflow { overflow == .visible ? .auto : overflow }
      box.overflowX = scrolling(box.overflowX)
      box.overflowY = scrolling(box.overflowY)
    }
  }

  /// The properties of `-webkit-box` in terms of flexible boxes.
  private mutating func finishLegacyBox(parent: ComputedStyle) {
    if parent.box.isLegacyBox {
      (alignment.flexGrow, alignment.flexShrink) = (alignment.oldBox.flex, alignment.oldBox.flex)
      if alignment.oldBox.ordinalGroup != 1 { alignment.order = alignment.oldBox.ordinalGroup }
    }
    guard box.isLegacyBox else { return }
    let old = alignment.oldBox
    box.isLegacyVerticalBox = old.isVertical
    if old.isVertical, box.lineClamp > 0, case .box(let outside, _, _) = box.display {
      // https://drafts.csswg.org/css-overflow-4/#webkit-line-clamp
      box.display = .box(outside, .flowRoot, listItem: false)
      return
    }
    alignment.flexDirection =
      switch (old.isVertical, old.isReversed) {
      case (false, false): .row
      case (false, true): .rowReverse
      case (true, false): .column
      case (true, true): .columnReverse
      }
    alignment.alignItems = SelfAlignment(old.align)
    alignment.justifyContent = ContentAlignment(old.pack)
  }
}
