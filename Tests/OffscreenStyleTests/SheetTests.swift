import OffscreenDOM
import OffscreenHTML
import Testing

@testable import OffscreenCSS
@testable import OffscreenStyle

/// Which style sheets a document has.
struct SheetTests {
  private struct Files: StyleSheetSource {
    var files: [String: String]

    func response(from url: String, nonce: String) -> StyleSheetCollector.Response? {
      files[url].map { .init(bytes: Array($0.utf8), url: url) }
    }
  }

  private func color(_ markup: String, _ files: [String: String], isXML: Bool = false) -> String? {
    let bytes = Array(markup.utf8)
    let document =
      isXML
      ? XMLDocumentParser.parse(bytes: bytes).document
      : HTMLParser.parse(bytes: bytes, transportCharset: "utf-8").document
    let media = MediaContext(width: 800, height: 600)
    let sheets = StyleSheetCollector(
      document: document, baseURL: "", media: media, source: Files(files: files)
    ).collect()
    let styled = StyleEngine(document: document, sheets: sheets, media: media).run()
    var node = document.documentElement
    while !node.isNone {
      if let style = styled.style(of: node), document.attribute(node, .id) == "t" {
        return ComputedText(style).value("color")
      }
      node = document.next(node, within: document.documentElement)
    }
    return nil
  }

  private let red = "rgb(255, 0, 0)"
  private let black = "rgb(0, 0, 0)"

  @Test(arguments: [
    ("<link rel=stylesheet href=a><p id=t>", true),
    ("<link rel='foo STYLESHEET' href=' a '><p id=t>", true),
    ("<link rel=stylesheet href=a media=print><p id=t>", false),
    ("<link rel=stylesheet href=a media='(min-width:100px)'><p id=t>", true),
    ("<link rel=stylesheet href=a disabled><p id=t>", false),
    ("<link rel='alternate stylesheet' href=a title=x><p id=t>", false),
    ("<link rel=stylesheet href=a type=text/plain><p id=t>", false),
    ("<link rel=stylesheet href=b title=one><link rel=stylesheet href=a title=two><p id=t>", false),
    ("<link rel=stylesheet href=b title=one><link rel=stylesheet href=a title=one><p id=t>", true),
    ("<style>@import 'a';</style><p id=t>", true),
    ("<style>@import url(a) print;</style><p id=t>", false),
    ("<style>@import 'c';</style><p id=t>", true),
    ("<style>@import 'loop';</style><p id=t>", true),
    ("<style>p{} @import 'a';</style><p id=t>", false),
    ("<style>@import 'a' layer(x); p{color:black}</style><p id=t>", false),
    ("<style type=text/foo>p{color:red}</style><p id=t>", false),
    ("<style media=print>p{color:red}</style><p id=t>", false),
    ("<template><style>p{color:red}</style></template><p id=t>", false),
    ("<style>@supports (color:rgb(0 0 0)) and (not (color:foo)){p{color:red}}</style><p id=t>", true),
  ])
  func html(markup: String, isRed: Bool) {
    let files = [
      "a": "p{color:red}", "b": "p{color:black}", "c": "@import 'a';", "loop": "@import 'loop';p{color:red}",
    ]
    #expect(color("<!DOCTYPE html>" + markup, files) == (isRed ? red : black), "\(markup)")
  }

  @Test func xml() {
    let markup = "<?xml-stylesheet type='text/css' href='a'?><p xmlns='http://www.w3.org/1999/xhtml' id='t'/>"
    #expect(color(markup, ["a": "p{color:red}"], isXML: true) == red)
  }

  /// Which namespace an element or attribute is in, counts also where none knows the address.
  /// https://drafts.csswg.org/css-namespaces-3/
  @Test(arguments: [
    ("@namespace a 'x';a|t{color:red}", true), ("@namespace a 'y';a|t{color:red}", false),
    ("@namespace 'x';t{color:red}", true), ("@namespace 'y';t{color:red}", false),
    ("@namespace a 'x';@namespace A 'y';A|t{color:red}", false),
    ("@namespace a 'x';@namespace b 'y';[b|n='1']{color:red}", true),
    ("@namespace a 'x';@namespace b 'y';[a|n='1']{color:red}", false), ("[*|n='1']{color:red}", true),
    ("[n='1']{color:red}", false),
  ])
  func namespaces(sheet: String, isRed: Bool) {
    let markup =
      "<h xmlns='http://www.w3.org/1999/xhtml' xmlns:p='x' xmlns:q='y'><style>\(sheet)</style>"
      + "<p:t id='t' p:n='2' q:n='1'/></h>"
    #expect(color(markup, [:], isXML: true) == (isRed ? red : black), "\(sheet)")
  }

  @Test func fontFaces() {
    let page = Page(
      """
      <!DOCTYPE html><style>@font-face{font-family:A B;src:local(x),url(a.woff2) format("woff2");
      font-weight:200 700;unicode-range:U+26,U+0-7F;font-style:italic}@font-face{font-family:c}</style>
      """)
    let faces = page.styled.fontFaces
    #expect(faces.count == 1)
    #expect(faces.first?.family == "A B")
    #expect(faces.first?.sources.count == 2)
    #expect(faces.first?.weight == 200...700)
    #expect(faces.first?.unicodeRanges == [0x26...0x26, 0...0x7F])
    #expect(faces.first?.isItalic == true)
    guard case .url(let url, let format)? = faces.first?.sources.last else {
      Issue.record("no address")
      return
    }
    #expect(url == "http://x/a.woff2")
    #expect(format == "woff2")
  }
}
