import Foundation
import OffscreenImages

/// Pixels as scripts see them: red, green, blue and alpha, not premultiplied, a byte each.
/// https://html.spec.whatwg.org/multipage/canvas.html#pixel-manipulation
extension Bitmap {
  /// The pixels of a rectangle; transparent black beyond the bitmap. The rectangle must not be larger than a bitmap may
  /// be.
  func rgba(x: Int, y: Int, width: Int, height: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: width * height * 4)
    let (left, right) = (max(0, x), min(self.width, x + width))
    guard left < right else { return result }
    let alphaBits: UInt32 = isOpaque ? 0xFF00_0000 : 0
    result.withUnsafeMutableBufferPointer { result in
      for line in max(0, y)..<max(max(0, y), min(self.height, y + height)) {
        let row = row(line)
        var place = ((line - y) * width + left - x) * 4
        for column in left..<right {
          let pixel = row[column] | alphaBits
          let alpha = pixel >> 24
          if alpha == 255 {
            result[place] = UInt8(truncatingIfNeeded: pixel >> 16)
            result[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
            result[place + 2] = UInt8(truncatingIfNeeded: pixel)
            result[place + 3] = 255
          } else if alpha > 0 {
            let half = alpha / 2
            func part(_ value: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: min(255, (value * 255 + half) / alpha)) }
            result[place] = part((pixel >> 16) & 255)
            result[place + 1] = part((pixel >> 8) & 255)
            result[place + 2] = part(pixel & 255)
            result[place + 3] = UInt8(truncatingIfNeeded: alpha)
          }
          place += 4
        }
      }
    }
    return result
  }

  /// Writes a part of a picture that is `width` pixels wide, its corner at a pixel of the bitmap.
  func put(
    rgba bytes: [UInt8], width: Int, height: Int, atX x: Int, y: Int, part: (x: Int, y: Int, width: Int, height: Int)
  ) {
    guard width > 0, height > 0, bytes.count / 4 / width >= height else { return }
    let (firstColumn, lastColumn) = (max(part.x, 0, -x), min(part.x + part.width, width, self.width - x))
    let (firstRow, lastRow) = (max(part.y, 0, -y), min(part.y + part.height, height, self.height - y))
    guard firstColumn < lastColumn, firstRow < lastRow else { return }
    let isOpaque = isOpaque
    bytes.withUnsafeBufferPointer { bytes in
      for line in firstRow..<lastRow {
        let target = row(y + line)
        var place = (line * width + firstColumn) * 4
        for column in firstColumn..<lastColumn {
          let alpha = UInt32(bytes[place + 3])
          let color = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
          let pixel = alpha == 255 ? 0xFF00_0000 | color : Pixels.scaled(0xFF00_0000 | color, alpha)
          target[x + column] = isOpaque ? pixel | 0xFF00_0000 : pixel
          place += 4
        }
      }
    }
  }

  /// The picture on black, as files without transparency have it.
  /// https://html.spec.whatwg.org/multipage/canvas.html#a-serialisation-of-the-bitmap-as-a-file
  func onBlack() -> Bitmap? {
    let copy = copied()
    copy?.mapPixels { $0 | 0xFF00_0000 }
    copy?.isOpaque = true
    return copy
  }
}

/// Between sRGB and Display P3, of bytes that are not premultiplied.
/// https://drafts.csswg.org/css-color-4/#predefined-display-p3
enum WideColors {
  private static let linear: [Float] = (0..<256).map { value in
    let v = Float(value) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  private static func byte(_ value: Float) -> UInt8 {
    let v = max(0, min(1, value))
    return UInt8((v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055) * 255 + 0.5)
  }

  private static func converted(_ color: SIMD3<UInt8>, toWide: Bool) -> SIMD3<UInt8> {
    let rows: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) =
      toWide
      ? (SIMD3(0.8224621, 0.177538, 0), SIMD3(0.0331941, 0.9668058, 0), SIMD3(0.0170827, 0.0723974, 0.9105199))
      : (SIMD3(1.2249401, -0.2249404, 0), SIMD3(-0.0420569, 1.0420571, 0), SIMD3(-0.0196376, -0.0786361, 1.0982735))
    let light = SIMD3(linear[Int(color.x)], linear[Int(color.y)], linear[Int(color.z)])
    func part(_ row: SIMD3<Float>) -> UInt8 { byte((row * light).sum()) }
    return SIMD3(part(rows.0), part(rows.1), part(rows.2))
  }

  static func convert(_ bytes: inout [UInt8], toWide: Bool) {
    // Optimization: neighbours are often equal.
    var (last, result): (SIMD3<UInt8>, SIMD3<UInt8>) = (.zero, .zero)
    for place in stride(from: 0, to: bytes.count - 3, by: 4) {
      let color = SIMD3(bytes[place], bytes[place + 1], bytes[place + 2])
      if color != last { (last, result) = (color, converted(color, toWide: toWide)) }
      (bytes[place], bytes[place + 1], bytes[place + 2]) = (result.x, result.y, result.z)
    }
  }

  /// A copy of a bitmap in the other space; nil without memory.
  static func converted(_ bitmap: Bitmap, toWide: Bool) -> Bitmap? {
    guard let copy = bitmap.copied() else { return nil }
    let isOpaque = bitmap.isOpaque
    copy.mapPixels { pixel in
      let alpha = isOpaque ? 255 : pixel >> 24
      guard alpha > 0 else { return 0 }
      func part(_ shift: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: min(255, (((pixel >> shift) & 255) * 255 + alpha / 2) / alpha))
      }
      let color = converted(SIMD3(part(16), part(8), part(0)), toWide: toWide)
      let whole = 0xFF00_0000 | UInt32(color.x) << 16 | UInt32(color.y) << 8 | UInt32(color.z)
      return Pixels.scaled(whole, alpha)
    }
    copy.isOpaque = isOpaque
    return copy
  }
}
