import OffscreenPlatform

/// Finds the folder that a page would have to read for the files that were refused: the nearest common ancestor.
struct RootAdvice {
  /// The page's own folder.
  private let folder: [UInt8]
  private var needed: [UInt8]?

  init(page: PageURL) { folder = FilePath.folder(of: FilePath.normalized(page.decodedPath)) }

  /// A file that lies outside of the root, by its address; `target`: where links lead.
  mutating func add(_ url: PageURL) {
    let path = FilePath.normalized(url.decodedPath)
    let target = FilePath.canonical(path) ?? path
    var place = Self.common(folder, FilePath.folder(of: target))
    if place.count == 1 {
      // An `/absolute` address, of a site whose top folder is one of those above the page.
      guard let top = Self.above(folder).first(where: { Self.isFile($0 + path) }) else { return }
      place = top
    }
    needed = Self.common(needed ?? folder, place)
  }

  /// Nil where there is none that one could advise: a folder that holds the user's home is none to give to a page.
  var path: String? {
    guard let needed, needed.count > 1, needed != folder else { return nil }
    if let home = getenv("HOME").map({ FilePath.absolute(Array(String(cString: $0).utf8)) }),
      FilePath.relative(home, to: needed) != nil
    {
      return nil
    }
    return String(decoding: needed, as: UTF8.self)
  }

  /// The nearest first.
  private static func above(_ folder: [UInt8]) -> [[UInt8]] {
    var folders: [[UInt8]] = []
    var next = folder
    while next.count > 1, folders.count < 256 {
      folders.append(next)
      next = FilePath.folder(of: next)
    }
    return folders
  }

  private static func isFile(_ path: [UInt8]) -> Bool {
    var status = stat()
    return FilePath.withCString(path) { $0.map { stat($0, &status) } ?? -1 } == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The nearest folder that both lie in.
  private static func common(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    above(a).first { FilePath.relative(b, to: $0) != nil } ?? [UInt8(ascii: "/")]
  }
}
