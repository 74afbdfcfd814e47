import OffscreenCSS

/// Adjustments of computed values by the element's place in the tree.
struct StyleAdjustment {
  let values: StyleValues
  let parent: ComputedStyle
  let situation: StyleBuilder.Situation

  func apply(to values: inout StyleValues) {
    if situation.contains(.marker) { return restrictMarker(&values) }
    if situation.contains(.scrollMarkerGroup) { adjustScrollMarkerGroup(&values) }
    adjustDisplay(&values)
    adjustText(&values)
    // The system's radio buttons are round, whatever the page says; those without its look are as it says.
    if situation.contains(.radioButton), values.box.appearance != .none {
      values.border.radius = Corners(LengthPair(x: .percentage(50), y: .percentage(50)))
    }
    // https://drafts.csswg.org/web-animations-1/#side-effects-section
    if situation.contains(.animatesStacking) { values.effect.willChangeStacking = true }
    if situation.contains(.animatesContainingBlock) { values.effect.willChangeContainingBlock = true }
  }

  /// https://drafts.csswg.org/css2/#dis-pos-flo and https://drafts.csswg.org/css-display-3/#transformations
  private func adjustDisplay(_ values: inout StyleValues) {
    // https://drafts.csswg.org/css-position-4/#top-styling
    if situation.contains(.topLayer), values.box.position != .fixed { values.box.position = .absolute }
    let isOutOfFlow = values.box.position == .absolute || values.box.position == .fixed
    let isInlinized = parent.box.inlinizesChildren && !isOutOfFlow && !situation.contains(.root)
    if isOutOfFlow || situation.contains(.item) { values.box.float = .none }
    // In ruby it does not float, but is a box of its own still.
    let floats = values.box.float != .none
    if isInlinized { values.box.float = .none }
    switch values.box.display {
    case .none: return
    case .contents:
      if situation.contains(.root) { values.box.display = .block }
      // https://drafts.csswg.org/css-display-3/#unbox
      if situation.contains(.replaced) { values.box.display = .none }
      values.box.inlinizesChildren = isInlinized
      return
    case .box, .part: adjustDisplayOfElement(&values.box.display)
    }
    if isOutOfFlow || floats || situation.contains(.root) || situation.contains(.item) {
      values.box.display = Self.blockified(values.box.display)
    } else if values.box.display == .inline, values.text.writingMode != parent.text.writingMode {
      // https://drafts.csswg.org/css-writing-modes-4/#block-flow
      values.box.display = .inlineBlock
    }
    if isInlinized { values.box.display = Self.inlinized(values.box.display) }
    values.box.inlinizesChildren =
      values.box.display.isRuby || isInlinized && values.box.display.isInlineFlow
    // What contains sizes, layout and paint has no effect on the parts of a ruby.
    // https://drafts.csswg.org/css-contain-2/#containment-types
    if values.box.display.isRubyPart { values.box.contain.formIntersection(.style) }
  }

  /// What cannot be displayed in every way is displayed as in Chromium.
  /// https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
  private func adjustDisplayOfElement(_ display: inout Display) {
    if situation.contains(.legend) {
      display = Self.blockified(display)
    } else if situation.contains(.fieldset) {
      switch display {
      case .box(.inline, .flow, _), .box(.inline, .table, _): display = .inlineBlock
      case .box(.block, .table, _), .part: display = .block
      case .none, .contents, .box: break
      }
    } else if situation.contains(.marquee), display == .inline {
      display = .block
    } else if case .part = display {
      if situation.contains(.picture) { display = .block }
      if situation.contains(.control) { display = .inlineBlock }
    }
  }

  /// A block whose size does not depend on the markers in it, unless it is out of flow.
  /// https://drafts.csswg.org/css-overflow-5/#scroll-marker-group-pseudo
  private func adjustScrollMarkerGroup(_ values: inout StyleValues) {
    if values.box.display == .contents { values.box.display = .block }
    values.box.display = Self.blockified(values.box.display)
    let isOutOfFlow = values.box.position == .absolute || values.box.position == .fixed
    let containment: Containment = isOutOfFlow ? .layout : [.size, .layout]
    values.box.declaredContain.formUnion(containment)
    values.box.contain.formUnion(containment)
  }

  /// Only the text and the content of a marker can be styled.
  /// https://drafts.csswg.org/css-lists-3/#marker-properties
  private func restrictMarker(_ values: inout StyleValues) {
    var kept = StyleValues(inheriting: parent)
    kept.font = values.font
    kept.text = values.text
    kept.text.indent = .zero
    kept.text.align = .start
    kept.text.alignLast = .auto
    kept.text.writingMode = parent.text.writingMode
    kept.inherited = values.inherited
    kept.inherited.visibility = parent.inherited.visibility
    kept.variables = values.variables
    kept.content = values.content
    kept.animation = values.animation
    kept.box.unicodeBidi = values.box.unicodeBidi
    kept.box.display = .inline
    values = kept
  }

  /// https://drafts.csswg.org/css-display-3/#blockify
  static func blockified(_ display: Display) -> Display {
    switch display {
    case .none, .contents: display
    case .box(.inline, .flowRoot, let isListItem): .box(.block, .flow, listItem: isListItem)
    case .box(_, let inside, let isListItem): .box(.block, inside, listItem: isListItem)
    case .part: .block
    }
  }

  /// https://drafts.csswg.org/css-display-3/#inlinify
  private static func inlinized(_ display: Display) -> Display {
    switch display {
    case .box(.block, .flow, listItem: true): .box(.inline, .flow, listItem: true)
    case .box(.block, .flow, let isListItem): .box(.inline, .flowRoot, listItem: isListItem)
    case .box(.block, let inside, let isListItem): .box(.inline, inside, listItem: isListItem)
    case .none, .contents, .box, .part: display
    }
  }

  private func adjustText(_ values: inout StyleValues) {
    // A table stops what aligns blocks.
    if case .box(_, .table, _) = values.box.display {
      switch values.text.align {
      case .webkitLeft, .webkitRight, .webkitCenter: values.text.align = .start
      case .start, .end, .left, .right, .center, .justify, .matchParent, .justifyAll: break
      }
    }
  }
}

extension Display {
  /// A ruby container or an annotation.
  fileprivate var isRuby: Bool {
    switch self {
    case .box(_, .ruby, _), .part(.rubyText): true
    case .none, .contents, .box, .part: false
    }
  }
  /// An inline box, whose content is on the line that it is on.
  fileprivate var isInlineFlow: Bool {
    switch self {
    case .box(.inline, .flow, _), .part(.rubyBase): true
    case .none, .contents, .box, .part: false
    }
  }
}

extension ComputedStyle {
  /// The same for a box that its parent makes an item of.
  package var blockified: ComputedStyle {
    let display = StyleAdjustment.blockified(box.display)
    if display == box.display, box.float == .none { return self }
    var values = StyleValues(copying: self)
    (values.box.display, values.box.float) = (display, .none)
    return ComputedStyle(values)
  }
}
