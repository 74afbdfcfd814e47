import CHeif
import OffscreenPlatform

/// AVIF through libheif and its encoder for AV1, where they are installed.
enum AVIFEncoder {
  /// The library is opened when it is first needed.
  static let library: OffscreenHeifEncoder? = {
    var library = OffscreenHeifEncoder()
    return offscreen_heif_open_encoder(&library) != 0 ? library : nil
  }()

  /// The encoder takes 27 bytes of memory for each: more would be the end of a process that may have 768 MiB.
  static let mostPixels = 20_000_000
}

extension Bitmap {
  /// Whether AVIF files can be written here.
  package static var canWriteAVIF: Bool { AVIFEncoder.library != nil }

  /// The picture as an AVIF file, at a quality from 1 to 100; at 100 nothing is lost. Colours keep their full
  /// resolution: small text would show it.
  package func avifData(quality: Int) throws(ImageError) -> [UInt8] {
    guard width <= 65_536, height <= 65_536 else { throw .encoding("AVIF has no more than 65,536 pixels a side") }
    guard pixelCount <= AVIFEncoder.mostPixels else {
      throw .encoding("AVIF is written of up to 20 million pixels; PNG takes more")
    }
    guard let library = AVIFEncoder.library else {
      throw .encoding("AVIF needs libheif with an encoder for AV1: apt-get install libheif1")
    }
    guard let context = library.context_alloc() else { throw .outOfMemory }
    defer { library.context_free(context) }
    let quality = max(1, min(quality, 100))
    let encoder = try encoder(library, context, quality)
    defer { library.encoder_release(encoder) }
    let image = try image(library, isLossless: quality == 100)
    defer { library.image_release(image) }
    var handle: UnsafeMutableRawPointer?
    defer { if let handle { library.handle_release(handle) } }
    try check(library.encode(context, image, encoder, nil, &handle))
    var file = OffscreenHeifFile()
    defer { free(file.bytes) }
    try check(withUnsafePointer(to: library) { offscreen_heif_write($0, context, &file) })
    guard file.count > 0, let bytes = file.bytes else { throw .encoding("AVIF came out empty") }
    return Array(UnsafeBufferPointer(start: bytes, count: file.count))
  }

  private func encoder(
    _ library: OffscreenHeifEncoder, _ context: UnsafeMutableRawPointer, _ quality: Int
  ) throws(ImageError) -> UnsafeMutableRawPointer {
    var encoder: UnsafeMutableRawPointer?
    try check(library.context_get_encoder(context, Int32(OFFSCREEN_HEIF_AV1), &encoder))
    guard let encoder else { throw .outOfMemory }
    // An encoder that does not know one of these names does without it.
    _ = quality == 100 ? library.set_lossless(encoder, 1) : library.set_lossy_quality(encoder, Int32(quality))
    _ = library.set_string(encoder, "chroma", "444")
    _ = library.set_integer(encoder, "alpha-quality", Int32(quality))
    _ = library.set_boolean(encoder, "lossless-alpha", quality == 100 ? 1 : 0)
    // From the slowest, 0, to the quickest, 9: at 6 a page takes seconds.
    _ = library.set_integer(encoder, "speed", 8)
    // With more threads the bytes are others.
    _ = library.set_integer(encoder, "threads", 1)
    return encoder
  }

  /// The pixels as the library takes them: sRGB, not multiplied by their alpha.
  private func image(_ library: OffscreenHeifEncoder, isLossless: Bool) throws(ImageError) -> UnsafeMutableRawPointer {
    var result: UnsafeMutableRawPointer?
    let chroma = isOpaque ? OFFSCREEN_HEIF_CHROMA_RGB : OFFSCREEN_HEIF_CHROMA_RGBA
    try check(
      library.image_create(
        Int32(width), Int32(height), Int32(OFFSCREEN_HEIF_COLORSPACE_RGB), Int32(chroma), &result))
    guard let image = result else { throw .outOfMemory }
    var isFilled = false
    defer { if !isFilled { library.image_release(image) } }
    let channel = Int32(OFFSCREEN_HEIF_CHANNEL_INTERLEAVED)
    try check(library.image_add_plane(image, channel, Int32(width), Int32(height), 8))
    var stride: Int32 = 0
    let size = isOpaque ? 3 : 4
    guard let plane = library.image_get_plane(image, channel, &stride), Int(stride) >= size * width else {
      throw .outOfMemory
    }
    for y in 0..<height {
      let (source, target) = (row(y), plane + y * Int(stride))
      for x in 0..<width {
        let color = unpremultiplied(source[x])
        target[size * x] = UInt8(truncatingIfNeeded: color >> 16)
        target[size * x + 1] = UInt8(truncatingIfNeeded: color >> 8)
        target[size * x + 2] = UInt8(truncatingIfNeeded: color)
        if !isOpaque { target[size * x + 3] = UInt8(truncatingIfNeeded: color >> 24) }
      }
    }
    // sRGB: its primaries, its curve; the matrix of BT.601 in full range, or none where nothing may be lost.
    // https://www.itu.int/rec/T-REC-H.273
    guard let colors = library.colors_alloc() else { throw .outOfMemory }
    defer { library.colors_free(colors) }
    colors.pointee.color_primaries = 1
    colors.pointee.transfer_characteristics = 13
    colors.pointee.matrix_coefficients = isLossless ? 0 : 6
    colors.pointee.full_range_flag = 1
    try check(library.image_set_colors(image, colors))
    isFilled = true
    return image
  }

  private func check(_ error: OffscreenHeifError) throws(ImageError) {
    guard error.code != 0 else { return }
    throw .encoding("AVIF: " + (error.message.map { String(String(cString: $0).prefix(100)) } ?? "libheif fails"))
  }
}
