import Foundation
import OffscreenPlatform
import TestSupport
import Testing

@testable import OffscreenBatch

@Suite struct RendererProgramTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func program(in place: String) throws -> String {
    let file = try folder.write("#!/bin/sh\n", to: place + "/offscreen")
    #expect(chmod(file.path, 0o755) == 0)
    return file.path
  }

  private func find(beside own: String?, _ environment: [String: String]) throws -> String {
    try RendererProgram.find(beside: own, environment: environment).path
  }

  @Test func theNearestIsTaken() throws {
    let (named, beside, onPath) = (try program(in: "named"), try program(in: "beside"), try program(in: "path"))
    let (own, path) = (folder.url.path + "/beside", folder.url.path + "/path")
    #expect(try find(beside: own, ["OFFSCREEN_PROGRAM": named, "PATH": path]) == named)
    #expect(try find(beside: own, ["OFFSCREEN_PROGRAM": "", "PATH": path]) == beside)
    #expect(try find(beside: folder.url.path, ["PATH": "/nowhere:\(path)"]) == onPath)
    #expect(try find(beside: nil, ["PATH": path]) == onPath)
  }

  /// A relative name leads to the working folder, which may be untrusted.
  @Test func neitherFoldersNorRelativePathsAreSearched() throws {
    try folder.write("", to: "path/offscreen/x")
    #expect { try find(beside: nil, ["PATH": ".::\(folder.url.path)/path"]) } throws: { error in
      "\(error)".contains("swift build --product offscreen") && "\(error)".contains("OFFSCREEN_PROGRAM")
    }
  }

  @Test func whatIsNamedMustBeThere() throws {
    _ = try program(in: "path")
    #expect {
      try find(beside: nil, ["OFFSCREEN_PROGRAM": "/nowhere/offscreen", "PATH": folder.url.path + "/path"])
    } throws: { error in
      "\(error)" == "/nowhere/offscreen: OFFSCREEN_PROGRAM names no program that can be run"
    }
  }
}
