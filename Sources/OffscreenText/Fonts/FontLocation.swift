import OffscreenFonts
import OffscreenPlatform

/// Why there are no fonts to work with.
package enum FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder that was asked for holds no `fonts.conf`.
  case folderNotFound(String)
  /// The bundled fonts are in none of these folders.
  case bundledFontsNotFound([String])
  case unreadableConfiguration(String)
  case noFonts(String)
  case libraryFailed(String)

  package var description: String {
    switch self {
    case .folderNotFound(let folder): "no font folder (one that holds fonts.conf): \(folder)"
    case .bundledFontsNotFound(let places):
      "no font folder (one that holds fonts.conf) at: \(places.joined(separator: ", ")); put "
        + "\(BundledFonts.bundleName) from the build folder beside the program, or name a font folder "
        + "(--fonts DIR; in Swift, `fonts:`)"
    case .unreadableConfiguration(let path): "the font configuration \(path) cannot be read"
    case .noFonts(let folder): "no usable font in \(folder)"
    case .libraryFailed(let name): "\(name) could not be set up"
    }
  }
}

/// Where the bundled fonts are.
package enum FontLocation {
  /// The folder given, or else the first that holds fonts of `bundledPlaces(program:)`.
  package static func folder(_ explicit: String? = nil) throws(FontError) -> String {
    if let explicit {
      guard isFontFolder(explicit) else { throw .folderNotFound(explicit) }
      return explicit
    }
    let places = bundledPlaces(programFolder: ProgramFile.folder)
    guard let place = places.first(where: isFontFolder) else { throw .bundledFontsNotFound(places) }
    return place
  }

  /// One rule for the command, the library and the testing library: what is installed with the program (`Fonts`
  /// beside it, `../share/offscreen/fonts`), what the package manager builds with it, and the folder of the
  /// sources, for a program that was taken out of its build folder.
  package static func bundledPlaces(programFolder: String?) -> [String] {
    let beside = programFolder.map { folder in
      [folder + "/Fonts", parent(folder) + "/share/offscreen/fonts", folder + "/" + BundledFonts.bundleName]
    }
    return (beside ?? []) + [BundledFonts.sourceFolder]
  }

  /// Where font caches are kept: `$XDG_CACHE_HOME/offscreen/fontconfig`, or below `~/.cache`, or in
  /// the folder for temporary files where neither can be written to; nil where that cannot be either.
  package static func cacheFolder() -> String? {
    var roots: [String] = []
    if let cache = environment("XDG_CACHE_HOME") { roots.append(cache) }
    // A home that is not there is not made: some users are said to live in /nonexistent.
    if let home = environment("HOME"), access(home, F_OK) == 0 { roots.append(home + "/.cache") }
    for root in roots {
      let folder = root + "/offscreen/fontconfig"
      if makeFolder(folder), isOwn(folder), access(folder, W_OK) == 0 { return folder }
    }
    let own = (environment("TMPDIR") ?? "/tmp") + "/offscreen-\(getuid())"
    let folder = own + "/fontconfig"
    // In a folder that all users may write to, another user may have made it, with any content.
    return makeFolder(folder) && isOwn(own) && isOwn(folder) && access(folder, W_OK) == 0 ? folder : nil
  }

  /// Makes the cache of a font folder where there is none, or where the folder has changed since: processes that render
  /// may read it only, since later ones trust it. A file there is named for the folder's state and holds its hash.
  package static func prepareCache(of folder: String) {
    guard let cache = cacheFolder() else { return }
    let mark = cache + "/hash-" + FontSet.state(of: folder)
    if let hash = text(of: mark), FontSet.note(hash: hash, of: folder) { return }
    guard (try? FontLibrary(fonts: folder, cache: cache)) != nil else { return }
    let hash = FontSet.hash(of: folder)
    unlink(mark)
    let descriptor = offscreen_make_file(mark)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, hash, hash.utf8.count)
    close(descriptor)
  }

  /// Of a file of a line.
  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      let count = read(descriptor, bytes.baseAddress, bytes.count)
      return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
  }

  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
  }

  private static func isFontFolder(_ path: String) -> Bool {
    access(path + "/fonts.conf", R_OK) == 0
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func makeFolder(_ path: String) -> Bool {
    if access(path, F_OK) == 0 { return true }
    let above = parent(path)
    if above != "/" && !makeFolder(above) { return false }
    return mkdir(path, 0o700) == 0 || access(path, F_OK) == 0
  }
}
