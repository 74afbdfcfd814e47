import OffscreenPlatform
import TestSupport
import Testing

@testable import OffscreenText

/// Where fontconfig may keep what it finds out.
@Suite struct FontCacheTests {
  private let fonts = Suites.projectRoot.appending(path: "Fonts").path

  @Test func withoutACacheTheFontsAreTheSame() throws {
    let folder = try TemporaryFolder("font-cache")
    let kept = try FontCatalog(folder: fonts, cache: folder.url.path, withSystemFonts: false)
    let unkept = try FontCatalog(folder: fonts, cache: nil, withSystemFonts: false)
    #expect(kept.faces.map(\.key) == unkept.faces.map(\.key) && !unkept.faces.isEmpty)
    for character in ["a", "é", "中", "ก", "😀"].flatMap(\.unicodeScalars) {
      #expect(
        kept.fallback(for: character.value, emoji: false)?.key
          == unkept.fallback(for: character.value, emoji: false)?.key)
    }
    #expect(!folder.files().isEmpty)
  }
}
