import OffscreenImages

/// What painting asks of its page.
package protocol PaintResources {
  /// The picture at an attribute's URL, relative to the document.
  func picture(at address: String) -> PageImage?
  /// SVG content of the page, drawn by the SVG renderer.
  func picture(of drawing: VectorDrawing) -> PageImage?
  /// The elements of another document, at an absolute URL without a fragment.
  func externalVectors(at address: String) -> VectorElements?
}
