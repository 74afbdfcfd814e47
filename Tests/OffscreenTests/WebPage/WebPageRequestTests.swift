import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Offscreen

/// Requests with methods, headers and bodies.
struct WebPageRequestTests {
  private func server() async throws -> TestServer {
    try await TestServer { request in
      let html = ["Content-Type": "text/html"]
      switch request.path {
      case "/login": return .init(status: 303, headers: ["Location": "/home", "Set-Cookie": "k=v; Path=/"])
      case "/again": return .init(status: 307, headers: ["Location": "/echo"])
      case "/private":
        return request.headers["authorization"] == nil
          ? .init(status: 401, headers: ["WWW-Authenticate": "Basic realm=x"])
          : .init(headers: html, body: "<title>In</title>")
      default: return .init(headers: html, body: "<title>\(request.method) \(request.body.count)</title>")
      }
    }
  }

  @Test func formsArePosted() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    let methods = Methods()
    page.delegate = methods
    try await page.load(.request(.form(server.address("/echo"), ["a": "b c"])))
    #expect(page.title == "POST 5" && page.address == server.address("/echo"))
    #expect(server.requests[0].body == Array("a=b+c".utf8))
    try await page.reload()
    #expect(page.title == "POST 5" && server.requests.count == 2, "what was asked for is asked for again")
    #expect(methods.seen == ["load POST /echo", "reload POST /echo"])
    // A plain one to the same address is another page.
    try await page.load(.address(server.address("/echo")))
    #expect(page.title == "GET 0")
    try await page.goBack()
    #expect(page.title == "POST 5")
    // What is written down for another run holds nothing of it.
    let state = String(decoding: try JSONEncoder().encode(page.sessionState), as: UTF8.self)
    #expect(!state.contains("form-urlencoded") && state.contains("echo"))
  }

  @Test func redirectsOfPosts() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    let methods = Methods()
    page.delegate = methods
    try await page.load(.request(.form(server.address("/login"), ["password": "hidden"])))
    #expect(page.title == "GET 0" && page.address == server.address("/home"))
    #expect(server.requests.last?.headers["cookie"] == "k=v")
    try await page.reload()
    #expect(server.requests.last?.method == "GET")
    try await page.load(.request(HTTPRequest(server.address("/again"), method: "PUT", body: Data("x".utf8))))
    #expect(page.title == "PUT 1")
    #expect(
      methods.seen == [
        "load POST /login", "redirect GET /home", "reload GET /home", "load PUT /again", "redirect PUT /echo",
      ])
  }

  @Test func whatMakesNoSenseFails() async throws {
    let page = WebPage.forTests()
    let error = await #expect(throws: WebPageError.self) {
      try await page.load(.request(HTTPRequest("http://me:hidden@h/", method: "A B")))
    }
    #expect(error?.description.contains("hidden") == false)
    await #expect(throws: WebPageError.self) {
      try await page.load(.request(HTTPRequest("/etc/passwd", method: "POST")))
    }
  }

  @Test func passwordsOfAddressesServeReloadsAndDoNotShow() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    let methods = Methods()
    page.delegate = methods
    let navigation = try await page.load(.address("http://me:hidden@127.0.0.1:\(server.port)/private"))
    #expect(page.title == "In" && !navigation.address.contains("hidden") && page.address?.contains("hidden") == false)
    try await page.reload()
    #expect(page.title == "In")
    #expect(!methods.seen.joined().contains("hidden"))
    #expect(!"\(page.backForwardList) \(page.sessionState)".contains("hidden"))
    #expect(server.requests.allSatisfy { $0.headers["referer"]?.contains("hidden") != true })
  }
}

private final class Methods: NavigationDelegate {
  private let log = Mutex<[String]>([])
  var seen: [String] { log.withLock { $0 } }

  func decidePolicy(for action: NavigationAction, of navigation: Navigation) async -> NavigationPolicy {
    let path = action.address.split(separator: "/").dropFirst(2).joined(separator: "/")
    log.withLock { $0.append("\(action.type) \(action.method) /\(path)") }
    return .allow
  }
}
