import Foundation
import TestSupport
import Testing

@testable import OffscreenText

/// That text is shaped as Pango shapes it: Pango itself, with the bundled fonts, gives the same glyphs with the same
/// advances for the texts of the samples.
@Suite(.needs("libpangocairo-1.0.so.0 and its companions", PangoShaper.isInstalled))
struct PangoTests {
  // Sizes in 64ths: FreeType knows no others, and Pango scales HarfBuzz's font by itself.
  private static let styles: [(families: String, size: Double, weight: Double, isItalic: Bool)] = [
    ("serif", 16, 400, false), ("sans-serif", 13.25, 400, false), ("sans-serif", 24, 700, false),
    ("serif", 18.5, 400, true),
    ("monospace", 14, 400, false), ("Gelasio", 17, 700, true), ("Carlito", 11, 400, false),
    ("DejaVu Sans", 15, 400, false),
    ("Caladea", 20, 400, false),
  ]

  /// The samples' text, element by element; the markup is simple.
  private static func paragraphs() throws -> [String] {
    let folder = Suites.projectRoot.appending(path: "Samples")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".html") }
      .sorted()
    var result: [String] = []
    for file in files {
      var text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for hidden in ["style", "script"] {
        text = text.replacing(try Regex("(?s)<\(hidden).*?</\(hidden)>"), with: "")
      }
      text = text.replacing(try Regex("</?(b|i|em|strong|span|code|a|small|mark|sub|sup)( [^>]*)?>"), with: "")
      for part in text.split(separator: try Regex("(?s)<[^>]*>")) {
        let words = part.replacing("&amp;", with: "&").replacing("&lt;", with: "<").replacing("&nbsp;", with: "\u{A0}")
          .split { $0 == " " || $0 == "\n" || $0 == "\t" }
        if !words.isEmpty { result.append(words.joined(separator: " ")) }
      }
    }
    return result
  }

  @Test func theSamplesAreShapedAsByPango() throws {
    let fonts = try bundledFonts()
    let pango = try #require(PangoShaper(fonts.catalog.configuration))
    let paragraphs = try Self.paragraphs()
    #expect(paragraphs.count > 100 && paragraphs.contains { $0.contains("ελεύθεροι") })
    var wrong: [String] = []
    var scripts: Set<UInt32> = []
    var (runs, glyphs) = (0, 0)
    for style in Self.styles {
      let asked = request(style.families, style.size, weight: style.weight, italic: style.isItalic, language: "en")
      for paragraph in paragraphs {
        let text = Array(paragraph.utf8)
        for item in fonts.items(paragraph, asked, base: .automatic) {
          // Signs alone are of their neighbours' script, which Pango is not shown.
          let part = String(decoding: text[item.range], as: UTF8.self)
          guard part.contains(where: { $0.isLetter || $0.isNumber || ($0.unicodeScalars.first?.value ?? 0) > 0x1000 })
          else { continue }
          let ours = fonts.shape(item, in: text).glyphs.filter { $0.id != Glyph.invisible }.map {
            PangoShaper.Glyph(id: $0.id, advance: Double($0.advance), offset: Double($0.xOffset))
          }
          // The face that was chosen: what is made bold or slanted by drawing is shaped as it is.
          let font = fonts.font(item.font)
          let theirs = pango.shape(
            text, item.range,
            .init(
              family: fonts.familyName(item.font), size: style.size,
              weight: font.synthesizesBold ? 400 : Int(style.weight), isItalic: style.isItalic && !font.synthesizesSlant
            ),
            isRightToLeft: item.isRightToLeft)
          runs += 1
          glyphs += ours.count
          scripts.insert(item.script)
          let isSame = Self.isSame(ours, theirs, isBitmap: fonts.familyName(item.font) == "noto color emoji")
          if !isSame {
            wrong.append(
              "\(style.families) \(style.size) \(style.weight) \(fonts.familyName(item.font)) \(part.debugDescription)\n  \(Self.places(ours))\n  \(Self.places(theirs))"
            )
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(runs) runs:\n\(wrong.prefix(40).joined(separator: "\n"))")
    #expect(
      runs > 2_000 && glyphs > 20_000 && scripts.count >= 10, "\(runs) runs, \(glyphs) glyphs, \(scripts.count) scripts"
    )
  }

  /// Where each glyph stands, and where the next run would. Pixels of the emoji font are scaled by us: fontconfig
  /// would have to be told to.
  private static func places(_ glyphs: [PangoShaper.Glyph]) -> [(id: UInt32, x: Double)] {
    var pen = 0.0
    var result: [(UInt32, Double)] = []
    for glyph in glyphs {
      result.append((glyph.id, pen + glyph.offset))
      pen += glyph.advance
    }
    return result + [(0, pen)]
  }

  /// Within 1/128 pixel: both round each advance, to other units.
  private static func isSame(_ ours: [PangoShaper.Glyph], _ theirs: [PangoShaper.Glyph], isBitmap: Bool = false) -> Bool
  {
    guard ours.map(\.id) == theirs.map(\.id) else { return false }
    let tolerance = 1.0 / 128 + Double(ours.count) / 2048
    return isBitmap || zip(places(ours), places(theirs)).allSatisfy { abs($0.x - $1.x) <= tolerance }
  }

  @Test func featuresAreAppliedAsByPango() throws {
    let fonts = try bundledFonts()
    let pango = try #require(PangoShaper(fonts.catalog.configuration))
    let cases: [([FontFeature], String)] = [
      ([FontFeature(FontTag("liga"), 0)], "\"liga\" 0"), ([FontFeature(FontTag("kern"), 0)], "\"kern\" 0"),
      ([FontFeature(FontTag("smcp"), 1)], "\"smcp\" 1"),
      ([FontFeature(FontTag("onum"), 1), FontFeature(FontTag("frac"), 1)], "\"onum\" 1, \"frac\" 1"),
    ]
    for family in ["Carlito", "Gelasio", "Liberation Serif"] {
      for (features, named) in cases {
        let text = "AVATAR office affluent 1/2 0123456789 To Ty fi"
        let asked = request(family, 21, features: features, language: "en")
        let ours = fonts.items(text, asked).flatMap { fonts.shape($0, in: Array(text.utf8)).glyphs }
        let theirs = pango.shape(
          Array(text.utf8), 0..<text.utf8.count,
          .init(
            family: fonts.familyName(fonts.primaryFont(fonts.intern(asked))), size: 21, weight: 400, isItalic: false,
            features: named),
          isRightToLeft: false)
        let shaped = ours.map { PangoShaper.Glyph(id: $0.id, advance: Double($0.advance), offset: Double($0.xOffset)) }
        #expect(Self.isSame(shaped, theirs), "\(family) \(named)\n  \(Self.places(shaped))\n  \(Self.places(theirs))")
      }
    }
  }
}
