import OffscreenPlatform

/// Which proxy an address is loaded through, as the environment says.
struct ProxySettings: Sendable {
  private let http: String
  private let https: String
  private let exceptions: [String]
  /// Proxies that refuse private addresses themselves, as their user says: as they are displayed.
  private let trusted: Set<String>

  /// `HTTP_PROXY` in capitals is not read: a web server may set it from a request's header.
  init(variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
    let all = variable("all_proxy") ?? variable("ALL_PROXY") ?? ""
    http = variable("http_proxy") ?? all
    https = variable("https_proxy") ?? variable("HTTPS_PROXY") ?? all
    exceptions = (variable("no_proxy") ?? variable("NO_PROXY") ?? "").lowercased()
      .split { $0 == "," || $0 == " " }.map(String.init)
    trusted = Set(
      (variable("OFFSCREEN_TRUSTED_PROXY") ?? "").split { $0 == "," || $0 == " " }.map {
        Self.place(of: String($0))
      })
  }

  /// Whether names may go to the proxy without being looked up here.
  func isTrusted(_ proxy: String) -> Bool { trusted.contains(Self.place(of: proxy)) }

  /// Host and port, by which a proxy is known.
  private static func place(of proxy: String) -> String {
    let displayed = displayed(proxy).lowercased()
    let start = displayed.firstRange(of: "://")?.upperBound ?? displayed.startIndex
    let place = displayed[start...]
    return String(place.hasSuffix("/") ? place.dropLast() : place)
  }

  /// A proxy without its name and password, for messages.
  static func displayed(_ proxy: String) -> String {
    let scheme = proxy.firstRange(of: "://").map { proxy[..<$0.upperBound] } ?? ""
    let rest = proxy.dropFirst(scheme.count)
    let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    return "\(scheme)\(host)".onOneLine()
  }

  /// Empty: none.
  func proxy(for url: PageURL) -> String {
    let proxy = url.scheme == "https" ? https : http
    if proxy.isEmpty { return "" }
    return isException(url) ? "" : proxy
  }

  /// A host includes its subdomains, with a dot before it or without.
  private func isException(_ url: PageURL) -> Bool {
    guard var host = url.host else { return false }
    if host.hasPrefix("[") { host = String(host.dropFirst().dropLast()) }
    return exceptions.contains { exception in
      if exception == "*" { return true }
      var name = exception[...]
      if let colon = name.lastIndex(of: ":"), name.firstIndex(of: ":") == colon,
        Int(name[name.index(after: colon)...]) != nil
      {
        guard Int(name[name.index(after: colon)...]) == url.port ?? PageURL.defaultPort(of: url.scheme) else {
          return false
        }
        name = name[..<colon]
      }
      while name.hasPrefix(".") || name.hasPrefix("*") { name.removeFirst() }
      return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }
  }
}
