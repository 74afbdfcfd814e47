import OffscreenCSS
import OffscreenDOM
import Testing

@testable import OffscreenStyle

/// Styles in tree scopes. https://drafts.csswg.org/css-scoping-1/
struct ShadowStyleTests {
  /// The colour of the element with id `t`, wherever it is.
  private func color(_ markup: String, _ property: String = "color", time: Double = 0) -> String? {
    let page = Page("<!DOCTYPE html>" + markup, time: time)
    let document = page.document
    var node = document.documentElement
    while !node.isNone, document.attribute(node, .id) != "t" {
      node = document.nextShadowIncluding(node, within: document.documentElement)
    }
    return page.styled.style(of: node).flatMap { ComputedText($0).value(property) }
  }

  private static let (red, green, blue) = ("rgb(255, 0, 0)", "rgb(0, 128, 0)", "rgb(0, 0, 255)")

  private func shadow(_ sheet: String, _ content: String) -> String {
    "<template shadowrootmode=open><style>\(sheet)</style>\(content)</template>"
  }

  @Test func sheetsStayInTheirTrees() {
    #expect(color("<style>p { color: red }</style><div>\(shadow("", "<p id=t>"))</div>") == "rgb(0, 0, 0)")
    #expect(color("<p id=t>x</p><div>\(shadow("p { color: red }", ""))</div>") == "rgb(0, 0, 0)")
    #expect(color("<div>\(shadow("p { color: green }", "<p id=t>"))</div>") == Self.green)
    // The user agent's sheet holds everywhere.
    #expect(color("<div>\(shadow("", "<p id=t>"))</div>", "display") == "block")
  }

  @Test func hostsAreStyledFromInside() {
    #expect(color("<div id=t>\(shadow(":host { color: green }", ""))</div>") == Self.green)
    #expect(
      color("<div id=t class=a>\(shadow(":host(.a) { color: green } :host(.b) { color: red }", ""))</div>")
        == Self.green)
    #expect(color("<section><div id=t>\(shadow(":host-context(section) { color: green }", ""))</div>") == Self.green)
    // The tree around is stronger, but for what is important.
    #expect(
      color("<style>div { color: green }</style><div id=t>\(shadow(":host(#t) { color: red }", ""))</div>")
        == Self.green)
    #expect(
      color(
        "<style>#t { color: red !important }</style><div id=t>\(shadow(":host { color: green !important }", ""))</div>")
        == Self.green)
    // A host has no other features.
    for selector in ["div:host", "*:host", ":host.a", ":host:not(p)", "div", ":root > :host", "* + :host"] {
      #expect(
        color("<div id=t class=a>\(shadow("\(selector) { color: red }", ""))</div>") == "rgb(0, 0, 0)", "\(selector)")
    }
    #expect(color("<div class=a>\(shadow(":host(.a) > p { color: green }", "<p id=t>"))</div>") == Self.green)
    let contents = "p { color: green } :has(p) > p { color: red }"
    #expect(color("<div>\(shadow(contents, "<p id=t>"))</div>") == Self.green)
    #expect(color("<div>\(shadow(":host:has(p) > p { color: green }", "<p id=t>"))</div>") == Self.green)
    #expect(color("<div class=a>\(shadow("div p, body p, .a p { color: red }", "<p id=t>"))</div>") == "rgb(0, 0, 0)")
  }

  @Test func slottedElementsAreStyledFromInside() {
    #expect(color("<div>\(shadow("::slotted(p) { color: green }", "<slot></slot>"))<p id=t></div>") == Self.green)
    #expect(color("<div>\(shadow(".s::slotted(p) { color: red }", "<slot></slot>"))<p id=t></div>") == "rgb(0, 0, 0)")
    #expect(
      color("<div>\(shadow("::slotted(p) { color: red }", "<slot></slot>"))<section><p id=t></section></div>")
        == "rgb(0, 0, 0)")
    #expect(
      color(
        "<style>p { color: green }</style><div>\(shadow("::slotted(#t) { color: red }", "<slot></slot>"))<p id=t></div>"
      )
        == Self.green)
    // What stands in no slot has no style; what does inherits from there.
    #expect(color("<div>\(shadow("", "<slot name=s></slot>"))<p id=t></div>") == nil)
    #expect(color("<div>\(shadow("slot { color: blue }", "<slot></slot>"))<p id=t></div>") == Self.blue)
    #expect(color("<div>\(shadow("slot { color: blue }", "<slot><p id=t></slot>"))</div>") == Self.blue)
  }

  @Test func partsAreStyledFromOutside() {
    #expect(
      color("<style>div::part(a) { color: green }</style><div>\(shadow("#t { color: red }", "<p id=t part=a>"))</div>")
        == Self.green)
    #expect(
      color(
        "<style>div::part(a) { color: green }</style><div>\(shadow("", "<p id=t part=a style='color: red'>"))</div>")
        == Self.green)
    #expect(
      color("<style>::part(a b) { color: red }</style><div>\(shadow("", "<p id=t part=a>"))</div>") == "rgb(0, 0, 0)")
    let nested = shadow("", "<section exportparts='a: c'>\(shadow("", "<p id=t part=a>"))</section>")
    #expect(
      color("<style>div::part(c) { color: green } div::part(a) { color: red }</style><div>\(nested)</div>")
        == Self.green)
    #expect(color("<div>\(shadow(":host::part(a) { color: green }", "<p id=t part=a>"))</div>") == Self.green)
  }

  @Test func namesOfKeyframesAreOfTheirTree() {
    let (inner, outer) = ("@keyframes k { to { color: green } }", "@keyframes k { to { color: red } }")
    let forwards = "animation: k 1s forwards"
    #expect(
      color("<style>\(outer)</style><div>\(shadow("\(inner) p { \(forwards) }", "<p id=t>"))</div>", time: 2)
        == Self.green)
    #expect(
      color("<style>\(inner)</style><div>\(shadow("p { \(forwards) }", "<p id=t>"))</div>", time: 2) == Self.green)
    #expect(
      color("<style>\(outer)</style><div id=t>\(shadow("\(inner) :host { \(forwards) }", ""))</div>", time: 2)
        == Self.green)
    #expect(
      color("<style>\(inner) div { \(forwards) }</style><div id=t>\(shadow(outer, ""))</div>", time: 2) == Self.green)
  }

  @Test func componentsWithEqualSheetsShareTheirRules() throws {
    let host = "<div>\(shadow(":host { color: green }", "<p>"))</div>"
    let page = Page(String(repeating: host, count: 50))
    #expect(page.styled.styles.count < 12)
  }

  @Test func pagesWithoutShadowTreesMatchNoHosts() throws {
    let page = Page("<style>:host, :host p, ::slotted(p), div::part(x), :root { color: red }</style><p id=t>")
    #expect(page.value("color") == Self.red)
  }
}
