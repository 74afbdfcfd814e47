import OffscreenPlatform

/// Reads whole regular files of a bounded size. Nothing else is ever opened for longer than it takes
/// to see what it is: a named pipe or a device could block for ever.
package enum FileReader {
  /// A file that the user named.
  package static func read(path: [UInt8], limit: Int) throws(LoadError) -> [UInt8] {
    let name = String(decoding: path, as: UTF8.self)
    // What is not a regular file is not even opened: opening a device can have effects.
    var status = stat()
    let result = FilePath.withCString(path) { $0.map { stat($0, &status) } ?? -1 }
    guard result == 0 else { throw error(name, errno) }
    try check(status, name)
    let descriptor = FilePath.withCString(path) { pointer in
      pointer.map { offscreen_open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0) } ?? -1
    }
    guard descriptor >= 0 else { throw error(name, errno) }
    defer { close(descriptor) }
    return try read(descriptor, name, limit)
  }

  /// A file that a page named, by its path relative to the root folder.
  static func read(_ relative: [UInt8], in root: RootFolder, limit: Int) throws(LoadError) -> [UInt8] {
    let name = String(decoding: root.path + [UInt8(ascii: "/")] + relative, as: UTF8.self)
    let descriptor = root.open(relative)
    guard descriptor >= 0 else {
      let code = errno
      if code == EXDEV { throw LoadError(name, .outsideRoot(root.name)) }
      throw error(name, code)
    }
    defer { close(descriptor) }
    return try read(descriptor, name, limit)
  }

  static func error(_ name: String, _ code: Int32) -> LoadError {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG: LoadError(name, .noSuchFile)
    case EACCES, EPERM: LoadError(name, .permissionDenied)
    case EISDIR: LoadError(name, .isFolder)
    case ENXIO: LoadError(name, .notRegularFile)
    default: LoadError(name, .unreadable(String(cString: strerror(code))))
    }
  }

  private static func check(_ status: stat, _ name: String) throws(LoadError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw LoadError(name, .isFolder)
    default: throw LoadError(name, .notRegularFile)
    }
  }

  private static func read(_ descriptor: Int32, _ name: String, _ limit: Int) throws(LoadError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error(name, errno) }
    try check(status, name)
    guard status.st_size <= limit else { throw LoadError(name, .resourceTooLarge(limit)) }

    // The size is a hint only: the file may grow meanwhile, and some file systems state none.
    var bytes: [UInt8] = []
    var room = max(Int(status.st_size), 4096) + 1
    var failure: Int32 = 0
    while true {
      var count = 0
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
        while initialized < buffer.count {
          count = OffscreenPlatform.read(
            descriptor, buffer.baseAddress.map { $0 + initialized }, buffer.count - initialized)
          if count < 0, errno == EINTR { continue }
          if count <= 0 { break }
          initialized += count
        }
        failure = count < 0 ? errno : 0
      }
      if failure != 0 { throw error(name, failure) }
      bytes = bytes.isEmpty ? part : bytes + part
      if bytes.count > limit { throw LoadError(name, .resourceTooLarge(limit)) }
      if count == 0 { return bytes }
      room = min(1 << 20, limit - bytes.count + 1)
    }
  }
}
