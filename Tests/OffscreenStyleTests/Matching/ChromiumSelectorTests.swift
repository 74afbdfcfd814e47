import Foundation
import OffscreenCSS
import OffscreenDOM
import TestSupport
import Testing

@testable import OffscreenStyle

/// Tests/Conformance/selectors.json: what `querySelectorAll` of Chromium 156 finds in a tree, in
/// standards mode and (where it differs) in quirks mode.
@Suite struct ChromiumSelectorTests {
  private struct Fixture: Decodable {
    var tree: Element
    var standards: [[String]]
    var quirks: [[String]]
  }

  private struct Element: Decodable {
    var tag: String
    var id: String
    var classes: [String]
    var attrs: [String: String]
    var kids: [Element]
    var text: String?
  }

  /// What Chromium refuses, or takes, against the standard or for reasons that no picture shows.
  private static let exceptions: Set<String> = [
    // Chromium's own style sheet's.
    ":-internal-autofill-previewed",
    // Scrollbars have no focus and are the only ones with a part.
    "::-webkit-scrollbar:focus-within",
    // Chromium is stricter about what is slotted; it can match nothing either way.
    "::slotted(a):is(:hover)", "::slotted(a):is(.a)", "::slotted(a):where()",
    // Chromium 156 does not have it yet.
    ":has-slotted",
  ]

  private func fixture() throws -> Fixture {
    let url = Suites.projectRoot.appending(path: "Tests/Conformance/selectors.json")
    return try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: url))
  }

  private func make(_ element: Element, in document: Document) -> NodeID {
    let names = document.names
    func attribute(_ name: String, _ value: String) -> Attribute {
      Attribute(name: names.intern(name), value: value)
    }
    var attributes = [attribute("id", element.id)]
    if !element.classes.isEmpty { attributes.append(attribute("class", element.classes.joined(separator: " "))) }
    for (name, value) in element.attrs.sorted(by: { $0.key < $1.key }) { attributes.append(attribute(name, value)) }
    let node = document.makeElement(names.intern(element.tag), attributes: attributes)
    if let text = element.text { document.link(document.makeText(Array(text.utf8)), into: node) }
    for child in element.kids { document.link(make(child, in: document), into: node) }
    return node
  }

  private func document(_ body: Element, _ mode: QuirksMode) -> Document {
    let document = Document()
    document.quirksMode = mode
    func element(_ name: String) -> Element {
      Element(tag: name, id: name, classes: [], attrs: [:], kids: [])
    }
    let html = make(element("html"), in: document)
    document.link(html, into: .document)
    let head = make(element("head"), in: document)
    document.link(head, into: html)
    document.link(document.makeElement(Atom(.meta)), into: head)
    document.link(make(body, in: document), into: html)
    return document
  }

  private func run(_ cases: [[String]], _ document: Document) {
    for item in cases where item.count == 2 && !Self.exceptions.contains(item[0]) {
      let (text, expected) = (item[0], item[1])
      let parser = SelectorParser(SelectorContext(names: document.names))
      let matcher = SelectorMatcher(document)
      var found = "invalid"
      if let list = parser.selectorList(TokenCursor(text)) {
        var ids: [String] = []
        var node = NodeID.document
        while !node.isNone {
          if document.isElement(node), matcher.matches(list, node) {
            ids.append(document.attribute(node, .id) ?? "")
          }
          node = document.next(node, within: .document)
        }
        found = ids.joined(separator: " ")
      }
      // The page's own `meta` has no id.
      let wanted = expected.split(separator: " ").filter { $0 != "scr" }.joined(separator: " ")
      let trimmed = found.split(separator: " ").joined(separator: " ")
      #expect(trimmed == wanted, "\(text)")
    }
  }

  @Test func standardsMode() throws {
    let fixture = try fixture()
    run(fixture.standards, document(fixture.tree, .noQuirks))
  }

  @Test func quirksMode() throws {
    let fixture = try fixture()
    run(fixture.quirks, document(fixture.tree, .quirks))
  }
}
