/// What has to be made anew when a computed value changes. Each needs what is below it too.
package enum ChangeEffect: UInt8, Comparable, Sendable {
  case nothing
  /// Nothing but the style itself: no picture shows it.
  case style
  /// What is painted; no place and no size depends on it.
  case paint
  /// Places and sizes of the boxes that are there.
  case layout
  /// Which boxes there are.
  case boxes

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Property {
  /// What a change of the property affects.
  package var changeEffect: ChangeEffect { Self.changeEffects[name] ?? .layout }

  /// All but those of layout, which is what a property affects that is not named here.
  private static let changeEffects: [String: ChangeEffect] = {
    var effects: [String: ChangeEffect] = [:]
    for name in ofStyle { effects[name] = .style }
    for name in ofPaint { effects[name] = .paint }
    for name in ofBoxes { effects[name] = .boxes }
    return effects
  }()

  /// Animations and transitions are in the values of the properties that they change.
  private static let ofStyle = [
    "pointer-events", "animation-name", "animation-duration", "animation-timing-function", "animation-delay",
    "animation-iteration-count", "animation-direction", "animation-fill-mode", "animation-play-state",
    "animation-composition", "animation-timeline", "animation-range-start", "animation-range-end",
    "scroll-timeline-name", "scroll-timeline-axis", "view-timeline-name", "view-timeline-axis", "view-timeline-inset",
    "timeline-scope", "transition-property", "transition-duration",
    "transition-timing-function", "transition-delay", "transition-behavior", "container-name",
  ]

  private static let ofPaint = [
    "color", "opacity", "mix-blend-mode", "isolation", "z-index", "box-shadow", "text-shadow", "clip-path", "clip",
    "background-color", "background-image", "background-position-x", "background-position-y", "background-size",
    "background-repeat", "background-origin", "background-clip", "background-attachment", "background-blend-mode",
    "mask-image", "-webkit-mask-position-x", "-webkit-mask-position-y", "mask-size", "mask-repeat", "mask-origin",
    "mask-clip", "mask-mode", "mask-composite", "mask-border-source", "mask-border-slice", "mask-border-width",
    "mask-border-outset", "mask-border-repeat", "border-top-color", "border-right-color", "border-bottom-color",
    "border-left-color", "border-image-source", "border-image-slice", "border-image-repeat", "border-image-outset",
    "outline-width", "outline-style", "outline-color", "outline-offset", "text-decoration-line",
    "text-decoration-style", "text-decoration-color", "text-decoration-thickness", "text-underline-position",
    "text-underline-offset", "text-decoration-skip-ink", "-webkit-text-stroke-width", "-webkit-text-stroke-color",
    "-webkit-text-fill-color", "text-emphasis-color", "column-rule-color", "row-rule-color", "rule-overlap",
    "accent-color", "caret-color",
    "corner-top-left-shape", "corner-top-right-shape", "corner-bottom-right-shape", "corner-bottom-left-shape",
    "object-position", "image-rendering", "backface-visibility", "perspective-origin",
  ]

  private static let ofBoxes = [
    "display", "position", "initial-letter", "float", "content", "counter-reset", "counter-increment", "counter-set",
    "quotes",
    "list-style-type", "list-style-position", "list-style-image", "text-transform", "column-span", "column-count",
    "column-width", "column-height", "appearance", "writing-mode", "direction", "-webkit-locale",
    "white-space-collapse",
    "text-emphasis-style", "overflow-x", "overflow-y", "content-visibility", "contain", "shape-outside",
    "scroll-marker-group", "ruby-position", "text-combine-upright", "image-orientation", "-webkit-box-orient",
    "unicode-bidi", "color-scheme", "field-sizing",
  ]
}

extension ComputedStyle {
  /// What has to be made anew where another style takes the place of this one.
  package func effect(ofChangeTo other: ComputedStyle) -> ChangeEffect {
    if self === other { return .nothing }
    var result = ChangeEffect.nothing
    // Optimization: most groups are equal, and of some all properties affect the same.
    if !variables.isSame(as: other.variables) || animation != other.animation
      || unshown != other.unshown || unshownInherited != other.unshownInherited
    {
      result = .style
    }
    if background != other.background { result = .paint }
    if font != other.font || alignment != other.alignment || grid != other.grid { result = .layout }
    // How an element is displayed follows from more than its own value.
    if content != other.content || box.display != other.box.display
      || box.isStyledControl != other.box.isStyledControl
    {
      return .boxes
    }
    var groups: [[Property]] = []
    if text != other.text { groups.append(TextStyle.properties + TextBoxStyle.properties) }
    if inherited != other.inherited { groups.append(Self.propertiesOfInherited) }
    if box != other.box { groups.append(BoxStyle.properties + TextBoxStyle.properties + AnchorStyle.properties) }
    if border != other.border { groups.append(BorderStyle.properties) }
    if column != other.column { groups.append(ColumnStyle.properties + GapRuleStyle.properties) }
    if effect != other.effect { groups.append(Self.propertiesOfEffects) }
    if groups.isEmpty { return result }
    let (old, new) = (StyleValues(copying: self), StyleValues(copying: other))
    for group in groups {
      var isExplained = false
      for property in group where !property.isSame(in: old, and: new) {
        isExplained = true
        result = max(result, property.changeEffect)
        if result == .boxes { return .boxes }
      }
      // A field that is no property's own.
      if !isExplained { result = max(result, .layout) }
    }
    return result
  }

  private static let propertiesOfInherited =
    InheritedStyle.properties + MathSettings.properties + VectorStyle.properties
  /// Masks stand among the properties of backgrounds and borders.
  private static let propertiesOfEffects =
    EffectStyle.properties + MotionStyle.properties + BackgroundStyle.properties + BorderStyle.properties
    + VectorStyle.properties

  /// Whether all values are equal.
  package func isSame(as other: ComputedStyle) -> Bool {
    self === other
      || isSameForChildren(as: other) && box == other.box && border == other.border && background == other.background
        && alignment == other.alignment && grid == other.grid && column == other.column && effect == other.effect
        && content == other.content && animation == other.animation && unshown == other.unshown
  }

  /// Whether a child that inherits no more than it must has the same style below either.
  package func isSameForChildren(as other: ComputedStyle) -> Bool {
    font == other.font && text == other.text && inherited == other.inherited
      && unshownInherited == other.unshownInherited
      && variables.isSame(as: other.variables)
  }
}
