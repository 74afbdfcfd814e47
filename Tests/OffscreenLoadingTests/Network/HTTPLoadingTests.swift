import TestSupport
import Testing

@testable import OffscreenLoading

@Suite struct HTTPLoadingTests {
  @Test func bytesTypeAndCharset() async throws {
    let server = try await TestServer { _ in
      .init(headers: ["Content-Type": "text/html; charset=iso-8859-2"], body: "<p>x")
    }
    let loader = makeLoader(server.url("/"))
    let resource = try await away { loader.load(server.url("/a#b"), as: .document) }.get()
    #expect(resource.bytes == Array("<p>x".utf8))
    #expect(resource.mimeType.isHTML && resource.charset == "iso-8859-2" && resource.status == 200)
    #expect(resource.finalURL == server.url("/a#b"))
    // What was loaded once is not loaded again.
    _ = await loader.text(server.url("/a"))
    #expect(server.paths == ["/a"])
  }

  @Test func headersOfRequests() async throws {
    let server = try await TestServer { _ in .init(body: "x") }
    let page = server.url("/page")
    let loader = makeLoader(page) {
      $0.userAgent = "Me/1"
      $0.headers = [.init(name: "X-One", value: "1"), .init(name: "Accept-Language", value: "de")]
      $0.cookies = [.init(name: "a", value: "b")]
    }
    _ = await loader.text(page)
    _ = await loader.text(server.url("/i.png"), as: .image, referrer: page)
    let other = try #require(PageURL("http://localhost:\(server.port)/far.png"))
    _ = await loader.text(other, as: .image, referrer: page)
    let requests = server.requests
    try #require(requests.count == 3)
    #expect(requests.map { $0.headers["user-agent"] } == ["Me/1", "Me/1", "Me/1"])
    #expect(requests.map { $0.headers["x-one"] } == ["1", "1", nil])
    #expect(requests.map { $0.headers["accept-language"] } == ["de", "de", "en-US,en;q=0.9"])
    #expect(requests.map { $0.headers["cookie"] } == ["a=b", "a=b", nil])
    #expect(requests.map { $0.headers["referer"] } == [nil, page.href, "http://127.0.0.1:\(server.port)/"])
    #expect(requests[0].headers["accept"]?.hasPrefix("text/html") == true)
    #expect(requests[1].headers["accept"]?.hasPrefix("image/") == true)
    #expect(requests[0].headers["accept-encoding"]?.contains("gzip") == true)
    #expect(requests[0].headers["accept-encoding"]?.contains("br") == true)
  }

  /// https://w3c.github.io/webappsec-fetch-metadata/
  @Test func requestsSayWhoMakesThemAndWhatFor() async throws {
    let server = try await TestServer { _ in .init(body: "x") }
    let page = server.url("/page")
    let loader = makeLoader(page)
    _ = await loader.text(page)
    _ = await loader.text(server.url("/i.png"), as: .image, referrer: page)
    _ = await loader.text(server.url("/f"), as: .fetch, referrer: PageURL("http://127.0.0.1:1/"))
    _ = await loader.text(server.url("/frame"), as: .frame, referrer: PageURL("http://example.org/"))
    _ = await loader.text(server.url("/s.css"), as: .styleSheet, referrer: PageURL("file:///a.html"))
    let requests = server.requests
    try #require(requests.count == 5)
    func values(_ name: String) -> [String?] { requests.map { $0.headers["sec-fetch-" + name] } }
    #expect(values("dest") == ["document", "image", "empty", "iframe", "style"])
    #expect(values("mode") == ["navigate", "no-cors", "cors", "navigate", "no-cors"])
    #expect(values("site") == ["none", "same-origin", "same-site", "cross-site", "cross-site"])
    #expect(values("user") == ["?1", nil, nil, nil, nil])
  }

  @Test func sitesAreToldBySchemeAndName() throws {
    func site(_ from: String, _ addresses: String...) throws -> String? {
      var urls = try addresses.map { try #require(PageURL($0)) }
      let last = urls.removeLast()
      let request = NetworkRequest(url: last, kind: .image, referrer: PageURL(from), content: nil, isAhead: false)
      return FetchMetadata.fields(of: request, at: last, after: urls).first { $0.name == "Sec-Fetch-Site" }?.value
    }
    #expect(try site("https://a.example/", "https://a.example/x") == "same-origin")
    #expect(try site("https://a.example/", "https://www.a.example/x") == "same-site")
    #expect(try site("https://www.a.example/", "https://a.example:444/x") == "same-site")
    #expect(try site("http://a.example/", "https://a.example/x") == "cross-site")
    #expect(try site("https://a.example/", "https://ba.example/x") == "cross-site")
    #expect(try site("https://a.example/", "https://b.example/", "https://a.example/x") == "cross-site")
    #expect(try site("https://a.example/", "http://a.example/x") == nil)
  }

  @Test func redirects() async throws {
    let server = try await TestServer { request in
      switch request.path {
      case "/a": .init(status: 302, headers: ["Location": "b?x=1"])
      case "/b?x=1": .init(status: 301, headers: ["Location": "/c"])
      case "/loop": .init(status: 307, headers: ["Location": "/loop"])
      case "/file": .init(status: 302, headers: ["Location": "file:///etc/passwd"])
      case "/odd": .init(status: 302, headers: ["Location": "http://[::"])
      default: .init(body: "end")
      }
    }
    let loader = makeLoader(server.url("/a"))
    let resource = try await away { loader.load(server.url("/a#top"), as: .document) }.get()
    #expect(resource.finalURL == server.url("/c#top"))
    #expect(loader.records.first?.exchange?.redirects.map(\.status) == [302, 301])
    #expect(
      await loader.text(server.url("/loop")).hasSuffix("/loop: redirects more often than the limit redirects, 10"))
    #expect(server.paths.filter { $0 == "/loop" }.count == 11)
    #expect(await loader.text(server.url("/file")).hasSuffix("redirects to a file: address, which is not followed"))
    #expect(await loader.text(server.url("/odd")).hasSuffix("redirects to an address that is not valid"))
  }

