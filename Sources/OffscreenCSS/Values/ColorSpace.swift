import Foundation
import OffscreenGeometry

/// Colours in the spaces of CSS, to and from sRGB. A colour is three numbers: the channels in the
/// order of the space's name, hues in degrees, percentages as hundredths; those of Lab and LCH as
/// CIE has them (lightness to 100), of Oklab and OKLCH to 1.
/// https://drafts.csswg.org/css-color-4/#color-conversion-code
enum ColorConversion {
  typealias Channels = SIMD3<Double>

  /// The spaces of `color()`, and those of the functions.
  enum Space: String {
    case srgb, hsl, hwb, lab, lch, oklab, oklch, rec2020, xyz
    case srgbLinear = "srgb-linear"
    case displayP3 = "display-p3"
    case displayP3Linear = "display-p3-linear"
    case a98 = "a98-rgb"
    case prophoto = "prophoto-rgb"
    case xyzD50 = "xyz-d50"
    case xyzD65 = "xyz-d65"

    /// Which channel is a hue, if one is.
    var hueIndex: Int? {
      switch self {
      case .hsl, .hwb: 0
      case .lch, .oklch: 2
      default: nil
      }
    }
  }

  // MARK: To sRGB, out of gamut where the colour is

  static func toSRGB(_ c: Channels, from space: Space) -> Channels {
    switch space {
    case .srgb: c
    case .hsl: srgb(hsl: c)
    case .hwb: srgb(hwb: c)
    case .srgbLinear: c.map(encodeSRGB)
    case .lab: srgb(xyzD50: xyz(lab: c))
    case .lch: srgb(xyzD50: xyz(lab: rectangular(c)))
    case .oklab: linearSRGB(oklab: c).map(encodeSRGB)
    case .oklch: linearSRGB(oklab: rectangular(c)).map(encodeSRGB)
    case .displayP3: srgb(xyzD65: multiply(p3ToXYZ, c.map(decodeSRGB)))
    case .displayP3Linear: srgb(xyzD65: multiply(p3ToXYZ, c))
    case .a98: srgb(xyzD65: multiply(a98ToXYZ, c.map { signedPower($0, 563.0 / 256) }))
    case .prophoto:
      srgb(xyzD50: multiply(prophotoToXYZ, c.map { abs($0) <= 16.0 / 512 ? $0 / 16 : signedPower($0, 1.8) }))
    case .rec2020: srgb(xyzD65: multiply(rec2020ToXYZ, c.map(decodeRec2020)))
    case .xyz, .xyzD65: srgb(xyzD65: c)
    case .xyzD50: srgb(xyzD50: c)
    }
  }

  // MARK: From sRGB

  static func fromSRGB(_ c: Channels, to space: Space) -> Channels {
    switch space {
    case .srgb: c
    case .hsl: hsl(c)
    case .hwb: hwb(c)
    case .srgbLinear: c.map(decodeSRGB)
    case .lab: lab(xyz: xyzD50(c))
    case .lch: polar(lab(xyz: xyzD50(c)))
    case .oklab: oklab(linear: c.map(decodeSRGB))
    case .oklch: polar(oklab(linear: c.map(decodeSRGB)))
    case .displayP3: multiply(xyzToP3, xyzD65(c)).map(encodeSRGB)
    case .displayP3Linear: multiply(xyzToP3, xyzD65(c))
    case .a98: multiply(xyzToA98, xyzD65(c)).map { signedPower($0, 256.0 / 563) }
    case .prophoto:
      multiply(xyzToProphoto, xyzD50(c)).map { abs($0) >= 1.0 / 512 ? signedPower($0, 1 / 1.8) : $0 * 16 }
    case .rec2020: multiply(xyzToRec2020, xyzD65(c)).map(encodeRec2020)
    case .xyz, .xyzD65: xyzD65(c)
    case .xyzD50: xyzD50(c)
    }
  }

  // MARK: Transfer functions

  private static func signedPower(_ value: Double, _ exponent: Double) -> Double {
    value < 0 ? -pow(-value, exponent) : pow(value, exponent)
  }

  private static func decodeSRGB(_ value: Double) -> Double {
    abs(value) <= 0.04045 ? value / 12.92 : (value < 0 ? -1 : 1) * pow((abs(value) + 0.055) / 1.055, 2.4)
  }

  private static func encodeSRGB(_ value: Double) -> Double {
    abs(value) <= 0.0031308
      ? value * 12.92 : (value < 0 ? -1 : 1) * (1.055 * pow(abs(value), 1 / 2.4) - 0.055)
  }

