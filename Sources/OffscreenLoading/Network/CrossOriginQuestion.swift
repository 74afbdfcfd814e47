/// What a server is asked before a script of another origin may send it what a plain page could not.
/// https://fetch.spec.whatwg.org/#cors-preflight-fetch-0
package struct CrossOriginQuestion: Hashable, Sendable {
  private let url: String
  /// Who asks; `null` where that is nobody that servers know.
  private let origin: String
  private let method: String
  /// Of header fields, in lower case and in their order.
  private let names: [String]

  private static let methodField = "Access-Control-Request-Method"
  private static let namesField = "Access-Control-Request-Headers"

  /// Nil where any page may send the request.
  package init?(about content: RequestContent?, to url: PageURL, from origin: String?) {
    guard let content else { return nil }
    let names = content.unsafeHeaderNames
    if names.isEmpty, Self.isSafe(content.method) { return nil }
    self.init(url, origin, method: content.method, names: names)
  }

  /// The question that a request is; nil where it is none.
  init?(askedBy content: RequestContent?, of url: PageURL, from origin: String?) {
    guard let content, content.method == "OPTIONS", content.body == nil, let first = content.headers.first,
      first.name == Self.methodField, content.headers.dropFirst(2).isEmpty,
      content.headers.dropFirst().allSatisfy({ $0.name == Self.namesField })
    else { return nil }
    let names = content.headers.dropFirst().flatMap { $0.value.split(separator: ",").map(String.init) }
    self.init(url, origin, method: first.value, names: names)
  }

  private init(_ url: PageURL, _ origin: String?, method: String, names: [String]) {
    self.url = url.withoutCredentials().hrefWithoutFragment
    (self.origin, self.method, self.names) = (origin ?? "null", method, names)
  }

  /// The request that asks.
  package var content: RequestContent {
    var content = RequestContent(method: "OPTIONS", headers: [.init(name: Self.methodField, value: method)])
    if !names.isEmpty { content.headers.append(.init(name: Self.namesField, value: names.joined(separator: ","))) }
    return content
  }

  /// What an answer refuses; nil where it agrees. A star stands for all where no credentials go along.
  package func refusal(status: Int, url: PageURL, headers: HTTPHeaders, isWithCredentials: Bool) -> String? {
    guard (200...299).contains(status), url.withoutCredentials().hrefWithoutFragment == self.url,
      headers.areShared(with: origin, isWithCredentials: isWithCredentials)
    else { return "its server does not agree to requests of other origins" }
    let methods = headers.list("Access-Control-Allow-Methods")
    guard Self.isSafe(method) || methods.contains(method) || !isWithCredentials && methods.contains("*") else {
      return "its server does not agree to the method \(method)"
    }
    let allowed = Set(headers.list("Access-Control-Allow-Headers").map { $0.lowercased() })
    let allowsAll = !isWithCredentials && allowed.contains("*")
    let refused = names.first { !allowed.contains($0) && !(allowsAll && $0 != "authorization") }
    return refused.map { "its server does not agree to the header \($0)" }
  }

  /// https://fetch.spec.whatwg.org/#cors-safelisted-method
  private static func isSafe(_ method: String) -> Bool { ["GET", "HEAD", "POST"].contains(method) }
}

extension HTTPHeaders {
  /// Whether an answer is for pages of the origin, too. https://fetch.spec.whatwg.org/#concept-cors-check
  package func areShared(with origin: String, isWithCredentials: Bool) -> Bool {
    let allowed = combined("Access-Control-Allow-Origin")
    if allowed == "*" { return !isWithCredentials }
    guard allowed == origin else { return false }
    return !isWithCredentials || combined("Access-Control-Allow-Credentials") == "true"
  }
}

extension RequestContent {
  /// Whether a page may send it: what a user agent sets itself, a page does not.
  package var isAllowedOfPages: Bool {
    guard HTTPHeaders.isValid(.init(name: method, value: "")), method.utf8.count <= 40, !Self.isForbiddenMethod(method),
      headers.count <= MessageLength.mostFields, headers.allSatisfy({ HTTPHeaders.isValid($0) })
    else { return false }
    if CrossOriginQuestion(askedBy: self, of: PageURL(scheme: "about"), from: nil) != nil { return true }
    return !headers.contains { Self.isForbiddenField($0) }
  }

  /// https://fetch.spec.whatwg.org/#forbidden-method
  private static func isForbiddenMethod(_ method: String) -> Bool {
    ["CONNECT", "TRACE", "TRACK"].contains(method.uppercased())
  }

  /// https://fetch.spec.whatwg.org/#forbidden-request-header
  private static func isForbiddenField(_ field: HTTPHeaders.Field) -> Bool {
    let name = field.name.lowercased()
    switch name {
    case "accept-charset", "accept-encoding", "access-control-request-headers", "access-control-request-method",
      "cookie", "cookie2", "date", "dnt", "origin", "referer", "set-cookie":
      return true
    case "x-http-method", "x-http-method-override", "x-method-override":
      return field.value.split(separator: ",").contains { method in
        isForbiddenMethod(String(method.filter { $0 != " " && $0 != "\t" }))
      }
    default: return name.hasPrefix("sec-") || HTTPHeaders.belongsToConnection(name)
    }
  }

  /// The names that a server of another origin must agree to, in order.
  /// https://fetch.spec.whatwg.org/#cors-unsafe-request-header-names
  fileprivate var unsafeHeaderNames: [String] {
    Set(headers.filter { !Self.isSafelisted($0) }.map { $0.name.lowercased() }).sorted()
  }

  /// https://fetch.spec.whatwg.org/#cors-safelisted-request-header
  private static func isSafelisted(_ field: HTTPHeaders.Field) -> Bool {
    let value = field.value.utf8
    guard value.count <= 128 else { return false }
    switch field.name.lowercased() {
    case "accept": return !value.contains(where: isUnsafe)
    case "accept-language", "content-language":
      return value.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || " *,-.;=".utf8.contains(byte)
      }
    case "content-type":
      guard !value.contains(where: isUnsafe), let type = MIMEType(field.value) else { return false }
      return ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].contains(type.essence)
    case "range":
      return field.value.hasPrefix("bytes=") && !field.value.hasPrefix("bytes=-") && !value.contains(UInt8(ascii: ","))
    default: return false
    }
  }

  /// https://fetch.spec.whatwg.org/#cors-unsafe-request-header-byte
  private static func isUnsafe(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 || byte == 0x7F || "\"():<>?@[\\]{}".utf8.contains(byte)
  }
}
