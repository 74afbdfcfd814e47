import OffscreenPlatform

/// Why a result could not be written. `description` is one line.
package struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  package var path: String
  package var reason: String
  /// Whether its reader has closed it.
  package var isOfClosedPipe = false
  package var description: String { "\(path): cannot be written: \(reason)" }
}

extension OutputError {
  /// By a number of the system (`errno`).
  package init(path: String, code: Int32) {
    let reason =
      switch code {
      case EISDIR: "it is a folder"
      case EACCES, EPERM: "permission denied"
      case ENOTDIR: "part of the path is not a folder"
      case ENOSPC, EDQUOT: "the disk is full"
      case EROFS: "the file system is read-only"
      case EPIPE: "nobody reads it"
      default: String(cString: strerror(code))
      }
    self.init(path: path, reason: reason, isOfClosedPipe: code == EPIPE)
  }
}

/// A file that appears whole or not at all: it is written without a name, or where the file system knows no
/// such files under another name in the same folder, and gets its name at the end. Folders that are missing
/// are made. Where the file is let go of without `commit()`, nothing stays behind; nor, without a name, where
/// the process is killed.
package final class OutputFile {
  private let path: [UInt8]
  /// Its name in messages.
  private let givenName: String
  /// Nil where the target is a device or a pipe, which is written directly.
  private var temporaryPath: [UInt8]?
  private var descriptor: Int32 = -1
  private var hasNoName = false

  /// The path that must be writable for a file: the folder that it is made in, or the device or pipe that it is.
  package enum Place: Equatable {
    case folder([UInt8])
    case device([UInt8])
  }

  package static func place(of path: String) -> Place {
    let absolute = FilePath.absolute(FilePath.bytes(of: path))
    let path = FilePath.canonical(absolute) ?? absolute
    var status = stat()
    let exists = FilePath.withCString(path) { $0.map { stat($0, &status) } ?? -1 } == 0
    if exists, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return .device(path) }
    return .folder(FilePath.resolved(FilePath.folder(of: path)))
  }

  /// `path`: where its bytes are not valid UTF-8, a `file:` address.
  package convenience init(path: String) throws(OutputError) {
    try self.init(path: FilePath.bytes(of: path), name: path)
  }

  /// `name`: what messages call it; by default its path.
  package init(path given: [UInt8], name: String? = nil) throws(OutputError) {
    givenName = name ?? FilePath.text(of: given)
    let absolute = FilePath.absolute(given)
    // A symbolic link stays, and what it points to is replaced.
    path = FilePath.canonical(absolute) ?? absolute

    var status = stat()
    let exists = FilePath.withCString(path) { $0.map { stat($0, &status) } ?? -1 } == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw failure(EISDIR) }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      descriptor = FilePath.withCString(path) { pointer in
        pointer.map { offscreen_open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0) } ?? -1
      }
      if descriptor < 0 { throw failure(errno) }
      return
    }
    try makeFolders()
    let mode = exists ? UInt32(status.st_mode & 0o777) : 0o666
    descriptor = FilePath.withCString(FilePath.folder(of: path)) { $0.map { offscreen_open_unnamed($0, mode) } ?? -1 }
    hasNoName = descriptor >= 0
    if !hasNoName { try openTemporary(mode: mode) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let temporaryPath { _ = FilePath.withCString(temporaryPath) { $0.map { unlink($0) } } }
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    let code = Self.write(bytes, to: descriptor)
    if code != 0 { throw failure(code) }
  }

  /// 0, or the number of the system (`errno`).
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        OffscreenPlatform.write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      position += count
    }
    return 0
  }

  package static func writeStandardOutput(_ bytes: [UInt8]) throws(OutputError) {
    let code = write(bytes, to: STDOUT_FILENO)
    if code != 0 { throw OutputError(path: "standard output", code: code) }
  }

  /// Makes the file appear under its name.
  package func commit() throws(OutputError) {
    guard descriptor >= 0 else { return }
    if hasNoName { try name() }
    let closed = close(descriptor)
    descriptor = -1
    if closed != 0 { throw failure(errno) }
    guard let temporaryPath else { return }
    let renamed = FilePath.withCString(temporaryPath) { from in
      FilePath.withCString(path) { to in
        guard let from, let to else { return Int32(-1) }
        return rename(from, to)
      }
    }
    if renamed != 0 { throw failure(errno) }
    self.temporaryPath = nil
  }

  /// Writes a whole file.
  package static func write(_ bytes: [UInt8], to path: String) throws(OutputError) {
    let file = try OutputFile(path: path)
    try file.write(bytes)
    try file.commit()
  }

  private func makeFolders() throws(OutputError) {
    let code = Self.makeFolder(FilePath.folder(of: path))
    if code != 0 { throw failure(code) }
  }

  /// Makes a folder, and those that it is in. 0, or the number of the system (`errno`) why it is not there.
  package static func makeFolder(_ folder: [UInt8]) -> Int32 {
    var (end, code) = (0, Int32(0))
    while end < folder.count {
      end = folder[(end + 1)...].firstIndex(of: UInt8(ascii: "/")) ?? folder.count
      let part = Array(folder[..<end])
      let made = FilePath.withCString(part) { $0.map { mkdir($0, 0o777) } ?? -1 }
      let why = errno
      // What the first one fails of is the cause of the others; of one that is there it means nothing.
      if made != 0, code == 0, FilePath.status(part) == nil { code = why }
    }
    guard let status = FilePath.status(folder) else { return code == 0 ? ENOENT : code }
    return status.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR
  }

  /// Names the file: by the name itself, or, where that is taken, by one that is then renamed.
  private func name() throws(OutputError) {
    let file = descriptor
    func name(_ path: [UInt8]) -> Int32 {
      FilePath.withCString(path) { $0.map { offscreen_name(file, $0) } ?? -1 } == 0 ? 0 : errno
    }
    var code = name(path)
    for attempt in 0..<Self.mostAttempts where code == EEXIST {
      let candidate = temporaryName(attempt)
      code = name(candidate)
      if code == 0 { temporaryPath = candidate }
    }
    if code != 0 { throw failure(code) }
  }

  private static let mostAttempts = 100

  private func temporaryName(_ attempt: Int) -> [UInt8] {
    let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? -1
    // The name may be as long as a name can be: of it, only a part is used.
    let name = path[(slash + 1)...].prefix(100)
    var result = Array(path[...slash])
    result.append(UInt8(ascii: "."))
    result += name
    result += ".\(getpid())-\(attempt).part".utf8
    return result
  }

  private func openTemporary(mode: UInt32) throws(OutputError) {
    for attempt in 0..<Self.mostAttempts {
      let candidate = temporaryName(attempt)
      descriptor = FilePath.withCString(candidate) { pointer in
        pointer.map { offscreen_open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) } ?? -1
      }
      if descriptor >= 0 {
        temporaryPath = candidate
        return
      }
      if errno != EEXIST { throw failure(errno) }
    }
    throw failure(EEXIST)
  }

  private func failure(_ code: Int32) -> OutputError {
    OutputError(path: givenName, code: code)
  }
}
