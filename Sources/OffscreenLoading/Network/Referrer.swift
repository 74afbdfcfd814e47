/// The `Referer` header of a request.
package enum Referrer {
  /// By the policy `strict-origin-when-cross-origin`, which is the default.
  /// https://www.w3.org/TR/referrer-policy/#determine-requests-referrer
  package static func value(from page: PageURL?, to url: PageURL) -> String? {
    guard let page, page.isHTTP, let origin = page.origin else { return nil }
    // No referrer from a secure page to an insecure URL.
    if page.scheme == "https", url.scheme == "http", !isTrustworthy(url) { return nil }
    return url.origin == origin ? page.withoutCredentials().hrefWithoutFragment : origin + "/"
  }

  /// https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy
  static func isTrustworthy(_ url: PageURL) -> Bool {
    if url.scheme == "https" { return true }
    guard let host = url.host else { return false }
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    return url.hostAddress.map { $0.bytes.count == 4 && $0.bytes[0] == 127 } ?? false
  }
}
