import Foundation
import OffscreenPlatform
import TestSupport
import Testing

@testable import OffscreenLoading

/// A loader behind a broker gets what one that loads by itself gets, and nothing more.
@Suite struct BrokerTests {
  private let folder: TemporaryFolder
  private let page: PageURL
  private let pair: BrokerPair
  private let client: BrokerClient

  /// site/ is the page's folder and its root; secret.txt lies beside it.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("secret.txt", "secret")
    try folder.write("site/page.html", "<p>")
    try folder.write("site/css/a.css", "a{}")
    try folder.write("site/v.css?v=1", "with query")
    page = PageURL(filePath: Array((folder.path + "/site/page.html").utf8))
    pair = try BrokerPair()
    client = BrokerClient(descriptor: pair.descriptor)
  }

  private func rights(_ network: LoadPolicy.Network = .public, _ limits: Limits = Limits()) throws -> LoadRights {
    LoadRights(page: page, policy: try LoadPolicy(page: page, network: network), limits: limits)
  }

  private func rights(
    _ page: PageURL, _ network: LoadPolicy.Network = .all, _ change: (inout RequestSettings) -> Void = { _ in }
  ) -> LoadRights {
    var settings = RequestSettings()
    change(&settings)
    return LoadRights(page: page, policy: LoadPolicy(root: nil, network: network), settings: settings)
  }

  @Test func filesAreTheSame() throws {
    let loader = try pair.load(try rights(), with: client)
    let own = ResourceLoader(try rights(), session: NetworkSession())
    let references = [
      "css/a.css", "v.css?v=1", "../secret.txt", "/css/a.css", "missing.png", "css", "ftp://a/b", "file://host/x",
      "/etc/passwd", folder.path + "/secret.txt",
    ]
    for reference in references {
      let url = try #require(page.joined(reference))
      let (far, near) = (
        loader.load(url, as: .styleSheet, referrer: page), own.load(url, as: .styleSheet, referrer: page)
      )
      #expect(far == near, "\(reference)")
    }
    #expect(try loader.load(page, as: .document).get().bytes == Array("<p>".utf8))
    _ = own.load(page, as: .document)
    #expect(loader.contents().map(\.url) == own.contents().map(\.url))
    // Which folder would have been needed is for the user alone.
    #expect(own.warnings.count == 1 && loader.warnings.isEmpty)
    #expect(pair.service.end() == own.warnings)
  }

  @Test func whatTheUserDidNotNameIsNotReadAsIfHeHad() throws {
    let loader = try pair.load(try rights(), with: client)
    let secret = PageURL(filePath: Array((folder.path + "/secret.txt").utf8))
    #expect(throws: LoadError(folder.path + "/secret.txt", .fileFromNetwork)) {
      try loader.load(secret, as: .document).get()
    }
    var named = try rights()
    named.userFiles = [secret]
    let other = try pair.load(named, with: client)
    #expect(try other.load(secret, as: .styleSheet).get().bytes == Array("secret".utf8))
  }

  @Test func pagesOfTheNetworkReadNoFiles() throws {
    var rights = rights(try #require(PageURL("http://127.0.0.1:1/")))
    rights.policy.root = try RootFolder(path: Array((folder.path + "/site").utf8))
    let loader = try pair.load(rights, with: client)
    let url = try #require(page.joined("css/a.css"))
    for referrer in [nil, page, url] {
      #expect(throws: LoadError.self) { try loader.load(url, as: .image, referrer: referrer).get() }
    }
  }

  @Test func largeFilesComeWhole() throws {
    let text = String(repeating: "0123456789abcdef", count: 300_000)
    for name in ["one", "two"] { try folder.write("site/\(name).txt", name + text) }
    let loader = try pair.load(try rights(), with: client)
    for name in ["one", "two", "one"] {
      let resource = try loader.load(try #require(page.joined("\(name).txt")), as: .data, referrer: page).get()
      #expect(resource.bytes == Array((name + text).utf8))
    }
  }

  @Test func limitsHoldOnBothEnds() throws {
    var limits = Limits()
    (limits.requests, limits.resourceBytes) = (3, 100)
    try folder.write("site/large.txt", String(repeating: "x", count: 101))
    // The renderer believes in other limits.
    let loader = try pair.load(try rights(.public, limits), with: client, limits: Limits())
    func reason(_ name: String) throws -> LoadError.Reason? {
      switch loader.load(try #require(page.joined(name)), as: .image, referrer: page) {
      case .success: nil
      case .failure(let error): error.reason
      }
    }
    #expect(try reason("large.txt") == .resourceTooLarge(100))
    let reasons = try (0..<100).map { try reason("css/a.css?\($0)") }
    #expect(reasons.prefix(60).allSatisfy { $0 == nil } && reasons.last == .tooManyRequests(3))
  }

  @Test func theNetworkIsTheBrokersToAllow() async throws {
    let server = try await TestServer { _ in .init(body: "private") }
    let pair = pair
    for policy in [LoadPolicy.Network.none, .public] {
      let loader = try pair.load(rights(server.url("/"), policy), with: client, network: .all)
      for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"] {
        let text = await loader.text(server.url("/", host: host), as: .image, referrer: page)
        #expect(text.contains(policy == .none ? "--network none" : "private or loopback"), "\(text)")
      }
    }
    #expect(server.requests.isEmpty)
  }

  @Test func pagesOfTheNetworkAreTheSame() async throws {
    let server = try await TestServer { request in
      switch request.path {
      case "/": .init(headers: ["Content-Type": "text/html; charset=iso-8859-1", "Refresh": "5"], body: "<p>page")
      case "/moved": .init(status: 302, headers: ["Location": "/b.css"])
      case "/missing": .init(status: 404, body: "no")
      default: .init(headers: ["Content-Type": "text/css"], body: request.path)
      }
    }
    let loader = try pair.load(rights(server.url("/")), with: client)
    let own = ResourceLoader(rights(server.url("/")), session: NetworkSession())
    for (path, kind) in [("/", ResourceKind.document), ("/moved", .styleSheet), ("/missing", .font), ("/a.css", .data)]
    {
      let url = server.url(path)
      let referrer = kind == .document ? nil : server.url("/")
      for loader in [loader, own] {
        await away { loader.prefetch(url, as: kind, referrer: referrer ?? url) }
      }
      let (far, near) = await away {
        (loader.load(url, as: kind, referrer: referrer), own.load(url, as: kind, referrer: referrer))
      }
      #expect(far == near, "\(path)")
    }
    #expect(loader.warnings == own.warnings)
  }

  @Test func secretsGoToTheServerAndNotToTheRenderer() async throws {
    let server = try await TestServer { request in
      .init(headers: ["Set-Cookie": "session=fromserver"], body: request.headers["cookie"] ?? "none")
    }
    let pair = try BrokerPair()
    let settings: (inout RequestSettings) -> Void = {
      $0.cookies = [.init(name: "a", value: "hidden1")]
      $0.headers = [.init(name: "X-Token", value: "hidden2")]
      $0.credentials = .init(name: "me", password: "hidden3")
    }
    pair.service.begin(.success(rights(server.url("/"), .all, settings)), request: [])
    let ask = BrokerAsk(
      page: 1, number: 1,
      request: NetworkRequest(url: server.url("/x"), kind: .image, referrer: server.url("/"), isAhead: false))
    let bytes = await away { () -> [UInt8] in
      _ = ask.message.withUnsafeBytes { write(pair.descriptor, $0.baseAddress, $0.count) }
      var stream = BrokerStream(pair.descriptor)
      let deadline = ContinuousClock.now + .seconds(5)
      let page = stream.message(until: deadline)
      let answer = stream.message(until: deadline)
      return (page?.fields ?? []) + (answer?.fields ?? [])
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("/x") && !text.contains("hidden") && !text.contains("fromserver"), "\(text)")
    let request = try #require(server.requests.last)
    #expect(request.headers["cookie"] == "a=hidden1" && request.headers["x-token"] == "hidden2")
    close(pair.descriptor)
  }

  @Test func aRefererIsOfWhatThePageGot() async throws {
    let server = try await TestServer { .init(body: $0.headers["referer"] ?? "none") }
    let other = try #require(PageURL("http://127.0.0.1:1/forged"))
    let loader = try pair.load(rights(server.url("/")), with: client)
    #expect(await loader.text(server.url("/a"), as: .data, referrer: server.url("/b")) == server.url("/b").href)
    #expect(await loader.text(server.url("/c"), as: .data, referrer: other) == "none")
  }

  @Test func aFileThatGoesOnToTheNetworkReadsNoMoreFiles() async throws {
    let server = try await TestServer { _ in .init(body: "x") }
    let loader = try pair.load(try rights(.all), with: client)
    let (first, second) = (try #require(page.joined("css/a.css")), try #require(page.joined("v.css?v=1")))
    #expect(try loader.load(first, as: .styleSheet, referrer: page).get().bytes == Array("a{}".utf8))
    #expect(await loader.text(server.url("/next"), as: .document, referrer: page) == "x")
    // What a renderer says that was taken over.
    #expect(throws: LoadError.self) { try loader.load(second, as: .styleSheet, referrer: page).get() }
  }

  @Test func manyAtOnce() async throws {
    let server = try await TestServer { .init(body: $0.path + String(repeating: "x", count: 10_000)) }
    let loader = try pair.load(rights(server.url("/")), with: client)
    let urls = (0..<30).map { server.url("/\($0)") }
    let results = await away { () -> [Bool] in
      for url in urls { loader.prefetch(url, as: .image, referrer: server.url("/")) }
      return urls.reversed().map { url in
        let resource = try? loader.load(url, as: .image, referrer: server.url("/")).get()
        return resource.map { $0.bytes.count == url.path.utf8.count + 10_000 } ?? false
      }
    }
    #expect(results.allSatisfy { $0 })
  }

  private func ask(
    _ loader: ResourceLoader, _ url: PageURL, _ content: RequestContent?, _ kind: ResourceKind = .fetch,
    from referrer: PageURL
  ) async -> Result<Resource, LoadError> {
    await away { loader.load(url, as: kind, referrer: referrer, content: content) }
  }

  @Test func serversAgreeBeforeOthersAskForMoreThanPagesCan() async throws {
    let server = try await TestServer { .init(body: $0.method) }
    let other = try await TestServer { request in
      guard request.method == "OPTIONS" else { return .init(body: request.method) }
      let agreed = ["Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "PUT"]
      return .init(status: 204, headers: request.path == "/open" ? agreed : [:])
    }
    let loader = try pair.load(rights(server.url("/")), with: client)
    let (home, open, closed) = (server.url("/"), other.url("/open"), other.url("/closed"))
    let put = RequestContent(method: "PUT", body: [1])
    #expect(try await ask(loader, home, put, from: home).get().bytes == Array("PUT".utf8))
    // 1. Not asked, neither as another kind, nor as if a page of that server wanted it.
    #expect(await ask(loader, open, put, from: home).isFailure)
    #expect(await ask(loader, open, put, .image, from: home).isFailure)
    let own = RequestContent(method: "GET", headers: [.init(name: "X-Own", value: "x")])
    #expect(await ask(loader, open, own, from: home).isFailure)
    #expect(await ask(loader, open, put, from: open).isFailure)
    #expect(await !ask(loader, open, nil, .frame, from: home).isFailure)
    #expect(await ask(loader, open, put, from: open).isFailure)
    #expect(other.requests.map(\.method) == ["GET"])
    // 2. Asked.
    for (url, isOpen) in [(open, true), (closed, false)] {
      let question = try #require(CrossOriginQuestion(about: put, to: url, from: home.origin))
      _ = await ask(loader, url, question.content, from: home)
      #expect(other.requests.last?.method == "OPTIONS" && other.requests.last?.headers["origin"] == home.origin)
      #expect(await ask(loader, url, put, from: home).isFailure == !isOpen)
    }
    #expect(other.requests.filter { $0.method == "PUT" }.map(\.path) == ["/open"])
    // 3. What every page may send.
    let plain = RequestContent(method: "POST", headers: [.init(name: "Content-Type", value: "text/plain")], body: [1])
    #expect(await !ask(loader, closed, plain, from: home).isFailure)
    // Nobody speaks for a server that the page is not from.
    #expect(await !ask(loader, closed, plain, from: closed).isFailure)
    #expect(other.requests.last?.headers["origin"] == "null")
  }

  @Test func scriptsOfFilesAreOfNoOrigin() async throws {
    let server = try await TestServer { .init(body: $0.headers["origin"] ?? "none") }
    let loader = try pair.load(try rights(.all), with: client)
    #expect(await loader.text(server.url("/"), as: .fetch, referrer: page) == "null")
  }

  @Test func headersAreForThoseWhomTheServerAllows() async throws {
    let server = try await TestServer { _ in .init(body: "x") }
    let other = try await TestServer { request in
      var headers = ["X-Own": "1"]
      if request.path == "/open" { headers["Access-Control-Allow-Origin"] = "*" }
      return .init(headers: headers, body: "x")
    }
    let loader = try pair.load(rights(server.url("/")), with: client)
    for (path, isOpen) in [("/open", true), ("/closed", false)] {
      let resource = try await ask(loader, other.url(path), nil, from: server.url("/")).get()
      #expect((HTTPHeaders(resource.headers)["X-Own"] != nil) == isOpen)
    }
  }

  @Test func aRequestThatIsTooLongEndsNothing() async throws {
    let server = try await TestServer { _ in .init(body: "x") }
    let loader = try pair.load(rights(server.url("/")), with: client)
    let large = RequestContent(method: "POST", body: [UInt8](repeating: 7, count: 2 << 20))
    #expect(await ask(loader, server.url("/"), large, from: server.url("/")).isFailure)
    #expect(await loader.text(server.url("/next"), as: .image, referrer: server.url("/")) == "x")
  }

  /// Both sides have more to say than the connection holds, and neither waits for the other.
  @Test func moreThanTheConnectionHolds() throws {
    let page = try #require(PageURL("http://127.0.0.1:8080/"))
    let loader = try pair.load(rights(page, .public), with: client)
    let urls = (0..<400).compactMap { page.joined("/\($0)-" + String(repeating: "y", count: 3_000)) }
    for url in urls { loader.prefetch(url, as: .image, referrer: page) }
    for url in urls.reversed() {
      guard case .failure(let error) = loader.load(url, as: .image, referrer: page) else { throw CancellationError() }
      #expect(error.reason == .privateAddress("127.0.0.1"))
    }
  }

  @Test func whatIsLateForOnePageIsNotTheNexts() async throws {
    let server = try await TestServer { .init(body: $0.path, delay: .milliseconds($0.path == "/slow" ? 300 : 0)) }
    let first = try pair.load(rights(server.url("/")), with: client)
    await away { first.prefetch(server.url("/slow"), as: .image, referrer: server.url("/")) }
    let second = try pair.load(rights(server.url("/")), with: client)
    #expect(await second.text(server.url("/next"), as: .image, referrer: server.url("/")) == "/next")
    _ = pair.service.end()
    // Of a page that has ended, nothing is answered.
    #expect(await away { second.load(server.url("/after"), as: .image, referrer: nil) }.isFailure)
  }

  @Test func aPageThatMayNotLoadSaysWhy() throws {
    pair.service.begin(.failure(PageProblem(cause: .input, message: "no such folder")), request: [1])
    #expect(client.nextPage() == [1])
    #expect(client.problem == PageProblem(cause: .input, message: "no such folder"))
    pair.service.stop()
    #expect(client.nextPage() == nil)
  }
}

extension Result {
  var isFailure: Bool { if case .failure = self { true } else { false } }
}
