import Testing

@testable import OffscreenCSS

@Suite struct TokenCursorTests {
  @Test func readsValuesOneByOne() throws {
    var cursor = TokenCursor(" Auto 3 4.5 10% 2em , #f00 / \"s\\\"t\" url( a.png ) ")
    let step1 = cursor.consumeIdent("auto")
    #expect(step1)
    let step2 = cursor.consumeInteger() == 3
    #expect(step2)
    let step3 = cursor.consumeInteger() == nil
    #expect(step3)
    let step4 = cursor.consumeNumber() == 4.5
    #expect(step4)
    let step5 = cursor.consumePercentage() == 10
    #expect(step5)
    let lengthFound = cursor.consumeDimension()
    let length = try #require(lengthFound)
    #expect(length.number == 2 && cursor.matches(length, "em"))
    let step6 = cursor.consumeComma()
    #expect(step6)
    let hash = cursor.consumeHash()
    #expect(hash.map(cursor.string) == "f00")
    let step7 = cursor.consumeSlash()
    #expect(step7)
    let step8 = cursor.consumeString() == "s\"t"
    #expect(step8)
    let step9 = cursor.consumeURL() == "a.png"
    #expect(step9)
    #expect(cursor.isAtEnd)
    #expect(cursor.kind == .endOfInput)
  }

  @Test func functionsAreOneStep() throws {
    var cursor = TokenCursor("f(a, g(b c), [d]) x")
    let listFound = cursor.consumeFunction("f")
    let list = try #require(listFound)
    let step10 = cursor.consumeIdent("x")
    #expect(step10)
    var parts = list
    let step11 = parts.consumeUpToComma().isIdent("a")
    #expect(step11)
    var second = parts.consumeUpToComma()
    let innerFound = second.consumeFunction("g")
    var inner = try #require(innerFound)
    let step12 = inner.consumeIdent("b") && inner.consumeIdent("c") && inner.isAtEnd
    #expect(step12)
    let square = parts.consumeBlock(.openSquare)
    #expect(square?.isIdent("d") == true)
    #expect(parts.isAtEnd)
  }

  @Test func unclosedFunctionsEndWithTheInput() throws {
    var cursor = TokenCursor("f(a (b")
    let contentsFound = cursor.consumeFunction("f")
    var contents = try #require(contentsFound)
    #expect(cursor.isAtEnd)
    let step13 = contents.consumeIdent("a")
    #expect(step13)
    let block = contents.consumeBlock(.openParenthesis)
    #expect(block?.isIdent("b") == true)
    #expect(contents.isAtEnd)
  }

  @Test func deepContentIsDropped() {
    for brackets in [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")")] {
      let buffer = TokenBuffer(
        String(repeating: brackets.0, count: 10_000) + "x" + String(repeating: brackets.1, count: 10_000) + " y")
      #expect(buffer.tokens.count == 2 * TokenBuffer.maximumDepth + 2)
      var cursor = TokenCursor(buffer)
      cursor.advance()
      #expect(cursor.isIdent("y"))
    }
  }

  @Test func numbers() {
    for (text, value) in [
      ("0.1", 0.1), ("-0.001", -0.001), (".5", 0.5), ("1e3", 1000), ("123456789012345678", 123456789012345678),
      ("0.3333333333333333333333", 1.0 / 3), ("1e999", Double.greatestFiniteMagnitude), ("+7.25E-2", 0.0725),
    ] {
      #expect(TokenCursor(text).peek.number == value)
    }
  }

  @Test func singleLetterLiteralsCompare() {
    #expect(TokenCursor("Q").isIdent("q"))
    #expect(!TokenCursor("r").isIdent("q"))
  }
}
