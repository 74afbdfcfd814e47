import OffscreenDOM
import Testing

@testable import OffscreenHTML

@Suite struct MarkupTextTests {
  private let text = "a&b<c>\"d\" 'e'\u{A0}é\u{FB01}\t\r\n"

  @Test(arguments: [MarkupText.Place.content, .attribute, .anywhere])
  func htmlIsWhatTheParserReads(_ place: MarkupText.Place) {
    let quotes = place == .content ? [] : place == .attribute ? ["\""] : ["\"", "'"]
    let markup = MarkupText.html(text, in: place)
    #expect(markup.contains("a&amp;b&lt;c&gt;") && markup.contains("&nbsp;é\u{FB01}"))
    for quote in quotes { #expect(!markup.contains(quote)) }
    #expect(MarkupText.html("'\"", in: .content) == "'\"" && MarkupText.html("", in: .anywhere) == "")
  }

  @Test func xmlComesBackAsItWas() {
    for text in [text, "plain", "\u{FFFD}", "\u{2028}"] {
      let xml =
        "<a b=\"\(MarkupText.xml(text, in: .attribute))\" c='\(MarkupText.xml(text, in: .anywhere))'>\(MarkupText.xml(text, in: .content))</a>"
      let parsed = XMLDocumentParser.parse(bytes: Array(xml.utf8))
      let document = parsed.document
      let element = document.documentElement
      #expect(parsed.diagnostics.isEmpty)
      #expect(document.attributes(element).map(\.value) == [text, text])
      #expect(String(decoding: document.text(document.firstChild(element)), as: UTF8.self) == text)
    }
  }

  @Test func whatXMLDoesNotAllowIsReplaced() {
    #expect(MarkupText.xml("a\u{1}b\u{FFFE}c\u{FFFF}", in: .content) == "a\u{FFFD}b\u{FFFD}c\u{FFFD}")
    #expect(MarkupText.xml("\u{1F}", in: .attribute, illegal: " ") == " ")
    #expect(MarkupText.xml("\u{7F}", in: .content) == "\u{7F}")
  }
}
