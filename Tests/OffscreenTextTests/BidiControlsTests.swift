import Testing

@testable import OffscreenText

/// https://www.unicode.org/reports/tr9/#Explicit_Levels_and_Directions
struct BidiControlsTests {
  @Test func usualTextStaysAsItIs() {
    let text: [UInt32] = [0x61, 0x202B, 0x5D0, 0x202C, 0x2067, 0x2068, 0x62, 0x2069, 0x2069, 0x20]
    #expect(BidiControls.checked(text, base: 0) == text)
    #expect(BidiControls.checked([0x61, 0x5D0], base: 1) == [0x61, 0x5D0])
  }

  @Test func whatIsTooDeepOpensNothing() {
    let text = Array(repeating: UInt32(0x2067), count: 500) + [0x5D0] + Array(repeating: UInt32(0x2069), count: 500)
    let checked = BidiControls.checked(text, base: 0)
    #expect(checked.count == text.count)
    let (opened, closed) = (checked.filter { $0 == 0x2067 }.count, checked.filter { $0 == 0x2069 }.count)
    #expect(opened == closed && opened > 50 && opened < 125)
    #expect(BidiLevels.levels(of: text, base: .leftToRight).count == text.count)
  }

  @Test func whatClosesNothingIsNeutral() {
    #expect(BidiControls.checked([0x2069, 0x61, 0x202C], base: 0) == [0x2016, 0x61, 0x200B])
  }

  @Test func manyOverridesInEachOther() {
    let open: [UInt32] = [0x2067, 0x202E, 0x2066, 0x202D]
    var text = [UInt32](repeating: 0x61, count: 4)
    for _ in 0..<300 { text += open }
    text += [0x61, 0x5D0]
    for base in [BaseDirection.leftToRight, .rightToLeft, .automatic] {
      #expect(BidiLevels.levels(of: text, base: base).count == text.count)
    }
  }
}
