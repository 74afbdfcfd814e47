/// A page that a broker loads for, and what it may have. Each ask of its renderer is checked against rights that the
/// renderer has no say in.
final class ServedPage {
  let number: UInt32
  /// Nil where nothing can be loaded.
  let source: LocalSource?
  private let rights: LoadRights?
  /// Requests to the network without an answer that has left.
  private(set) var requests: [UInt32: NetworkFetch] = [:]
  /// Whether the renderer waits for one of them.
  private var awaited: UInt32?
  private var asks = 0
  /// Bytes of all answers.
  private var bytes = 0
  /// Bytes of the requests under way, and of the questions that servers have agreed to.
  private var heldBytes = 0
  private static let mostHeldBytes = 32 << 20
  /// The origins of what the page got: it may speak for these in `Referer`.
  private var origins: Set<String> = []
  /// The origins that its scripts may be of.
  private var scriptOrigins: Set<String> = []
  /// What servers have agreed to.
  private var agreements: Set<CrossOriginQuestion> = []

  init(number: UInt32, rights: LoadRights?, session: NetworkSession) {
    (self.number, self.rights) = (number, rights)
    source = rights.map { LocalSource($0, session: session) }
    if let origin = rights?.page?.origin {
      origins.insert(origin)
      scriptOrigins.insert(origin)
    }
  }

  /// As many as a page may ask for, ahead and then once more.
  private var mostAsks: Int { 2 * (rights?.limits.requests ?? 0) + 64 }
  /// What is used, and as much that was loaded ahead.
  private var mostBytes: Int { 2 * (rights?.limits.pageBytes ?? 0) + (rights?.limits.resourceBytes ?? 0) }

  enum Decision {
    case answer(BrokerAnswer.Outcome, [UInt8])
    /// A request to begin.
    case request(NetworkFetch)
  }

  /// What is to be done about an ask. `whenFinished`: how a request to the network ends.
  func decide(
    _ ask: BrokerAsk, whenFinished: @escaping @Sendable (NetworkOutcome) -> Void
  ) throws(MalformedMessage) -> Decision {
    guard requests[ask.number] == nil else { throw MalformedMessage() }
    let request = ask.request
    guard let rights, let source else { return refused(request, .stopped) }
    asks += 1
    if asks > mostAsks { return refused(request, .tooManyRequests(rights.limits.requests)) }
    if bytes > mostBytes { return refused(request, .pageTooLarge(rights.limits.pageBytes)) }
    if request.url.isFile { return read(request, rights, source) }
    guard request.url.isHTTP else { return refused(request, .schemeNotAllowed(request.url.scheme)) }
    var allowed = request
    if request.kind == .fetch {
      // Servers are told who asks: the origin of a document that the page got, or else none.
      if !scriptOrigins.contains(request.referrer?.origin ?? "") { allowed.referrer = PageURL(scheme: "about") }
    } else if let referrer = request.referrer, !origins.contains(referrer.origin ?? "") {
      allowed.referrer = nil
    }
    guard heldBytes + allowed.byteCount <= Self.mostHeldBytes else {
      return refused(request, .network("requests of more than \(Self.mostHeldBytes) bytes at once"))
    }
    guard mayAsk(allowed) else { return refused(request, .network("its server has not agreed to such a request")) }
    // A renderer waits for one thing at a time. What is loaded ahead counts against what may be kept for the page.
    if awaited != nil { allowed.isAhead = true }
    if !allowed.isAhead { awaited = ask.number }
    let fetch = NetworkFetch(allowed, whenFinished: whenFinished)
    requests[ask.number] = fetch
    heldBytes += allowed.byteCount
    return .request(fetch)
  }

  /// Whether the request is one that any page may make, of a server of its own, or one that its server has agreed to.
  /// https://fetch.spec.whatwg.org/#http-fetch
  private func mayAsk(_ request: NetworkRequest) -> Bool {
    let origin = request.referrer?.origin
    guard let question = CrossOriginQuestion(about: request.content, to: request.url, from: origin) else { return true }
    guard request.kind == .fetch else { return false }
    return origin != nil && origin == request.url.origin || agreements.contains(question)
      || CrossOriginQuestion(askedBy: request.content, of: request.url, from: origin) != nil
  }

