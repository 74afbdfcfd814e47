import Foundation
import Subprocess

/// The program that renders: the main package's `offscreen`.
struct WorkerProgram: Sendable {
  var path: String
  /// Renderer processes side by side.
  var jobs: Int
  /// Of one renderer process, such as `768M`; nil: as usual.
  var memory: String?
  /// In place of the bundled ones.
  var fonts: String?
  var requiresSandbox = false

  struct NotFound: Error, CustomStringConvertible { var description: String }

  /// The one that `named` names, or `OFFSCREEN_PROGRAM`, or else `offscreen` beside this program, or on the `PATH`.
  static func find(named: String?, environment: [String: String]) throws(NotFound) -> String {
    if let named = named ?? environment["OFFSCREEN_PROGRAM"].flatMap({ $0.isEmpty ? nil : $0 }) {
      guard isProgram(named) else {
        throw NotFound(description: "\(named): no program that can be run (see --program)")
      }
      return named
    }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folders =
      [own.split(separator: "/").dropLast().joined(separator: "/")].map { "/" + $0 }
      + (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    if let folder = folders.first(where: { isProgram($0 + "/offscreen") }) { return folder + "/offscreen" }
    throw NotFound(
      description: "the program 'offscreen' that renders the pages is neither beside this one nor on the PATH: "
        + "install it, or name it (--program FILE or OFFSCREEN_PROGRAM)")
  }

  private static func isProgram(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
      && FileManager.default.isExecutableFile(atPath: path)
  }

  /// What its requests may hold.
  func keys() async throws -> RequestKeys {
    let result = try await Subprocess.run(
      .path(.init(path)), arguments: .init(["worker", "--keys"] + fontArguments), environment: Self.environment,
      output: .string(limit: 4 << 20),
      error: .string(limit: 1 << 16))
    guard case .exited(0) = result.terminationStatus else {
      let said = result.standardError.split(separator: "\n").first ?? "it said nothing"
      throw NotFound(
        description: "\(path): 'offscreen worker --keys' failed, so it is too old or broken: \(said); install a newer "
          + "one")
    }
    return try JSONDecoder().decode(RequestKeys.self, from: Data(result.standardOutput.utf8))
  }

  /// Without the service's own settings, among which are its secrets.
  static var environment: Environment {
    let own = ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix(SettingsSources.prefix) }
    return .inherit.updating(
      Dictionary(uniqueKeysWithValues: own.map { (Environment.Key(stringLiteral: $0), String?.none) }))
  }

  private var fontArguments: [String] { fonts.map { ["--fonts", $0] } ?? [] }

  var arguments: [String] {
    ["worker", "--unordered", "--jobs", String(jobs)] + fontArguments + (memory.map { ["--max-memory", $0] } ?? [])
      + (requiresSandbox ? ["--require-sandbox"] : [])
  }
}
