/// An address's parts, as scripts read and set them.
/// https://url.spec.whatwg.org/#api
extension PageURL {
  /// href, origin, protocol, username, password, host, hostname, port, pathname, search, hash.
  package var parts: [String] {
    let port = port.map { "\($0)" } ?? ""
    let hostname = host ?? ""
    return [
      href, scriptOrigin, scheme + ":", username, password, port.isEmpty ? hostname : "\(hostname):\(port)", hostname,
      port,
      path, query.flatMap { $0.isEmpty ? nil : "?" + $0 } ?? "", fragment.flatMap { $0.isEmpty ? nil : "#" + $0 } ?? "",
    ]
  }

  /// The origin as text: `null` for one that is opaque, and for what lies in a blob of such a page.
  private var scriptOrigin: String {
    if scheme == "blob" {
      guard let inner = PageURL(path), inner.isHTTP else { return "null" }
      return inner.origin ?? "null"
    }
    return origin ?? "null"
  }

  /// Sets a part, named as the attribute of `URL`; what the standard refuses changes nothing.
  package mutating func set(_ part: String, to value: String) {
    let value = String(decoding: value.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    switch part {
    case "href": if let url = PageURL(value) { self = url }
    case "protocol": setScheme(value)
    case "username": if canHaveCredentials { username = PercentEncoding.userinfo.encoded(value.utf8) }
    case "password": if canHaveCredentials { password = PercentEncoding.userinfo.encoded(value.utf8) }
    case "host": setHost(value, withPort: true)
    case "hostname": setHost(value, withPort: false)
    case "port": setPort(value)
    case "pathname": setPath(value)
    case "search":
      let text = value.hasPrefix("?") ? value.dropFirst() : value[...]
      query =
        value.isEmpty ? nil : (isSpecial ? PercentEncoding.specialQuery : PercentEncoding.query).encoded(text.utf8)
    case "hash":
      let text = value.hasPrefix("#") ? value.dropFirst() : value[...]
      fragment = value.isEmpty ? nil : PercentEncoding.fragment.encoded(text.utf8)
    default: break
    }
  }

  /// https://url.spec.whatwg.org/#cannot-have-a-username-password-port
  private var canHaveCredentials: Bool { host?.isEmpty == false && !isFile }

  private mutating func setScheme(_ value: String) {
    let name = value.prefix { $0 != ":" }.lowercased()
    guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
      name.utf8.allSatisfy({ byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      }),
      Self.isSpecial(name) == isSpecial
    else { return }
    if name == "file", !username.isEmpty || !password.isEmpty || port != nil { return }
    if isFile, host?.isEmpty != false { return }
    scheme = name
    if port == Self.defaultPort(of: name) { port = nil }
  }

  private mutating func setHost(_ value: String, withPort: Bool) {
    guard !hasOpaquePath else { return }
    let text = value.prefix { $0 != "/" && $0 != "?" && $0 != "#" && !(isSpecial && $0 == "\\") }
    var name = text
    var digits: Substring?
    if !text.hasPrefix("["), let colon = text.firstIndex(of: ":") {
      // A colon at the beginning leaves no host; in `hostname` any colon is refused.
      if colon == text.startIndex || !withPort { return }
      (name, digits) = (text[..<colon], text[text.index(after: colon)...])
    } else if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
      let rest = text[text.index(after: end)...]
      name = text[...end]
      if rest.hasPrefix(":") {
        if !withPort { return }
        digits = rest.dropFirst()
      }
    }
    if name.isEmpty {
      if isSpecial && !isFile || !username.isEmpty || !password.isEmpty || port != nil { return }
      host = ""
      return
    }
    guard let parsed = URLHost.parse(ArraySlice(Array(name.utf8)), isOpaque: !isSpecial) else { return }
    host = isFile && parsed == "localhost" ? "" : parsed
    if let digits, !isFile { setPort(String(digits), keepsWhereEmpty: true) }
  }

  private mutating func setPort(_ value: String, keepsWhereEmpty: Bool = false) {
    guard canHaveCredentials else { return }
    if value.isEmpty {
      if !keepsWhereEmpty { port = nil }
      return
    }
    let digits = value.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard !digits.isEmpty else { return }
    var number = 0
    for digit in digits {
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
      if number > 65_535 { return }
    }
    port = number == Self.defaultPort(of: scheme) ? nil : number
  }

  private mutating func setPath(_ value: String) {
    guard !hasOpaquePath else { return }
    path = URLParser.path(of: Array(value.utf8), in: self)
  }
}
