import Foundation
import Offscreen
import OffscreenPlatform

/// The program that renders pages in processes of its own: `offscreen`, of this package.
///
/// A package of one's own builds it beside its programs where one of its executable targets names the product
/// `offscreen` among its dependencies.
public struct RendererProgram: Sendable {
  /// Its file.
  public var path: String
  /// A font folder in place of the bundled one.
  public var fonts: String?
  /// What every such process may do, besides what its pages need; nil: they are not sealed.
  package var sandbox: Sandbox?

  public init(path: String, fonts: String? = nil) { (self.path, self.fonts) = (path, fonts) }

  /// The program that `OFFSCREEN_PROGRAM` names in the environment, or else `offscreen` beside the program that
  /// runs, or else the one on the `PATH`. Throws where there is none.
  public static func find() throws(BatchError) -> RendererProgram {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["OFFSCREEN_PROGRAM"], !named.isEmpty {
      guard isProgram(named) else { throw BatchError("\(named): OFFSCREEN_PROGRAM names no program that can be run") }
      return RendererProgram(path: named)
    }
    let beside = ProgramFile.folder ?? "."
    let folders = [beside] + (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
    for folder in folders where isProgram(folder + "/offscreen") { return RendererProgram(path: folder + "/offscreen") }
    throw BatchError(
      "the program 'offscreen' that renders the pages is neither beside this one (\(beside)) nor on the PATH: "
        + "build it (swift build --product offscreen), or name it (RendererProgram(path:) or OFFSCREEN_PROGRAM)")
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// What it is told: to render what comes on standard input.
  func arguments(_ limits: RendererLimits) -> [String] {
    let milliseconds = Int((limits.timeout / .milliseconds(1)).rounded(.up))
    return ["worker", "--renderer", "--timeout", "\(milliseconds)ms", "--max-memory", "\(limits.memory)"]
      + (fonts.map { ["--fonts", $0] } ?? [])
  }
}
