import OffscreenCSS
import Testing

@testable import OffscreenStyle

/// What may be said of `::first-letter` and `::first-line`: what their styles show of a declaration is as in
/// Chromium 156.
/// https://drafts.csswg.org/css-pseudo-4/#first-letter-styling
struct FirstLetterStyleTests {
  private func value(_ property: String, _ pseudo: PseudoElement, _ rules: String) -> String? {
    let page = Page("<!DOCTYPE html><style>\(rules)</style><p id=t>Abc")
    return page.styled.style(of: page.target, pseudo: pseudo).flatMap { ComputedText($0).value(property) }
  }

  @Test(arguments: [
    ("color", "red"), ("opacity", "0.5"), ("visibility", "hidden"), ("float", "left"), ("box-shadow", "10px 10px"),
    ("line-height", "1px"), ("letter-spacing", "1px"), ("word-spacing", "1px"), ("text-transform", "uppercase"),
    ("text-shadow", "10px 10px"), ("vertical-align", "1px"), ("background-color", "red"),
    ("background-image", "url(a)"),
    ("border-left-color", "red"), ("border-left-width", "9px"), ("border-top-left-radius", "1px"),
    ("margin-left", "1px"),
    ("padding-left", "1px"), ("text-decoration-line", "underline"), ("text-decoration-color", "red"),
    ("font-size", "1px"),
    ("font-weight", "bold"), ("font-style", "italic"), ("font-variant-caps", "small-caps"),
    ("text-underline-offset", "1px"),
  ])
  func applies(property: String, declared: String) {
    let style = property == "border-left-width" ? "border-left-style: solid;" : ""
    let without = value(property, .firstLetter, "p::first-letter { \(style) font-size: 16px }")
    let with = value(property, .firstLetter, "p::first-letter { \(style) \(property): \(declared) }")
    #expect(with != nil && with != without)
  }

  @Test(arguments: [
    ("display", "block"), ("position", "absolute"), ("left", "10px"), ("width", "10px"), ("height", "10px"),
    ("min-width", "10px"),
    ("max-height", "10px"), ("overflow-x", "clip"), ("z-index", "1"), ("text-wrap-mode", "nowrap"),
    ("white-space-collapse", "preserve"), ("text-indent", "10px"), ("text-align", "end"), ("direction", "rtl"),
    ("writing-mode", "vertical-rl"), ("word-break", "break-all"), ("clip-path", "circle(1px)"), ("filter", "blur(1px)"),
    ("mix-blend-mode", "darken"), ("list-style-type", "square"), ("outline-style", "dotted"),
    ("box-sizing", "border-box"), ("column-count", "1"), ("flex-grow", "0.3"), ("order", "1"),
    ("border-collapse", "collapse"),
    ("clear", "both"), ("isolation", "isolate"), ("overflow-wrap", "anywhere"), ("tab-size", "10px"),
    ("unicode-bidi", "embed"),
    ("hyphens", "auto"), ("rotate", "30deg"),
  ])
  func isIgnored(property: String, declared: String) {
    for important in ["", " !important"] {
      let without = value(property, .firstLetter, "p::first-letter { font-size: 16px }")
      #expect(value(property, .firstLetter, "p::first-letter { \(property): \(declared)\(important) }") == without)
      // On an element it is not.
      #expect(Page("<!DOCTYPE html><p id=t style='\(property): \(declared)'>Abc").value(property) != without)
    }
  }

  @Test func whatIsInheritedComesThrough() {
    #expect(
      value("text-align", .firstLetter, "p { text-align: right } p::first-letter { text-align: center }") == "right")
    #expect(
      value("margin-left", .firstLetter, "p { margin-left: 7px } p::first-letter { margin-left: inherit; width: 3px }")
        == "7px")
    #expect(value("margin-left", .firstLetter, "p::first-letter { --x: 5px; margin-inline-start: var(--x) }") == "5px")
  }

  /// A line has no edges of its own.
  @Test(arguments: [
    ("margin-left", "1px"), ("padding-left", "1px"), ("border-left-color", "red"), ("float", "left"),
    ("display", "block"),
    ("text-align", "right"), ("text-indent", "9px"), ("direction", "rtl"), ("position", "absolute"),
    ("text-wrap-mode", "nowrap"),
  ])
  func firstLinesIgnore(property: String, declared: String) {
    let without = value(property, .firstLine, "p::first-line { font-size: 16px }")
    #expect(value(property, .firstLine, "p::first-line { \(property): \(declared) }") == without)
  }

  @Test(arguments: [
    ("color", "red"), ("opacity", "0.5"), ("background-color", "red"), ("font-size", "1px"), ("letter-spacing", "1px"),
    ("line-height", "1px"), ("text-transform", "uppercase"), ("vertical-align", "1px"),
    ("text-decoration-line", "underline"),
  ])
  func firstLinesTake(property: String, declared: String) {
    let without = value(property, .firstLine, "p::first-line { font-size: 16px }")
    #expect(value(property, .firstLine, "p::first-line { \(property): \(declared) }") != without)
  }
}
