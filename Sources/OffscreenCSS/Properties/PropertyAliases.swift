/// Other names of properties.
enum PropertyAliases {
  static let all: [(alias: String, name: String)] =
    renamed.map { ($0.0, $0.1) } + prefixed.map { ("-webkit-\($0)", $0) }

  private static let renamed: KeyValuePairs<String, String> = [
    "word-wrap": "overflow-wrap", "grid-gap": "gap", "grid-row-gap": "row-gap", "grid-column-gap": "column-gap",
    "font-width": "font-stretch", "text-decoration-skip": "text-decoration-skip-ink",
    "color-adjust": "print-color-adjust",
    "-webkit-margin-start": "margin-inline-start", "-webkit-margin-end": "margin-inline-end",
    "-webkit-margin-before": "margin-block-start", "-webkit-margin-after": "margin-block-end",
    "-webkit-padding-start": "padding-inline-start", "-webkit-padding-end": "padding-inline-end",
    "-webkit-padding-before": "padding-block-start", "-webkit-padding-after": "padding-block-end",
    "-webkit-border-start": "border-inline-start", "-webkit-border-end": "border-inline-end",
    "-webkit-border-before": "border-block-start", "-webkit-border-after": "border-block-end",
    "-webkit-border-start-color": "border-inline-start-color", "-webkit-border-end-color": "border-inline-end-color",
    "-webkit-border-before-color": "border-block-start-color", "-webkit-border-after-color": "border-block-end-color",
    "-webkit-border-start-style": "border-inline-start-style", "-webkit-border-end-style": "border-inline-end-style",
    "-webkit-border-before-style": "border-block-start-style", "-webkit-border-after-style": "border-block-end-style",
    "-webkit-border-start-width": "border-inline-start-width", "-webkit-border-end-width": "border-inline-end-width",
    "-webkit-border-before-width": "border-block-start-width", "-webkit-border-after-width": "border-block-end-width",
    "-webkit-logical-width": "inline-size", "-webkit-logical-height": "block-size",
    "-webkit-min-logical-width": "min-inline-size", "-webkit-min-logical-height": "min-block-size",
    "-webkit-max-logical-width": "max-inline-size", "-webkit-max-logical-height": "max-block-size",
    "-webkit-text-combine": "text-combine-upright", "-epub-writing-mode": "writing-mode",
    "-epub-text-transform": "text-transform", "-epub-word-break": "word-break",
    "-epub-caption-side": "caption-side", "-epub-text-orientation": "text-orientation",
    "-webkit-column-break-before": "break-before", "-webkit-column-break-after": "break-after",
    "-webkit-column-break-inside": "break-inside", "page-break-before": "break-before",
    "page-break-after": "break-after", "page-break-inside": "break-inside",
    "-webkit-mask-box-image": "mask-border", "-webkit-mask-box-image-source": "mask-border-source",
    "-webkit-mask-box-image-slice": "mask-border-slice", "-webkit-mask-box-image-width": "mask-border-width",
    "-webkit-mask-box-image-outset": "mask-border-outset",
    "-webkit-mask-box-image-repeat": "mask-border-repeat",
  ]

  /// Properties that have a `-webkit-` form of the same grammar.
  private static let prefixed = [
    "box-sizing", "box-shadow", "border-radius", "border-top-left-radius", "border-top-right-radius",
    "border-bottom-right-radius", "border-bottom-left-radius", "border-image", "transform",
    "transform-origin", "transform-style", "perspective", "perspective-origin", "backface-visibility",
    "filter", "backdrop-filter", "clip-path", "opacity", "flex", "flex-flow", "flex-direction", "flex-wrap",
    "flex-grow", "flex-shrink", "flex-basis", "order", "align-items", "align-self", "align-content",
    "justify-content", "columns", "column-count", "column-width", "column-gap", "column-fill",
    "column-span", "column-rule", "column-rule-width", "column-rule-style", "column-rule-color",
    "background-clip", "background-origin", "background-size", "box-decoration-break", "appearance",
    "hyphenate-character", "mask", "mask-image", "mask-size", "mask-repeat", "mask-position", "mask-origin",
    "mask-clip", "mask-composite", "shape-outside", "shape-margin", "shape-image-threshold",
    "text-emphasis", "text-emphasis-style", "text-emphasis-color", "text-emphasis-position",
    "text-orientation", "writing-mode", "line-break", "ruby-position", "font-feature-settings",
    "font-kerning", "text-decoration", "text-decoration-line", "text-decoration-style",
    "text-decoration-color", "hyphens", "animation", "animation-name", "animation-duration", "animation-delay",
    "animation-timing-function", "animation-iteration-count", "animation-direction", "animation-fill-mode",
    "animation-play-state", "user-select", "print-color-adjust", "text-size-adjust", "transition",
    "transition-property", "transition-duration", "transition-delay",
    "transition-timing-function",
  ]
}
