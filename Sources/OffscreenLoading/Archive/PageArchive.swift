/// A page with all that it uses in one file: MHTML.
/// https://www.rfc-editor.org/rfc/rfc2557
package struct PageArchive: Sendable {
  /// The resource of an address.
  package struct Part: Sendable {
    package var address: String
    package var resource: Resource

    package init(address: String, resource: Resource) { (self.address, self.resource) = (address, resource) }
  }

  package private(set) var root: Resource
  private var parts: [String: Resource] = [:]

  private static let mostParts = 4_096

  package static func isArchive(_ type: MIMEType) -> Bool {
    type.essence == "multipart/related" || type.essence == "message/rfc822"
      || type.essence == "application/x-mimearchive"
  }

  // MARK: Reading

  /// Nil where there is no page in it. `url`: of the archive itself.
  package init?(_ bytes: [UInt8], url: PageURL) {
    let message = MIMEMessage(bytes[...])
    guard let type = message.headers["Content-Type"].flatMap({ MIMEType($0) }), type.essence.hasPrefix("multipart/"),
      let boundary = type["boundary"]
    else { return nil }
    let all = message.parts(boundary: boundary, limit: Self.mostParts)
    // The page is the part that `start` names, or else the first.
    let start = type["start"]
    guard let main = all.first(where: { start != nil && $0.headers["Content-ID"] == start }) ?? all.first,
      let root = Self.resource(main, base: url)
    else { return nil }
    self.root = root
    for part in all {
      guard let resource = Self.resource(part, base: url) else { continue }
      if let location = part.headers["Content-Location"], let address = PageURL(location, base: url) {
        add(resource, address.hrefWithoutFragment)
      }
      if let identifier = part.headers["Content-ID"] {
        add(resource, "cid:" + identifier.drop { $0 == "<" }.prefix { $0 != ">" })
      }
    }
  }

  private mutating func add(_ resource: Resource, _ key: String) {
    if parts[key] == nil { parts[key] = resource }
  }

  /// The page, or the part of an address that is wanted in its place: with or without the `s` of its scheme. `name`: of
  /// the archive, for the error, which names some pages that are there.
  package func page(_ address: String?, name: String) throws(LoadError) -> Resource {
    guard let address else { return root }
    if let url = PageURL(address) {
      if root.finalURL.hrefWithoutFragment == url.hrefWithoutFragment { return root }
      let key = url.hrefWithoutFragment
      let other = url.isHTTP ? (url.scheme == "http" ? "https" : "http") + key.dropFirst(url.scheme.utf8.count) : key
      if let resource = parts[key] ?? parts[other] { return resource }
    }
    let pages = parts.filter { $0.value.mimeType.isHTML }.keys.sorted().prefix(3).map { $0.onOneLine() }
    let list = pages.isEmpty ? "" : "; it has \(pages.joined(separator: ", "))"
    throw LoadError(
      name, .unreadable("there is no page \(PageURL.displayed(address).onOneLine()) in it\(list)"))
  }

  package func resource(at url: PageURL) -> Resource? { parts[url.hrefWithoutFragment] }

  /// Where a part came from in the end, where that is not its address.
  private static let finalLocation = "X-Final-Location"

  private static func resource(_ part: MIMEMessage, base: PageURL) -> Resource? {
    let bytes = part.decodedBody
    let type = part.headers["Content-Type"].flatMap { MIMEType($0) }
    let location =
      part.headers[finalLocation] ?? part.headers["Content-Location"]
      ?? part.headers["Content-ID"].map { id in
        "cid:" + id.drop { $0 == "<" }.prefix { $0 != ">" }
      }
    var plain = type ?? .sniffed(bytes)
    let charset = plain.charset
    plain.parameters = []
    return Resource(
      bytes: bytes, mimeType: plain, charset: charset, finalURL: location.flatMap { PageURL($0, base: base) } ?? base)
  }

  // MARK: Writing

  /// The file of a page; `parts` holds what it uses, and may hold the page itself. Nothing in it depends on
  /// the time or the machine.
  package static func encoded(page: Part, title: String, parts: [Part]) -> [UInt8] {
    let others = parts.filter { $0.address != page.address }
    let hashes = ([page] + others).map { ContentHash.sha256($0.resource.bytes) }.joined()
    let boundary = "----OffscreenPage-\(ContentHash.sha256(Array(hashes.utf8)).prefix(32))----"
    var output: [UInt8] = []
    func line(_ text: String) { output += Array((text + "\r\n").utf8) }
    line("From: <Saved by Offscreen>")
    line("Snapshot-Content-Location: \(page.address)")
    line("Subject: \(encodedWords(title))")
    line("MIME-Version: 1.0")
    line("Content-Type: multipart/related;")
    line("\ttype=\"\(page.resource.mimeType.essence)\";")
    line("\tboundary=\"\(boundary)\"")
    line("")
    for part in [page] + others {
      let resource = part.resource
      line("")
      line("--\(boundary)")
      let charset =
        resource.charset.map {
          "; charset=\($0.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })"
        } ?? ""
      line("Content-Type: \(resource.mimeType.essence)\(charset)")
      line("Content-Transfer-Encoding: base64")
      line("Content-Location: \(part.address)")
      let final = resource.finalURL.hrefWithoutFragment
      if final != part.address { line("\(finalLocation): \(final)") }
      line("")
      Base64.appendLines(resource.bytes, to: &output)
    }
    line("")
    line("--\(boundary)--")
    return output
  }

  /// https://www.rfc-editor.org/rfc/rfc2047
  private static func encodedWords(_ text: String) -> String {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200)
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(text) }
    var words: [String] = []
    var current = ""
    for character in text {
      // An encoded word has at most 75 characters.
      if current.utf8.count + String(character).utf8.count > 40 {
        words.append(current)
        current = ""
      }
      current.append(character)
    }
    words.append(current)
    return words.filter { !$0.isEmpty }.map { "=?utf-8?B?\(Base64.encoded(Array($0.utf8)))?=" }.joined(
      separator: "\r\n ")
  }
}

extension Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encoded(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    append(bytes[...], to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// In lines of 76 characters.
  static func appendLines(_ bytes: [UInt8], to output: inout [UInt8]) {
    output.reserveCapacity(output.count + bytes.count / 57 * 78 + 80)
    var start = 0
    while start < bytes.count {
      let end = min(start + 57, bytes.count)
      append(bytes[start..<end], to: &output)
      output += [13, 10]
      start = end
    }
  }

  private static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let count = min(3, bytes.endIndex - index)
      var value = UInt32(0)
      for offset in 0..<3 { value = value << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0) }
      for digit in 0..<4 {
        output.append(digit <= count ? alphabet[Int(value >> UInt32(18 - digit * 6) & 63)] : UInt8(ascii: "="))
      }
      index += 3
    }
  }
}
