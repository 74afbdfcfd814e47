import OffscreenGeometry

/// Puts boxes on whole device pixels, as Chromium does: both edges are rounded, so that boxes that
/// touch go on touching.
struct PixelSnapping {
  /// Device pixels per CSS pixel.
  let scale: Double

  @inline(__always)
  func coordinate(_ value: Double) -> Double {
    // Halves go up, on both sides of zero.
    scale == 1 ? (value + 0.5).rounded(.down) : ((value * scale) + 0.5).rounded(.down) / scale
  }

  func rect(_ rect: PaintRect) -> PaintRect {
    let left = coordinate(rect.minX)
    let top = coordinate(rect.minY)
    return PaintRect(minX: left, minY: top, maxX: coordinate(rect.maxX), maxY: coordinate(rect.maxY))
  }

  func rect(_ rect: Rect) -> PaintRect { self.rect(PaintRect(rect)) }

  /// Border widths: cut to whole device pixels, at least one where there is any.
  func width(_ value: LayoutUnit) -> Double {
    guard value > .zero else { return 0 }
    let device = (value.pixels * scale).rounded(.down)
    return max(1, device) / scale
  }

  func edges(_ edges: Edges) -> PaintEdges {
    PaintEdges(
      top: width(edges.top), right: width(edges.right), bottom: width(edges.bottom), left: width(edges.left))
  }
}
