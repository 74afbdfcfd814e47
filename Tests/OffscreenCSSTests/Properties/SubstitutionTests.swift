import Testing

@testable import OffscreenCSS

@Suite struct SubstitutionTests {
  private func isKept(_ text: String) -> Bool {
    let buffer = TokenBuffer(text)
    guard let declaration = SyntaxReader.declaration(of: buffer) else { return false }
    return PropertyTable.supports(declaration, in: buffer, ParsingContext())
  }

  @Test(arguments: [
    "color: var(--a)", "color: var(--a,)", "color: { [ var(--a) ] }", "--a: {;}", "--a: x(;!)", "color: var(--a, (;))",
    "color: attr(x type(<color> | <length>+), red)", "width: attr(x px)", "width: attr(x whatever, 1px)",
    "width: env(safe-area-inset-top, 1px)", "--a:", "color: var(--a) !important",
    "width: if(else: 1px)", "width: if(style(--x: 1px) and not media(print): 1px; else: 2px;)", "--a: if(foo(x): 1px)",
    "width: if(var(--x): 1px)", "width: if(style(1px < --x <= 3px): 1px)", "width: --f()", "width: --f(1, {2, 3})",
  ])
  func valid(_ text: String) { #expect(isKept(text)) }

  @Test(arguments: [
    "color: var(--a,;)", "color: var(--a, !)", "color: var(1px)", "color: var(a)", "color: var(--)", "--: a",
    "color: var(--a) }", "color: var(--a) {}", "color: var(--a);", "--a: )", "--a: !important !important",
    "--a: url(a b)", "color: var(--a, \"\n)", "width: attr(1px)", "width: attr(x type(<foo>))", "color: red;",
    "width: if()", "width: if(else)", "width: if(foo: 1px)", "width: if(:1px)",
  ])
  func invalid(_ text: String) { #expect(!isKept(text)) }

  @Test func syntaxesComputeValues() {
    let context = ParsingContext()
    func computed(_ syntax: String, _ value: String) -> String? {
      PropertySyntax(syntax)?.specified(TokenCursor(value), in: context)?.constant
    }
    #expect(computed("<length>", "1in") == "96px")
    #expect(computed("<length>", "1") == nil)
    #expect(computed("<length> | auto", "auto") == "auto")
    #expect(computed("<number>#", "1, calc(1 + 1) ,.5") == "1, 2, 0.5")
    #expect(computed("<color>+", "red blue") == "rgb(255, 0, 0) rgb(0, 0, 255)")
    #expect(computed("<color>", "color(display-p3 1 0 0)") == "color(display-p3 1 0 0)")
    #expect(computed("<transform-list>", "translatex(1in) ROTATE(.5turn)") == "translateX(96px) rotate(180deg)")
    #expect(computed("<angle>", ".5turn") == "180deg")
    #expect(computed("<custom-ident>", "inherit") == nil)
    #expect(computed("*", "any thing, 1px") == "any thing, 1px")
    #expect(PropertySyntax("<length> |") == nil && PropertySyntax("<unknown>") == nil && PropertySyntax("") == nil)
  }

  @Test func attributesAreQuoted() {
    let type = AttributeType.string
    #expect(type.specified("a\"b\\c\n", in: ParsingContext())?.constant == "\"a\\\"b\\\\c\\a \"")
    let color = PropertySyntax("<color>").map { AttributeType.syntax($0) }
    #expect(color?.specified("red", in: ParsingContext())?.constant == "rgb(255, 0, 0)")
    #expect(color?.specified("rgb(0 0 0", in: ParsingContext()) == nil)
    #expect(color?.specified("red; color: blue", in: ParsingContext()) == nil)
    #expect(color?.specified("var(--a)", in: ParsingContext()) == nil)
  }
}
