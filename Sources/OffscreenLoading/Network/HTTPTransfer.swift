import CCurl
import OffscreenPlatform

/// One request and its answer over libcurl; stays on the session's thread.
final class HTTPTransfer {
  private let curl: OffscreenCurl
  let easy: UnsafeMutableRawPointer
  let start = ContinuousClock.now
  private let limits: Limits
  private let isPublicOnly: Bool
  /// The proxy's name in messages; nil where there is none.
  private let proxy: String?
  private var isProxied: Bool { proxy != nil }
  private let heldBytes: ByteCount?
  private let jar: PageJar
  private let url: PageURL
  private let isAtHome: Bool
  private var hostAddresses: UnsafeMutablePointer<curl_slist>?
  private var requestHeaders: UnsafeMutablePointer<curl_slist>?
  private var message: UnsafeMutablePointer<CChar>

  // What came.
  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  private(set) var hasAnswered = false
  private var headBytes = 0
  /// Why it must not go on.
  private(set) var refusal: LoadError.Reason?
  private(set) var isOverBudget = false
  /// Of a stream of events for a script, which may have no end: when it has been read for long enough.
  private(set) var streamEnd: ContinuousClock.Instant?
  /// Whether it has not come to its own end.
  private(set) var isUnfinished = false
  private let mayStream: Bool

  // What is known of it when it has ended.
  private(set) var address: NetworkAddress?
  private(set) var transferred = 0
  private(set) var protocolVersion: String?
  var isMultiplexed: Bool { protocolVersion == "HTTP/2" || protocolVersion == "HTTP/3" }

  static let unknownHost = "there is no host of that name"
  private static let mostAddresses = 32
  private static let longestHead = 256 << 10
  /// A compressed body may have this size before its compression ratio counts.
  private static let freeExpansion = 1 << 20
  /// A stream of events is read until nothing has come for so long, and no longer than that.
  private static let (longestSilence, longestStream) = (Duration.milliseconds(500), Duration.seconds(3))
  private var streamStart: ContinuousClock.Instant?

  /// `addresses`: where the host's name leads; empty where libcurl or the proxy is to find that out.
  init?(curl: OffscreenCurl, exchange: HTTPExchange, proxy: String, addresses: [NetworkAddress]) {
    guard let easy = curl.easy_init() else { return nil }
    (self.curl, self.easy) = (curl, easy)
    (jar, url, isAtHome) = (exchange.jar, exchange.url, exchange.isAtHome)
    limits = exchange.page.limits
    mayStream = exchange.fetch.request.kind == .fetch
    isPublicOnly = exchange.page.network != .all
    self.proxy = proxy.isEmpty ? nil : ProxySettings.displayed(proxy)
    heldBytes = exchange.fetch.request.isAhead ? exchange.page.heldBytes : nil
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    configure(exchange, proxy)
    if proxy.isEmpty, !addresses.isEmpty { connect(to: addresses) }
  }

  /// Afterwards the handle is gone.
  func close() {
    curl.easy_cleanup(easy)
    curl.slist_free_all(requestHeaders)
    curl.slist_free_all(hostAddresses)
    (requestHeaders, hostAddresses) = (nil, nil)
    message.deallocate()
  }

  // MARK: Policy

  /// The check of the URL itself. Where a name leads, `NameChecks` has looked up; every connection is checked again.
  static func refusal(of url: PageURL, isPublicOnly: Bool) -> LoadError.Reason? {
    if let port = url.port, BlockedPorts.contains(port) { return .portNotAllowed(port) }
    guard isPublicOnly else { return nil }
    if let address = url.hostAddress { return address.isPublic ? nil : .privateAddress(address.description) }
    guard var host = url.host else { return .malformedURL }
    while host.hasSuffix(".") { host.removeLast() }
    return host == "localhost" || host.hasSuffix(".localhost") ? .privateAddress("this machine") : nil
  }

