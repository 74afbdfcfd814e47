import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenPaint

/// The part of a page's canvas that a picture shows, in device pixels.
struct PictureArea {
  /// In CSS pixels from the document's top left; its corner is a whole device pixel.
  let origin: PaintPoint
  /// What is painted: a little more, where the device's pixels ask for it.
  let rect: Rect
  /// Device pixels.
  let width: Int
  let height: Int
  /// What was cut off.
  let notes: [String]

  /// A whole sheet of paper.
  init(width: Int, height: Int) {
    (origin, self.width, self.height, notes) = (.zero, width, height, [])
    rect = Rect(x: .zero, y: .zero, width: LayoutUnit(width), height: LayoutUnit(height))
  }

  private static let longestSide = 32_767.0

  /// The area around all of these.
  static func rect(around areas: [PictureArea]) -> Rect {
    areas.dropFirst().reduce(areas.first?.rect ?? .zero) { $0.union($1.rect) }
  }

  /// `scale`: device pixels per CSS pixel of the page.
  init(_ wanted: PaintRect, _ options: PageOptions, scale: Double) {
    // 1. On whole device pixels, as boxes are painted.
    func device(_ value: Double) -> Double { (value * scale + 0.5).rounded(.down) }
    let (left, top) = (device(wanted.minX), device(wanted.minY))
    var size = (width: max(1, device(wanted.maxX) - left), height: max(1, device(wanted.maxY) - top))
    if case .viewport = options.region { size = Self.viewportSize(options) }
    if case .fullPage = options.region { size.width = Self.viewportSize(options).width }
    // 2. No more than may be written.
    var notes: [String] = []
    if size.width > Self.longestSide {
      notes.append("the picture is cut off at \(Int(Self.longestSide)) of \(Int(size.width)) pixels of width")
      size.width = Self.longestSide
    }
    let tallest = (Double(options.limits.picturePixels) / size.width).rounded(.down)
    if size.height > tallest {
      notes.append(
        options.limits.warning(
          "picturePixels", "the picture is cut off at \(Int(tallest / scale)) of \(Int(size.height / scale)) pixels"))
      size.height = max(1, (tallest / scale).rounded(.down) * scale).rounded()
    }
    origin = PaintPoint(x: left / scale, y: top / scale)
    (width, height, self.notes) = (Int(size.width), Int(size.height), notes)
    rect = Rect(
      x: LayoutUnit(flooring: origin.x), y: LayoutUnit(flooring: origin.y),
      width: LayoutUnit(ceiling: size.width / scale), height: LayoutUnit(ceiling: size.height / scale))
  }

  /// Of a picture of the viewport, which does not depend on the page.
  private static func viewportSize(_ options: PageOptions) -> (width: Double, height: Double) {
    (
      max(1, (Double(options.viewport.width) * options.scale).rounded()),
      max(1, (Double(options.viewport.height) * options.scale).rounded())
    )
  }
}
