import OffscreenImages

/// The least or the greatest of each channel around every pixel.
/// https://drafts.fxtf.org/filter-effects-1/#feMorphologyElement
enum Morphology {
  /// Radii in pixels. Beyond the edges there is nothing.
  static func apply(to bitmap: Bitmap, radiusX: Int, radiusY: Int, isDilation: Bool) {
    let (x, y) = (max(0, min(radiusX, bitmap.width)), max(0, min(radiusY, bitmap.height)))
    if x > 0 { apply(bitmap, x, isDilation, count: bitmap.height, length: bitmap.width, step: 1, line: bitmap.width) }
    if y > 0 { apply(bitmap, y, isDilation, count: bitmap.width, length: bitmap.height, step: bitmap.width, line: 1) }
    bitmap.isOpaque = false
  }

  @inline(__always)
  private static func choose(_ a: UInt32, _ b: UInt32, _ isDilation: Bool) -> UInt32 {
    let (p, q) = (unsafeBitCast(a, to: SIMD4<UInt8>.self), unsafeBitCast(b, to: SIMD4<UInt8>.self))
    return unsafeBitCast(isDilation ? pointwiseMax(p, q) : pointwiseMin(p, q), to: UInt32.self)
  }

  /// Rows, or columns: windows of a power of two are made of two of half the size, the last one of two
  /// that overlap.
  private static func apply(
    _ bitmap: Bitmap, _ radius: Int, _ isDilation: Bool, count: Int, length: Int, step: Int, line: Int
  ) {
    let window = 2 * radius + 1
    let pixels = bitmap.pixels
    var values = [UInt32](repeating: 0, count: length + 2 * radius)
    values.withUnsafeMutableBufferPointer { values in
      for index in 0..<count {
        for place in 0..<radius { (values[place], values[radius + length + place]) = (0, 0) }
        for place in 0..<length { values[radius + place] = pixels[index * line + place * step] }
        var size = 1
        while size * 2 <= window {
          for place in 0..<(values.count - size) {
            values[place] = choose(values[place], values[place + size], isDilation)
          }
          size *= 2
        }
        for place in 0..<length {
          pixels[index * line + place * step] = choose(
            values[place], values[place + window - size], isDilation)
        }
      }
    }
  }
}
