import Foundation

/// Where the data of the outside suites is, if it is installed.
public enum Suites {
  /// The project's top folder.
  public static let projectRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder that `OFFSCREEN_SUITES` names, or `../shared`; then the one that `Scripts/test-data` fetches into.
  private static let folders: [URL] = {
    let environment = ProcessInfo.processInfo.environment
    func folder(_ name: String) -> URL? { environment[name].flatMap { $0.isEmpty ? nil : URL(filePath: $0) } }
    let caches = folder("XDG_CACHE_HOME") ?? folder("HOME")?.appending(path: ".cache")
    let shared = folder("OFFSCREEN_SUITES") ?? projectRoot.deletingLastPathComponent().appending(path: "shared")
    return [shared] + (caches.map { [$0.appending(path: "offscreen-test-data")] } ?? [])
  }()

  /// A file or folder of the suites; nil where it is not installed.
  public static func url(_ path: String) -> URL? {
    folders.map { $0.appending(path: path) }.first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
