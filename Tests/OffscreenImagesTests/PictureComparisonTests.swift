import Testing

@testable import OffscreenImages

@Suite struct PictureComparisonTests {
  private static let tolerances: [ComparisonRules.Tolerance] = [.channel(0), .channel(2), .hardlyVisible]

  static func changed(_ picture: Bitmap, _ pixels: [(Int, Int, UInt32)]) throws -> Bitmap {
    let copy = try picture.cropped(x: 0, y: 0, width: picture.width, height: picture.height)
    for (x, y, value) in pixels { copy[x, y] = value }
    return copy
  }

  @Test func samePicturesMatch() throws {
    let picture = try Bitmap.page(200, 100)
    for tolerance in Self.tolerances {
      let rules = ComparisonRules(tolerance: tolerance)
      let result = PictureComparison(picture, try Self.changed(picture, []), rules: rules)
      #expect(result.isMatch && result.boundingBox == nil && result.comparedPixels == 20_000)
      #expect(result.largestDifference == 0)
    }
  }

  @Test func countsAndBounds() throws {
    let picture = try Bitmap(width: 50, height: 40)
    picture.fill(0xFFFF_FFFF)
    let other = try Self.changed(picture, [(3, 4, 0xFF00_0000), (20, 9, 0xFFFF_FF00)])
    let result = PictureComparison(picture, other)
    #expect(!result.isMatch && result.differingPixels == 2 && result.largestDifference == 255)
    #expect(result.boundingBox == .init(x: 3, y: 4, width: 18, height: 6))
    let shown = try PictureComparison.picture(picture, other)
    #expect(shown[3, 4] == 0xFFFF_0000 && shown[20, 9] == 0xFFFF_0000 && shown[5, 5] == 0xFFFF_FFFF)
  }

  @Test(
    arguments: [
      // The change of one pixel, and with which tolerances it counts.
      (0xFF80_8080, 0xFF81_8080, [true, false, false]), (0xFF80_8080, 0xFF82_8080, [true, false, false]),
      (0xFF80_8080, 0xFF83_8080, [true, true, false]), (0xFF33_3333, 0xFF44_4444, [true, true, true]),
      (0xFFFF_FFFF, 0xFFFA_FAFA, [true, true, false]), (0xFFFF_FFFF, 0xFFEE_EEEE, [true, true, true]),
      (0xFFFF_0000, 0xFF00_FF00, [true, true, true]), (0xFFFF_FFFF, 0x0000_0000, [true, true, true]),
      (0x0000_0000, 0x0200_0000, [true, false, false]),
    ] as [(UInt32, UInt32, [Bool])])
  func tolerances(_ first: UInt32, _ second: UInt32, _ expected: [Bool]) throws {
    let a = try Bitmap.make(2, 2) { _, _ in first }
    let b = try Self.changed(a, [(1, 1, second)])
    let found = Self.tolerances.map { !PictureComparison(a, b, rules: ComparisonRules(tolerance: $0)).isMatch }
    #expect(found == expected)
  }

  @Test func sizesMustBeTheSame() throws {
    let (small, large) = (try Bitmap(width: 10, height: 20), try Bitmap(width: 12, height: 15))
    for bitmap in [small, large] { bitmap.fill(0xFFFF_FFFF) }
    let result = PictureComparison(small, large, rules: ComparisonRules(tolerance: .hardlyVisible))
    #expect(!result.isMatch && result.comparedPixels == 240 && result.differingPixels == 240 - 150)
    #expect(result.boundingBox == .init(x: 0, y: 0, width: 12, height: 20))
    let shown = try PictureComparison.picture(small, large)
    #expect(shown.width == 12 && shown.height == 20 && shown[11, 3] == 0xFFC0_60FF && shown[9, 14] == 0xFFFF_FFFF)
  }