  private func read(_ request: NetworkRequest, _ rights: LoadRights, _ source: LocalSource) -> Decision {
    // Without a referrer it is the user who asks; a page that is no file, or is none any more, leads to none.
    let isAllowed =
      request.referrer == nil ? rights.isNamed(request.url) : (rights.page?.isFile ?? false) && !source.hasLeft
    guard isAllowed, request.content == nil else { return refused(request, .fileFromNetwork) }
    let answer = source.file(request.url, request.kind, request.referrer)
    log(request, answer.result.map(\.count), MIMEType(fileName: request.url.decodedPath), nil)
    switch answer.result {
    case .success(let content):
      bytes += content.count
      return .answer(.file(location: answer.location), content)
    case .failure(let error): return .answer(.noFile(location: answer.location, error), [])
    }
  }

  private func refused(_ request: NetworkRequest, _ reason: LoadError.Reason) -> Decision {
    let error = LoadError(request.url.displayed, reason)
    log(request, .failure(error), nil, nil)
    guard request.url.isFile else { return .answer(.noResponse(error), []) }
    return .answer(.noFile(location: FilePath.normalized(request.url.decodedPath), error), [])
  }

  /// A request has ended. Its answer; nil where nobody waits for it.
  func finish(_ number: UInt32, _ outcome: NetworkOutcome) -> (BrokerAnswer.Outcome, [UInt8])? {
    guard let source, let fetch = requests[number] else { return nil }
    switch outcome {
    case .givenUp: return (.givenUp, [])
    // Only asked for by whoever has questions, which no renderer has.
    case .redirected(let url, _, _): return (.noResponse(LoadError(url.displayed, .stopped)), [])
    case .finished(let result, let trace):
      let type = (try? result.get())?.headers["Content-Type"].flatMap { MIMEType($0) }
      log(
        fetch.request, result.map(\.bytes.count), type, LoadRecord.Exchange(trace, result, since: source.start))
      switch result {
      case .failure(let error): return (.noResponse(error), [])
      case .success(var response):
        bytes += response.bytes.count
        note(response, to: fetch.request)
        response.isForScript = fetch.request.kind == .fetch && isShared(response, with: fetch.request.referrer?.origin)
        return (.response(response, isUnchecked: trace.isUnchecked), response.bytes)
      }
    }
  }

  /// What the page may do after an answer.
  private func note(_ response: HTTPResponse, to request: NetworkRequest) {
    if let origin = response.url.origin {
      origins.insert(origin)
      // A renderer calls documents what it likes, and servers lead where they like. So no page speaks for a host of a
      // private network, but for the one that the user named.
      let isPublic = rights?.policy.network == .public || response.isFromPublicAddress
      let isNamed = rights?.isNamed(request.url) == true && response.url.host == rights?.page?.host
      if request.kind.isDocument, isPublic || isNamed { scriptOrigins.insert(origin) }
    }
    let asker = request.referrer?.origin
    if request.kind == .fetch,
      let question = CrossOriginQuestion(askedBy: request.content, of: request.url, from: asker),
      question.refusal(
        status: response.status, url: response.url, headers: response.headers, isWithCredentials: false) == nil
    {
      agreements.insert(question)
      heldBytes += request.byteCount
    }
  }

  /// Whether scripts of an origin see all header fields of an answer.
  private func isShared(_ response: HTTPResponse, with origin: String?) -> Bool {
    origin != nil && origin == response.url.origin
      || response.headers.areShared(with: origin ?? "null", isWithCredentials: false)
  }

  /// The answer to a request has left, with so many bytes.
  func sent(_ number: UInt32, _ count: Int) {
    guard let fetch = requests.removeValue(forKey: number) else { return }
    if awaited == number { awaited = nil }
    heldBytes -= fetch.request.byteCount
    if fetch.request.isAhead { source?.take(count) }
  }

  /// Notes for the page's user that are none of the page's business.
  var warnings: [String] {
    (rights?.archived?.archive.warnings ?? [])
      + (source?.advisedRoot.map { [ResourceLoader.warning(ofAdvisedRoot: $0)] } ?? [])
  }

  private func log(
    _ request: NetworkRequest, _ result: Result<Int, LoadError>, _ type: MIMEType?, _ exchange: LoadRecord.Exchange?
  ) {
    guard let log = rights?.log else { return }
    log.append(
      LoadRecord(
        url: request.url.displayed, kind: request.kind, result: result,
        mimeType: (try? result.get()) == nil ? nil : type?.essence, exchange: exchange), page: rights?.page?.displayed)
  }
}
