package import OffscreenGeometry

/// What is inherited and belongs to neither fonts nor text.
package struct InheritedStyle: Hashable, Sendable {
  package var color: Color = .black
  package var visibility: Visibility = .visible
  package var listStyleType: ListStyleType = .named("disc")
  package var listStylePosition: ListStylePosition = .outside
  package var listStyleImage: ImageValue = .none
  package var quotes: Quotes = .auto
  package var borderCollapse: BorderCollapse = .separate
  /// CSS pixels.
  package var borderSpacingX: Float = 0
  package var borderSpacingY: Float = 0
  package var captionSide: CaptionSide = .top
  package var emptyCells: EmptyCells = .show
  package var imageRendering: ImageRendering = .auto
  package var imageOrientation: ImageOrientation = .fromImage
  package var accentColor: ColorValue?
  package var colorScheme: ColorScheme = .init()
  package var pointerEvents: PointerEvents = .auto
  package var caretColor: ColorValue?
  /// SVG's inherited paint, in its own units: passed on to the SVG renderer.
  package var fill: String = ""
  package var stroke: String = ""
  package var strokeWidth: String = ""
  /// Zoom that has been applied to lengths; 1 without.
  package var zoom: Float = 1
  package init() {}
}

package enum ListStyleType: Hashable, Sendable {
  case none
  case string(String)
  case named(String)
  /// `symbols(...)`: the kind and the symbols.
  case symbols(String, [String])
}
package enum Quotes: Hashable, Sendable {
  case auto, none
  /// Open and close, outermost first.
  case pairs([QuotePair])
}
package struct QuotePair: Hashable, Sendable {
  package var open: String
  package var close: String
  package init(open: String, close: String) { (self.open, self.close) = (open, close) }
}
package struct ColorScheme: Hashable, Sendable {
  package var supportsLight = true
  package var supportsDark = false
  package var isNormal = true
  package init() {}
}
