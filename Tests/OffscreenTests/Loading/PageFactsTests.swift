import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// What is said of where a page came from, and of what went wrong on the way.
struct PageFactsTests {
  private func server() async throws -> TestServer {
    try await TestServer { request in
      let html = ["Content-Type": "text/html"]
      switch request.path {
      case "/moved": return .init(status: 302, headers: ["Location": "/page"])
      case "/page": return .init(headers: html, body: "<title> A \n title </title>")
      case "/frames":
        return .init(headers: html, body: "<iframe src=/none></iframe><iframe src=/empty></iframe><img src=/none.gif>")
      case "/empty": return .init(status: 500)
      case "/slow": return .init(headers: html, body: "<title>Slow</title>", delay: .milliseconds(3_300))
      case "/in":
        let isKnown = request.headers["authorization"] == "Basic bWU6aGlkZGVu"
        return isKnown
          ? .init(headers: html, body: "<title>In</title>")
          : .init(
            status: 401, headers: ["WWW-Authenticate": "Basic realm=x", "Content-Type": "text/html"],
            body: "<title>Out</title>")
      default: return .init(status: 404, headers: html, body: "<title>Gone</title>")
      }
    }
  }

  private func ask(_ request: String) async throws -> [String: Any] {
    let line = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try LargeStackThread.run { try Worker().answer(Array(request.utf8)) } })
      }
    }
    #expect(!line.contains("hidden"))
    return try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
  }

  @Test func statusAddressAndTitle() async throws {
    let server = try await server()
    let moved = try await ask(#"{"id": "1", "input": "\#(server.address("/moved"))", "network": "all"}"#)
    #expect(
      moved["status"] as? Int == 200 && moved["address"] as? String == server.address("/page")
        && moved["title"] as? String == "A title")
    #expect((moved["warnings"] as? [String])?.isEmpty == true)
    let gone = try await ask(#"{"id": "1", "input": "\#(server.address("/none"))", "network": "all"}"#)
    #expect(gone["ok"] as? Bool == true && gone["status"] as? Int == 404 && gone["title"] as? String == "Gone")
    #expect(
      gone["warnings"] as? [String] == [
        "\(server.address("/none")) answered 404 Not Found; the picture shows its error page; --strict fails instead"
      ])
    let strict = try await ask(
      #"{"id": "1", "input": "\#(server.address("/none"))", "network": "all", "strict": true}"#)
    #expect(strict["ok"] as? Bool == false && strict["status"] as? Int == 404)
    let secret = "http://me:hidden@127.0.0.1:\(server.port)"
    let inside = try await ask(#"{"id": "1", "input": "\#(secret)/in", "network": "all", "resources": true}"#)
    #expect(inside["address"] as? String == server.address("/in") && inside["title"] as? String == "In")
    for input in ["\(secret)/empty", "\(secret)/in#x", "http://me:hid/hidden@h/", "http://me:hidden@[::1"] {
      _ = try await ask(#"{"id": "1", "input": "\#(input)", "network": "none"}"#)
    }
    let folder = try TemporaryFolder()
    let file = try folder.write("<title>F</title>", to: "a b.html")
    let local = try await ask(#"{"id": "1", "input": "\#(file.path)"}"#)
    #expect(local["status"] == nil && local["title"] as? String == "F")
    #expect(
      (local["address"] as? String)?.hasPrefix("file:///") == true
        && (local["address"] as? String)?.hasSuffix("/a%20b.html") == true)
  }

  @Test func nothingIsSilent() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    try await page.load(.address(server.address("/frames")))
    let warnings = try await page.snapshot().warnings
    #expect(
      warnings.contains("\(server.address("/none")) answered 404 Not Found; the frame shows its error page"),
      "\(warnings)")
    #expect(warnings.contains { $0.hasPrefix("\(server.address("/empty")): ") && $0.contains("500") })
    #expect(warnings.contains { $0.hasPrefix("\(server.address("/none.gif")): ") && $0.contains("404") })
    #expect(warnings.count == 3)
  }

  /// The time limit is what it says: the page has nearly all of it.
  @Test func aSlowServerIsWaitedFor() async throws {
    let server = try await server()
    let page = WebPage.forTests(timeout: .seconds(6))
    try await page.load(.address(server.address("/slow")))
    #expect(page.title == "Slow")
    for seconds in [1, 2, 4, 30, 300] {
      let (timeout, limits) = (Duration.seconds(seconds), PageLimits().loading(timeout: .seconds(seconds)))
      #expect(limits.loading > timeout * 0.74 && limits.loading < timeout && limits.firstByte > timeout / 2)
    }
  }

  @Test func theWorkersOwnFilesAreNoPages() async throws {
    for input in ["-", "/dev/stdin", "/dev/fd/0", "/dev/fd/3", "/proc/self/fd/1"] {
      let answer = try await ask(#"{"id": "1", "input": "\#(input)"}"#)
      #expect(answer["cause"] as? String == "request")
    }
    for path in ["/dev/stdin", "/dev/fd/0", "/dev/zero"] {
      let answer = try await ask(#"{"id": "1", "input": "data:text/html,x", "css": ["\#(path)"]}"#)
      #expect(answer["ok"] as? Bool == false && answer["cause"] as? String == "input")
    }
  }
}
