import Foundation
import TestSupport

@testable import OffscreenText

/// The bundled fonts.
func bundledFonts() throws -> PageFonts {
  try FontLibrary(fonts: Suites.projectRoot.appending(path: "Fonts").path).sharedFonts()
}

/// A request by the names that a style sheet would use.
func request(
  _ families: String, _ size: Double = 16, weight: Double = 400, italic: Bool = false,
  features: [FontFeature] = [], language: String = ""
) -> FontRequest {
  let names = families.split(separator: ",").map { name -> FontFamily in
    switch name {
    case "serif": .serif
    case "sans-serif": .sansSerif
    case "monospace": .monospace
    case "math": .math
    case "emoji": .emoji
    case "ui-monospace": .uiMonospace
    case "ui-rounded": .uiRounded
    case "ui-serif": .uiSerif
    case "fangsong": .fangsong
    default: .named(String(name))
    }
  }
  return FontRequest(
    families: names, size: size, weight: weight, slant: italic ? .italic : .normal,
    features: features, language: language)
}

extension PageFonts {
  /// The items of a text in one style.
  func items(
    _ text: String, _ asked: FontRequest, letterSpacing: Double = 0, wordSpacing: Double = 0,
    base: BaseDirection = .leftToRight
  ) -> [TextItem] {
    let bytes = Array(text.utf8)
    let span = TextSpan(
      range: 0..<bytes.count, font: intern(asked), letterSpacing: letterSpacing,
      wordSpacing: wordSpacing)
    return itemize(bytes, spans: [span], base: base)
  }

  /// The width of a text in one style, unrounded.
  func width(
    _ text: String, _ asked: FontRequest, letterSpacing: Double = 0, wordSpacing: Double = 0
  ) -> Double {
    items(text, asked, letterSpacing: letterSpacing, wordSpacing: wordSpacing)
      .reduce(0) { $0 + shape($1, in: Array(text.utf8)).width }
  }

  /// The families that the parts of a text are set in.
  func families(_ text: String, _ asked: FontRequest) -> [String] {
    items(text, asked).map { familyName($0.font) }
  }
}
