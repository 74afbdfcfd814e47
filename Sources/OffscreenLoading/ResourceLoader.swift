import Synchronization

/// Loads what a page asks for, within its policy and its limits. One loader serves one page: what
/// was loaded once is not loaded again.
///
/// `load` waits. `prefetch` does not: what is on the network then comes side by side, while the page
/// goes on. What a page gets does not depend on the order in which answers arrive: requests and bytes
/// are counted in the order in which the page asks.
package final class ResourceLoader: Sendable {
  package let network: LoadPolicy.Network
  package let limits: Limits
  let isStrict: Bool
  /// Where what identifies the user goes to, and whether it does.
  package let home: String?
  package let tellsWhoAsks: Bool
  /// The address that the page has in a web archive, in place of the archive's own.
  package let archivedPage: PageURL?
  /// Where this process reads the archive itself.
  package let archived: WebArchive.Page?
  let source: any ResourceSource
  let questions: LoadQuestions?
  private let log: RequestLog?
  private let pageName: String?
  private let names: FileNames?
  let start = ContinuousClock.now

  struct State {
    var finished: [String: Result<Resource, LoadError>] = [:]
    /// Prefetches that have not been used yet.
    var underway: [String: NetworkFetch] = [:]
    var counted: Set<String> = []
    var contents: [(url: PageURL, file: [UInt8]?, result: Result<Resource, LoadError>)] = []
    var records: [LoadRecord] = []
    var bytes = 0
    var firstLate: LoadError?
    var archive: PageArchive?
    /// The credentials that the server accepted, or that are being tried.
    var credentials: RequestSettings.Credentials?
    var isStopped = false
    var warnings: [String] = []
  }
  let state = Mutex(State())

  private static let mostWarnings = 100

  /// Loads by itself. `page`: the address that the user named, to whose server the settings' headers, cookies and
  /// credentials go. `names`: what messages call its files. `cookies`: a jar in place of the loader's own.
  /// `questions`: for the client that decides about documents; without them all are loaded that the policy allows.
  package convenience init(
    policy: LoadPolicy, limits: Limits = Limits(), page: PageURL? = nil, names: FileNames? = nil,
    settings: RequestSettings = RequestSettings(), session: NetworkSession = NetworkSession(),
    cacheFolder: String? = nil, log: RequestLog? = nil, cookies: CookieJar? = nil, questions: LoadQuestions? = nil
  ) {
    let rights = LoadRights(
      page: page, policy: policy, limits: limits, settings: settings, cacheFolder: cacheFolder, log: log)
    self.init(rights, names: names, session: session, cookies: cookies, questions: questions)
  }

  /// The same, of a page's rights.
  package init(
    _ rights: LoadRights, names: FileNames? = nil, session: NetworkSession, cookies: CookieJar? = nil,
    questions: LoadQuestions? = nil
  ) {
    source = LocalSource(rights, session: session, cookies: cookies)
    (archived, archivedPage) = (rights.archived, rights.archived?.url)
    network = archivedPage == nil ? rights.policy.network : .all
    (limits, isStrict) = (rights.limits, rights.settings.isStrict)
    state.withLock { $0.warnings = rights.archived?.archive.warnings ?? [] }
    (home, tellsWhoAsks) = (rights.home, rights.tellsWhoAsks)
    (log, pageName, self.names, self.questions) = (rights.log, rights.page?.displayed, names, questions)
  }

  /// Has the broker load for the page that it has begun. What is said of limits and of the network here keeps the
  /// page from asking in vain; the broker's own rights decide.
  package init(
    _ broker: BrokerClient, page: PageURL, network: LoadPolicy.Network, limits: Limits, isStrict: Bool,
    names: FileNames?
  ) {
    source = broker
    (archived, archivedPage) = (nil, broker.archivedPage)
    self.network = archivedPage == nil ? network : .all
    (self.limits, self.isStrict, self.names) = (limits, isStrict, names)
    let page = archivedPage ?? page
    (home, tellsWhoAsks) = (page.isHTTP ? page.origin : nil, broker.tellsWhoAsks)
    (log, pageName, questions) = (nil, nil, nil)
    broker.expectAnswers(within: limits)
  }

  deinit {
    source.end()
    for fetch in state.withLock({ $0.underway.values.map(\.request) }) {
      let error = LoadError(fetch.url.displayed, .network("loaded ahead, and not needed"))
      log?.append(LoadRecord(url: fetch.url.displayed, kind: fetch.kind, result: .failure(error)), page: pageName)
    }
  }

  /// From now on everything comes from a saved page, nothing from files or the network.
  package func use(_ archive: PageArchive) {
    state.withLock { state in
      state.archive = archive
      state.finished = [:]
    }
  }

  /// Cancels what is under way; from now on nothing is loaded. From any thread.
  package func stop() {
    state.withLock { $0.isStopped = true }
    source.end()
  }

  /// Whether everything comes from an archive.
  package var isOfArchive: Bool { archivedPage != nil || hasArchive }

  private var hasArchive: Bool { state.withLock { $0.archive != nil } }

  /// Makes a resource the response of an address.
  package func provide(_ resource: Resource, at url: PageURL) {
    state.withLock { $0.finished["page " + url.withoutCredentials().hrefWithoutFragment] = .success(resource) }
  }

  /// Begins to load what will be asked for, where that takes time.
  package func prefetch(_ url: PageURL, as kind: ResourceKind, referrer: PageURL) {
    guard url.isHTTP, network != .none, !hasArchive else { return }
    // The client decides about documents first.
    if questions != nil, kind.isDocument { return }
    let key = Self.key(url, referrer)
    let isNew = state.withLock { $0.finished[key] == nil && $0.underway[key] == nil }
    guard isNew, (try? countRequest(key, for: url)) != nil else { return }
    let fetch = request(url, kind, referrer, isAhead: true)
    state.withLock { $0.underway[key] = fetch }
  }

  /// Loads a resource. `referrer` is the address of the document or style sheet that asks for it;
  /// nil means that the user does, whose files need not lie in the root folder.
  /// `content`: of a request that is no plain GET. No answer to another request does for that, nor where `isFresh`.
  package func load(
    _ url: PageURL, as kind: ResourceKind, referrer: PageURL? = nil, content: RequestContent? = nil,
    isFresh: Bool = false
  ) -> Result<Resource, LoadError> {
    // What scripts ask servers for is asked for each time: it may change, and do something there.
    let isAnew = kind == .fetch && url.isHTTP
    let key = (content == nil ? "" : "request ") + Self.key(url, referrer)
    let isOwn = isFresh || content != nil || isAnew
    let (known, underway, number) = state.withLock { state in
      (isOwn ? nil : state.finished[key], state.underway.removeValue(forKey: key), state.records.count)
    }
    if let known { return known }
    var exchange: LoadRecord.Exchange?
    var file: [UInt8]?
    let loaded = Result { () throws(LoadError) in
      try ask(url, kind, referrer, content, isRedirect: false)
      try countRequest(isOwn && underway == nil ? "\(number) \(key)" : key, for: url)
      let resource =
        url.isHTTP && !hasArchive
        ? try fetch(url, kind, referrer, content, underway, &exchange) : try fetch(url, kind, referrer, &file)
      try count(resource.bytes.count, for: url)
      return resource
    }
    let result = loaded.mapError { names?.named($0) ?? $0 }
    let record = LoadRecord(
      url: url.displayed, kind: kind, result: result.map(\.bytes.count),
      mimeType: (try? result.get())?.mimeType.essence, exchange: exchange)
    log?.append(record, page: pageName)
    return state.withLock { state in
      state.records.append(record)
      if !url.isData && url.scheme != "about" { state.contents.append((url, file, result)) }
      if isAnew { return result }
      state.finished[key] = result
      // A picture that is a page of its own is asked for again, by where it came from in the end.
      if case .success(let resource) = result, resource.finalURL.isHTTP {
        let final = Self.key(resource.finalURL, referrer)
        if state.finished[final] == nil { state.finished[final] = result }
      }
      if state.firstLate == nil, case .failure(let error) = result, case .timedOut = error.reason {
        state.firstLate = error
      }
      return result
    }
  }

  /// What each address gave so far, ordered by address; files by the path that was read. Addresses that
  /// hold their own data are left out.
  package func contents() -> [(url: String, result: Result<[UInt8], LoadError>)] {
    let all = state.withLock { state in
      Dictionary(
        state.contents.map { ($0.file.map(FilePath.text(of:)) ?? $0.url.displayed, $0.result) },
        uniquingKeysWith: { first, _ in first })
    }
    return all.sorted { $0.key < $1.key }.map { (url: $0.key, result: $0.value.map(\.bytes)) }
  }

  /// When loading ends.
  package var deadline: ContinuousClock.Instant { start + limits.loading }

  /// All that came so far, by the address that was asked for; addresses that hold their own data are left
  /// out.
  package func archivedParts() -> [PageArchive.Part] {
    var known: Set<String> = []
    return state.withLock { $0.contents }.compactMap { content in
      let address = content.url.withoutCredentials().hrefWithoutFragment
      guard case .success(let resource) = content.result, known.insert(address).inserted else { return nil }
      return PageArchive.Part(address: address, resource: resource)
    }.sorted { $0.address < $1.address }
  }

  /// Notes about how resources were loaded, without failures, which their callers report.
  package var warnings: [String] {
    let all = state.withLock { $0.warnings }
    return source.advisedRoot.map { all + [Self.warning(ofAdvisedRoot: $0)] } ?? all
  }

  static func warning(ofAdvisedRoot folder: String) -> String {
    "the page asks for files outside of the folder that it may read: --root \(folder) allows them"
  }

  /// An address's name in messages.
  package func name(of url: PageURL) -> String { names?.name(of: url) ?? url.displayed }

  func warn(_ message: String) {
    state.withLock { state in
      if state.warnings.count < Self.mostWarnings, !state.warnings.contains(message) { state.warnings.append(message) }
    }
  }

  /// The results of the requests so far, in their order.
  package var records: [LoadRecord] { state.withLock { $0.records } }

  /// The first resource that was late.
  package var firstLate: LoadError? { state.withLock { $0.firstLate } }

  /// What the user may load says nothing about what the page may, where files are concerned.
  private static func key(_ url: PageURL, _ referrer: PageURL?) -> String {
    (referrer == nil && !url.isHTTP ? "user " : "page ") + url.withoutCredentials().hrefWithoutFragment
  }

  // MARK: Counting

  private func countRequest(_ key: String, for url: PageURL) throws(LoadError) {
    let isAllowed = state.withLock { state in
      if state.counted.contains(key) { return true }
      guard state.counted.count < limits.requests else { return false }
      state.counted.insert(key)
      return true
    }
    if !isAllowed { throw LoadError(url.displayed, .tooManyRequests(limits.requests)) }
  }

  private func count(_ bytes: Int, for url: PageURL) throws(LoadError) {
    let isAllowed = state.withLock { state in
      guard bytes <= limits.pageBytes - state.bytes else { return false }
      state.bytes += bytes
      return true
    }
    if !isAllowed { throw LoadError(url.displayed, .pageTooLarge(limits.pageBytes)) }
  }

  // MARK: Fetching

  /// `file`: gets the file that is read, or would be.
  private func fetch(
    _ url: PageURL, _ kind: ResourceKind, _ referrer: PageURL?, _ file: inout [UInt8]?
  ) throws(LoadError) -> Resource {
    if url.isFile { file = FilePath.normalized(url.decodedPath) }
    if let archive = state.withLock({ $0.archive }), !url.isData, url.scheme != "about" {
      guard let resource = archive.resource(at: url) else { throw LoadError(url.displayed, .notInArchive) }
      return resource
    }
    switch url.scheme {
    case "file":
      let answer = source.file(url, kind, referrer)
      file = answer.location
      let bytes = try answer.result.get()
      return Resource(
        bytes: bytes, mimeType: MIMEType(fileName: url.decodedPath, bytes: bytes), finalURL: url, file: answer.location)
    case "data":
      guard let data = DataURL(url) else { throw LoadError(url.displayed, .malformedURL) }
      guard data.bytes.count <= limits.resourceBytes else {
        throw LoadError(url.displayed, .resourceTooLarge(limits.resourceBytes))
      }
      return Resource(
        bytes: data.bytes, mimeType: data.mimeType, charset: data.mimeType.charset, finalURL: url)
    case "about":
      guard url.path == "blank" || url.path == "srcdoc" else {
        throw LoadError(url.displayed, .schemeNotAllowed("about"))
      }
      return Resource(bytes: [], mimeType: .html, charset: "utf-8", finalURL: url)
    default: throw LoadError(url.displayed, .schemeNotAllowed(url.scheme))
    }
  }

  /// Throws where the document is not wanted.
  func ask(
    _ url: PageURL, _ kind: ResourceKind, _ referrer: PageURL?, _ content: RequestContent?, isRedirect: Bool
  ) throws(LoadError) {
    if state.withLock({ $0.isStopped }) { throw LoadError(url.displayed, .stopped) }
    guard let questions, kind.isDocument else { return }
    let request = LoadQuestions.DocumentRequest(
      url: url, method: content?.method ?? "GET", isFrame: kind == .frame, isRedirect: isRedirect, referrer: referrer)
    if !questions.mayLoad(request) { throw LoadError(url.displayed, .refused) }
  }
}
