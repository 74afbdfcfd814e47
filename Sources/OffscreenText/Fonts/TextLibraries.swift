import CFonts
import CHyphen
import CICU
import CPango

/// The libraries that choose fonts, shape text and draw glyphs.
package enum TextLibraries {
  /// Opened when the first text in Thai or its like comes; nil where it is not installed.
  static let icu: OffscreenICU? = {
    var icu = OffscreenICU()
    return offscreen_icu_open(&icu) != 0 ? icu : nil
  }()

  /// Serves where ICU is not installed; opened and nil as that.
  static let pango: OffscreenPango? = {
    var pango = OffscreenPango()
    return offscreen_pango_open(&pango) != 0 ? pango : nil
  }()

  /// Opened with the first dictionary; nil where it is not installed.
  static let hyphen: OffscreenHyphen? = {
    var hyphen = OffscreenHyphen()
    return offscreen_hyphen_open(&hyphen) != 0 ? hyphen : nil
  }()

  /// Whether libhyphen is there, without which no dictionary parts words.
  package static var hyphenates: Bool { hyphen != nil }

  /// Those that are opened when a page needs them; what is not installed is not named.
  package static func lateVersions() -> [(name: String, version: String)] {
    let pango = (pango?.version_string()).map { [("pango", String(cString: $0))] } ?? []
    return (icu.map { [("icu", version(of: $0))] } ?? []) + pango
  }

  private static func version(of icu: OffscreenICU) -> String {
    var parts = [UInt8](repeating: 0, count: 4)
    icu.get_version(&parts)
    return "\(parts[0]).\(parts[1])"
  }

  package static func versions() -> [(name: String, version: String)] {
    var library: FT_Library?
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    if FT_Init_FreeType(&library) == 0 {
      FT_Library_Version(library, &major, &minor, &patch)
      FT_Done_FreeType(library)
    }
    let fontconfig = FcGetVersion()
    return [
      ("harfbuzz", String(cString: hb_version_string())),
      ("freetype", "\(major).\(minor).\(patch)"),
      ("fontconfig", "\(fontconfig / 10_000).\(fontconfig / 100 % 100).\(fontconfig % 100)"),
      ("fribidi", FRIBIDI_VERSION),
    ]
  }
}
