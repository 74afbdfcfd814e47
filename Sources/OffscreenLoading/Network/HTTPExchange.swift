/// One request with all its redirects; stays on the session's thread.
final class HTTPExchange {
  let fetch: NetworkFetch
  let page: NetworkPage
  /// Where it is now.
  private(set) var url: PageURL
  /// Method, headers and body; nil is a plain GET.
  private(set) var content: RequestContent?
  /// The page's own cookies and cache.
  let jar: PageJar
  var transfer: HTTPTransfer?
  var order = (urgency: 0, number: 0)
  private(set) var trace = NetworkTrace()
  private var isFromPublicAddress = true
  /// A stored answer that is being validated.
  private var stale: CacheEntry?
  var conditions: [HTTPHeaders.Field] { stale?.conditions ?? [] }

  init(_ fetch: NetworkFetch, _ page: NetworkPage, _ jar: PageJar) {
    (self.fetch, self.page, self.jar) = (fetch, page, jar)
    (url, content) = (fetch.request.url, fetch.request.content)
    isAtHome = page.isHome(fetch.request.url)
    trace.redirects = fetch.request.redirects
  }

  var origin: String { url.origin ?? "" }

  var nextDeadline: ContinuousClock.Instant {
    if let end = transfer?.streamEnd { return min(page.deadline, end) }
    guard let transfer, !transfer.hasAnswered else { return page.deadline }
    return min(page.deadline, transfer.start + patience)
  }

  /// How long it may take until an answer begins: the page itself is worth all the time that there is.
  var patience: Duration {
    fetch.request.kind == .document ? page.limits.loading : page.limits.firstByte
  }

  /// Whether it is at the server of the page that the user named, and the page was there when it began.
  private(set) var isAtHome: Bool

  /// The request's header fields.
  func fields() -> HTTPHeaders {
    let (settings, request) = (page.settings, fetch.request)
    var headers = HTTPHeaders()
    headers.set("User-Agent", settings.userAgent)
    headers.set("Accept", request.kind.accepted)
    headers.set("Accept-Language", settings.language)
    if let referrer = Referrer.value(from: request.referrer, to: url) { headers.set("Referer", referrer) }
    let earlier = trace.redirects.compactMap { PageURL($0.url) }
    for field in FetchMetadata.fields(of: request, at: url, after: earlier) { headers.set(field.name, field.value) }
    if isAtHome {
      for field in settings.headers { headers.remove(field.name) }
      for field in settings.headers { headers.append(field.name, field.value) }
    }
    // Scripts say themselves what other servers get, once those have agreed to it.
    let isOfScript = request.kind == .fetch
    for field in (isAtHome || isOfScript ? content?.headers : content?.abroad) ?? [] {
      headers.set(field.name, field.value)
    }
    if isOfScript, let origin = scriptOrigin { headers.set("Origin", origin) }
    return headers
  }

  /// Who asks, where that is another origin or more than a question.
  /// https://fetch.spec.whatwg.org/#append-a-request-origin-header
  private var scriptOrigin: String? {
    guard let page = fetch.request.referrer else { return nil }
    let isPlain = content.map { $0.method == "GET" || $0.method == "HEAD" } ?? true
    return page.origin != nil && page.origin == url.origin && isPlain ? nil : page.origin ?? "null"
  }

  // MARK: The cache

  /// Whether the request identifies the user, or may: then its answer is not for other pages, nor are
  /// theirs for it. The same holds of servers whose certificate was not verified.
  private var isPersonal: Bool {
    content != nil || isAtHome && (page.credentials != nil || page.settings.tellWhoAsks)
      || page.settings.ignoresTLSErrors && url.scheme == "https" || jar.mayHaveCookies(for: url)
  }

  /// The result of a look-up in the cache.
  enum CacheOutcome {
    case none
    case finished
    /// It goes on at another address.
    case redirected
  }

  func lookUp(in cache: HTTPCache, now: Int, date: (String) -> Int?) -> CacheOutcome {
    stale = nil
    guard content == nil else { return .none }
    let (key, fields) = (HTTPCache.key(url, page, isAtHome: isAtHome), fields())
    let own = jar.cache.entry(key, for: page, fields)
    guard let entry = own ?? (isPersonal ? nil : cache.entry(key, for: page, fields)) else { return .none }
    guard entry.isFresh(now: now, date: date) else {
      if !entry.conditions.isEmpty { stale = entry }
      return .none
    }
    return use(entry, .cache) ? .redirected : .finished
  }

  private func use(_ entry: CacheEntry, _ source: NetworkTrace.Source) -> Bool {
    trace.source = source
    isFromPublicAddress = isFromPublicAddress && entry.isFromPublicAddress
    if fetch.request.isAhead { page.heldBytes.add(entry.bytes.count) }
    return take(
      HTTPResponse(
        url: url, status: entry.status, headers: entry.headers, bytes: entry.bytes,
        isFromPublicAddress: isFromPublicAddress))
  }