  /// Whether a connection to the address may be made or used. That of a proxy may.
  private func allows(_ address: NetworkAddress) -> Bool {
    if isProxied || !isPublicOnly || address.isPublic { return true }
    refusal = .privateAddress(address.description)
    return false
  }

  // MARK: The request

  /// Has connections go to these addresses of the host alone.
  private func connect(to addresses: [NetworkAddress]) {
    guard let host = url.host, let port = url.port ?? PageURL.defaultPort(of: url.scheme) else { return }
    let list = addresses.prefix(Self.mostAddresses).map { $0.bytes.count == 4 ? "\($0)" : "[\($0)]" }
    // Kept as long as what libcurl finds itself, and for the name with and without the dot at its end.
    for name in Set([host, host.hasSuffix(".") ? String(host.dropLast()) : host]) {
      let line = "+\(name):\(port):\(list.joined(separator: ","))"
      if let list = curl.slist_append(hostAddresses, line) { hostAddresses = list }
    }
    if let hostAddresses { set(CURLOPT_RESOLVE, UnsafeMutableRawPointer(hostAddresses)) }
  }

  private func configure(_ exchange: HTTPExchange, _ proxy: String) {
    let page = exchange.page
    set(CURLOPT_URL, url.hrefWithoutFragment)
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROXY, proxy)
    set(CURLOPT_NOPROXY, "")
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    if url.scheme == "https" { set(CURLOPT_PIPEWAIT, 1) }
    set(CURLOPT_ACCEPT_ENCODING, "")
    // Our own deadlines come first; these catch what drips.
    let patience = max(2, exchange.patience.components.seconds + 1)
    set(CURLOPT_LOW_SPEED_LIMIT, 50)
    set(CURLOPT_LOW_SPEED_TIME, Int(patience))
    if let certificates = getenv("SSL_CERT_FILE") { set(CURLOPT_CAINFO, String(cString: certificates)) }
    if let folder = getenv("SSL_CERT_DIR") { set(CURLOPT_CAPATH, String(cString: folder)) }
    if page.settings.ignoresTLSErrors {
      set(CURLOPT_SSL_VERIFYPEER, 0)
      set(CURLOPT_SSL_VERIFYHOST, 0)
    }
    set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(message))

    // The user's cookies are not in the jar, whose rules know no origins: they would go to other ports of the
    // host, and in clear text from https to http.
    set(CURLOPT_COOKIEFILE, "")
    set(CURLOPT_SHARE, jar.cookies)
    if isAtHome {
      if let line = jar.line(of: page.settings.cookies) { set(CURLOPT_COOKIE, line) }
      if let credentials = page.credentials {
        set(CURLOPT_HTTPAUTH, 1 | 2)  // basic, digest
        set(CURLOPT_USERNAME, credentials.name)
        set(CURLOPT_PASSWORD, credentials.password)
      }
    }
    if let content = exchange.content { configure(content) }
    for field in exchange.fields().fields + exchange.conditions {
      // A field without a value is written in another way.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      if let list = curl.slist_append(requestHeaders, line) { requestHeaders = list }
    }
    if let requestHeaders { set(CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(requestHeaders)) }
    withUnsafePointer(to: curl) { curl in
      offscreen_curl_set_callbacks(
        curl, easy, Unmanaged.passUnretained(self).toOpaque(),
        { bytes, size, count, context in HTTPTransfer.of(context).receiveBody(bytes, size &* count) },
        { bytes, size, count, context in HTTPTransfer.of(context).receiveHead(bytes, size &* count) },
        { context, _, address in HTTPTransfer.of(context).openSocket(address) },
        { context, address, _, _, _ in HTTPTransfer.of(context).connected(to: address) })
    }
  }

  /// libcurl copies the body, whose size it must know before.
  private func configure(_ content: RequestContent) {
    if content.method == "HEAD" {
      // Else it would wait for the body that the head of the answer tells of.
      set(CURLOPT_NOBODY, 1)
      return
    }
    if content.body != nil || content.method != "GET" {
      let body = content.body ?? []
      set(CURLOPT_POST, 1)
      set(CURLOPT_POSTFIELDSIZE, body.count)
      body.withUnsafeBytes { bytes in
        var nothing: UInt8 = 0
        withUnsafeMutablePointer(to: &nothing) { empty in
          set(
            CURLOPT_COPYPOSTFIELDS,
            UnsafeMutableRawPointer(mutating: bytes.baseAddress) ?? UnsafeMutableRawPointer(empty))
        }
      }
      // Neither libcurl's default `Content-Type`, nor `Expect: 100-continue` before a large body.
      let isTyped = content.headers.contains { HTTPHeaders.isSame($0.name, "Content-Type") }
      for line in isTyped ? ["Expect:"] : ["Expect:", "Content-Type:"] {
        if let list = curl.slist_append(requestHeaders, line) { requestHeaders = list }
      }
    }
    set(CURLOPT_CUSTOMREQUEST, content.method)
  }

  private func set(_ option: CURLoption, _ value: Int) {
    _ = withUnsafePointer(to: curl) { offscreen_curl_set_number($0, easy, option, value) }
  }

  private func set(_ option: CURLoption, _ value: String) {
    _ = withUnsafePointer(to: curl) { offscreen_curl_set_text($0, easy, option, value) }
  }

  private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
    _ = withUnsafePointer(to: curl) { offscreen_curl_set_pointer($0, easy, option, value) }
  }

  // MARK: Called by libcurl

  private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer {
    guard let context else { preconditionFailure("libcurl gives back what it was given") }
    return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
  }

  /// A descriptor, or -1.
  private func openSocket(_ target: UnsafeMutablePointer<curl_sockaddr>?) -> Int32 {
    guard let target else { return -1 }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(offscreen_curl_address(target, &bytes))
    guard let address = NetworkAddress(bytes: Array(bytes.prefix(count))), allows(address) else { return -1 }
    return offscreen_curl_socket(target)
  }

  /// Before each request, over a new connection or one that another page made. 0: go on.
  private func connected(to text: UnsafeMutablePointer<CChar>?) -> Int32 {
    guard let text, let address = NetworkAddress(String(cString: text)) else {
      return isPublicOnly && !isProxied ? 1 : 0
    }
    return allows(address) ? 0 : 1
  }

  /// A line of the head. Fewer bytes than were given end the transfer.
  private func receiveHead(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let bytes else { return 0 }
    hasAnswered = true
    headBytes += count
    if headBytes > Self.longestHead {
      refusal = .network("the head of the answer is longer than \(Self.longestHead) bytes")
      return 0
    }
    let line = UnsafeRawBufferPointer(start: bytes, count: count).map { $0 }
    if line.starts(with: "HTTP/".utf8) {
      // The next head: after a redirect within a proxy, a challenge, or an interim answer.
      headers = HTTPHeaders()
      (streamStart, streamEnd) = (nil, nil)
      heldBytes?.add(-body.count)
      body.removeAll()
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      status = words.count > 1 ? Int(String(decoding: words[1].prefix(3), as: UTF8.self)) ?? 0 : 0
    } else if body.isEmpty, let field = HTTPHeaders.field(line) {
      headers.append(field.name, field.value)
      if HTTPHeaders.isSame(field.name, "Set-Cookie") {
        jar.note(setCookie: field.value, from: url, isAtHome: isAtHome)
      }
    }
    noteStream()
    return count
  }

  /// https://html.spec.whatwg.org/multipage/server-sent-events.html#sse-processing-model
  private func noteStream() {
    guard mayStream else { return }
    if streamStart == nil {
      guard status == 200, let type = headers["Content-Type"], MIMEType(type)?.essence == "text/event-stream" else {
        return
      }
    }
    let now = ContinuousClock.now
    let start = streamStart ?? now
    (streamStart, streamEnd) = (start, min(now + Self.longestSilence, start + Self.longestStream))
  }

  /// What has come so far is what there is.
  func cut() { isUnfinished = true }

  private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let bytes else { return 0 }
    noteStream()
    guard count <= limits.resourceBytes - body.count else {
      if streamEnd != nil {
        cut()
        return 0
      }
      refusal = .resourceTooLarge(limits.resourceBytes)
      return 0
    }
    if body.count + count > Self.freeExpansion, headers["Content-Encoding"] != nil {
      let wire = withUnsafePointer(to: curl) { offscreen_curl_size($0, easy, CURLINFO_SIZE_DOWNLOAD_T) }
      if Int64(body.count + count) / Int64(limits.compressionRatio) > wire {
        refusal = .expandsTooMuch(limits.compressionRatio)
        return 0
      }
    }
    if body.isEmpty, let length = headers["Content-Length"].flatMap({ Int($0) }), length > count {
      body.reserveCapacity(min(length, limits.resourceBytes, 4 << 20))
    }
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    if let heldBytes {
      heldBytes.add(count)
      if heldBytes.current > limits.pageBytes {
        isOverBudget = true
        return 0
      }
    }
    return count
  }

  // MARK: Afterwards

  func readFacts() {
    withUnsafePointer(to: curl) { curl in
      transferred = Int(offscreen_curl_size(curl, easy, CURLINFO_SIZE_DOWNLOAD_T))
      if let text = offscreen_curl_text(curl, easy, CURLINFO_PRIMARY_IP) {
        address = NetworkAddress(String(cString: text))
      }
      protocolVersion =
        switch offscreen_curl_number(curl, easy, CURLINFO_HTTP_VERSION) {
        case Int(CURL_HTTP_VERSION_1_0): "HTTP/1.0"
        case Int(CURL_HTTP_VERSION_1_1): "HTTP/1.1"
        case Int(CURL_HTTP_VERSION_2_0): "HTTP/2"
        case Int(CURL_HTTP_VERSION_3): "HTTP/3"
        default: nil
        }
    }
  }

  /// Why it failed, in words.
  func failure(_ code: CURLcode) -> LoadError.Reason {
    if let refusal { return refusal }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return .network(Self.unknownHost)
    case CURLE_COULDNT_RESOLVE_PROXY: return .network("there is no proxy of the name \(proxy ?? "")")
    case CURLE_COULDNT_CONNECT:
      let system = Int32(withUnsafePointer(to: curl) { offscreen_curl_number($0, easy, CURLINFO_OS_ERRNO) })
      let connection = proxy.map { "connection to the proxy \($0)" } ?? "connection"
      return .network(system == ECONNREFUSED ? "the \(connection) was refused" : "no \(connection): \(details(code))")
    case CURLE_OPERATION_TIMEDOUT: return .timedOut("the answer comes too slowly: \(body.count) bytes so far")
    case CURLE_PARTIAL_FILE:
      let announced = headers["Content-Length"].map { " of \($0)" } ?? ""
      return .network("the answer has the wrong length: it ended after \(transferred)\(announced) bytes")
    case CURLE_GOT_NOTHING: return .network("the answer is empty")
    case CURLE_PEER_FAILED_VERIFICATION:
      return .network("no secure connection: \(details(code)) (see --ignore-tls-errors)")
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      return .network("no secure connection: \(details(code))")
    case CURLE_BAD_CONTENT_ENCODING: return .network("the answer is not compressed as it says")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: return .network("the connection broke off: \(details(code))")
    default: return .network(details(code))
    }
  }

  private func details(_ code: CURLcode) -> String {
    let text = String(cString: message)
    if !text.isEmpty { return text }
    return curl.easy_strerror(code).map { String(cString: $0) } ?? "it failed"
  }
}

/// https://fetch.spec.whatwg.org/#port-blocking
enum BlockedPorts {
  static func contains(_ port: Int) -> Bool { ports.contains(port) }

  private static let ports: Set<Int> = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
    532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
    5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ]
}
