import Foundation

/// A page's folder and what lies beside it, for targets that read files. It has the same path in all runs, so that
/// inputs can name it.
enum FuzzFolder {
  static let secret = Array("the secret beside the root".utf8)
  static let place = "/tmp/offscreen-fuzz"

  static func make() throws {
    let url = URL(filePath: place)
    try FileManager.default.createDirectory(at: url.appending(path: "site"), withIntermediateDirectories: true)
    for (name, bytes) in [("secret.txt", secret), ("site/page.html", Array("<p>".utf8))] {
      try Data(bytes).write(to: url.appending(path: name))
    }
    let link = url.appending(path: "site/link.txt").path
    try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../secret.txt")
  }
}
