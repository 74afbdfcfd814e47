import Foundation
import TestSupport
import Testing

/// A proxy resolves names where nobody sees it: so they are looked up before.
@Suite(.needsProgram)
struct ProxyCommandTests {
  private func render(_ arguments: String, proxy: TestServer, trusted: Bool) async throws -> Command.Result {
    let place = "127.0.0.1:\(proxy.port)"
    let trust = trusted ? "OFFSCREEN_TRUSTED_PROXY=\(place)" : ""
    return try await TemporaryFolder().shellBesideServer(
      "http_proxy=http://\(place) no_proxy= \(trust) offscreen render \(arguments) -o a.png")
  }

  @Test func namesOfThisMachineAreNotAskedFor() async throws {
    let proxy = try await TestServer { _ in .init(headers: ["Content-Type": "text/html"], body: "<p>by proxy") }
    // Its own name leads to a private address, or is not known at all.
    let name = ProcessInfo.processInfo.hostName
    let refused = try await render("http://\(name)/", proxy: proxy, trusted: false)
    #expect(refused.status == 1 && proxy.requests.isEmpty, "\(refused.error)")
    #expect(
      refused.error.contains("private or loopback") || refused.error.contains("OFFSCREEN_TRUSTED_PROXY"),
      "\(refused.error)")
    for (arguments, trusted) in [("http://\(name)/", true), ("http://\(name)/ --network all", false)] {
      let result = try await render(arguments, proxy: proxy, trusted: trusted)
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(proxy.requests.count == 2)
    // What is private as it is written is not asked of a trusted one either.
    let loopback = try await render("http://127.0.0.1/", proxy: proxy, trusted: true)
    #expect(loopback.status == 1 && proxy.requests.count == 2)
  }
}
