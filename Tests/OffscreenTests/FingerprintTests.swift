import Foundation
@testable import Offscreen
import Testing

@Suite struct FingerprintTests {
  private func picture(_ page: String, _ change: (inout PageOptions) -> Void = { _ in }) throws -> [UInt8] {
    var options = PageOptions()
    options.viewport = Viewport(width: 80, height: 60)
    change(&options)
    return try LargeStackThread.run { [options] in
      try PageRenderer().capture(.html(page), options: options).picture.data
    }
  }

  @Test func picturesCarryIt() throws {
    let fingerprint = try #require(Fingerprint.read(png: picture("x") { $0.scale = 2 }))
    #expect(fingerprint["engine"] == OffscreenVersion.current)
    #expect(fingerprint["viewport"] == "80x60" && fingerprint["scale"] == "2.0")
    for name in ["fonts", "cairo", "freetype", "harfbuzz", "fontconfig", "fribidi", "libpng"] {
      #expect(fingerprint[name]?.first?.isHexDigit == true, "\(name)")
    }
    #expect(fingerprint["fonts"]?.count == 16)
    let bare = try Fingerprint.current()
    #expect(
      fingerprint.differences(to: bare).allSatisfy {
        $0.actual == nil && ["viewport", "full-page", "scale", "thumbnail", "scripts", "settle"].contains($0.name)
      })
  }

  @Test func thumbnailsCarryIt() throws {
    let bytes = try picture("x") { $0.thumbnail = ThumbnailSize(width: 40, height: nil) }
    #expect(Fingerprint.read(png: bytes)?["thumbnail"] == "40x")
  }

  @Test func nothingOfTheMachineIsInIt() throws {
    let fingerprint = try #require(Fingerprint.read(png: picture("x")))
    #expect(!fingerprint.description.contains("/"))
    #expect(try picture("x") == picture("x"))
  }

  @Test func textAndBack() throws {
    let fingerprint = try Fingerprint.current()
    #expect(Fingerprint(fingerprint.description) == fingerprint)
    #expect(Fingerprint("") == nil && Fingerprint("no fields") == nil)
    #expect(Fingerprint.read(png: []) == nil && Fingerprint.read(png: [0x89, 0x50]) == nil)
  }

  @Test func differencesAreNamed() throws {
    let (old, new) = (
      try #require(Fingerprint("engine=1; cairo=2; gone=3")), try #require(Fingerprint("engine=1; cairo=4; new=5"))
    )
    #expect(
      old.differences(to: new).map(\.description) == [
        "cairo: 2 became 4", "gone: 3 became unknown", "new: unknown became 5",
      ])
    #expect(old.differences(to: old).isEmpty)
  }

  @Test func fontsDecideOverTheHash() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func hash() -> String? { Fingerprint(fonts: folder.path)["fonts"] }
    try Data("<fontconfig>".utf8).write(to: folder.appending(path: "fonts.conf"))
    let empty = hash()
    try Data([1, 2, 3]).write(to: folder.appending(path: "a.ttf"))
    let one = hash()
    try Data("not a font".utf8).write(to: folder.appending(path: "README.md"))
    #expect(empty != one && hash() == one)
    try Data([1, 2, 4]).write(to: folder.appending(path: "a.ttf"))
    #expect(hash() != one)
  }
}
