import Testing

@testable import OffscreenCSS

struct FunctionRuleTests {
  @Test(
    arguments: [
      ("--f()", "--f()"), ("--f( --x )", "--f(--x)"),
      ("--f(--x type(<length>): 1px, --y)", "--f(--x <length>: 1px, --y)"),
      ("--f(--x type(*))", "--f(--x)"), ("--f() returns type(<length> | auto)", "--f() returns type(<length> | auto)"),
      ("--f(--x <length>+)", "--f(--x <length>+)"),
    ])
  func valid(prelude: String, text: String) {
    #expect(FunctionRule(TokenCursor(prelude), body: [])?.parts.first == text)
  }

  @Test(
    arguments: [
      "--f", "f()", "--f (--x)", "--f(x)", "--f(--x, --x)", "--f(--x: )", "--f(--x <length>: red)", "--f() returns",
      "--f(--x <nothing>)", "--f() 1px",
    ])
  func invalid(prelude: String) {
    #expect(FunctionRule(TokenCursor(prelude), body: []) == nil)
  }
}
