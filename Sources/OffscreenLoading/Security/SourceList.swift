/// What a directive of a policy names: where something may come from.
/// https://w3c.github.io/webappsec-csp/#framework-directive-source-list
package struct SourceList: Sendable {
  private var addresses: [SourceExpression] = []
  private var nonces: Set<String> = []
  private var hashes: [(algorithm: String, digest: [UInt8])] = []
  private var keywords: Set<String> = []
  package private(set) var isEmpty = true

  private static let mostExpressions = 512
  private static let algorithms = ["sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512"]

  init(_ expressions: [Substring]) {
    for expression in expressions.prefix(Self.mostExpressions) {
      let lower = expression.lowercased()
      guard lower != "'none'" else { continue }
      isEmpty = false
      guard lower.hasPrefix("'"), lower.hasSuffix("'"), lower.utf8.count > 2 else {
        if let address = SourceExpression(expression) { addresses.append(address) }
        continue
      }
      let inner = expression.dropFirst().dropLast()
      guard let dash = inner.firstIndex(of: "-") else {
        keywords.insert(String(lower.dropFirst().dropLast()))
        continue
      }
      let (kind, value) = (inner[..<dash].lowercased(), inner[inner.index(after: dash)...])
      if kind == "nonce" {
        nonces.insert(String(value))
      } else if let algorithm = Self.algorithms[kind], let digest = Base64.decodedOfAddress(value) {
        hashes.append((algorithm, digest))
      } else {
        keywords.insert(String(lower.dropFirst().dropLast()))
      }
    }
  }

  package func has(_ keyword: String) -> Bool { keywords.contains(keyword) }

  /// https://w3c.github.io/webappsec-csp/#match-url-to-source-list
  func allows(_ url: PageURL, of page: PageURL, isRedirected: Bool) -> Bool {
    keywords.contains("self") && SourceExpression.isSame(url, as: page)
      || addresses.contains { $0.matches(url, of: page, isRedirected: isRedirected) }
  }

  func allows(nonce: String) -> Bool { !nonce.isEmpty && nonces.contains(nonce) }

  /// Whether the digests that a page demands of a script are all named.
  /// https://w3c.github.io/webappsec-csp/#script-pre-request
  func allows(integrity: String) -> Bool {
    guard !hashes.isEmpty else { return false }
    let demanded = integrity.split(whereSeparator: \.isWhitespace).compactMap { item -> (String, [UInt8])? in
      let expression = item.prefix { $0 != "?" }
      guard let dash = expression.firstIndex(of: "-"), let name = Self.algorithms[expression[..<dash].lowercased()],
        let digest = Base64.decodedOfAddress(expression[expression.index(after: dash)...])
      else { return nil }
      return (name, digest)
    }
    return !demanded.isEmpty
      && demanded.allSatisfy { wanted in hashes.contains { $0.algorithm == wanted.0 && $0.digest == wanted.1 } }
  }

  /// https://w3c.github.io/webappsec-csp/#match-element-to-source-list
  /// `isOfScript`: whether it is one, or leads to one; `isAttribute`: whether it is the value of one.
  func allowsInline(_ source: [UInt8], nonce: String, isOfScript: Bool, isAttribute: Bool) -> Bool {
    let isStrict = isOfScript && has("strict-dynamic")
    if has("unsafe-inline"), nonces.isEmpty, hashes.isEmpty, !isStrict { return true }
    if !isAttribute, allows(nonce: nonce) { return true }
    guard !isAttribute || has("unsafe-hashes") else { return false }
    var known: [String: [UInt8]] = [:]
    return hashes.contains { hash in
      let digest = known[hash.algorithm] ?? ContentHash.digest(hash.algorithm, source) ?? []
      known[hash.algorithm] = digest
      return digest == hash.digest
    }
  }
}

extension Base64 {
  /// With `-` and `_` as well as `+` and `/`.
  fileprivate static func decodedOfAddress(_ text: Substring) -> [UInt8]? {
    decoded(
      text.utf8.map { byte in
        byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
      })
  }
}

/// A scheme, or a host with what belongs to it.
/// https://w3c.github.io/webappsec-csp/#match-url-to-source-expression
struct SourceExpression: Sendable {
  private var scheme: String?
  /// Nil: any of the scheme.
  private var host: String?
  /// "" where none is named.
  private var port = ""
  private var path = ""

