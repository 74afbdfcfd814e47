/// A request's method, headers and body, where it is no plain GET.
package struct RequestContent: Hashable, Sendable {
  package var method: String
  /// To the origin of the page's address only; but for what says how to read the body, which goes with it.
  package var headers: [HTTPHeaders.Field]
  package var body: [UInt8]?

  package init(method: String, headers: [HTTPHeaders.Field] = [], body: [UInt8]? = nil) {
    (self.method, self.headers, self.body) = (method, headers, body)
  }

  /// The content of the request after a redirect; nil is a plain GET.
  /// https://fetch.spec.whatwg.org/#http-redirect-fetch
  func redirected(by status: Int) -> RequestContent? {
    guard [301, 302].contains(status) && method == "POST" || status == 303 && method != "GET" && method != "HEAD"
    else { return self }
    let left = headers.filter { !Self.describesBody($0) }
    return left.isEmpty ? nil : RequestContent(method: "GET", headers: left)
  }

  /// The header fields for a cross-origin server.
  var abroad: [HTTPHeaders.Field] { body == nil ? [] : headers.filter(Self.describesBody) }

  /// https://fetch.spec.whatwg.org/#request-body-header-name
  private static func describesBody(_ field: HTTPHeaders.Field) -> Bool {
    ["content-encoding", "content-language", "content-location", "content-type"].contains(field.name.lowercased())
  }
}

extension RequestContent: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(method), \(body?.count ?? 0) bytes" }
  package var customMirror: Mirror { Mirror(self, children: ["method": method]) }
}
