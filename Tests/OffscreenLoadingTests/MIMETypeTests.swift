import Testing

@testable import OffscreenLoading

@Suite struct MIMETypeTests {
  @Test(
    arguments: [
      ("text/html", "text/html"), ("TEXT/HTML;CHARSET=gbk", "text/html;charset=gbk"),
      (" text/html ; charset=utf-8 ", "text/html;charset=utf-8"),
      ("text/html;charset=\"a;\\\"b\"x;c=d", "text/html;charset=a;\"b;c=d"),
      ("text/html;;;a=b", "text/html;a=b"), ("text/html;charset=", "text/html"), ("text/html;a=1;A=2", "text/html;a=1"),
      ("text/html;a", "text/html"), ("text/html;a b=c", "text/html"), ("image/svg+xml", "image/svg+xml"),
      ("", nil), ("text", nil), ("/html", nil), ("text/", nil), ("te xt/html", nil), ("text/ht ml", nil), (";a/b", nil),
      ("text;a=/", nil),
    ] as [(String, String?)])
  func parses(_ text: String, _ expected: String?) { #expect(MIMEType(text)?.description == expected) }

  @Test(
    arguments: [
      ("a.html", "text/html"), ("/x.y/a.PNG", "image/png"), ("/x.css/readme", nil), ("a.tar.gz", "application/gzip"),
      ("a.woff2", "font/woff2"), ("a.", nil), ("a.unknown", nil), ("", nil), (".svg", "image/svg+xml"),
    ] as [(String, String?)])
  func fileNames(_ name: String, _ expected: String?) {
    #expect(MIMEType(fileName: Array(name.utf8))?.essence == expected)
  }

  /// Of text, and of names without a known extension, the bytes decide.
  @Test(arguments: [
    ("a.txt", "text", "text/plain"), ("a.txt", "\u{0}\u{1}", "application/octet-stream"),
    ("a.html", "\u{0}", "text/html"),
    ("program", "\u{7F}ELF\u{2}\u{1}", "application/octet-stream"), ("page", "<html>", "text/html"),
  ])
  func files(_ name: String, _ text: String, _ expected: String) {
    #expect(MIMEType(fileName: Array(name.utf8), bytes: Array(text.utf8)).essence == expected)
  }

  @Test(arguments: [
    ("  <!DOCTYPE HTML><p>", "text/html"), ("<html>", "text/html"), ("<b>", "text/html"), ("<bx>", "text/plain"),
    ("<!-- x", "text/html"), ("<?xml version", "text/xml"), ("hello", "text/plain"), ("", "text/plain"),
    ("GIF89a...", "image/gif"), ("\u{0}\u{1}\u{2}", "application/octet-stream"), ("%PDF-1.4", "application/pdf"),
    ("wOF2....", "font/woff2"),
  ])
  func sniffs(_ text: String, _ expected: String) { #expect(MIMEType.sniffed(Array(text.utf8)).essence == expected) }

  @Test(arguments: [
    ("data:,a%20b", "text/plain;charset=US-ASCII", "a b"), ("data:text/html,<p>?x#f", "text/html", "<p>?x"),
    ("data:;charset=utf-8,x", "text/plain;charset=utf-8", "x"), ("data:text/css;base64,YQ==", "text/css", "a"),
    ("data:text/css;base64,YQ", "text/css", "a"), ("data:text/css; BASE64,Y%57I=", "text/css", "ab"),
    ("data:image/png;a=b;base64,", "image/png;a=b", ""), ("data:bad type,x", "text/plain;charset=US-ASCII", "x"),
    ("data:,", "text/plain;charset=US-ASCII", ""), ("data:text/html;base64x,YQ", "text/html", "YQ"),
    ("data:text/css;base64, Y Q = = ", "text/css", "a"),
  ])
  func dataAddresses(_ text: String, _ type: String, _ content: String) throws {
    let url = try #require(PageURL(text))
    let data = try #require(DataURL(url))
    #expect(data.mimeType.description == type)
    #expect(String(decoding: data.bytes, as: UTF8.self) == content)
  }

  @Test(arguments: ["data:text/html", "data:;base64,a", "data:;base64,ab=", "data:;base64,a!==", "data:;base64,YQ==YQ"])
  func wrongDataAddresses(_ text: String) throws {
    let url = try #require(PageURL(text))
    #expect(DataURL(url) == nil)
  }

  @Test func base64OfEveryLength() {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for length in 0..<70 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
      var text: [UInt8] = []
      for start in stride(from: 0, to: length, by: 3) {
        let group = bytes[start..<min(length, start + 3)]
        let bits = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
        for index in 0...group.count { text.append(digits[bits >> (18 - 6 * index) & 63]) }
      }
      #expect(Base64.decoded(text) == bytes)
    }
  }
}
