import Foundation
import FuzzTargets
import Offscreen
import TestSupport
import Testing

/// Feeds the corpus to the fuzz targets in the ordinary build, so that they stay in order
/// and what was found once stays found. A contradiction that a target reports ends the tests.
@Suite struct ReplayTests {
  static let corpus = Suites.projectRoot.appending(path: "Tests/Fuzzing/Corpus")

  static func files(of target: String) throws -> [URL] {
    let folder = corpus.appending(path: target)
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
  }

  @Test(arguments: FuzzTarget.all.map(\.name)) func corpus(_ name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let files = try Self.files(of: name)
    #expect(!files.isEmpty, "\(name) has no seeds")
    let inputs = try files.map { [UInt8](try Data(contentsOf: $0)) }
    for (file, input) in zip(files, inputs) {
      #expect(input.count <= target.longestInput, "\(file.path) is longer than what the fuzzer gives")
    }
    try LargeStackThread.run {
      let door = try target.open()
      for input in inputs + [[]] { door(input) }
    }
  }

  /// Each folder is a target's: a renamed target leaves none behind.
  @Test func folders() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
  }

  @Test func dictionary() {
    #expect(FuzzDictionary(["b\"\\\n", "", "a", "a"]).text == "\"a\"\n\"b\\x22\\x5C\\x0A\"")
    for target in FuzzTarget.all {
      #expect(FuzzDictionary(target.words()).text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    }
  }
}
