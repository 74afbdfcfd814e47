import TestSupport
import Testing

@testable import OffscreenLoading

/// What code that has taken over a renderer asks for to get more out of its broker than its page may have.
@Suite(.timeLimit(.minutes(1))) struct BrokerAttackTests {
  private func rights(_ page: PageURL, _ change: (inout LoadRights) -> Void = { _ in }) throws -> LoadRights {
    var rights = LoadRights(page: page, policy: try LoadPolicy(page: page, network: .all))
    change(&rights)
    return rights
  }

  /// A renderer with a broker of its own, which what makes no sense may end.
  private func loader(_ rights: LoadRights) throws -> ResourceLoader {
    let pair = try BrokerPair()
    return try pair.load(rights, with: BrokerClient(descriptor: pair.descriptor))
  }

  private func ask(
    _ loader: ResourceLoader, _ url: PageURL, _ content: RequestContent? = nil, _ kind: ResourceKind = .fetch,
    from referrer: PageURL
  ) async -> Result<Resource, LoadError> {
    await away { loader.load(url, as: kind, referrer: referrer, content: content) }
  }

  private func question(_ method: String, _ names: String? = nil) -> RequestContent {
    var content = RequestContent(
      method: "OPTIONS", headers: [.init(name: "Access-Control-Request-Method", value: method)])
    if let names { content.headers.append(.init(name: "Access-Control-Request-Headers", value: names)) }
    return content
  }

  private let put = RequestContent(method: "PUT", body: [1])

  @Test func nothingButItsAnswerAgreesToAQuestion() async throws {
    let home = try await TestServer { _ in .init(body: "x") }
    let other = try await TestServer { request in
      let agreed = ["Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "PUT, DELETE"]
      return switch (request.method, request.path) {
      case (_, "/moved"): .init(status: 307, headers: agreed.merging(["Location": "/target"]) { $1 })
      case (_, "/error"): .init(status: 404, headers: agreed)
      case ("OPTIONS", "/origin"): .init(headers: ["Access-Control-Allow-Origin": "*"])
      case ("OPTIONS", "/method"): .init(headers: ["Access-Control-Allow-Methods": "PUT"])
      case (let method, _): .init(headers: method == "OPTIONS" ? [:] : agreed, body: "x")
      }
    }
    let loader = try loader(rights(home.url("/")))
    for path in ["/moved", "/error", "/origin", "/method", "/target"] {
      let url = other.url(path)
      for content in [nil, question("PUT"), question("DELETE"), question("put"), question("PUT", "x-own")] {
        _ = await ask(loader, url, content, from: home.url("/"))
      }
      #expect(await ask(loader, url, question("PUT"), .frame, from: home.url("/")).isFailure)
      #expect(await ask(loader, url, put, from: home.url("/")).isFailure, "\(path)")
    }
    #expect(other.requests.contains { $0.method == "OPTIONS" } && !other.requests.contains { $0.method == "PUT" })
  }

  /// An agreement is about one address, method and list of names, for one origin and one page.
  @Test func anAgreementIsOfOnePage() async throws {
    let home = try await TestServer { _ in .init(body: "x") }
    let other = try await TestServer { _ in
      .init(headers: ["Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "*"], body: "x")
    }
    let pair = try BrokerPair()
    let client = BrokerClient(descriptor: pair.descriptor)
    let first = try pair.load(rights(home.url("/")), with: client)
    _ = await ask(first, other.url("/a"), question("PUT"), from: home.url("/"))
    let own = RequestContent(method: "PUT", headers: [.init(name: "X-Own", value: "x")], body: [1])
    let delete = RequestContent(method: "DELETE")
    #expect(await ask(first, other.url("/b"), put, from: home.url("/")).isFailure)
    #expect(await ask(first, other.url("/a"), own, from: home.url("/")).isFailure)
    #expect(await ask(first, other.url("/a"), delete, from: home.url("/")).isFailure)
    #expect(await ask(first, other.url("/a"), put, from: other.url("/")).isFailure)
    #expect(await !ask(first, other.url("/a"), put, from: home.url("/")).isFailure)
    let second = try pair.load(rights(home.url("/")), with: client)
    #expect(await ask(second, other.url("/a"), put, from: home.url("/")).isFailure)
    #expect(other.requests.map(\.method) == ["OPTIONS", "PUT"])
  }

  @Test func requestsInDisguiseEndTheConnection() async throws {
    let server = try await TestServer { _ in .init(body: "x") }
    let url = server.url("/")
    let disguised = [
      question("PUT\r\nX-Own: 1"), question("PUT", "a\r\nCookie: b"), question("PUT", "a\u{0}"),
      RequestContent(method: "PUT", headers: question("PUT").headers),
      RequestContent(method: "OPTIONS", headers: question("PUT").headers, body: [1]),
      RequestContent(method: "OPTIONS", headers: question("PUT").headers + [.init(name: "Cookie", value: "a")]),
      RequestContent(method: "OPTIONS", headers: [.init(name: "Access-Control-Request-Headers", value: "a")]),
      RequestContent(method: "CONNECT"), RequestContent(method: "tRACE"),
      RequestContent(method: "GET / HTTP/1.1\r\nA:"),
      RequestContent(method: "POST", headers: [.init(name: "Origin", value: "null")]),
      RequestContent(method: "POST", headers: [.init(name: "Transfer-Encoding", value: "chunked")], body: [48]),
      RequestContent(method: "POST", headers: [.init(name: "Host", value: "other.invalid")]),
      RequestContent(method: "POST", headers: [.init(name: "X-HTTP-Method-Override", value: "a, TRACE")]),
      RequestContent(method: "POST", headers: [.init(name: "Sec-Fetch-Site", value: "none")]),
      RequestContent(method: "POST", headers: [.init(name: "X-Own:", value: "a")]),
    ]
    for content in disguised {
      let loader = try loader(rights(url))
      #expect(await ask(loader, url, content, from: url).isFailure, "\(content.method) \(content.headers)")
      #expect(await ask(loader, url, from: url).isFailure, "the connection goes on after \(content.method)")
    }
    #expect(server.requests.isEmpty)
  }

  /// A server that the user named leads to one of the private network, whose name the page then bears no right to.
  @Test func aRedirectGivesNoOrigin() async throws {
    let inside = try await TestServer { .init(body: $0.headers["origin"] ?? "none") }
    let target = inside.url("/").href.replacing("127.0.0.1", with: "localhost")
    let home = try await TestServer { _ in .init(status: 302, headers: ["Location": target]) }
    let loader = try loader(rights(home.url("/")))
    let forged = try #require(PageURL(target))
    #expect(await !ask(loader, home.url("/"), nil, .document, from: home.url("/")).isFailure)
    #expect(await ask(loader, forged, put, from: forged).isFailure)
    #expect(await loader.text(forged, as: .fetch, referrer: forged) == "null")
    #expect(inside.requests.map(\.method) == ["GET", "GET"])
  }

  /// Requests without an answer are bounded by their bytes, too.
  @Test func largeRequestsDoNotPileUp() async throws {
    // It does not answer.
    let server = try RudeServer { $0.wait(20_000) }
    let pair = try BrokerPair()
    defer { pair.service.stop() }
    pair.service.begin(.success(try rights(server.url())), request: [])
    let (url, descriptor) = (server.url(), pair.descriptor)
    let isBounded = await away { () -> Bool in
      let deadline = ContinuousClock.now + .seconds(20)
      var stream = BrokerStream(descriptor)
      var refused = 0
      func receive(_ stream: inout BrokerStream) -> Bool {
        guard let (kind, fields) = stream.message(until: deadline) else { return false }
        if kind == .page { return true }
        guard let answer = try? BrokerAnswer(fields[...]), case .noResponse = answer.outcome else { return false }
        refused += 1
        return true
      }
      let body = [UInt8](repeating: 7, count: 1_000_000)
      for number in 0..<40 {
        let request = NetworkRequest(
          url: url, kind: .fetch, referrer: url, content: RequestContent(method: "POST", body: body), isAhead: true)
        let message = BrokerAsk(page: 1, number: UInt32(number), request: request).message
        guard stream.write(message, until: deadline, receive: receive) else { return false }
      }
      while refused < 5 { guard receive(&stream) else { return false } }
      return true
    }
    #expect(isBounded)
  }
}
