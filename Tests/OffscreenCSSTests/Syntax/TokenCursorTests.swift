import Testing

@testable import OffscreenCSS

@Suite struct TokenCursorTests {
  /// What the steps took, as text: steps change the cursor, which expectations may not.
  private func read(_ text: String, _ steps: ((inout TokenCursor) -> Any?)...) -> [String] {
    var cursor = TokenCursor(text)
    return steps.map { step in
      guard let value = step(&cursor) else { return "nil" }
      if let token = value as? Token { return cursor.string(token) }
      return "\(value)"
    }
  }

  @Test func readsValuesOneByOne() {
    let taken = read(
      " Auto 3 4.5 10% 2em , #f00 / \"s\\\"t\" url( a.png ) ", { $0.consumeIdent("none") },
      { $0.consumeIdent("auto") }, { $0.consumeInteger() }, { $0.consumeInteger() }, { $0.consumeNumber() },
      { $0.consumePercentage() }, { $0.consumeDimension()?.number }, { $0.consumeComma() }, { $0.consumeHash() },
      { $0.consumeSlash() }, { $0.consumeURL() }, { $0.consumeString() }, { $0.consumeURL() }, { $0.isAtEnd },
      { $0.kind })
    #expect(
      taken == [
        "false", "true", "3", "nil", "4.5", "10.0", "2.0", "true", "f00", "true", "nil", "s\"t", "a.png", "true",
        "endOfInput",
      ])
  }

  @Test func functionsAreOneStep() {
    let taken = read(
      "f(a, g(b c), [d]) x",
      { cursor in
        guard var list = cursor.consumeFunction("f") else { return nil }
        let first = list.consumeUpToComma()
        var second = list.consumeUpToComma()
        var inner = second.consumeFunction("g")
        return [
          first.isIdent("a"), inner?.consumeIdent("b") == true, inner?.consumeIdent("c") == true,
          inner?.isAtEnd == true, second.isAtEnd, list.consumeBlock(.openSquare)?.isIdent("d") == true, list.isAtEnd,
        ].allSatisfy { $0 }
      }, { $0.consumeIdent("x") }, { $0.isAtEnd })
    #expect(taken == ["true", "true", "true"])
  }

  @Test func unclosedFunctionsEndWithTheInput() {
    let taken = read(
      "f(a (b",
      { cursor in
        guard var contents = cursor.consumeFunction("f"), contents.consumeIdent("a") else { return nil }
        return contents.consumeBlock(.openParenthesis)?.isIdent("b") == true && contents.isAtEnd
      }, { $0.isAtEnd })
    #expect(taken == ["true", "true"])
  }

  @Test func lists() {
    #expect(read("a , b,c", { $0.consumeList { $0.consumeIdent() }?.count }) == ["3"])
    #expect(read("a , ,c", { $0.consumeList { $0.consumeIdent() }?.count }) == ["nil"])
    #expect(read("a b", { $0.consumeList { $0.consumeIdent() }?.count }) == ["nil"])
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
      ("0.1", 0.1), ("-0.001", -0.001), (".5", 0.5), ("1e3", 1000), ("123456789012345678", 123_456_789_012_345_680),
      ("0.3333333333333333333333", 1.0 / 3), ("1e999", Double.greatestFiniteMagnitude), ("+7.25E-2", 0.0725),
      ("0.00000000000000000000000000001", 1e-29), ("00000000000000000000000000.5", 0.5),
    ] {
      #expect(TokenCursor(text).peek.number == value)
    }
  }

  @Test func literalsOfOneLetterCompare() {
    #expect(TokenCursor("Q").isIdent("q"))
    #expect(!TokenCursor("r").isIdent("q"))
  }
}
