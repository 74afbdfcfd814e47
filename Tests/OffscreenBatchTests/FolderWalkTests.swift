import Foundation
import Offscreen
import TestSupport
import Testing

@testable import OffscreenBatch

struct FolderWalkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func walk(_ path: String = "site", root: String? = nil) throws -> FolderWalk {
    let base = folder.url.path + "/"
    var walk = try FolderWalk(Array((base + path).utf8), root: root.map { Array((base + $0).utf8) })
    try walk.run()
    return walk
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.url.path + "/" + path, withDestinationPath: target)
  }

  private func told(_ walk: FolderWalk) -> [String: RenderError.Cause?] {
    Dictionary(uniqueKeysWithValues: walk.pages.map { (String(decoding: $0.path, as: UTF8.self), $0.problem?.cause) })
  }

  @Test func linksAreFollowedWithinTheFolderAlone() throws {
    try folder.write("x", to: "site/a.html")
    try folder.write("x", to: "site/v3/b.html")
    try folder.write("x", to: "secret.html")
    try folder.write("x", to: "outside/c.html")
    try link("site/in.html", to: "v3/b.html")
    try link("site/out.html", to: "../secret.html")
    try link("site/environment.html", to: "/proc/self/environ")
    try link("site/latest", to: "v3")
    try link("site/away", to: "../outside")
    try link("site/broken.html", to: "nowhere.html")
    try link("site/v3/up", to: "..")
    let walk = try walk()
    #expect(
      told(walk) == [
        "a.html": nil, "v3/b.html": nil, "in.html": nil, "latest/b.html": nil, "broken.html": nil, "out.html": .policy,
        "environment.html": .policy, "away": .policy,
      ])
    #expect(
      walk.notes.count == 2 && walk.notes.allSatisfy { $0.contains("a link to a folder that it is in") },
      "\(walk.notes)")
    // With a wider root, what lies in it may be followed to.
    #expect(told(try self.walk(root: ".")).filter { $0.value == .policy }.keys.sorted() == ["environment.html"])
  }

  @Test func aLinkMayBeTheFolderItself() throws {
    try folder.write("x", to: "site/a.html")
    try link("other", to: "site")
    #expect(told(try walk("other")) == ["a.html": nil])
  }

  @Test func whatIsNoFileIsTold() throws {
    try folder.write("x", to: "site/a.html")
    #expect(mkfifo(folder.url.path + "/site/pipe.html", 0o600) == 0)
    #expect(told(try walk()).keys.sorted() == ["a.html", "pipe.html"])
  }

  @Test(.needs("setpriv where root tests", geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0))
  func aFolderThatCannotBeReadIsTold() throws {
    try folder.write("x", to: "site/a.html")
    let error = #expect(throws: BatchError.self) { try walk("nothing") }
    #expect(error?.description.contains("nothing: the folder cannot be read: No such file or directory") == true)
  }
}
