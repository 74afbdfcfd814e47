/// The fonts that are there whatever the page: of a folder, or of the machine. One library belongs to one thread.
package final class FontLibrary {
  /// What all its pages' fonts are made with.
  struct Base {
    let catalog: FontCatalog
    let freeType: FreeTypeLibrary
    let buffer: ShapingBuffer
    /// Answers where a request finds nothing at all.
    let lastResort: LoadedFont
  }

  private let base: Base
  private var shared: PageFonts?
  private var sharedCount = 0

  /// After so many pages, what they have left in their fonts is more than what is of use to the next.
  private static let mostSharedPages = 100

  /// Opens the fonts of a folder that holds `fonts.conf`; `cache` keeps what fontconfig finds out
  /// about them, by default `FontLocation.cacheFolder()`.
  package init(
    fonts folder: String, cache: String? = nil, withSystemFonts: Bool = false
  ) throws(FontError) {
    let freeType = try FreeTypeLibrary()
    let catalog = try FontCatalog(
      folder: folder, cache: cache ?? FontLocation.cacheFolder(), withSystemFonts: withSystemFonts)
    guard let buffer = ShapingBuffer() else { throw .libraryFailed("HarfBuzz") }
    let plain = FontRequest(families: [.serif], size: 16)
    let standard = catalog.face(family: "serif", for: plain).map { [$0] } ?? []
    for face in standard + catalog.faces {
      guard let typeface = face.typeface(freeType) else { continue }
      let font = LoadedFont(
        typeface: typeface, size: 16, coordinates: [], bold: false, slant: false, override: MetricsOverride())
      guard let font else { continue }
      base = Base(catalog: catalog, freeType: freeType, buffer: buffer, lastResort: font)
      return
    }
    throw .noFonts(folder)
  }

  /// For a page without fonts of its own: what such pages have left helps the next ones.
  /// `hyphenator`: see `PageFonts`.
  package func sharedFonts(hyphenator: Hyphenator? = nil) -> PageFonts {
    sharedCount += 1
    if let shared, shared.hyphenator === hyphenator, sharedCount < Self.mostSharedPages { return shared }
    let fonts = PageFonts(base, hyphenator: hyphenator)
    (shared, sharedCount) = (fonts, 1)
    return fonts
  }

  /// Gives back what pages have left.
  package func releaseFonts() { shared = nil }

  // MARK: For reports

  package var faceCount: Int { base.catalog.faces.count }

  /// Whether any font has the character.
  package func hasFont(for codepoint: UInt32, emoji: Bool = false) -> Bool {
    base.catalog.fallback(for: codepoint, emoji: emoji) != nil
  }
}
