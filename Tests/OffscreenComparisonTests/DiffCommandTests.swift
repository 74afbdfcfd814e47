import OffscreenImages
import TestSupport
import Testing
@testable import OffscreenComparison

/// `offscreen diff` as a process.
@Suite(.enabled(if: Command.offscreen != nil, "the program is not built"))
struct DiffCommandTests {
  private func diff(_ arguments: String, in folder: TemporaryFolder) throws -> Command.Result {
    try Command.shell("offscreen diff " + arguments, in: folder.url)
  }

  private func pictures() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("a.png", TestPicture.png())
    try folder.write("same.png", TestPicture.png())
    try folder.write("b.png", TestPicture.png(black: [PixelBox(x: 3, y: 4, width: 2, height: 2)]))
    try folder.write("broken.png", "x")
    return folder
  }

  @Test func exitStatus() throws {
    let folder = try pictures()
    let same = try diff("a.png same.png", in: folder)
    #expect(same.status == 0 && same.output == "1 same\n" && same.error.isEmpty)
    let different = try diff("a.png b.png", in: folder)
    #expect(different.status == 1 && different.output.contains("4 of 2400 pixels differ"))
    let broken = try diff("a.png broken.png", in: folder)
    #expect(broken.status == 2 && broken.output.contains("not a picture"))
    let missing = try diff("a.png none.png", in: folder)
    #expect(missing.status == 2 && missing.output.isEmpty && missing.error == "error: none.png: no such file or folder\n")
    #expect(try diff("a.png b.png --mask 'p >> q'", in: folder).status == 64)
    #expect(try diff("a.png b.png --quiet", in: folder).output.isEmpty)
  }

  @Test func whatIsForgivenIsAskedFor() throws {
    let folder = try pictures()
    #expect(try diff("a.png b.png --max-pixels 4", in: folder).status == 0)
    #expect(try diff("a.png b.png --max-pixels 3", in: folder).status == 1)
    #expect(try diff("a.png b.png --threshold 255", in: folder).status == 0)
    #expect(try diff("a.png b.png --preset perceptual", in: folder).status == 1)
    #expect(try diff("a.png b.png --mask 3,4,1,2 --mask 4,4,1,2", in: folder).status == 0)
    #expect(try diff("a.png b.png --preset layout", in: folder).status == 2)
    #expect(try diff("a.png b.png --mask '#clock'", in: folder).status == 2)
  }

  @Test func reportsAndAcceptance() throws {
    let folder = try pictures()
    let run = try diff("a.png b.png --report r --html h.html --junit j.xml --ndjson - -o d.png", in: folder)
    #expect(run.status == 1 && run.output.hasPrefix("{") && run.output.hasSuffix("}\n"))
    for name in ["r/index.html", "r/junit.xml", "r/results.ndjson", "r/pictures/b.diff.png", "h.html", "j.xml", "d.png"] {
      #expect(folder.files().contains(name), "\(name)")
    }
    #expect(try diff("a.png b.png --accept", in: folder).status == 0)
    #expect(folder.bytes("a.png") == folder.bytes("b.png"))
    #expect(try diff("a.png b.png", in: folder).status == 0)
  }
}
