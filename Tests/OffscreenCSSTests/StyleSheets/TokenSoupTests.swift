import OffscreenDOM
import TestSupport
import Testing

@testable import OffscreenCSS

/// Sheets of random pieces: nothing may crash or take long.
@Suite struct TokenSoupTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  private static let pieces = [
    "a", "div", "*", ".b", "#c", "[d=e i]", "[", "]", "(", ")", "{", "}", "{}", ";", ":", "::", ",", " ", ">", "+",
    "~", "|", "&", "@media", "@supports", "@layer", "@import", "@font-face", "@keyframes", "@container", "@scope",
    "@namespace", "@", "url(", "url(x)", "\"s\"", "\"", "'", "\n", "\\", "\\61 ", "/*", "*/", "<!--", "-->", ":is(",
    ":not(", ":has(", ":nth-child(", "2n+1", "n", "-n", " of ", "10px", "1e9", "-.5%", "1e999", "99999999999999",
    "!important", "important", "!", "calc(", "var(--x)", "--x", "and", "or", "not", "(width>1px)", "min-width", "=",
    "<", "<=", "::before", ":hover", ":first-line", "screen", "from", "50%", "to", "selector(", "layer(", "\0", "\r\n",
    "\u{FEFF}", "é", "🎈", "u+?", "U+1-2", "#", "-", "--", "%", "$", "^", "^=", "color", "red", "important;",
  ]

  @Test func soup() {
    var generator = Generator(state: 42)
    let names = NameTable()
    for round in 0..<3000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...(round % 50 == 0 ? 2000 : 60), using: &generator) {
        text += Self.pieces.randomElement(using: &generator) ?? ""
      }
      let sheet = StyleSheet(text, names: names)
      var active = ActiveRules(media: MediaContext(width: 800, height: 600), supports: { _, _ in true })
      active.add(sheet)
      for style in active.styles {
        for declaration in style.rule.declarations {
          #expect(declaration.value.upperBound <= sheet.buffer.tokens.count)
        }
      }
      _ = MediaQueryList(text)
      let parser = SelectorParser(SelectorContext(names: names))
      _ = parser.selectorList(TokenCursor(text))
    }
  }

  @Test func randomBytes() {
    var generator = Generator(state: 7)
    for _ in 0..<500 {
      let bytes = (0..<400).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = StyleSheet(bytes, names: NameTable())
    }
  }

  @Test(arguments: [
    "{", "}", "(", "[", "a{", "a:b{", "@media{", "&{", ":is(", "\\", "\"", "/*", "url(", "a,", ";", ":", "@a;", "--a:{",
  ])
  func repetition(_ piece: String) {
    let text = String(repeating: piece, count: 100_000)
    let seconds = processorTime { _ = StyleSheet(text, names: NameTable()) }
    #expect(seconds < 20)
  }
}
