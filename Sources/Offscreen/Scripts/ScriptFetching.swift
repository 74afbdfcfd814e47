import OffscreenLoading
import OffscreenScript

/// The requests of a page's scripts: what other origins must agree to, and what of their answers scripts may see.
/// https://fetch.spec.whatwg.org/#fetching
final class ScriptFetching {
  private let loader: ResourceLoader
  private let page: PageURL
  /// What servers have agreed to, for the page's life.
  private var agreed: Set<Agreement> = []

  private struct Agreement: Hashable {
    var url: String
    var method: String
    var names: [String]
    var isWithCredentials: Bool
  }

  init(_ loader: ResourceLoader, page: PageURL) { (self.loader, self.page) = (loader, page) }

  /// The page's origin as other servers are told of it.
  private var origin: String { page.origin ?? "null" }

  /// https://fetch.spec.whatwg.org/#main-fetch
  func fetch(_ request: ScriptRequest) -> Result<ScriptResponse, LoadError> {
    // Pages know no others' blobs: `provide`.
    let isOwnBlob = request.url.scheme == "blob"
    let isSameOrigin =
      request.url.isData || isOwnBlob || request.url.isFile && page.isFile
      || request.url.origin != nil && request.url.origin == page.origin
    if request.mode == "same-origin", !isSameOrigin { return failure(request, "of another origin") }
    if !isSameOrigin, request.url.isHTTP, request.mode != "no-cors", let reason = refusal(request) {
      return failure(request, reason)
    }
    let fields = request.fields
    var content: RequestContent?
    if request.method != "GET" || request.body != nil || !fields.isEmpty {
      content = RequestContent(method: request.method, headers: fields, body: request.body)
    }
    return loader.load(request.url, as: .fetch, referrer: page, content: content).flatMap { resource in
      // Files that the page may read count as its own, as they do for its other resources.
      let isStillSame =
        resource.finalURL.isData || isOwnBlob || resource.finalURL.origin == page.origin
        || page.isFile && resource.finalURL.isFile
      if isSameOrigin, isStillSame { return .success(response(resource, request, "basic", resource.headers)) }
      if request.mode == "no-cors" { return .success(response(resource, request, "opaque", [])) }
      guard allows(resource, request) else {
        return failure(request, "the server does not allow it to pages of other origins")
      }
      return .success(response(resource, request, "cors", visible(resource, request)))
    }
  }

  private func failure<Success>(_ request: ScriptRequest, _ reason: String) -> Result<Success, LoadError> {
    .failure(LoadError(request.url.displayed, .network(reason)))
  }

  private func response(
    _ resource: Resource, _ request: ScriptRequest, _ type: String, _ fields: [HTTPHeaders.Field]
  ) -> ScriptResponse {
    var headers = fields.flatMap { [$0.name, $0.value] }
    // Of what came over no network.
    if resource.headers.isEmpty {
      headers = ["content-type", resource.mimeType.essence + (resource.charset.map { ";charset=\($0)" } ?? "")]
    }
    let status = resource.status ?? 200
    let url = resource.finalURL.hrefWithoutFragment
    return ScriptResponse(
      status: status, statusText: HTTPStatus.name(status) ?? "", url: url, headers: headers, body: resource.bytes,
      type: type, wasRedirected: url != request.url.hrefWithoutFragment)
  }

  // MARK: What a server agrees to

  /// https://fetch.spec.whatwg.org/#concept-cors-check
  private func allows(_ resource: Resource, _ request: ScriptRequest) -> Bool {
    let allowed = value("access-control-allow-origin", resource)
    let isWithCredentials = request.credentials == "include"
    if allowed == "*" { return !isWithCredentials }
    guard allowed == origin else { return false }
    return !isWithCredentials || value("access-control-allow-credentials", resource) == "true"
  }

  /// Why the request may not be made, after its server has been asked; nil where it may.
  /// https://fetch.spec.whatwg.org/#cors-preflight-fetch-0
  private func refusal(_ request: ScriptRequest) -> String? {
    let names = request.unsafeHeaderNames
    let isSafeMethod = ["GET", "HEAD", "POST"].contains(request.method)
    if isSafeMethod, names.isEmpty { return nil }
    let isWithCredentials = request.credentials == "include"
    let agreement = Agreement(
      url: request.url.hrefWithoutFragment, method: request.method, names: names, isWithCredentials: isWithCredentials)
    if agreed.contains(agreement) { return nil }
    // 1. The question.
    var fields = [HTTPHeaders.Field(name: "Access-Control-Request-Method", value: request.method)]
    if !names.isEmpty {
      fields.append(HTTPHeaders.Field(name: "Access-Control-Request-Headers", value: names.joined(separator: ",")))
    }
    let question = RequestContent(method: "OPTIONS", headers: fields)
    guard case .success(let answer) = loader.load(request.url, as: .fetch, referrer: page, content: question),
      (200...299).contains(answer.status ?? 0), answer.finalURL.hrefWithoutFragment == agreement.url,
      allows(answer, request)
    else { return "its server does not agree to requests of other origins" }
    // 2. The answer: names, or a star that stands for all where no credentials go along.
    let methods = list("access-control-allow-methods", answer)
    let isMethodAllowed =
      isSafeMethod || methods.contains(request.method) || !isWithCredentials && methods.contains("*")
    guard isMethodAllowed else { return "its server does not agree to the method \(request.method)" }
    let allowed = Set(list("access-control-allow-headers", answer).map { $0.lowercased() })
    for name in names where !allowed.contains(name) {
      if !isWithCredentials, allowed.contains("*"), name != "authorization" { continue }
      return "its server does not agree to the header \(name)"
    }
    agreed.insert(agreement)
    return nil
  }

  /// What a script sees of another origin's header fields.
  /// https://fetch.spec.whatwg.org/#concept-filtered-response-cors
  private func visible(_ resource: Resource, _ request: ScriptRequest) -> [HTTPHeaders.Field] {
    let exposed = Set(list("access-control-expose-headers", resource).map { $0.lowercased() })
    let exposesAll = request.credentials != "include" && exposed.contains("*")
    return resource.headers.filter { field in
      let name = field.name.lowercased()
      return exposesAll || exposed.contains(name) || Self.safelisted.contains(name)
    }
  }

  /// https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name
  private static let safelisted: Set<String> = [
    "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
  ]

  private func value(_ name: String, _ resource: Resource) -> String? {
    let values = resource.headers.filter { $0.name.lowercased() == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  private func list(_ name: String, _ resource: Resource) -> [String] {
    (value(name, resource) ?? "").split(separator: ",").map { item in
      String(item.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
  }
}

extension ScriptRequest {
  fileprivate var fields: [HTTPHeaders.Field] {
    stride(from: 0, to: headers.count - 1, by: 2).map {
      HTTPHeaders.Field(name: headers[$0], value: headers[$0 + 1])
    }
  }

  /// The names that a server of another origin must agree to, in order.
  /// https://fetch.spec.whatwg.org/#cors-unsafe-request-header-names
  fileprivate var unsafeHeaderNames: [String] {
    var names: Set<String> = []
    for field in fields where !Self.isSafelisted(field) { names.insert(field.name.lowercased()) }
    return names.sorted()
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
