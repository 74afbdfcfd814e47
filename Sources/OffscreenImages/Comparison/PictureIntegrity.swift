import CImageCodecs

/// Whether the file of a picture is whole. Pages show a broken picture as far as it goes; a comparison must not
/// take half a picture for a picture.
package enum PictureIntegrity {
  /// The fault in the file's structure; nothing is decoded.
  package static func problem(_ bytes: [UInt8], _ format: ImageFormat) -> ImageError? {
    switch format {
    case .png: isWhole(png: bytes) ? nil : .malformed(.png, "it is cut short or damaged")
    case .jpeg: hasEnd(jpeg: bytes) ? nil : .malformed(.jpeg, "it is cut short")
    case .webp: hasEnd(webp: bytes) ? nil : .malformed(.webp, "it is cut short")
    case .gif: bytes.last { $0 != 0 } == 0x3B ? nil : .malformed(.gif, "it is cut short")
    case .bmp, .icon, .cursor, .svg, .avif: nil
    }
  }

  /// Every chunk with its check sum, the last one included.
  /// https://www.w3.org/TR/png-3/#5Chunk-layout
  private static func isWhole(png bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return false }
      var reader = ByteReader(bytes, from: 8)
      while let length = reader.big32(), let type = reader.big32() {
        let start = reader.position
        guard reader.remaining >= 4, Int(length) <= reader.remaining - 4 else { return false }
        let sum = libdeflate_crc32(0, base + start - 4, Int(length) + 4)
        reader.skip(Int(length))
        guard reader.big32() == sum else { return false }
        if type == 0x4945_4E44 { return true }  // IEND
      }
      return false
    }
  }

  /// The marker of the end, near the end: some programs write on behind it, and small pictures within the file
  /// have one of their own.
  private static func hasEnd(jpeg bytes: [UInt8]) -> Bool {
    let tail = bytes.suffix(4096)
    return zip(tail, tail.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
  }

  /// The length in the header.
  private static func hasEnd(webp bytes: [UInt8]) -> Bool {
    var reader = ByteReader(bytes, from: 4)
    return reader.little32().map { Int($0) + 8 <= bytes.count } ?? false
  }
}
