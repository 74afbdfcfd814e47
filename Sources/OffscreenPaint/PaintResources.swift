import OffscreenDOM
import OffscreenImages

/// What painting asks of its page.
package protocol PaintResources {
  /// The picture at an attribute's URL, relative to the document.
  func picture(at address: String) -> PageImage?
  /// What a list shows in an area, as a picture of that size.
  func picture(of list: DisplayList, in area: PaintRect) -> PageImage?
  /// What is in a `foreignObject` element of this size.
  func contents(of element: NodeID, width: Double, height: Double) -> DisplayList?
  /// The elements of another document, at an absolute URL, whose fragment names its target.
  func externalVectors(at address: String) -> VectorElements?
}
