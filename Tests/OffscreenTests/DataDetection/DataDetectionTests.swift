import OffscreenDOM
import OffscreenHTML
import Testing

@testable import Offscreen

@Suite struct DataDetectionTests {
  /// The body's markup after detection; attributes that are the same in all links are left out.
  private func detected(_ markup: String, _ detectors: Set<DataDetector> = Set(DataDetector.allCases)) -> String {
    let document = HTMLParser.parse(bytes: Array(("<!DOCTYPE html>" + markup).utf8)).document
    DataDetection(detectors).makeLinks(in: document)
    let root = document.documentElement
    var body = document.lastChild(root)
    while !body.isNone, !document.isHTML(body, .body) { body = document.previousSibling(body) }
    return inner(body, document)
  }

  private func inner(_ node: NodeID, _ document: Document) -> String {
    var result = ""
    var child = document.firstChild(node)
    while !child.isNone {
      if document.kind(child) == .text {
        result += String(decoding: document.text(child), as: UTF8.self)
      } else if document.isElement(child) {
        let name = document.names.spelling(of: document.name(child))
        let href = document.attribute(child, .href).map { " " + $0 } ?? ""
        result += "<\(name)\(href)>\(inner(child, document))</\(name)>"
      }
      child = document.nextSibling(child)
    }
    return result
  }

  @Test func whatIsFoundBecomesLinks() {
    #expect(
      detected("<p>See www.a.org on 5 March.")
        == "<p>See <a https://www.a.org>www.a.org</a> on <a x-apple-data-detectors://1>5 March</a>.</p>")
    #expect(detected("<p>+49 30 123456") == "<p><a tel:+4930123456>+49 30 123456</a></p>")
  }

  @Test func whatIsNoProseIsLeftAlone() {
    for markup in [
      "<a href=\"x\">5 March</a>", "<a>www.a.org</a>", "<button>5 March</button>", "<textarea>5 March</textarea>",
      "<script>5 March</script>",
      "<style>5 March</style>", "<select><option>5 March</option></select>", "<svg><text>5 March</text></svg>",
    ] {
      #expect(!detected(markup).contains("data-detectors"), "\(markup)")
    }
  }

  /// An address of several lines, and words of several elements.
  @Test func textReadsOnThroughLinesAndInlineElements() {
    #expect(
      detected("<p>1 Infinite Loop<br>\n  <b>Cupertino</b>, CA 95014<br>x")
        == "<p><a x-apple-data-detectors://0>1 Infinite Loop</a><br></br>\n  <b>"
        + "<a x-apple-data-detectors://0>Cupertino</a></b><a x-apple-data-detectors://0>, CA 95014</a><br></br>x</p>")
    #expect(
      detected("<p>10 Downing Street<br>\n London \n<br> SW1A 2AA").contains(
        "\n <a x-apple-data-detectors://0>London</a> \n<br>"))
    #expect(detected("5 <b>March</b> 2024").components("<a x-apple-data-detectors://0>") == 3)
    #expect(detected("5 <img> March 2024").components("<a ") == 0)
  }

  @Test func blocksAreReadOneByOne() {
    for markup in [
      "<div>5</div>March 2024", "<div>5<p>March 2024</div>", "<table><tr><td>5<td>March 2024</table>",
      "5<hr>March 2024",
      "<p>5</p> March 2024", "5 <a href=x>x</a> March 2024", "<ul><li>5<li>March 2024</ul>",
    ] {
      #expect(detected(markup).components("data-detectors:") == 0, "\(markup)")
    }
  }

  @Test func thePageMayRefuse() {
    let meta = "<meta name=format-detection content=\"telephone=no, date=NO\">"
    let text = "<p>+49 30 123456, 5 March, 10 Downing Street, www.a.org"
    #expect(detected(meta + text).components("<a ") == 2)
    #expect(detected("<meta name=format-detection content='address=no;url=no'>" + text).components("<a ") == 2)
    #expect(detected("<meta name=format-detection content='telephone=yes'>" + text).components("<a ") == 4)
  }

  @Test func namesAreReadFromAList() {
    #expect(DataDetector.set("links, dates") == [.links, .dates])
    #expect(DataDetector.set("phone-numbers,addresses") == [.phoneNumbers, .addresses])
    #expect(DataDetector.set("all") == Set(DataDetector.allCases) && DataDetector.set("none") == [])
    for text in ["", "links,", "Links", "flights", "links dates"] { #expect(DataDetector.set(text) == nil, "\(text)") }
  }

  /// The sheets of mails know the attributes; dates and addresses have the text's colour.
  @Test func pagesShowThemAsWebViewsDo() async throws {
    let page = WebPage.forTests()
    page.options.dataDetectors = [.links, .dates]
    try await page.load(
      html: """
        <style>body { color: rgb(0, 0, 0); margin: 0; font: 30px sans-serif } [x-apple-data-detectors-type=link] { display: inline-block; width: 77px }</style>
        <p>one www.example.org two <a href=x>www.example.com</a><script>www.example.net</script><p id=d>5 March 2024
        """)
    let boxes = try await page.snapshot(SnapshotOptions(region: .element("p > a[href='https://www.example.org']")))
    #expect(boxes.width == 77)
    await #expect(throws: WebPageError.self) { try await page.snapshot(.init(region: .element("a a, script a"))) }
    #expect(try await page.snapshot(.init(region: .element("#d > a[x-apple-data-detectors][dir=ltr]"))).width > 100)
  }
}

extension String {
  fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
