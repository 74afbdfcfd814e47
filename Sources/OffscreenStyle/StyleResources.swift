import OffscreenCSS
import OffscreenDOM

/// What styling asks of its page. The answers stay the same as long as a `StyleEngine` lives.
package protocol StyleResources {
  /// An address made absolute against a base.
  func absoluteURL(_ address: String, base: String) -> String
  /// The measures of the font that a style chooses.
  func metrics(of font: FontStyle) -> FontRelativeMetrics
  /// Takes the `@font-face` rules, before any font is measured.
  func use(_ fontFaces: [FontFaceRule])
  /// Whether pictures of a MIME type, in lower case, can be shown.
  func showsImages(ofType type: String) -> Bool
  /// The element whose `width` and `height` size an `img`: itself, or a `source`.
  func dimensionSource(of image: NodeID) -> NodeID
  /// What the element of the frame says of the margins of the document's body.
  var frameMargins: FrameMargins { get }
  /// Whether the page's policies allow what a `style` attribute says.
  func allowsStyleAttribute(_ text: String, of element: NodeID) -> Bool
}

/// What is so where there is no page.
extension StyleResources {
  package func absoluteURL(_ address: String, base: String) -> String { address }
  package func metrics(of font: FontStyle) -> FontRelativeMetrics { FontRelativeMetrics(fontSize: Double(font.size)) }
  package func use(_ fontFaces: [FontFaceRule]) {}
  package func showsImages(ofType type: String) -> Bool { type.hasPrefix("image/") }
  package func dimensionSource(of image: NodeID) -> NodeID { image }
  package var frameMargins: FrameMargins { FrameMargins() }
  package func allowsStyleAttribute(_ text: String, of element: NodeID) -> Bool { true }
}

/// Of a document by itself.
package struct NoStyleResources: StyleResources {
  package init() {}
}
