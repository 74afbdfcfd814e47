import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// What percentages in a drawing are of.
/// https://svgwg.org/svg2-draft/coords.html#Units
package struct VectorSize: Hashable, Sendable {
  package var width: Double
  package var height: Double
  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// The basis of lengths that have no direction.
  var diagonal: Double { ((width * width + height * height) / 2).squareRoot() }
}

/// A drawing laid out: what is shown of it, with `use` elements' instances in their places. Sealed once it is built.
package struct VectorTree {
  package internal(set) var nodes: [VectorNode] = []
  package internal(set) var roots: [Int32] = []
  /// Whether something in it is blended with what is behind.
  var hasBlending = false

  package subscript(index: Int32) -> VectorNode { nodes[Int(index)] }
}

/// An element of a drawing as it is shown.
package struct VectorNode {
  package enum Content {
    case group
    /// A viewport, and what its contents are clipped to, in the element's own space.
    case viewport(clip: PaintRect?)
    case shape(PaintPath)
    case text(VectorText)
    case image(PaintRect)
    /// What a `use` element shows of another document.
    case external(ExternalDrawing)
    /// HTML in a drawing.
    case foreign(PaintRect)
  }
  package var element: NodeID
  package var style: ComputedStyle
  package var content: Content
  package var parent: Int32 = -1
  package var children: [Int32] = []
  /// From the element's own space to its parent's inner one.
  package var transform = Transform.identity
  /// From the children's space to the element's own: of viewports and `use` elements.
  package var inner = Transform.identity
  package var viewport: VectorSize
  /// Whether it is in a `use` element's shadow tree.
  package var isInstance = false
  /// The object's bounding box, without strokes, in the element's own space; nil where there is nothing.
  /// https://svgwg.org/svg2-draft/coords.html#BoundingBoxes
  package var box: PaintRect?
  /// The same with strokes, but for mitres and caps.
  package var strokeBox: PaintRect?
}

/// A part of another document.
package struct ExternalDrawing {
  let elements: VectorElements
  let tree: VectorTree
}

extension ComputedStyle {
  /// https://svgwg.org/svg2-draft/render.html#OverflowAndClipProperties : without scroll bars, `auto` shows all.
  var clipsDrawing: Bool { box.overflowX != .visible && box.overflowX != .auto }
}

extension Transform {
  /// How much larger text is drawn under it.
  var textScale: Double { ((a * a + b * b + c * c + d * d) / 2).squareRoot() }
}