  init?(_ text: Substring) {
    var rest = text
    if let mark = rest.range(ofColonSlashes: ()) {
      scheme = rest[..<mark.lowerBound].lowercased()
      rest = rest[mark.upperBound...]
    } else if rest.last == ":",
      !rest.dropLast().contains(where: { !$0.isLetter && !$0.isNumber && !"+-.".contains($0) })
    {
      scheme = rest.dropLast().lowercased()
      return
    }
    if let slash = rest.firstIndex(of: "/") {
      path = String(rest[slash...].prefix { $0 != "?" && $0 != "#" })
      rest = rest[..<slash]
    }
    if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
      port = String(rest[rest.index(after: colon)...])
      rest = rest[..<colon]
      guard port == "*" || !port.isEmpty && port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    }
    guard !rest.isEmpty else { return nil }
    host = rest.lowercased()
  }

  func matches(_ url: PageURL, of page: PageURL, isRedirected: Bool) -> Bool {
    // Any: of the network, or as the page.
    if host == "*", scheme == nil, port.isEmpty, path.isEmpty {
      return url.isHTTP || ["ws", "wss"].contains(url.scheme) || url.scheme == page.scheme
    }
    guard Self.isSame(url.scheme, asScheme: scheme ?? page.scheme) else { return false }
    guard let host else { return true }
    guard let named = url.host?.lowercased(), matches(host: host, named), matchesPort(url) else { return false }
    return isRedirected || matchesPath(url)
  }

  /// A safer one will do. https://w3c.github.io/webappsec-csp/#scheme-part-match
  private static func isSame(_ scheme: String, asScheme named: String) -> Bool {
    if scheme == named { return true }
    switch named {
    case "http": return scheme == "https"
    case "ws": return ["wss", "http", "https"].contains(scheme)
    case "wss": return scheme == "https"
    default: return false
    }
  }

  private func matches(host pattern: String, _ host: String) -> Bool {
    if pattern == "*" { return true }
    if pattern.hasPrefix("*.") { return host.hasSuffix(pattern.dropFirst()) && host.utf8.count >= pattern.utf8.count }
    return pattern == host
  }

  /// https://w3c.github.io/webappsec-csp/#port-part-matches
  private func matchesPort(_ url: PageURL) -> Bool {
    if port == "*" { return true }
    let known = PageURL.defaultPort(of: url.scheme)
    guard let wanted = Int(port) else { return port.isEmpty && (url.port ?? known) == known }
    let actual = url.port ?? known
    return actual == wanted || wanted == 80 && actual == 443
  }

  /// https://w3c.github.io/webappsec-csp/#path-part-match
  private func matchesPath(_ url: PageURL) -> Bool {
    if path.isEmpty || path == "/" { return true }
    func parts(_ path: String) -> [[UInt8]] {
      path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .map { PercentEncoding.decoded(Array($0)) }
    }
    var (wanted, actual) = (parts(path), parts(url.path))
    if path.hasSuffix("/") {
      wanted.removeLast()
      actual = Array(actual.prefix(wanted.count))
    }
    return wanted == actual
  }

  /// https://w3c.github.io/webappsec-csp/#match-url-to-source-expression, `'self'`
  static func isSame(_ url: PageURL, as page: PageURL) -> Bool {
    // Files of the page's folder are its own.
    if page.isFile { return url.isFile }
    guard let origin = page.origin, let host = url.host, host == page.host else { return false }
    if url.origin == origin { return true }
    let isPort =
      url.port == page.port
      || url.port ?? PageURL.defaultPort(of: url.scheme) == PageURL.defaultPort(of: url.scheme)
        && page.port ?? PageURL.defaultPort(of: page.scheme) == PageURL.defaultPort(of: page.scheme)
    return isPort
      && (url.scheme == "https" || url.scheme == "wss" || page.scheme == "http" && url.scheme == "ws")
  }
}

extension Substring {
  fileprivate func range(ofColonSlashes: Void) -> Range<Index>? {
    guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://") else { return nil }
    return colon..<index(colon, offsetBy: 3)
  }
}
