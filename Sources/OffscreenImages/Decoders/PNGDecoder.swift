import CImageCodecs

/// PNG through libpng's simplified interface: palettes, 16 bits, interlacing, `tRNS` and `gAMA` are
/// its work. Of an animation, the default image is decoded.
package enum PNGDecoder {
  static func info(_ bytes: [UInt8]) throws(ImageError) -> ImageInfo {
    // The signature, then the first chunk, which must be IHDR: length, type, width, height.
    var reader = ByteReader(bytes, from: 12)
    guard reader.big32() == 0x4948_4452, let width = reader.big32(), let height = reader.big32() else {
      throw .malformed(.png, "no header")
    }
    return ImageInfo(format: .png, storedWidth: Int(width), storedHeight: Int(height))
  }

  static func decode(_ bytes: [UInt8], _ info: ImageInfo) throws(ImageError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      if let bitmap = try PNGFastDecoder.decode(buffer, info) { return bitmap }
      return try decodeByLibpng(buffer, info)
    }
  }

  package static func decodeByLibpng(
    _ bytes: UnsafeBufferPointer<UInt8>, _ info: ImageInfo
  ) throws(ImageError) -> Bitmap {
    var image = png_image()
    image.version = png_uint_32(OFFSCREEN_PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, readableCount(bytes)) != 0 else {
      throw .malformed(.png, message(of: image))
    }
    guard Int(image.width) == info.storedWidth, Int(image.height) == info.storedHeight else {
      throw .malformed(.png, "two headers")
    }
    let hasAlpha = image.format & png_uint_32(OFFSCREEN_PNG_FORMAT_FLAG_ALPHA) != 0
    image.format = png_uint_32(OFFSCREEN_PNG_FORMAT_BGRA)
    // Without this, 16-bit samples would count as linear light.
    image.flags |= png_uint_32(OFFSCREEN_PNG_FLAG_16BIT_SRGB)

    let bitmap = try Bitmap(width: info.storedWidth, height: info.storedHeight)
    let pixels = bitmap.pixels
    if png_image_finish_read(&image, nil, bitmap.data, png_int_32(bitmap.stride), nil) == 0 {
      // What was decoded before the fault is kept; the rest stays transparent.
      guard pixels.contains(where: { $0 != 0 }) else { throw .malformed(.png, message(of: image)) }
      premultiply(pixels)
    } else if hasAlpha {
      bitmap.isOpaque = premultiply(pixels)
    } else {
      bitmap.isOpaque = true
    }
    return bitmap
  }

  /// How far libpng may read: up to a chunk that claims to be longer than the file, since it takes the memory
  /// that a chunk claims before it reads. Only `IDAT` is read piece by piece, and shown as far as it goes.
  /// https://www.w3.org/TR/png-3/#5Chunk-layout
  static func readableCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var start = 8
    while start + 8 <= bytes.count {
      func big32(_ place: Int) -> Int { (place..<place + 4).reduce(0) { $0 << 8 | Int(bytes[$1]) } }
      let next = start + 12 + big32(start)
      if next > bytes.count { return big32(start + 4) == 0x4944_4154 ? bytes.count : start }
      start = next
    }
    return bytes.count
  }

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
