import Foundation
import OffscreenPlatform
import TestSupport
import Testing

@testable import OffscreenLoading

/// What the user gives for the page goes to the page's own origin: scheme, host and port.
@Suite struct OriginTests {
  private func give(_ settings: inout RequestSettings) {
    settings.cookies = [.init(name: "a", value: "b"), .init(name: "c", value: "d")]
    settings.credentials = .init(name: "me", password: "pw")
    settings.headers = [.init(name: "X-Token", value: "t")]
  }

  private func given(_ request: TestServer.Request?) -> [String?] {
    ["cookie", "authorization", "x-token"].map { request?.headers[$0] }
  }

  private let all: [String?] = ["a=b; c=d", "Basic bWU6cHc=", "t"]
  private let none: [String?] = [nil, nil, nil]

  @Test func otherPortsGetNothing() async throws {
    let challenge = ["WWW-Authenticate": "Basic realm=\"x\""]
    let other = try await TestServer { _ in .init(status: 401, headers: challenge, body: "other") }
    let server = try await TestServer { request in
      if request.path == "/away" { return .init(status: 302, headers: ["Location": other.address("/from")]) }
      return request.headers["authorization"] == nil ? .init(status: 401, headers: challenge) : .init(body: "own")
    }
    let loader = makeLoader(server.url("/"), give)
    #expect(await loader.text(server.url("/")) == "own")
    #expect(given(server.requests.last) == all)
    _ = await loader.text(other.url("/direct"), as: .image, referrer: server.url("/"))
    _ = await loader.text(server.url("/away"), as: .frame, referrer: server.url("/"))
    _ = await loader.text(server.url("/", host: "localhost"), as: .frame, referrer: server.url("/"))
    #expect(other.paths.contains("/direct") && other.paths.contains("/from"))
    #expect(other.requests.allSatisfy { given($0) == none })
    #expect(given(server.requests.last) == none, "another name of the same machine")
    #expect(loader.warnings.filter { $0.hasPrefix("the page comes from") }.isEmpty)
    // A redirect of the page itself is in the warnings.
    let away = makeLoader(server.url("/away"), give)
    _ = await away.text(server.url("/away"))
    let homes =
      "the page comes from http://127.0.0.1:\(other.port): the headers, cookies and credentials that were given went to http://127.0.0.1:\(server.port) only"
    #expect(away.warnings.contains(homes) && given(other.requests.last) == none, "\(away.warnings)")
  }

  @Test func backAtHomeTheyAreSentAgain() async throws {
    let other = try await TestServer { request in
      .init(status: 302, headers: ["Location": "http://127.0.0.1:" + request.path.dropFirst(1) + "/end"])
    }
    let server = try await TestServer { request in
      request.path == "/end"
        ? .init(body: "end") : .init(status: 302, headers: ["Location": other.address("/" + request.path.dropFirst(1))])
    }
    let loader = makeLoader(server.url("/")) { $0.cookies = [.init(name: "a", value: "b")] }
    #expect(await loader.text(server.url("/\(server.port)")) == "end")
    #expect(
      server.requests.map { $0.headers["cookie"] } == ["a=b", "a=b"]
        && other.requests.map { $0.headers["cookie"] } == [nil])
  }

  @Test func whatComesInThePagesPlaceGetsNothingThere() async throws {
    let other = try await TestServer { _ in .init(body: "other") }
    let server = try await TestServer { request in
      .init(headers: ["Cache-Control": "max-age=100"], body: request.headers["x-token"] ?? "none")
    }
    let loader = makeLoader(server.url("/"), give)
    #expect(await loader.text(server.url("/")) == "t")
    #expect(await loader.text(server.url("/a"), as: .fetch, referrer: server.url("/")) == "t")
    #expect(await loader.text(other.url("/"), referrer: server.url("/")) == "other")
    // Nor what is kept.
    for path in ["/b", "/a"] {
      #expect(await loader.text(server.url(path), as: .fetch, referrer: other.url("/")) == "none")
    }
    #expect(given(server.requests.last) == none)
  }

  @Test func redirectsTakeNoRequestsToServersThatHaveNotAgreed() async throws {
    let other = try await TestServer { .init(body: $0.method) }
    let server = try await TestServer { _ in .init(status: 307, headers: ["Location": other.address("/")]) }
    let loader = makeLoader(server.url("/"))
    let page = server.url("/")
    let own = HTTPHeaders.Field(name: "X-Own", value: "x")
    for content in [RequestContent(method: "PUT"), RequestContent(method: "GET", headers: [own])] {
      let result = await away { loader.load(page, as: .fetch, referrer: page, content: content) }
      #expect(result.isFailure)
    }
    #expect(other.requests.isEmpty)
    let plain = RequestContent(method: "POST", body: [1])
    let resource = try await away { loader.load(page, as: .fetch, referrer: page, content: plain) }.get()
    #expect(resource.bytes == Array("POST".utf8))
  }

  @Test func whatTheServerSetsAnewTakesTheirPlace() async throws {
    let server = try await TestServer { request in
      switch request.path {
      case "/": .init(headers: ["Set-Cookie": "a=new; Path=/"])
      case "/gone": .init(headers: ["Set-Cookie": "c=; Path=/; Max-Age=0"])
      case "/in/part": .init(headers: ["Set-Cookie": "c=part; Path=/in"])
      default: .init(body: request.headers["cookie"] ?? "none")
      }
    }
    let loader = makeLoader(server.url("/")) {
      $0.cookies = [.init(name: "a", value: "b"), .init(name: "c", value: "d")]
    }
    _ = await loader.text(server.url("/"))
    #expect(await loader.text(server.url("/1"), as: .data) == "a=new; c=d")
    _ = await loader.text(server.url("/in/part"), as: .data)
    #expect(await loader.text(server.url("/2"), as: .data) == "a=new; c=d")
    _ = await loader.text(server.url("/gone"), as: .data)
    #expect(await loader.text(server.url("/3"), as: .data) == "a=new")
  }

  @Test func lineEndsInAnAddressMakeNoHeaders() async throws {
    let server = try await TestServer { request in
      request.headers["authorization"] == nil
        ? .init(status: 401, headers: ["WWW-Authenticate": "Digest realm=\"x\", nonce=\"n\""], body: "out")
        : .init(body: "in")
    }
    let url = try #require(PageURL("http://a%0d%0aX-Bad:%201:b@127.0.0.1:\(server.port)/"))
    #expect(await makeLoader(url).text(url) == "out")
    #expect(server.requests.allSatisfy { $0.headers["x-bad"] == nil && $0.headers["authorization"] == nil })
  }
}

