import CCairo
import Foundation
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// Pictures and gradients on a page of a document.
extension DocumentPlayer {
  private var cairo: OpaquePointer { page.cairo }
  /// More tiles than these are drawn as one picture.
  private static let maximumTiles = 500

  /// False for what is to be drawn as a picture as a whole.
  func draw(_ paint: ImagePaint) -> Bool {
    guard paint.tile.width > 0, paint.tile.height > 0, paint.stepX > 0, paint.stepY > 0 else { return true }
    switch paint.source {
    case .color(let color):
      guard let tiles = tiles(paint) else { return false }
      for tile in tiles { fill(PaintPath(tile.intersection(paint.destination)), color.faded(paint.opacity)) }
      return true
    case .gradient(let index):
      guard list.gradients.indices.contains(Int(index)), let tiles = tiles(paint) else { return false }
      let gradient = list.gradients[Int(index)]
      return tiles.allSatisfy { drawGradient(gradient, paint, in: $0) }
    case .image(let image):
      guard let tiles = tiles(paint), let surface = surface(of: image, paint) else { return false }
      defer { cairo_surface_destroy(surface.cairo) }
      for tile in tiles { draw(surface, paint, in: tile) }
      return true
    }
  }

  /// The tiles that are seen; nil where they are many.
  private func tiles(_ paint: ImagePaint) -> [PaintRect]? {
    if paint.tile.contains(paint.destination) { return [paint.tile] }
    let seen = paint.destination
    let firstX = ((seen.minX - paint.tile.maxX) / paint.stepX).rounded(.up)
    let firstY = ((seen.minY - paint.tile.maxY) / paint.stepY).rounded(.up)
    var result: [PaintRect] = []
    // Also where a step is so short that it leads nowhere.
    let columns = max(1, (seen.width + paint.tile.width) / paint.stepX)
    let rows = max(1, (seen.height + paint.tile.height) / paint.stepY)
    guard columns * rows <= Double(4 * Self.maximumTiles) else { return nil }
    var y = paint.tile.y + firstY * paint.stepY
    while y < seen.maxY {
      var x = paint.tile.x + firstX * paint.stepX
      while x < seen.maxX {
        let tile = PaintRect(x: x, y: y, width: paint.tile.width, height: paint.tile.height)
        if tile.intersects(seen) { result.append(tile) }
        guard result.count <= Self.maximumTiles else { return nil }
        x += paint.stepX
      }
      y += paint.stepY
    }
    return result
  }

  // MARK: Pictures

  private struct Surface {
    var cairo: OpaquePointer
    var width: Double
    var height: Double
  }

  /// A JPEG file goes into the document as it is; others in the pixels that can be told apart on paper.
  private func surface(of image: PageImage, _ paint: ImagePaint) -> Surface? {
    if paint.opacity >= 1, paint.part == nil, let surface = Self.jpeg(image) { return surface }
    let part = paint.part ?? PaintRect(x: 0, y: 0, width: 1, height: 1)
    guard part.width > 0, part.height > 0 else { return nil }
    let (wholeWidth, wholeHeight) = (paint.tile.width / part.width, paint.tile.height / part.height)
    let scale = Self.resolution * max(transform.meanScale, 0.01)
    func pixels(_ length: Double) -> Int { max(1, min(8_192, DeviceRect.whole((length * scale).rounded()))) }
    var (width, height) = (pixels(wholeWidth), pixels(wholeHeight))
    let isNearest = paint.rendering == .pixelated || paint.rendering == .crispEdges
    if isNearest, !image.isVector {
      (width, height) = (
        max(1, DeviceRect.whole(image.naturalWidth ?? 1)), max(1, DeviceRect.whole(image.naturalHeight ?? 1))
      )
    }
    guard
      let bitmap = image.bitmap(
        width: width, height: height, objectWidth: paint.sourceWidth ?? wholeWidth,
        objectHeight: paint.sourceHeight ?? wholeHeight),
      bitmap.width <= 32_767, bitmap.height <= 32_767,
      let surface = cairo_image_surface_create(
        bitmap.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(clamping: bitmap.width),
        Int32(clamping: bitmap.height))
    else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for row in 0..<bitmap.height {
      (data + row * stride).withMemoryRebound(to: UInt32.self, capacity: bitmap.width) { target in
        _ = UnsafeMutableBufferPointer(start: target, count: bitmap.width).update(fromContentsOf: bitmap.row(row))
      }
    }
    cairo_surface_mark_dirty(surface)
    return Surface(cairo: surface, width: Double(bitmap.width), height: Double(bitmap.height))
  }

