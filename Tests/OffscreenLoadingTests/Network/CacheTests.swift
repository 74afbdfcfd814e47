import OffscreenPlatform
import Synchronization
import TestSupport
import Testing

@testable import OffscreenLoading

@Suite struct CacheTests {
  private func entry(
    _ headers: [(String, String)], status: Int = 200, fields: [(String, String)] = [], now: Int = 1_000
  ) -> CacheEntry? {
    var response = HTTPResponse(url: PageURL(filePath: [47]), status: status)
    for (name, value) in headers { response.headers.append(name, value) }
    var requested = HTTPHeaders()
    for (name, value) in fields { requested.append(name, value) }
    return CacheEntry(response, requested: requested, now: now)
  }

  private func isFresh(_ headers: [(String, String)], after seconds: Int) -> Bool? {
    entry(headers)?.isFresh(now: 1_000 + seconds) { Int($0) }
  }

  @Test func whatIsKept() {
    #expect(entry([("Cache-Control", "max-age=9")]) != nil)
    #expect(entry([("ETag", "\"1\"")]) != nil)
    #expect(entry([]) == nil)
    #expect(entry([("Cache-Control", "max-age=9, no-store")]) == nil)
    #expect(entry([("Cache-Control", "max-age=9"), ("Vary", "Cookie")]) == nil)
    #expect(entry([("Cache-Control", "max-age=9"), ("Vary", "*")]) == nil)
    #expect(entry([("Cache-Control", "max-age=9")], status: 500) == nil)
    #expect(entry([("ETag", "\"1\"")], status: 404) == nil)
  }

  @Test func freshness() {
    #expect(isFresh([("Cache-Control", "public, max-age=10")], after: 9) == true)
    #expect(isFresh([("Cache-Control", "max-age=10")], after: 10) == false)
    #expect(isFresh([("Cache-Control", "max-age=10"), ("Age", "8")], after: 1) == true)
    #expect(isFresh([("Cache-Control", "max-age=10"), ("Age", "8")], after: 2) == false)
    #expect(isFresh([("Cache-Control", "no-cache, max-age=10")], after: 1) == false)
    #expect(isFresh([("Expires", "1010"), ("Date", "1000")], after: 9) == true)
    #expect(isFresh([("Expires", "1010"), ("Date", "1000")], after: 11) == false)
    #expect(isFresh([("Expires", "never"), ("ETag", "\"1\"")], after: 0) == false)
    #expect(isFresh([("Cache-Control", "max-age=10"), ("Expires", "0")], after: 5) == true)
    #expect(isFresh([("Last-Modified", "1")], after: 0) == false)
  }

  /// What others may be given, which have one cache.
  @Test func freshnessForOthers() {
    func freshness(_ fields: [(String, String)]) -> [Int?] {
      let found = Freshness(HTTPHeaders(fields.map { .init(name: $0.0, value: $0.1) }), now: 784_111_777)
      return [found.fresh, found.stale]
    }
    let date = ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(freshness([]) == [nil, nil])
    #expect(freshness([("Cache-Control", "max-age=60"), ("Age", "20")]) == [40, nil])
    #expect(freshness([("Cache-Control", "max-age=60, s-maxage=7, stale-while-revalidate=3")]) == [7, 3])
    #expect(freshness([("Cache-Control", "max-age=60, must-revalidate")]) == [60, 0])
    for none in ["no-store", "private, max-age=9", "no-cache", "max-age=0, must-revalidate"] {
      #expect(freshness([("Cache-Control", none)]) == [0, 0], "\(none)")
    }
    #expect(freshness([("Vary", "*"), ("Cache-Control", "max-age=9")]) == [0, 0])
    #expect(freshness([("Expires", "Sun, 06 Nov 1994 08:50:37 GMT"), date]) == [60, nil])
    #expect(freshness([("Expires", "Sun, 06 Nov 1994 08:50:37 GMT")]) == [60, nil])
    for past in ["0", "Sun, 06 Nov 1994 08:49:00 GMT", "Sun, 99 Nov 99999999999999999999 08:49:00 GMT"] {
      #expect(freshness([("Expires", past), date]) == [0, nil], "\(past)")
      #expect(freshness([("Expires", past), date, ("Age", "\(Int.max)")]) == [0, nil], "\(past)")
    }
  }

