import OffscreenCSS
import OffscreenImages
import OffscreenPaint
import OffscreenRaster
import OffscreenText

/// What a display list shows in an area, as a picture.
///
/// Unchecked: a page's pictures are drawn by its own thread, as its fonts are.
final class ListPicture: VectorPicture, @unchecked Sendable {
  private let list: DisplayList
  private let area: PaintRect
  private let fonts: PageFonts
  private let budget: DrawingBudget

  init(_ list: DisplayList, _ area: PaintRect, _ fonts: PageFonts, _ budget: DrawingBudget) {
    (self.list, self.area, self.fonts, self.budget) = (list, area, fonts, budget)
  }

  var naturalWidth: Double? { area.width }
  var naturalHeight: Double? { area.height }
  var naturalRatio: Double? { area.height > 0 ? area.width / area.height : nil }

  func render(width: Int, height: Int, objectWidth: Double?, objectHeight: Double?) throws(ImageError) -> Bitmap {
    var rasterizer = Rasterizer(fonts: fonts)
    rasterizer.background = .transparent
    rasterizer.budget = budget
    return try rasterizer.picture(of: list, in: area, width: width, height: height)
  }
}
