import Foundation
import OffscreenLoading

/// The name of a picture of which only the folder is named: made from the page's address.
enum PictureName {
  private static let longest = 100

  /// `a/page.html` is `page`, `https://example.com/a/b?c` is `example.com-a-b-c`.
  static func stem(of input: String) -> String {
    if input == "-" { return "page" }
    if let scheme = ["http:", "https:", "data:", "file:"].first(where: { input.lowercased().hasPrefix($0) }) {
      if scheme == "data:" { return "page" }
      guard let url = URL(string: input) else { return "page" }
      if scheme == "file:" { return stem(of: url.path) }
      let rest = url.path + (url.query.map { "-" + $0 } ?? "")
      return safe((url.host ?? "page") + rest)
    }
    let name = input.split(separator: "/").last.map(String.init) ?? "page"
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return safe(name) }
    return safe(String(name[..<dot]))
  }

  /// A path in a folder that is free: a name that the user did not choose replaces no file.
  static func free(in folder: String?, stem: String, ending: String) -> String {
    let prefix = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    var name = "\(prefix)\(stem).\(ending)"
    var number = 1
    while FilePath.status(of: name) != nil, number < 10_000 {
      number += 1
      name = "\(prefix)\(stem)-\(number).\(ending)"
    }
    return name
  }

  private static func safe(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(longest) {
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "._-".unicodeScalars.contains(scalar)
      let letter: Unicode.Scalar = isPlain ? scalar : "-"
      if letter == "-", result.hasSuffix("-") || result.isEmpty { continue }
      result.unicodeScalars.append(letter)
    }
    while result.hasSuffix("-") { result.removeLast() }
    if result.isEmpty || result.hasPrefix(".") { result = "page" + result }
    return result
  }
}