  /// Keeps an answer that may be kept, and takes the kept one where the server says that it is good.
  private func consult(_ cache: HTTPCache, _ response: HTTPResponse, now: Int) -> CacheEntry? {
    let key = HTTPCache.key(url, page, isAtHome: isAtHome)
    if let content {
      // https://www.rfc-editor.org/rfc/rfc9111#name-invalidating-stored-respons
      if content.method != "GET", response.status < 400 {
        jar.cache.remove(key, for: page)
        cache.remove(url.hrefWithoutFragment, for: page)
      }
      return nil
    }
    if response.status == 304, let stale {
      let entry = stale.freshened(by: response, now: now)
      keep(entry, key, cache)
      return entry
    }
    if let entry = CacheEntry(response, requested: fields(), now: now) { keep(entry, key, cache) }
    return nil
  }

  /// Nothing private outlives its page.
  private func keep(_ entry: CacheEntry, _ key: String, _ cache: HTTPCache) {
    if isPersonal {
      jar.cache.store(entry, under: key, for: page)
    } else if entry.isPrivate {
      cache.remove(key, for: page)
      jar.cache.store(entry, under: key, for: page)
    } else {
      cache.store(entry, under: key, for: page)
    }
  }

  // MARK: Answers

  /// Takes what a transfer brought. Whether it goes on at another address.
  func transferEnded(
    _ transfer: HTTPTransfer, _ failure: LoadError.Reason?, _ cache: HTTPCache, now: Int
  ) -> Bool {
    trace.transferred += transfer.transferred
    if let address = transfer.address {
      trace.address = address.description
      isFromPublicAddress = isFromPublicAddress && address.isPublic
    }
    trace.protocolVersion = transfer.protocolVersion
    if page.settings.ignoresTLSErrors, url.scheme == "https" { trace.isUnchecked = true }
    if transfer.isOverBudget {
      release(transfer)
      fetch.finish(.givenUp)
      return false
    }
    if let failure, !transfer.isUnfinished {
      release(transfer)
      giveUp(failure)
      return false
    }
    var response = HTTPResponse(
      url: url, content: content, status: transfer.status, headers: transfer.headers, bytes: transfer.body,
      isFromPublicAddress: isFromPublicAddress)
    trace.source = .network
    if transfer.isUnfinished {
      response.isUnfinished = true
      return take(response)
    }
    if let entry = consult(cache, response, now: now) {
      release(transfer)
      return use(entry, .revalidated)
    }
    return take(response)
  }

  /// https://fetch.spec.whatwg.org/#http-redirect-fetch
  private func take(_ response: HTTPResponse) -> Bool {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
      finish(.success(response))
      return false
    }
    if fetch.request.isAhead { page.heldBytes.add(-response.bytes.count) }
    trace.redirects.append(.init(url: url.href, status: response.status))
    guard let target = url.joined(location) else {
      giveUp(.network("redirects to an address that is not valid"))
      return false
    }
    guard target.isHTTP else {
      url = target
      giveUp(.redirectForbidden(target.scheme))
      return false
    }
    guard trace.redirects.count <= page.limits.redirects else {
      giveUp(.tooManyRedirects(page.limits.redirects))
      return false
    }
    let isSameOrigin = target.origin == url.origin
    url = target.withoutCredentials()
    isAtHome = page.isHome(url)
    content = content?.redirected(by: response.status)
    if !isSameOrigin { content?.headers.removeAll { HTTPHeaders.isSame($0.name, "Authorization") } }
    // Deviation: the other server is not asked.
    if fetch.request.kind == .fetch, !isSameOrigin,
      CrossOriginQuestion(about: content, to: url, from: nil) != nil
    {
      giveUp(.network("redirects a request to another origin, which has not agreed to it"))
      return false
    }
    if fetch.request.stopsAtRedirects {
      trace.end = ContinuousClock.now
      fetch.finish(.redirected(url, content, trace))
      return false
    }
    return true
  }

  /// The part received so far is discarded.
  func release(_ transfer: HTTPTransfer) {
    if fetch.request.isAhead { page.heldBytes.add(-transfer.body.count) }
  }

  func giveUp(_ reason: LoadError.Reason) {
    finish(.failure(LoadError(subject, reason)))
  }

  private var subject: String {
    let (first, last) = (trace.redirects.first?.url ?? fetch.request.url.href, url.withoutCredentials().href)
    return first == last ? first : "\(first.prefix(100)) -> \(last)"
  }

  private func finish(_ result: Result<HTTPResponse, LoadError>) {
    if fetch.request.kind == .document, let response = try? result.get(), response.url.origin != page.origin {
      page.hasLeft.set()
    }
    trace.end = ContinuousClock.now
    fetch.finish(.finished(result, trace))
  }
}

extension ResourceKind {
  /// The `Accept` header, as browsers send it.
  fileprivate var accepted: String {
    switch self {
    case .document, .frame: "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"
    case .image: "image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5"
    case .styleSheet: "text/css,*/*;q=0.1"
    case .font, .script, .data, .fetch: "*/*"
    }
  }
}
