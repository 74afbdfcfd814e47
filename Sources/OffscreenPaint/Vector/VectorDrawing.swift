import OffscreenDOM
import OffscreenGeometry

/// SVG content that is to be drawn as a picture.
package struct VectorDrawing {
  /// The elements to draw.
  package var elements: [NodeID]
  /// The element that they inherit from.
  package var parent: NodeID
  /// From their space to the page.
  package var transform: Transform
  /// The part of the page that the picture shows.
  package var area: PaintRect
  /// Whether only what they cover counts: all black, without strokes.
  package var isSilhouette = false
  /// Whether the elements' own transforms and effects are left out: they are applied already.
  package var isBare = false
}
