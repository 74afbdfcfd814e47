import Foundation
import Glibc
import Offscreen
import OffscreenLoading

/// Tells whether a picture is still that of its page: nothing that went into it has changed.
///
/// Contents count, not times: a new checkout renders nothing. A file is read once a run, however many
/// pages use it.
package struct Freshness {
  /// What a file holds; nil is a file that is not there.
  private var hashes: [String: String?] = [:]
  private let folder: String
  private let fingerprint: String

  /// `folder` holds the pictures; `fingerprint` stands for the program, its fonts and libraries.
  package init(folder: String, fingerprint: String) { (self.folder, self.fingerprint) = (folder, fingerprint) }

  /// Stands for everything about a page but its files.
  package func key(_ item: BatchItem) -> String {
    var request = item.request
    request.id = ""
    request.output = item.output
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let options = (try? encoder.encode(request)) ?? Data()
    return ContentHash.sha256(Array(options) + Array(fingerprint.utf8))
  }

  package mutating func isFresh(_ entry: ManifestEntry, _ item: BatchItem) -> Bool {
    guard entry.input == item.name, entry.key == key(item) else { return false }
    if entry.ok {
      var status = stat()
      guard stat(folder + "/" + item.output, &status) == 0, Int(status.st_size) == entry.bytes else { return false }
    }
    for file in entry.files {
      // What came over the network may be another thing by now, and only asking would tell.
      if Self.isRemote(file.url) { return false }
      if hash(of: file.url) != file.sha256 { return false }
    }
    return true
  }

  private static func isRemote(_ url: String) -> Bool { url.hasPrefix("http:") || url.hasPrefix("https:") }

  private mutating func hash(of path: String) -> String? {
    if let known = hashes[path] { return known }
    let hash = FileManager.default.contents(atPath: path).map { ContentHash.sha256(Array($0)) }
    hashes[path] = .some(hash)
    return hash
  }
}
