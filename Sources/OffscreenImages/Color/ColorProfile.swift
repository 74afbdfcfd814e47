import OffscreenPlatform

/// A picture's colours brought to sRGB: profiles of three curves and a matrix, and grey ones of one
/// curve. Pictures have hardly any others.
/// https://www.color.org/specification/ICC.1-2022-05.pdf
struct ColorProfile {
  /// The light of each 8-bit value, for red, green and blue.
  private let curves: [[Float]]
  /// From the picture's linear light to that of sRGB, row by row.
  private let matrix: [Float]

  /// Nil where the profile is not of a known kind, broken, or means sRGB.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, Self.tag(bytes, 36) == "acsp", Self.tag(bytes, 20) == "XYZ " else { return nil }
    func curve(_ name: String) -> [Float]? { Self.content(bytes, name).flatMap { Self.curve(bytes, $0) } }
    switch Self.tag(bytes, 16) {
    case "RGB ":
      guard let red = curve("rTRC"), let green = curve("gTRC"), let blue = curve("bTRC"),
        let redXYZ = Self.content(bytes, "rXYZ").flatMap({ Self.xyz(bytes, $0) }),
        let greenXYZ = Self.content(bytes, "gXYZ").flatMap({ Self.xyz(bytes, $0) }),
        let blueXYZ = Self.content(bytes, "bXYZ").flatMap({ Self.xyz(bytes, $0) })
      else { return nil }
      curves = [red, green, blue]
      // Each row of the inverse of sRGB's matrix with each colour.
      matrix = (0..<9).map { place in
        let color = [redXYZ, greenXYZ, blueXYZ][place % 3]
        let row = place / 3 * 3
        return Self.fromXYZ[row] * color[0] + Self.fromXYZ[row + 1] * color[1] + Self.fromXYZ[row + 2] * color[2]
      }
    case "GRAY":
      guard let grey = curve("kTRC") else { return nil }
      curves = [grey, grey, grey]
      matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    default: return nil
    }
    // Values far from what light can be would overflow, and are no curves.
    guard curves.joined().allSatisfy({ $0.magnitude < 1000 }) else { return nil }
    if changesNothing { return nil }
  }

  /// Nil where it is sRGB.
  init?(_ space: NamedColorSpace) {
    (curves, matrix) = ([space.curve, space.curve, space.curve], space.matrix)
    if changesNothing { return nil }
  }

  /// Whether a profile of red, green and blue has a table for perceptual conversion.
  static func hasTable(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 132 && tag(bytes, 36) == "acsp" && tag(bytes, 16) == "RGB " && content(bytes, "A2B0") != nil
  }

  /// Converts all pixels.
  func apply(to bitmap: Bitmap) {
    let encoder = Self.encoder()
    // Optimization: neighbours are often the same.
    var (last, lastResult): (UInt32, UInt32) = (0, 0)
    let pixels = bitmap.pixels
    for index in pixels.indices {
      let pixel = pixels[index]
      if pixel != last {
        last = pixel
        lastResult = premultiplied(converted(unpremultiplied(pixel), encoder))
      }
      pixels[index] = lastResult
    }
  }

  private func converted(_ pixel: UInt32, _ encoder: [UInt8]) -> UInt32 {
    let red = curves[0][Int(pixel >> 16 & 255)]
    let green = curves[1][Int(pixel >> 8 & 255)]
    let blue = curves[2][Int(pixel & 255)]
    func part(_ row: Int) -> UInt32 {
      let light: Float = matrix[row] * red + matrix[row + 1] * green + matrix[row + 2] * blue
      let position: Float = max(0, min(1, light)) * Float(encoder.count - 1) + 0.5
      return UInt32(encoder[Int(position)])
    }
    let alpha: UInt32 = pixel & 0xFF00_0000
    return alpha | part(0) << 16 | part(3) << 8 | part(6)
  }

  /// Whether a set of colours stays the same, but for rounding.
  private var changesNothing: Bool {
    let encoder = Self.encoder()
    let values: [UInt32] = [0, 32, 96, 160, 224, 255]
    for red in values {
      for green in values {
        for blue in values {
          let pixel = red << 16 | green << 8 | blue
          let result = converted(pixel, encoder)
          for shift in [0, 8, 16] as [UInt32] {
            if abs(Int(result >> shift & 255) - Int(pixel >> shift & 255)) > 1 { return false }
          }
        }
      }
    }
    return true
  }

  /// From XYZ with the white of D50 to linear sRGB.
  private static let fromXYZ: [Float] = [
    3.1341359, -1.6173863, -0.4906619, -0.9787955, 1.9162544, 0.0334427, 0.0719554, -0.2289768, 1.4053860,
  ]

  /// From light, in even steps, to 8 bits of sRGB.
  private static func encoder() -> [UInt8] {
    (0..<16_384).map { step in
      let light = Float(step) / 16_383
      let value = light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
      return UInt8(max(0, min(255, value * 255 + 0.5)))
    }
  }

  // MARK: Reading

  private static func tag(_ bytes: [UInt8], _ position: Int) -> String {
    position >= 0 && position + 4 <= bytes.count
      ? String(decoding: bytes[position..<(position + 4)], as: UTF8.self) : ""
  }

  /// Where the content of a tag stands.
  private static func content(_ bytes: [UInt8], _ name: String) -> Range<Int>? {
    var reader = ByteReader(bytes, from: 128)
    guard let count = reader.big32() else { return nil }
    for _ in 0..<min(count, 100) {
      let isWanted = tag(bytes, reader.position) == name
      reader.skip(4)
      guard let start = reader.big32(), let length = reader.big32() else { return nil }
      if isWanted {
        let end = Int(start) + Int(length)
        return end <= bytes.count ? Int(start)..<end : nil
      }
    }
    return nil
  }

  private static func fixed(_ reader: inout ByteReader) -> Float? {
    reader.big32().map { Float(Int32(bitPattern: $0)) / 65_536 }
  }

  private static func xyz(_ bytes: [UInt8], _ range: Range<Int>) -> [Float]? {
    var reader = ByteReader(bytes, from: range.lowerBound + 8, to: range.upperBound)
    guard tag(bytes, range.lowerBound) == "XYZ ", let x = fixed(&reader), let y = fixed(&reader),
      let z = fixed(&reader)
    else { return nil }
    return [x, y, z]
  }

  /// The light of each 8-bit value.
  private static func curve(_ bytes: [UInt8], _ range: Range<Int>) -> [Float]? {
    var reader = ByteReader(bytes, from: range.lowerBound + 8, to: range.upperBound)
    let inputs = (0...255).map { Float($0) / 255 }
    switch tag(bytes, range.lowerBound) {
    case "curv":
      guard let count = reader.big32(), count <= 65_536 else { return nil }
      if count == 0 { return inputs }
      var table: [Float] = []
      for _ in 0..<count {
        guard let value = reader.big16() else { return nil }
        table.append(Float(value))
      }
      if count == 1 { return inputs.map { powf($0, table[0] / 256) } }
      return inputs.map { input in
        let place = input * Float(table.count - 1)
        let index = min(Int(place), table.count - 2)
        return (table[index] + (table[index + 1] - table[index]) * (place - Float(index))) / 65_535
      }
    case "para":
      guard let kind = reader.big16(), kind <= 4 else { return nil }
      reader.skip(2)
      var p: [Float] = []
      for _ in 0..<[1, 3, 4, 5, 7][kind] {
        guard let value = fixed(&reader) else { return nil }
        p.append(value)
      }
      return inputs.map { x in
        switch kind {
        case 0: powf(x, p[0])
        case 1: x >= -p[2] / p[1] ? powf(p[1] * x + p[2], p[0]) : 0
        case 2: x >= -p[2] / p[1] ? powf(p[1] * x + p[2], p[0]) + p[3] : p[3]
        case 3: x >= p[4] ? powf(p[1] * x + p[2], p[0]) : p[3] * x
        default: x >= p[4] ? powf(p[1] * x + p[2], p[0]) + p[5] : p[3] * x + p[6]
        }
      }
    default: return nil
    }
  }
}
