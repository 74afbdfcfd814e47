import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// A client's program is not `offscreen`: where the one that draws PDF is looked for.
@Suite struct PDFProgramTests {
  private func folder(executable: Bool) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "offscreen").path
    let mode = executable ? 0o755 : 0o644
    #expect(FileManager.default.createFile(atPath: path, contents: Data(), attributes: [.posixPermissions: mode]))
    return (folder, path)
  }

  @Test func theEnvironmentNamesIt() throws {
    let (folder, path) = try folder(executable: true)
    #expect(OffscreenProgram.find(beside: "/nowhere", environment: ["OFFSCREEN_PROGRAM": path]) == path)
    withExtendedLifetime(folder) {}
  }

  @Test func besideThisProgramOrOnThePath() throws {
    let (first, unfit) = try folder(executable: false)
    let (second, path) = try folder(executable: true)
    #expect(OffscreenProgram.find(beside: second.url.path, environment: ["PATH": first.url.path]) == path)
    #expect(
      OffscreenProgram.find(beside: first.url.path, environment: ["PATH": "\(first.url.path):\(second.url.path)"])
        == path)
    #expect(
      OffscreenProgram.find(beside: nil, environment: ["PATH": first.url.path, "OFFSCREEN_PROGRAM": unfit]) == nil)
  }

  /// A folder that pages are in is not asked.
  @Test func neverTheCurrentFolder() throws {
    #expect(OffscreenProgram.find(beside: nil, environment: ["PATH": ":.:relative"]) == nil)
  }
}
