import Testing

@testable import OffscreenLoading

@Suite struct PageURLTests {
  @Test(arguments: [
    // Schemes and hosts.
    ("HTTP://EXAMPLE.com:80/", "http://example.com/"),
    ("https://example.com:443", "https://example.com/"),
    ("https://example.com:8443?q#f", "https://example.com:8443/?q#f"),
    ("http:example.com", "http://example.com/"),
    ("http:\\\\example.com\\a\\b", "http://example.com/a/b"),
    ("http:////example.com///a", "http://example.com///a"),
    ("  http://example.com/ \n", "http://example.com/"),
    ("ht\ntp://exa\tmple.com/a\nb", "http://example.com/ab"),
    ("http://user:pass@example.com/", "http://user:pass@example.com/"),
    ("http://user@@example.com/", "http://user%40@example.com/"),
    ("http://a:b:c@example.com/", "http://a:b%3Ac@example.com/"),
    ("http://:@example.com/", "http://example.com/"),
    ("http://ex%41mple.com/", "http://example.com/"),
    ("http://example.com:/", "http://example.com/"),
    ("http://example.com:00080/", "http://example.com/"),
    ("http://Bücher.example/", "http://xn--bcher-kva.example/"),
    ("http://日本語。ＪＰ/", "http://xn--wgv71a119e.jp/"),
    ("http://bu\u{308}cher.example/", "http://xn--bcher-kva.example/"), ("http://faß.de/", "http://xn--fa-hia.de/"),
    // IPv4.
    ("http://192.168.0.1/", "http://192.168.0.1/"),
    ("http://0x7f.1/", "http://127.0.0.1/"),
    ("http://2130706433/", "http://127.0.0.1/"),
    ("http://0300.0250.1/", "http://192.168.0.1/"),
    ("http://1.2.3./", "http://1.2.0.3/"),
    ("http://a.1.2.3.4.b/", "http://a.1.2.3.4.b/"),
    ("http://4294967295/", "http://255.255.255.255/"),
    // IPv6.
    ("http://[::1]/", "http://[::1]/"),
    ("http://[1:0:0:2:0:0:0:3]/", "http://[1:0:0:2::3]/"),
    ("http://[::ffff:1.2.3.4]:81/", "http://[::ffff:102:304]:81/"),
    ("http://[FE80::00A:1]/", "http://[fe80::a:1]/"),
    ("http://[1:2:3:4:5:6:7:8]/", "http://[1:2:3:4:5:6:7:8]/"),
    ("http://[::]/", "http://[::]/"),
    ("http://[1::]/", "http://[1::]/"),
    // Dots.
    ("http://h/a/./b/../c", "http://h/a/c"),
    ("http://h/../../a", "http://h/a"),
    ("http://h/a/%2e%2E/b/%2e/", "http://h/b/"),
    ("http://h/a/..", "http://h/"),
    ("http://h/a/b/.", "http://h/a/b/"),
    ("http://h/a/...", "http://h/a/..."),
    // Encoding.
    ("http://h/ä b\"<>`{}^|", "http://h/%C3%A4%20b%22%3C%3E%60%7B%7D%5E|"),
    ("http://h/?ä b'\"<>`", "http://h/?%C3%A4%20b%27%22%3C%3E`"),
    ("x://h/?'", "x://h/?'"),
    ("http://h/#ä b`<>\"", "http://h/#%C3%A4%20b%60%3C%3E%22"),
    ("http://h/%zz%4", "http://h/%zz%4"),
    ("http://us er:pa|ss@h/", "http://us%20er:pa%7Css@h/"),
    // Files.
    ("file:///a/b", "file:///a/b"),
    ("file:/a/b", "file:///a/b"),
    ("file:a/b", "file:///a/b"),
    ("file://localhost/a", "file:///a"),
    ("file://server/share", "file://server/share"),
    ("file:///C|/x", "file:///C:/x"),
    ("file://C:/x/../..", "file:///C:/"),
    ("file:\\\\\\a\\b", "file:///a/b"),
    ("file:////a", "file:////a"),
    ("file:", "file:///"),
    ("file:?q#f", "file:///?q#f"),
    // Other schemes.
    ("data:text/plain,a b ?#c", "data:text/plain,a b%20?#c"),
    ("about:blank", "about:blank"),
    ("mailto:A@b", "mailto:A@b"),
    ("javascript:alert('x')", "javascript:alert('x')"),
    ("foo://Host/a/../b", "foo://Host/b"),
    ("foo:/a/../..//b", "foo:/.//b"),
    ("foo://", "foo://"),
    ("foo://h?q", "foo://h?q"),
    ("foo:///p", "foo:///p"),
    ("a+-.9:x", "a+-.9:x"),
  ])
  func absolute(_ text: String, _ expected: String) throws {
    let url = try #require(PageURL(text))
    #expect(url.href == expected)
    // A serialised address means itself.
    #expect(PageURL(expected)?.href == expected)
  }

