import OffscreenPlatform

/// The folder below which a page may read, held open.
package final class RootFolder: Sendable {
  /// As it was given, and with symbolic links followed.
  package let path: [UInt8]
  package let canonicalPath: [UInt8]
  private let descriptor: Int32

  /// `name`: what messages call it where it cannot be opened; by default its path.
  package init(path: [UInt8], name given: String? = nil) throws(LoadError) {
    let name = given ?? String(decoding: path, as: UTF8.self)
    guard let canonical = FilePath.canonical(path) else { throw FileReader.error(name, errno) }
    let descriptor = FilePath.withCString(canonical) { pointer in
      pointer.map { offscreen_open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) } ?? -1
    }
    guard descriptor >= 0 else { throw FileReader.error(name, errno) }
    self.path = FilePath.normalized(path)
    canonicalPath = canonical
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  var name: String { String(decoding: path, as: UTF8.self) }

  /// A path, without links followed, that lies in the folder by its text.
  func relativePath(_ path: [UInt8]) -> [UInt8]? {
    FilePath.relative(path, to: self.path) ?? FilePath.relative(path, to: canonicalPath)
  }

  /// Opens a file of the folder for reading, by a path relative to it. -1 with `errno`; `EXDEV` means
  /// that the path leads out of the folder.
  func open(_ relative: [UInt8]) -> Int32 {
    // 1. Follow the links, and see where they end.
    guard let target = FilePath.canonical(canonicalPath + [UInt8(ascii: "/")] + relative) else { return -1 }
    guard let inside = FilePath.relative(target, to: canonicalPath) else {
      errno = EXDEV
      return -1
    }
    // 2. Open that place from the folder, and let the kernel watch that nothing leads out of it in
    //    the meantime. Older kernels cannot: there the check above must do.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = FilePath.withCString(inside.isEmpty ? [UInt8(ascii: ".")] : inside) { pointer in
      pointer.map { offscreen_open_beneath(descriptor, $0, flags) } ?? -1
    }
    if opened >= 0 || (errno != ENOSYS && errno != EPERM) { return opened }
    return FilePath.withCString(target) { pointer in
      pointer.map { offscreen_open($0, flags | O_NOFOLLOW, 0) } ?? -1
    }
  }
}
