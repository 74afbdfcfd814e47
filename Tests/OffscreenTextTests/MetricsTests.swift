import Testing

@testable import OffscreenText

@Suite struct MetricsTests {
  @Test func measuresAreChromiums() throws {
    let fonts = try bundledFonts()
    var wrong: [String] = []
    for (family, size, _, _, height, ex, ch, cap, ic) in ChromiumMetrics.cases {
      let metrics = fonts.metrics(fonts.primaryFont(fonts.intern(request(family, size))))
      func check(_ name: String, _ value: Double, _ expected: Double) {
        if abs(value - expected) > 1.0 / 32 {
          wrong.append("\(family) \(size) \(name): \(value), not \(expected)")
        }
      }
      check("height", metrics.roundedAscent + metrics.roundedDescent, height)
      check("ex", metrics.xHeight, ex)
      check("ch", metrics.zeroAdvance, ch)
      check("cap", metrics.capHeight, cap)
      check("ic", metrics.ideographAdvance, ic)
    }
    #expect(wrong.isEmpty, "\(wrong.count):\n\(wrong.joined(separator: "\n"))")
  }
}
