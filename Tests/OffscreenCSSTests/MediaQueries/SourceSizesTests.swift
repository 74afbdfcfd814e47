import Testing

@testable import OffscreenCSS

@Suite struct SourceSizesTests {
  private func width(_ text: String?, auto: Double? = nil) -> Double {
    SourceSizes.width(text, in: MediaContext(width: 800, height: 600), autoWidth: auto)
  }

  @Test(
    arguments: [
      (nil, 800), ("", 800), ("100px", 100), ("50vw", 400), ("10em", 160), ("0", 0), ("1in", 96),
      ("calc(10vw + 20px)", 100),
      ("min(100px, 5vw)", 40), ("max(1px, calc(-1px))", 1), ("calc(-5px)", 0), ("100PX", 100), ("  7px  ", 7),
      // Not lengths.
      ("5%", 800), ("5%, 20px", 20), ("10", 800), ("-1px", 800), ("calc(1%)", 800), ("red, 3px", 3),
      ("100px 200deg", 800),
      // Conditions.
      ("(min-width: 500px) 20px, 10px", 20), ("(min-width: 900px) 20px, 10px", 10), ("(width > 1px) 5px", 5),
      ("not (max-width: 100px) 30px, 5px", 30), ("(garbage) 20px, 10px", 10), ("not (garbage) 20px, 10px", 10),
      ("(min-width: 1px) and (max-width: 2px) 1px, 2px", 2), ("(min-width: 1px) or (max-width: 2px) 1px, 2px", 1),
      ("screen 20px, 10px", 10), ("(min-width: 1px) 4px 5px, 6px", 6), ("(min-width: calc(1px + 1em)) 9px", 9),
      (",, 5px", 5), ("(min-width: 1px), 8px", 8), ("(", 800), ("10px, 20px", 10),
      // Only where it may be asked.
      ("auto", 800), ("auto, 30px", 30),
    ] as [(String?, Double)]) func sizes(_ text: String?, _ expected: Double)
  {
    #expect(width(text) == expected)
  }

  @Test func autoIsTheLaidOutWidth() {
    #expect(width("auto", auto: 123) == 123)
    #expect(width("auto, 30px", auto: 123) == 123)
    #expect(width("(min-width: 9000px) auto, 30px", auto: 123) == 30)
  }
}
