/// What a request tells its server of who makes it, and what for: the header fields `Sec-Fetch-...`.
/// https://w3c.github.io/webappsec-fetch-metadata/
enum FetchMetadata {
  /// `url`: where the request is now; `earlier`: the addresses that led there. Only a server that is sure to be itself is
  /// told.
  static func fields(of request: NetworkRequest, at url: PageURL, after earlier: [PageURL]) -> [HTTPHeaders.Field] {
    guard Referrer.isTrustworthy(url) else { return [] }
    let isOfUser = request.kind == .document && request.referrer == nil
    let site = isOfUser ? "none" : relation(of: request.referrer, to: earlier + [url])
    var fields = [
      HTTPHeaders.Field(name: "Sec-Fetch-Dest", value: request.kind.destination),
      HTTPHeaders.Field(name: "Sec-Fetch-Mode", value: request.kind.mode),
      HTTPHeaders.Field(name: "Sec-Fetch-Site", value: site),
    ]
    if isOfUser { fields.append(.init(name: "Sec-Fetch-User", value: "?1")) }
    return fields
  }

  /// https://w3c.github.io/webappsec-fetch-metadata/#sec-fetch-site-header
  private static func relation(of page: PageURL?, to addresses: [PageURL]) -> String {
    guard let page, let origin = page.origin else { return "cross-site" }
    if addresses.allSatisfy({ $0.origin == origin }) { return "same-origin" }
    return addresses.allSatisfy { isSameSite($0, page) } ? "same-site" : "cross-site"
  }

  /// https://html.spec.whatwg.org/multipage/browsers.html#same-site
  /// Deviation: without a list of the suffixes under which anyone may register names, hosts beside each other are two
  /// sites; one is of the same site as those below it.
  private static func isSameSite(_ first: PageURL, _ second: PageURL) -> Bool {
    guard first.scheme == second.scheme, let a = first.host, let b = second.host else { return false }
    if a == b { return true }
    guard first.hostAddress == nil, second.hostAddress == nil else { return false }
    let (upper, lower) = a.utf8.count < b.utf8.count ? (a, b) : (b, a)
    return upper.contains(".") && lower.hasSuffix("." + upper)
  }
}

extension ResourceKind {
  /// https://fetch.spec.whatwg.org/#concept-request-destination
  fileprivate var destination: String {
    switch self {
    case .document: "document"
    case .frame: "iframe"
    case .styleSheet: "style"
    case .image: "image"
    case .font: "font"
    case .script: "script"
    case .data, .fetch: "empty"
    }
  }

  /// https://fetch.spec.whatwg.org/#concept-request-mode
  /// Deviation: elements that say `crossorigin`, and modules, ask as others of their kind do.
  fileprivate var mode: String {
    switch self {
    case .document, .frame: "navigate"
    case .styleSheet, .image, .script: "no-cors"
    case .font, .data, .fetch: "cors"
    }
  }
}
