import Foundation
import OffscreenLoading
import OffscreenPlatform
import OffscreenText

/// PDF documents that were made of others, by what these hold. A folder beside the cache of fonts, for its user alone;
/// where that cannot be written to, nothing is kept. Only what a process converted first goes here.
struct DocumentCache {
  private let folder: String?

  /// Bytes of all that is kept, and of one document.
  private static let mostBytes = 256 << 20
  private static let mostOfOne = 32 << 20

  init() {
    let fonts = FontLocation.cacheFolder().map { FilePath.bytes(of: $0) }
    folder = fonts.map { FilePath.text(of: FilePath.folder(of: $0)) + "/documents" }
  }

  /// `inputs`: what the result depends on besides.
  func key(_ inputs: [String], _ bytes: [UInt8]) -> String {
    let fonts = (try? FontLocation.folder(nil)) ?? ""
    let all = inputs + [fonts, ContentHash.sha256(bytes)]
    return ContentHash.sha256(Array(all.joined(separator: "\n").utf8))
  }

  func document(_ key: String) -> [UInt8]? {
    guard let folder else { return nil }
    let descriptor = offscreen_open("\(folder)/\(key).pdf", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid(),
      status.st_size <= Self.mostOfOne
    else { return nil }
    var bytes: [UInt8] = []
    while bytes.count <= Self.mostOfOne, DescriptorStream.read(from: descriptor, into: &bytes) {}
    // Those that are used stay.
    futimens(descriptor, nil)
    return bytes.isEmpty ? nil : bytes
  }

  func keep(_ document: [UInt8], _ key: String) {
    guard let folder, document.count <= Self.mostOfOne else { return }
    mkdir(folder, 0o700)
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else { return }
    guard (try? OutputFile.write(document, to: "\(folder)/\(key).pdf")) != nil else { return }
    removeOldest(in: folder)
  }

  private func removeOldest(in folder: String) {
    var files: [(path: String, bytes: Int, time: Int)] = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      var status = stat()
      let path = folder + "/" + name
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      files.append((path, Int(status.st_size), Int(status.st_mtim.tv_sec)))
    }
    var total = files.reduce(0) { $0 + $1.bytes }
    for file in files.sorted(by: { $0.time < $1.time }) where total > Self.mostBytes {
      unlink(file.path)
      total -= file.bytes
    }
  }
}
