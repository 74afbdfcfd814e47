import Testing

@testable import OffscreenCSS

@Suite struct SubstitutionTests {
  private func isKept(_ text: String) -> Bool {
    let buffer = TokenBuffer(text)
    guard let declaration = SyntaxReader.declaration(of: buffer) else { return false }
    return PropertyTable.supports(declaration, in: buffer, ValueContext())
  }

  @Test(arguments: [
    "color: var(--a)", "color: var(--a,)", "color: { [ var(--a) ] }", "--a: {;}", "--a: x(;!)", "color: var(--a, (;))",
    "color: attr(x type(<color> | <length>+), red)", "width: attr(x px)", "width: attr(x whatever, 1px)",
    "width: env(safe-area-inset-top, 1px)", "--a:", "color: var(--a) !important",
  ])
  func valid(_ text: String) { #expect(isKept(text)) }

  @Test(arguments: [
    "color: var(--a,;)", "color: var(--a, !)", "color: var(1px)", "color: var(a)", "color: var(--)", "--: a",
    "color: var(--a) }", "color: var(--a) {}", "color: var(--a);", "--a: )", "--a: !important !important",
    "--a: url(a b)", "color: var(--a, \"\n)", "width: attr(1px)", "width: attr(x type(<foo>))", "color: red;",
  ])
  func invalid(_ text: String) { #expect(!isKept(text)) }

  @Test func syntaxesComputeValues() {
    let context = ValueContext()
    func computed(_ syntax: String, _ value: String) -> String? {
      PropertySyntax(syntax)?.computed(TokenCursor(value), in: context)
    }
    #expect(computed("<length>", "1in") == "96px")
    #expect(computed("<length>", "1") == nil)
    #expect(computed("<length> | auto", "auto") == "auto")
    #expect(computed("<number>#", "1, calc(1 + 1) ,.5") == "1, 2, 0.5")
    #expect(computed("<color>+", "red blue") == "red blue")
    #expect(computed("<angle>", ".5turn") == "180deg")
    #expect(computed("<custom-ident>", "inherit") == nil)
    #expect(computed("*", "any thing, 1px") == "any thing, 1px")
    #expect(PropertySyntax("<length> |") == nil && PropertySyntax("<unknown>") == nil && PropertySyntax("") == nil)
  }

  @Test func attributesAreQuoted() {
    let type = AttributeType.string
    #expect(type.value(of: "a\"b\\c\n", in: ValueContext()) == "\"a\\\"b\\\\c\\a \"")
    let color = PropertySyntax("<color>").map { AttributeType.syntax($0) }
    #expect(color?.value(of: "red", in: ValueContext()) == "red")
    #expect(color?.value(of: "rgb(0 0 0", in: ValueContext()) == nil)
    #expect(color?.value(of: "red; color: blue", in: ValueContext()) == nil)
    #expect(color?.value(of: "var(--a)", in: ValueContext()) == nil)
  }
}