  /// A surface whose pixels Cairo never looks at: it has the file.
  private static func jpeg(_ image: PageImage) -> Surface? {
    guard !image.isVector, let width = image.naturalWidth, let height = image.naturalHeight, width <= 32_767,
      height <= 32_767, width * height <= 50_000_000, let file = image.file(), file.mimeType == "image/jpeg",
      file.bytes.count < 1 << 28,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    else { return nil }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: file.bytes.count)
    copy.update(from: file.bytes, count: file.bytes.count)
    let status = cairo_surface_set_mime_data(
      surface, CAIRO_MIME_TYPE_JPEG, copy, UInt(file.bytes.count),
      { $0?.assumingMemoryBound(to: UInt8.self).deallocate() },
      copy)
    guard status == CAIRO_STATUS_SUCCESS else {
      copy.deallocate()
      cairo_surface_destroy(surface)
      return nil
    }
    return Surface(cairo: surface, width: width, height: height)
  }

  private func draw(_ surface: Surface, _ paint: ImagePaint, in tile: PaintRect) {
    let part = paint.part ?? PaintRect(x: 0, y: 0, width: 1, height: 1)
    let seen = tile.intersection(paint.destination)
    guard !seen.isEmpty, part.width > 0, part.height > 0 else { return }
    cairo_save(cairo)
    clip(to: PaintPath(seen))
    cairo_translate(cairo, tile.x, tile.y)
    cairo_scale(
      cairo, tile.width / (part.width * surface.width), tile.height / (part.height * surface.height))
    cairo_set_source_surface(cairo, surface.cairo, -part.x * surface.width, -part.y * surface.height)
    let isNearest = paint.rendering == .pixelated || paint.rendering == .crispEdges
    cairo_pattern_set_filter(cairo_get_source(cairo), isNearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
    if paint.opacity < 1 { cairo_paint_with_alpha(cairo, max(0, paint.opacity)) } else { cairo_paint(cairo) }
    cairo_restore(cairo)
  }

  // MARK: Gradients

  /// Steps between two colours of different opacities, which documents mix otherwise.
  private static let steps = 16

  /// False for gradients that documents do not have.
  private func drawGradient(_ gradient: PaintGradient, _ paint: ImagePaint, in tile: PaintRect) -> Bool {
    guard let first = gradient.stops.first, let last = gradient.stops.last else { return true }
    let length = last.position - first.position
    guard length > 0, length.isFinite else { return false }
    let pattern: OpaquePointer?
    var matrix = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
    switch gradient.shape {
    case .linear(let start, let end):
      func at(_ position: Double) -> (x: Double, y: Double) {
        (start.x + (end.x - start.x) * position, start.y + (end.y - start.y) * position)
      }
      let (from, to) = (at(first.position), at(last.position))
      pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
    case .radial(let center, let radiusX, let radiusY):
      guard radiusX > 0.001, radiusY > 0.001, first.position >= 0 else { return false }
      pattern = cairo_pattern_create_radial(0, 0, first.position, 0, 0, last.position)
      matrix = cairo_matrix_t(
        xx: 1 / radiusX, yx: 0, xy: 0, yy: 1 / radiusY, x0: -center.x / radiusX, y0: -center.y / radiusY)
    case .cone, .conic: return false
    }
    guard let pattern else { return false }
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_extend(pattern, gradient.isRepeating ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
    func add(_ position: Double, _ color: Color) {
      cairo_pattern_add_color_stop_rgba(
        pattern, (position - first.position) / length, Double(color.red), Double(color.green), Double(color.blue),
        Double(color.alpha) * paint.opacity)
    }
    for (index, stop) in gradient.stops.enumerated() {
      add(stop.position, stop.color)
      guard index + 1 < gradient.stops.count, gradient.isMixedPremultiplied else { continue }
      let next = gradient.stops[index + 1]
      guard next.color.alpha != stop.color.alpha, next.position > stop.position else { continue }
      for step in 1..<Self.steps {
        let share = Double(step) / Double(Self.steps)
        add(stop.position + (next.position - stop.position) * share, stop.color.mixed(with: next.color, Float(share)))
      }
    }
    let width = paint.sourceWidth ?? paint.tile.width
    let height = paint.sourceHeight ?? paint.tile.height
    let part = paint.part ?? PaintRect(x: 0, y: 0, width: 1, height: 1)
    guard width > 0, height > 0, part.width > 0, part.height > 0 else { return true }
    cairo_save(cairo)
    clip(to: PaintPath(tile.intersection(paint.destination)))
    cairo_translate(cairo, tile.x, tile.y)
    cairo_scale(cairo, tile.width / (part.width * width), tile.height / (part.height * height))
    cairo_translate(cairo, -part.x * width, -part.y * height)
    let isFit = !repeatsTooOften(pattern)
    if isFit {
      cairo_set_source(cairo, pattern)
      cairo_paint(cairo)
    }
    cairo_restore(cairo)
    return isFit
  }

  /// Repetitions of a gradient on a page, each of which Cairo writes into the document, whatever is seen of them.
  private static let maximumRepetitions = 4_000.0

  /// Whether a gradient in the current space is to be drawn as a picture.
  func repeatsTooOften(_ pattern: OpaquePointer) -> Bool {
    let extend = cairo_pattern_get_extend(pattern)
    guard extend == CAIRO_EXTEND_REPEAT || extend == CAIRO_EXTEND_REFLECT else { return false }
    var matrix = cairo_matrix_t()
    cairo_pattern_get_matrix(pattern, &matrix)
    let (width, height) = (page.width * DocumentWriter.points, page.height * DocumentWriter.points)
    let corners = [(0, 0), (width, 0), (0, height), (width, height)].map { corner -> (x: Double, y: Double) in
      var (x, y) = corner
      cairo_device_to_user(cairo, &x, &y)
      cairo_matrix_transform_point(&matrix, &x, &y)
      return (x, y)
    }
    var (x0, y0, r0, x1, y1, r1) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    let places: [Double]
    if cairo_pattern_get_linear_points(pattern, &x0, &y0, &x1, &y1) == CAIRO_STATUS_SUCCESS {
      let (dx, dy) = (x1 - x0, y1 - y0)
      places = corners.map { (($0.x - x0) * dx + ($0.y - y0) * dy) / (dx * dx + dy * dy) }
    } else if cairo_pattern_get_radial_circles(pattern, &x0, &y0, &r0, &x1, &y1, &r1) == CAIRO_STATUS_SUCCESS {
      // Where circles do not have the same centre, they are nearest to each other on the side that they go to the least.
      let (dx, dy) = (x1 - x0, y1 - y0)
      let period = (r1 - r0).magnitude - (dx * dx + dy * dy).squareRoot()
      let farthest = corners.map { corner -> Double in
        let (x, y) = (corner.x - x1, corner.y - y1)
        return (x * x + y * y).squareRoot()
      }.max()
      places = [0, (farthest ?? 0) / max(0, period)]
    } else {
      return false
    }
    guard let first = places.min(), let last = places.max() else { return false }
    // What is not a number, too.
    return !(last - first <= Self.maximumRepetitions)
  }
}

extension Color {
  /// Mixed premultiplied, and not premultiplied again.
  fileprivate func mixed(with other: Color, _ share: Float) -> Color {
    let alpha = self.alpha + (other.alpha - self.alpha) * share
    guard alpha > 0 else { return Color(red: red, green: green, blue: blue, alpha: 0) }
    func channel(_ a: Float, _ b: Float) -> Float {
      (a * self.alpha * (1 - share) + b * other.alpha * share) / alpha
    }
    return Color(
      red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue), alpha: alpha)
  }
}
