import CCurl
import OffscreenPlatform

/// Runs the exchanges of all pages side by side; stays on the session's thread.
final class NetworkLoop {
  let curl: OffscreenCurl
  private let multi: UnsafeMutableRawPointer
  private let mailbox: NetworkMailbox
  private let proxies = ProxySettings()
  private let cache = HTTPCache()
  private let names: NameChecks
  /// Until it is known where their names lead.
  private var resolving: [HTTPExchange] = []
  /// In the order in which they will start.
  private var waiting: [HTTPExchange] = []
  /// By the transfer's handle.
  private var active: [UnsafeMutableRawPointer: HTTPExchange] = [:]
  private var activeByOrigin: [String: Int] = [:]
  /// Those that answered in HTTP/2, where many requests share a connection.
  private var multiplexingOrigins: Set<String> = []
  private var jars: [Int: PageJar] = [:]
  private var count = 0
  /// By kept answers, while others are started.
  private var redirected: [HTTPExchange] = []

  /// As many as browsers open to one server.
  private static let connectionsPerOrigin = 6
  private static let requestsPerMultiplexingOrigin = 64
  private static let mostActive = 96

  init?(curl: OffscreenCurl, mailbox: NetworkMailbox) {
    guard let multi = curl.multi_init() else { return nil }
    (self.curl, self.multi, self.mailbox) = (curl, multi, mailbox)
    names = NameChecks(mailbox: mailbox)
    _ = withUnsafePointer(to: curl) { offscreen_curl_set_multi($0, multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, 64) }
  }

  func run() {
    let (wakeup, address) = (curl.multi_wakeup, UInt(bitPattern: multi))
    mailbox.setWake { _ = wakeup?(UnsafeMutableRawPointer(bitPattern: address)) }
    while true {
      var isStopped = false
      for command in mailbox.take() {
        switch command {
        case .start(let fetch, let page):
          guard let jar = jar(of: page) else {
            let failure = LoadError(fetch.request.url.displayed, .network("no transfer could be started"))
            fetch.finish(.finished(.failure(failure), NetworkTrace()))
            continue
          }
          enqueue(HTTPExchange(fetch, page, jar))
        case .end(let number): end(page: number)
        case .resolved(let host, let finding):
          names.note(host, finding)
          // Others may have waited for a thread.
          for exchange in resolving { enqueue(exchange) }
          resolving = []
        case .stop: isStopped = true
        }
      }
      if isStopped { break }
      startWaiting()
      var running: Int32 = 0
      _ = curl.multi_perform(multi, &running)
      finishTransfers()
      expire()
      // What has ended may let another begin.
      if startWaiting() { continue }
      var events: Int32 = 0
      _ = curl.multi_poll(multi, nil, 0, pollTimeout(), &events)
    }
    mailbox.setWake(nil)
    for exchange in waiting + resolving { exchange.giveUp(.network("loading was stopped")) }
    for exchange in active.values { abort(exchange, .network("loading was stopped")) }
    for jar in jars.values { _ = curl.share_cleanup(jar.cookies) }
    _ = curl.multi_cleanup(multi)
  }

  // MARK: Starting

  private func enqueue(_ exchange: HTTPExchange) {
    count += 1
    exchange.order = (exchange.fetch.request.kind.urgency, count)
    // Few wait at a time, and most come in their order.
    let place = waiting.lastIndex { $0.order < exchange.order }.map { $0 + 1 } ?? 0
    waiting.insert(exchange, at: place)
  }

  /// Whether any began.
  @discardableResult private func startWaiting() -> Bool {
    guard !waiting.isEmpty, active.count < Self.mostActive else { return false }
    var hasStarted = false
    var left: [HTTPExchange] = []
    for exchange in waiting {
      let origin = exchange.origin
      let most =
        multiplexingOrigins.contains(origin) ? Self.requestsPerMultiplexingOrigin : Self.connectionsPerOrigin
      guard active.count < Self.mostActive, activeByOrigin[origin, default: 0] < most else {
        left.append(exchange)
        continue
      }
      start(exchange)
      hasStarted = true
    }
    waiting = left
    for exchange in redirected { enqueue(exchange) }
    redirected = []
    return hasStarted
  }

  private func start(_ exchange: HTTPExchange) {
    // Of each redirect, too, and of what a cache holds.
    guard exchange.page.hosts.allow(exchange.url) else {
      return exchange.giveUp(.hostForbidden(exchange.url.host ?? ""))
    }
    let kept = exchange.lookUp(in: cache, now: time(nil)) { text in
      let date = curl.getdate(text, nil)
      return date < 0 ? nil : date
    }
    switch kept {
    case .finished: return
    case .redirected: return redirected.append(exchange)
    case .none: break
    }
    let isPublicOnly = exchange.page.network != .all
    if let refusal = HTTPTransfer.refusal(of: exchange.url, isPublicOnly: isPublicOnly) {
      return exchange.giveUp(refusal)
    }
    let proxy = proxies.proxy(for: exchange.url)
    var addresses: [NetworkAddress] = []
    if let host = exchange.url.host, exchange.url.hostAddress == nil, isPublicOnly, !proxies.isTrusted(proxy) {
      switch names.finding(host) {
      case nil: return resolving.append(exchange)
      case .isPublic(let found)?: addresses = found
      case .isPrivate(let address)?: return exchange.giveUp(.privateAddress(address.description))
      case .isUnknown? where proxy.isEmpty: return exchange.giveUp(.network(HTTPTransfer.unknownHost))
      case .isUnknown?: return exchange.giveUp(.network(Self.unknownName(proxy)))
      }
    }
    let transfer = HTTPTransfer(curl: curl, exchange: exchange, proxy: proxy, addresses: addresses)
    guard let transfer else { return exchange.giveUp(.network("no transfer could be started")) }
    exchange.transfer = transfer
    active[transfer.easy] = exchange
    activeByOrigin[exchange.origin, default: 0] += 1
    _ = curl.multi_add_handle(multi, transfer.easy)
  }

