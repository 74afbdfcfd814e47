import OffscreenCSS
import OffscreenDOM

/// Finds the styles of a document's elements.
package final class StyleEngine {
  private let document: Document
  private let media: MediaContext
  private let sheets: CollectedSheets
  /// The measures of the fonts that styles choose.
  package var measureFont: ((FontStyle) -> FontRelativeMetrics)?
  /// Told of the `@font-face` rules before any font is measured.
  package var foundFontFaces: (([FontFaceRule]) -> Void)?
  /// Makes an address absolute against a base.
  package var joinURL: (_ address: String, _ base: String) -> String = { address, _ in address }
  /// The size in CSS pixels of an element's content box, as an earlier layout found it: what
  /// container queries ask for. Without it, rules in container queries do not apply.
  package var containerSize: ((NodeID) -> (width: Double, height: Double)?)?
  /// The element whose `width` and `height` size an `img`, where it is another one: a `source`.
  package var dimensionSource: ((NodeID) -> NodeID)?
  /// Of the frame that the document stands in.
  package var frameMargins = FrameMargins()
  /// Whether pictures of a MIME type can be shown, for `image-set()`.
  package var showsImageType: ((String) -> Bool)?

  /// Seconds since the page was there, on its own clock: where animations and transitions stand.
  package var time = 0.0

  package init(document: Document, sheets: CollectedSheets, media: MediaContext) {
    (self.document, self.sheets, self.media) = (document, sheets, media)
  }

  package func run() -> StyledDocument {
    let context = ValueContext(viewportWidth: media.width, viewportHeight: media.height)
    context.devicePixelRatio = media.devicePixelRatio
    if let showsImageType { context.showsImageType = showsImageType }
    context.prefersDark = media.prefersDark
    context.isQuirky = document.quirksMode == .quirks
    context.measureFont = measureFont
    context.joinURL = joinURL
    let rules = CascadeRules(document: document, sheets: sheets, media: media, context: context)
    let fontFaces = rules.author.fontFaces.compactMap { FontFaceRule($0, context) }
    foundFontFaces?(fontFaces)
    context.fontFeatureValues = rules.author.fontFeatureValues
    var walk = StyleWalk(
      document: document, rules: rules, context: context, baseURL: sheets.documentURL,
      hasScripting: media.hasScripting, time: time, containerSize: containerSize, dimensionSource: dimensionSource,
      frameMargins: frameMargins)
    walk.run()
    var styled = walk.styled
    if styled.hasFirstLines || styled.hasFirstLetters { styled.firstLines = FirstLineStyles(walk) }
    if sheets.areCutShort { styled.cuts.insert(.sheets) }
    if rules.author.importsAreCutShort { styled.cuts.insert(.imports) }
    if rules.matcher.isExhausted { styled.cuts.insert(.selectors) }
    if walk.animationsAreCutShort { styled.cuts.insert(.animations) }
    styled.usesContainers = rules.usesContainers || context.sawContainerUnit
    styled.fontFaces = fontFaces
    styled.counterStyles = CounterStyles(rules.author.counterStyles, context)
    return styled
  }
}
