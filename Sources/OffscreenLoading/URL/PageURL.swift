/// An address, parsed and serialised as the URL Standard says.
/// https://url.spec.whatwg.org/#url-representation
package struct PageURL: Sendable {
  package internal(set) var scheme: String
  package internal(set) var username = ""
  package internal(set) var password = ""
  /// Serialised; empty and nil are different.
  package internal(set) var host: String?
  package internal(set) var port: Int?
  /// Serialised: a path of segments begins with a slash for each, an opaque path is as it is.
  package internal(set) var path = ""
  package internal(set) var hasOpaquePath = false
  /// Without its question mark.
  package internal(set) var query: String?
  /// Without its number sign.
  package internal(set) var fragment: String?

  package init(scheme: String) { self.scheme = scheme }

  /// Parses an address; one that is relative needs a base. Nil where the standard says failure.
  package init?(_ text: some StringProtocol, base: PageURL? = nil) {
    self.init(utf8: Array(text.utf8), base: base)
  }

  /// `encodeQuery`: the query in the bytes of a document's encoding, where that is not UTF-8.
  /// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
  package init?(utf8 text: [UInt8], base: PageURL? = nil, encodeQuery: ((ArraySlice<UInt8>) -> [UInt8])? = nil) {
    var parser = URLParser(text, base: base)
    parser.encodeQuery = encodeQuery
    guard let url = parser.parse() else { return nil }
    self = url
  }

  /// The address of a file, given by its absolute path.
  package init(filePath: [UInt8]) {
    self.init(scheme: "file")
    host = ""
    var encoded: [UInt8] = []
    for byte in filePath {
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") {
        PercentEncoding.append(byte, to: &encoded)
      } else {
        PercentEncoding.path.append(byte, to: &encoded)
      }
    }
    path = String(decoding: encoded, as: UTF8.self)
  }

  /// The address that a page at this one means by `reference`.
  package func joined(_ reference: some StringProtocol) -> PageURL? { PageURL(reference, base: self) }

  package var isFile: Bool { scheme == "file" }
  package var isData: Bool { scheme == "data" }
  package var isHTTP: Bool { scheme == "http" || scheme == "https" }

  /// https://url.spec.whatwg.org/#special-scheme
  package var isSpecial: Bool { Self.isSpecial(scheme) }

  static func isSpecial(_ scheme: String) -> Bool {
    switch scheme {
    case "http", "https", "file", "ws", "wss", "ftp": true
    default: false
    }
  }

  static func defaultPort(of scheme: String) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    case "ftp": 21
    default: nil
    }
  }

  /// The address as text.
  /// https://url.spec.whatwg.org/#url-serializing
  package var href: String { serialized(withFragment: true) }

  /// The address as text without its fragment: the key of requests and of caches.
  package var hrefWithoutFragment: String { serialized(withFragment: false) }

  package func withoutFragment() -> PageURL {
    var url = self
    url.fragment = nil
    return url
  }

  /// The path with its percent encoding undone.
  package var decodedPath: [UInt8] { PercentEncoding.decoded(Array(path.utf8)) }

  /// The fragment with its percent encoding undone.
  package var decodedFragment: String? {
    fragment.map { String(decoding: PercentEncoding.decoded(Array($0.utf8)), as: UTF8.self) }
  }

  /// The origin of whoever has made the address of a blob; nil where that is opaque.
  /// https://w3c.github.io/FileAPI/#unicodeBlobURL
  package var blobOrigin: String? { scheme == "blob" ? PageURL(path)?.origin : nil }

  /// Scheme, host and port; nil for addresses whose origin is opaque.
  /// https://url.spec.whatwg.org/#origin
  package var origin: String? {
    guard isSpecial, !isFile, let host else { return nil }
    return "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")"
  }

  private func serialized(withFragment: Bool) -> String {
    var text = scheme + ":"
    if let host {
      text += "//"
      if !username.isEmpty || !password.isEmpty {
        text += username
        if !password.isEmpty { text += ":" + password }
        text += "@"
      }
      text += host
      if let port { text += ":\(port)" }
    } else if !hasOpaquePath, path.utf8.starts(with: "//".utf8) {
      // Without this, the path would be taken for a host.
      text += "/."
    }
    text += path
    if let query { text += "?" + query }
    if withFragment, let fragment { text += "#" + fragment }
    return text
  }
}

extension PageURL: Hashable {
  package static func == (a: PageURL, b: PageURL) -> Bool {
    a.scheme == b.scheme && a.host == b.host && a.path == b.path && a.query == b.query
      && a.fragment == b.fragment && a.port == b.port && a.username == b.username
      && a.password == b.password && a.hasOpaquePath == b.hasOpaquePath
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(host)
    hasher.combine(path)
    hasher.combine(query)
  }
}

extension PageURL: CustomStringConvertible {
  package var description: String { href }
}
