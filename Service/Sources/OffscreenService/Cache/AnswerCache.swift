import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Answers on disk, and those that are asked for most in memory, too. Each is a whole file with the name of its key;
/// those that were not asked for the longest time go when there are too many bytes. Everything of it survives a
/// restart.
final class AnswerCache: Sendable {
  struct Trouble: Error, CustomStringConvertible { var description: String }

  private struct State {
    var disk: RecentlyUsed<String, Int>
    var memory: RecentlyUsed<String, CachedAnswer>
  }
  private let folder: String?
  private let state: Mutex<State>
  private let threads: NIOThreadPool
  private let metrics: Metrics
  private let logger: Logger

  /// `folder`: nil to keep answers in memory only.
  init(
    folder: String?, bytes: Int, memoryBytes: Int, metrics: Metrics, logger: Logger, threads: NIOThreadPool = .singleton
  ) throws(Trouble) {
    (self.folder, self.metrics, self.logger, self.threads) = (folder, metrics, logger, threads)
    var disk = RecentlyUsed<String, Int>(limit: bytes)
    if let folder { try Self.find(in: folder, &disk) }
    state = Mutex(State(disk: disk, memory: RecentlyUsed(limit: memoryBytes)))
    note()
  }

  /// What lies there of an earlier run, the least recently used first.
  private static func find(in folder: String, _ disk: inout RecentlyUsed<String, Int>) throws(Trouble) {
    let files = FileManager.default
    do {
      try files.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Trouble(description: "\(folder): no folder for the cache can be made there (see --cache)")
    }
    guard access(folder, W_OK) == 0 else {
      throw Trouble(description: "\(folder): the cache cannot be written there (see --cache)")
    }
    var found: [(name: String, size: Int, used: Double)] = []
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = folder + "/" + name
      if name.hasPrefix(unfinished) {
        // A run that was killed was about to write it.
        unlink(path)
        continue
      }
      var status = stat()
      guard isKey(name), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      found.append((name, Int(status.st_size), Double(status.st_mtim.tv_sec)))
    }
    for file in found.sorted(by: { $0.used < $1.used }) {
      for gone in disk.put(file.name, file.size, bytes: file.size) { unlink(folder + "/" + gone) }
    }
  }

  private static let unfinished = "unfinished-"

  private static func isKey(_ name: String) -> Bool {
    name.utf8.count == 64 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  func answer(for key: String) async -> CachedAnswer? {
    // 1. In memory.
    let known = state.withLock { state -> (CachedAnswer?, onDisk: Bool) in
      if let answer = state.memory.get(key) {
        _ = state.disk.get(key)
        return (answer, true)
      }
      return (nil, state.disk.get(key) != nil)
    }
    if let answer = known.0 { return answer }
    // 2. On disk.
    guard known.onDisk, let folder else { return nil }
    let path = folder + "/" + key
    let answer = try? await threads.runIfActive { () -> CachedAnswer? in
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      // So that the next run knows what was used last.
      utimes(path, nil)
      return CachedAnswer(file: ByteBuffer(bytes: data))
    }
    guard let answer else {
      // Somebody has removed or damaged it.
      remove(key)
      return nil
    }
    state.withLock { _ = $0.memory.put(key, answer, bytes: answer.body.readableBytes + 512) }
    return answer
  }

  func keep(_ answer: CachedAnswer, for key: String) async {
    state.withLock { _ = $0.memory.put(key, answer, bytes: answer.body.readableBytes + 512) }
    guard let folder, let file = try? answer.file() else { return note() }
    guard file.readableBytes <= state.withLock({ $0.disk.limit }) else { return note() }
    let temporary = folder + "/" + Self.unfinished + UUID().uuidString
    do {
      try await threads.runIfActive {
        try Data(buffer: file).write(to: URL(fileURLWithPath: temporary))
        // Whole, or not at all.
        guard rename(temporary, folder + "/" + key) == 0 else { throw Trouble(description: "cannot be renamed") }
      }
      let gone = state.withLock { $0.disk.put(key, file.readableBytes, bytes: file.readableBytes) }
      for key in gone { unlink(folder + "/" + key) }
    } catch {
      unlink(temporary)
      logger.warning(
        "an answer could not be kept in the cache", metadata: ["folder": "\(folder)", "error": "\(error)"])
    }
    note()
  }

  func remove(_ key: String) {
    state.withLock { state in
      state.disk.remove(key)
      state.memory.remove(key)
    }
    if let folder { unlink(folder + "/" + key) }
    note()
  }

  private func note() {
    let (bytes, count) = state.withLock { state in
      folder == nil ? (state.memory.bytes, state.memory.count) : (state.disk.bytes, state.disk.count)
    }
    metrics.set(.cacheBytes, bytes)
    metrics.set(.cacheEntries, count)
  }
}
