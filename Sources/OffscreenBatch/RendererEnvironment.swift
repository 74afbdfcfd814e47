/// The environment of a process that renders: what libraries and the network ask for. The rest of the user's, where
/// secrets are, stays outside.
enum RendererEnvironment {
  private static let names: Set = [
    // Where fonts, their cache and libraries are.
    "HOME", "XDG_CACHE_HOME", "TMPDIR", "LD_LIBRARY_PATH", "ICU_DATA",
    // How messages are written and time is told.
    "LANG", "LANGUAGE", "TZ",
    // Proxies, and whom to trust.
    "http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE",
    "SSL_CERT_DIR", "CURL_CA_BUNDLE",
    "SWIFT_BACKTRACE",
  ]
  private static let prefixes = ["OFFSCREEN_", "LC_", "MALLOC_"]

  static func variables(of own: [String: String]) -> [String: String] {
    var result = own.filter { name, _ in names.contains(name) || prefixes.contains { name.hasPrefix($0) } }
    // A crash is an answer here: Swift's backtrace would only make it late.
    if result["SWIFT_BACKTRACE"] == nil { result["SWIFT_BACKTRACE"] = "enable=no" }
    return result
  }
}
