import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// Filters over premultiplied bitmaps.
/// https://drafts.fxtf.org/filter-effects-1/
enum Filters {
  /// How many device pixels around what is seen the filters look at.
  static func reach(_ filters: [PaintFilter], _ transform: Transform) -> Int {
    let scale = transform.meanScale
    var total = 0
    for filter in filters {
      switch filter {
      case .blur(let sigma): total += Blur.reach(sigma * scale)
      case .dropShadow(let x, let y, let sigma, _):
        total += Blur.reach(sigma * scale) + DeviceRect.whole((max(x.magnitude, y.magnitude) * scale).rounded(.up))
      case .colorMatrix, .linear: break
      }
    }
    return min(total, 8_192)
  }

  static func apply(_ filters: [PaintFilter], to bitmap: Bitmap, _ transform: Transform) {
    for filter in filters {
      switch filter {
      case .blur(let sigma): Blur.blur(bitmap, sigma: sigma * transform.meanScale)
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
      }
    }
  }

  private static func dropShadow(_ bitmap: Bitmap, x: Int, y: Int, sigma: Double, _ color: Color) {
    let (width, height) = (bitmap.width, bitmap.height)
    var mask = [UInt8](repeating: 0, count: width * height)
    for row in 0..<height {
      let from = row - y
      guard from >= 0, from < height else { continue }
      let source = bitmap.row(from)
      for column in 0..<width {
        let at = column - x
        if at >= 0, at < width { mask[row * width + column] = UInt8(truncatingIfNeeded: source[at] >> 24) }
      }
    }
    Blur.blur(&mask, width: width, height: height, sigma: sigma)
    let pixel = Pixels.premultiplied(color)
    for row in 0..<height {
      let target = bitmap.row(row)
      for column in 0..<width {
        let shade = Pixels.scaled(pixel, UInt32(mask[row * width + column]))
        target[column] = Pixels.over(target[column], shade)
      }
    }
  }

  /// Four rows of five over colours that are not premultiplied.
  private static func apply(_ matrix: [Float], to bitmap: Bitmap) {
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
