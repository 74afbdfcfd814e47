import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing

@testable import OffscreenService

/// The whole service over HTTP, with the program that `OFFSCREEN_PROGRAM` names: Scripts/service builds it.
@Suite(.serialized, .enabled(if: TestedProgram.path != nil, "OFFSCREEN_PROGRAM names no program"))
struct ServerTests {
  private func service(_ arguments: [String] = []) async throws -> ServiceApplication {
    let settings = try ServeSettings.parse(["--port", "0", "--jobs", "2", "--cache", "none"] + arguments)
    var logger = Logger(label: "test")
    logger.logLevel = .error
    return try await ServiceApplication(
      settings: settings, environment: ProcessInfo.processInfo.environment, logger: logger)
  }

  private func test(
    _ arguments: [String] = [], _ body: @Sendable (LiveService, ServiceApplication) async throws -> Void
  ) async throws {
    let service = try await service(arguments)
    try await LiveService.run(service) { client in try await body(client, service) }
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  @Test func aPictureIsMadeOnceAndThenKept() async throws {
    try await test { client, service in
      let target = "/v1/picture?html=\(Self.escaped("<h1>Hello"))&viewport=200x100"
      let first = try await client.execute(uri: target, method: .get)
      #expect(first.status == .ok && first.headers[.contentType] == "image/png")
      #expect(Array(first.body.readableBytesView.prefix(4)) == Self.png)
      #expect(first.headers[.pictureSize] == "200x100" && first.headers[.cacheStatus]?.contains("miss") == true)
      let tag = try #require(first.headers[.eTag])
      let second = try await client.execute(uri: target, method: .get)
      #expect(second.body == first.body && second.headers[.cacheStatus] == "offscreen; hit")
      let third = try await client.execute(uri: target, method: .get, headers: [.ifNoneMatch: "\"x\", \(tag)"])
      #expect(third.status == .notModified && third.body.readableBytes == 0)
      let webp = try await client.execute(uri: target, method: .get, headers: [.accept: "image/webp"])
      #expect(webp.headers[.contentType] == "image/webp" && String(buffer: webp.body).contains("WEBP"))
      #expect(service.metrics.value(.rendered) >= 2)
    }
  }

  @Test func aStaleAnswerIsGivenOutWhileItIsMadeAnew() async throws {
    try await test(["--fresh", "300ms", "--stale", "1h"]) { client, service in
      let target = "/v1/evaluate?html=x&evaluate=\(Self.escaped("Math.random() + Date.now()"))"
      let first = try await client.execute(uri: target, method: .get)
      #expect(first.status == .ok)
      try await Task.sleep(for: .milliseconds(500))
      let second = try await client.execute(uri: target, method: .get)
      #expect(second.headers[.cacheStatus] == "offscreen; hit; detail=stale" && second.body == first.body)
      for _ in 0..<100 where service.metrics.value(.rendered) < 2 { try await Task.sleep(for: .milliseconds(50)) }
      #expect(service.metrics.value(.rendered) >= 2)
    }
  }

  @Test func elementsAndExpressionsAreAnswered() async throws {
    try await test { client, _ in
      let inspect = try await client.execute(uri: "/v1/inspect?html=\(Self.escaped("<p id=a>x"))", method: .get)
      #expect(
        inspect.status == .ok && String(buffer: inspect.body).contains(#""tag": "p""#),
        "\(String(buffer: inspect.body))"
      )
      let sum = try await client.execute(
        uri: "/v1/evaluate?html=x&evaluate=\(Self.escaped("({a: 1 + 1})"))", method: .get)
      #expect(String(buffer: sum.body) == #"{"value":{"a":2}}"#)
    }
  }

  @Test func bodiesBringOptionsPagesAndFiles() async throws {
    try await test { client, _ in
      func post(_ body: String, _ type: String, _ target: String = "/v1/picture") async throws -> LiveService.Answer {
        try await client.execute(
          uri: target, method: .post, headers: [.contentType: type], body: ByteBuffer(string: body))
      }
      let json = try await post(#"{"html": "<p>x", "viewport": "90x40", "format": "jpeg"}"#, "application/json")
      #expect(json.status == .ok && json.headers[.contentType] == "image/jpeg" && json.headers[.pictureSize] == "90x40")
      let html = try await post("<p>x", "text/html; charset=utf-8", "/v1/picture?viewport=91x40")
      #expect(html.headers[.pictureSize] == "91x40")
      let form = """
        --B\r\nContent-Disposition: form-data; name="files"; filename="index.html"\r\n\r\n<link rel=stylesheet href=css/a.css><p>x\r
        --B\r\nContent-Disposition: form-data; name="files"; filename="css/a.css"\r\n\r\np { width: 77px; height: 33px; margin: 0 }\r
        --B\r\nContent-Disposition: form-data; name="selector"\r\n\r\np\r\n--B--\r\n
        """
      let files = try await post(form, "multipart/form-data; boundary=B")
      #expect(files.status == .ok && files.headers[.pictureSize] == "77x33", "\(files.detail)")
      let wrong = try await post("x", "application/xml")
      #expect(wrong.status == .unsupportedMediaType)
      let empty = try await post("", "application/json")
      #expect(empty.status == .badRequest)
    }
  }

  @Test func problemsSayWhatIsWrong() async throws {
    try await test(["--max-body", "1K", "--timeout", "5s"]) { client, service in
      for (target, status, part) in [
        ("/nothing", HTTPResponse.Status.notFound, "nothing at"), ("/v1/picture", .badRequest, "no page"),
        ("/v1/picture?url=http://127.0.0.1/", .forbidden, "loopback"),
        ("/v1/picture?url=\(Self.escaped("http://[::1]/"))", .forbidden, "loopback"),
        ("/v1/picture?url=http://no.such.host.invalid/", .badGateway, "no host"),
        ("/v1/picture?html=x&selector=.none", .unprocessableContent, ".none"),
        ("/v1/picture?html=x&viewport=0x0", .badRequest, "viewport"),
        ("/v1/picture?html=x&waitFor=false", .unprocessableContent, "did not become true"),
      ] {
        let response = try await client.execute(uri: target, method: .get)
        #expect(
          response.status == status && response.detail.contains(part),
          "\(target): \(response.status) \(response.detail)")
        #expect(response.headers[.contentType] == "application/problem+json")
        #expect(!response.detail.contains(service.workspace.path))
      }
      let method = try await client.execute(uri: "/v1/picture", method: .delete)
      #expect(method.status == .methodNotAllowed && method.headers[.allow] == "GET, POST")
      let long = try await client.execute(
        uri: "/v1/picture", method: .post, headers: [.contentType: "text/html"],
        body: ByteBuffer(string: String(repeating: "x", count: 2000)))
      #expect(long.status == .contentTooLarge)
      #expect(try FileManager.default.contentsOfDirectory(atPath: service.workspace.path).isEmpty)
    }
  }

  @Test func aPageThatHangsOrCrashesCostsItselfAlone() async throws {
    try await test { client, _ in
      let loop = try await client.execute(
        uri: "/v1/picture?html=\(Self.escaped("<script>for(;;);</script>"))&onTimeout=fail&timeout=1s", method: .get)
      #expect([.gatewayTimeout, .ok].contains(loop.status), "\(loop.status)")
      let next = try await client.execute(uri: "/v1/picture?html=next", method: .get)
      #expect(next.status == .ok)
    }
  }

  @Test func whoIsNotKnownIsTurnedAway() async throws {
    try await test(["--token", "0123456789abcdef", "--signing-key", "k:0123456789abcdef"]) { client, _ in
      let target = "/v1/picture?html=x"
      let nobody = try await client.execute(uri: target, method: .get)
      #expect(nobody.status == .unauthorized && nobody.headers[.wwwAuthenticate] == "Bearer")
      let known = try await client.execute(
        uri: target, method: .get, headers: [.authorization: "Bearer 0123456789abcdef"])
      #expect(known.status == .ok)
      let key = try #require(SigningKey("k:0123456789abcdef"))
      let signed = Authorization.signed(target, by: key, expires: Int(Date().timeIntervalSince1970) + 60)
      #expect(try await client.execute(uri: signed, method: .get).status == .ok)
      #expect(try await client.execute(uri: signed + "0", method: .get).status == .unauthorized)
      #expect(try await client.execute(uri: "/healthz", method: .get).status == .ok)
      #expect(try await client.execute(uri: "/metrics", method: .get).status == .unauthorized)
    }
  }

  @Test func operatorsAreToldHowItIs() async throws {
    try await test { client, _ in
      for _ in 0..<200 {
        if try await client.execute(uri: "/readyz", method: .get).status == .ok { break }
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(try await client.execute(uri: "/readyz", method: .get).status == .ok)
      _ = try await client.execute(uri: "/v1/picture?html=x", method: .get, headers: [.requestID: "my-id"])
      let metrics = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
      #expect(metrics.contains(#"offscreen_requests_total{route="/v1/picture",status="200"} 1"#), "\(metrics)")
      #expect(metrics.contains("offscreen_stage_seconds_total{stage="))
      let description = try await client.execute(uri: "/openapi.json", method: .get)
      let json = try JSONDecoder().decode(JSONValue.self, from: Data(buffer: description.body))
      #expect(json["openapi"] == "3.1.0" && json["paths"]?["/v1/picture"]?["get"] != nil)
      let page = try await client.execute(uri: "/", method: .get)
      #expect(String(buffer: page.body).contains("<title>Offscreen</title>"))
    }
  }

  @Test func clientsOfOtherServicesAreServed() async throws {
    try await test { client, _ in
      let browserless = try await client.execute(
        uri: "/screenshot", method: .post, headers: [.contentType: "application/json"],
        body: ByteBuffer(
          string:
            #"{"html": "<p>x", "options": {"type": "jpeg", "quality": 50}, "viewport": {"width": 120, "height": 80}}"#))
      #expect(
        browserless.status == .ok && browserless.headers[.contentType] == "image/jpeg", "\(browserless.detail)")
      #expect(browserless.headers[.pictureSize] == "120x80")
      let form = """
        --B\r\nContent-Disposition: form-data; name="files"; filename="index.html"\r\n\r\n<body style="margin:0">{{ toHTML "a.md" }}\r
        --B\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\n# Title\r
        --B\r\nContent-Disposition: form-data; name="selector"\r\n\r\nh1\r\n--B--\r\n
        """
      let markdown = try await client.execute(
        uri: "/forms/chromium/screenshot/markdown", method: .post,
        headers: [.contentType: "multipart/form-data; boundary=B"], body: ByteBuffer(string: form))
      #expect(markdown.status == .ok && markdown.headers[.pictureSize]?.hasPrefix("800x") == true, "\(markdown.detail)")
      let none = "--B\r\nContent-Disposition: form-data; name=\"width\"\r\n\r\n9\r\n--B--\r\n"
      let refused = try await client.execute(
        uri: "/forms/chromium/screenshot/url", method: .post,
        headers: [.contentType: "multipart/form-data; boundary=B"],
        body: ByteBuffer(string: none))
      #expect(refused.status == .badRequest && refused.detail.contains("'url' is required"))
    }
  }

  @Test func theQueueIsBounded() async throws {
    let service = try await service(["--queue", "1", "--jobs", "1", "--client-requests", "100"])
    try await LiveService.run(service) { client in
      let statuses = await withTaskGroup(of: HTTPResponse.Status?.self) { group in
        for number in 0..<8 {
          group.addTask {
            try? await client.execute(
              uri: "/v1/picture?html=\(number)&waitFor=\(Self.escaped("Date.now() > 0"))&settle=500ms&settleClock=real",
              method: .get
            ).status
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.contains(.ok) && statuses.contains(.serviceUnavailable), "\(statuses)")
      #expect(statuses.allSatisfy { [.ok, .serviceUnavailable].contains($0) })
    }
  }
}