  @Test func policy() async throws {
    let server = try await TestServer { _ in .init(body: "secret") }
    for host in ["127.0.0.1", "localhost", "localhost.", "[::ffff:127.0.0.1]", "0x7f.1", "0.0.0.0", "x.localhost"] {
      let url = server.url("/", host: host)
      #expect(await makeLoader(url, network: .public).text(url).contains("private or loopback"))
      #expect(await makeLoader(url, network: .none).text(url).contains("turned off"))
    }
    // A connection that another page opened is none for a page that may not open it.
    let session = NetworkSession()
    let url = server.url("/")
    #expect(await makeLoader(url, session: session).text(url) == "secret")
    #expect(server.requests.count == 1)
    #expect(await makeLoader(url, network: .public, session: session).text(url).contains("private"))
    #expect(server.requests.count == 1)
  }

  @Test func authentication() async throws {
    let server = try await TestServer { request in
      request.headers["authorization"] == "Basic bWU6cHc="
        ? .init(body: "in") : .init(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: "out")
    }
    let plain = server.url("/")
    let loader = makeLoader(plain)
    #expect(await loader.text(plain) == "out")
    let known = makeLoader(plain) { $0.credentials = .init(name: "me", password: "pw") }
    #expect(await known.text(plain) == "in")
    let named = try #require(PageURL("http://me:pw@127.0.0.1:\(server.port)/"))
    let byAddress = makeLoader(named)
    let resource = try await away { byAddress.load(named, as: .document) }.get()
    #expect(String(decoding: resource.bytes, as: UTF8.self) == "in")
    #expect(!resource.finalURL.href.contains("pw"))
    #expect(await byAddress.text(server.url("/i"), as: .image, referrer: resource.finalURL) == "in")
    let wrong = makeLoader(plain) { $0.credentials = .init(name: "me", password: "no") }
    #expect(await wrong.text(plain) == "out")
  }

  @Test func digest() async throws {
    let server = try await TestServer { request in
      guard let answer = request.headers["authorization"], answer.hasPrefix("Digest "),
        answer.contains("username=\"me\"")
      else {
        return .init(status: 401, headers: ["WWW-Authenticate": "Digest realm=\"x\", nonce=\"abc\", qop=\"auth\""])
      }
      return .init(body: "in")
    }
    let loader = makeLoader(server.url("/")) { $0.credentials = .init(name: "me", password: "pw") }
    #expect(await loader.text(server.url("/")) == "in")
  }

  @Test func cookiesOfServers() async throws {
    let server = try await TestServer { request in
      request.path == "/"
        ? .init(headers: ["Set-Cookie": "k=v; Path=/in"], body: "x") : .init(body: request.headers["cookie"] ?? "none")
    }
    let session = NetworkSession()
    let loader = makeLoader(server.url("/"), session: session)
    _ = await loader.text(server.url("/"))
    #expect(await loader.text(server.url("/in/a"), as: .image) == "k=v")
    #expect(await loader.text(server.url("/out"), as: .image) == "none")
    // Another page knows nothing of them.
    #expect(await makeLoader(server.url("/"), session: session).text(server.url("/in/a")) == "none")
  }

