import TestSupport
import Testing

@testable import OffscreenLoading

@Suite struct HostRulesTests {
  private func loader(_ page: PageURL, allowed: [String] = [], denied: [String] = []) -> ResourceLoader {
    var policy = LoadPolicy(root: nil, network: .all)
    policy.hosts.allowed = allowed.compactMap { HostRules.Pattern($0) }
    policy.hosts.denied = denied.compactMap { HostRules.Pattern($0) }
    return ResourceLoader(
      policy: policy, limits: Limits(), page: page, settings: RequestSettings(), session: NetworkSession(),
      cacheFolder: nil)
  }

  @Test func redirectsAndResourcesFollowTheRules() async throws {
    let server = try await TestServer { request in
      let port = request.headers["host"]?.split(separator: ":").last ?? ""
      if request.path == "/away" {
        return .init(status: 302, headers: ["Location": "http://localhost:\(port)/there"])
      }
      return .init(body: "own")
    }
    let page = server.url("/")
    let numbers = loader(page, allowed: ["127.0.0.1"])
    #expect(await numbers.text(page) == "own")
    #expect(await numbers.text(server.url("/away"), as: .image, referrer: page).contains("localhost may not be asked"))
    let names = loader(page, denied: ["localhost"])
    #expect(await names.text(page) == "own")
    #expect(await names.text(server.url("/x", host: "LOCALHOST"), as: .image, referrer: page).hasPrefix("error"))
    #expect(!server.paths.contains("/there") && !server.paths.contains("/x"))
  }

  @Test func patternsAreHosts() throws {
    for text in [
      "", ".", "a b", "example.com:80", "http://example.com", "a/b", "me@example.com", ".127.0.0.1", "a?b",
      "evil.example#.example.com",
    ] {
      #expect(HostRules.Pattern(text) == nil, "\(text)")
    }
    var rules = HostRules()
    rules.allowed = [try #require(HostRules.Pattern(".Example.com"))]
    rules.denied = [try #require(HostRules.Pattern("bad.example.com"))]
    for (address, isAllowed) in [
      ("http://a.example.com/", true), ("http://a.example.com./", true), ("http://example.com/", false),
      ("http://bad.example.com/", false), ("http://notexample.com/", false), ("http://a.example.com.evil.test/", false),
    ] {
      #expect(rules.allow(try #require(PageURL(address))) == isAllowed, "\(address)")
    }
  }
}
