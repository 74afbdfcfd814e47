extension Property {
  /// Whether animations and transitions may change the property.
  /// https://drafts.csswg.org/web-animations-1/#not-animatable
  package var isAnimatable: Bool {
    !name.hasPrefix("animation-") && !name.hasPrefix("transition-") && !Self.fixed.contains(name)
  }

  private static let fixed: Set<String> = [
    "direction", "unicode-bidi", "writing-mode", "text-orientation", "text-combine-upright", "will-change",
    "container-type", "container-name", "contain", "-webkit-locale", "zoom", "scroll-timeline-name",
    "scroll-timeline-axis", "view-timeline-name", "view-timeline-axis", "view-timeline-inset", "timeline-scope",
    "scroll-behavior",
  ]

  /// The values that the property takes, which an easing that overshoots may not leave.
  var animationRange: Interpolation.Range {
    if Self.signed.contains(name) || name.hasPrefix("margin-") || name.hasPrefix("scroll-margin-") {
      return .all
    }
    if Self.borderWidths.contains(name) { return .borderWidth }
    if Self.fractions.contains(name) { return .unit }
    return Self.counts.contains(name) ? .positiveInteger : .nonNegative
  }

  private static let signed: Set<String> = [
    "top", "right", "bottom", "left", "z-index", "order", "letter-spacing", "word-spacing", "text-indent",
    "vertical-align", "transform", "translate", "rotate", "scale", "transform-origin", "perspective-origin",
    "background-position-x", "background-position-y", "-webkit-mask-position-x", "-webkit-mask-position-y",
    "object-position", "outline-offset", "text-underline-offset", "box-shadow", "text-shadow", "filter",
    "backdrop-filter", "clip", "clip-path", "shape-outside", "stroke-dashoffset", "x", "y", "cx", "cy",
    "font-variation-settings", "baseline-shift", "offset-distance", "offset-position", "offset-anchor",
  ]
  private static let fractions: Set<String> = [
    "opacity", "shape-image-threshold", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity",
  ]
  private static let borderWidths: Set<String> = [
    "border-top-width", "border-right-width", "border-bottom-width", "border-left-width", "outline-width",
    "column-rule-width",
  ]
  private static let counts: Set<String> = ["column-count", "orphans", "widows", "-webkit-line-clamp"]
}
