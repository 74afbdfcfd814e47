import Foundation
import OffscreenLoading

/// What to do where the file is not there, or is no page, that was named as one.
enum PageAdvice {
  static func explained(_ error: LoadError, path: [UInt8]) -> LoadError {
    switch error.reason {
    case .noSuchFile:
      // As it was written, if it was written without the folder.
      guard let name = FilePath.relative(path, to: FilePath.workingFolder()).map({ String(decoding: $0, as: UTF8.self) }),
        let scheme = scheme(ofHost: name.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
      else { return error }
      return LoadError(name, .noSuchFile, hint: "did you mean \(scheme)://\(name)?")
    case .isFolder:
      let folder = String(decoding: path, as: UTF8.self)
      let page = ["index.html", "index.htm"].first { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
      let hint = page.map { "its page is \(folder.hasSuffix("/") ? folder : folder + "/")\($0)" }
      return LoadError(error.subject, .isFolder, hint: hint ?? "name a page in it, or render all of them with offscreen batch")
    case _: return error
    }
  }

  /// What a text would be loaded with that looks like a host's name, perhaps with a port; nil where it does not.
  private static func scheme(ofHost text: Substring) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2, parts.count == 1 || Int(parts[1]).map({ (1...65_535).contains($0) }) == true
    else { return nil }
    let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard labels.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 63 && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } })
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
