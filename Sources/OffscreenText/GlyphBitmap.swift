/// A glyph as pixels.
package struct GlyphBitmap: Sendable {
  package var width: Int
  package var height: Int
  /// From the pen's whole pixel to the left edge, and from the baseline up to the top edge.
  package var left: Int
  package var top: Int
  /// Four bytes a pixel (blue, green, red, alpha, premultiplied), or one of coverage.
  package var isColor: Bool
  /// Rows without padding.
  package var pixels: [UInt8]
}

/// A glyph's outline, or part of one.
package enum OutlineElement: Hashable, Sendable {
  case move(x: Double, y: Double)
  case line(x: Double, y: Double)
  case quad(cx: Double, cy: Double, x: Double, y: Double)
  case cubic(c1x: Double, c1y: Double, c2x: Double, c2y: Double, x: Double, y: Double)
  case close
}

/// An outline in CSS pixels around the glyph's origin: x to the right, y down.
package struct GlyphOutline: Sendable {
  package var elements: [OutlineElement] = []
}
