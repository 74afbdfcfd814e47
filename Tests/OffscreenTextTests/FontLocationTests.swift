import OffscreenFonts
import OffscreenPlatform
import Testing

@testable import OffscreenText

@Suite struct FontLocationTests {
  @Test func whatIsInstalledComesBeforeWhatWasBuilt() {
    #expect(
      FontLocation.bundledPlaces(programFolder: "/opt/offscreen/bin") == [
        "/opt/offscreen/bin/Fonts", "/opt/offscreen/share/offscreen/fonts",
        "/opt/offscreen/bin/offscreen_OffscreenFonts.resources", BundledFonts.sourceFolder,
      ])
    #expect(FontLocation.bundledPlaces(programFolder: nil) == [BundledFonts.sourceFolder])
  }

  /// As a client's program finds them: what the package manager puts beside it is the whole set.
  @Test func theBundleBesideTheProgramIsTheFolder() throws {
    let beside = try #require(
      FontLocation.bundledPlaces(programFolder: ProgramFile.folder).first { $0.hasSuffix(".resources") })
    #expect(FontSet.files(in: beside).count > 40)
    #expect(FontSet.hash(of: beside) == FontSet.hash(of: BundledFonts.sourceFolder))
  }

  @Test func theMessageSaysWhatToDo() {
    let message = FontError.bundledFontsNotFound(["/a", "/b"]).description
    #expect(message.contains("/a, /b"))
    #expect(message.contains("offscreen_OffscreenFonts.resources"))
    #expect(message.contains("--fonts DIR"))
    #expect(!message.contains("\n"))
  }
}
