import CImageCodecs

/// The colour profile inside a picture file.
enum EmbeddedProfile {
  case curves(ColorProfile)
  case table(TableProfile)

  /// Profiles of three curves and a matrix are far smaller.
  private static let mostBytes = 4 << 20

  static func find(_ bytes: [UInt8], _ format: ImageFormat) -> EmbeddedProfile? {
    if format == .png, let named = NamedColorSpace.png(bytes) {
      return ColorProfile(named).map { .curves($0) }
    }
    let profile: [UInt8]? =
      switch format {
      case .png: png(bytes)
      case .jpeg: jpeg(bytes)
      case .webp: webp(bytes)
      case .avif: AVIFDecoder.profile(bytes, mostBytes: mostBytes)
      case .gif, .bmp, .icon, .cursor, .svg: nil
      }
    guard let profile else { return nil }
    // Where a profile has both, its table is the more exact.
    if let table = TableProfile(profile) { return .table(table) }
    return ColorProfile(profile).map { .curves($0) }
  }

  func apply(to bitmap: Bitmap) {
    switch self {
    case .curves(let profile): profile.apply(to: bitmap)
    case .table(let profile): profile.apply(to: bitmap)
    }
  }

  /// The chunk `iCCP` before the pixels: a name, a zero byte, the method 0, compressed data. A chunk
  /// `sRGB` counts more.
  private static func png(_ bytes: [UInt8]) -> [UInt8]? {
    var reader = ByteReader(bytes, from: 8)
    var found: [UInt8]?
    while let length = reader.big32(), let type = reader.big32() {
      let start = reader.position
      reader.skip(Int(length) + 4)
      switch type {
      case 0x6943_4350 where start + Int(length) <= bytes.count:
        let content = bytes[start..<(start + Int(length))]
        guard let end = content.firstIndex(of: 0), content.dropFirst(end - start + 1).first == 0 else { return nil }
        found = inflate(Array(content[(end + 2)...]))
      case 0x7352_4742, 0x4944_4154: return type == 0x7352_4742 ? nil : found
      default: break
      }
    }
    return nil
  }

  private static func inflate(_ bytes: [UInt8]) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var capacity = 1 << 14
    while capacity <= mostBytes {
      var result = LIBDEFLATE_BAD_DATA
      let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        var written = 0
        result = libdeflate_zlib_decompress(
          decompressor, bytes, bytes.count, buffer.baseAddress, buffer.count, &written)
        count = result == LIBDEFLATE_SUCCESS ? written : 0
      }
      if result == LIBDEFLATE_SUCCESS { return output }
      if result != LIBDEFLATE_INSUFFICIENT_SPACE { return nil }
      capacity *= 4
    }
    return nil
  }

  /// Segments APP2 that begin with `ICC_PROFILE`, a zero byte, their number from 1 and how many there
  /// are.
  private static func jpeg(_ bytes: [UInt8]) -> [UInt8]? {
    var parts: [Int: ArraySlice<UInt8>] = [:]
    var reader = ByteReader(bytes, from: 2)
    while reader.byte() == 0xFF {
      guard let code = reader.byte(), code != 0xDA, code != 0xD9, let length = reader.big16(), length >= 2
      else { break }
      let content = bytes[reader.position..<min(bytes.count, reader.position + length - 2)]
      reader.skip(length - 2)
      let name = Array("ICC_PROFILE".utf8) + [0]
      if code == 0xE2, content.starts(with: name), content.count > 14 {
        parts[Int(content[content.startIndex + 12])] = content.dropFirst(14)
      }
    }
    guard !parts.isEmpty else { return nil }
    var profile: [UInt8] = []
    for number in 1...parts.count {
      guard let part = parts[number], profile.count + part.count <= mostBytes else { return nil }
      profile += part
    }
    return profile
  }

  /// The chunk `ICCP` of the extended file format.
  private static func webp(_ bytes: [UInt8]) -> [UInt8]? {
    var reader = ByteReader(bytes, from: 12)
    while let type = reader.big32(), let length = reader.little32() {
      if type == 0x4943_4350, Int(length) <= reader.remaining, Int(length) <= mostBytes {
        return Array(bytes[reader.position..<(reader.position + Int(length))])
      }
      // Profiles come before all pixels.
      if type != 0x5650_3858 { return nil }
      reader.skip(Int(length) + Int(length & 1))
    }
    return nil
  }
}
