import TestSupport
import Testing

@testable import OffscreenLoading

@Suite struct RequestContentTests {
  private let form = RequestContent(
    method: "POST",
    headers: [.init(name: "Content-Type", value: "text/plain"), .init(name: "X-Token", value: "t")],
    body: Array("a=b".utf8))

  private func load(_ loader: ResourceLoader, _ url: PageURL, _ content: RequestContent?) async throws -> Resource {
    try await away { loader.load(url, as: .document, content: content) }.get()
  }

  @Test func methodsBodiesAndHeaders() async throws {
    let server = try await TestServer { _ in .init(body: "x") }
    let loader = makeLoader(server.url("/"))
    _ = try await load(loader, server.url("/"), form)
    _ = try await load(loader, server.url("/put"), RequestContent(method: "PUT", body: [0, 255, 10]))
    _ = try await load(loader, server.url("/empty"), RequestContent(method: "POST"))
    _ = try await load(
      loader, server.url("/get"), RequestContent(method: "GET", headers: [.init(name: "X-A", value: "b")]))
    let large = [UInt8](repeating: 7, count: 3_000_000)
    _ = try await load(loader, server.url("/large"), RequestContent(method: "POST", body: large))
    let requests = server.requests
    #expect(requests.map(\.method) == ["POST", "PUT", "POST", "GET", "POST"])
    #expect(requests.prefix(4).map(\.body) == [Array("a=b".utf8), [0, 255, 10], [], []] && requests[4].body == large)
    #expect(requests.map { $0.headers["content-type"] } == ["text/plain", nil, nil, nil, nil])
    #expect(
      requests[0].headers["x-token"] == "t" && requests[3].headers["x-a"] == "b" && requests[4].headers["expect"] == nil
    )
    #expect(requests[0].headers["content-length"] == "3" && requests[2].headers["content-length"] == "0")
  }

  /// The head tells of a body that does not come.
  @Test func headsOnly() async throws {
    let server = try RudeServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: b\r\n\r\n")
      connection.wait(2_000)
    }
    let head = RequestContent(method: "HEAD")
    let resource = try await away {
      makeLoader(server.url()).load(server.url(), as: .fetch, referrer: server.url(), content: head)
    }.get()
    #expect(resource.bytes.isEmpty && HTTPHeaders(resource.headers)["X-A"] == "b")
    #expect(head.redirected(by: 303) == head)
  }

  @Test func redirects() async throws {
    let other = try await TestServer { _ in .init(body: "other") }
    let server = try await TestServer { request in
      let parts = request.path.split(separator: "/").map(String.init)
      guard let status = parts.first.flatMap({ Int($0) }) else { return .init(body: "end") }
      return .init(status: status, headers: ["Location": parts.count > 1 ? other.address("/") : "/end"])
    }
    let loader = makeLoader(server.url("/"))
    for (status, method) in [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")] {
      let resource = try await load(makeLoader(server.url("/")), server.url("/\(status)"), form)
      let last = try #require(server.requests.last)
      #expect(
        last.path == "/end" && last.method == method && last.body == (method == "POST" ? form.body : []), "\(status)")
      #expect(last.headers["x-token"] == "t" && last.headers["content-type"] == (method == "POST" ? "text/plain" : nil))
      #expect(resource.content?.method == method && resource.finalURL == server.url("/end"))
    }
    // Elsewhere goes what was asked for, and nothing that was meant for the page's server.
    _ = try await load(loader, server.url("/307/away"), form)
    #expect(other.requests.first?.method == "POST" && other.requests.first?.body == form.body)
    #expect(
      other.requests.first?.headers["x-token"] == nil && other.requests.first?.headers["content-type"] == "text/plain")
    _ = try await load(loader, server.url("/302/away"), RequestContent(method: "PUT", body: [1]))
    #expect(other.requests.last?.method == "PUT", "only a POST becomes a GET")
  }

  @Test func challengesAreAnsweredWithTheWholeRequest() async throws {
    let server = try await TestServer { request in
      request.headers["authorization"] == nil
        ? .init(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]) : .init(body: "in")
    }
    let questions = LoadQuestions(mayLoad: { _ in true }, credentials: { _ in .init(name: "a", password: "b") })
    let loader = ResourceLoader(
      policy: LoadPolicy(root: nil, network: .all), page: server.url("/"), questions: questions)
    #expect(try await load(loader, server.url("/"), form).bytes == Array("in".utf8))
    #expect(server.requests.last?.method == "POST" && server.requests.last?.body == form.body)
  }
}