  private static func unknownName(_ proxy: String) -> String {
    "where its name leads cannot be seen from here, perhaps to a private address; if the proxy "
      + "\(ProxySettings.displayed(proxy)) refuses those itself, name it in OFFSCREEN_TRUSTED_PROXY"
  }

  private func jar(of page: NetworkPage) -> PageJar? {
    if let known = jars[page.jar] { return known }
    guard let share = curl.share_init() else { return nil }
    _ = withUnsafePointer(to: curl) { offscreen_curl_share_cookies($0, share) }
    let jar = PageJar(cookies: share)
    jars[page.jar] = jar
    return jar
  }

  // MARK: Ending

  private func finishTransfers() {
    var result = CURLE_OK
    while let easy = withUnsafePointer(to: curl, { offscreen_curl_next_finished($0, multi, &result) }) {
      guard let exchange = active[easy], let transfer = exchange.transfer else { continue }
      transfer.readFacts()
      if transfer.isMultiplexed { multiplexingOrigins.insert(exchange.origin) }
      let failure = result == CURLE_OK ? nil : transfer.failure(result)
      close(exchange)
      // A redirect goes on with another address.
      if exchange.transferEnded(transfer, failure, cache, now: time(nil)) { enqueue(exchange) }
    }
  }

  /// Ends a transfer that is under way.
  private func abort(_ exchange: HTTPExchange, _ reason: LoadError.Reason) {
    if let transfer = exchange.transfer { exchange.release(transfer) }
    close(exchange)
    exchange.giveUp(reason)
  }

  private func close(_ exchange: HTTPExchange) {
    guard let transfer = exchange.transfer else { return }
    _ = curl.multi_remove_handle(multi, transfer.easy)
    active[transfer.easy] = nil
    let left = activeByOrigin[exchange.origin, default: 1] - 1
    activeByOrigin[exchange.origin] = left > 0 ? left : nil
    transfer.close()
    exchange.transfer = nil
  }

  /// Ends what takes too long.
  private func expire() {
    let now = ContinuousClock.now
    for exchange in active.values where exchange.nextDeadline <= now {
      if let transfer = exchange.transfer, transfer.streamEnd != nil {
        transfer.cut()
        transfer.readFacts()
        close(exchange)
        if exchange.transferEnded(transfer, nil, cache, now: time(nil)) { enqueue(exchange) }
        continue
      }
      let isPageLate = exchange.page.deadline <= now
      let limits = exchange.page.limits
      abort(
        exchange,
        isPageLate
          ? .timedOut("not loaded within \(Self.seconds(limits.loading)) s")
          : .timedOut("no answer within \(Self.seconds(exchange.patience)) s"))
    }
    if (waiting + resolving).contains(where: { $0.page.deadline <= now }) {
      for exchange in waiting + resolving where exchange.page.deadline <= now {
        exchange.giveUp(.timedOut("not loaded within \(Self.seconds(exchange.page.limits.loading)) s"))
      }
      waiting.removeAll { $0.page.deadline <= now }
      resolving.removeAll { $0.page.deadline <= now }
    }
  }

  private func end(page number: Int) {
    for exchange in active.values where exchange.page.number == number {
      abort(exchange, .network("loading was stopped"))
    }
    for exchange in waiting + resolving where exchange.page.number == number {
      exchange.giveUp(.network("loading was stopped"))
    }
    waiting.removeAll { $0.page.number == number }
    resolving.removeAll { $0.page.number == number }
    if let jar = jars.removeValue(forKey: number) { _ = curl.share_cleanup(jar.cookies) }
  }

  /// Milliseconds until something is due; a new command wakes the thread before that.
  private func pollTimeout() -> Int32 {
    let deadlines = active.values.map(\.nextDeadline) + (waiting + resolving).map(\.page.deadline)
    guard let next = deadlines.min() else { return 60_000 }
    let (seconds, attoseconds) = (next - ContinuousClock.now).components
    return Int32(clamping: max(1, min(60_000, seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000 + 1)))
  }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = attoseconds / 100_000_000_000_000_000
    return tenths == 0 ? "\(seconds)" : "\(seconds).\(tenths)"
  }
}

extension ResourceKind {
  /// The smaller, the sooner: what the others come from is loaded first.
  fileprivate var urgency: Int {
    switch self {
    case .document: 0
    case .styleSheet: 1
    case .script: 2
    case .font: 3
    case .frame: 4
    case .image: 5
    case .data, .fetch: 6
    }
  }
}
