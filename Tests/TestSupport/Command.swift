import Foundation

/// Runs programs as a user would.
public enum Command {
  /// The program that `OFFSCREEN_PROGRAM` names, or that of this build, which lies beside the tests; nil where
  /// it was not built.
  public static let offscreen: String? = {
    if let program = ProcessInfo.processInfo.environment["OFFSCREEN_PROGRAM"] { return program }
    let running = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let path = URL(filePath: running).deletingLastPathComponent().appending(path: "offscreen").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  public struct Result: Sendable {
    public var status: Int32
    public var output: String
    public var error: String
  }

  /// Runs a shell script to its end, in a folder, with more environment, or with that alone. `offscreen` is on
  /// its path.
  public static func shell(
    _ script: String, in folder: URL, environment: [String: String] = [:], inheritsEnvironment: Bool = true
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    var variables = inheritsEnvironment ? ProcessInfo.processInfo.environment : [:]
    variables.merge(environment) { $1 }
    if let offscreen {
      let own = URL(filePath: offscreen).deletingLastPathComponent().path
      variables["PATH"] = own + ":" + (variables["PATH"] ?? "/usr/bin:/bin")
    }
    process.environment = variables
    // Files, not pipes: nothing can block on a pipe that is not read.
    let streams = [UUID().uuidString, UUID().uuidString].map {
      FileManager.default.temporaryDirectory.appending(path: "offscreen-command-\($0)")
    }
    defer { for stream in streams { try? FileManager.default.removeItem(at: stream) } }
    for stream in streams { _ = FileManager.default.createFile(atPath: stream.path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: streams[0])
    process.standardError = try FileHandle(forWritingTo: streams[1])
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let texts = try streams.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return Result(status: status, output: texts[0], error: texts[1])
  }
}

/// A folder that is gone with its owner.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init(_ name: String = "offscreen-test") throws {
    url = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, and the folders that it needs.
  @discardableResult
  public func write(_ text: String, to path: String) throws -> URL {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Runs a shell script in the folder. `provoke`: the faults that renderers are to commit, as `crash=page.html`.
  public func shell(
    _ script: String, environment: [String: String] = [:], provoke: String = ""
  ) throws -> Command.Result {
    let provoked = provoke.isEmpty ? [:] : ["OFFSCREEN_PROVOKE": provoke]
    return try Command.shell(script, in: url, environment: environment.merging(provoked) { $1 })
  }

  /// The same away from the threads that a test's server needs.
  public func shellBesideServer(_ script: String) async throws -> Command.Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try self.shell(script) }) }
    }
  }

  /// A file as text; empty where there is none.
  public func text(_ path: String) -> String { String(decoding: contents(path) ?? Data(), as: UTF8.self) }

  public func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: url.appending(path: path).path) }

  /// The files below, sorted, relative.
  public func files(below path: String = "") -> [String] {
    let base = url.appending(path: path)
    let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return names.filter {
      !((try? base.appending(path: $0).resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false)
    }
    .sorted()
  }
}
