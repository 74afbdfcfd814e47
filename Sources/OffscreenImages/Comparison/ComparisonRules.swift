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
  /// How much a pixel may differ. No preset forgives antialiasing or a number of pixels: both hide real
  /// changes.
  package enum Preset: String, Sendable, CaseIterable {
    /// Not at all.
    case exact
    /// Each channel by up to 2, as rounding may.
    case rounding
    /// By what can hardly be seen: 0.02 in OKLab.
    case perceptual

    package var threshold: Double {
      switch self {
      case .exact: 0
      case .rounding: 2
      case .perceptual: Double(OKLab.visible)
      }
    }
  }

  package var preset = Preset.exact
  /// In place of the preset's: steps of a channel for `exact` and `rounding`, a distance in OKLab for
  /// `perceptual`.
  package var threshold: Double?
  /// Whether pixels that only smooth an edge differently are passed over. Hides small changes of text.
  package var ignoresAntialiasing = false
  /// What may differ in any way.
  package var masks: [PixelBox] = []
  /// Pixels that may differ by more than the threshold.
  package var tolerablePixels = 0
  /// The share of the pixels, from 0 to 1, that may.
  package var tolerableRatio = 0.0

  package init(
    preset: Preset = .exact, threshold: Double? = nil, ignoresAntialiasing: Bool = false,
    masks: [PixelBox] = [], tolerablePixels: Int = 0, tolerableRatio: Double = 0
  ) {
    (self.preset, self.threshold, self.ignoresAntialiasing) = (preset, threshold, ignoresAntialiasing)
    (self.masks, self.tolerablePixels, self.tolerableRatio) = (masks, tolerablePixels, tolerableRatio)
  }

  /// Whether so many pixels of so many may differ.
  func tolerates(_ differing: Int, of compared: Int) -> Bool {
    // A bit more than nothing, since 0.29 of 100 pixels are less than 29 of them in binary.
    differing <= tolerablePixels || Double(differing) <= tolerableRatio * Double(compared) + 1e-6
  }
}
