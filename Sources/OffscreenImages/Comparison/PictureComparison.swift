import Glibc

/// What two pictures differ in.
package struct PictureComparison: Equatable, Sendable {
  /// How much a pixel may differ. There is no exemption for antialiasing and no number of pixels that
  /// is forgiven: both hide real changes.
  package enum Preset: String, Sendable, CaseIterable {
    /// Not at all.
    case exact
    /// Each channel by up to 2, as rounding may.
    case rounding
    /// By what can hardly be seen: 0.02 in OKLab.
    case perceptual
  }

  package struct Box: Equatable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
  }

  package let preset: Preset
  /// The sizes of the two pictures, which must be the same.
  package let expectedSize: [Int]
  package let actualSize: [Int]
  /// Of the area that covers both pictures, laid on each other at the top left. A pixel that only one
  /// of them has differs.
  package let comparedPixels: Int
  package private(set) var differingPixels = 0
  /// The largest difference of a channel, on white, among all pixels that both have.
  package private(set) var largestDifference = 0
  /// Around all pixels that differ.
  package private(set) var boundingBox: Box?

  package var isMatch: Bool { differingPixels == 0 && expectedSize == actualSize }

  package init(_ expected: Bitmap, _ actual: Bitmap, preset: Preset = .exact) {
    self.preset = preset
    expectedSize = [expected.width, expected.height]
    actualSize = [actual.width, actual.height]
    let width = max(expected.width, actual.width)
    let height = max(expected.height, actual.height)
    comparedPixels = width * height
    var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
    Self.scan(expected, actual, preset) { x, y, difference in
      switch difference {
      case .none: break
      case .tolerated(let amount): largestDifference = max(largestDifference, amount)
      case .different(let amount):
        largestDifference = max(largestDifference, amount)
        differingPixels += 1
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }
    if right >= 0 {
      boundingBox = Box(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
  }

  /// Shows where two pictures differ: red on a pale copy of the expected one; what only one of them
  /// has is violet.
  package static func picture(
    _ expected: Bitmap, _ actual: Bitmap, preset: Preset = .exact
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
    scan(expected, actual, preset) { x, y, difference in
      if case .different = difference, x < expected.width, x < actual.width, y < expected.height,
        y < actual.height
      {
        picture.row(y)[x] = 0xFFFF_0000
      }
    }
    return picture
  }

  private enum Difference {
    case none
    /// The largest difference of a channel.
    case tolerated(Int)
    case different(Int)
  }

  /// Looks at every pixel of the common area that is not the same bit by bit, and at every one
  /// outside.
  private static func scan(
    _ expected: Bitmap, _ actual: Bitmap, _ preset: Preset, _ found: (Int, Int, Difference) -> Void
  ) {
    let width = min(expected.width, actual.width)
    let height = min(expected.height, actual.height)
    let lab = preset == .perceptual ? OKLab.Table() : nil
    for y in 0..<height {
      let (a, b) = (expected.row(y), actual.row(y))
      // Optimization: most rows of most pictures are the same.
      if memcmp(expected.data + y * expected.stride, actual.data + y * actual.stride, width * 4) != 0 {
        for x in 0..<width where a[x] != b[x] { found(x, y, compare(a[x], b[x], preset, lab)) }
      }
      for x in width..<max(expected.width, actual.width) { found(x, y, .different(0)) }
    }
    for y in height..<max(expected.height, actual.height) {
      for x in 0..<max(expected.width, actual.width) { found(x, y, .different(0)) }
    }
  }

  private static func compare(_ a: UInt32, _ b: UInt32, _ preset: Preset, _ lab: OKLab.Table?) -> Difference {
    // Alpha first, then the colours on white.
    let alpha = abs(Int(a >> 24) - Int(b >> 24))
    let (first, second) = (onWhite(a), onWhite(b))
    var largest = alpha
    for shift in [0, 8, 16] as [UInt32] {
      largest = max(largest, abs(Int(first >> shift & 255) - Int(second >> shift & 255)))
    }
    let isTolerated =
      switch preset {
      case .exact: false
      case .rounding: largest <= 2
      case .perceptual: alpha <= 5 && (lab?.difference(first, second) ?? 1) <= OKLab.visible
      }
    return isTolerated ? .tolerated(largest) : .different(largest)
  }
}
