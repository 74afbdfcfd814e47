import TestSupport

/// The web as the cases of `FirstContact/` find it, at `$SERVER`.
enum FirstContactServer {
  static func start() async throws -> TestServer { try await TestServer(answer) }

  private static let page = "<!DOCTYPE html><title>A page</title><link rel=stylesheet href=/site.css><p>Hello"

  @Sendable private static func answer(_ request: TestServer.Request) -> TestServer.Answer {
    func html(_ body: String, _ status: Int = 200, _ more: [String: String] = [:]) -> TestServer.Answer {
      .init(status: status, headers: ["Content-Type": "text/html; charset=utf-8"].merging(more) { $1 }, body: body)
    }
    func only(if condition: Bool) -> TestServer.Answer {
      condition ? html(page) : html("<title>Forbidden</title><p>Not for you", 403)
    }
    let path = request.path.split(separator: "?").first.map(String.init) ?? ""
    switch path {
    case "/", "/page.html", "/docs/guide.html", "/a/b/": return html(page)
    case "/site.css": return .init(headers: ["Content-Type": "text/css"], body: "p { color: navy }")
    case "/broken.html": return html("<!DOCTYPE html><title>Broken</title><img src=gone.png><p>Text")
    case "/login":
      guard request.headers["authorization"] == "Basic " + "me:secret".base64 else {
        return html("<title>Log in</title><p>Who are you?", 401, ["WWW-Authenticate": "Basic realm=home"])
      }
      return html(page)
    case "/moved": return .init(status: 302, headers: ["Location": "/page.html"])
    case "/moved-to-missing": return .init(status: 302, headers: ["Location": "/missing"])
    case "/loop": return .init(status: 302, headers: ["Location": "/loop"])
    case "/to-file": return .init(status: 302, headers: ["Location": "file:///etc/passwd"])
    case "/members": return only(if: request.headers["cookie"]?.contains("session=1") ?? false)
    case "/by-header": return only(if: request.headers["x-key"] == "abc")
    case "/by-agent": return only(if: request.headers["user-agent"] == "Robot/1")
    case "/slow": return .init(headers: ["Content-Type": "text/html"], body: page, delay: .milliseconds(700))
    case "/never": return .init(headers: ["Content-Type": "text/html"], body: page, delay: .seconds(12))
    case "/slow-picture.html": return html("<!DOCTYPE html><title>Slow</title><img src=/never><p>Text")
    case "/error": return html("<title>Sorry</title><p>Out of order", 500)
    case "/nothing": return .init(status: 204)
    case "/archive.zip":
      return .init(headers: ["Content-Type": "application/zip"], bytes: [0x50, 0x4B, 3, 4, 0, 0, 0, 0])
    case "/notes.txt": return .init(headers: ["Content-Type": "text/plain"], body: "Plain notes\n")
    case "/drawing.svg":
      return .init(
        headers: ["Content-Type": "image/svg+xml"],
        body:
          "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><rect width='40' height='30' fill='teal'/></svg>"
      )
    case "/kept.html": return html(page, 200, ["Cache-Control": "max-age=600"])
    case _: return html("<title>Not found</title><p>There is nothing here", 404)
    }
  }
}

import Foundation

extension String {
  fileprivate var base64: String { Data(utf8).base64EncodedString() }
}
