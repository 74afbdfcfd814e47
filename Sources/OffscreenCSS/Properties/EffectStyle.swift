/// What is done to a box's picture, and the decoration of its text. Nothing here is inherited.
package struct EffectStyle: Hashable, Sendable {
  package var opacity: Float = 1
  package var mixBlendMode: BlendMode = .normal
  package var isolation: Isolation = .auto
  package var boxShadows: [Shadow] = []
  package var transform: [TransformFunction] = []
  package var transformOrigin = LengthPair(x: .percentage(50), y: .percentage(50))
  /// CSS pixels.
  package var transformOriginZ: Float = 0
  package var transformBox: TransformBox = .viewBox
  package var transformStyle: TransformStyle = .flat
  package var translate: TransformFunction?
  package var rotate: TransformFunction?
  package var scale: TransformFunction?
  /// CSS pixels; nil is `none`.
  package var perspective: Float?
  package var perspectiveOrigin = LengthPair(x: .percentage(50), y: .percentage(50))
  package var backfaceVisibility: BackfaceVisibility = .visible
  package var filters: [FilterFunction] = []
  package var backdropFilters: [FilterFunction] = []
  package var clipPath: ClipPath = .none
  /// `clip: rect(...)`; nil is `auto`, a nil side too.
  package var clip: Sides<Float?>?
  /// Topmost first; none without a mask.
  package var masks: [MaskLayer] = []
  package var maskBorder: BorderImage = .init()
  /// The properties that `will-change` names and that matter to stacking.
  package var willChangeStacking = false
  package var willChangeContainingBlock = false
  package var decorationLines: TextDecorationLines = []
  package var decorationStyle: TextDecorationStyle = .solid
  package var decorationColor: ColorValue = .currentColor
  package var decorationThickness: DecorationThickness = .auto
  package init() {}
}

package struct MaskLayer: Hashable, Sendable {
  package var layer = BackgroundLayer()
  package var mode: MaskMode = .matchSource
  package var composite: MaskComposite = .add
  package init() {}
}

package struct TextDecorationLines: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let underline = TextDecorationLines(rawValue: 1)
  package static let overline = TextDecorationLines(rawValue: 2)
  package static let lineThrough = TextDecorationLines(rawValue: 4)
}
package enum DecorationThickness: Hashable, Sendable {
  case auto, fromFont
  /// Percentages are of the font size.
  case length(LengthPercentage)
}
