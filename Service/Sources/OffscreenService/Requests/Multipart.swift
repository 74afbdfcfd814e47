import NIOCore

/// The parts of a form: https://www.rfc-editor.org/rfc/rfc7578
struct Multipart: Sendable {
  struct Part: Sendable {
    var name: String
    /// Of a part that is a file, as the client calls it.
    var fileName: String?
    var mediaType: String?
    var contents: ByteBuffer

    var text: String { String(buffer: contents) }
  }

  static let mostParts = 512
  static let longestHead = 8192

  private(set) var parts: [Part] = []

  /// `contentType`: the request's. Throws what is wrong with the body.
  init(_ body: ByteBuffer, contentType: String) throws(Problem) {
    guard let boundary = Self.parameter("boundary", of: contentType), (1...70).contains(boundary.utf8.count) else {
      throw .badRequest("the Content-Type of the form names no boundary")
    }
    let bytes = body.readableBytesView
    let delimiter = Array(("--" + boundary).utf8)
    // 1. What stands before the first delimiter says nothing.
    let next = Array("\r\n".utf8) + delimiter
    let isAtStart = bytes.starts(with: delimiter)
    guard var start = isAtStart ? bytes.startIndex : Self.find(next, in: bytes, from: bytes.startIndex) else {
      throw .badRequest("the form has no part: its boundary is not in the body")
    }
    // 2. A part is between two of them, each at the start of a line.
    while true {
      start = bytes.index(start, offsetBy: isAtStart && parts.isEmpty ? delimiter.count : next.count)
      let rest = bytes[start...]
      if rest.starts(with: "--".utf8) { return }
      guard let line = Self.find(Array("\r\n".utf8), in: bytes[..<min(bytes.endIndex, start + 100)], from: start) else {
        throw Self.brokenOff
      }
      guard parts.count < Self.mostParts else {
        throw .badRequest("the form has more than \(Self.mostParts) parts: leave some out")
      }
      // The line's end belongs to an empty head.
      guard let end = Self.find(next, in: bytes, from: line) else { throw Self.brokenOff }
      let place = bytes[..<min(end + 4, line + Self.longestHead)]
      guard let head = Self.find(Array("\r\n\r\n".utf8), in: place, from: line), head < end else {
        throw .badRequest("the head of a part of the form does not end, or is longer than \(Self.longestHead) bytes")
      }
      let contents = body.getSlice(at: head + 4, length: max(0, end - head - 4)) ?? ByteBuffer()
      parts.append(try Self.part(String(decoding: bytes[line..<head], as: UTF8.self), contents))
      start = end
    }
  }

  private static let brokenOff = Problem.badRequest(
    "the form breaks off, or its parts are not separated by the boundary")

  private static func part(_ head: String, _ contents: ByteBuffer) throws(Problem) -> Part {
    var part = Part(name: "", contents: contents)
    for line in head.split(separator: "\r\n") {
      let sides = line.split(separator: ":", maxSplits: 1)
      guard sides.count == 2 else { continue }
      let value = String(sides[1].drop { $0 == " " })
      switch sides[0].lowercased() {
      case "content-disposition":
        part.name = parameter("name", of: value) ?? ""
        part.fileName = parameter("filename", of: value)
      case "content-type": part.mediaType = value
      default: break
      }
    }
    guard !part.name.isEmpty else { throw .badRequest("a part of the form has no name") }
    return part
  }

  /// The value of a parameter such as `filename="a.html"`.
  static func parameter(_ name: String, of value: String) -> String? {
    var rest = value[...]
    while let mark = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: mark)...].drop { $0 == " " || $0 == "\t" }
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let isIt = rest[..<equals].lowercased() == name
      rest = rest[rest.index(after: equals)...]
      var text = ""
      if rest.first == "\"" {
        rest.removeFirst()
        while let letter = rest.popFirst(), letter != "\"" {
          // Browsers write %22 for a quote; others escape it.
          if letter == "\\", rest.first == "\"" { text.append(rest.removeFirst()) } else { text.append(letter) }
        }
      } else {
        text = String(rest.prefix { $0 != ";" && $0 != " " })
        rest = rest.dropFirst(text.count)
      }
      if isIt { return text }
    }
    return nil
  }

  private static func find(_ wanted: [UInt8], in bytes: ByteBufferView, from start: Int) -> Int? {
    guard let first = wanted.first else { return nil }
    var index = start
    while let found = bytes[index...].firstIndex(of: first) {
      if bytes[found...].starts(with: wanted) { return found }
      index = found + 1
    }
    return nil
  }
}

extension PageRequest.Upload {
  /// A path below the folder of the upload. Throws for one that leads out of it, or is none.
  static func checked(path: String) throws(Problem) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isGood =
      parts.count <= 16 && path.utf8.count <= 1024
      && parts.allSatisfy { part in
        !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 255
          && !part.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "\\" }
      }
    guard isGood else {
      throw .badRequest("the file name '\(path.prefix(100))' is no path below the page's folder, such as img/a.png")
    }
    return path
  }

  /// The page first: the part `page`, or `index.html`, or the first that is HTML.
  init(_ parts: [Multipart.Part]) throws(Problem) {
    files = []
    var names = Set<String>()
    var page: Int?
    for part in parts {
      guard let name = part.fileName else { continue }
      let path = try Self.checked(path: name)
      guard names.insert(path).inserted else { throw .badRequest("the file '\(path.prefix(100))' comes twice") }
      if part.name == "page" { page = files.count }
      files.append(File(path: path, contents: part.contents))
    }
    // A file where another needs a folder.
    for name in names where names.contains(where: { $0.hasPrefix(name + "/") }) {
      throw .badRequest("'\(name.prefix(100))' is a file and a folder")
    }
    guard !files.isEmpty else { throw .badRequest("the form has no file: give the page as a part with a file name") }
    let index =
      page ?? files.firstIndex { $0.path == "index.html" }
      ?? files.firstIndex {
        [".html", ".htm", ".svg", ".md", ".xhtml"].contains(where: $0.path.lowercased().hasSuffix)
      } ?? 0
    files.swapAt(0, index)
  }
}
