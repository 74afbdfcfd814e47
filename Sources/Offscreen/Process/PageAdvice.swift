import Foundation
import OffscreenLoading

/// What to do where the file is not there, or is no page, that was named as one.
package enum PageAdvice {
  /// `path`: the file's, whose name as the user knows it the error holds.
  static func explained(_ error: LoadError, path: [UInt8]) -> LoadError {
    switch error.reason {
    case .noSuchFile:
      // The name as the user wrote it is not known: it is taken to be without the folder.
      let relative = FilePath.relative(path, to: FilePath.workingFolder()).map { String(decoding: $0, as: UTF8.self) }
      let name = error.subject.hasPrefix("/") ? relative ?? error.subject : error.subject
      guard let hint = hint(forMissing: name) else { return error }
      return LoadError(name, .noSuchFile, hint: hint)
    case .isFolder:
      let page = ["index.html", "index.htm"].first { FilePath.status(path + Array("/\($0)".utf8)) != nil }
      let hint = page.map { "its page is \(error.subject.hasSuffix("/") ? error.subject : error.subject + "/")\($0)" }
      return LoadError(
        error.subject, .isFolder, hint: hint ?? "name a page in it, or render all of them with offscreen batch")
    case _: return error
    }
  }

  /// What a text was probably meant to be that names no file; nil where it looks like a file's name.
  package static func hint(forMissing text: String) -> String? {
    // 1. A host, perhaps with a port and a path.
    if let scheme = scheme(ofHost: text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }) {
      return "did you mean \(scheme)://\(text)?"
    }
    // 2. An address of a scheme that is not loaded, or is misspelt.
    guard let slashes = text.firstRange(of: "//"), slashes.lowerBound > text.startIndex else { return nil }
    let start = text[..<slashes.lowerBound]
    let scheme = String(start.hasSuffix(":") ? start.dropLast() : start)
    guard scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else { return nil }
    if let meant = nearestName(to: scheme, in: ["http", "https", "file"]) {
      return "did you mean \(meant)://\(text[slashes.upperBound...])?"
    }
    guard start.hasSuffix(":") else { return nil }
    return "\(scheme): addresses are not loaded; addresses begin with http:, https:, file: or data:"
  }

  /// What a text would be loaded with that looks like a host's name, perhaps with a port; nil where it does not.
  private static func scheme(ofHost text: Substring) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2,
      parts.count == 1 || Int(parts[1]).map({ (1...65_535).contains($0) }) == true
    else { return nil }
    let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard
      labels.allSatisfy({
        !$0.isEmpty && $0.utf8.count <= 63 && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      })
    else { return nil }
    if labels == ["localhost"] || labels.count == 4 && labels.allSatisfy({ UInt8($0) != nil }) { return "http" }
    guard labels.count > 1, let last = labels.last, last.count > 1, last.allSatisfy(\.isLetter),
      MIMEType(fileName: Array(host.utf8)) == nil, !otherEndings.contains(String(last))
    else { return nil }
    return "https"
  }

  /// Of files that are no pages either, but no hosts for sure.
  private static let otherEndings: Set<String> = [
    "asp", "aspx", "bak", "cfg", "conf", "doc", "docx", "jsp", "jsx", "mdx", "njk", "odt", "orig", "php", "rtf", "scss",
    "tar", "tmp", "toml", "tsx", "vue", "yaml", "yml",
  ]
}
