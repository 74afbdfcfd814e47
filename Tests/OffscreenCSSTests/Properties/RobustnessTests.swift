import Testing

@testable import OffscreenCSS

/// No value makes a grammar trap or run away, and what a grammar gives is of its field's type.
struct RobustnessTests {
  private static let values = [
    "", "0", "-1", "1e99", "-1e99px", "1e-99em", "calc(1px * infinity)", "calc(0/0)", "calc(1px / 0)", "none", "auto",
    "normal", "red", "url()", "url(a) url(b)", "\"a\" \"b\"", "a b c d e f", "1px 2px 3px 4px 5px", "1 / 2 / 3 / 4 / 5",
    "50% 50%", ",", "/", "1,", ",1", "a,b,c", "()", "[a] 1fr [b]", "repeat(1000000, 1px)", "repeat(auto-fill, 1px)",
    "repeat(0, 1px)", "\"a b\" \"a c\"", "minmax(1fr, 2fr)", "span 2", "span -2", "99999999999", "linear-gradient(red)",
    "linear-gradient(red, blue)", "radial-gradient(circle at 1px, red 1e40px, blue)",
    "conic-gradient(red 0 360000deg, blue)",
    "-webkit-gradient(linear, left top, right bottom, from(red), to(blue))", "rotate(1e30deg)", "matrix(1,2,3,4,5,6)",
    "matrix3d(1,2,3)", "scale3d(1,2,3)", "blur(1e30px)", "drop-shadow(1px 1px 1px red)", "polygon(1px 1px)",
    "path(\"M0 0\")", "inset(1px round 1px)", "rect(1px, 2px, 3px, 4px)", "attr(x)", "counter(x)",
    "counters(x, '.', y)",
    "symbols(cyclic 'a')", "1s ease-in", "inherit inherit", "rgb(1e300 0 0)", "oklch(1e300 1e300 1e300)",
    "color-mix(in oklch, red, currentcolor)", "light-dark(red, blue)", "bold 1e9px/0 x", "\u{0}", "\\", "{}", "!",
    "U+1F",
    "calc(" + String(repeating: "(", count: 200), "fit-content(1px)", "16/0", "0/0", "last baseline", "safe center",
    "from-font", "under left", "xxx-large", "larger", "1e20%", "-0", "+5", "#12", "#12345678", "max(1px, 2%)",
  ]

  @Test func everyPropertyReadsAnything() {
    var values = StyleValues()
    func apply(_ value: DeclaredValue, _ property: Property) {
      let computed: any ComputedObject
      switch value {
      case .computed(let value): computed = value
      case .relative(let value): computed = value.computed(in: .initial)
      }
      property.apply(computed, to: &values)
    }
    for text in Self.values {
      for isQuirky in [false, true] {
        let context = ParsingContext(isQuirky: isQuirky)
        for property in PropertyTable.longhands {
          var cursor = TokenCursor(text)
          if let value = property.parse(&cursor, in: context, quirks: .all) { apply(value, property) }
        }
        for shorthand in PropertyTable.shorthands {
          guard let read = shorthand.read(TokenCursor(text), in: context) else { continue }
          for (id, value) in zip(shorthand.longhands, read) {
            let id = PropertyTable.physical(id, .verticalRL, .rtl)
            if let value { apply(value, PropertyTable.longhands[Int(id.rawValue)]) }
          }
        }
        values.finish(parent: .initial)
      }
    }
    #expect(values.background.layers.count >= 1)
  }

  @Test func longListsAreBounded() {
    let images = Array(repeating: "url(a)", count: 5000).joined(separator: ",")
    let block = DeclarationBlock("background-image:\(images);transform:\(images)", in: ParsingContext())
    var values = StyleValues()
    for declaration in block.normal.late {
      if case .declared(.computed(let value)) = declaration.value {
        PropertyTable.longhands[Int(declaration.property.rawValue)].apply(value, to: &values)
      }
    }
    values.finish(parent: .initial)
    #expect(values.background.layers.count == 1000)
  }
}
