import Foundation
import OffscreenLoading

/// Where the picture of a page goes below the output folder: by the page alone, never by its neighbours.
///
/// A page's path loses the ending `.html`; any other ending stays (`a.htm` becomes `a.htm.png`). Names whose
/// bytes are not valid UTF-8, or that are too long for a file system, end with `~` and a part of their hash.
struct PictureName: Sendable {
  /// Bytes of a name on Linux' file systems.
  private static let longest = 255

  /// The page's own path: names from the outside in, none of them empty, `.` or `..`.
  private var folders: [[UInt8]]
  private var last: [UInt8]
  /// With its port, where it is not the usual one; empty for files.
  private(set) var host = ""

  /// `path`: relative, without `.` and `..`.
  init(path: [UInt8]) {
    var names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
    last = names.popLast() ?? Array("index".utf8)
    folders = names
  }

  /// A file that is named by itself: its place below `root` or else below the working folder; of one
  /// outside of both, the whole path.
  init(file path: [UInt8], root: [UInt8]?) {
    let absolute = FilePath.absolute(path)
    let bases = [root.map { FilePath.absolute($0) }, FilePath.workingFolder()].compactMap { $0 }
    let relative = bases.lazy.compactMap { FilePath.relative(absolute, to: $0) }.first { !$0.isEmpty }
    self.init(path: relative ?? Array(absolute.dropFirst()))
  }

  /// `https://a.example:8443/b/c.html?d=1` becomes `a.example-8443/b/c.html-d-1~0a1b2c3d`: what follows the
  /// path may hold what is awkward in a file's name, and the hash keeps two of them apart.
  init(address: PageURL) {
    if address.isData {
      self.init(path: Array("data~".utf8) + Self.hash(Array(address.href.utf8)))
      return
    }
    var host = address.host ?? ""
    if host.first == "[" { host = host.filter { $0 != "[" && $0 != "]" }.replacingOccurrences(of: ":", with: "-") }
    if let port = address.port { host += "-\(port)" }
    var path = address.decodedPath
    if path.last == UInt8(ascii: "/") || path.isEmpty { path += Array("index".utf8) }
    self.init(path: Array(host.utf8) + [UInt8(ascii: "/")] + path.map { $0 == 0 ? UInt8(ascii: "_") : $0 })
    self.host = host
    folders = folders.map(Self.withoutDots)
    last = Self.withoutDots(last)
    let rest = [address.query, address.fragment].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "#")
    if !rest.isEmpty {
      let readable = rest.unicodeScalars.prefix(100).map { scalar -> Character in
        scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
      }
      last += Array("-".utf8) + Array(String(readable).utf8) + Array("~".utf8) + Self.hash(Array(rest.utf8))
    }
  }

  /// Escapes in addresses may stand for dots.
  private static func withoutDots(_ name: [UInt8]) -> [UInt8] {
    name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) ? name.map { _ in UInt8(ascii: "_") } : name
  }

  // MARK: Parts

  /// The path without the ending `.html`.
  var path: [[UInt8]] { folders + [Self.without(".html", last)] }
  var folder: [[UInt8]] { folders }
  /// The last name without any ending.
  var stem: [UInt8] {
    guard let dot = last.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return last }
    return Array(last[..<dot])
  }
  /// Stands for the whole path.
  var hash: [UInt8] { Self.hash(Array((folders + [last]).joined(separator: [UInt8(ascii: "/")]))) }

  private static func without(_ ending: String, _ name: [UInt8]) -> [UInt8] {
    let ending = Array(ending.utf8)
    return name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
      ? name.dropLast(ending.count) : name
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(ContentHash.sha256(bytes).utf8.prefix(8)) }

  // MARK: As a file's name

  /// Names of folders and of a file, as a path: valid, and none too long.
  static func path(_ names: [[UInt8]], ending: String) -> String {
    names.enumerated().map { index, name in
      index == names.count - 1 ? spelled(name, ending: ending) : spelled(name, ending: "")
    }.joined(separator: "/")
  }

  private static func spelled(_ name: [UInt8], ending: String) -> String {
    var text = ""
    var isExact = true
    if let valid = String(validating: name, as: UTF8.self) {
      text = valid
    } else {
      isExact = false
      // What is no UTF-8 in it is written as in an address.
      text = validParts(name).joined()
    }
    let room = longest - ending.utf8.count - 9
    if !isExact || text.utf8.count + ending.utf8.count > longest {
      while text.utf8.count > room { text.removeLast() }
      text += "~" + String(decoding: hash(name), as: UTF8.self)
    }
    return text + ending
  }

  private static func validParts(_ name: [UInt8]) -> [String] {
    var parts: [String] = []
    var rest = name[...]
    while !rest.isEmpty {
      // The longest character that begins here; 4 bytes at most.
      let length = (1...4).first { $0 <= rest.count && String(validating: rest.prefix($0), as: UTF8.self) != nil }
      if let length {
        parts.append(String(decoding: rest.prefix(length), as: UTF8.self))
        rest = rest.dropFirst(length)
      } else {
        parts.append(String(format: "%%%02X", rest.removeFirst()))
      }
    }
    return parts
  }
}
