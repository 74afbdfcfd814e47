import Foundation
import OffscreenLoading
import TestSupport
import Testing

struct ContentHashTests {
  @Test func aFileIsHashedInPieces() throws {
    let folder = try TestSupport.TemporaryFolder()
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data(bytes).write(to: folder.url.appending(path: "a"))
    try folder.write("", to: "empty")
    func hash(_ name: String, size: Int) -> String? {
      ContentHash.sha256(file: Array((folder.url.path + "/" + name).utf8), size: size)
    }
    #expect(hash("a", size: bytes.count) == ContentHash.sha256(bytes))
    #expect(hash("empty", size: 0) == ContentHash.sha256([]))
    #expect(
      hash("a", size: bytes.count - 1) == nil && hash("a", size: bytes.count + 1) == nil, "another size is another file"
    )
    #expect(hash("none", size: 0) == nil && hash(".", size: 4096) == nil)
    #expect(mkfifo(folder.url.path + "/pipe", 0o600) == 0)
    #expect(hash("pipe", size: 0) == nil, "what could block is not opened")
  }

  @Test func pathsAreSpelledWithoutLoss() {
    #expect(FilePath.text(of: Array("/é/a b%20.html".utf8)) == "/é/a b%20.html")
    let bytes = Array("/caf".utf8) + [0xE9] + Array("%.html".utf8)
    #expect(FilePath.text(of: bytes) == "file:///caf%E9%25.html")
    #expect(PageURL("file:///caf%E9%25.html")?.decodedPath == bytes)
  }
}
