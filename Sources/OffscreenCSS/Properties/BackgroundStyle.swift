/// https://drafts.csswg.org/css-backgrounds-3/ . Nothing here is inherited.
package struct BackgroundStyle: Hashable, Sendable {
  package var color: ColorValue = .transparent
  /// Topmost first; at least one. Every list of the longhands is repeated or cut to the images' count.
  package var layers: [BackgroundLayer] = [BackgroundLayer()]
  package init() {}
}

package struct BackgroundLayer: Hashable, Sendable {
  package var image: ImageValue = .none
  package var position = LengthPair(x: .percentage(0), y: .percentage(0))
  package var size: BackgroundSize = .auto
  package var repeatX: RepeatStyle = .repeat
  package var repeatY: RepeatStyle = .repeat
  package var origin: VisualBox = .paddingBox
  package var clip: VisualBox = .borderBox
  package var attachment: BackgroundAttachment = .scroll
  package var blendMode: BlendMode = .normal
  package init() {}
}
