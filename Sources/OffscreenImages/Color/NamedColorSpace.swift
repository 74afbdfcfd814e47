import OffscreenPlatform

/// A colour space that a file names by numbers instead of bringing a profile.
/// https://www.itu.int/rec/T-REC-H.273
struct NamedColorSpace {
  /// From its linear light to that of sRGB, row by row.
  var matrix: [Float]
  /// The light of each 8-bit value.
  var curve: [Float]

  /// The chunk `cICP` before the pixels, which counts more than all others: primaries, curve, no matrix, full range.
  /// https://www.w3.org/TR/png-3/#cICP-chunk
  static func png(_ bytes: [UInt8]) -> NamedColorSpace? {
    var reader = ByteReader(bytes, from: 8)
    while let length = reader.big32(), let type = reader.big32(), type != 0x4944_4154 {
      if type == 0x6349_4350, length == 4, let primaries = reader.byte(), let curve = reader.byte(),
        reader.byte() == 0, reader.byte() == 1
      {
        return NamedColorSpace(primaries: primaries, curve: curve)
      }
      if type == 0x6349_4350 { return nil }
      reader.skip(Int(length) + 4)
    }
    return nil
  }

  /// Not implemented: curves of more light than a screen's white (16, 18).
  private init?(primaries: UInt8, curve kind: UInt8) {
    switch primaries {
    case 1: matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    case 9:
      matrix = [
        1.6604910, -0.5876411, -0.0728499, -0.1245505, 1.1328999, -0.0083494, -0.0181508, -0.1005789, 1.1187297,
      ]
    case 12:
      matrix = [1.2249401, -0.2249404, 0, -0.0420569, 1.0420571, 0, -0.0196376, -0.0786361, 1.0982735]
    default: return nil
    }
    let inputs = (0...255).map { Float($0) / 255 }
    switch kind {
    case 1, 6, 14, 15: curve = inputs.map { $0 < 0.081 ? $0 / 4.5 : powf(($0 + 0.099) / 1.099, 1 / 0.45) }
    case 4: curve = inputs.map { powf($0, 2.2) }
    case 8: curve = inputs
    case 13: curve = inputs.map { $0 <= 0.04045 ? $0 / 12.92 : powf(($0 + 0.055) / 1.055, 2.4) }
    default: return nil
    }
  }
}