  @Test func vary() {
    let kept = entry(
      [("Cache-Control", "max-age=9"), ("Vary", "Accept-Language, accept-encoding")],
      fields: [("Accept-Language", "de")])
    var german = HTTPHeaders(), english = HTTPHeaders()
    german.append("accept-language", "de")
    english.append("accept-language", "en")
    #expect(kept?.answers(german) == true)
    #expect(kept?.answers(english) == false)
  }

  @Test func files() throws {
    var kept = try #require(entry([("Cache-Control", "max-age=9"), ("Vary", "X")], fields: [("X", "y")]))
    kept.bytes = [0, 10, 10, 255]
    let bytes = CacheFolder.encoded(kept, "http://h/")
    #expect(CacheFolder.decoded(bytes, "http://h/")?.bytes == kept.bytes)
    #expect(CacheFolder.decoded(bytes, "http://h/")?.headers == kept.headers)
    #expect(CacheFolder.decoded(bytes, "http://h/")?.selecting == [.init(name: "x", value: "y")])
    #expect(CacheFolder.decoded(bytes, "http://i/") == nil)
    for count in 0..<bytes.count { #expect(CacheFolder.decoded(Array(bytes.prefix(count)), "http://h/") == nil) }
  }

  @Test func overTheNetwork() async throws {
    let server = try await TestServer { request in
      switch request.path {
      case "/fresh": .init(headers: ["Cache-Control": "max-age=100"], body: "fresh")
      case "/moved": .init(status: 301, headers: ["Location": "/fresh", "Cache-Control": "max-age=100"])
      case "/tag":
        request.headers["if-none-match"] == "\"1\""
          ? .init(status: 304, headers: ["ETag": "\"1\""])
          : .init(headers: ["ETag": "\"1\"", "Content-Type": "text/css"], body: "tagged")
      case "/date":
        request.headers["if-modified-since"] != nil
          ? .init(status: 304) : .init(headers: ["Last-Modified": "Sat, 01 Jan 2022 00:00:00 GMT"], body: "dated")
      default: .init(body: "plain")
      }
    }
    let folder = try TemporaryFolder()
    func load(_ path: String, _ session: NetworkSession, network: LoadPolicy.Network = .all) async -> (String, String?)
    {
      let loader = makeLoader(server.url(path), network: network, session: session, cache: folder.path + "/cache")
      let text = await loader.text(server.url(path))
      return (text, loader.records.first?.exchange?.source)
    }
    // The second session has nothing in memory.
    for (round, session) in [NetworkSession(), NetworkSession()].enumerated() {
      let isFirst = round == 0
      #expect(await load("/fresh", session) == ("fresh", isFirst ? "network" : "cache"))
      #expect(await load("/fresh", session) == ("fresh", "cache"))
      #expect(await load("/moved", session) == ("fresh", "cache"))
      #expect(await load("/tag", session) == ("tagged", isFirst ? "network" : "revalidated"))
      #expect(await load("/tag", session) == ("tagged", "revalidated"))
      #expect(await load("/date", session) == ("dated", isFirst ? "network" : "revalidated"))
      #expect(await load("/plain", session) == ("plain", "network"))
      #expect(await load("/plain", session) == ("plain", "network"))
      // What is kept of a private address is not for pages that may not connect to it.
      #expect(await load("/fresh", session, network: .public).0.contains("private"))
    }
    #expect(server.paths.filter { $0 == "/fresh" }.count == 1)
    #expect(server.paths.filter { $0 == "/moved" }.count == 1)
  }
}

@Suite struct ComputedTypeTests {
  private func type(_ supplied: String?, _ text: String, isSniffingAllowed: Bool = true) -> String {
    MIMEType.computed(supplied: supplied, isSniffingAllowed: isSniffingAllowed, bytes: Array(text.utf8)).essence
  }

  @Test func sniffing() {
    #expect(type(nil, "<html>") == "text/html")
    #expect(type("*/*", "<html>") == "text/html")
    #expect(type("*/*", "<html>", isSniffingAllowed: false) == "text/plain")
    #expect(type("text/plain", "<html>") == "text/plain")
    #expect(type("text/plain", "\u{1}\u{2}") == "application/octet-stream")
    #expect(type("text/plain; charset=x", "\u{1}\u{2}") == "text/plain")
    #expect(type("image/png", "GIF89a") == "image/gif")
    #expect(type("image/png", "GIF89a", isSniffingAllowed: false) == "image/png")
    #expect(type("image/svg+xml", "GIF89a") == "image/svg+xml")
    #expect(type("text/css", "<html>") == "text/css")
  }
}
