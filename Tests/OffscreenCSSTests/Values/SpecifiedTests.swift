import OffscreenGeometry
import Testing

@testable import OffscreenCSS

/// Values say what they depend on, and are computed in whatever environment they are given.
struct SpecifiedTests {
  private static func dependencies(_ declaration: String) -> Dependencies? {
    let block = DeclarationBlock(declaration, in: ParsingContext())
    guard let first = block.normal.early.first ?? block.normal.late.first else { return nil }
    switch first.value {
    case .declared(.computed): return []
    case .declared(.relative(let value)): return value.dependencies
    case .animated, .wide, .substituted: return nil
    }
  }

  private static let declarations: [(String, Dependencies)] = [
    ("width: 2px", []), ("width: calc(1in + 2px)", []), ("width: 10%", []), ("width: 2em", .font),
    ("width: calc(1rem + 1vw)", [.rootFont, .viewport]), ("width: 3ch", [.font, .writingMode]),
    ("width: 1cqw", [.container, .viewport]), ("width: 1vi", [.viewport, .writingMode]),
    ("z-index: calc(1em / 1px)", .font), ("transform: translate(1px, 1em)", .font),
    ("transform: translate(1px, 10%)", []), ("grid-template-columns: repeat(2, 1em) 1fr", .font),
    ("color: red", []), ("color: currentcolor", .color), ("background-color: currentcolor", []),
    ("background-color: light-dark(red, blue)", .colorScheme), ("background-color: canvas", .colorScheme),
    ("background-color: color-mix(in srgb, red, canvas)", .colorScheme),
    ("background-color: color-mix(in srgb, red, currentcolor)", []),
    ("background-color: rgb(from currentcolor r g b)", []), ("background-color: rgb(from red r calc(g + 1) b)", []),
    ("background-image: linear-gradient(red 1em, canvas)", [.font, .colorScheme]),
    ("box-shadow: 1px 1px 1em red", .font), ("font-size: 120%", .font), ("font-weight: bolder", []),
    ("line-height: 120%", .font), ("text-align: match-parent", []),
  ]

  @Test(arguments: declarations)
  func dependenciesAreFound(_ declaration: String, expected: Dependencies) {
    #expect(Self.dependencies(declaration) == expected, "\(declaration)")
  }

  @Test func computingIsRepeatable() throws {
    var cursor = TokenCursor("calc(2em + max(10vw, 1px) + 5%)")
    let read = cursor.consumeLengthPercentage(in: ParsingContext())
    let length = try #require(read)
    var environment = ComputationEnvironment(viewportWidth: 100, viewportHeight: 100)
    environment.font = ComputationEnvironment.Font(size: 10)
    #expect(length.computed(in: environment).pixels(basis: 200) == 40)
    #expect(length.computed(in: .initial).pixels(basis: 0) == 112)
    #expect(length.computed(in: environment).pixels(basis: 200) == 40)
    #expect(length.constant == nil)
  }

  @Test func absoluteLengthsAreZoomed() {
    var cursor = TokenCursor("calc(1px + 1em)")
    var environment = ComputationEnvironment()
    environment.font = ComputationEnvironment.Font(size: 32)
    let length = cursor.consumeLength(in: ParsingContext().zoomed(2))
    #expect(length?.computed(in: environment) == 34)
  }

  /// What is wrong in one environment is wrong in all.
  @Test(arguments: ["calc(1em + 1)", "calc(1em * 1vw)", "min(1em, 1s)", "calc(r + 1px)", "round(1em)"])
  func typesAreCheckedAsTheyAreRead(_ text: String) {
    var cursor = TokenCursor(text)
    let length = cursor.consumeLength(in: ParsingContext())
    #expect(length == nil, "\(text)")
  }
}
