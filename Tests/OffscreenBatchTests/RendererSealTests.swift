import Foundation
import OffscreenPlatform
import Testing

@testable import OffscreenBatch

struct RendererSealTests {
  private func rights(_ sandbox: Sandbox) -> Sandbox? {
    RendererSeal.rights(in: RendererSeal(for: sandbox, base: sandbox, earlier: nil).message)
  }

  @Test func aRendererLearnsItsRights() {
    var sandbox = Sandbox()
    // No UTF-8.
    let folder = Array(FileManager.default.temporaryDirectory.path.utf8) + Array("/seal-\(UUID()) ".utf8) + [0xff]
    sandbox.writableFolders = [folder]
    sandbox.writableFiles = [Array("/dev/null".utf8)]
    sandbox.readable = []
    #expect(rights(sandbox) == sandbox)
    sandbox.readable = [Array("/a b\n".utf8), []]
    sandbox.usesNetwork = true
    #expect(rights(sandbox) == sandbox)
    sandbox.readable = nil
    #expect(rights(sandbox) == sandbox)
    rmdir(folder.map { CChar(bitPattern: $0) } + [0])
  }

  @Test func nothingIsSaidOfNothing() {
    var nothing = Sandbox()
    nothing.readable = []
    #expect(rights(nothing) == nothing)
    #expect(RendererSeal.rights(in: []) == nothing)
  }

  @Test func aPathWithAZeroByteNamesNothing() {
    var sandbox = Sandbox()
    sandbox.readable = [[0x2f, 0, 0x61, 0]]
    #expect(rights(sandbox)?.readable == [])
  }

  @Test(arguments: ["d/a", "\0", "d/a\0\0", "x\0", "d/a\0y/b\0"])
  func whatMakesNoSenseGivesNoRights(_ message: String) {
    #expect(RendererSeal.rights(in: Array(message.utf8)) == nil)
  }
}