  @Test func regionsAreApart() throws {
    let picture = try Bitmap(width: 200, height: 100)
    picture.fill(0xFFFF_FFFF)
    let other = try Self.changed(
      picture,
      [
        (3, 4, 0xFF00_0000), (20, 9, 0xFF00_0000), (150, 2, 0xFF00_0000), (100, 80, 0xFF00_0000),
        (101, 80, 0xFF00_0000),
      ])
    let result = PictureComparison(picture, other)
    #expect(
      result.regions.map(\.box) == [
        PixelBox(x: 150, y: 2, width: 1, height: 1), PixelBox(x: 3, y: 4, width: 18, height: 6),
        PixelBox(x: 100, y: 80, width: 2, height: 1),
      ])
    #expect(result.regions.map(\.differingPixels) == [1, 2, 2])
  }

  @Test func masksHideWhatTheyCover() throws {
    let picture = try Bitmap(width: 50, height: 40)
    picture.fill(0xFFFF_FFFF)
    let other = try Self.changed(picture, [(3, 4, 0xFF00_0000), (20, 9, 0xFFFF_FF00)])
    var rules = ComparisonRules(masks: [PixelBox(x: 3, y: 4, width: 1, height: 1)])
    let partly = PictureComparison(picture, other, rules: rules)
    #expect(!partly.isMatch && partly.differingPixels == 1 && partly.ignoredPixels == 1)
    rules.masks.append(PixelBox(x: -5, y: -5, width: .max, height: .max))
    #expect(PictureComparison(picture, other, rules: rules).isMatch)
    _ = try PictureComparison.picture(picture, other, rules: rules)
    // A mask does not make sizes the same.
    #expect(!PictureComparison(picture, try Bitmap(width: 51, height: 40), rules: rules).isMatch)
  }

  @Test func thresholdsAndPixelsCanBeGiven() throws {
    let picture = try Bitmap(width: 50, height: 40)
    picture.fill(0xFF80_8080)
    let other = try Self.changed(picture, [(3, 4, 0xFF84_8080), (20, 9, 0xFF80_8090)])
    #expect(
      PictureComparison(picture, other, rules: ComparisonRules(tolerance: .channel(4))).differingPixels == 1)
    #expect(PictureComparison(picture, other, rules: ComparisonRules(tolerance: .channel(16))).isMatch)
    #expect(PictureComparison(picture, other, rules: ComparisonRules(tolerance: .perceptual(0.5))).isMatch)
    #expect(PictureComparison(picture, other, rules: ComparisonRules(tolerablePixels: 2)).isMatch)
    #expect(!PictureComparison(picture, other, rules: ComparisonRules(tolerablePixels: 1)).isMatch)
  }

  /// A slanted edge, drawn twice with other smoothing, and a dot.
  @Test func antialiasingCountsUnlessAskedNotTo() throws {
    func edge(_ smoothing: UInt32, dot: Bool) throws -> Bitmap {
      try Bitmap.make(40, 40) { x, y in
        if dot, x == 33, y == 4 { return 0xFF00_0000 }
        let at = 10 + y / 4
        return x < at ? 0xFF00_0000 : x > at ? 0xFFFF_FFFF : 0xFF00_0000 | smoothing * 0x01_0101
      }
    }
    let (one, two) = (try edge(0x60, dot: false), try edge(0x90, dot: false))
    #expect(PictureComparison(one, two).differingPixels == 40)
    let rules = ComparisonRules(ignoresAntialiasing: true)
    let result = PictureComparison(one, two, rules: rules)
    #expect(result.isMatch && result.ignoredPixels == 40)
    let dotted = PictureComparison(one, try edge(0x60, dot: true), rules: rules)
    #expect(dotted.differingPixels == 1)
  }

  @Test func knownColours() {
    // From CSS Color 4's examples: red is oklab(0.62796 0.22486 0.12585).
    let red = OKLab.Table().color(0xFFFF_0000)
    #expect(abs(red.lightness - 0.62796) < 1e-4 && abs(red.a - 0.22486) < 1e-4 && abs(red.b - 0.12585) < 1e-4)
    #expect(abs(OKLab.Table().color(0xFFFF_FFFF).lightness - 1) < 1e-4)
  }
}
