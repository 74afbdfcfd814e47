/// The names of files in messages: the page as its user named it, and what lies beside and below it accordingly. Other
/// files are called by their whole path.
package struct FileNames: Sendable {
  private let page: String
  private let given: String
  /// The page's folder, and what its user calls it, both with the slash behind it or empty; nil where the page's name
  /// does not lead there.
  private var folder: (path: String, given: String)?

  /// `given`: what the user calls the page.
  package init(page url: PageURL, given: String) {
    page = Self.text(url)
    self.given = given
    let name = page.suffix(from: page.lastIndex(of: "/").map { page.index(after: $0) } ?? page.startIndex)
    if given.hasSuffix(name), !given.hasPrefix("file:") {
      folder = (String(page.dropLast(name.count)), String(given.dropLast(name.count)))
    }
  }

  package func name(of url: PageURL) -> String { url.isFile ? name(of: Self.text(url)) : url.displayed }

  /// The same error about the file as its user knows it.
  func named(_ error: LoadError) -> LoadError {
    var error = error
    error.subject = name(of: error.subject)
    return error
  }

  private func name(of path: String) -> String {
    if path == page { return given }
    guard let folder, path.count > folder.path.count, path.hasPrefix(folder.path) else { return path.onOneLine(2_000) }
    return (folder.given + path.dropFirst(folder.path.count)).onOneLine(2_000)
  }

  private static func text(_ url: PageURL) -> String {
    String(decoding: FilePath.normalized(url.decodedPath), as: UTF8.self)
  }
}
