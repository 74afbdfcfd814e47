import Foundation
import OffscreenLoading
import OffscreenPlatform

/// Reports when files may have changed, by their times and sizes: what really changed is found out by
/// what they hold.
package struct ChangeWatch: Equatable {
  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int
    var size: Int
    var inode: UInt64
  }
  private var stamps: [String: Stamp] = [:]
  private let pages: [BatchItem]

  /// How the pages, and the files that they were made from, are now.
  package init(pages: [BatchItem], manifestFolder: String) {
    self.pages = pages
    let manifest = try? Manifest(folder: manifestFolder)
    for page in pages {
      note(page.request.input)
      for file in manifest?.entries[page.output]?.files ?? [] { note(file.url) }
    }
  }

  private mutating func note(_ name: String) {
    guard stamps[name] == nil, let path = PagePath.file(name), let status = FilePath.status(path) else { return }
    stamps[name] = Stamp(
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, size: Int(status.st_size),
      inode: UInt64(status.st_ino))
  }
}
