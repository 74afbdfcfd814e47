import CPango

/// The libraries that choose fonts, shape text and draw glyphs.
package enum TextLibraries {
  package static func versions() -> [(name: String, version: String)] {
    var library: FT_Library?
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    if FT_Init_FreeType(&library) == 0 {
      FT_Library_Version(library, &major, &minor, &patch)
      FT_Done_FreeType(library)
    }
    let fontconfig = FcGetVersion()
    return [
      ("pango", String(cString: pango_version_string())),
      ("harfbuzz", String(cString: hb_version_string())),
      ("freetype", "\(major).\(minor).\(patch)"),
      ("fontconfig", "\(fontconfig / 10_000).\(fontconfig / 100 % 100).\(fontconfig % 100)"),
      ("fribidi", FRIBIDI_VERSION),
    ]
  }
}
