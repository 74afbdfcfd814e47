#if canImport(Glibc)
import Glibc
#endif

/// Why there are no fonts to work with.
package enum FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No folder with a `fonts.conf` was found; the places that were looked at.
  case folderNotFound([String])
  case unreadableConfiguration(String)
  case noFonts(String)
  case libraryFailed(String)

  package var description: String {
    switch self {
    case .folderNotFound(let places):
      "no font folder (one that holds fonts.conf) at: \(places.joined(separator: ", "))"
    case .unreadableConfiguration(let path): "the font configuration \(path) cannot be read"
    case .noFonts(let folder): "no usable font in \(folder)"
    case .libraryFailed(let name): "\(name) could not be set up"
    }
  }
}

/// Where the bundled fonts are.
package enum FontLocation {
  /// The folder given, or else the first that exists of: `Fonts` beside the executable,
  /// `../share/offscreen/fonts`, and `Fonts` in a folder above (an executable in `.build`).
  package static func folder(_ explicit: String? = nil) throws(FontError) -> String {
    if let explicit {
      guard isFontFolder(explicit) else { throw .folderNotFound([explicit]) }
      return explicit
    }
    guard let start = executableFolder() else { throw .folderNotFound(["/proc/self/exe"]) }
    let places = [start + "/Fonts", parent(start) + "/share/offscreen/fonts"]
    if let place = places.first(where: isFontFolder) { return place }
    var above = parent(start)
    while above.count > 1 {
      if isFontFolder(above + "/Fonts") { return above + "/Fonts" }
      above = parent(above)
    }
    throw .folderNotFound(places + ["Fonts in a folder above \(start)"])
  }

  /// Where font caches are kept: `$XDG_CACHE_HOME/offscreen/fontconfig`, or below `~/.cache`, or in
  /// the folder for temporary files where neither can be written to.
  package static func cacheFolder() -> String {
    var roots: [String] = []
    if let cache = environment("XDG_CACHE_HOME") { roots.append(cache) }
    if let home = environment("HOME") { roots.append(home + "/.cache") }
    for root in roots {
      let folder = root + "/offscreen/fontconfig"
      if makeFolder(folder) && access(folder, W_OK) == 0 { return folder }
    }
    let folder = (environment("TMPDIR") ?? "/tmp") + "/offscreen-\(getuid())/fontconfig"
    _ = makeFolder(folder)
    return folder
  }

  private static func isFontFolder(_ path: String) -> Bool {
    access(path + "/fonts.conf", R_OK) == 0
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func executableFolder() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    return parent(String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
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
