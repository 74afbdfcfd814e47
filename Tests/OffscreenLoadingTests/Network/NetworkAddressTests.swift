import Testing

@testable import OffscreenLoading

@Suite struct NetworkAddressTests {
  @Test(arguments: [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.8.9.10", "169.254.169.254", "172.16.0.1", "172.31.255.255",
    "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1",
    "255.255.255.255",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1",
    "fc00::1",
    "fd12::1", "fe80::1", "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1",
  ])
  func special(_ text: String) throws {
    #expect(try !#require(NetworkAddress(text)).isPublic)
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "93.184.215.14", "100.63.0.1", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1",
    "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888",
  ])
  func global(_ text: String) throws {
    #expect(try #require(NetworkAddress(text)).isPublic)
  }

  @Test func aNameIsPublicWhereAllItsAddressesAre() throws {
    let (open, closed) = (try #require(NetworkAddress("8.8.8.8")), try #require(NetworkAddress("::1")))
    #expect(NameChecks.finding([open]) == .isPublic([open]))
    #expect(NameChecks.finding([open, closed]) == .isPrivate(closed))
    #expect(NameChecks.finding([closed, open]) == .isPrivate(closed))
    #expect(NameChecks.finding([]) == .isUnknown)
  }

  @Test func otherSpellings() {
    #expect(PageURL("http://0x7f.1/")?.hostAddress == NetworkAddress("127.0.0.1"))
    #expect(PageURL("http://2130706433/")?.hostAddress == NetworkAddress("127.0.0.1"))
    #expect(PageURL("http://[::ffff:7f00:1]/")?.hostAddress?.isPublic == false)
    #expect(PageURL("http://example.com/")?.hostAddress == nil)
  }
}

@Suite struct ReferrerTests {
  private func value(_ page: String, _ url: String) throws -> String? {
    let (from, to) = (try #require(PageURL(page)), try #require(PageURL(url)))
    return Referrer.value(from: from, to: to)
  }

  @Test func strictOriginWhenCrossOrigin() throws {
    #expect(try value("https://u:p@a.org/x?y#z", "https://a.org/b") == "https://a.org/x?y")
    #expect(try value("https://a.org/x?y", "https://b.org/") == "https://a.org/")
    #expect(try value("https://a.org/x", "http://a.org/") == nil)
    #expect(try value("https://a.org/x", "http://127.0.0.1/") == "https://a.org/")
    #expect(try value("http://a.org:81/x", "https://a.org/") == "http://a.org:81/")
    #expect(try value("file:///x", "https://a.org/") == nil)
  }
}

@Suite struct ProxySettingsTests {
  @Test(arguments: [
    ("http://127.0.0.1:1", "http://127.0.0.1:1"), ("http://me:s3cret@a.example:3128/", "http://a.example:3128/"),
    ("me:s3c@ret@a.example", "a.example"), ("socks5h://me@a.example", "socks5h://a.example"),
    ("a.example:8080", "a.example:8080"),
  ])
  func messagesDoNotTellPasswords(_ proxy: String, _ expected: String) {
    #expect(ProxySettings.displayed(proxy) == expected)
  }

  private func proxy(_ url: String, _ variables: [String: String]) throws -> String {
    ProxySettings { variables[$0] }.proxy(for: try #require(PageURL(url)))
  }

  @Test func aTrustedProxyIsKnownByHostAndPort() {
    let settings = ProxySettings { ["OFFSCREEN_TRUSTED_PROXY": "http://P:1/, q:2"][$0] }
    for proxy in ["p:1", "http://p:1", "http://me:pw@p:1/", "https://q:2"] { #expect(settings.isTrusted(proxy)) }
    for proxy in ["p:2", "http://p", "p", "", "r:1"] { #expect(!settings.isTrusted(proxy)) }
    #expect(!ProxySettings { _ in nil }.isTrusted("p:1"))
  }

  @Test func environment() throws {
    let both = ["http_proxy": "p:1", "https_proxy": "p:2", "no_proxy": "b.org, .c.org,10.0.0.1,d.org:81"]
    #expect(try proxy("http://a.org/", both) == "p:1")
    #expect(try proxy("https://a.org/", both) == "p:2")
    #expect(try proxy("http://b.org/", both) == "")
    #expect(try proxy("http://x.b.org/", both) == "")
    #expect(try proxy("http://xb.org/", both) == "p:1")
    #expect(try proxy("http://x.c.org/", both) == "")
    #expect(try proxy("http://10.0.0.1/", both) == "")
    #expect(try proxy("http://d.org:81/", both) == "")
    #expect(try proxy("http://d.org/", both) == "p:1")
    #expect(try proxy("http://a.org/", ["HTTP_PROXY": "p:1"]) == "")
    #expect(try proxy("http://a.org/", ["ALL_PROXY": "p:3"]) == "p:3")
    #expect(try proxy("http://a.org/", ["all_proxy": "p:3", "NO_PROXY": "*"]) == "")
  }
}
