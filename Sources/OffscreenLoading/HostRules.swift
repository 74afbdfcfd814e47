/// Which hosts a page may load from, whatever it names and wherever its servers redirect to.
package struct HostRules: Hashable, Sendable {
  /// A host, or a name with a dot before it that stands for all below.
  package struct Pattern: Hashable, Sendable, LosslessStringConvertible {
    package let description: String

    /// Nil for what is no host, such as one with a port.
    package init?(_ text: String) {
      let isBelow = text.hasPrefix(".")
      let name = isBelow ? String(text.dropFirst()) : text
      // As addresses have it, in ASCII; without a port, even where that is the usual one.
      guard name.hasPrefix("[") ? name.hasSuffix("]") : !name.contains(":"),
        let url = PageURL("http://\(name)/"), let host = url.host, url.port == nil, url.path == "/",
        url.username.isEmpty, url.password.isEmpty, url.query == nil, !isBelow || url.hostAddress == nil
      else { return nil }
      description = (isBelow ? "." : "") + host
    }

    func matches(_ host: String) -> Bool {
      description.hasPrefix(".") ? host.hasSuffix(description) : host == description
    }
  }

  /// Where there are some, there are no others.
  package var allowed: [Pattern] = []
  /// They win over `allowed`.
  package var denied: [Pattern] = []

  package init() {}

  /// Whether the address's host is one that may be asked. A dot at the end of a name changes nothing.
  func allow(_ url: PageURL) -> Bool {
    guard !allowed.isEmpty || !denied.isEmpty else { return true }
    guard var host = url.host else { return false }
    if host.hasSuffix(".") { host.removeLast() }
    if denied.contains(where: { $0.matches(host) }) { return false }
    return allowed.isEmpty || allowed.contains { $0.matches(host) }
  }
}
