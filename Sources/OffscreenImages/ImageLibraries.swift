import CImageCodecs

/// The libraries that decode the pictures of pages.
package enum ImageLibraries {
  /// Those that are opened when a page needs them; what is not installed is not named.
  package static func lateVersions() -> [(name: String, version: String)] {
    AVIFDecoder.libraryVersion.map { [("libheif", $0)] } ?? []
  }

  /// Whether Little CMS is there, without which colour profiles that are tables are not applied.
  package static var appliesColorTables: Bool { TableProfile.isAvailable }

  package static func versions() -> [(name: String, version: String)] {
    func parts(_ packed: Int32) -> String { "\(packed >> 16 & 255).\(packed >> 8 & 255).\(packed & 255)" }
    return [
      ("libpng", String(cString: png_get_libpng_ver(nil))),
      ("libjpeg-turbo", String(cString: offscreen_jpeg_version())),
      ("libwebp", parts(WebPGetDecoderVersion())),
      ("giflib", String(cString: offscreen_gif_version())),
    ]
  }
}
