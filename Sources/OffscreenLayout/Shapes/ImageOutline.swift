import OffscreenCSS
import OffscreenGeometry
import OffscreenImages

/// The part of an image that is opaque enough, as the extent of each row of pixels.
/// https://drafts.csswg.org/css-shapes-1/#shapes-from-image
struct ImageOutline {
  private(set) var segments: [FloatOutline.Segment] = []
  /// Larger images make no shape.
  private static let longestSide = 4096

  /// `rect` is the content box, which the image fills; nil where there is no image.
  init?(image: ImageValue, picture: PageImage?, rect: ShapeRect, threshold: Float, color: Color) {
    let (width, height) = (Int(min(rect.width, 1e6).rounded(.up)), Int(min(rect.height, 1e6).rounded(.up)))
    guard width > 0, height > 0, width <= Self.longestSide, height <= Self.longestSide else { return nil }
    var rows: [(first: Int, last: Int)?]
    switch image {
    case .url:
      guard
        // Layout knows no time: of what moves, the first frame.
        let bitmap = picture?.still.bitmap(
          width: width, height: height, objectWidth: rect.width, objectHeight: rect.height)
      else { return nil }
      rows = Self.rows(width, height) { y in
        let row = bitmap.row(min(bitmap.height - 1, y * bitmap.height / height))
        return { x in Float(row[min(bitmap.width - 1, x * bitmap.width / width)] >> 24) > threshold * 255 }
      }
    case .gradient(let gradient):
      guard let coverage = GradientCoverage(gradient, width: rect.width, height: rect.height, color) else { return nil }
      rows = Self.rows(width, height) { y in
        { x in coverage.alpha(x: Double(x) + 0.5, y: Double(y) + 0.5) > threshold }
      }
    case .resolution(let inner, _):
      guard
        let outline = ImageOutline(image: inner, picture: picture, rect: rect, threshold: threshold, color: color)
      else { return nil }
      self = outline
      return
    // Not implemented: other images, which lines then pass at the margin box.
    case .none, .color, .crossFade: return nil
    }
    rows.append(nil)
    var begin = 0
    for y in 1...height where rows[y]?.first != rows[begin]?.first || rows[y]?.last != rows[begin]?.last {
      if let extent = rows[begin] { append(extent, from: begin, to: y, rect) }
      begin = y
    }
  }

  /// One rectangle for rows that are alike.
  private mutating func append(_ extent: (first: Int, last: Int), from: Int, to: Int, _ rect: ShapeRect) {
    let left = rect.left + Double(extent.first)
    let right = rect.left + Double(extent.last + 1)
    let (top, bottom) = (rect.top + Double(from), rect.top + Double(to))
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map {
      FloatOutline.Vertex(line: $0.0, block: $0.1)
    }
    for index in 0..<4 { segments.append(.init(from: corners[index], to: corners[(index + 1) & 3])) }
  }

  private static func rows(
    _ width: Int, _ height: Int, _ row: (Int) -> (Int) -> Bool
  ) -> [(first: Int, last: Int)?] {
    (0..<height).map { y in
      let isInside = row(y)
      var first = 0
      while first < width, !isInside(first) { first += 1 }
      guard first < width else { return nil }
      var last = width - 1
      while last > first, !isInside(last) { last -= 1 }
      return (first, last)
    }
  }
}
