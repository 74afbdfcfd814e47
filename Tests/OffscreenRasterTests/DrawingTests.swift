import OffscreenImages
@testable import OffscreenRaster
import OffscreenText
import TestSupport
import Testing

/// Instructions of canvases, as numbers.
@Suite struct DrawingTests {
  private func surfaces() throws -> DrawingSurfaces {
    let fonts = try FontLibrary(fonts: Suites.projectRoot.appending(path: "Fonts").path).sharedFonts()
    return DrawingSurfaces { _ in fonts }
  }

  @Test func fillsAndReads() throws {
    let drawings = try surfaces()
    drawings.open(1, width: 4, height: 4, hasAlpha: true)
    // Surface 1, half of red, a rectangle.
    drawings.run([1, 1, 5, 1, 0, 0, 0.5, 22, 1, 1, 2, 2], strings: [])
    #expect(drawings.pixels(of: 1, x: 1, y: 1, width: 1, height: 1) == [255, 0, 0, 128])
    #expect(drawings.pixels(of: 1, x: -1, y: 0, width: 2, height: 1) == [UInt8](repeating: 0, count: 8))
    #expect(drawings.takeChange(1))
    #expect(!drawings.takeChange(1))
  }

  @Test func tooLargeSurfacesHaveNoPixels() throws {
    let drawings = try surfaces()
    drawings.open(1, width: 40_000, height: 2, hasAlpha: true)
    drawings.open(2, width: 30_000, height: 30_000, hasAlpha: true)
    drawings.run([1, 1, 22, 0, 0, 9, 9, 1, 2, 22, 0, 0, 9, 9], strings: [])
    #expect(drawings.picture(1) == nil)
    #expect(drawings.picture(2) == nil)
    // All together have a limit as well; what is closed counts no more.
    for number in 3..<40 { drawings.open(number, width: 2_000, height: 2_000, hasAlpha: true) }
    #expect(drawings.picture(3) != nil)
    #expect(drawings.picture(39) == nil)
    for number in 3..<40 { drawings.close(number) }
    drawings.open(40, width: 2_000, height: 2_000, hasAlpha: true)
    #expect(drawings.picture(40) != nil)
  }

  /// Clips, states and pixels of before are gone.
  @Test func beginsAnew() throws {
    let drawings = try surfaces()
    for hasAlpha in [true, false] {
      drawings.open(1, width: 4, height: 4, hasAlpha: hasAlpha)
      // A state with a transform, clipped to a pixel, drawn on; reset; a pixel elsewhere.
      let clip: [Double] = [19, 0, 13, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 3]
      drawings.run([1, 1, 2, 4, 2, 0, 0, 2, 0, 0] + clip + [2, 22, 0, 0, 4, 4, 26, 4, 4, 22, 2, 2, 1, 1], strings: [])
      #expect(drawings.pixels(of: 1, x: 2, y: 2, width: 1, height: 1) == [0, 0, 0, 255])
      #expect(drawings.pixels(of: 1, x: 0, y: 0, width: 1, height: 1) == [0, 0, 0, hasAlpha ? 0 : 255])
      #expect(drawings.pixels(of: 1, x: 3, y: 3, width: 1, height: 1) == [0, 0, 0, hasAlpha ? 0 : 255])
    }
  }

  /// A page cannot reach them but through the prelude, and still no numbers end the program.
  @Test func anyNumbersAreRead() throws {
    let drawings = try surfaces()
    drawings.open(1, width: 40, height: 40, hasAlpha: true)
    drawings.open(2, width: 7, height: 3, hasAlpha: false)
    var state: UInt64 = 1
    func random() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    let special = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0.5, -1, 1e9]
    for _ in 0..<3_000 {
      var numbers: [Double] = [1, Double(random() % 3)]
      for _ in 0..<random() % 60 {
        numbers.append(random() % 6 == 0 ? special[random() % special.count] : Double(random() % 27))
      }
      drawings.run(numbers, strings: ["10px serif", "text", "blur(2px)", "none"])
      _ = drawings.isInStroke(numbers, x: 3, y: 4)
      _ = drawings.isInFill(numbers, x: 3, y: 4)
      _ = drawings.measure("text", numbers, font: "10px serif")
    }
    #expect(drawings.pixels(of: 1, x: 0, y: 0, width: 1, height: 1)?.count == 4)
  }
}
