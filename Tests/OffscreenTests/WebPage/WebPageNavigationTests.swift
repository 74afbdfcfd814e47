import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// Navigations over the network: who is asked, and what becomes of them.
struct WebPageNavigationTests {
  private func server() async throws -> TestServer {
    try await TestServer { request in
      let html = ["Content-Type": "text/html"]
      switch request.path {
      case "/a": return .init(status: 302, headers: ["Location": "/b"])
      case "/b":
        return .init(headers: html, body: "<title>B</title><iframe src=/frame></iframe><iframe src=/away></iframe>")
      case "/frame": return .init(headers: html, body: "framed")
      case "/away": return .init(status: 302, headers: ["Location": "/frame2"])
      case "/refresh": return .init(headers: html, body: "<title>R</title><meta http-equiv=refresh content='0;url=/c'>")
      case "/links":
        return .init(
          headers: html,
          body:
            "<title>L</title><a id=w target=_blank href=/c>c</a><p id=p><a href=#here>h</a></p><div style='height:300px'></div><b id=here>x"
        )
      case "/set": return .init(headers: ["Content-Type": "text/html", "Set-Cookie": "k=v"], body: "<title>S</title>")
      case "/secret":
        if request.headers["authorization"] == "Basic " + Data("me:right".utf8).base64EncodedString() {
          return .init(headers: html, body: "<title>In</title>")
        }
        return .init(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"The \\\"Vault\\\"\""], body: "no")
      case "/slow": return .init(headers: html, body: "<title>Slow</title>", delay: .seconds(20))
      default: return .init(headers: html, body: "<title>\(request.path)</title>")
      }
    }
  }

  @Test func redirectsAndFramesAreAskedFor() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    let delegate = DelegateRecorder()
    page.delegate = delegate
    try await page.load(.address(server.address("/a")))
    #expect(page.address == server.address("/b") && page.title == "B")
    #expect(
      delegate.log == [
        "load /a", "started", "redirect /b", "frame /frame in a frame", "frame /away in a frame",
        "redirect /frame2 in a frame", "finished",
      ])
  }

  @Test(arguments: ["/a", "/b", "/frame", "/frame2", "/c"])
  func whatIsRefusedIsNotLoaded(_ path: String) async throws {
    let server = try await server()
    let page = WebPage.forTests()
    let delegate = DelegateRecorder(policy: { $0.address.hasSuffix(path) ? .cancel : .allow })
    page.delegate = delegate
    let outcome = await Result.catching {
      try await page.load(.address(server.address(path == "/c" ? "/refresh" : "/a")))
    }
    #expect(!server.paths.contains(path))
    switch path {
    case "/a":
      #expect(delegate.log == ["load /a", "refused"] && page.address == nil)
    case "/b":
      #expect(delegate.log == ["load /a", "started", "redirect /b", "refused"])
      #expect(
        (outcome.failure as? WebPageError)?.description
          == "\(server.address("/b")): the page's delegate does not allow it")
    case "/c":
      #expect(delegate.log == ["load /refresh", "started", "refresh /c", "finished"] && page.title == "R")
    default:
      #expect(delegate.log.last == "finished" && page.title == "B")
    }
  }

  @Test func links() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    let delegate = DelegateRecorder()
    page.delegate = delegate
    try await page.load(.address(server.address("/links")))
    try await page.follow(link: "#p")
    #expect(page.address == server.address("/links#here") && page.scrollPosition.y >= 300)
    #expect(server.paths == ["/links"], "a place in the page is not loaded")
    try await page.follow(link: "#w")
    #expect(page.title == "/c" && server.requests.last?.headers["referer"] == server.address("/links"))
    #expect(delegate.log.suffix(3) == ["link /c in a window", "started", "finished"])
    await #expect(throws: WebPageError.self) { try await page.follow(link: "a") }
    await #expect(throws: WebPageError.self) { try await page.follow(link: "a[") }
  }

  @Test func backAndForward() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    await #expect(throws: WebPageError.self) { try await page.goBack() }
    await #expect(throws: WebPageError.self) { try await page.reload() }
    for path in ["/1", "/2", "/3"] { try await page.load(.address(server.address(path))) }
    page.scrollPosition = PagePoint(x: 0, y: 7)
    try await page.goBack()
    try await page.goBack()
    #expect(page.title == "/1" && !page.backForwardList.canGoBack && page.backForwardList.canGoForward)
    try await page.goForward()
    #expect(page.title == "/2")
    try await page.load(html: "<title>at hand</title>")
    #expect(page.backForwardList.items.map(\.title) == ["/1", "/2", "at hand"])
    try await page.reload()
    #expect(page.title == "at hand" && page.backForwardList.items.count == 3)

    // Another run.
    try await page.goBack()
    page.scrollPosition = PagePoint(x: 0, y: 9)
    let data = try JSONEncoder().encode(page.sessionState)
    let other = WebPage.forTests()
    try await other.restore(try JSONDecoder().decode(SessionState.self, from: data))
    #expect(other.title == "/2" && other.scrollPosition.y == 9 && other.backForwardList.items.count == 3)
    try await other.goForward()
    #expect(other.title == "at hand")
    let bad = try JSONDecoder().decode(SessionState.self, from: Data(#"{"items": [], "currentIndex": 5}"#.utf8))
    await #expect(throws: WebPageError.self) { try await other.restore(bad) }
  }

  @Test func credentialsAreAskedForAndKept() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    let delegate = DelegateRecorder(credentials: {
      Credentials(name: "me", password: $0.previousFailures == 0 ? "wrong" : "right")
    })
    page.delegate = delegate
    try await page.load(.address(server.address("/secret")))
    #expect(page.title == "In")
    #expect(
      delegate.log.filter { $0.hasPrefix("asked") } == ["asked for The \"Vault\" 0", "asked for The \"Vault\" 1"])
    try await page.reload()
    #expect(delegate.log.filter { $0.hasPrefix("asked") }.count == 2 && page.title == "In")
    let stubborn = WebPage.forTests()
    let none = DelegateRecorder()
    stubborn.delegate = none
    try await stubborn.load(.address(server.address("/secret")))
    #expect(stubborn.title.isEmpty && none.log.contains("finished"), "what came with the refusal is shown")
  }

  @Test func cookiesOutliveANavigation() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    try await page.load(.address(server.address("/set")))
    try await page.load(.address(server.address("/after")))
    #expect(server.requests.last?.headers["cookie"] == "k=v")
    let other = WebPage.forTests()
    try await other.load(.address(server.address("/other")))
    #expect(server.requests.last?.headers["cookie"] == nil)
  }

  // MARK: Stopping

  @Test func stoppingEndsAtOnce() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    let delegate = DelegateRecorder()
    page.delegate = delegate
    try await page.load(html: "<title>before</title>")
    let start = ContinuousClock.now
    let slow = page.begin(.address(server.address("/slow")))
    while server.paths.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(page.isLoading)
    page.stop()
    await #expect(throws: WebPageError.self) { try await slow.finished() }
    #expect(!page.isLoading && page.title == "before")
    // Another one in place of it; and one whose task is cancelled.
    let second = page.begin(.address(server.address("/slow")))
    try await page.load(html: "<title>after</title>")
    #expect(!second.isUnderway && page.title == "after")
    let task = Task { try await page.load(.address(server.address("/slow"))) }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    _ = await task.result
    #expect(ContinuousClock.now - start < .seconds(15))
    let finals = Dictionary(
      grouping: delegate.entries.withLock { $0 }.filter { ["finished", "stopped", "failed"].contains($0.what) },
      by: \.navigation)
    #expect(finals.count == 5 && finals.values.allSatisfy { $0.count == 1 })
  }

  @Test func droppingStopsToo() async throws {
    let server = try await server()
    let delegate = DelegateRecorder()
    var page: WebPage? = WebPage.forTests()
    weak let gone = page
    page?.delegate = delegate
    let navigation = try #require(page?.begin(.address(server.address("/slow"))))
    while server.paths.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    page = nil
    #expect(gone == nil)
    await #expect(throws: WebPageError.self) { try await navigation.finished() }
    #expect(delegate.log.last == "stopped" && navigation.page == nil)
  }

  @Test func aDelegateThatGoesIsNotMissed() async throws {
    let page = WebPage.forTests()
    var delegate: DelegateRecorder? = DelegateRecorder()
    page.delegate = delegate
    let navigation = page.begin(.html("<title>x</title>"))
    delegate = nil
    try await navigation.finished()
    #expect(page.delegate == nil && page.title == "x")
  }

  /// A delegate may go on from inside its callbacks.
  @Test func goingOnFromACallback() async throws {
    final class Chain: NavigationDelegate {
      func didFinish(_ navigation: Navigation) async {
        guard let page = navigation.page, page.backForwardList.items.count < 4 else { return }
        _ = try? await page.load(html: "<title>\(page.backForwardList.items.count)</title>")
      }
    }
    let page = WebPage.forTests()
    let chain = Chain()
    page.delegate = chain
    try await page.load(html: "<title>0</title>")
    #expect(page.backForwardList.items.map(\.title) == ["0", "1", "2", "3"])
  }

  @Test func timeLimits() async throws {
    let server = try await server()
    let page = WebPage.forTests(timeout: .seconds(1))
    let error = await #expect(throws: WebPageError.self) { try await page.load(.address(server.address("/slow"))) }
    guard case .failed(let cause)? = error else { return }
    #expect(cause.cause == .timeout)
  }
}

extension Result where Failure == any Error {
  static func catching(_ body: () async throws -> Success) async -> Self {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
  var failure: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
