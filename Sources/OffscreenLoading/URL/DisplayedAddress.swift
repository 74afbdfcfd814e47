// What messages, logs, manifests and answers show of addresses. Everything that is shown goes through here:
// a password in an address is for its server alone.

extension PageURL {
  /// A file by its path, data by its beginning, everything else as an address without name and password.
  package var displayed: String {
    if isFile { return String(decoding: decodedPath, as: UTF8.self).onOneLine(2_000) }
    return isData ? String(href.prefix(60)).onOneLine() : withoutCredentials().href
  }

  /// What was given as a page, be it an address, a path or neither.
  package static func displayed(_ text: String) -> String {
    // White space in it does not count, so it hides nothing.
    let line = text.filter { !"\t\n\r\r\n".contains($0) }.onOneLine(2_000)
    let bytes = Array(line.utf8)
    // 1. A scheme, and what separates it.
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
    let name = String(decoding: scheme, as: UTF8.self).trimmed.lowercased()
    guard scheme.count < bytes.count, let first = name.utf8.first, (0x61...0x7A).contains(first),
      name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
    else { return line }
    let slashes = bytes[(scheme.count + 1)...].prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    guard isSpecial(name) && name != "file" || slashes.count >= 2 else { return line }
    // 2. Up to the last at sign is the name and the password; of what is no valid address, all that may be one.
    let rest = bytes[slashes.endIndex...]
    let isValid = PageURL(text) != nil
    let authority = isValid ? rest.prefix { !"/\\?#".utf8.contains($0) } : rest
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return line }
    return String(decoding: bytes[..<slashes.endIndex] + bytes[(at + 1)...], as: UTF8.self)
  }

  package func withoutCredentials() -> PageURL {
    var url = self
    (url.username, url.password) = ("", "")
    return url
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
