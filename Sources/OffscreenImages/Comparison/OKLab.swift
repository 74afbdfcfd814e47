import OffscreenPlatform

/// A colour space in which distances are near to what is seen.
/// https://www.w3.org/TR/css-color-4/#ok-lab
struct OKLab {
  var lightness: Float
  var a: Float
  var b: Float

  /// The difference above which colours count as different.
  static let visible: Float = 0.02

  /// HyAB: lightness and colour differ independently.
  static func difference(_ first: OKLab, _ second: OKLab) -> Float {
    let (a, b) = (first.a - second.a, first.b - second.b)
    return abs(first.lightness - second.lightness) + (a * a + b * b).squareRoot()
  }

  /// The light of each 8-bit sRGB value.
  struct Table {
    private let linear: [Float] = (0...255).map { byte in
      let value = Float(byte) / 255
      return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }

    func color(_ pixel: UInt32) -> OKLab {
      let red = linear[Int(pixel >> 16 & 255)]
      let green = linear[Int(pixel >> 8 & 255)]
      let blue = linear[Int(pixel & 255)]
      let long = cbrtf(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
      let medium = cbrtf(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
      let short = cbrtf(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
      return OKLab(
        lightness: 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        a: 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        b: 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short)
    }

    func difference(_ first: UInt32, _ second: UInt32) -> Float {
      OKLab.difference(color(first), color(second))
    }
  }
}
