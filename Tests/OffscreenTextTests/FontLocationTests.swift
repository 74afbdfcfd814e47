import OffscreenFonts
import OffscreenPlatform
import TestSupport
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

  /// What is known of a folder holds as long as nothing in it has changed, a file of the same name and size neither.
  @Test func aFolderIsInAnotherStateOnceItsFilesHaveChanged() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("one", to: "inner/a.ttf").path
    let before = FontSet.state(of: folder.url.path)
    #expect(FontSet.state(of: folder.url.path) == before)
    // Some file systems count time in hundredths of a second.
    usleep(20_000)
    let stream = try #require(fopen(file, "r+"))
    fputs("two", stream)
    fclose(stream)
    #expect(FontSet.state(of: folder.url.path) != before)
  }

  @Test func onlyHashesAreTakenForHashes() {
    #expect(!FontSet.note(hash: "0123", of: "/nowhere"))
    #expect(!FontSet.note(hash: "../../../../etc/", of: "/nowhere"))
  }
}
