import OffscreenPlatform

/// The differences of two pictures.
package struct PictureComparison: Equatable, Sendable {
  /// Pixels near each other that differ.
  package struct Region: Hashable, Sendable {
    package var box: PixelBox
    package var differingPixels: Int
  }

  package let rules: ComparisonRules
  package let expectedSize: [Int]
  package let actualSize: [Int]
  /// Of the area that covers both pictures, laid on each other at the top left. A pixel that only one
  /// of them has differs.
  package let comparedPixels: Int
  package private(set) var differingPixels = 0
  /// Pixels that differ under a mask, or in smoothing where that is passed over.
  package private(set) var ignoredPixels = 0
  /// The largest difference of a channel, on white, among all pixels that both have and that count.
  package private(set) var largestDifference = 0
  /// Around all pixels that differ.
  package private(set) var boundingBox: PixelBox?
  package private(set) var regions: [Region] = []

  /// Different sizes are a difference, whatever the rules.
  package var isMatch: Bool { rules.tolerates(differingPixels, of: comparedPixels) && expectedSize == actualSize }
  /// From 0 to 1.
  package var differingRatio: Double { Double(differingPixels) / Double(max(1, comparedPixels)) }

  package init(_ expected: Bitmap, _ actual: Bitmap, rules: ComparisonRules = ComparisonRules()) {
    self.rules = rules
    expectedSize = [expected.width, expected.height]
    actualSize = [actual.width, actual.height]
    let width = max(expected.width, actual.width)
    let height = max(expected.height, actual.height)
    comparedPixels = width * height
    var changed = ChangedRegions(width: width, height: height)
    Self.scan(expected, actual, rules) { x, y, difference in
      switch difference {
      case .ignored: ignoredPixels += 1
      case .tolerated(let amount): largestDifference = max(largestDifference, amount)
      case .outside, .different:
        if case .different(let amount) = difference { largestDifference = max(largestDifference, amount) }
        differingPixels += 1
        changed.add(x, y)
      }
    }
    boundingBox = changed.boundingBox
    regions = changed.regions()
  }

  /// Of pictures that are known to be the same.
  package init(equalPicturesOf size: [Int], rules: ComparisonRules) {
    (self.rules, expectedSize, actualSize) = (rules, size, size)
    comparedPixels = size.reduce(1, *)
  }

  /// Shows where two pictures differ on a pale copy of the expected one: yellow where it is little, red
  /// where it is much; what only one of them has is violet, what is masked is blue.
  package static func picture(
    _ expected: Bitmap, _ actual: Bitmap, rules: ComparisonRules = ComparisonRules()
  ) throws(ImageError) -> Bitmap {
    let picture = try Bitmap(
      width: max(expected.width, actual.width), height: max(expected.height, actual.height))
    picture.fill(0xFFC0_60FF)
    for y in 0..<min(expected.height, actual.height) {
      let (row, source) = (picture.row(y), expected.row(y))
      for x in 0..<min(expected.width, actual.width) {
        // Grey, and most of the way to white.
        let pixel = onWhite(source[x])
        let light = (pixel >> 16 & 255) * 54 + (pixel >> 8 & 255) * 183 + (pixel & 255) * 19
        row[x] = 0xFF00_0000 | (192 + light >> 10) * 0x01_0101
      }
    }
    for mask in rules.masks {
      for y in max(0, mask.y)..<max(0, mask.y, min(mask.bottom, picture.height)) {
        let row = picture.row(y)
        for x in max(0, mask.x)..<max(0, mask.x, min(mask.right, picture.width)) {
          row[x] = 0xFF00_0000 | (row[x] >> 1 & 0x7F_7F7F) &+ 0x40_5878
        }
      }
    }
    scan(expected, actual, rules) { x, y, difference in
      switch difference {
      case .ignored, .tolerated, .outside: break
      case .different(let amount):
        let green = UInt32(max(0, 200 - amount * 200 / 128))
        picture.row(y)[x] = 0xFFFF_0000 | green << 8
      }
    }
    return picture
  }

  private enum Difference {
    /// By a mask, or as smoothing.
    case ignored
    /// The largest difference of a channel.
    case tolerated(Int)
    case different(Int)
    /// Only one of the pictures has the pixel.
    case outside
  }

  /// Looks at every pixel of the common area that is not the same bit by bit, and at every one
  /// outside.
  private static func scan(
    _ expected: Bitmap, _ actual: Bitmap, _ rules: ComparisonRules, _ found: (Int, Int, Difference) -> Void
  ) {
    let width = min(expected.width, actual.width)
    let height = min(expected.height, actual.height)
    var measure = PixelMeasure(rules)
    let smoothing = rules.ignoresAntialiasing ? EdgeSmoothing(first: expected, second: actual) : nil
    var masks: [PixelBox] = []
    func isMasked(_ x: Int, _ y: Int) -> Bool { masks.contains { $0.contains(x, y) } }
    for y in 0..<max(expected.height, actual.height) {
      if !rules.masks.isEmpty { masks = rules.masks.filter { $0.y <= y && y < $0.bottom } }
      let common = y < height ? width : 0
      // Optimization: most rows of most pictures are the same.
      if common > 0, memcmp(expected.data + y * expected.stride, actual.data + y * actual.stride, common * 4) != 0 {
        let (a, b) = (expected.row(y), actual.row(y))
        for x in 0..<common where a[x] != b[x] {
          if isMasked(x, y) {
            found(x, y, .ignored)
            continue
          }
          let (isTolerated, amount) = measure.compare(a[x], b[x])
          if isTolerated {
            found(x, y, .tolerated(amount))
          } else if let smoothing, smoothing.explains(x, y) {
            found(x, y, .ignored)
          } else {
            found(x, y, .different(amount))
          }
        }
      }
      for x in common..<max(expected.width, actual.width) { found(x, y, isMasked(x, y) ? .ignored : .outside) }
    }
  }
}

/// Compares pixels by the rules.
private struct PixelMeasure {
  private let tolerance: ComparisonRules.Tolerance
  private let lab: OKLab.Table?
  /// Optimization: the colours of an edge or a fill that changed come again and again.
  private var last: (a: UInt32, b: UInt32, result: (Bool, Int))?

  init(_ rules: ComparisonRules) {
    tolerance = rules.tolerance
    lab = if case .perceptual = tolerance { OKLab.Table() } else { nil }
  }

  /// Whether a difference is tolerated, and the largest one of a channel.
  mutating func compare(_ a: UInt32, _ b: UInt32) -> (isTolerated: Bool, amount: Int) {
    if let last, last.a == a, last.b == b { return last.result }
    // Alpha first, then the colours on white.
    let alpha = abs(Int(a >> 24) - Int(b >> 24))
    let (first, second) = (onWhite(a), onWhite(b))
    var largest = alpha
    for shift in [0, 8, 16] as [UInt32] {
      largest = max(largest, abs(Int(first >> shift & 255) - Int(second >> shift & 255)))
    }
    let isTolerated =
      switch tolerance {
      case .channel(let most): Double(largest) <= most
      case .perceptual(let most): Double(alpha) / 255 <= most && Double(lab?.difference(first, second) ?? 1) <= most
      }
    last = (a, b, (isTolerated, largest))
    return (isTolerated, largest)
  }
}
