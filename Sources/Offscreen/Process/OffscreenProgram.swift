import Foundation
import OffscreenLoading
import OffscreenPlatform

/// Where the program `offscreen` is, which is started for what is done in processes of their own.
package enum OffscreenProgram {
  /// The one that `OFFSCREEN_PROGRAM` names, the one in the folder `own`, that of this program (which it may be
  /// itself), or the first on the path.
  package static func find(
    beside own: String? = ProgramFile.folder, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    // Relative names on the path lead to the current folder, where another user may have put a program.
    let folders = (own.map { [$0] } ?? []) + path.split(separator: ":").map(String.init)
    let named = environment["OFFSCREEN_PROGRAM"].map { [$0] } ?? []
    return (named + folders.filter { $0.hasPrefix("/") }.map { $0 + "/offscreen" }).first(where: isProgram)
  }

  package static func isProgram(_ path: String) -> Bool {
    guard let status = FilePath.status(Array(path.utf8)) else { return false }
    return status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