  /// Deviation: the curve of cameras (ITU-R BT.2020), as in Chromium, and not a power of 2.4.
  private static func decodeRec2020(_ value: Double) -> Double {
    let magnitude = abs(value)
    if magnitude < rec2020Beta * 4.5 { return value / 4.5 }
    return (value < 0 ? -1 : 1) * pow((magnitude + rec2020Alpha - 1) / rec2020Alpha, 1 / 0.45)
  }

  private static func encodeRec2020(_ value: Double) -> Double {
    let magnitude = abs(value)
    if magnitude < rec2020Beta { return value * 4.5 }
    return (value < 0 ? -1 : 1) * (rec2020Alpha * pow(magnitude, 0.45) - (rec2020Alpha - 1))
  }

  private static let rec2020Alpha = 1.09929682680944
  private static let rec2020Beta = 0.018053968510807

  // MARK: HSL and HWB

  private static func srgb(hsl c: Channels) -> Channels {
    let (hue, saturation, lightness) = (normalizedHue(c[0]), c[1], c[2])
    let reach = saturation * min(lightness, 1 - lightness)
    func channel(_ n: Double) -> Double {
      let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - reach * max(-1, min(k - 3, 9 - k, 1))
    }
    return [channel(0), channel(8), channel(4)]
  }

  private static func hsl(_ c: Channels) -> Channels {
    let (high, low) = (c.max(), c.min())
    let lightness = (high + low) / 2
    let range = high - low
    guard range > 1e-9 else { return [0, 0, lightness] }
    let saturation = lightness <= 0 || lightness >= 1 ? 0 : (high - lightness) / min(lightness, 1 - lightness)
    return [hue(c, high: high, range: range), abs(saturation), lightness]
  }

  private static func hue(_ c: Channels, high: Double, range: Double) -> Double {
    let sixth: Double
    if high == c[0] {
      sixth = (c[1] - c[2]) / range + (c[1] < c[2] ? 6 : 0)
    } else if high == c[1] {
      sixth = (c[2] - c[0]) / range + 2
    } else {
      sixth = (c[0] - c[1]) / range + 4
    }
    return sixth * 60
  }

  private static func srgb(hwb c: Channels) -> Channels {
    let (white, black) = (c[1], c[2])
    if white + black >= 1 { return Channels(repeating: white / (white + black)) }
    return srgb(hsl: [c[0], 1, 0.5]) * (1 - white - black) + white
  }

  private static func hwb(_ c: Channels) -> Channels { [hsl(c)[0], c.min(), 1 - c.max()] }

  static func normalizedHue(_ hue: Double) -> Double {
    guard hue.isFinite else { return 0 }
    let rest = hue.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }

  // MARK: Lab

