import Testing

@testable import OffscreenCSS

struct MathTests {
  @Test(arguments: [
    ("calc(1px + 2px)", 3.0), ("calc(2 * 3px)", 6), ("calc(10px / 4)", 2.5), ("calc(1in - 96px)", 0),
    ("min(3px, 2px)", 2), ("max(3px, 2px, 5px)", 5), ("clamp(1px, 9px, 4px)", 4), ("clamp(5px, 1px, 4px)", 5),
    ("clamp(none, 9px, 4px)", 4), ("calc((1px + 2px) * (3 - 1))", 6), ("round(7px, 5px)", 5),
    ("round(up, 7px, 5px)", 10),
    ("mod(18px, 5px)", 3), ("mod(-18px, 5px)", 2), ("rem(-18px, 5px)", -3), ("abs(-4px)", 4),
    ("calc(sign(-4px) * 1px)", -1), ("hypot(3px, 4px)", 5), ("calc(1px * pow(2, 3))", 8), ("calc(1px * sqrt(9))", 3),
    ("calc(1px * sin(90deg))", 1), ("calc(1px * cos(pi))", -1), ("calc(2em)", 32), ("calc(1px * (8px / 2px))", 4),
    ("calc(1px * -infinity)", -33_554_428), ("calc(1px * 0/0)", 0), ("-webkit-calc(1px + 1px)", 2),
    ("calc(50px + 100px * sign(42px - 2em))", 150), ("clamp(-1px, 1px / sign(calc(-0)), 1px)", -1),
    ("calc(1px / round(up, -1, infinity))", -33_554_428), ("round(5px, 0px)", 0), ("calc(3px * sibling-count())", 3),
    ("calc(1px * exp(0))", 1), ("calc(1px * log(8, 2))", 3), ("calc(10vw)", 80), ("calc(1px - -1px)", 2),
    ("random(fixed 0.5, 10px, 20px)", 15), ("random(fixed 0.5, 0px, 100px, 30px)", 60),
    ("random(fixed 1, 0px, 100px, 30px)", 90), ("random(fixed 1, 0px, 90px, 30px)", 90),
    ("random(fixed 0.5, 20px, 10px)", 20), ("random(fixed 0.5, 0px, 10px, 0px)", 5),
    ("random(fixed 0.5, 0px, 10px, -1px)", 5), ("random(fixed 0, 3px, 10px, 2px)", 3),
    ("calc(1px + random(fixed calc(1 / 4), 1em, 3em))", 25), ("random(--a, 7px, 7px)", 7),
    ("random(fixed 0.5, 0px, 10px, 100px)", 0),
  ])
  func length(text: String, pixels: Double) throws {
    var cursor = TokenCursor(text)
    let length = cursor.consumeLength(in: ParsingContext())
    let value = try #require(length?.computed(in: .initial), "\(text)")
    #expect(cursor.isAtEnd && abs(value - pixels) <= 1e-4 * max(1, abs(pixels)), "\(text): \(value)")
  }

  @Test(arguments: [
    "calc(1px+2px)", "calc(1px + 2)", "calc(1px * 2px)", "calc(1 / 2px)", "calc()", "min()", "calc(1px + 1s)",
    "round(up, 5px)", "clamp(1px, 2px)", "pow(2px, 2)", "calc(1px + (2px)", "sin(1px)", "calc(50%)", "foo(1px)",
    "random(1px)", "random(1px, 2)", "random(1px, 2px, 3px, 4px)", "random(fixed 2, 1px, 2px)",
    "random(fixed -1, 1px, 2px)", "random(auto element-scoped, 1px, 2px)", "random(--a --b, 1px, 2px)",
    "random(property-scoped property-index-scoped, 1px, 2px)", "random(fixed, 1px, 2px)", "random(auto 1px, 2px)",
  ])
  func invalidLength(text: String) {
    // An unclosed block is closed at the end.
    if text.filter({ $0 == "(" }).count != text.filter({ $0 == ")" }).count { return }
    var cursor = TokenCursor(text)
    let value = cursor.consumeLength(in: ParsingContext())
    #expect(value == nil, "\(text)")
  }

  /// What `size` stands for is put in wherever it is named: what would grow without bounds is no size.
  @Test(arguments: ["50%", "auto"]) func calculationsOnCalculations(basis: String) {
    func isSize(_ depth: Int) -> Bool {
      let text = (0..<depth).reduce(basis) { inner, _ in "calc-size(\(inner), min(size, size * 2 + 1%, size + 1px))" }
      var cursor = TokenCursor(text)
      return cursor.consumeSize(in: ParsingContext(), .preferred) != nil && cursor.isAtEnd
    }
    #expect(isSize(2))
    #expect(!isSize(12))
  }

  @Test(arguments: [
    ("calc(100% - 20px)", 200.0, 180.0), ("calc(50% + 50%)", 200, 200), ("min(50%, 30px)", 200, 30),
    ("max(50%, 30px)", 200, 100), ("calc(2 * (10% + 1px))", 200, 42), ("clamp(10px, 50%, 60px)", 200, 60),
    ("calc(min(10%, 5px) + max(1px, 2%))", 200, 9), ("calc(100% / 3)", 300, 100), ("round(55%, 50px)", 200, 100),
    ("calc(-1 * max(10%, 1px))", 200, -20), ("abs(-10%)", 200, 20),
  ])
  func percentages(text: String, basis: Double, pixels: Double) throws {
    var cursor = TokenCursor(text)
    let length = cursor.consumeLengthPercentage(in: ParsingContext())
    let value = try #require(length?.computed(in: .initial), "\(text)")
    #expect(abs(value.pixels(basis: basis) - pixels) < 1e-4, "\(text)")
  }

  @Test func negativeResultsAreClamped() {
    var cursor = TokenCursor("calc(-5px)")
    let clamped = cursor.consumeLength(in: ParsingContext(), .nonNegative)
    #expect(clamped?.constant == 0)
    var literal = TokenCursor("-5px")
    let refused = literal.consumeLength(in: ParsingContext(), .nonNegative)
    #expect(refused == nil)
    var mixed = TokenCursor("calc(10% - 50px)")
    let sum = mixed.consumeLengthPercentage(in: ParsingContext(), .nonNegative)
    #expect(sum?.constant?.pixels(basis: 100) == 0)
  }

  @Test func deepNestingIsRefused() {
    var cursor = TokenCursor(String(repeating: "calc(", count: 500) + "1px" + String(repeating: ")", count: 500))
    let deep = cursor.consumeLength(in: ParsingContext())
    #expect(deep == nil)
    var long = TokenCursor("calc(0px" + String(repeating: " + 1px", count: 20_000) + ")")
    let endless = long.consumeLength(in: ParsingContext())
    #expect(endless == nil)
  }
}
