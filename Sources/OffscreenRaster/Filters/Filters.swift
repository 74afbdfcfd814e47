import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// A picture somewhere in device space.
struct FilteredPicture {
  var bitmap: Bitmap
  var frame: DeviceRect
}

/// Filters over premultiplied bitmaps.
/// https://drafts.fxtf.org/filter-effects-1/
enum Filters {
  /// How many device pixels around what is seen a filter looks at.
  static func reach(_ filter: PaintFilter, _ transform: Transform) -> Int {
    let scale = transform.meanScale
    let total: Int
    switch filter {
    case .blur(let sigma): total = Blur.reach(sigma * transform.largestScale)
    case .dropShadow(let x, let y, let sigma, _):
      total = Blur.reach(sigma * scale) + DeviceRect.whole((max(x.magnitude, y.magnitude) * scale).rounded(.up))
    case .colorMatrix, .linear, .luminance: total = 0
    case .graph(let graph): total = graph.reach.map { DeviceRect.whole(($0 * scale).rounded(.up)) + 1 } ?? 8_192
    }
    return min(total, 8_192)
  }

  static func reach(_ filters: some Collection<PaintFilter>, _ transform: Transform) -> Int {
    min(filters.reduce(0) { $0 + reach($1, transform) }, 16_384)
  }

  /// Whether the filters know directions, so that they work on a level picture only.
  static func needLevel(_ filters: [PaintFilter]) -> Bool {
    filters.contains { if case .graph = $0 { true } else { false } }
  }

  /// Carries out filters one after the other. `contents`: what they are applied to. `seen`: the part of
  /// device space that the result is wanted in.
  static func apply(
    _ filters: [PaintFilter], to contents: FilteredPicture?, _ transform: Transform, seen: DeviceRect,
    _ images: ImageRenderer
  ) -> FilteredPicture? {
    var picture = contents
    for (index, filter) in filters.enumerated() {
      guard case .graph(let graph) = filter else {
        if let bitmap = picture?.bitmap { apply(filter, to: bitmap, transform) }
        continue
      }
      // Room for what the later filters spread.
      let room = reach(filters[(index + 1)...], transform)
      var frame = DeviceRect(rounding: graph.region.mapped(by: transform)).outset(by: room)
      if let reach = graph.reach {
        frame = frame.intersection(
          seen.outset(by: room + DeviceRect.whole((reach * transform.meanScale).rounded(.up)) + 1))
      }
      guard !frame.isEmpty, frame.width <= 32_767, frame.height <= 32_767 else { return nil }
      picture = FilterGraphRenderer.run(graph, on: picture, transform, frame: frame, images)
        .map { FilteredPicture(bitmap: $0, frame: frame) }
    }
    return picture
  }

  private static func apply(_ filter: PaintFilter, to bitmap: Bitmap, _ transform: Transform) {
    switch filter {
    case .blur(let sigma):
      if transform.b == 0, transform.c == 0 {
        Blur.blur(bitmap, sigmaX: sigma * transform.a.magnitude, sigmaY: sigma * transform.d.magnitude)
      } else {
        let sigma = sigma * transform.meanScale
        Blur.blur(bitmap, sigmaX: sigma, sigmaY: sigma)
      }
    case .dropShadow(let x, let y, let sigma, let color):
      dropShadow(
        bitmap, x: DeviceRect.whole((x * transform.a + y * transform.c).rounded()),
        y: DeviceRect.whole((x * transform.b + y * transform.d).rounded()), sigma: sigma * transform.meanScale, color)
    case .colorMatrix(let matrix): apply(matrix, to: bitmap)
    case .linear(let slope, let intercept):
      apply(
        [
          slope, 0, 0, 0, intercept, 0, slope, 0, 0, intercept, 0, 0, slope, 0, intercept, 0, 0, 0, 1, 0,
        ], to: bitmap)
    case .luminance: luminanceToAlpha(bitmap)
    case .graph: break
    }
  }

  private static func dropShadow(_ bitmap: Bitmap, x: Int, y: Int, sigma: Double, _ color: Color) {
    let (width, height) = (bitmap.width, bitmap.height)
    guard let shadow = try? Bitmap(width: width, height: height) else { return }
    let pixel = Pixels.premultiplied(color)
    for row in max(0, y)..<max(max(0, y), min(height, height + y)) {
      let (source, target) = (bitmap.row(row - y), shadow.row(row))
      for column in max(0, x)..<max(max(0, x), min(width, width + x)) {
        let alpha = source[column - x] >> 24
        if alpha > 0 { target[column] = Pixels.scaled(pixel, alpha) }
      }
    }
    Blur.blur(shadow, sigmaX: sigma, sigmaY: sigma)
    let (upper, lower) = (bitmap.pixels, shadow.pixels)
    for index in upper.indices where lower[index] != 0 { upper[index] = Pixels.over(upper[index], lower[index]) }
  }

  /// Four rows of five over colours that are not premultiplied.
  static func apply(_ matrix: [Float], to bitmap: Bitmap) {
    guard matrix.count == 20 else { return }
    let red = SIMD4(matrix[0], matrix[5], matrix[10], matrix[15])
    let green = SIMD4(matrix[1], matrix[6], matrix[11], matrix[16])
    let blue = SIMD4(matrix[2], matrix[7], matrix[12], matrix[17])
    let alpha = SIMD4(matrix[3], matrix[8], matrix[13], matrix[18])
    let constant = SIMD4(matrix[4], matrix[9], matrix[14], matrix[19])
    var (lastPixel, lastResult): (UInt32, UInt32) = (0, transformed(0))
    func transformed(_ pixel: UInt32) -> UInt32 {
      let a = Float(pixel >> 24) / 255
      let divisor = a > 0 ? 1 / (a * 255) : 0
      let r = Float((pixel >> 16) & 255) * divisor
      let g = Float((pixel >> 8) & 255) * divisor
      let b = Float(pixel & 255) * divisor
      var color = red * r + green * g + blue * b + alpha * a + constant
      color = color.clamped(lowerBound: .zero, upperBound: .one)
      let result = color[3]
      func part(_ value: Float) -> UInt32 { UInt32(value * result * 255 + 0.5) }
      return UInt32(result * 255 + 0.5) << 24 | part(color[0]) << 16 | part(color[1]) << 8 | part(color[2])
    }
    for y in 0..<bitmap.height {
      let row = bitmap.row(y)
      for x in 0..<bitmap.width {
        let pixel = row[x]
        if pixel != lastPixel { (lastPixel, lastResult) = (pixel, transformed(pixel)) }
        row[x] = lastResult
      }
    }
  }

  /// Replaces every pixel by its luminance as alpha.
  /// https://drafts.fxtf.org/css-masking-1/#MaskValues
  static func luminanceToAlpha(_ bitmap: Bitmap) {
    for y in 0..<bitmap.height {
      let row = bitmap.row(y)
      for x in 0..<bitmap.width {
        let pixel = row[x]
        let luminance = 2126 * ((pixel >> 16) & 255) + 7152 * ((pixel >> 8) & 255) + 722 * (pixel & 255)
        row[x] = ((luminance + 5_000) / 10_000) << 24
      }
    }
  }
}
