import OffscreenImages

/// When two files count as the same.
package struct ComparisonOptions: Sendable {
  package enum Preset: String, Sendable, CaseIterable {
    case exact, rounding, perceptual
    /// By the boxes and texts of elements, not by pixels.
    case layout
  }

  package var preset = Preset.exact
  /// Steps of a channel for `exact` and `rounding`, a distance in OKLab for `perceptual`, CSS pixels
  /// for `layout`; nil is the preset's own.
  package var threshold: Double?
  /// Pixels that may differ by more than that.
  package var tolerablePixels = 0
  package var ignoresAntialiasing = false
  package var masks: [Mask] = []
  /// Whether the pictures of the differences are made: they stay in memory as long as the comparison.
  package var drawsDifferences = true

  package init() {}

  /// How far a side of a box may be from where it was, in CSS pixels. Where pixels decide, boxes only
  /// explain them, and every movement can.
  var boxThreshold: Double { preset == .layout ? threshold ?? 1 : 0.01 }

  /// For pixels; `layout` compares them exactly, to show where they differ.
  func pixelRules(masks: [PixelBox]) -> ComparisonRules {
    var rules = ComparisonRules(
      ignoresAntialiasing: ignoresAntialiasing, masks: masks, tolerablePixels: tolerablePixels)
    switch preset {
    case .exact: (rules.preset, rules.threshold) = (.exact, threshold)
    case .rounding: (rules.preset, rules.threshold) = (.rounding, threshold)
    case .perceptual: (rules.preset, rules.threshold) = (.perceptual, threshold)
    case .layout: break
    }
    return rules
  }
}
