import OffscreenDOM
import Testing

@testable import OffscreenHTML

struct XMLTests {
  private func parse(_ markup: String) -> (tree: String, parsed: ParsedDocument) {
    let parsed = XMLDocumentParser.parse(bytes: Array(markup.utf8))
    return (dump(parsed.document, childrenOf: .document), parsed)
  }

  private let strict =
    #"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">"#

  @Test func namespacesAndCase() {
    let (tree, parsed) = parse(
      """
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><body id="B" class="x y"><Foo/>\
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">\
      <use xlink:href="#a" viewBox="0"/></svg><m:mi xmlns:m="http://www.w3.org/1998/Math/MathML">a</m:mi>\
      <![CDATA[<&]]>&amp;&lt;&#65;<!--c--><?pi d?></body></html>
      """)
    #expect(
      tree == """
        | <html>
        |   xml lang="en"
        |   xmlns xmlns="http://www.w3.org/1999/xhtml"
        |   <body>
        |     class="x y"
        |     id="B"
        |     <Foo>
        |     <svg svg>
        |       xmlns xlink="http://www.w3.org/1999/xlink"
        |       xmlns xmlns="http://www.w3.org/2000/svg"
        |       <svg use>
        |         viewBox="0"
        |         xlink href="#a"
        |     <math mi>
        |       xmlns m="http://www.w3.org/1998/Math/MathML"
        |       "a"
        |     "<&&<A"
        |     <!-- c -->
        |     <?pi d>
        """)
    #expect(parsed.document.isXML && parsed.document.quirksMode == .noQuirks)
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func htmlEntitiesWithAPublicIdentifier() {
    let body =
      #"<html xmlns="http://www.w3.org/1999/xhtml"><p title="&eacute;&nbsp;&lt;">&nbsp;&eacute;&Alpha;&amp;&nbsp;</p></html>"#
    let (tree, parsed) = parse(strict + body)
    #expect(tree.contains("\"\u{A0}éΑ&\u{A0}\""))
    #expect(tree.contains("title=\"é\u{A0}<\""))
    #expect(parsed.diagnostics.isEmpty, "\(parsed.diagnostics)")
    // Without one they are not known, and the document ends there.
    let other = parse(body).parsed
    #expect(!other.diagnostics.isEmpty)
  }

  @Test func stopsAtTheFirstError() {
    let (tree, parsed) = parse(#"<html xmlns="http://www.w3.org/1999/xhtml"><p>one</p><p>two</b><p>three</p></html>"#)
    #expect(tree.contains("one") && !tree.contains("three"))
    // As in Chromium, the document begins with an error message.
    #expect(tree.contains("<parsererror>") && tree.contains("line 1 at column"))
    #expect(tree.contains("Unexpected closing tag: {http://www.w3.org/1999/xhtml}b != {http://www.w3.org/1999/xhtml}p"))
    #expect(!parsed.diagnostics.isEmpty)
  }

  @Test func internalEntities() {
    let (tree, _) = parse(#"<!DOCTYPE a [<!ENTITY e "x<b/>y">]><a t="&e2;">&e;</a>"#)
    #expect(!tree.contains("<b>"))
    let (good, _) = parse(#"<!DOCTYPE a [<!ENTITY e "x<b/>y"><!ENTITY t "T">]><a t="&t;">&e;|&e;</a>"#)
    #expect(good.contains("t=\"T\""))
    #expect(good.hasSuffix("|   \"x\"\n|   <b>\n|   \"y|x\"\n|   <b>\n|   \"y\""), "\(good)")
  }

  @Test func entitiesDoNotExplode() {
    var markup = "<!DOCTYPE a [<!ENTITY e0 \"0123456789\">"
    for level in 1..<12 {
      markup += "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
    }
    let parsed = parse(markup + "]><a>&e11;</a>").parsed
    #expect(!parsed.diagnostics.isEmpty)
    #expect(parsed.document.textContent(.document).count < 50_000_000)
  }

  @Test func nothingOutsideIsRead() {
    for declaration in [
      #"<!ENTITY e SYSTEM "file:///etc/passwd">"#,
      #"<!ENTITY % p SYSTEM "file:///etc/passwd"> %p; <!ENTITY e "x">"#,
    ] {
      let (tree, _) = parse("<!DOCTYPE a [" + declaration + "]><a>&e;</a>")
      #expect(!tree.contains("root:"))
    }
    let (tree, _) = parse(#"<!DOCTYPE a SYSTEM "file:///etc/passwd"><a>x</a>"#)
    #expect(tree.contains("\"x\""))
  }

  @Test func encodings() {
    let latin = Array(#"<?xml version="1.0" encoding="iso-8859-1"?><a>"#.utf8) + [0xE9] + Array("</a>".utf8)
    let parsed = XMLDocumentParser.parse(bytes: latin)
    #expect(parsed.encoding == .windows1252)
    #expect(String(decoding: parsed.document.textContent(.document), as: UTF8.self) == "é")
    let wide = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>é</a>".utf16.flatMap {
      [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    let utf16 = XMLDocumentParser.parse(bytes: [0xFF, 0xFE] + wide)
    #expect(String(decoding: utf16.document.textContent(.document), as: UTF8.self) == "é")
    #expect(utf16.diagnostics.isEmpty)
  }

  @Test func deepDocuments() {
    let parsed = parse(String(repeating: "<a>", count: 100_000)).parsed
    #expect(!parsed.diagnostics.isEmpty)
  }

  @Test func emptyDocument() {
    let (tree, parsed) = parse("")
    #expect(tree.contains("no root element found"))
    #expect(!parsed.diagnostics.isEmpty)
  }
}
