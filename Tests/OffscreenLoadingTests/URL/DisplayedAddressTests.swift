import Testing

@testable import OffscreenLoading

@Suite struct DisplayedAddressTests {
  @Test(arguments: [
    ("https://user:pass@host/a?b#c", "https://host/a?b#c"), ("HTTP://u@h", "HTTP://h"), ("https:u:p@h/", "https:h/"),
    ("https:\\\\u:p@h\\x", "https:\\\\h\\x"), ("https://u:p@q@h/a@b", "https://h/a@b"),
    (" \thttps://u:p@h/", " https://h/"),
    ("ht\ntps://u:p@h/", "https://h/"), ("postgres://u:p@h/x", "postgres://h/x"), ("https://h/a@b", "https://h/a@b"),
    // No valid addresses: who knows where the password ends.
    ("https://u:pa/ss@h/", "https://h/"), ("https://u:p@[bad/", "https://[bad/"), ("http://u:p@", "http://"),
    ("mailto:a@b", "mailto:a@b"), ("a@b.html", "a@b.html"), ("/x/a:b@c", "/x/a:b@c"), ("page.html", "page.html"),
    ("", ""),
    ("-", "-"), ("\u{1B}[31mx\u{202E}", " [31mx "),
  ])
  func texts(_ text: String, _ shown: String) {
    #expect(PageURL.displayed(text) == shown)
  }

  @Test func addresses() throws {
    #expect(try #require(PageURL("https://u:p@h/x")).displayed == "https://h/x")
    #expect(try #require(PageURL("file:///a%0A%FFb")).displayed == "/a \u{FFFD}b")
    #expect(try #require(PageURL("data:text/html," + String(repeating: "x", count: 99))).displayed.count == 60)
  }

  @Test func errorsAreOneLineThatSteersNoTerminal() {
    let long = String(repeating: "x", count: 5_000)
    for error in [
      LoadError("a\n\u{1B}[2J\u{9B}b\u{202E}c", .network("d\r\u{7}\n" + long)),
      LoadError(long, .schemeNotAllowed(long)),
      LoadError("a", .outsideRoot("/x\ny" + long), hint: "z\n" + long),
    ] {
      #expect(
        error.description.unicodeScalars.allSatisfy {
          $0.value >= 32 && !(0x7F..<0xA0).contains($0.value) && $0.value != 0x202E
        })
      #expect(error.description.count < 1_500)
    }
  }

  @Test func secretsDoNotPrint() {
    var settings = RequestSettings()
    settings.headers = [.init(name: "Authorization", value: "hidden")]
    settings.cookies = [.init(name: "a", value: "hidden")]
    settings.credentials = .init(name: "me", password: "hidden")
    var text = "\(settings) \(settings.cookies) \(settings.credentials as Any)" + String(reflecting: settings)
    dump(settings, to: &text)
    dump(settings.credentials, to: &text)
    dump(RequestContent(method: "POST", headers: settings.headers, body: Array("hidden".utf8)), to: &text)
    #expect(!text.contains("hidden"))
  }
}
