import CImageCodecs

/// JPEG through TurboJPEG.
enum JPEGDecoder {
  static func info(_ bytes: [UInt8]) throws(ImageError) -> ImageInfo {
    guard let header = JPEGHeader(bytes) else { throw .malformed(.jpeg, "no frame header") }
    return ImageInfo(
      format: .jpeg, storedWidth: header.width, storedHeight: header.height,
      orientation: header.exif?.orientation ?? .up,
      correctedSize: header.exif?.correctedSize(width: header.width, height: header.height))
  }

  static func decode(_ bytes: [UInt8], _ info: ImageInfo, reduction: Int) throws(ImageError) -> Bitmap {
    guard let header = JPEGHeader(bytes), header.width == info.storedWidth,
      header.height == info.storedHeight
    else { throw .malformed(.jpeg, "no frame header") }
    guard let decompressor = tjInitDecompress() else { throw .outOfMemory }
    defer { tjDestroy(decompressor) }

    // The discrete cosine transform can give a picture of an eighth, a quarter or half the size for
    // less work than the full one; sides are rounded up.
    let divisor = reduction >= 8 ? 8 : reduction >= 4 ? 4 : reduction >= 2 ? 2 : 1
    let width = (header.width + divisor - 1) / divisor
    let height = (header.height + divisor - 1) / divisor
    let bitmap = try Bitmap(width: width, height: height)
    let isCMYK = header.components == 4
    let format = isCMYK ? TJPF_CMYK : TJPF_BGRA

    let result = bytes.withUnsafeBufferPointer { buffer in
      tjDecompress2(
        decompressor, buffer.baseAddress, UInt(buffer.count),
        bitmap.data.assumingMemoryBound(to: UInt8.self), Int32(width), Int32(bitmap.stride),
        Int32(height), format.rawValue, TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
    }
    if result != 0 {
      // A warning means that something was missing or wrong and the decoder made do.
      let isWarning = tjGetErrorCode(decompressor) == TJERR_WARNING.rawValue
      guard isWarning || bitmap.pixels.contains(where: { $0 != 0 }) else {
        throw .malformed(.jpeg, String(cString: tjGetErrorStr2(decompressor)))
      }
    }
    if isCMYK { convertFromCMYK(bitmap.pixels) }
    if result != 0 { for index in bitmap.pixels.indices { bitmap.pixels[index] |= 0xFF00_0000 } }
    bitmap.isOpaque = true
    return try bitmap.oriented(info.orientation)
  }

  /// Adobe's programs, which write nearly all such files, store the inks inverted: 255 is no ink.
  /// Chromium takes all of them so.
  private static func convertFromCMYK(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    for index in pixels.indices {
      let inks = pixels[index]  // cyan in the lowest byte, black in the highest
      let black = inks >> 24
      let red = ((inks & 0xFF) &* black &+ 127) / 255
      let green = (((inks >> 8) & 0xFF) &* black &+ 127) / 255
      let blue = (((inks >> 16) & 0xFF) &* black &+ 127) / 255
      pixels[index] = 0xFF00_0000 | red << 16 | green << 8 | blue
    }
  }
}
