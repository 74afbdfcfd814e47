import OffscreenHTML
import Testing

@testable import Offscreen

/// https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps
struct MetaRefreshTests {
  private static let cases: [(String, Int, String?)] = [
    ("5", 5, nil), ("0; url=a.html", 0, "a.html"), ("0;URL = 'a b'c", 0, "a b"), (" 3 , \"x\"y", 3, "x"),
    ("1 a.html", 1, "a.html"), (".9;a", 0, "a"), ("2.7;a", 2, "a"), ("4;", 4, nil), ("0;url", 0, "url"),
    ("0;url=", 0, ""), ("99999999999999999999;a", 999_999_999, "a"), ("0;urls=a", 0, "urls=a"),
    ("\n0\t;\u{C}a", 0, "a"),
  ]

  @Test(arguments: cases)
  func whatIsOne(_ text: String, _ seconds: Int, _ address: String?) {
    let refresh = MetaRefresh(text)
    #expect(refresh?.seconds == seconds && refresh?.address == address, "\(String(describing: refresh))")
  }

  @Test(arguments: ["", "x", "-1;a", "5x", "+1", ";a", "url=a"])
  func whatIsNone(_ text: String) { #expect(MetaRefresh(text) == nil) }

  @Test func theFirstOfADocument() throws {
    let html =
      "<meta http-equiv=refresh><meta http-equiv=refresh content=x><meta http-equiv=REFRESH content='1;b'><meta http-equiv=refresh content='0;c'>"
    let document = HTMLParser.parse(bytes: Array(html.utf8), transportCharset: "utf-8", scripting: false).document
    #expect(MetaRefresh.find(in: document)?.address == "b")
  }
}
