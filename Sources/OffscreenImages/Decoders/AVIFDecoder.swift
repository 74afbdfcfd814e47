import CHeif

/// AVIF through libheif, where that is installed; of a sequence, its main picture. What the file says of
/// turning, mirroring and cropping the library has done already.
///
/// Not implemented: colours that the file describes without a profile in other primaries than sRGB's, or
/// brighter than white.
enum AVIFDecoder {
  /// The library is opened when it is first needed.
  private static let library: OffscreenHeif? = {
    var library = OffscreenHeif()
    return offscreen_heif_open(&library) != 0 ? library : nil
  }()

  static var isAvailable: Bool { library != nil }
  static var libraryVersion: String? { (library?.get_version()).map { String(cString: $0) } }

  static func info(_ bytes: [UInt8]) throws(ImageError) -> ImageInfo {
    try withPicture(bytes) { (library, picture) throws(ImageError) in
      ImageInfo(
        format: .avif, storedWidth: max(0, Int(library.handle_get_width(picture))),
        storedHeight: max(0, Int(library.handle_get_height(picture))))
    }
  }

  static func decode(_ bytes: [UInt8], _ info: ImageInfo) throws(ImageError) -> Bitmap {
    try withPicture(bytes) { (library, picture) throws(ImageError) in
      guard let options = library.options_alloc() else { throw .outOfMemory }
      defer { library.options_free(options) }
      options.pointee.convert_hdr_to_8bit = 1
      var image: UnsafeMutableRawPointer?
      let error = library.decode(
        picture, &image, Int32(OFFSCREEN_HEIF_COLORSPACE_RGB), Int32(OFFSCREEN_HEIF_CHROMA_RGBA),
        options)
      guard error.code == 0, let image else { throw .malformed(.avif, message(error)) }
      defer { library.image_release(image) }

      let channel = Int32(OFFSCREEN_HEIF_CHANNEL_INTERLEAVED)
      var stride: Int32 = 0
      guard let plane = library.image_get_plane(image, channel, &stride),
        Int(library.image_get_width(image, channel)) == info.storedWidth,
        Int(library.image_get_height(image, channel)) == info.storedHeight, Int(stride) >= 4 * info.storedWidth
      else { throw .malformed(.avif, "two sizes") }
      let bitmap = try Bitmap(width: info.storedWidth, height: info.storedHeight)
      for y in 0..<bitmap.height {
        let source = plane + y * Int(stride)
        let row = bitmap.row(y)
        for x in 0..<bitmap.width {
          let pixel = source + 4 * x
          row[x] = UInt32(pixel[3]) << 24 | UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
        }
      }
      bitmap.isOpaque = library.handle_has_alpha(picture) == 0
      if !bitmap.isOpaque { bitmap.isOpaque = premultiply(bitmap.pixels) }
      return bitmap
    }
  }

  /// The colour profile in the file.
  static func profile(_ bytes: [UInt8], mostBytes: Int) -> [UInt8]? {
    try? withPicture(bytes) { (library, picture) throws(ImageError) in
      let size = library.handle_get_profile_size(picture)
      guard size > 0, size <= mostBytes else { throw .malformed(.avif, "no profile") }
      var profile = [UInt8](repeating: 0, count: size)
      let error = profile.withUnsafeMutableBytes { library.handle_get_profile(picture, $0.baseAddress) }
      guard error.code == 0 else { throw .malformed(.avif, message(error)) }
      return profile
    }
  }

  /// Reads what the file says of its main picture; nothing is decoded.
  private static func withPicture<Result>(
    _ bytes: [UInt8], _ body: (OffscreenHeif, UnsafeMutableRawPointer) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    guard let library else { throw .unsupported(.avif, "this format without libheif") }
    guard let context = library.context_alloc() else { throw .outOfMemory }
    defer { library.context_free(context) }
    return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      var error = library.context_read(context, buffer.baseAddress, buffer.count, nil)
      guard error.code == 0 else { throw .malformed(.avif, message(error)) }
      var picture: UnsafeMutableRawPointer?
      error = library.context_get_primary(context, &picture)
      guard error.code == 0, let picture else { throw .malformed(.avif, message(error)) }
      defer { library.handle_release(picture) }
      return try body(library, picture)
    }
  }

  /// The library's words are of no use to who wrote the page, but for the kind of failure.
  private static func message(_ error: OffscreenHeifError) -> String {
    error.message.map { String(String(cString: $0).prefix(100)) } ?? "undecodable"
  }
}
