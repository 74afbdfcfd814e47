import OffscreenDOM
import OffscreenGeometry

/// What a page is laid out in, and how it is scaled for the screen.
struct LayoutViewport: Equatable {
  /// Of the screen, in its CSS pixels.
  let screen: Viewport
  /// The initial containing block.
  private(set) var size: Size
  /// Pixels of the screen for each of the page; nil is as much as shows the document's whole width.
  private var scale: Double?
  private var scales = 0.25...10.0

  /// As large as the screen.
  init(_ screen: Viewport) {
    self.screen = screen
    size = Size(width: LayoutUnit(screen.width), height: LayoutUnit(screen.height))
    scale = 1
  }

  /// The width of a page that says nothing of its viewport.
  private static let usualMobileWidth = 980.0

  /// As on a small screen.
  /// https://drafts.csswg.org/css-viewport/#viewport-meta
  init(mobile screen: Viewport, _ meta: ViewportMeta) {
    let (screenWidth, screenHeight) = (Double(screen.width), Double(screen.height))
    func pixels(_ length: ViewportMeta.Length?) -> Double? {
      switch length {
      case .pixels(let pixels): pixels
      case .deviceWidth: screenWidth
      case .deviceHeight: screenHeight
      case nil: nil
      }
    }
    // 1. The scale, within what the page allows.
    let smallest = meta.minimumScale ?? 0.25
    let scales = smallest...max(smallest, meta.maximumScale ?? 10)
    let scale = meta.initialScale.map { min(max($0, scales.lowerBound), scales.upperBound) }
    // 2. The width: what the page asks for, and no less than is seen of it.
    let height = pixels(meta.height)
    var width = pixels(meta.width)
    if let scale { width = max(width ?? 0, screenWidth / scale) }
    let used = width ?? height.map { $0 * screenWidth / screenHeight } ?? Self.usualMobileWidth
    // 3. The height goes with the width.
    self.screen = screen
    size = Size(
      width: LayoutUnit(used.rounded(.down)),
      height: LayoutUnit(height ?? (used * screenHeight / screenWidth).rounded(.down)))
    (self.scale, self.scales) = (scale, scales)
  }

  /// As wide as the document, with the screen's shape; the whole width is seen.
  func widened(to width: LayoutUnit) -> LayoutViewport {
    var copy = self
    copy.size = Size(
      width: width,
      height: LayoutUnit((width.pixels * Double(screen.height) / Double(screen.width)).rounded(.down)))
    copy.scale = nil
    copy.scales = 0...10
    return copy
  }

  /// Pixels of the screen for each of a page that is so wide.
  func zoom(documentWidth: LayoutUnit) -> Double {
    if let scale { return scale }
    let whole = Double(screen.width) / max(1, documentWidth.pixels)
    return max(min(max(whole, scales.lowerBound), scales.upperBound), 0.001)
  }
}