  @Test func errorsOfServers() async throws {
    let server = try await TestServer { request in
      request.path == "/empty"
        ? .init(status: 500) : .init(status: 404, headers: ["Content-Type": "text/html"], body: "<p>gone")
    }
    let loader = makeLoader(server.url("/"))
    #expect(await loader.text(server.url("/")) == "<p>gone")
    #expect(
      await loader.text(server.url("/empty")).hasSuffix(
        "/empty: the server answered with status 500 (Internal Server Error)"))
    #expect(await loader.text(server.url("/a.css"), as: .styleSheet).contains("status 404 (Not Found)"))
    #expect(await loader.text(server.url("/a.png"), as: .image).contains("status 404"))
    #expect(await makeLoader(server.url("/")) { $0.isStrict = true }.text(server.url("/")).contains("status 404"))
  }

  @Test func sideBySide() async throws {
    let server = try await TestServer { request in .init(body: request.path, delay: .seconds(3)) }
    let page = server.url("/page")
    var limits = Limits()
    (limits.loading, limits.firstByte) = (.seconds(60), .seconds(60))
    let loader = makeLoader(page, limits: limits)
    let start = ContinuousClock.now
    for index in 0..<6 { loader.prefetch(server.url("/\(index)"), as: .data, referrer: page) }
    for index in (0..<6).reversed() {
      #expect(await loader.text(server.url("/\(index)"), as: .data, referrer: page) == "/\(index)")
    }
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(Set(server.paths).count == 6 && server.paths.count == 6)
  }

  /// What a page gets does not depend on what came first.
  @Test func limitsCountInTheOrderOfAsking() async throws {
    let server = try await TestServer { request in
      .init(body: String(repeating: "x", count: 600), delay: request.path == "/0" ? .milliseconds(200) : .zero)
    }
    var limits = Limits()
    (limits.pageBytes, limits.requests) = (1_500, 3)
    let page = server.url("/page")
    let loader = makeLoader(page, limits: limits)
    for index in 0..<5 { loader.prefetch(server.url("/\(index)"), as: .data, referrer: page) }
    #expect(await loader.text(server.url("/0"), as: .data, referrer: page).count == 600)
    #expect(await loader.text(server.url("/1"), as: .data, referrer: page).count == 600)
    #expect(await loader.text(server.url("/2"), as: .data, referrer: page).contains("limit pageBytes, 1500"))
    #expect(await loader.text(server.url("/3"), as: .data, referrer: page).contains("limit requests, 3"))
  }

  @Test func endingAPageEndsItsRequests() async throws {
    let server = try await TestServer { _ in .init(body: "x", delay: .seconds(30)) }
    let session = NetworkSession()
    for _ in 0..<200 {
      let loader = makeLoader(server.url("/"), session: session)
      loader.prefetch(server.url("/slow"), as: .image, referrer: server.url("/"))
    }
    let quick = try await TestServer { _ in .init(body: "quick") }
    let start = ContinuousClock.now
    #expect(await makeLoader(quick.url("/"), session: session).text(quick.url("/")) == "quick")
    #expect(ContinuousClock.now - start < .seconds(15))
  }
}

@Suite struct BadAnswerTests {
  /// A time is short only where it is what the test is about: a busy machine takes its share of each.
  private func text(
    loading: Duration = .seconds(30), firstByte: Duration = .seconds(20),
    _ answer: @escaping @Sendable (RudeServer.Connection) -> Void
  ) async throws -> String {
    var limits = Limits()
    (limits.loading, limits.firstByte, limits.resourceBytes) = (loading, firstByte, 100_000)
    let server = try RudeServer(answer)
    let start = ContinuousClock.now
    let text = await makeLoader(server.url(), limits: limits).text(server.url(), as: .data)
    #expect(ContinuousClock.now - start < .seconds(25))
    #expect(!text.contains("\n"))
    #expect(text.hasPrefix("error: http://127.0.0.1:\(server.port)/: "))
    return text
  }

  @Test func lengths() async throws {
    #expect(
      try await text { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort") }.contains(
        "wrong length: it ended after 5 of 100 bytes"))
    #expect(
      try await text { $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n") }.hasPrefix("error: "))
    #expect(
      try await text { connection in
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        while connection.send([UInt8](repeating: 120, count: 60_000)) {}
      }.contains("larger than the limit fileBytes, 100000"))
    #expect(
      try await text { connection in
        connection.send("HTTP/1.1 200 OK\r\n")
        while connection.send("X-Y: " + String(repeating: "z", count: 10_000) + "\r\n") {}
      }.contains("the head of the answer is longer"))
  }

  @Test func silence() async throws {
    #expect(try await text(firstByte: .milliseconds(400)) { $0.wait(30_000) }.hasSuffix("no answer within 0.4 s"))
    #expect(
      try await text(loading: .milliseconds(900)) { connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
        while connection.send("x") { connection.wait(100) }
      }.hasSuffix("not loaded within 0.9 s"))
  }

  @Test func otherFaults() async throws {
    #expect(try await text { _ in }.hasSuffix("the answer is empty"))
    #expect(try await text { $0.send("SSH-2.0-OpenSSH\r\n") }.hasPrefix("error: "))
    #expect(
      try await text { $0.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd") }.contains(
        "compressed"))
  }

  @Test func noServer() async throws {
    let port = try RudeServer { _ in }.port
    let closed = try #require(PageURL("http://127.0.0.1:\(port)/"))
    #expect(await makeLoader(closed).text(closed) == "error: http://127.0.0.1:\(port)/: the connection was refused")
    let nowhere = try #require(PageURL("http://nowhere.invalid/"))
    #expect(await makeLoader(nowhere).text(nowhere) == "error: http://nowhere.invalid/: there is no host of that name")
    let server = try RudeServer { $0.send("no TLS") }
    let url = try #require(PageURL("https://127.0.0.1:\(server.port)/"))
    #expect(await makeLoader(url).text(url).contains("no secure connection"))
    let blocked = try #require(PageURL("http://127.0.0.1:25/"))
    #expect(await makeLoader(blocked).text(blocked).contains("port 25"))
  }
}
