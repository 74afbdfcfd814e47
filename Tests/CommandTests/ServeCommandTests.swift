import Foundation
import TestSupport
import Testing

@Suite(.needsProgram)
struct ServeCommandTests {
  @Test func withoutTheServiceOneLineSaysHowToGetIt() throws {
    let folder = try TemporaryFolder()
    let result = try folder.shell("PATH=$(dirname $(command -v offscreen)):/usr/bin:/bin offscreen serve", provoke: "")
    // Where it was built beside the program, or installed, it would serve.
    guard result.status == 1 else { return }
    #expect(result.error.contains("Scripts/service --install") && result.error.split(separator: "\n").count == 1)
  }

  @Test func theServiceOnThePathGetsTheArgumentsAndTheProgram() throws {
    let folder = try TemporaryFolder()
    let script = "#!/bin/sh\necho \"$# $1 $2\"; basename \"$OFFSCREEN_PROGRAM\"\n"
    let file = try folder.write(script, to: "bin/offscreen-serve")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    let result = try folder.shell(
      "unset OFFSCREEN_PROGRAM; PATH=$PWD/bin:$PATH offscreen serve --port 0", provoke: "")
    #expect(result.output == "2 --port 0\noffscreen\n", "\(result.error)")
  }
}
