import Foundation

/// Where the data of the outside suites is, if it is at hand.
public enum Suites {
  /// The project's top folder.
  public static let projectRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder that `OFFSCREEN_SUITES` names, or `../shared`; nil where it is not there.
  public static let folder: URL? = {
    let path = ProcessInfo.processInfo.environment["OFFSCREEN_SUITES"]
    let url = path.map { URL(filePath: $0) }
      ?? projectRoot.deletingLastPathComponent().appending(path: "shared")
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }()
}
