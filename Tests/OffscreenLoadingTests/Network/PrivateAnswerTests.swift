import Synchronization
import TestSupport
import Testing

@testable import OffscreenLoading

/// Nothing private outlives its page: neither in the memory that a session's pages share, nor in a folder.
@Suite struct PrivateAnswerTests {
  private typealias Change = @Sendable (inout RequestSettings) -> Void

  /// Each answer says how many there were before it.
  private func server(_ headers: [String: String] = [:]) async throws -> TestServer {
    let counter = Counter()
    return try await TestServer { request in
      var all = ["Cache-Control": "max-age=100"].merging(headers) { $1 }
      if request.path == "/cookie" { all["Set-Cookie"] = "k=v" }
      return .init(headers: all, body: "secret \(counter.next())")
    }
  }

  /// What two pages of one session, and one of another, get for an address.
  private func texts(_ server: TestServer, _ change: @escaping Change = { _ in }) async throws -> [String] {
    let folder = try TemporaryFolder()
    let session = NetworkSession()
    var texts: [String] = []
    for session in [session, session, NetworkSession()] {
      let loader = makeLoader(server.url("/"), session: session, cache: folder.path + "/cache", change)
      let first = await loader.text(server.url("/"))
      // The page itself gets what it has.
      #expect(await loader.text(server.url("/"), as: .image, referrer: server.url("/")) == first)
      texts.append(first)
    }
    if Set(texts).count == texts.count {
      let files = (try? folder.names("cache")) ?? []
      for file in files { #expect(folder.read("cache/" + file)?.contains("secret") == false) }
    }
    return texts
  }

  private let fresh = ["secret 0", "secret 1", "secret 2"]

  @Test func publicAnswersAreShared() async throws {
    #expect(try await texts(try await server()) == ["secret 0", "secret 0", "secret 0"])
  }

  @Test(arguments: [
    ["Cache-Control": "private, max-age=100"], ["Cache-Control": "max-age=100, PRIVATE=\"x-a, x-b\""],
    ["Set-Cookie": "session=1"], ["Cache-Control": "public, max-age=100", "Set-Cookie": "session=1"],
  ])
  func privateAnswers(_ headers: [String: String]) async throws {
    #expect(try await texts(try await server(headers)) == fresh)
  }

  @Test func answersToWhoeverAsks() async throws {
    #expect(try await texts(try await server(), { $0.cookies = [.init(name: "a", value: "b")] }) == fresh)
    #expect(try await texts(try await server(), { $0.credentials = .init(name: "a", password: "b") }) == fresh)
    #expect(
      try await texts(try await server(), { $0.headers = [.init(name: "Authorization", value: "Bearer x")] }) == fresh)
    #expect(try await texts(try await server(), { $0.headers = [.init(name: "X-Key", value: "x")] }) == fresh)
    // Whatever the server says of it.
    let open = try await server(["Cache-Control": "public, max-age=100"])
    #expect(try await texts(open, { $0.cookies = [.init(name: "a", value: "b")] }) == fresh)
  }

  @Test func cookiesOfServersMakeWhatFollowsPrivate() async throws {
    let server = try await server()
    let session = NetworkSession()
    func load(_ paths: [String]) async -> [String] {
      let loader = makeLoader(server.url("/cookie"), session: session)
      var texts: [String] = []
      for path in paths { texts.append(await loader.text(server.url(path), as: .image)) }
      return texts
    }
    #expect(await load(["/cookie", "/a"]) == ["secret 0", "secret 1"])
    #expect(server.requests.last?.headers["cookie"] == "k=v")
    #expect(await load(["/a"]) == ["secret 2"], "without the cookie, another answer")
    #expect(await load(["/a"]) == ["secret 2"], "which is for all")
    // And one with the cookie does not get that of others.
    #expect(await load(["/cookie", "/a"]) == ["secret 3", "secret 4"])
  }

  /// Where several navigations share a jar, they are one page.
  @Test func pagesOfOneJarShare() async throws {
    let server = try await server(["Cache-Control": "private, max-age=100"])
    let session = NetworkSession()
    func load(_ jar: CookieJar?) async -> String {
      let loader = ResourceLoader(
        policy: LoadPolicy(root: nil, network: .all), page: server.url("/"), session: session, cookies: jar)
      return await loader.text(server.url("/"))
    }
    let jar = CookieJar(session)
    #expect(await load(jar) == "secret 0")
    #expect(await load(jar) == "secret 0")
    #expect(await load(CookieJar(session)) == "secret 1")
    #expect(await load(nil) == "secret 2")
  }

  @Test func anAnswerThatBecomesPrivateIsForgotten() async throws {
    let server = try await TestServer { request in
      request.headers["if-none-match"] == nil
        ? .init(headers: ["ETag": "\"1\"", "Cache-Control": "no-cache"], body: "text")
        : .init(status: 304, headers: ["ETag": "\"1\"", "Cache-Control": "private, no-cache"])
    }
    let session = NetworkSession()
    var sources: [String?] = []
    for _ in 0..<4 {
      let loader = makeLoader(server.url("/"), session: session)
      #expect(await loader.text(server.url("/")) == "text")
      sources.append(loader.records.first?.exchange?.source)
    }
    #expect(sources == ["network", "revalidated", "network", "revalidated"])
  }

  @Test func whatWasKeptByEarlierVersionsIsNotUsed() async throws {
    let server = try await server()
    let folder = try TemporaryFolder()
    func load() async -> String {
      await makeLoader(server.url("/"), session: NetworkSession(), cache: folder.path).text(server.url("/"))
    }
    #expect(await load() == "secret 0")
    #expect(await load() == "secret 0")
    let file = try #require(try folder.names().first)
    let text = try #require(folder.read(file))
    try folder.write(file, text.replacing("offscreen-cache 2", with: "offscreen-cache 1"))
    #expect(await load() == "secret 1")
    try folder.write(file, text.replacing("max-age=100", with: "private,    "))
    #expect(await load() == "secret 2")
  }

  @Test func postsAreNeitherKeptNorAnsweredFromWhatIs() async throws {
    let server = try await server()
    let session = NetworkSession()
    let form = RequestContent(
      method: "POST", headers: [.init(name: "Content-Type", value: "text/plain")], body: Array("x".utf8))
    func load(_ content: RequestContent?) async -> String {
      let loader = makeLoader(server.url("/"), session: session)
      return await away {
        (try? loader.load(server.url("/"), as: .document, content: content).get()).map {
          String(decoding: $0.bytes, as: UTF8.self)
        } ?? ""
      }
    }
    #expect(await load(nil) == "secret 0")
    #expect(await load(nil) == "secret 0")
    #expect(await load(form) == "secret 1")
    #expect(await load(form) == "secret 2")
    #expect(await load(nil) == "secret 3", "what was kept of the address is old now")
  }
}

final class Counter: Sendable {
  private let value = Mutex(0)
  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}
