import OffscreenPlatform

/// Paths as bytes: file names need not be valid UTF-8.
package enum FilePath {
  /// The path from the root of the file system, without `.` and `..` segments and double slashes.
  package static func absolute(_ path: [UInt8]) -> [UInt8] {
    path.first == UInt8(ascii: "/") ? normalized(path) : normalized(workingFolder() + [UInt8(ascii: "/")] + path)
  }

  package static func workingFolder() -> [UInt8] {
    guard let pointer = getcwd(nil, 0) else { return [UInt8(ascii: "/")] }
    defer { free(pointer) }
    return bytes(of: pointer)
  }

  /// By text alone: symbolic links are not looked at.
  package static func normalized(_ path: [UInt8]) -> [UInt8] {
    var segments: [ArraySlice<UInt8>] = []
    for segment in path.split(separator: UInt8(ascii: "/")) {
      if segment.elementsEqual(".".utf8) { continue }
      if segment.elementsEqual("..".utf8) {
        _ = segments.popLast()
      } else {
        segments.append(segment)
      }
    }
    if segments.isEmpty { return [UInt8(ascii: "/")] }
    return segments.reduce(into: []) { $0 += [UInt8(ascii: "/")] + $1 }
  }

  package static func folder(of path: [UInt8]) -> [UInt8] {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return [UInt8(ascii: "/")] }
    return Array(path[..<slash])
  }

  /// The path with all symbolic links followed; nil, with `errno`, where that fails.
  package static func canonical(_ path: [UInt8]) -> [UInt8]? {
    withCString(path) { pointer in
      guard let pointer, let resolved = realpath(pointer, nil) else { return nil }
      defer { free(resolved) }
      return bytes(of: resolved)
    }
  }

  /// The path with symbolic links followed as far as it is there.
  package static func resolved(_ path: [UInt8]) -> [UInt8] {
    var (start, rest) = (path, [UInt8]())
    while true {
      if let real = canonical(start) { return real.count == 1 && !rest.isEmpty ? rest : real + rest }
      let above = folder(of: start)
      if above.count >= start.count { return path }
      rest = (above.count == 1 ? start : Array(start[above.count...])) + rest
      start = above
    }
  }

  /// The part of `path` after `folder`, without the slash; nil where the path does not lie in it.
  package static func relative(_ path: [UInt8], to folder: [UInt8]) -> [UInt8]? {
    if folder == [UInt8(ascii: "/")] { return Array(path.dropFirst()) }
    guard path.starts(with: folder) else { return nil }
    let rest = path[folder.count...]
    if rest.isEmpty { return [] }
    return rest.first == UInt8(ascii: "/") ? Array(rest.dropFirst()) : nil
  }

  /// The path as text that loses nothing: as it is, or, where its bytes are not valid UTF-8, as a `file:`
  /// address.
  package static func text(of path: [UInt8]) -> String {
    String(validating: path, as: UTF8.self) ?? PageURL(filePath: absolute(path)).href
  }

  /// The path that a text names, be it as it is or as `text(of:)` wrote it.
  package static func bytes(of text: String) -> [UInt8] {
    guard text.hasPrefix("file:///"), let url = PageURL(text) else { return Array(text.utf8) }
    return url.decodedPath
  }

  /// The status of a name on the file system; nil, with `errno`, where it does not exist. `isFollowing`: whether a link
  /// is replaced by its target.
  package static func status(_ path: [UInt8], isFollowing: Bool = true) -> stat? {
    var status = stat()
    let result = withCString(path) { pointer in
      pointer.map { isFollowing ? stat($0, &status) : lstat($0, &status) } ?? -1
    }
    return result == 0 ? status : nil
  }

  /// The same of the path that a text names.
  package static func status(of text: String) -> stat? { status(bytes(of: text)) }

  /// Nil where the path holds a zero byte, which no file name has.
  package static func withCString<R>(_ path: [UInt8], _ body: (UnsafePointer<CChar>?) -> R) -> R {
    if path.contains(0) {
      errno = ENOENT
      return body(nil)
    }
    return (path + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { body($0.baseAddress) }
    }
  }

  private static func bytes(of pointer: UnsafePointer<CChar>) -> [UInt8] {
    UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) }
  }
}
