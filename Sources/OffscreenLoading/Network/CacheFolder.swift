import OffscreenPlatform

/// Answers in the files of a folder, which several processes may use at once: a file appears whole or
/// not at all, and one that makes no sense is as good as none.
struct CacheFolder {
  let path: [UInt8]
  private let writes = Writes()

  private final class Writes {
    var bytesSinceCleaning = CacheFolder.mostBytes
  }

  static let mostBytes = 256 << 20
  private static let mostEntryBytes = 17 << 20
  /// Version 1 kept what was meant for one page.
  private static let magic = "offscreen-cache 2"

  init(path: String) { self.path = FilePath.absolute(FilePath.bytes(of: path)) }

  private func file(_ key: String) -> [UInt8] {
    path + Array("/\(ContentHash.sha256(Array(key.utf8))).http".utf8)
  }

  func entry(_ key: String, _ fields: HTTPHeaders) -> CacheEntry? {
    let file = file(key)
    guard let bytes = try? FileReader.read(path: file, limit: Self.mostEntryBytes),
      let entry = Self.decoded(bytes, key), entry.answers(fields), !entry.isPrivate
    else { return nil }
    // What was used last is kept longest.
    _ = FilePath.withCString(file) { $0.map { utimensat(AT_FDCWD, $0, nil, 0) } }
    return entry
  }

  /// Where it cannot be written, it is not kept.
  func store(_ entry: CacheEntry, _ key: String) {
    let bytes = Self.encoded(entry, key)
    guard bytes.count <= Self.mostEntryBytes else { return }
    do {
      let file = try OutputFile(path: file(key))
      try file.write(bytes)
      try file.commit()
    } catch { return }
    writes.bytesSinceCleaning += bytes.count
    if writes.bytesSinceCleaning > Self.mostBytes / 16 {
      writes.bytesSinceCleaning = 0
      clean()
    }
  }

  func remove(_ key: String) { _ = FilePath.withCString(file(key)) { $0.map { unlink($0) } } }

  // MARK: Files

  /// Lines, an empty line, and the bytes of the answer.
  static func encoded(_ entry: CacheEntry, _ key: String) -> [UInt8] {
    var lines = [
      magic, key, "\(entry.received)", entry.isFromPublicAddress ? "public" : "private", "\(entry.status)",
      "\(entry.bytes.count)",
    ]
    lines += entry.selecting.map { "vary \($0.name): \($0.value)" }
    lines += entry.headers.fields.map { "field \($0.name): \($0.value)" }
    let head = lines.map { $0.filter { $0 != "\n" && $0 != "\r\n" && $0 != "\r" } }.joined(separator: "\n")
    return Array((head + "\n\n").utf8) + entry.bytes
  }

  static func decoded(_ bytes: [UInt8], _ key: String) -> CacheEntry? {
    var lines: [String] = []
    var rest = bytes[...]
    var isHeadWhole = false
    while lines.count < 2_000, let end = rest.firstIndex(of: 0x0A) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.isEmpty {
        isHeadWhole = true
        break
      }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    guard isHeadWhole, lines.count >= 6, lines[0] == magic, lines[1] == key, let received = Int(lines[2]),
      let status = Int(lines[4]),
      Int(lines[5]) == rest.count
    else { return nil }
    var entry = CacheEntry(
      status: status, headers: HTTPHeaders(), bytes: Array(rest), selecting: [], received: received,
      isFromPublicAddress: lines[3] == "public")
    for line in lines.dropFirst(6) {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let field = HTTPHeaders.field(Array(parts[1].utf8)) else { continue }
      if parts[0] == "vary" { entry.selecting.append(field) } else { entry.headers.append(field.name, field.value) }
    }
    return entry
  }

  /// Removes what was not used for the longest time, until a quarter of the room is free.
  private func clean() {
    let folder = FilePath.withCString(path) { $0.flatMap { opendir($0) } }
    guard let folder else { return }
    defer { closedir(folder) }
    var files: [(name: [UInt8], used: Int, bytes: Int)] = []
    var total = 0
    while let entry = readdir(folder), files.count < 1_000_000 {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name.count == 69, name.suffix(5).elementsEqual(".http".utf8) else { continue }
      var status = stat()
      let file = path + [UInt8(ascii: "/")] + name
      guard FilePath.withCString(file, { $0.map { lstat($0, &status) } ?? -1 }) == 0 else { continue }
      files.append((file, status.st_mtim.tv_sec, Int(status.st_size)))
      total += Int(status.st_size)
    }
    guard total > Self.mostBytes else { return }
    for file in files.sorted(by: { $0.used < $1.used }) {
      if total <= Self.mostBytes / 4 * 3 { break }
      _ = FilePath.withCString(file.name) { $0.map { unlink($0) } }
      total -= file.bytes
    }
  }
}
