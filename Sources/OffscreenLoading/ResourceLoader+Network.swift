// What a loader gets over the network: requests, the questions that come up meanwhile, and answers.

extension ResourceLoader {
  func request(
    _ url: PageURL, _ kind: ResourceKind, _ referrer: PageURL?, isAhead: Bool, content: RequestContent? = nil,
    redirects: [NetworkTrace.Redirect] = []
  ) -> NetworkFetch {
    let request = NetworkRequest(
      url: url.withoutCredentials().withoutFragment(), kind: kind, referrer: referrer, content: content,
      isAhead: isAhead, redirects: redirects, stopsAtRedirects: questions != nil && kind.isDocument)
    let (isStopped, credentials) = state.withLock { ($0.isStopped, $0.credentials) }
    if isStopped {
      let fetch = NetworkFetch(request)
      fetch.finish(.finished(.failure(LoadError(url.displayed, .stopped)), NetworkTrace()))
      return fetch
    }
    let fetch = source.begin(request, credentials)
    // It may have been stopped meanwhile.
    if state.withLock({ $0.isStopped }) { source.end() }
    return fetch
  }

  /// Whether the request may be repeated with other credentials, after an authentication challenge.
  private func answersChallenge(_ response: HTTPResponse, _ kind: ResourceKind, failures: Int) -> Bool {
    guard response.status == 401, kind == .document, let questions, failures < LoadQuestions.mostChallenges,
      let home, response.url.origin == home
    else { return false }
    let challenge = LoadQuestions.Challenge(
      url: response.url, realm: LoadQuestions.realm(of: response.headers["WWW-Authenticate"]),
      previousFailures: failures)
    guard let credentials = questions.credentials(challenge) else { return false }
    state.withLock { $0.credentials = credentials }
    return true
  }

  /// `underway`: what is loaded ahead.
  func fetch(
    _ url: PageURL, _ kind: ResourceKind, _ referrer: PageURL?, _ content: RequestContent?, _ underway: NetworkFetch?,
    _ exchange: inout LoadRecord.Exchange?
  ) throws(LoadError) -> Resource {
    if network == .none { throw LoadError(url.displayed, .networkForbidden) }
    var fetch = underway ?? request(url, kind, referrer, isAhead: false, content: content)
    var failures = 0
    // Redirects are limited, and so are challenges.
    while true {
      switch fetch.wait() {
      case .givenUp:
        guard fetch.request.isAhead else { throw LoadError(url.displayed, .stopped) }
        fetch = request(fetch.request.url, kind, referrer, isAhead: false)
      case .redirected(let target, let content, let trace):
        try ask(target, kind, referrer, content, isRedirect: true)
        fetch = request(target, kind, referrer, isAhead: false, content: content, redirects: trace.redirects)
      case .finished(let result, let trace):
        exchange = LoadRecord.Exchange(trace, result, since: start)
        if trace.isUnchecked { warn(Self.uncheckedWarning) }
        let response = try result.get()
        if fetch.request.isAhead { source.take(response.bytes.count) }
        if answersChallenge(response, kind, failures: failures) {
          failures += 1
          fetch = request(
            response.url, kind, referrer, isAhead: false, content: fetch.request.content, redirects: trace.redirects)
          continue
        }
        return try resource(response, kind, url)
      }
    }
  }

  private static let uncheckedWarning =
    "--ignore-tls-errors: no server had to prove who it is, so anybody on the way may have changed what is shown"

  private func resource(_ response: HTTPResponse, _ kind: ResourceKind, _ url: PageURL) throws(LoadError) -> Resource {
    let supplied = response.headers["Content-Type"]
    let type = MIMEType.computed(
      supplied: supplied, isSniffingAllowed: response.headers["X-Content-Type-Options"]?.lowercased() != "nosniff",
      bytes: response.bytes)
    var finalURL = response.url
    if finalURL.fragment == nil { finalURL.fragment = url.fragment }
    if (400...599).contains(response.status) {
      if !isUseful(type, kind) || response.bytes.isEmpty && kind != .fetch {
        throw LoadError(response.url.displayed, .httpStatus(response.status))
      }
      let name = HTTPStatus.name(response.status).map { " \($0)" } ?? ""
      let what =
        switch kind {
        case .document: "the picture shows its error page; --strict fails instead"
        case .frame: "the frame shows its error page"
        case .image, .styleSheet, .font, .script, .data, .fetch: "what came with it is shown"
        }
      if kind != .fetch {
        warn("\(response.url.displayed.onOneLine()) answered \(response.status)\(name); \(what)")
      }
    }
    if kind == .document, let home, let origin = response.url.origin, origin != home, tellsWhoAsks {
      warn("the page comes from \(origin): the headers, cookies and credentials that were given went to \(home) only")
    }
    var resource = Resource(
      bytes: response.bytes, mimeType: type, charset: supplied.flatMap { MIMEType($0)?.charset }, finalURL: finalURL)
    resource.status = response.status
    resource.content = response.content
    resource.isUnfinished = response.isUnfinished
    resource.refresh = response.headers["Refresh"]
    if kind == .fetch || kind.isDocument {
      resource.headers = response.headers.fields.filter {
        HTTPHeaders.isVisibleToPages($0.name, isForScript: kind == .fetch)
      }
    }
    return resource
  }

  /// Whether an answer that says that something went wrong is used all the same, as in browsers: pages
  /// are, and pictures, but neither style sheets nor fonts.
  private func isUseful(_ type: MIMEType, _ kind: ResourceKind) -> Bool {
    switch kind {
    case .document: !isStrict
    case .frame: true
    case .image: type.isImage
    case .styleSheet, .font, .script, .data: false
    case .fetch: true
    }
  }
}
