import CImageCodecs
import CRsvg

/// The libraries that decode the pictures of pages and draw SVG.
package enum ImageLibraries {
  package static func versions() -> [(name: String, version: String)] {
    func parts(_ packed: Int32) -> String { "\(packed >> 16 & 255).\(packed >> 8 & 255).\(packed & 255)" }
    return [
      ("libpng", String(cString: png_get_libpng_ver(nil))),
      ("libjpeg-turbo", String(cString: offscreen_jpeg_version())),
      ("libwebp", parts(WebPGetDecoderVersion())),
      ("giflib", String(cString: offscreen_gif_version())),
      ("librsvg", (0..<3).map { String(offscreen_rsvg_version($0)) }.joined(separator: ".")),
    ]
  }
}
