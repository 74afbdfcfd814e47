import Synchronization

/// Where a page's loader gets files and answers of the network from: this process itself (`LocalSource`), or a
/// broker, for a process that may open neither files nor sockets (`BrokerClient`).
protocol ResourceSource: AnyObject, Sendable {
  /// Begins a request. `credentials`: in place of those that the rights hold.
  func begin(_ request: NetworkRequest, _ credentials: RequestSettings.Credentials?) -> NetworkFetch
  /// So many bytes that were loaded ahead have been taken.
  func take(_ bytes: Int)
  /// Reads a file. `referrer` is the address of the document or style sheet that asks for it; nil means that the
  /// user does.
  func file(_ url: PageURL, _ kind: ResourceKind, _ referrer: PageURL?) -> FileAnswer
  /// A folder with which the page would have got the files that it was refused.
  var advisedRoot: String? { get }
  /// Ends what is under way, and forgets the page's cookies.
  func end()
}

/// What became of reading a file.
struct FileAnswer: Sendable {
  /// The file that was read, or would have been.
  var location: [UInt8]
  var result: Result<[UInt8], LoadError>
}

/// This process's own files and network.
final class LocalSource: ResourceSource {
  let rights: LoadRights
  private let session: NetworkSession
  private let page: NetworkPage
  private let files: FileFetcher
  private let cookies: CookieJar?
  private let advice = Mutex<RootAdvice?>(nil)
  let start = ContinuousClock.now

  /// `cookies`: a jar in place of the page's own.
  init(_ rights: LoadRights, session: NetworkSession, cookies: CookieJar? = nil) {
    (self.rights, self.session, self.cookies) = (rights, session, cookies)
    let number = session.newPageNumber()
    let deadline = start + rights.limits.loading
    page = NetworkPage(
      number: number, jar: cookies?.number ?? number, network: rights.policy.network, hosts: rights.policy.hosts,
      limits: rights.limits,
      settings: rights.settings, origin: rights.home, credentials: rights.credentials, deadline: deadline,
      cacheFolder: rights.cacheFolder, heldBytes: ByteCount(), hasLeft: Flag())
    files = FileFetcher(policy: rights.policy, limits: rights.limits, deadline: deadline)
  }

  deinit { end() }

  func begin(_ request: NetworkRequest, _ credentials: RequestSettings.Credentials?) -> NetworkFetch {
    let fetch = NetworkFetch(request)
    begin(fetch, credentials)
    return fetch
  }

  /// A request that somebody else made.
  func begin(_ fetch: NetworkFetch, _ credentials: RequestSettings.Credentials? = nil) {
    if let archived = rights.archived {
      let outcome = archived.outcome(of: fetch.request, rights.limits)
      if fetch.request.kind == .document, case .finished(.success(let response), _) = outcome,
        response.url.origin != page.origin
      {
        page.hasLeft.set()
      }
      return fetch.finish(outcome)
    }
    guard page.network != .none else {
      fetch.finish(
        .finished(.failure(LoadError(fetch.request.url.displayed, .networkForbidden)), NetworkTrace()))
      return
    }
    var page = page
    if let credentials { page.credentials = credentials }
    session.start(fetch, for: page)
  }

  func take(_ bytes: Int) { page.heldBytes.add(-bytes) }

  /// Whether a document of another server has come in place of the page.
  var hasLeft: Bool { page.hasLeft.isSet }

  func file(_ url: PageURL, _ kind: ResourceKind, _ referrer: PageURL?) -> FileAnswer {
    do throws(LoadError) {
      let (path, bytes) = try files.fetch(url, kind, referrer)
      return FileAnswer(location: path, result: .success(bytes))
    } catch {
      if case .outsideRoot = error.reason, let referrer, referrer.isFile {
        advice.withLock { advice in
          if advice == nil { advice = RootAdvice(page: referrer) }
          advice?.add(url)
        }
      }
      return FileAnswer(location: files.location(of: url), result: .failure(error))
    }
  }

  var advisedRoot: String? { advice.withLock { $0?.path } }

  func end() { session.end(page: page.number) }
}
