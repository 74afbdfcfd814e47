import OffscreenLoading
import OffscreenPlatform

/// The names of pages in a batch. File names are bytes: where they are not valid UTF-8, or look like an
/// address, the page is called by its `file:` address, whose escapes lose nothing.
enum PagePath {
  /// The path of the file that `input` names; nil for an address that is none.
  static func file(_ input: String) -> [UInt8]? {
    if isAddress(input) {
      guard let url = PageURL(input), url.isFile else { return nil }
      return url.decodedPath
    }
    return Array(input.utf8)
  }

  /// The path of a name in a folder, which may be given by its `file:` address.
  static func bytes(_ name: String, in folder: String) -> [UInt8] {
    FolderWalk.joined(FilePath.bytes(of: folder), Array(name.utf8))
  }

  /// The same as text that leads there.
  static func text(_ name: String, in folder: String) -> String { FilePath.text(of: bytes(name, in: folder)) }

  static func text(_ path: [UInt8]) -> String {
    guard let text = String(validating: path, as: UTF8.self) else { return FilePath.text(of: path) }
    return path.first != UInt8(ascii: "/") && (isAddress(text) || text == "-") ? "./" + text : text
  }

  /// In lower case; empty where there is none.
  static func fileExtension(of path: [UInt8]) -> String {
    path.lastIndex(of: UInt8(ascii: ".")).map { String(decoding: path[($0 + 1)...], as: UTF8.self).lowercased() } ?? ""
  }

  /// The same beginnings as `PageInput` looks for.
  static func isAddress(_ input: String) -> Bool {
    let start = input.prefix(6).lowercased()
    return ["http:", "https:", "file:", "data:", "about:"].contains { start.hasPrefix($0) }
  }

  static func isRemote(_ input: String) -> Bool {
    let start = input.prefix(6).lowercased()
    return start.hasPrefix("http:") || start.hasPrefix("https:")
  }
}

extension stat {
  var kind: mode_t { st_mode & S_IFMT }
  var identity: FileIdentity { FileIdentity(device: st_dev, number: st_ino) }
}

/// A file itself, whatever its names.
struct FileIdentity: Hashable, Sendable {
  var device: dev_t
  var number: ino_t
}