  private static let kappa = 24389.0 / 27
  private static let epsilon = 216.0 / 24389
  private static let whiteD50: Channels = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]

  private static func xyz(lab c: Channels) -> Channels {
    let f1 = (c[0] + 16) / 116
    let f0 = c[1] / 500 + f1
    let f2 = f1 - c[2] / 200
    func decode(_ f: Double) -> Double { f * f * f > epsilon ? f * f * f : (116 * f - 16) / kappa }
    return Channels(decode(f0), c[0] > kappa * epsilon ? f1 * f1 * f1 : c[0] / kappa, decode(f2)) * whiteD50
  }

  private static func lab(xyz: Channels) -> Channels {
    let f = (xyz / whiteD50).map { $0 > epsilon ? cbrt($0) : (kappa * $0 + 16) / 116 }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  private static func rectangular(_ c: Channels) -> Channels {
    let angle = normalizedHue(c[2]) * .pi / 180
    return [c[0], c[1] * cos(angle), c[1] * sin(angle)]
  }

  private static func polar(_ c: Channels) -> Channels {
    [c[0], (c[1] * c[1] + c[2] * c[2]).squareRoot(), normalizedHue(atan2(c[2], c[1]) * 180 / .pi)]
  }

  // MARK: Oklab

  private static func linearSRGB(oklab c: Channels) -> Channels {
    let l = c[0] + 0.3963377773761749 * c[1] + 0.2158037573099136 * c[2]
    let m = c[0] - 0.1055613458156586 * c[1] - 0.0638541728258133 * c[2]
    let s = c[0] - 0.0894841775298119 * c[1] - 1.2914855480194092 * c[2]
    let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
    return [
      4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
      -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
      -0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3,
    ]
  }

  private static func oklab(linear c: Channels) -> Channels {
    let l = cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2])
    let m = cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2])
    let s = cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2])
    return [
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    ]
  }

  // MARK: XYZ

  private typealias Matrix = (Channels, Channels, Channels)

  private static func multiply(_ m: Matrix, _ c: Channels) -> Channels {
    [(m.0 * c).sum(), (m.1 * c).sum(), (m.2 * c).sum()]
  }

  private static func srgb(xyzD65 c: Channels) -> Channels { multiply(xyzToSRGB, c).map(encodeSRGB) }
  private static func srgb(xyzD50 c: Channels) -> Channels { srgb(xyzD65: multiply(d50ToD65, c)) }
  private static func xyzD65(_ c: Channels) -> Channels { multiply(srgbToXYZ, c.map(decodeSRGB)) }
  private static func xyzD50(_ c: Channels) -> Channels { multiply(d65ToD50, xyzD65(c)) }

  private static let srgbToXYZ: Matrix = (
    [506752.0 / 1228815, 87881.0 / 245763, 12673.0 / 70218],
    [87098.0 / 409605, 175762.0 / 245763, 12673.0 / 175545],
    [7918.0 / 409605, 87881.0 / 737289, 1001167.0 / 1053270]
  )
  private static let xyzToSRGB: Matrix = (
    [12831.0 / 3959, -329.0 / 214, -1974.0 / 3959],
    [-851781.0 / 878810, 1648619.0 / 878810, 36519.0 / 878810],
    [705.0 / 12673, -2585.0 / 12673, 705.0 / 667]
  )
  private static let p3ToXYZ: Matrix = (
    [608311.0 / 1250200, 189793.0 / 714400, 198249.0 / 1000160],
    [35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2500400],
    [0, 32229.0 / 714400, 5220557.0 / 5000800]
  )
  private static let xyzToP3: Matrix = (
    [446124.0 / 178915, -333277.0 / 357830, -72051.0 / 178915],
    [-14852.0 / 17905, 63121.0 / 35810, 423.0 / 17905],
    [11844.0 / 330415, -50337.0 / 660830, 316169.0 / 330415]
  )
  private static let a98ToXYZ: Matrix = (
    [573536.0 / 994567, 263643.0 / 1420810, 187206.0 / 994567],
    [591459.0 / 1989134, 6239551.0 / 9945670, 374412.0 / 4972835],
    [53769.0 / 1989134, 351524.0 / 4972835, 4929758.0 / 4972835]
  )
  private static let xyzToA98: Matrix = (
    [1829569.0 / 896150, -506331.0 / 896150, -308931.0 / 896150],
    [-851781.0 / 878810, 1648619.0 / 878810, 36519.0 / 878810],
    [16779.0 / 1248040, -147721.0 / 1248040, 1266979.0 / 1248040]
  )
  private static let rec2020ToXYZ: Matrix = (
    [63426534.0 / 99577255, 20160776.0 / 139408157, 47086771.0 / 278816314],
    [26158966.0 / 99577255, 472592308.0 / 697040785, 8267143.0 / 139408157],
    [0, 19567812.0 / 697040785, 295819943.0 / 278816314]
  )
  private static let xyzToRec2020: Matrix = (
    [30757411.0 / 17917100, -6372589.0 / 17917100, -4539589.0 / 17917100],
    [-19765991.0 / 29648200, 47925759.0 / 29648200, 467509.0 / 29648200],
    [792561.0 / 44930125, -1921689.0 / 44930125, 42328811.0 / 44930125]
  )
  private static let prophotoToXYZ: Matrix = (
    [0.79776664490064230, 0.13518129740053308, 0.03134773412839220],
    [0.28807482881940130, 0.71183523424187300, 0.00008993693872564],
    [0, 0, 0.82510460251046020]
  )
  private static let xyzToProphoto: Matrix = (
    [1.34578688164715830, -0.25557208737979464, -0.05110186497554526],
    [-0.54463070512490190, 1.50824774284514680, 0.02052744743642139],
    [0, 0, 1.21196754563894520]
  )
  private static let d65ToD50: Matrix = (
    [1.0479297925449969, 0.022946870601609652, -0.05019226628920524],
    [0.02962780877005599, 0.9904344267538799, -0.017073799063418826],
    [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371]
  )
  private static let d50ToD65: Matrix = (
    [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
    [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
    [0.012314014864481998, -0.020507649298898964, 1.330365926242124]
  )
}

extension SIMD3<Double> {
  fileprivate func map(_ transform: (Double) -> Double) -> SIMD3<Double> {
    [transform(self[0]), transform(self[1]), transform(self[2])]
  }
}

extension Color {
  var channels: SIMD3<Double> { [Double(red), Double(green), Double(blue)] }

  /// Parts out of sRGB's gamut are cut off, as Chromium does on an sRGB screen.
  init(clipping channels: SIMD3<Double>, alpha: Double) {
    func part(_ value: Double) -> Float { value.isNaN ? 0 : Float(min(max(value, 0), 1)) }
    self.init(red: part(channels[0]), green: part(channels[1]), blue: part(channels[2]), alpha: part(alpha))
  }
}
