import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform

/// Decides whether a picture is current: no input of its page has changed.
///
/// Contents count, not times: a new checkout renders nothing. A file is read once a run, however many
/// pages use it, in pieces, and only where its size is still the same. Of a file that was not read, such as
/// one above the page's limits, size and time decide.
package struct Freshness {
  /// The hashes of files; nil where one cannot be read, or is of another size.
  private var hashes: [Content: String?] = [:]
  private let folder: String
  private let fingerprint: String

  private struct Content: Hashable {
    var path: [UInt8]
    var size: Int
  }

  /// `folder` holds the pictures; `fingerprint` stands for the program, its fonts and libraries.
  package init(folder: String, fingerprint: String) { (self.folder, self.fingerprint) = (folder, fingerprint) }

  /// Stands for everything about a page but its files.
  package func key(_ item: BatchItem) -> String {
    var request = item.request
    request.id = ""
    request.output = item.output
    request.options = request.options.thatMatter
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let options = (try? encoder.encode(request)) ?? Data()
    return ContentHash.sha256(Array(options) + Array(fingerprint.utf8))
  }

  package mutating func isFresh(_ entry: ManifestEntry, _ item: BatchItem) -> Bool {
    guard entry.input == item.name, !entry.key.isEmpty, entry.key == key(item) else { return false }
    // Network resources may have changed, which only a request would show.
    if PagePath.isRemote(item.request.input) { return false }
    if entry.ok {
      let picture = FilePath.status(PagePath.bytes(item.output, in: folder), isFollowing: false)
      guard let picture, picture.kind == S_IFREG, Int(picture.st_size) == entry.bytes else { return false }
    }
    for file in entry.files where !isSame(file) { return false }
    return true
  }

  private mutating func isSame(_ file: UsedFile) -> Bool {
    if PagePath.isRemote(file.url) { return false }
    guard let path = PagePath.file(file.url) else { return true }
    guard let sha256 = file.sha256, let size = file.bytes else {
      let now = Self.noted(file)
      return now.modified == file.modified && now.bytes == file.bytes
    }
    let content = Content(path: path, size: size)
    if let known = hashes[content] { return known == sha256 }
    let hash = ContentHash.sha256(file: path, size: size)
    hashes[content] = .some(hash)
    return hash == sha256
  }

  /// The present state of a file that was not read. Nothing is opened.
  static func noted(_ file: UsedFile) -> UsedFile {
    var file = file
    guard file.sha256 == nil, let path = PagePath.file(file.url) else { return file }
    (file.bytes, file.modified) = (nil, nil)
    guard let status = FilePath.status(path) else { return file }
    let canBeRead = FilePath.withCString(path) { $0.map { access($0, R_OK) } ?? -1 } == 0
    file.bytes = Int(status.st_size)
    file.modified = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)" + (canBeRead ? "" : " unreadable")
    return file
  }
}