  @Test(arguments: [
    "", "a/b", "//h/a", "#f", "1http://h/", "http://", "http:///", "https://:80/", "http://h:65536/",
    "http://h:8a/", "http://a b/", "http://a<b/", "http://[::1", "http://[1:2]/", "http://[1::2::3]/",
    "http://[::1.2.3]/", "http://[::1.2.3.256]/", "http://[12345::]/", "http://256.1.1.1/", "http://1.2.3.4.5/",
    "http://0x1ffffffff/", "http://u@/", "foo://a b/", "foo://:80/", "http://%00/", "http://%ff/", "http://a%/",
    "file://[1/", "http://1.2.3.0x", "http://[::1]x/",
  ])
  func failure(_ text: String) {
    // Not quite a failure by the standard: `0x` alone is the number 0.
    if text == "http://1.2.3.0x" {
      #expect(PageURL(text)?.href == "http://1.2.3.0/")
    } else {
      #expect(PageURL(text) == nil)
    }
  }

  @Test(
    arguments: [
      ("http://h/a/b?q#f", "", "http://h/a/b?q"),
      ("http://h/a/b?q#f", "#x", "http://h/a/b?q#x"),
      ("http://h/a/b?q#f", "?x", "http://h/a/b?x"),
      ("http://h/a/b?q#f", "c", "http://h/a/c"),
      ("http://h/a/b?q#f", "../c/./d", "http://h/c/d"),
      ("http://h/a/b/?q", "..", "http://h/a/"),
      ("http://h/a/b", "/c", "http://h/c"),
      ("http://h/a/b", "\\c", "http://h/c"),
      ("http://h/a/b", "//i/c", "http://i/c"),
      ("http://h/a/b", "http:c", "http://h/a/c"),
      ("http://h/a/b", "http:/c", "http://h/c"),
      ("http://h/a/b", "https:c", "https://c/"),
      ("http://u:p@h:81/a", "b", "http://u:p@h:81/b"),
      ("http://h/a", "data:,x", "data:,x"),
      ("http://h", "a", "http://h/a"),
      ("http://h/a;b/c", "d:e/f", "d:e/f"),
      ("http://h/a", "./d:e", "http://h/d:e"),
      ("https://h/a", "//", nil),
      ("file:///a/b/c.html", "d.css?v=1", "file:///a/b/d.css?v=1"),
      ("file:///a/b/c.html", "/d.css", "file:///d.css"),
      ("file:///a/b/c.html", "../../../../d", "file:///d"),
      ("file:///a/b", "//server/x", "file://server/x"),
      ("file:///C:/a/b", "/x", "file:///C:/x"),
      ("file:///C:/a/b", "..\\..\\..\\x", "file:///C:/x"),
      ("file:///C:/a/b", "D:/x", "d:/x"),
      ("file:///C:/a/b", "D|/x", "file:///D:/x"),
      ("file:///a", "#f", "file:///a#f"),
      ("file:///a?q", "", "file:///a?q"),
      ("file:///a/b", "file:c", "file:///a/c"),
      ("about:blank", "#f", "about:blank#f"),
      ("about:blank", "x", nil),
      ("data:,x", "y.png", nil),
      ("foo://h/a/b", "../c", "foo://h/c"),
      ("foo://h", "a", "foo://h/a"),
      ("foo:/a/b", "//h2/c", "foo://h2/c"),
      ("foo:/a/b", "/..//c", "foo:/.//c"),
    ] as [(String, String, String?)])
  func relative(_ base: String, _ reference: String, _ expected: String?) throws {
    let base = try #require(PageURL(base))
    #expect(base.joined(reference)?.href == expected)
  }

  @Test func parts() throws {
    let url = try #require(PageURL("http://u:p@h:81/a/b?q=1#f"))
    #expect(url.scheme == "http" && url.username == "u" && url.password == "p" && url.host == "h")
    #expect(url.port == 81 && url.path == "/a/b" && url.query == "q=1" && url.fragment == "f")
    #expect(url.origin == "http://h:81" && url.hrefWithoutFragment == "http://u:p@h:81/a/b?q=1")
    #expect(PageURL("file:///a%20b/%E4")?.decodedPath == Array("/a b/".utf8) + [0xE4])
  }

  @Test func filePaths() {
    for path in ["/a b/c#d?e%20.html", "/ä/\\x", "/", "/a/b c;d"] {
      let url = PageURL(filePath: Array(path.utf8))
      #expect(url.decodedPath == Array(path.utf8))
      #expect(PageURL(url.href)?.decodedPath == Array(path.utf8), "\(url.href)")
      #expect(url.query == nil && url.fragment == nil)
    }
  }

  /// What comes out parses to itself, whatever went in.
  @Test func anyBytes() {
    var state: UInt64 = 42
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    let pieces = [
      "http", "file", "foo", ":", "/", "//", "\\", "?", "#", "@", "[", "]", ".", "..", "%2e", "%", "C|", "C:", "a",
      "localhost", "1", "0x", "::", "ü", " ", "\t", "\u{0}", "é。", "xn--", ";", "=", "|",
    ]
    let bases = [nil, PageURL("http://h/a/b?q"), PageURL("file:///C:/a"), PageURL("foo:/a"), PageURL("data:,x")]
    for _ in 0..<40_000 {
      var text = Array((0..<(next() % 9)).map { _ in pieces[next() % pieces.count] }.joined().utf8)
      if next() % 4 == 0, !text.isEmpty { text[next() % text.count] = UInt8(next() % 256) }
      guard let url = PageURL(utf8: text, base: bases[next() % bases.count]) else { continue }
      #expect(PageURL(url.href)?.href == url.href, "\(text) \(url.href)")
    }
  }
}
