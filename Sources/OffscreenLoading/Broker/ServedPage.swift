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
  /// Whether it has gone on to a page of the network, which reads no files.
  private var isElsewhere = false
  /// The origins of what the page got: it may speak for these in `Referer`.
  private var origins: Set<String> = []

  init(number: UInt32, rights: LoadRights?, session: NetworkSession) {
    (self.number, self.rights) = (number, rights)
    source = rights.map { LocalSource($0, session: session) }
    if let origin = rights?.page?.origin { origins.insert(origin) }
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
    if let referrer = request.referrer, !origins.contains(referrer.origin ?? "") { allowed.referrer = nil }
    // A renderer waits for one thing at a time. What is loaded ahead counts against what may be kept for the page.
    if awaited != nil { allowed.isAhead = true }
    if !allowed.isAhead { awaited = ask.number }
    let fetch = NetworkFetch(allowed, whenFinished: whenFinished)
    requests[ask.number] = fetch
    return .request(fetch)
  }

  private func read(_ request: NetworkRequest, _ rights: LoadRights, _ source: LocalSource) -> Decision {
    // Without a referrer it is the user who asks; a page that is no file leads to none.
    let isAllowed =
      request.referrer == nil ? rights.isNamed(request.url) : (rights.page?.isFile ?? false) && !isElsewhere
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
        response.isForScript = fetch.request.kind == .fetch
        bytes += response.bytes.count
        if let origin = response.url.origin { origins.insert(origin) }
        if fetch.request.kind == .document { isElsewhere = true }
        return (.response(response, isUnchecked: trace.isUnchecked), response.bytes)
      }
    }
  }

  /// The answer to a request has left, with so many bytes.
  func sent(_ number: UInt32, _ count: Int) {
    guard let fetch = requests.removeValue(forKey: number) else { return }
    if awaited == number { awaited = nil }
    if fetch.request.isAhead { source?.take(count) }
  }

  /// Notes for the page's user that are none of the page's business.
  var warnings: [String] { source?.advisedRoot.map { [ResourceLoader.warning(ofAdvisedRoot: $0)] } ?? [] }

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
