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
    try find(beside: ProgramFile.folder, environment: ProcessInfo.processInfo.environment)
  }

  static func find(beside own: String?, environment: [String: String]) throws(BatchError) -> RendererProgram {
    if let named = environment["OFFSCREEN_PROGRAM"], !named.isEmpty, !OffscreenProgram.isProgram(named) {
      throw BatchError("\(named): OFFSCREEN_PROGRAM names no program that can be run")
    }
    if let path = OffscreenProgram.find(beside: own, environment: environment) { return RendererProgram(path: path) }
    throw BatchError(
      "the program 'offscreen' that renders the pages is neither beside this one (\(own ?? "whose folder is not known")) nor "
        + "on the PATH: build it (swift build --product offscreen), or name it (RendererProgram(path:) or OFFSCREEN_PROGRAM)"
    )
  }

  /// Its arguments: be a `RendererTemplate`.
  func arguments(_ limits: RendererLimits) -> [String] {
    let milliseconds = Int((limits.timeout / .milliseconds(1)).rounded(.up))
    return ["worker", "--renderer", "--brokered", "--timeout", "\(milliseconds)ms", "--max-memory", "\(limits.memory)"]
      + (fonts.map { ["--fonts", $0] } ?? []) + (sandbox == nil ? [] : ["--sealed"])
  }
}
