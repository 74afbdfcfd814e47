import Testing

@testable import OffscreenLoading

struct ContentSecurityPolicyTests {
  private func policy(_ text: String, page: String = "https://a.example/x/y.html") throws -> ContentSecurityPolicy {
    let url = try #require(PageURL(page))
    return try #require(ContentSecurityPolicy(text, of: url))
  }

  private func allows(
    _ source: String, _ address: String, page: String = "https://a.example/x/y.html", isRedirected: Bool = false
  ) throws -> Bool {
    try policy("img-src \(source)", page: page).refusal(
      of: try #require(PageURL(address)), for: .image, isRedirected: isRedirected) == nil
  }

  @Test func addressesMatchSources() throws {
    for (source, address, isAllowed) in [
      ("'self'", "https://a.example/i.png", true), ("'self'", "https://b.example/i.png", false),
      ("'self'", "https://a.example:444/i.png", false), ("'none'", "https://a.example/", false),
      ("*", "http://b.example/", true), ("*", "data:image/png,", false), ("data:", "data:image/png,", true),
      ("https:", "https://b.example/", true), ("https:", "http://b.example/", false),
      ("http:", "https://b.example/", true), ("b.example", "https://b.example/", true),
      ("b.example", "http://b.example/", false), ("http://b.example", "https://b.example/", true),
      ("*.example", "https://c.b.example/", true), ("*.b.example", "https://b.example/", false),
      ("b.example:8080", "https://b.example:8080/", true), ("b.example:*", "https://b.example:8/", true),
      ("b.example/p/", "https://b.example/p/q", true), ("b.example/p", "https://b.example/p/q", false),
      ("b.example/%70", "https://b.example/p?q", true), ("B.Example", "https://b.example/", true),
      ("", "https://a.example/", false),
    ] {
      #expect(try allows(source, address) == isAllowed, "\(source) and \(address)")
    }
    #expect(try allows("b.example/p", "https://b.example/q", isRedirected: true))
    #expect(try allows("'self'", "https://a.example/", page: "http://a.example/"))
    #expect(try allows("'self'", "file:///a/b.png", page: "file:///a/c.html"))
  }

  @Test func directivesStandForOthers() throws {
    let url = try #require(PageURL("https://b.example/"))
    let other = try policy("default-src 'self'; FONT-SRC *; font-src 'none'")
    #expect(other.refusal(of: url, for: .image) == "img-src")
    #expect(other.refusal(of: url, for: .font) == nil, "the first one counts, whatever its case")
    #expect(other.written("img-src") == "default-src 'self'")
    #expect(try policy("child-src 'none'").refusal(of: url, for: .frame) == "frame-src")
    #expect(try policy("script-src 'none'").refusal(of: url, for: .worker) == "worker-src")
    #expect(try policy("img-src *").refusal(of: url, for: .connection) == nil)
    let page = try #require(PageURL("https://a.example/"))
    #expect(ContentSecurityPolicy(" ; ", of: page) == nil)
    #expect(ContentSecurityPolicy("sandbox", of: page, isOfMeta: true) == nil)
    let fields = [
      HTTPHeaders.Field(name: "content-security-policy", value: "img-src 'self', font-src *"),
      HTTPHeaders.Field(name: "Content-Security-Policy-Report-Only", value: "img-src x"),
    ]
    #expect(ContentSecurityPolicy.policies(in: fields, of: page).map(\.isReportOnly) == [false, false, true])
  }

  @Test func inlineNeedsNoncesHashesOrTheKeyword() throws {
    let text = Array("alert(1)".utf8)
    let hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
    func allows(_ sources: String, _ kind: ContentSecurityPolicy.Inline = .script, nonce: String = "") throws -> Bool {
      try policy("script-src \(sources)").refusal(of: kind, text, nonce: nonce) == nil
    }
    #expect(try allows("'unsafe-inline'"))
    #expect(try !allows("'self'"))
    #expect(try allows("'nonce-abc'", nonce: "abc"))
    #expect(try !allows("'nonce-abc' 'unsafe-inline'"), "with a nonce, the keyword is for browsers that know none")
    #expect(try !allows("'strict-dynamic' 'unsafe-inline'"))
    #expect(try allows(hash))
    #expect(try !allows(hash, .scriptAttribute))
    #expect(try allows(hash + " 'unsafe-hashes'", .scriptAttribute))
    #expect(try allows("'none'", .style))
    #expect(try !policy("script-src 'self'").allowsEvaluation)
    #expect(try policy("script-src 'unsafe-eval'").allowsEvaluation)
  }

  @Test func strictScriptsTrustWhatTheyLoad() throws {
    let url = try #require(PageURL("https://b.example/a.js"))
    let strict = try policy("script-src 'strict-dynamic' 'nonce-n' https:")
    #expect(strict.refusal(of: url, for: .script) == nil)
    #expect(strict.refusal(of: url, for: .script, .init(isParserInserted: true)) == "script-src-elem")
    #expect(strict.refusal(of: url, for: .script, .init(nonce: "n", isParserInserted: true)) == nil)
  }

  @Test func addressesBecomeSecure() throws {
    #expect(try #require(PageURL("http://a.example/x?y#z")).upgraded.href == "https://a.example/x?y#z")
    #expect(try #require(PageURL("http://127.0.0.1:8000/")).upgraded.href == "http://127.0.0.1:8000/")
  }
}
