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
    var question: CrossOriginQuestion
    var isWithCredentials: Bool
  }

  init(_ loader: ResourceLoader, page: PageURL) { (self.loader, self.page) = (loader, page) }

  /// https://fetch.spec.whatwg.org/#main-fetch
  func fetch(_ request: ScriptRequest) -> Result<ScriptResponse, LoadError> {
    let isOwnBlob = request.url.scheme == "blob"
    if isOwnBlob, request.url.blobOrigin != page.origin { return failure(request, "a blob of another origin") }
    let isSameOrigin =
      request.url.isData || isOwnBlob || request.url.isFile && page.isFile
      || request.url.origin != nil && request.url.origin == page.origin
    if request.mode == "same-origin", !isSameOrigin { return failure(request, "of another origin") }
    let content = request.content
    if content?.isAllowedOfPages == false { return failure(request, "not a request that pages may make") }
    if !isSameOrigin, request.url.isHTTP, let reason = refusal(request, content) { return failure(request, reason) }
    return loader.load(request.url, as: .fetch, referrer: page, content: content).flatMap { resource in
      // Files that the page may read count as its own, as they do for its other resources.
      let isStillSame =
        resource.finalURL.isData || isOwnBlob || resource.finalURL.origin == page.origin
        || page.isFile && resource.finalURL.isFile
      if isSameOrigin, isStillSame { return .success(response(resource, request, "basic", resource.headers)) }
      if request.mode == "no-cors" { return .success(response(resource, request, "opaque", [])) }
      if request.mode == "same-origin" { return failure(request, "redirects to another origin") }
      let (headers, origin) = (HTTPHeaders(resource.headers), page.origin ?? "null")
      guard headers.areShared(with: origin, isWithCredentials: request.isWithCredentials) else {
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
    var response = ScriptResponse(
      status: status, statusText: HTTPStatus.name(status) ?? "", url: url, headers: headers,
      body: type == "opaque" ? [] : resource.bytes, type: type, wasRedirected: url != request.url.hrefWithoutFragment)
    response.isUnfinished = resource.isUnfinished
    return response
  }

  // MARK: What a server agrees to

  /// Why the request may not be made, after its server has been asked; nil where it may.
  /// https://fetch.spec.whatwg.org/#cors-preflight-fetch-0
  private func refusal(_ request: ScriptRequest, _ content: RequestContent?) -> String? {
    guard let question = CrossOriginQuestion(about: content, to: request.url, from: page.origin) else { return nil }
    if request.mode == "no-cors" { return "a request of this kind needs its server's agreement" }
    let agreement = Agreement(question: question, isWithCredentials: request.isWithCredentials)
    if agreed.contains(agreement) { return nil }
    switch loader.load(request.url, as: .fetch, referrer: page, content: question.content) {
    case .failure: return "its server does not agree to requests of other origins"
    case .success(let answer):
      let reason = question.refusal(
        status: answer.status ?? 0, url: answer.finalURL, headers: HTTPHeaders(answer.headers),
        isWithCredentials: request.isWithCredentials)
      if reason == nil { agreed.insert(agreement) }
      return reason
    }
  }

  /// What a script sees of another origin's header fields.
  /// https://fetch.spec.whatwg.org/#concept-filtered-response-cors
  private func visible(_ resource: Resource, _ request: ScriptRequest) -> [HTTPHeaders.Field] {
    let exposed = Set(HTTPHeaders(resource.headers).list("Access-Control-Expose-Headers").map { $0.lowercased() })
    let exposesAll = !request.isWithCredentials && exposed.contains("*")
    return resource.headers.filter { field in
      let name = field.name.lowercased()
      return exposesAll || exposed.contains(name) || Self.safelisted.contains(name)
    }
  }

  /// https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name
  private static let safelisted: Set<String> = [
    "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
  ]
}

extension ScriptRequest {
  fileprivate var isWithCredentials: Bool { credentials == "include" }

  /// Nil of a plain GET.
  fileprivate var content: RequestContent? {
    if method == "GET", body == nil, headers.count < 2 { return nil }
    let fields = stride(from: 0, to: headers.count - 1, by: 2).map {
      HTTPHeaders.Field(name: headers[$0], value: headers[$0 + 1])
    }
    return RequestContent(method: method, headers: fields, body: body)
  }
}
