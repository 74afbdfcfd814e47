import CLittleCMS

/// A colour profile that is a table of colours, applied by Little CMS where that is installed.
struct TableProfile {
  private let bytes: [UInt8]

  private static let library: OffscreenLittleCMS? = {
    var library = OffscreenLittleCMS()
    return offscreen_lcms_open(&library) != 0 ? library : nil
  }()

  static var isAvailable: Bool { library != nil }

  /// Nil where the profile has no table for red, green and blue, or there is no library.
  init?(_ bytes: [UInt8]) {
    guard ColorProfile.hasTable(bytes), Self.library != nil else { return nil }
    self.bytes = bytes
  }

  /// Converts all pixels; a profile that makes no sense leaves them as they are.
  func apply(to bitmap: Bitmap) {
    guard let library = Self.library, let source = library.open_profile(bytes, UInt32(clamping: bytes.count))
    else { return }
    defer { _ = library.close_profile(source) }
    guard library.get_color_space(source) == UInt32(OFFSCREEN_LCMS_RGB), let target = library.create_srgb()
    else { return }
    defer { _ = library.close_profile(target) }
    let format = UInt32(OFFSCREEN_LCMS_BGRA)
    guard
      let transform = library.create_transform(
        source, format, target, format, UInt32(OFFSCREEN_LCMS_PERCEPTUAL),
        UInt32(OFFSCREEN_LCMS_COPY_ALPHA))
    else { return }
    defer { library.delete_transform(transform) }
    for y in 0..<bitmap.height {
      let row = bitmap.row(y)
      if !bitmap.isOpaque { for x in row.indices { row[x] = unpremultiplied(row[x]) } }
      library.transform(transform, row.baseAddress, row.baseAddress, UInt32(clamping: row.count))
      if !bitmap.isOpaque { for x in row.indices { row[x] = premultiplied(row[x]) } }
    }
  }
}
