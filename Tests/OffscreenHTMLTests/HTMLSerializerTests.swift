import OffscreenDOM
import Testing

@testable import OffscreenHTML

struct HTMLSerializerTests {
  private func body(_ markup: String, scripting: Bool = false) -> String {
    let document = HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8", scripting: scripting).document
    return HTMLSerializer.innerHTML(
      of: document.lastChild(document.documentElement), in: document, scripting: scripting)
  }

  @Test(arguments: [
    (
      "<p class=a title='x\"&<y'>1 < 2 &amp; 3\u{A0}<br><img src=i>",
      "<p class=\"a\" title=\"x&quot;&amp;&lt;y\">1 &lt; 2 &amp; 3&nbsp;<br><img src=\"i\"></p>"
    ),
    ("x<script>a < b && c</script><style>p > q {}</style>", "x<script>a < b && c</script><style>p > q {}</style>"),
    ("<template><p>x</template>", ""),
    (
      "<svg viewbox='0 0 1 1'><path xlink:href=#a /></svg>",
      "<svg viewBox=\"0 0 1 1\"><path xlink:href=\"#a\"></path></svg>"
    ),
    ("a<!--b-->c", "a<!--b-->c"),
    ("<div><template><b>x</template></div>", "<div><template><b>x</b></template></div>"),
  ])
  func body(_ markup: String, _ expected: String) {
    #expect(body(markup) == expected)
  }

  @Test(arguments: [
    ("<div><template shadowrootmode=open><b>x</template>y</div>", "<div>y</div>", "<b>x</b>"),
    ("<div><template shadowrootmode=CLOSED shadowrootclonable>x</template></div>", "<div></div>", "x"),
    ("<div><template shadowrootmode=maybe>x", "<div><template shadowrootmode=\"maybe\">x</template></div>", nil),
    // The first is the shadow root; a list has none.
    (
      "<p><template shadowrootmode=open>1</template><template shadowrootmode=open>2</template>",
      "<p><template shadowrootmode=\"open\">2</template></p>", "1"
    ),
    ("<ul><template shadowrootmode=open>x", "<ul><template shadowrootmode=\"open\">x</template></ul>", nil),
  ])
  func shadowRootsAreDeclared(_ markup: String, _ expected: String, _ shadow: String?) {
    let document = HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8").document
    let body = document.lastChild(document.documentElement)
    #expect(HTMLSerializer.innerHTML(of: body, in: document) == expected)
    let root = document.shadowRoot(document.firstChild(body))
    #expect((root.isNone ? nil : HTMLSerializer.innerHTML(of: root, in: document)) == shadow)
    // Not in markup that scripts put somewhere.
    let (fragment, _) = HTMLParser.parseFragment(Array(markup.utf8), context: body, of: document)
    #expect(document.shadowRoot(document.firstChild(fragment)).isNone)
  }

  @Test func shadowRootsAreWritten() {
    let markup =
      "<div><template shadowrootmode=\"open\" shadowrootdelegatesfocus=\"\" shadowrootserializable=\"\">"
      + "<p><template shadowrootmode=\"closed\">x</template></p></template>y</div>"
    let document = HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8").document
    let body = document.lastChild(document.documentElement)
    func html(_ isSerializable: Bool, _ roots: Set<NodeID> = []) -> String {
      HTMLSerializer.html(
        of: body, in: document, withSerializableShadowRoots: isSerializable, shadowRoots: roots)
    }
    #expect(html(false) == "<div>y</div>")
    #expect(html(true) == markup.replacing("<template shadowrootmode=\"closed\">x</template>", with: ""))
    #expect(html(true, Set(document.shadowRoots)) == markup)
  }

  @Test func outer() {
    let document = HTMLParser.parse(bytes: Array("<!DOCTYPE html><p id=x>y".utf8)).document
    #expect(
      HTMLSerializer.outerHTML(of: document.documentElement, in: document)
        == "<html><head></head><body><p id=\"x\">y</p></body></html>")
  }

  @Test func noscriptDependsOnScripting() {
    #expect(body("<p><noscript><b>x</b></noscript>", scripting: false).contains("<b>x</b>"))
    #expect(body("<p><noscript><b>x</b></noscript>", scripting: true).contains("<b>x</b>"))
  }

  /// A deep tree is written without recursion.
  @Test func deep() {
    let document = HTMLParser.parse(bytes: Array(String(repeating: "<div>", count: 3000).utf8)).document
    #expect(HTMLSerializer.innerHTML(of: .document, in: document).count > 30_000)
  }
}
