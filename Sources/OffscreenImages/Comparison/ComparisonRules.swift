/// Pixels of a picture, from its top left.
package struct PixelBox: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Saturating, since boxes come from command lines and files.
  package var right: Int { Self.sum(x, width) }
  package var bottom: Int { Self.sum(y, height) }

  package func contains(_ x: Int, _ y: Int) -> Bool {
    x >= self.x && x < right && y >= self.y && y < bottom
  }

  package func contains(_ other: PixelBox) -> Bool {
    other.x >= x && other.y >= y && other.right <= right && other.bottom <= bottom
  }

  package func overlaps(_ other: PixelBox) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (b > 0 ? .max : .min) : sum
  }
}

/// When two pictures count as the same.
package struct ComparisonRules: Hashable, Sendable {
  /// How much a pixel may differ, alpha included.
  package enum Tolerance: Hashable, Sendable {
    /// Each channel by so many steps.
    case channel(Double)
    /// By a distance in OKLab.
    case perceptual(Double)

    /// Differences that are hardly visible.
    package static let hardlyVisible = perceptual(Double(OKLab.visible))
  }

  package var tolerance = Tolerance.channel(0)
  /// Whether pixels that only smooth an edge differently are passed over. Hides small changes of text.
  package var ignoresAntialiasing = false
  /// Areas that may differ in any way.
  package var masks: [PixelBox] = []
  /// Pixels that may differ by more than the threshold.
  package var tolerablePixels = 0
  /// The share of the pixels, from 0 to 1, that may.
  package var tolerableRatio = 0.0

  package init(
    tolerance: Tolerance = .channel(0), ignoresAntialiasing: Bool = false, masks: [PixelBox] = [],
    tolerablePixels: Int = 0, tolerableRatio: Double = 0
  ) {
    (self.tolerance, self.ignoresAntialiasing) = (tolerance, ignoresAntialiasing)
    (self.masks, self.tolerablePixels, self.tolerableRatio) = (masks, tolerablePixels, tolerableRatio)
  }

  /// Whether so many pixels of so many may differ.
  func tolerates(_ differing: Int, of compared: Int) -> Bool {
    // A bit more than nothing, since 0.29 of 100 pixels are less than 29 of them in binary.
    differing <= tolerablePixels || Double(differing) <= tolerableRatio * Double(compared) + 1e-6
  }
}