/// With self-signed certificates.
@Suite(.needs("openssl", SecureServer.isAvailable))
struct SecureServerTests {
  @Test func cookiesDoNotGoFromSecureToPlain() async throws {
    let plain = try await TestServer { _ in .init(body: "plain") }
    let server = try SecureServer([
      "page": "HTTP/1.0 302 Found\r\nLocation: \(plain.address("/end"))\r\nContent-Length: 0\r\n\r\n"
    ])
    let page = try #require(PageURL("https://127.0.0.1:\(server.port)/page"))
    let loader = makeLoader(page) {
      $0.cookies = [.init(name: "a", value: "b")]
      $0.headers = [.init(name: "X-Token", value: "t")]
      $0.ignoresTLSErrors = true
    }
    #expect(await loader.text(page) == "plain")
    #expect(
      plain.requests.map { $0.headers["cookie"] } == [nil] && plain.requests.map { $0.headers["x-token"] } == [nil])
  }

  @Test func certificatesAreCheckedUnlessToldOtherwise() async throws {
    let server = try SecureServer([
      "page": "HTTP/1.0 200 OK\r\nCache-Control: max-age=100\r\nContent-Type: text/html\r\n\r\nforged"
    ])
    let page = try #require(PageURL("https://127.0.0.1:\(server.port)/page"))
    let session = NetworkSession()
    let trusting = makeLoader(page, session: session) { $0.ignoresTLSErrors = true }
    #expect(await trusting.text(page) == "forged")
    #expect(trusting.warnings.count == 1 && trusting.warnings[0].contains("--ignore-tls-errors"))
    // Neither its connection nor its answer is for others.
    let loader = makeLoader(page, session: session)
    #expect(await loader.text(page).contains("no secure connection") && loader.warnings.isEmpty)
  }
}

/// Answers with whole messages over TLS.
final class SecureServer {
  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  let port: UInt16
  private let process = Process()
  private let folder: TemporaryFolder

  init(_ answers: [String: String]) throws {
    folder = try TemporaryFolder()
    for (name, text) in answers { try folder.write(name, text) }
    // A port that was free a moment ago.
    port = try RudeServer { _ in }.port
    let request = Process()
    request.executableURL = URL(filePath: "/usr/bin/openssl")
    request.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=nobody",
      "-keyout", folder.path + "/key", "-out", folder.path + "/certificate",
    ]
    request.standardError = FileHandle.nullDevice
    try request.run()
    request.waitUntilExit()
    process.executableURL = request.executableURL
    process.arguments = [
      "s_server", "-quiet", "-HTTP", "-accept", "\(port)", "-cert", folder.path + "/certificate", "-key",
      folder.path + "/key",
    ]
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Until it listens.
    for _ in 0..<200 {
      let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(probe) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let isOpen = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      if isOpen == 0 { break }
      usleep(25_000)
    }
  }

  // It may have inherited that it is not to be terminated.
  deinit { kill(process.processIdentifier, SIGKILL) }
}
