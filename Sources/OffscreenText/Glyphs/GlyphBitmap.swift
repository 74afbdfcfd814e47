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

extension GlyphOutline {
  /// Whole pixels around the outline moved right by `dx`; nil where it is empty.
  func bounds(dx: Double) -> (left: Int, top: Int, width: Int, height: Int)? {
    var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    func take(_ x: Double, _ y: Double) {
      (minX, maxX) = (Swift.min(minX, x), Swift.max(maxX, x))
      (minY, maxY) = (Swift.min(minY, y), Swift.max(maxY, y))
    }
    for element in elements {
      switch element {
      case .move(let x, let y), .line(let x, let y): take(x, y)
      case .quad(let cx, let cy, let x, let y):
        take(cx, cy)
        take(x, y)
      case .cubic(let ax, let ay, let bx, let by, let x, let y):
        take(ax, ay)
        take(bx, by)
        take(x, y)
      case .close: break
      }
    }
    guard minX <= maxX, minY <= maxY else { return nil }
    let left = (minX + dx).rounded(.down).clamped(-1e6, 1e6)
    let top = (minY - 0.125).rounded(.down).clamped(-1e6, 1e6)
    let right = (maxX + dx).rounded(.up).clamped(-1e6, 1e6)
    let bottom = (maxY + 0.125).rounded(.up).clamped(-1e6, 1e6)
    return (Int(left), Int(top), Int(Swift.max(1, right - left)), Int(Swift.max(1, bottom - top)))
  }
}
