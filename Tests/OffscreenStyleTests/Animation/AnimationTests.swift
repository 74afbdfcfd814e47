import TestSupport
import Testing

@testable import OffscreenCSS
@testable import OffscreenStyle

/// Values of animated elements; the expected ones are Chromium's, of animations paused at the time.
struct AnimationTests {
  private static func value(_ property: String, _ sheet: String, at time: Double) -> String? {
    let registered = "@property --angle { syntax: '<angle>'; inherits: false; initial-value: 0deg }"
    return Page(
      "<!DOCTYPE html><style>\(registered) div { width: 100px; font-size: 16px } \(sheet)</style><body><div id=t>x</div>",
      time: time
    ).value(property)
  }

  @Test(
    arguments: [
      // Timing.
      ("to { width: 300px }", "k 2s linear", "width", 0.0, "100px"),
      ("to { width: 300px }", "k 2s linear", "width", 1, "200px"),
      ("to { width: 300px }", "k 2s linear", "width", 2, "100px"),
      ("to { width: 300px }", "k 2s linear forwards", "width", 5, "300px"),
      ("from { width: 0 } to { width: 300px }", "k 2s linear 1s", "width", 0.5, "100px"),
      ("from { width: 0 } to { width: 300px }", "k 2s linear 1s backwards", "width", 0.5, "0px"),
      ("from { width: 0 } to { width: 300px }", "k 2s linear -1.5s paused", "width", 1, "225px"),
      ("from { width: 0 } to { width: 300px }", "k 1s linear infinite alternate", "width", 1.25, "225px"),
      ("from { width: 0 } to { width: 300px }", "k 1s linear reverse", "width", 0.25, "225px"),
      ("from { width: 0 } to { width: 300px }", "k .5s linear forwards 1.5", "width", 1, "150px"),
      ("from { width: 0 } to { width: 400px }", "k 1s steps(4, jump-none) infinite", "width", 0.3, "133.333px"),
      (
        "from { width: 50px } to { width: 250px }", "k 2s linear(0, .5 10%, .2 50% 60%, 1) infinite", "width", 1, "90px"
      ),
      ("from { opacity: 0 } to { opacity: 1 }", "k 2s cubic-bezier(.1, 2, .5, -1)", "opacity", 0.3, "0.72353"),
      // Keyframes: easing of their own, values that are missing at the ends, the cascade.
      (
        "30% { width: 200px; animation-timing-function: linear } 70% { width: 300px }", "k 2s ease-in", "width", 1,
        "250px"
      ),
      ("50% { width: 300px }", "k 4s linear", "width", 1, "200px"),
      ("to { font-size: 32px; width: 10em }", "k 2s linear", "width", 1, "170px"),
      ("to { margin-inline-start: 40px }", "k 2s linear; direction: rtl", "margin-right", 1, "20px"),
      ("to { width: 500px }", "k 2s linear; width: 77px !important", "width", 1, "77px"),
      ("to { width: 300px; width: 500px !important }", "k 2s linear", "width", 1, "200px"),
      ("to { --angle: 360deg; width: calc(10px * tan(45deg)) }", "k 2s linear", "--angle", 1, "180deg"),
      ("to { width: 300px }", "k 2s linear; animation-composition: add", "width", 1, "250px"),
      // Types.
      ("from { margin-left: 10% } to { margin-left: 50px }", "k 2s linear", "margin-left", 1, "calc(5% + 25px)"),
      ("from { color: rgb(0 0 0 / 0) } to { color: rgb(255 0 0) }", "k 2s linear", "color", 1, "rgba(255, 0, 0, 0.5)"),
      (
        "to { box-shadow: 10px 10px 20px 4px red }", "k 2s linear", "box-shadow", 1,
        "rgba(255, 0, 0, 0.5) 5px 5px 10px 2px"
      ),
      (
        "from { filter: blur(4px) } to { filter: blur(8px) brightness(2) }", "k 2s linear", "filter", 1,
        "blur(6px) brightness(1.5)"
      ),
      (
        "from { clip-path: polygon(0 0, 100% 0) } to { clip-path: polygon(50% 0, 0 100%) }", "k 2s linear", "clip-path",
        1, "polygon(25% 0px, 50% 50%)"
      ),
      ("from { visibility: hidden }", "k 2s linear", "visibility", 0.1, "visible"),
      ("from { text-align: left } to { text-align: right }", "k 2s linear", "text-align", 0.9, "left"),
      ("from { text-align: left } to { text-align: right }", "k 2s linear", "text-align", 1, "right"),
      ("from { translate: none; } to { translate: 50% 20px }", "k 2s linear", "translate", 1, "25% 10px"),
      ("to { rotate: 1turn }", "k 2s linear", "rotate", 0.5, "90deg"),
      ("from { z-index: 1 } to { z-index: 10 }", "k 2s linear", "z-index", 0.3, "2"),
      ("from { line-height: 1 } to { line-height: 2.5 }", "k 2s linear", "line-height", 1, "28px"),
      (
        "from { grid-template-columns: 100px 1fr } to { grid-template-columns: 200px 3fr }",
        "k 2s linear; display: grid", "grid-template-columns", 1, "150px 2fr"
      ),
      (
        "from { font-variation-settings: 'wght' 100 } to { font-variation-settings: 'wght' 900 }", "k 2s linear",
        "font-variation-settings", 1, "\"wght\" 500"
      ),
      ("from { perspective: none } to { perspective: 100px }", "k 2s linear", "perspective", 0.5, "none"),
      ("from { aspect-ratio: 1/2 } to { aspect-ratio: 8/1 }", "k 2s linear", "aspect-ratio", 1, "2 / 1"),
      (
        "from { border-top-width: 2px } to { border-top-width: 20px }", "k 2s linear; border: 1px solid",
        "border-top-width", 0.3, "4px"
      ),
      (
        "from { border-top-width: 20px } to { border-top-width: 30px }",
        "k 2s cubic-bezier(.3, .3, .7, .7); border: 1px solid",
        "border-top-width", 0.6, "23px"
      ),
      ("from { stroke-dashoffset: 100px } to { stroke-dashoffset: 0 }", "k 2s linear", "stroke-dashoffset", 1, "50px"),
    ] as [(String, String, String, Double, String)])
  func values(_ keyframes: String, _ animation: String, _ property: String, _ time: Double, _ expected: String) {
    #expect(
      Self.value(property, "@keyframes k { \(keyframes) } #t { animation: \(animation) }", at: time) == expected)
  }

  @Test func severalAnimationsStack() {
    let sheet =
      "@keyframes a { to { width: 300px; height: 20px } } @keyframes b { to { width: 500px } }"
      + "#t { height: 10px; animation: a 2s linear, b 2s linear }"
    // The later one begins where the earlier one has come to.
    #expect(Self.value("width", sheet, at: 1) == "350px")
    #expect(Self.value("height", sheet, at: 1) == "15px")
  }

  @Test func keyframesComeFromTheStrongestLayer() {
    let sheet =
      "@layer a, b; @layer b { @keyframes k { to { width: 300px } } } @layer a { @keyframes k { to { width: 0 } } }"
      + "#t { animation: k 2s linear }"
    #expect(Self.value("width", sheet, at: 1) == "200px")
  }

  @Test func animatedFontSizesReachWhatDependsOnThem() {
    let sheet =
      "@keyframes k { from { font-size: 10px } to { font-size: 50px } } #t { animation: k 2s linear; width: 2em }"
    #expect(Self.value("width", sheet, at: 1) == "60px")
  }

  @Test func whatMovesMakesAStackingContext() {
    func style(_ keyframes: String, at time: Double) -> EffectStyle? {
      let page = Page(
        "<!DOCTYPE html><style>@keyframes k { \(keyframes) } #t { animation: k 1s 1s }</style><p id=t>", time: time)
      return page.styled.style(of: page.target)?.effect
    }
    #expect(style("to { opacity: .5 }", at: 0)?.willChangeStacking == true)
    #expect(style("to { opacity: .5 }", at: 0)?.willChangeContainingBlock == false)
    #expect(style("to { transform: none }", at: 0)?.willChangeContainingBlock == true)
    #expect(style("to { opacity: .5 }", at: 3)?.willChangeStacking == false)
    #expect(style("to { width: 5px }", at: 0)?.willChangeStacking == false)
  }

  @Test func transitionsBeginWithStartingStyles() {
    let sheet =
      "#t { transition: opacity 2s linear, width 1s linear .5s, text-align 2s; width: 150px; text-align: right }"
      + "@starting-style { #t { opacity: 0; width: 50px; height: 7px; text-align: left } }"
    #expect(Self.value("opacity", sheet, at: 0.5) == "0.25")
    #expect(Self.value("width", sheet, at: 0.25) == "50px")
    #expect(Self.value("width", sheet, at: 1) == "100px")
    #expect(Self.value("width", sheet, at: 2) == "150px")
    // Neither what has no transition nor what cannot be interpolated.
    #expect(Self.value("height", sheet, at: 0) == "auto")
    #expect(Self.value("text-align", sheet, at: 0) == "right")
    #expect(
      Self.value("text-align", sheet.replacing("text-align 2s", with: "all 2s allow-discrete"), at: 0.1) == "left")
  }

  @Test func transitionsAreAboveImportantRules() {
    let sheet =
      "#t { transition: all 2s linear; width: 200px !important } @starting-style { #t { width: 100px !important } }"
    #expect(Self.value("width", sheet, at: 1) == "150px")
  }

  @Test func manyKeyframesAreBounded() {
    let keyframes = (0..<2_000).map { "\(Double($0) / 20)% { width: \($0)px }" }.joined(separator: " ")
    let value = Self.value("width", "@keyframes k { \(keyframes) } #t { animation: k 1s linear }", at: 0.25)
    #expect(value == "500px")
  }

  /// What is inherited and combined with itself would double with each element inside another.
  @Test func combinedValuesAreBounded() {
    let sheet =
      "html { width: max(10%, 5px); background-color: color-mix(in srgb, currentcolor, red); filter: blur(1px); transform: rotate(1deg) }"
      + "* { animation: k 2s linear, l 2s linear; animation-composition: add }"
      + "@keyframes k { from, to { width: inherit; background-color: inherit; filter: inherit; transform: inherit } }"
      + "@keyframes l { to { transform: skew(3deg); width: min(50%, 4px) } }"
    let html = "<!DOCTYPE html><style>\(sheet)</style><body>" + String(repeating: "<div>", count: 60) + "<p id=t>"
    let seconds = processorTime {
      let page = Page(html, time: 1)
      let effect = page.styled.style(of: page.target)?.effect
      #expect((effect?.filters.count ?? 1_000) <= 256 && (effect?.transform.count ?? 1_000) <= 256)
    }
    #expect(seconds < 20)
  }

  @Test(
    arguments: [
      ("linear", 0.3, 0.3), ("step-start", 0, 1), ("step-end", 0.99, 0), ("steps(3, jump-both)", 0.5, 0.5),
      ("cubic-bezier(0, 0, 1, 1)", 0.4, 0.4), ("ease-in", 0.5, 0.315357), ("linear(0, 1 25% 75%, 0)", 0.125, 0.5),
      ("linear(1, 3)", 1.5, 4),
    ] as [(String, Double, Double)])
  func easing(_ text: String, _ progress: Double, _ expected: Double) throws {
    var cursor = TokenCursor(text)
    let easing = try #require(Easing.specified(&cursor, in: ParsingContext())?.constant)
    #expect((easing.value(at: progress) - expected).magnitude < 1e-4)
  }

  @Test(arguments: [
    "cubic-bezier(2, 0, 0, 0)", "cubic-bezier(0, 0, 0)", "steps(0)", "steps(1, jump-none)", "linear(1)",
    "linear(1% 2% 3% 4)",
  ])
  func invalidEasing(_ text: String) {
    var cursor = TokenCursor(text)
    #expect(Easing.specified(&cursor, in: ParsingContext()) == nil)
  }
}
