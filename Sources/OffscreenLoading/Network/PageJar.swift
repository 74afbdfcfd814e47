/// What a page, or several that share a `CookieJar`, has for itself, and what is gone with it: its cookies,
/// which libcurl keeps, and the answers that are for this page only. Stays on the session's thread.
final class PageJar {
  /// libcurl's share, which holds the cookies.
  let cookies: UnsafeMutableRawPointer
  let cache = HTTPCache(mostBytes: 8 << 20, keepsFiles: false)
  /// For which servers set cookies.
  private var domains: Set<String> = []
  /// Of the user's cookies, those that the page's server has set anew or has removed.
  private var replaced: Set<String> = []

  private static let mostDomains = 1_000

  init(cookies: UnsafeMutableRawPointer) { self.cookies = cookies }

  /// Whether a request may bring cookies that servers set. True too often rather than too seldom: libcurl
  /// knows it only when the request is under way.
  func mayHaveCookies(for url: PageURL) -> Bool {
    guard !domains.isEmpty, var name = url.host?[...] else { return false }
    if domains.count >= Self.mostDomains { return true }
    while true {
      if domains.contains(String(name)) { return true }
      guard let dot = name.firstIndex(of: ".") else { return false }
      name = name[name.index(after: dot)...]
    }
  }

  /// A server sets a cookie: called as soon as the line has come, since from then on requests bring it.
  /// https://www.rfc-editor.org/rfc/rfc6265#section-5.2
  func note(setCookie value: String, from url: PageURL, isAtHome: Bool) {
    let parts = value.split(separator: ";", omittingEmptySubsequences: false).prefix(100)
      .map { $0.drop(while: \.isWhitespace) }
    var (domain, path): (String?, String?)
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      switch pair[0].lowercased() {
      case "domain": domain = pair[1].drop { $0 == "." }.lowercased()
      case "path": path = String(pair[1])
      case _: continue
      }
    }
    if domains.count < Self.mostDomains { domains.formUnion([url.host ?? "", domain ?? ""].filter { !$0.isEmpty }) }
    // The user's cookies are for the whole host: another path makes another cookie.
    // Without a path of its own, a cookie is for the folder of the address.
    let isAtTop = url.path.dropFirst().allSatisfy { $0 != "/" }
    let isForWholeHost = path.map { $0.hasPrefix("/") ? $0 == "/" : isAtTop } ?? isAtTop
    guard isAtHome, domain?.isEmpty ?? true, isForWholeHost, replaced.count < Self.mostDomains,
      let name = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).first
    else { return }
    replaced.insert(String(name))
  }

  /// The user's cookies as one line; nil where there are none.
  func line(of cookies: [RequestSettings.Cookie]) -> String? {
    let left = cookies.filter { !replaced.contains($0.name) }
    return left.isEmpty ? nil : left.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }
}
