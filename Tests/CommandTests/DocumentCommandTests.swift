import Foundation
import TestSupport
import Testing

/// Documents of offices, by the installed LibreOffice.
@Suite(
  .serialized, .needsProgram,
  .needs("LibreOffice", FileManager.default.isExecutableFile(atPath: "/usr/lib/libreoffice/program/soffice.bin")))
struct DocumentCommandTests {
  /// What a process makes after another document may be what that document wants: it does not stay for later runs.
  @Test func onlyWhatAProcessConvertsFirstIsKept() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\\rtf1 first}", to: "a.rtf")
    try folder.write("{\\rtf1 second}", to: "b.rtf")
    func run() throws -> String {
      let result = try folder.shell(
        """
        export XDG_CACHE_HOME="$PWD/cache"
        for name in a b; do echo '{"id": "'$name'", "input": "'$name'.rtf", "output": "'$name'.png", "timeout": "4m"}'; done \
        | offscreen worker | grep -c '"ok":true'
        ls cache/offscreen/documents | wc -l
        """)
      return result.output
    }
    #expect(try run().split(separator: "\n") == ["2", "1"])
    // The first is there, and a new process converts the second one first.
    #expect(try run().split(separator: "\n") == ["2", "2"])
  }
}
