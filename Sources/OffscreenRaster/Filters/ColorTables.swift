import Foundation
import OffscreenGeometry
import OffscreenImages

/// Between sRGB and linear light, in bytes.
/// https://drafts.fxtf.org/filter-effects-1/#propdef-color-interpolation-filters
enum ColorTables {
  static let toLinear: [UInt8] = (0..<256).map { value in
    let v = Double(value) / 255
    return byte(v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4))
  }
  static let toGamma: [UInt8] = (0..<256).map { value in
    let v = Double(value) / 255
    return byte(v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055)
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(1, value)) * 255 + 0.5) }

  /// A colour's parts, in linear light or not.
  static func parts(_ color: Color, isLinear: Bool) -> Color {
    guard isLinear else { return color }
    func part(_ value: Float) -> Float {
      let v = max(0, min(1, value))
      return v <= 0.04045 ? v / 12.92 : Float(pow((Double(v) + 0.055) / 1.055, 2.4))
    }
    return Color(red: part(color.red), green: part(color.green), blue: part(color.blue), alpha: color.alpha)
  }
}

extension Bitmap {
  /// A copy; nil without memory.
  func copied() -> Bitmap? {
    guard let copy = try? Bitmap(width: width, height: height) else { return nil }
    _ = copy.pixels.update(fromContentsOf: pixels)
    return copy
  }

  /// Changes every pixel by a function of its value alone.
  @inline(__always)
  func mapPixels(_ function: (UInt32) -> UInt32) {
    let pixels = pixels
    // Optimization: neighbours are often equal.
    var (last, result) = (UInt32(0), function(0))
    for index in pixels.indices {
      let pixel = pixels[index]
      if pixel != last { (last, result) = (pixel, function(pixel)) }
      pixels[index] = result
    }
    isOpaque = false
  }

  /// Puts red, green, blue and alpha, not premultiplied, through a table each.
  func transfer(_ tables: [UInt8]) {
    guard tables.count >= 1_024 else { return }
    tables.withUnsafeBufferPointer { tables in
      mapPixels { pixel in
        let alpha = pixel >> 24
        func part(_ shift: UInt32) -> Int {
          alpha == 0 ? 0 : Int(min(255, (((pixel >> shift) & 255) * 255 + alpha / 2) / alpha))
        }
        let a = UInt32(tables[768 + Int(alpha)])
        func scaled(_ value: UInt8) -> UInt32 { (UInt32(value) * a + 127) / 255 }
        return a << 24 | scaled(tables[part(16)]) << 16 | scaled(tables[256 + part(8)]) << 8
          | scaled(tables[512 + part(0)])
      }
    }
  }

  /// Puts the colours, not premultiplied, through one table.
  func transferColors(_ table: [UInt8]) {
    transfer(table + table + table + (0..<256).map { UInt8($0) })
  }
}
